// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Results that have elements beside results, in the same kernel, that have none: each is written all the same. A test file
// defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

inline constexpr auto map_and_smaller = sinter::region<struct map_and_smaller_k>(
    [](auto x, auto row, auto column) { return sinter::outputs(x + row, row * 2.0f, column * 3.0f); });
inline constexpr auto rows_and_smaller = sinter::region<struct rows_and_smaller_k>(
    [](auto x, auto row) { return sinter::outputs(sum(x + row, sinter::axis<-1>), row * 2.0f); });

TEST_CASE_TEMPLATE("outputs: a result smaller than an empty domain is written", F, SINTER_TEST_FIXTURES) {
  const int64_t sizes[][2] = {{0, 5}, {5, 0}};
  for (const auto& s : sizes) {
    const extents<2> e{s[0], s[1]};
    CAPTURE(s[0]);
    const auto x = make<F>(e, values<float>{});
    const auto row = make<F>(extents{s[1]}, values<float>(s[1], 1.5f));
    const auto column = make<F>(extents{s[0], int64_t{1}}, values<float>(s[0], 1.5f));
    const auto y = output<F, float>(e);
    const auto z = output<F, float>(extents{s[1]});
    const auto w = output<F, float>(extents{s[0], int64_t{1}});
    map_and_smaller(x.view(), row.view(), column.view())
        .into(sinter::outputs(y.view(), z.view(), w.view()), F::executor());
    CHECK(difference(z.get(), values<float>(s[1], 3.0f)) == "");
    CHECK(difference(w.get(), values<float>(s[0], 4.5f)) == "");
  }
}
TEST_CASE_TEMPLATE("outputs: a result beside rows of which there are none is written", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{0, 5}, values<float>{});
  const auto row = make<F>(extents{5}, values<float>(5, 1.5f));
  const auto s = output<F, float>(extents{0, 1});
  const auto z = output<F, float>(extents{5});
  rows_and_smaller(x.view(), row.view()).into(sinter::outputs(s.view(), z.view()), F::executor());
  CHECK(difference(z.get(), values<float>(5, 3.0f)) == "");
}

}  // namespace test
