// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole-tensor reductions and what is computed from them, in the form the schedule chooses and in both forced forms: finished
// by the last block, or by the next kernel from partials. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

inline constexpr auto total = sinter::region<struct total_k>([](auto x) { return sum(x); });
inline constexpr auto positive_total = sinter::region<struct positive_total_k>([](auto x) { return relu(sum(x)); });
inline constexpr auto scaled_total =
    sinter::region<struct scaled_total_k>([](auto x, auto s, auto b) { return sum(x * s + b); });
inline constexpr auto shares = sinter::region<struct shares_k>([](auto x) { return x / sum(x); });
inline constexpr auto standard = sinter::region<struct standard_k>([](auto x) { return x * sum(x) + mean(x); });

template <class F, sinter::fusion Policy>
auto forced() {
  return sinter::with_fusion<Policy>(F::executor());
}

template <class F, class Check>
void for_each_form(const Check& check) {
  check(F::executor());
  check(forced<F, sinter::fusion::two_pass>());
  check(forced<F, sinter::fusion::last_block>());
}

template <class F>
values<int64_t> total_sizes() {
  if (F::most_elements >= 3000000) return {0, 1, 1000, 4096, 4097, 100000, 3000000};
  return {0, 1, 1000, 4096, 4097, 30000};
}

TEST_CASE_TEMPLATE("totals: sum, relu of a sum and sum of a map, in every form", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : total_sizes<F>()) {
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::strided}) {
      CAPTURE(n);
      CAPTURE(how);
      const values<float> v = random<float>(n, 13, -1, 2);
      double exact = 0;
      double mapped = 0;
      for (const float x : v) {
        exact += x;
        mapped += static_cast<double>(x * -3.0f + 0.5f);
      }
      const double allowed = 1e-6 * static_cast<double>(n) + 1e-6;
      const auto x = make<F>(extents{n}, v, how);
      for_each_form<F>([&](const auto& executor) {
        const auto y = output<F, float>(extents<0>{});
        total(x.view()).into(y.view(), executor);
        CHECK(distance(y.get(), values<double>{exact}, 0, allowed) == "");
        positive_total(x.view()).into(y.view(), executor);
        CHECK(distance(y.get(), values<double>{exact < 0 ? 0 : exact}, 0, allowed) == "");
        scaled_total(x.view(), -3.0f, 0.5f).into(y.view(), executor);
        CHECK(distance(y.get(), values<double>{mapped}, 0, 3 * allowed) == "");
      });
    }
  }
}

TEST_CASE_TEMPLATE("totals: of integers are equal in every form", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : total_sizes<F>()) {
    CAPTURE(n);
    const values<std::int32_t> v = random<std::int32_t>(n, 14, -2147483648.0, 2147483647.0);
    std::int64_t exact = 0;
    for (const std::int32_t x : v) exact += x;
    const auto x = make<F>(extents{n}, v);
    for_each_form<F>([&](const auto& executor) {
      const auto y = output<F, std::int64_t>(extents<0>{});
      total(x.view()).into(y.view(), executor);
      CHECK(y.get()[0] == exact);
      positive_total(x.view()).into(y.view(), executor);
      CHECK(y.get()[0] == (exact < 0 ? 0 : exact));
    });
  }
}

TEST_CASE_TEMPLATE("totals: every element divided by the sum of all", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : total_sizes<F>()) {
    CAPTURE(n);
    const values<float> v = random<float>(n, 15, 0.5, 2);
    double exact = 0;
    double mean = 0;
    for (const float x : v) exact += x;
    mean = exact / static_cast<double>(n);
    values<double> parts(n);
    values<double> standards(n);
    for (int64_t i = 0; i < n; ++i) {
      parts[i] = v[i] / exact;
      standards[i] = v[i] * exact + mean;
    }
    const auto x = make<F>(extents{n}, v, arrangement::misaligned);
    for_each_form<F>([&](const auto& executor) {
      const auto y = output<F, float>(extents{n}, arrangement::gaps);
      shares(x.view()).into(y.view(), executor);
      CHECK(distance(y.get(), parts, 1e-5) == "");
      CHECK(y.gaps_are_untouched());
      standard(x.view()).into(y.view(), executor);
      CHECK(distance(y.get(), standards, 1e-5) == "");
      CHECK(y.gaps_are_untouched());
    });
  }
}

TEST_CASE_TEMPLATE("totals: in place, and of a tensor of two axes", F, SINTER_TEST_FIXTURES) {
  const values<float> v = random<float>(60 * 100, 16, 0.5, 2);
  double exact = 0;
  for (const float x : v) exact += x;
  values<double> parts(v.size());
  for (int64_t i = 0; i < v.size(); ++i) parts[i] = v[i] / exact;
  for (const arrangement how : every_arrangement) {
    CAPTURE(how);
    const auto x = make<F>(extents{60, 100}, v, how);
    shares(x.view()).into(x.view(), F::executor());
    CHECK(distance(x.get(), parts, 1e-5) == "");
    CHECK(x.gaps_are_untouched());
  }
}

// All threads of the one block read the number, and one of them writes it behind a barrier.
inline constexpr auto times_its_sum =
    sinter::region<struct times_its_sum_k>([](auto x, auto y) { return x * sum(x) + sum(y); });
TEST_CASE_TEMPLATE("totals: a number is replaced by what is computed of its sum", F, SINTER_TEST_FIXTURES) {
  for_each_form<F>([&](const auto& executor) {
    const auto x = make<F>(extents<0>{}, values<float>{3});
    const auto y = make<F>(extents<0>{}, values<float>{1});
    times_its_sum(x.view(), y.view()).into(x.view(), executor);
    CHECK(x.get()[0] == 10);
  });
}

}  // namespace test
