// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions over every set of axes, kept and dropped: sums and extremes against plain loops, maps before and after them in the
// same kernel, several sets of axes in one region. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include <array>

#include "support/executors.hpp"

namespace test {

using sinter::axes;
using sinter::axis;
using sinter::drop;

// Tags of regions inside functions, whose classes no kernel can be named after.
struct named_axes_k;
struct empty_axes_k;
struct empty_most_k;
struct shares_k;
struct column_bits_k;

// Where element i is once the axes of `mask` (bit a: axis a from the left) have the extent 1.
template <int R>
int64_t place_without(const extents<R>& e, unsigned mask, int64_t i) {
  int64_t place = 0;
  int64_t stride = 1;
  for (int a = R - 1; a >= 0; --a) {
    const int64_t at = i % e[a];
    i /= e[a];
    if ((mask >> a & 1U) != 0) continue;
    place += at * stride;
    stride *= e[a];
  }
  return place;
}
template <int R>
extents<R> without(extents<R> e, unsigned mask) {
  for (int a = 0; a < R; ++a) {
    if ((mask >> a & 1U) != 0) e.axis[a] = 1;
  }
  return e;
}
template <int R, int Dropped>
extents<R - Dropped> dropped(const extents<R>& e, unsigned mask) {
  extents<R - Dropped> r{};
  int to = 0;
  for (int a = 0; a < R; ++a) {
    if ((mask >> a & 1U) == 0) r.axis[to++] = e[a];
  }
  return r;
}

template <int... Axes>
struct axes_k;
template <int... Axes>
inline constexpr auto over_axes = sinter::region<axes_k<Axes...>>([](auto x) {
  return sinter::outputs(sum(x, axes<Axes...>), sum(x, axes<Axes...>, drop), max(x, axes<Axes...>),
                         x - max(x, axes<Axes...>));
});

// Whole numbers: their sums are exact in any order.
inline values<float> whole_numbers(int64_t n, int64_t modulus = 19) {
  values<float> v(n);
  for (int64_t i = 0; i < n; ++i) v[i] = static_cast<float>(i * 7 % modulus - modulus / 2);
  return v;
}

template <class F, int... Axes, int R>
void check_axes(const extents<R>& e, arrangement how) {
  constexpr int count = sizeof...(Axes);
  const unsigned mask = ((1U << Axes) | ...);
  CAPTURE(mask);
  CAPTURE(how);
  for (int a = 0; a < R; ++a) CAPTURE(e[a]);
  const values<float> v = whole_numbers(e.count());
  const extents<R> small = without(e, mask);
  values<float> sums(small.count(), 0.0f);
  values<float> most(small.count(), -inf);
  for (int64_t i = 0; i < e.count(); ++i) {
    float& s = sums[place_without(e, mask, i)];
    float& m = most[place_without(e, mask, i)];
    s += v[i];
    m = v[i] > m ? v[i] : m;
  }
  values<float> below(e.count());
  for (int64_t i = 0; i < e.count(); ++i) below[i] = v[i] - most[place_without(e, mask, i)];
  const auto x = make<F>(e, v, how);
  const auto kept = output<F, float>(small, how);
  const auto left_out = output<F, float>(dropped<R, count>(e, mask));
  const auto largest = output<F, float>(small);
  const auto rest = output<F, float>(e, how);
  over_axes<Axes...>(x.view()).into(sinter::outputs(kept.view(), left_out.view(), largest.view(), rest.view()),
                                    F::executor());
  CHECK(difference(kept.get(), sums) == "");
  CHECK(difference(left_out.get(), sums) == "");
  CHECK(difference(largest.get(), most) == "");
  CHECK(difference(rest.get(), below) == "");
  CHECK(kept.gaps_are_untouched());
  CHECK(rest.gaps_are_untouched());
}
template <class F>
void check_axes_of(const extents<3>& e, arrangement how) {
  check_axes<F, 0>(e, how);
  check_axes<F, 1>(e, how);
  check_axes<F, 2>(e, how);
  check_axes<F, 0, 1>(e, how);
  check_axes<F, 0, 2>(e, how);
  check_axes<F, 1, 2>(e, how);
  check_axes<F, 0, 1, 2>(e, how);
}
TEST_CASE_TEMPLATE("axes: every set of three, in any arrangement", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) check_axes_of<F>({5, 7, 12}, how);
}
inline constexpr auto below_most = sinter::region<struct below_most_k>([](auto x) { return x - max(x, axes<1, 2>); });
TEST_CASE_TEMPLATE("axes: a map of rows of the last axes, all of one run in memory", F, SINTER_TEST_FIXTURES) {
  for (const extents<3>& e : {extents<3>{1, 3, 3}, extents<3>{2, 131, 33}, extents<3>{3, 8, 16}}) {
    CAPTURE(e[1]);
    const int64_t row = e[1] * e[2];
    const values<float> v = whole_numbers(e.count(), 1009);
    values<float> want(e.count());
    for (int64_t r = 0; r < e[0]; ++r) {
      float most = -inf;
      for (int64_t i = 0; i < row; ++i) most = v[r * row + i] > most ? v[r * row + i] : most;
      for (int64_t i = 0; i < row; ++i) want[r * row + i] = v[r * row + i] - most;
    }
    const auto x = make<F>(e, v);
    const auto y = output<F, float>(e);
    below_most(x.view()).into(y.view(), F::executor());
    CHECK(difference(y.get(), want) == "");
  }
}
TEST_CASE_TEMPLATE("axes: extents of 1, primes, and beyond a block's rows", F, SINTER_TEST_FIXTURES) {
  for (const extents<3>& e : {extents<3>{1, 1, 1}, extents<3>{1, 9, 1}, extents<3>{3, 1, 67}, extents<3>{2, 131, 33},
                              extents<3>{67, 2, 3}, extents<3>{1, 300, 40}, extents<3>{40, 5, 64}}) {
    check_axes_of<F>(e, arrangement::contiguous);
  }
}
TEST_CASE_TEMPLATE("axes: two of four that are never neighbours", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : {arrangement::contiguous, arrangement::permuted, arrangement::gaps}) {
    check_axes<F, 0, 2>(extents<4>{3, 4, 5, 6}, how);
    check_axes<F, 1, 3>(extents<4>{3, 4, 5, 6}, how);
    check_axes<F, 0, 3>(extents<4>{7, 2, 3, 33}, how);
    check_axes<F, 0, 1, 3>(extents<4>{2, 3, 4, 5}, how);
  }
}
TEST_CASE_TEMPLATE("axes: negative numbers and any order name the same axes", F, SINTER_TEST_FIXTURES) {
  constexpr auto one = sinter::region<named_axes_k>([](auto x) {
    return sinter::outputs(sum(x, axes<-1, 0>), sum(x, axis<-2>), sum(x, axes<2, 0>), sum(x, axes<1>));
  });
  const auto plan = sinter::plan(one, sinter::tensor<float, 3>{{2, 3, 4}});
  CHECK(plan.kernels() == 2);
  const values<float> v = whole_numbers(24);
  const auto x = make<F>(extents{2, 3, 4}, v);
  const auto a = output<F, float>(extents{1, 3, 1});
  const auto b = output<F, float>(extents{2, 1, 4});
  const auto c = output<F, float>(extents{1, 3, 1});
  const auto d = output<F, float>(extents{2, 1, 4});
  one(x.view()).into(sinter::outputs(a.view(), b.view(), c.view(), d.view()), F::executor());
  CHECK(difference(a.get(), c.get()) == "");
  CHECK(difference(b.get(), d.get()) == "");
}

// Long rows that lie across memory, and few or many of them.
TEST_CASE_TEMPLATE("axes: columns of every length", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 2, 3, 4, 5, 8, 9, 31, 33, 127, 128, 129, 130, 257, 1000}) {
    for (const int64_t m : {1, 3, 33}) check_axes<F, 0>(extents<2>{n, m}, arrangement::contiguous);
  }
  check_axes<F, 0>(extents<2>{F::most_elements >= 300000 ? 100003 : 9001, 3}, arrangement::contiguous);
  check_axes<F, 0>(extents<2>{3, F::most_elements >= 300000 ? 100003 : 9001}, arrangement::misaligned);
}

inline constexpr auto column_softmax = sinter::region<struct column_softmax_k>([](auto x) {
  const auto e = exp(x - max(x, axis<0>));
  return e / sum(e, axis<0>);
});
inline constexpr auto group_norm = sinter::region<struct group_norm_k>([](auto x, auto scale) {
  const auto apart = x - mean(x, axes<1, 3>);
  return apart * rsqrt(mean(square(apart), axes<1, 3>) + 1e-5f) * scale;
});
TEST_CASE_TEMPLATE("axes: softmax of columns is one kernel", F, SINTER_TEST_FIXTURES) {
  CHECK(sinter::plan(column_softmax, sinter::tensor<float, 2>{{100, 37}}).kernels() == 1);
  for (const int64_t n : {1, 5, 100, 700}) {
    const int64_t m = 37;
    const values<float> v = random<float>(n * m, 5, -8, 8);
    const auto x = make<F>(extents{n, m}, v);
    const auto y = output<F, float>(extents{n, m});
    column_softmax(x.view()).into(y.view(), F::executor());
    const values<float> got = y.get();
    double worst = 0;
    for (int64_t j = 0; j < m; ++j) {
      double most = -1e30, total = 0;
      for (int64_t i = 0; i < n; ++i) most = std::fmax(most, v[i * m + j]);
      for (int64_t i = 0; i < n; ++i) total += std::exp(v[i * m + j] - most);
      for (int64_t i = 0; i < n; ++i) {
        const double want = std::exp(v[i * m + j] - most) / total;
        worst = std::fmax(worst, std::fabs(got[i * m + j] - want) / want);
      }
    }
    CHECK(worst < 4e-6);
  }
}
TEST_CASE_TEMPLATE("axes: a norm over axes that are no neighbours is one kernel", F, SINTER_TEST_FIXTURES) {
  CHECK(sinter::plan(group_norm, sinter::tensor<float, 4>{{2, 4, 3, 50}}, sinter::tensor<float, 2>{{3, 1}}).kernels() ==
        1);
  const extents<4> e{2, 4, 3, 50};
  const values<float> v = random<float>(e.count(), 8, 90, 110);
  const values<float> scale{1, 2, -3};
  const auto x = make<F>(e, v);
  const auto s = make<F>(extents{3, 1}, scale);
  const auto y = output<F, float>(e, arrangement::permuted);
  group_norm(x.view(), s.view()).into(y.view(), F::executor());
  const values<float> got = y.get();
  values<double> mean(6, 0.0), square(6, 0.0);
  for (int64_t i = 0; i < e.count(); ++i) mean[place_without(e, 0b1010, i)] += v[i] / 200.0;
  for (int64_t i = 0; i < e.count(); ++i) {
    const double apart = v[i] - mean[place_without(e, 0b1010, i)];
    square[place_without(e, 0b1010, i)] += apart * apart / 200;
  }
  double worst = 0;
  for (int64_t i = 0; i < e.count(); ++i) {
    const int64_t g = place_without(e, 0b1010, i);
    const double want = (v[i] - mean[g]) / std::sqrt(square[g] + 1e-5) * scale[g % 3];
    worst = std::fmax(worst, std::fabs(got[i] - want));
  }
  CHECK(worst < 2e-4);
}

// What is used without its reduced axis, where the others keep their places.
inline constexpr auto scaled_total = sinter::region<struct scaled_total_k>(
    [](auto x, auto w, auto b) { return relu(sum(x * x, axis<0>, drop) * w + b); });
inline constexpr auto twice_dropped =
    sinter::region<struct twice_dropped_k>([](auto x) { return sum(sum(x, axis<0>, drop) * 2.0f, axis<0>, drop); });
inline constexpr auto squeezed = sinter::region<struct squeezed_axes_k>([](auto x) {
  const auto s = sum(x, axis<1>);
  return sinter::outputs(squeeze(s, axis<1>) + 1.0f, unsqueeze(sum(x, axes<0, 2>, drop), axis<0>));
});
TEST_CASE_TEMPLATE("axes: maps of what was dropped stay in the kernel", F, SINTER_TEST_FIXTURES) {
  CHECK(sinter::plan(scaled_total, sinter::tensor<float, 2>{{9, 40}}, sinter::tensor<float, 1>{{40}}, 1.0f).kernels() ==
        1);
  const values<float> v = whole_numbers(9 * 40);
  const values<float> w = whole_numbers(40, 11);
  values<float> want(40, 0.0f);
  for (int64_t i = 0; i < 9 * 40; ++i) want[i % 40] += v[i] * v[i];
  for (int64_t j = 0; j < 40; ++j) want[j] = std::fmax(want[j] * w[j] + 1, 0.0f);
  const auto x = make<F>(extents{9, 40}, v);
  const auto t = make<F>(extents{40}, w);
  const auto y = output<F, float>(extents{40});
  scaled_total(x.view(), t.view(), 1.0f).into(y.view(), F::executor());
  CHECK(difference(y.get(), want) == "");
}
TEST_CASE_TEMPLATE("axes: reductions of dropped reductions, squeezes and new axes", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{4, 5, 6};
  const values<float> v = whole_numbers(e.count());
  const auto x = make<F>(e, v);
  values<float> twice(6, 0.0f), middle(24, 1.0f), outer(5, 0.0f);
  for (int64_t i = 0; i < e.count(); ++i) {
    twice[i % 6] += 2 * v[i];
    middle[place_without(e, 0b010, i)] += v[i];
    outer[i / 6 % 5] += v[i];
  }
  const auto a = output<F, float>(extents{6});
  twice_dropped(x.view()).into(a.view(), F::executor());
  CHECK(difference(a.get(), twice) == "");
  const auto b = output<F, float>(extents{4, 6}, arrangement::transposed);
  const auto c = output<F, float>(extents{1, 5});
  squeezed(x.view()).into(sinter::outputs(b.view(), c.view()), F::executor());
  CHECK(difference(b.get(), middle) == "");
  CHECK(difference(c.get(), outer) == "");
}

// Rows, columns and everything of one tensor; the wider operand decides how long a row is.
inline constexpr auto margins = sinter::region<struct margins_k>([](auto x) {
  return sinter::outputs(sum(x, axis<0>), sum(x, axis<1>), sum(x), x - sum(x, axis<0>) - sum(x, axis<1>));
});
inline constexpr auto outer_sum =
    sinter::region<struct outer_sum_k>([](auto a, auto b) { return sum(a + b, axis<1>) + sum(b, axes<0, 1>); });
TEST_CASE_TEMPLATE("axes: several sets of axes in one region", F, SINTER_TEST_FIXTURES) {
  const auto plan = sinter::plan(margins, sinter::tensor<float, 2>{{30, 20}});
  CHECK(plan.kernels() == 3);
  const values<float> v = whole_numbers(600);
  values<float> columns(20, 0.0f), rows(30, 0.0f), rest(600);
  float total = 0;
  for (int64_t i = 0; i < 600; ++i) {
    columns[i % 20] += v[i];
    rows[i / 20] += v[i];
    total += v[i];
  }
  for (int64_t i = 0; i < 600; ++i) rest[i] = v[i] - columns[i % 20] - rows[i / 20];
  const auto x = make<F>(extents{30, 20}, v);
  const auto a = output<F, float>(extents{1, 20});
  const auto b = output<F, float>(extents{30, 1});
  const auto c = output<F, float>(extents<0>{});
  const auto d = output<F, float>(extents{30, 20});
  margins(x.view()).into(sinter::outputs(a.view(), b.view(), c.view(), d.view()), F::executor());
  CHECK(difference(a.get(), columns) == "");
  CHECK(difference(b.get(), rows) == "");
  CHECK(difference(c.get(), values<float>{total}) == "");
  CHECK(difference(d.get(), rest) == "");
}
TEST_CASE_TEMPLATE("axes: of operands that broadcast", F, SINTER_TEST_FIXTURES) {
  for (const auto& both : {std::array<int64_t, 2>{7, 1}, std::array<int64_t, 2>{1, 7}, std::array<int64_t, 2>{7, 7}}) {
    const std::int64_t first = both[0];
    const std::int64_t second = both[1];
    const values<float> u = whole_numbers(3 * first * 5);
    const values<float> w = whole_numbers(second * 5, 13);
    const auto a = make<F>(extents{int64_t{3}, first, int64_t{5}}, u);
    const auto b = make<F>(extents{int64_t{1}, second, int64_t{5}}, w);
    values<float> want(15, 0.0f);
    for (int64_t i = 0; i < 3; ++i) {
      for (int64_t j = 0; j < 7; ++j) {
        for (int64_t k = 0; k < 5; ++k)
          want[i * 5 + k] += u[(i * first + (first == 1 ? 0 : j)) * 5 + k] + w[(second == 1 ? 0 : j) * 5 + k];
      }
      for (int64_t k = 0; k < 5; ++k) {
        for (int64_t j = 0; j < second; ++j) want[i * 5 + k] += w[j * 5 + k];
      }
    }
    const auto y = output<F, float>(extents{3, 1, 5});
    outer_sum(a.view(), b.view()).into(y.view(), F::executor());
    CHECK(difference(y.get(), want) == "");
  }
}

// In one kernel a row of several axes and another that lacks some of its elements.
inline constexpr auto shorter_sum = sinter::region<struct shorter_sum_k>(
    [](auto a, auto b) { return sum(a * b, axes<0, 2>) + sum(b, axes<0, 2>) + max(b, axes<0, 2>); });
TEST_CASE_TEMPLATE("axes: rows of several axes that are not equally long", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{4, 3, 70};
  CHECK(
      sinter::plan(shorter_sum, sinter::tensor<float, 3>{{4, 3, 70}}, sinter::tensor<float, 3>{{4, 1, 1}}).kernels() ==
      1);
  const values<float> u = whole_numbers(e.count());
  for (const extents<3>& small :
       {extents<3>{1, 3, 70}, extents<3>{4, 3, 1}, extents<3>{1, 3, 1}, extents<3>{1, 1, 1}, e}) {
    const values<float> w = whole_numbers(small.count(), 13);
    values<float> want(3, 0.0f), most(3, -inf);
    const auto at = [&](int64_t i, int64_t j, int64_t k) {
      return w[((small[0] == 1 ? 0 : i) * small[1] + (small[1] == 1 ? 0 : j)) * small[2] + (small[2] == 1 ? 0 : k)];
    };
    for (int64_t i = 0; i < e.count(); ++i) {
      const int64_t j = i / 70 % 3;
      const float b = at(i / 210, j, i % 70);
      want[j] += u[i] * b + ((i / 210 < small[0] && i % 70 < small[2]) ? b : 0.0f);
      most[j] = b > most[j] ? b : most[j];
    }
    for (int64_t j = 0; j < 3; ++j) want[j] += most[j];
    for (const arrangement how : {arrangement::contiguous, arrangement::gaps, arrangement::transposed}) {
      const auto a = make<F>(e, u, how);
      const auto b = make<F>(small, w, how);
      const auto y = output<F, float>(extents{1, 3, 1});
      shorter_sum(a.view(), b.view()).into(y.view(), F::executor());
      CHECK(difference(y.get(), want) == "");
    }
  }
}

inline constexpr auto repeated_sum = sinter::region<struct repeated_sum_k>(
    [](auto a, auto b) { return sum(a + b, axes<0, 1>) + sum(b, axes<0, 1>) * 2.0f; });
TEST_CASE_TEMPLATE("axes: rows that lack an axis of two along which memory repeats", F, SINTER_TEST_FIXTURES) {
  const values<float> u = whole_numbers(40);
  const values<float> w = whole_numbers(40, 13);
  const auto a = make<F>(extents{40}, u);
  const auto b = make<F>(extents{40}, w);
  for (const auto& both : {std::array<int64_t, 2>{1, 5}, std::array<int64_t, 2>{3, 1}, std::array<int64_t, 2>{3, 5}}) {
    const std::int64_t first = both[0];
    const std::int64_t second = both[1];
    CAPTURE(first);
    CAPTURE(second);
    values<float> want(40);
    for (int64_t j = 0; j < 40; ++j) want[j] = 15 * (u[j] + w[j]) + 2 * static_cast<float>(first * second) * w[j];
    const auto y = output<F, float>(extents{1, 1, 40});
    repeated_sum(sinter::view(a.view().data(), {3, 5, 40}, {0, 0, 1}),
                 sinter::view(b.view().data(), {first, second, 40}, {0, 0, 1}))
        .into(y.view(), F::executor());
    CHECK(difference(y.get(), want) == "");
  }
}

// A result with the extent 1 where the rows are long, or where they have no elements.
template <int... Axes>
struct narrow_axes_k;
template <int... Axes>
inline constexpr auto narrow = sinter::region<narrow_axes_k<Axes...>>([](auto x, auto w) {
  return sinter::outputs(x * w - sum(x, axes<Axes...>), w * 2.0f);
});
template <class F, int... Axes>
void check_narrow(const extents<3>& e, const extents<3>& small) {
  for (int a = 0; a < 3; ++a) CAPTURE(small[a]);
  unsigned broadcast = 0;
  for (int a = 0; a < 3; ++a) broadcast |= small[a] == 1 ? 1U << a : 0;
  const unsigned mask = ((1U << Axes) | ...);
  const values<float> v = whole_numbers(e.count());
  const values<float> u = whole_numbers(small.count(), 13);
  values<float> sums(without(e, mask).count(), 0.0f), want(e.count()), twice(small.count());
  for (int64_t i = 0; i < e.count(); ++i) sums[place_without(e, mask, i)] += v[i];
  for (int64_t i = 0; i < e.count(); ++i)
    want[i] = v[i] * u[place_without(e, broadcast, i)] - sums[place_without(e, mask, i)];
  for (int64_t i = 0; i < small.count(); ++i) twice[i] = u[i] * 2;
  const auto x = make<F>(e, v);
  const auto w = make<F>(small, u);
  const auto y = output<F, float>(e);
  const auto z = output<F, float>(small);
  narrow<Axes...>(x.view(), w.view()).into(sinter::outputs(y.view(), z.view()), F::executor());
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(z.get(), twice) == "");
}
TEST_CASE_TEMPLATE("axes: results that lack some of a row's axes", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{40, 3, 7};
  for (const extents<3>& small :
       {extents<3>{1, 3, 7}, extents<3>{40, 1, 7}, extents<3>{1, 1, 7}, extents<3>{40, 3, 1}, extents<3>{1, 1, 1}, e}) {
    check_narrow<F, 0>(e, small);
    check_narrow<F, 0, 1>(e, small);
    check_narrow<F, 0, 2>(e, small);
  }
  check_narrow<F, 0>({0, 3, 7}, {1, 3, 7});
  check_narrow<F, 0, 1>({4, 0, 7}, {4, 1, 7});
  check_narrow<F, 0, 1>({0, 3, 0}, {1, 3, 1});
  check_narrow<F, 0, 2>({4, 3, 0}, {4, 3, 1});
}

TEST_CASE_TEMPLATE("axes: of no elements, and of none to write", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<empty_axes_k>(
      [](auto x) { return sinter::outputs(sum(x, axis<0>), mean(x, axes<0, 2>), prod(x, axis<1>)); });
  const auto x = make<F>(extents{0, 3, 2}, values<float>{});
  const auto a = output<F, float>(extents{1, 3, 2});
  const auto b = output<F, float>(extents{1, 3, 1});
  const auto c = output<F, float>(extents{0, 1, 2});
  formula(x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
  CHECK(difference(a.get(), values<float>(6, 0.0f)) == "");
  CHECK(difference(b.get(), values<float>(3, nan)) == "");
  const auto x2 = make<F>(extents{3, 0, 2}, values<float>{});
  const auto a2 = output<F, float>(extents{1, 0, 2});
  const auto b2 = output<F, float>(extents{1, 0, 1});
  const auto c2 = output<F, float>(extents{3, 1, 2});
  formula(x2.view()).into(sinter::outputs(a2.view(), b2.view(), c2.view()), F::executor());
  CHECK(difference(c2.get(), values<float>(6, 1.0f)) == "");
  // Nothing to write is no kernel, which the GPU's fixture counts.
  constexpr auto shares = sinter::region<shares_k>(
      [](auto v) { return sinter::outputs(v / sum(v, axis<-1>), v / sum(v, axis<0>), v - mean(v, axes<0, 2>)); });
  for (const extents<3>& e : {extents<3>{2, 3, 0}, extents<3>{0, 3, 2}, extents<3>{2, 0, 3}}) {
    CHECK(sinter::plan(shares, sinter::tensor<float, 3>{{e[0], e[1], e[2]}}).kernels() == 0);
    const auto none = make<F>(e, values<float>{});
    const auto p = output<F, float>(e, arrangement::gaps);
    const auto q = output<F, float>(e);
    const auto r = output<F, float>(e);
    shares(none.view()).into(sinter::outputs(p.view(), q.view(), r.view()), F::executor());
    CHECK(p.is_untouched());
  }
  constexpr auto most = sinter::region<empty_most_k>([](auto x) { return max(x, axis<0>); });
  CHECK_THROWS_WITH(most(x.view()).into(a.view(), F::executor()),
                    doctest::Contains("max over no elements has no value"));
}

// Coordinates, gathers and turned inputs under columns and under several axes.
inline constexpr auto weighted = sinter::region<struct weighted_axes_k>([](auto x, auto table, auto index) {
  const auto moved = transpose(x, axis<0>, axis<1>);
  return sinter::outputs(sum(sinter::cast<float>(iota(x, axis<0>)) * x, axis<0>),
                         sum(x * sinter::cast<float>(iota(x)), axes<0, 2>), max(moved, axis<0>),
                         sum(take(table, axis<0>, index), axis<0>));
});
TEST_CASE_TEMPLATE("axes: coordinates, gathers and moved operands", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{6, 4, 3};
  const values<float> v = whole_numbers(e.count());
  const values<float> rows = whole_numbers(9 * 33, 23);
  const values<std::int32_t> chosen{8, 0, -1, 3, 3};
  values<float> a(12, 0.0f), b(4, 0.0f), c(18, -inf), d(33, 0.0f);
  for (int64_t i = 0; i < e.count(); ++i) {
    const int64_t x = i / 12, y = i / 3 % 4, z = i % 3;
    a[i % 12] += static_cast<float>(x) * v[i];
    b[y] += v[i] * static_cast<float>(i);
    float& most = c[x * 3 + z];
    most = v[i] > most ? v[i] : most;
  }
  for (int64_t k = 0; k < 5; ++k) {
    for (int64_t j = 0; j < 33; ++j) d[j] += rows[(chosen[k] + 9) % 9 * 33 + j];
  }
  const auto x = make<F>(e, v);
  const auto t = make<F>(extents{9, 33}, rows);
  const auto index = make<F>(extents{5}, chosen);
  const auto ya = output<F, float>(extents{1, 4, 3});
  const auto yb = output<F, float>(extents{1, 4, 1});
  const auto yc = output<F, float>(extents{1, 6, 3});
  const auto yd = output<F, float>(extents{1, 33});
  weighted(x.view(), t.view(), index.view())
      .into(sinter::outputs(ya.view(), yb.view(), yc.view(), yd.view()), F::executor());
  CHECK(difference(ya.get(), a) == "");
  CHECK(difference(yb.get(), b) == "");
  CHECK(difference(yc.get(), c) == "");
  CHECK(difference(yd.get(), d) == "");
}

// The bits of a column do not depend on how many there are, nor on where its elements lie.
TEST_CASE_TEMPLATE("axes: a column has the same bits among any number of others", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region<column_bits_k>([](auto x) { return sum(exp(x), axis<0>); });
  const int64_t n = 300;
  const values<float> first = random<float>(n, 77);
  values<float> want;
  for (const int64_t m : {1, 7, 33, 132}) {
    for (const arrangement how : {arrangement::contiguous, arrangement::transposed, arrangement::gaps}) {
      values<float> v = random<float>(n * m, 78);
      for (int64_t i = 0; i < n; ++i) v[i * m + m / 2] = first[i];
      const auto x = make<F>(extents{n, m}, v, how);
      const auto y = output<F, float>(extents{int64_t{1}, m});
      formula(x.view()).into(y.view(), F::executor());
      const values<float> got = y.get().part(m / 2, 1);
      if (want.size() == 0) want = got;
      CHECK(difference(got, want) == "");
    }
  }
}

}  // namespace test
