// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_loop without staging: rows that are misaligned, transposed or have gaps.
#define SINTER_MUTATION_BODIES looped
#include "mutation/row_statistics.hpp"

namespace test {

TEST_CASE("loop: short rows, several a block, in one chunk and in two") {
  on_machines([](const auto& machine) {
    check_row_statistics(machine, 17, 5, arrangement::misaligned);
    check_row_statistics(machine, 5, 31, arrangement::transposed);
    check_row_statistics(machine, 3, 101, arrangement::gaps);
    check_row_statistics(machine, 4, 200, arrangement::negative);
  });
}
TEST_CASE("loop: a block a row") {
  on_machines([](const auto& machine) { check_row_statistics(machine, 2, 1401, arrangement::misaligned); });
}
TEST_CASE("loop: rows of rows, two outer axes that do not merge") {
  on_machines([](const auto& machine) {
    constexpr auto share = sinter::region<struct share_k>([](auto x) { return x - sum(x, axis<-1>); });
    const values<std::int32_t> v = random<std::int32_t>(3 * 7 * 5, 3, -90, 90);
    values<std::int64_t> want(v.size());
    for (int64_t i = 0; i < v.size(); ++i) {
      want[i] = v[i];
      for (int64_t k = 0; k < 5; ++k) want[i] -= v[i / 5 * 5 + k];
    }
    const auto x = input(extents{3, 7, 5}, v, arrangement::permuted);
    const auto y = result<std::int64_t>(extents{3, 7, 5}, arrangement::gaps);
    share(x.view()).into(y.view(), machine);
    CHECK(difference(y.get(), want) == "");
    CHECK(y.gaps_are_untouched());
  });
}

}  // namespace test
