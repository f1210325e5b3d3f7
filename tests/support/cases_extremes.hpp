// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// max and min of infinities, NaN, zeros of both signs and the ends of integer ranges: inputs that went wrong elsewhere. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::bf16;

inline constexpr auto row_extremes =
    sinter::region<struct row_extremes_k>([](auto x) { return sinter::outputs(max(x, axis<-1>), min(x, axis<-1>)); });
inline constexpr auto total_extremes =
    sinter::region<struct total_extremes_k>([](auto x) { return sinter::outputs(max(x), min(x)); });

// Both forms agree on the extremes of one row.
template <class F, class T>
void check_extremes(const values<T>& row, T most, T least) {
  const auto x = make<F>(extents{int64_t{1}, row.size()}, row);
  const auto a = output<F, T>(extents{1, 1});
  const auto b = output<F, T>(extents{1, 1});
  row_extremes(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
  CHECK(difference(a.get(), values<T>{most}) == "");
  CHECK(difference(b.get(), values<T>{least}) == "");
  const auto c = output<F, T>(extents<0>{});
  const auto d = output<F, T>(extents<0>{});
  total_extremes(x.view()).into(sinter::outputs(c.view(), d.view()), F::executor());
  CHECK(difference(c.get(), values<T>{most}) == "");
  CHECK(difference(d.get(), values<T>{least}) == "");
}

TEST_CASE_TEMPLATE("extremes: of infinities of one sign are that infinity", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 10, 33, 1000}) {
    check_extremes<F>(values<float>(n, inf), inf, inf);
    check_extremes<F>(values<float>(n, -inf), -inf, -inf);
    check_extremes<F>(values<bf16>(n, bf16(-inf)), bf16(-inf), bf16(-inf));
  }
}
TEST_CASE_TEMPLATE("extremes: a NaN anywhere is the result", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 2, 4, 31, 32, 33, 100, 257, 1025}) {
    for (int64_t at = 0; at < n; at += n < 50 ? 1 : 37) {
      CAPTURE(n);
      CAPTURE(at);
      values<float> row = random<float>(n, 1);
      row[at] = nan;
      check_extremes<F>(row, nan, nan);
    }
    values<bf16> half = random<bf16>(n, 2);
    half[n - 1] = bf16(nan);
    check_extremes<F>(half, bf16(nan), bf16(nan));
  }
}
// Three rows, with the NaN first, in the middle and last; as a whole they have three.
TEST_CASE_TEMPLATE("extremes: a NaN first, in the middle and last is the result, at every length", F,
                   SINTER_TEST_FIXTURES) {
  for (int64_t n = 1; n <= 1025; ++n) {
    values<float> v = random<float>(3 * n, 3);
    v[0] = v[n + n / 2] = v[3 * n - 1] = nan;
    const auto x = make<F>(extents{int64_t{3}, n}, v);
    const auto a = output<F, float>(extents{3, 1});
    const auto b = output<F, float>(extents{3, 1});
    row_extremes(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
    CAPTURE(n);
    CHECK(difference(a.get(), {nan, nan, nan}) == "");
    CHECK(difference(b.get(), {nan, nan, nan}) == "");
  }
}
TEST_CASE_TEMPLATE("extremes: of zeros of both signs, +0 is the greater", F, SINTER_TEST_FIXTURES) {
  check_extremes<F>(values<float>{-0.0f, 0.0f, -0.0f}, 0.0f, -0.0f);
  check_extremes<F>(values<float>{0.0f, -0.0f, 0.0f}, 0.0f, -0.0f);
  check_extremes<F>(values<float>{-0.0f, -0.0f}, -0.0f, -0.0f);
}
TEST_CASE_TEMPLATE("extremes: of integers at the ends of their range", F, SINTER_TEST_FIXTURES) {
  const std::int32_t low = std::numeric_limits<std::int32_t>::min();
  const std::int32_t high = std::numeric_limits<std::int32_t>::max();
  check_extremes<F>(values<std::int32_t>{5, 1, 100, low, 7, high, -3}, high, low);
  check_extremes<F>(values<std::int32_t>(40, low), low, low);
  check_extremes<F>(values<std::int32_t>(40, high), high, high);
}
TEST_CASE_TEMPLATE("extremes: of bools are any and all", F, SINTER_TEST_FIXTURES) {
  check_extremes<F>(values<bool>{false, true, false}, true, false);
  check_extremes<F>(values<bool>(100, false), false, false);
  check_extremes<F>(values<bool>(100, true), true, true);
}

}  // namespace test
