// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// sum, mean, max and min over the last axis (kept and dropped) and over everything, at the lengths where kernels change.
// A test file defines SINTER_TEST_FIXTURES and SINTER_TEST_ELEMENT. References are computed in double, or exactly.
#pragma once

#include "support/bounds.hpp"
#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::bf16;
using sinter::drop;

inline constexpr auto row_statistics = sinter::region<struct row_statistics_k>(
    [](auto x) { return sinter::outputs(sum(x, axis<-1>), mean(x, axis<-1>), max(x, axis<-1>), min(x, axis<-1>)); });
inline constexpr auto dropped_statistics = sinter::region<struct dropped_statistics_k>([](auto x) {
  return sinter::outputs(sum(x, axis<1>, drop), mean(x, axis<-1>, drop), max(x, axis<-1>, drop),
                         min(x, axis<-1>, drop));
});
inline constexpr auto total_statistics =
    sinter::region<struct total_statistics_k>([](auto x) { return sinter::outputs(sum(x), mean(x), max(x), min(x)); });

template <class T>
inline constexpr bool is_floating = std::is_same_v<T, float> || std::is_same_v<T, bf16>;
template <class T>
using sum_of = std::conditional_t<is_floating<T>, T, std::int64_t>;
template <class T>
using mean_of = std::conditional_t<is_floating<T>, T, float>;

// What rounding may add to a sum of n values: of the terms in f32, and once at a bf16 store.
template <class T>
double slack(double magnitude, int64_t n, double result) {
  return magnitude * sum_bound(n) * 0x1p-24 + (std::is_same_v<T, bf16> ? 0x1p-8 * std::fabs(result) : 0);
}

// One row of reductions against its elements.
template <class T>
bool row_is_right(const values<T>& row, sum_of<T> s, mean_of<T> mean, T most, T least) {
  double sum = 0;
  double magnitude = 0;
  std::int64_t integers = 0;
  T top = row[0];
  T bottom = row[0];
  for (const T& v : row) {
    sum += number(v);
    magnitude += std::fabs(number(v));
    if constexpr (!is_floating<T>) integers += v;
    if (number(v) > number(top)) top = v;
    if (number(v) < number(bottom)) bottom = v;
  }
  const double n = static_cast<double>(row.size());
  bool right = same_bits(most, top) && same_bits(least, bottom);
  if constexpr (is_floating<T>) {
    right = right && std::fabs(number(s) - sum) <= slack<T>(magnitude, row.size(), sum);
    right = right && std::fabs(number(mean) - sum / n) <= slack<T>(magnitude / n, row.size(), sum / n);
  } else {
    right = right && s == integers && mean == static_cast<float>(static_cast<float>(integers) / static_cast<float>(n));
  }
  return right;
}

template <class T>
values<T> row_values(int64_t n, std::uint64_t seed) {
  if constexpr (std::is_same_v<T, std::int32_t>)
    return random<T>(n, seed, -2147483648.0, 2147483647.0);
  else
    return random<T>(n, seed, -3, 5);
}

template <class F, class T>
void check_rows(int64_t m, int64_t n, arrangement how) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(how);
  const values<T> v = row_values<T>(m * n, static_cast<std::uint64_t>(n));
  const auto x = make<F>(extents{m, n}, v, how);
  const auto s = output<F, sum_of<T>>(extents{m, int64_t{1}}, how);
  const auto mean = output<F, mean_of<T>>(extents{m, int64_t{1}});
  const auto most = output<F, T>(extents{m, int64_t{1}});
  const auto least = output<F, T>(extents{m, int64_t{1}}, how);
  row_statistics(x.view()).into(sinter::outputs(s.view(), mean.view(), most.view(), least.view()), F::executor());
  int64_t wrong = 0;
  for (int64_t i = 0; i < m; ++i) {
    if (!row_is_right(v.part(i * n, n), s.get()[i], mean.get()[i], most.get()[i], least.get()[i])) ++wrong;
  }
  CHECK(wrong == 0);
  CHECK(s.gaps_are_untouched());
  CHECK(least.gaps_are_untouched());
}

TEST_CASE_TEMPLATE("reductions: rows of every length 1 to 130", F, SINTER_TEST_FIXTURES) {
  for (int64_t n = 1; n <= 130; ++n) check_rows<F, SINTER_TEST_ELEMENT>(3, n, arrangement::contiguous);
}
TEST_CASE_TEMPLATE("reductions: rows at the borders of the ladder", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {255, 256, 257, 512, 1023, 1024, 1025, 2048, 4095, 4096, 4097, 8192}) {
    check_rows<F, SINTER_TEST_ELEMENT>(2, n, arrangement::contiguous);
  }
}
TEST_CASE_TEMPLATE("reductions: rows in any arrangement", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) {
    for (const int64_t n : {1, 7, 32, 100, 300, 1024}) check_rows<F, SINTER_TEST_ELEMENT>(5, n, how);
  }
}
TEST_CASE_TEMPLATE("reductions: many short rows share a block", F, SINTER_TEST_FIXTURES) {
  for (const int64_t m : {31, 32, 33, 100}) check_rows<F, SINTER_TEST_ELEMENT>(m, 16, arrangement::contiguous);
}
TEST_CASE_TEMPLATE("reductions: a row that no block keeps", F, SINTER_TEST_FIXTURES) {
  check_rows<F, SINTER_TEST_ELEMENT>(1, F::most_elements >= 300000 ? 300000 : 40000, arrangement::contiguous);
  check_rows<F, SINTER_TEST_ELEMENT>(2, 20001, arrangement::misaligned);
}

TEST_CASE_TEMPLATE("reductions: without their axis they have the same bits", F, SINTER_TEST_FIXTURES) {
  using T = SINTER_TEST_ELEMENT;
  for (const int64_t n : {1, 5, 128, 1000}) {
    CAPTURE(n);
    const values<T> v = row_values<T>(7 * n, 3);
    const auto x = make<F>(extents{int64_t{7}, n}, v);
    const auto s = output<F, sum_of<T>>(extents{7, 1});
    const auto mean = output<F, mean_of<T>>(extents{7, 1});
    const auto most = output<F, T>(extents{7, 1});
    const auto least = output<F, T>(extents{7, 1});
    row_statistics(x.view()).into(sinter::outputs(s.view(), mean.view(), most.view(), least.view()), F::executor());
    const auto s1 = output<F, sum_of<T>>(extents{7}, arrangement::strided);
    const auto mean1 = output<F, mean_of<T>>(extents{7});
    const auto most1 = output<F, T>(extents{7}, arrangement::negative);
    const auto least1 = output<F, T>(extents{7});
    dropped_statistics(x.view()).into(sinter::outputs(s1.view(), mean1.view(), most1.view(), least1.view()),
                                      F::executor());
    CHECK(difference(s1.get(), s.get()) == "");
    CHECK(difference(mean1.get(), mean.get()) == "");
    CHECK(difference(most1.get(), most.get()) == "");
    CHECK(difference(least1.get(), least.get()) == "");
    CHECK(s1.gaps_are_untouched());
  }
}

TEST_CASE_TEMPLATE("reductions: over everything, at the sizes where partials begin", F, SINTER_TEST_FIXTURES) {
  using T = SINTER_TEST_ELEMENT;
  for (const int64_t n : {1, 2, 31, 32, 33, 129, 1000, 4095, 4096, 4097, 8193, 50000}) {
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::negative}) {
      CAPTURE(n);
      CAPTURE(how);
      const values<T> v = row_values<T>(n, 11);
      const auto x = make<F>(extents{n}, v, how);
      const auto s = output<F, sum_of<T>>(extents<0>{});
      const auto mean = output<F, mean_of<T>>(extents<0>{});
      const auto most = output<F, T>(extents<0>{});
      const auto least = output<F, T>(extents<0>{});
      total_statistics(x.view()).into(sinter::outputs(s.view(), mean.view(), most.view(), least.view()), F::executor());
      CHECK(row_is_right(v, s.get()[0], mean.get()[0], most.get()[0], least.get()[0]));
    }
  }
}

}  // namespace test
