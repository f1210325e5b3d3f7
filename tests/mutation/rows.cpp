// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// pointwise_rows: aligned rows with operands that are broadcast along and across them.
#define SINTER_MUTATION_BODIES rows | flat
#include "mutation/machine.hpp"

namespace test {

inline constexpr auto mixed =
    sinter::region<struct mixed_k>([](auto x, auto row, auto column, auto one) { return (x + row) * column - one; });

TEST_CASE("rows: [N], [M,1] and rank 0 broadcast to [M,N]") {
  on_machines([](const auto& machine) {
    const int64_t sizes[][2] = {{3, 8}, {70, 16}, {2, 1028}};
    for (const auto& s : sizes) {
      const int64_t m = s[0];
      const int64_t n = s[1];
      CAPTURE(n);
      const values<float> x = random<float>(m * n, 1);
      const values<float> row = random<float>(n, 2);
      const values<float> column = random<float>(m, 3);
      values<float> want(m * n);
      for (int64_t i = 0; i < m * n; ++i) want[i] = (x[i] + row[i % n]) * column[i / n] - 0.75f;
      const auto tx = input(extents{m, n}, x);
      const auto trow = input(extents{n}, row);
      const auto tcolumn = input(extents{m, int64_t{1}}, column);
      const auto one = input(extents<0>{}, values<float>{0.75f});
      const auto y = result<float>(extents{m, n});
      mixed(tx.view(), trow.view(), tcolumn.view(), one.view()).into(y.view(), machine);
      CHECK(difference(y.get(), want) == "");
    }
  });
}

TEST_CASE("rows: four axes that do not merge") {
  on_machines([](const auto& machine) {
    const extents<4> e{3, 2, 5, 8};
    const values<float> x = random<float>(e.count(), 4);
    const values<float> row = random<float>(3 * 5 * 8, 5);
    const values<float> column = random<float>(2 * 5, 6);
    values<float> want(e.count());
    for (int64_t i = 0; i < e.count(); ++i) {
      want[i] = (x[i] + row[(i / 80 * 5 + i / 8 % 5) * 8 + i % 8]) * column[i / 40 % 2 * 5 + i / 8 % 5] + 0.5f;
    }
    const auto tx = input(e, x);
    const auto trow = input(extents{3, 1, 5, 8}, row);
    const auto tcolumn = input(extents{2, 5, 1}, column);
    const auto one = input(extents<0>{}, values<float>{-0.5f});
    const auto y = result<float>(e);
    mixed(tx.view(), trow.view(), tcolumn.view(), one.view()).into(y.view(), machine);
    CHECK(difference(y.get(), want) == "");
  });
}

}  // namespace test
