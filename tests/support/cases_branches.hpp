// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// cond: one of two formulas, chosen by computed data. A test file defines SINTER_TEST_FIXTURES.
// Invariant: the side that is not taken writes nothing.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;

inline constexpr auto either = sinter::region<struct either_k>([](auto x) {
  auto y = x + 1.0f;
  return cond(sum(y) > 0.0f, relu(y * 2.0f), y - 2.0f);
});
inline constexpr auto nested = sinter::region<struct nested_k>([](auto x, auto k) {
  auto s = sum(x);
  return cond(s > 0.0f, cond(s > k, x * 3.0f, x * 2.0f), -x);
});
inline constexpr auto two_choices = sinter::region<struct two_choices_k>([](auto x) {
  auto positive = sum(x) > 0.0f;
  return sinter::outputs(cond(positive, x + 1.0f, x - 1.0f), cond(positive, x * 2.0f, x * 4.0f));
});
inline constexpr auto rows_in_common = sinter::region<struct rows_in_common_k>([](auto x) {
  auto centred = x - mean(x, axis<-1>);
  return cond(max(centred) > 1.0f, centred / max(centred, axis<-1>), centred);
});
inline constexpr auto argument_either_way =
    sinter::region<struct argument_either_way_k>([](auto x, auto y) { return cond(sum(x) > 0.0f, x, y); });

template <class F>
void check_either(const values<float>& v, bool yes, arrangement how) {
  const auto x = make<F>(extents{v.size()}, v, how);
  const auto y = output<F, float>(extents{v.size()}, how);
  either(x.view()).into(y.view(), F::executor());
  values<float> want(v.size());
  for (int64_t i = 0; i < v.size(); ++i) {
    const float z = v[i] + 1.0f;
    want[i] = yes ? (z * 2.0f < 0 ? 0.0f : z * 2.0f) : z - 2.0f;
  }
  CHECK(difference(y.get(), want) == "");
  CHECK(y.gaps_are_untouched());
}

TEST_CASE_TEMPLATE("cond: either side, chosen by a sum", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) {
    for (const int64_t n : {1, 100, 5000}) {
      CAPTURE(how);
      CAPTURE(n);
      check_either<F>(random<float>(n, 1, 0, 2), true, how);
      check_either<F>(random<float>(n, 1, -4, -1.5), false, how);
    }
  }
  check_either<F>(values<float>(3, nan), false, arrangement::contiguous);  // NaN > 0 does not hold
}
TEST_CASE_TEMPLATE("cond: over no elements takes the side that the empty sum says", F, SINTER_TEST_FIXTURES) {
  check_either<F>(values<float>{}, false, arrangement::gaps);
}
TEST_CASE_TEMPLATE("cond: nested, all three ways", F, SINTER_TEST_FIXTURES) {
  const values<float> v{1, 2, 3};
  const auto x = make<F>(extents{3}, v);
  const auto y = output<F, float>(extents{3});
  nested(x.view(), 5.0f).into(y.view(), F::executor());
  CHECK(difference(y.get(), {3, 6, 9}) == "");
  nested(x.view(), 7.0f).into(y.view(), F::executor());
  CHECK(difference(y.get(), {2, 4, 6}) == "");
  const auto z = make<F>(extents{3}, values<float>{-1, -2, 1});
  nested(z.view(), 7.0f).into(y.view(), F::executor());
  CHECK(difference(y.get(), {1, 2, -1}) == "");
}
TEST_CASE_TEMPLATE("cond: one predicate may decide twice", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{2}, values<float>{1, 2});
  const auto z = make<F>(extents{2}, values<float>{-1, -2});
  const auto a = output<F, float>(extents{2});
  const auto b = output<F, float>(extents{2});
  two_choices(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
  CHECK(difference(a.get(), {2, 3}) == "");
  CHECK(difference(b.get(), {2, 4}) == "");
  two_choices(z.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
  CHECK(difference(a.get(), {-2, -3}) == "");
  CHECK(difference(b.get(), {-4, -8}) == "");
}
TEST_CASE_TEMPLATE("cond: a row reduction common to the predicate and both sides", F, SINTER_TEST_FIXTURES) {
  const auto y = output<F, float>(extents{2, 4});
  const auto large = make<F>(extents{2, 4}, values<float>{0, 0, 4, 4, 1, 1, 1, 5});
  rows_in_common(large.view()).into(y.view(), F::executor());
  const float third = -1.0f / 3.0f;
  CHECK(distance(y.get(), {-1, -1, 1, 1, third, third, third, 1}, 1e-6) == "");
  const auto small = make<F>(extents{2, 4}, values<float>{0, 0, 1, 1, 0, 0, 0, 0});
  rows_in_common(small.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {-0.5f, -0.5f, 0.5f, 0.5f, 0, 0, 0, 0}) == "");
}
TEST_CASE_TEMPLATE("cond: of two arguments copies one of them", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{2}, values<float>{1, 2});
  const auto z = make<F>(extents{2}, values<float>{-3, -4});
  const auto y = output<F, float>(extents{2});
  argument_either_way(x.view(), z.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {1, 2}) == "");
  argument_either_way(z.view(), x.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {1, 2}) == "");
}

// A side may be smaller than the result: one row, a row's sum with and without its axis, one element.
inline constexpr auto broadcast_sides = sinter::region<struct broadcast_sides_k>([](auto x, auto row, auto column) {
  const auto positive = sum(x) > 0.0f;
  return sinter::outputs(cond(positive, x, row), cond(positive, sum(x, axis<-1>), x),
                         cond(positive, column, sum(x, axis<-1>, sinter::drop)));
});
// The same side twice, of two widths.
inline constexpr auto two_widths = sinter::region<struct two_widths_k>([](auto x, auto row) {
  const auto positive = sum(x) > 0.0f;
  return sinter::outputs(cond(positive, row, x), cond(positive, row, row * 2.0f));
});
TEST_CASE_TEMPLATE("cond: a side that broadcasts fills the result", F, SINTER_TEST_FIXTURES) {
  const extents<2> e{3, 4};
  for (const float sign : {1.0f, -1.0f}) {
    for (const bool one_column : {false, true}) {
      CAPTURE(sign);
      CAPTURE(one_column);
      values<float> v(12);
      values<float> sums(3);
      for (int64_t i = 0; i < 12; ++i) v[i] = sign * static_cast<float>(i), sums[i / 4] += v[i];
      const values<float> r{7, 8, 9, 10};
      const values<float> c = one_column ? values<float>{5} : values<float>{5, 6, 7};
      const auto x = make<F>(e, v);
      const auto row = make<F>(extents{1, 4}, r);
      const auto column = make<F>(extents{c.size()}, c);
      const auto y = output<F, float>(e, arrangement::gaps);
      const auto z = output<F, float>(e);
      const auto w = output<F, float>(extents{3});
      broadcast_sides(x.view(), row.view(), column.view())
          .into(sinter::outputs(y.view(), z.view(), w.view()), F::executor());
      values<float> want_y = v;
      values<float> want_z = v;
      for (int64_t i = 0; i < 12 && sign < 0; ++i) want_y[i] = r[i % 4];
      for (int64_t i = 0; i < 12 && sign > 0; ++i) want_z[i] = sums[i / 4];
      CHECK(difference(y.get(), want_y) == "");
      CHECK(difference(z.get(), want_z) == "");
      CHECK(difference(w.get(), sign < 0 ? sums : one_column ? values<float>{5, 5, 5} : c) == "");
      CHECK(y.gaps_are_untouched());
      const auto u = output<F, float>(extents{1, 4});
      two_widths(x.view(), row.view()).into(sinter::outputs(y.view(), u.view()), F::executor());
      for (int64_t i = 0; i < 12; ++i) want_y[i] = sign > 0 ? r[i % 4] : v[i];
      CHECK(difference(y.get(), want_y) == "");
      CHECK(difference(u.get(), sign > 0 ? r : values<float>{14, 16, 18, 20}) == "");
    }
  }
}

}  // namespace test
