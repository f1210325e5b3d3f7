// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums and means of integers that overflow their dtype, of bf16, infinities and nothing at all; arithmetic that may be
// neither contracted nor simplified. Inputs that went wrong elsewhere. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::bf16;

inline constexpr auto sums =
    sinter::region<struct sums_k>([](auto x) { return sinter::outputs(sum(x, axis<-1>), mean(x, axis<-1>)); });
inline constexpr auto totals = sinter::region<struct totals_k>([](auto x) { return sinter::outputs(sum(x), mean(x)); });

template <class F, class T, class S, class M>
void check_sum(const values<T>& row, S sum, M mean) {
  const auto x = make<F>(extents{int64_t{1}, row.size()}, row);
  const auto a = output<F, S>(extents{1, 1});
  const auto b = output<F, M>(extents{1, 1});
  sums(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
  CHECK(difference(a.get(), values<S>{sum}) == "");
  CHECK(difference(b.get(), values<M>{mean}) == "");
  const auto c = output<F, S>(extents<0>{});
  const auto d = output<F, M>(extents<0>{});
  totals(x.view()).into(sinter::outputs(c.view(), d.view()), F::executor());
  CHECK(difference(c.get(), values<S>{sum}) == "");
  CHECK(difference(d.get(), values<M>{mean}) == "");
}
TEST_CASE_TEMPLATE("sums: of integers and bools are 64-bit integers", F, SINTER_TEST_FIXTURES) {
  check_sum<F>(values<std::int32_t>{1 << 30, 1 << 30, 5}, std::int64_t{2147483653}, 2147483653.0f / 3.0f);
  check_sum<F>(values<std::int32_t>(1000, -2147483647 - 1), std::int64_t{-2147483648000}, -2147483648.0f);
  check_sum<F>(values<bool>(300, true), std::int64_t{300}, 1.0f);
}
TEST_CASE_TEMPLATE("sums: of bf16 are accumulated in f32", F, SINTER_TEST_FIXTURES) {
  check_sum<F>(values<bf16>(4096, bf16(1.0f)), bf16(4096.0f), bf16(1.0f));  // bf16 alone would stop at 256
  check_sum<F>(values<bf16>(1000, bf16(3.0f)), bf16(3000.0f), bf16(3.0f));
}
TEST_CASE_TEMPLATE("sums: of infinities and NaN follow IEEE", F, SINTER_TEST_FIXTURES) {
  check_sum<F>(values<float>(5000, inf), inf, inf);
  check_sum<F>(values<float>{inf, 1, -inf}, nan, nan);
  check_sum<F>(values<float>{1, nan, 2}, nan, nan);
}
TEST_CASE_TEMPLATE("sums: of nothing are 0, means NaN", F, SINTER_TEST_FIXTURES) {
  check_sum<F>(values<float>{}, 0.0f, nan);
  check_sum<F>(values<std::int32_t>{}, std::int64_t{0}, nan);
  const auto x = make<F>(extents{3, 0}, values<float>{});
  const auto s = output<F, float>(extents{3, 1}, arrangement::gaps);
  const auto m = output<F, float>(extents{3, 1});
  sums(x.view()).into(sinter::outputs(s.view(), m.view()), F::executor());
  CHECK(difference(s.get(), values<float>(3, 0.0f)) == "");
  CHECK(difference(m.get(), values<float>(3, nan)) == "");
  CHECK(s.gaps_are_untouched());
}
TEST_CASE_TEMPLATE("sums: no rows at all write nothing", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{0, 5}, values<float>{});
  const auto s = output<F, float>(extents{0, 1}, arrangement::gaps);
  const auto m = output<F, float>(extents{0, 1}, arrangement::gaps);
  sums(x.view()).into(sinter::outputs(s.view(), m.view()), F::executor());
  CHECK(s.is_untouched());
  CHECK(m.is_untouched());
}

inline constexpr auto residual = sinter::region<struct residual_k>([](auto x, auto s) {
  auto scaled = x * s;
  return scaled - max(scaled, axis<-1>);
});
TEST_CASE_TEMPLATE("numbers: x*s - max(x*s) is 0 at the maximum: products are not contracted into the subtraction", F,
                   SINTER_TEST_FIXTURES) {
  const values<float> v = random<float>(16 * 100, 9, 0.1, 1);
  const auto x = make<F>(extents{16, 100}, v);
  const auto y = output<F, float>(extents{16, 100});
  residual(x.view(), 0.1f).into(y.view(), F::executor());
  const values<float> got = y.get();
  for (int64_t r = 0; r < 16; ++r) {
    float top = -inf;
    for (int64_t i = 0; i < 100; ++i) top = got[r * 100 + i] > top ? got[r * 100 + i] : top;
    CHECK(top == 0.0f);
  }
}
inline constexpr auto minus_itself = sinter::region<struct minus_itself_k>([](auto a) { return a - a; });
inline constexpr auto times_zero = sinter::region<struct times_zero_k>([](auto a) { return a * 0.0f; });
inline constexpr auto over_itself = sinter::region<struct over_itself_k>([](auto a) { return a / a; });
TEST_CASE_TEMPLATE("numbers: x - x, x * 0 and x / x of NaN and infinities are not simplified away", F,
                   SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{3}, values<float>{nan, inf, 2.0f});
  const auto y = output<F, float>(extents{3});
  minus_itself(x.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {nan, nan, 0}) == "");
  times_zero(x.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {nan, nan, 0}) == "");
  over_itself(x.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {nan, nan, 1}) == "");
}

}  // namespace test
