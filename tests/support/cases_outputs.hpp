// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Regions with several results: of the domain's size and smaller, of different dtypes, beside reductions; run-time scalars;
// bound expressions. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

inline constexpr auto several = sinter::region<struct several_k>([](auto x, auto row, auto column, auto one) {
  return sinter::outputs(x + row, row * 2.0f, column * 3.0f, one * 4.0f, x * column + one);
});

template <class F>
void check_smaller_outputs(int64_t m, int64_t n) {
  for (const arrangement how : every_arrangement) {
    CAPTURE(m);
    CAPTURE(n);
    CAPTURE(how);
    const values<float> x = random<float>(m * n, 1);
    const values<float> row = random<float>(n, 2);
    const values<float> column = random<float>(m, 3);
    const values<float> one = random<float>(1, 4);
    values<float> want0(m * n), want1(n), want2(m), want3{one[0] * 4.0f}, want4(m * n);
    for (int64_t i = 0; i < m * n; ++i) {
      want0[i] = x[i] + row[i % n];
      want4[i] = x[i] * column[i / n] + one[0];
    }
    for (int64_t j = 0; j < n; ++j) want1[j] = row[j] * 2.0f;
    for (int64_t i = 0; i < m; ++i) want2[i] = column[i] * 3.0f;
    const auto tx = make<F>(extents{m, n}, x, how);
    const auto trow = make<F>(extents{n}, row);
    const auto tcolumn = make<F>(extents{m, int64_t{1}}, column);
    const auto tone = make<F>(extents<0>{}, one);
    const auto y0 = output<F, float>(extents{m, n});
    const auto y1 = output<F, float>(extents{n}, how);
    const auto y2 = output<F, float>(extents{m, int64_t{1}}, how);
    const auto y3 = output<F, float>(extents<0>{});
    const auto y4 = output<F, float>(extents{m, n}, how);
    several(tx.view(), trow.view(), tcolumn.view(), tone.view())
        .into(sinter::outputs(y0.view(), y1.view(), y2.view(), y3.view(), y4.view()), F::executor());
    CHECK(difference(y0.get(), want0) == "");
    CHECK(difference(y4.get(), want4) == "");
    CHECK(y0.gaps_are_untouched());
    CHECK(y1.gaps_are_untouched());
    CHECK(y2.gaps_are_untouched());
    CHECK(y4.gaps_are_untouched());
    CHECK(difference(y1.get(), want1) == "");
    CHECK(difference(y2.get(), want2) == "");
    CHECK(difference(y3.get(), want3) == "");
  }
}

TEST_CASE_TEMPLATE("outputs: results smaller than the domain are each written once", F, SINTER_TEST_FIXTURES) {
  const int64_t sizes[][2] = {{1, 1}, {1, 9}, {9, 1}, {3, 5}, {8, 16}, {33, 130}};
  for (const auto& s : sizes) check_smaller_outputs<F>(s[0], s[1]);
}
inline constexpr auto one_value_twice = sinter::region<struct one_value_twice_k>([](auto x) {
  auto y = x + 1.0f;
  return sinter::outputs(y, y, x);
});
TEST_CASE_TEMPLATE("outputs: one value may go to two places, and an argument to one", F, SINTER_TEST_FIXTURES) {
  const values<float> v = random<float>(37, 5);
  const auto x = make<F>(extents{37}, v);
  const auto a = output<F, float>(extents{37});
  const auto b = output<F, float>(extents{37}, arrangement::strided);
  const auto c = output<F, float>(extents{37}, arrangement::misaligned);
  one_value_twice(x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
  values<float> want(37);
  for (int i = 0; i < 37; ++i) want[i] = v[i] + 1.0f;
  CHECK(difference(a.get(), want) == "");
  CHECK(difference(b.get(), want) == "");
  CHECK(difference(c.get(), v) == "");
}

inline constexpr auto many_types = sinter::region<struct many_types_k>([](auto x, auto k) {
  return sinter::outputs(cast<sinter::bf16>(x), x > 0.0f, cast<std::int32_t>(x), cast<std::int64_t>(x) + k, x * k);
});
TEST_CASE_TEMPLATE("outputs: every dtype in one kernel, aligned or not", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::negative}) {
    for (const int64_t n : {1, 15, 16, 17, 1000}) {
      CAPTURE(how);
      CAPTURE(n);
      const values<float> x = random<float>(n, 6, -100, 100);
      const values<std::int64_t> k = random<std::int64_t>(n, 7, -5, 5);
      const auto tx = make<F>(extents{n}, x, how);
      const auto tk = make<F>(extents{n}, k);
      const auto y0 = output<F, sinter::bf16>(extents{n}, how);
      const auto y1 = output<F, bool>(extents{n}, how);
      const auto y2 = output<F, std::int32_t>(extents{n});
      const auto y3 = output<F, std::int64_t>(extents{n}, how);
      const auto y4 = output<F, float>(extents{n});
      many_types(tx.view(), tk.view())
          .into(sinter::outputs(y0.view(), y1.view(), y2.view(), y3.view(), y4.view()), F::executor());
      values<sinter::bf16> w0(n);
      values<bool> w1(n);
      values<std::int32_t> w2(n);
      values<std::int64_t> w3(n);
      values<float> w4(n);
      for (int64_t i = 0; i < n; ++i) {
        w0[i] = sinter::bf16(x[i]);
        w1[i] = x[i] > 0;
        w2[i] = static_cast<std::int32_t>(x[i]);
        w3[i] = static_cast<std::int64_t>(x[i]) + k[i];
        w4[i] = x[i] * static_cast<float>(k[i]);
      }
      CHECK(difference(y0.get(), w0) == "");
      CHECK(difference(y1.get(), w1) == "");
      CHECK(difference(y2.get(), w2) == "");
      CHECK(difference(y3.get(), w3) == "");
      CHECK(difference(y4.get(), w4) == "");
      CHECK(y0.gaps_are_untouched());
      CHECK(y1.gaps_are_untouched());
    }
  }
}

struct scaled_k;  // names the kernel
TEST_CASE_TEMPLATE("scalars: run-time ones of every C++ type, in a region and in a bound expression", F,
                   SINTER_TEST_FIXTURES) {
  const values<float> v = random<float>(100, 8);
  const auto x = make<F>(extents{100}, v);
  const auto y = output<F, float>(extents{100});
  float s = 1.25f;
  int k = 3;
  double d = 0.5;
  sinter::run(F::executor(), y.view() = (x.view() * s + k) * d);
  values<float> want(100);
  for (int i = 0; i < 100; ++i) want[i] = (v[i] * 1.25f + 3.0f) * 0.5f;
  CHECK(difference(y.get(), want) == "");
  const auto z = output<F, float>(extents{100});
  constexpr auto scaled = sinter::region<scaled_k>([](auto a, auto b, auto c, auto e) { return (a * b + c) * e; });
  scaled(x.view(), s, k, d).into(z.view(), F::executor());
  CHECK(difference(z.get(), want) == "");
}

TEST_CASE_TEMPLATE("scalars: a double literal meets bf16 in f32, and is rounded once at the store", F,
                   SINTER_TEST_FIXTURES) {
  const values<sinter::bf16> v{sinter::bf16(0.1f), sinter::bf16(-10.0625f)};
  const auto x = make<F>(extents{2}, v);
  const auto y = output<F, sinter::bf16>(extents{2});
  sinter::run(F::executor(), y.view() = x.view() + -0.1);
  CHECK(same_bits(y.get()[0], sinter::bf16(static_cast<float>(v[0]) + static_cast<float>(-0.1))));
  sinter::run(F::executor(), y.view() = x.view() + 9.99);
  CHECK(same_bits(y.get()[1], sinter::bf16(-10.0625f + 9.99f)));
}

// A map and reductions of two kinds over one tensor.
inline constexpr auto map_and_rows = sinter::region<struct map_and_rows_k>(
    [](auto x) { return sinter::outputs(x * 2.0f, sum(x, sinter::axis<-1>, sinter::drop), max(x, sinter::axis<-1>)); });
inline constexpr auto map_and_total =
    sinter::region<struct map_and_total_k>([](auto x) { return sinter::outputs(x * 2.0f, sum(x), max(x)); });

TEST_CASE_TEMPLATE("outputs: a map rides along with the reductions of the same tensor", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) {
    for (const int64_t n : {1, 5, 64, 300}) {
      CAPTURE(how);
      CAPTURE(n);
      const int64_t m = 6;
      const values<float> v = random<float>(m * n, 9, 0, 8);
      values<float> twice(m * n);
      values<double> sums(m);
      values<float> maxima(m, -inf);
      for (int64_t i = 0; i < m * n; ++i) {
        twice[i] = v[i] * 2.0f;
        sums[i / n] += v[i];
        if (v[i] > maxima[i / n]) maxima[i / n] = v[i];
      }
      const auto x = make<F>(extents{m, n}, v, how);
      const auto y = output<F, float>(extents{m, n}, how);
      const auto s = output<F, float>(extents{m}, how);
      const auto t = output<F, float>(extents{m, int64_t{1}}, how);
      map_and_rows(x.view()).into(sinter::outputs(y.view(), s.view(), t.view()), F::executor());
      CHECK(difference(y.get(), twice) == "");
      CHECK(distance(s.get(), sums, 1e-5) == "");
      CHECK(difference(t.get(), maxima) == "");
      CHECK(y.gaps_are_untouched());
      CHECK(s.gaps_are_untouched());
      const auto all = output<F, float>(extents<0>{});
      const auto most = output<F, float>(extents<0>{});
      const auto z = output<F, float>(extents{m, n}, how);
      map_and_total(x.view()).into(sinter::outputs(z.view(), all.view(), most.view()), F::executor());
      double total = 0;
      float top = -inf;
      for (int64_t i = 0; i < m; ++i) {
        total += sums[i];
        top = maxima[i] > top ? maxima[i] : top;
      }
      CHECK(difference(z.get(), twice) == "");
      CHECK(distance(all.get(), values<double>{total}, 1e-5) == "");
      CHECK(most.get()[0] == top);
    }
  }
}

}  // namespace test
