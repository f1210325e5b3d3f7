// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of inputs that went wrong elsewhere: places of ties, NaN and infinities, variances far from 0, sums that leave their
// dtype, no elements. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::drop;
using sinter::f16;

// Over everything, and over each column.
inline constexpr auto found = sinter::region<struct found_k>(
    [](auto x) { return sinter::outputs(argmax(x), argmin(x), max(x), min(x), sum(x)); });
inline constexpr auto found_in_columns = sinter::region<struct found_in_columns_k>([](auto x) {
  return sinter::outputs(argmax(x, axis<0>), argmin(x, axis<0>), max(x, axis<0>), min(x, axis<0>), sum(x, axis<0>));
});

template <class T, class S>
struct extreme {
  std::int64_t largest;
  std::int64_t smallest;
  T most;
  T least;
  S sum;
};
// The numbers alone, and as the second of three columns.
template <class F, class T, class S>
void check_found(const values<T>& v, const extreme<T, S>& want) {
  const std::int64_t n = v.size();
  CAPTURE(n);
  values<T> columns(3 * n);
  for (std::int64_t i = 0; i < n; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) columns[i * 3 + j] = v[j == 1 ? i : n - 1 - i];
  }
  const auto check = [&](const auto& region, const auto& x, const auto& e, std::int64_t at) {
    const auto largest = output<F, std::int64_t>(e);
    const auto smallest = output<F, std::int64_t>(e);
    const auto most = output<F, T>(e);
    const auto least = output<F, T>(e);
    const auto sum = output<F, S>(e);
    region(x.view()).into(sinter::outputs(largest.view(), smallest.view(), most.view(), least.view(), sum.view()),
                          F::executor());
    CHECK(largest.get()[at] == want.largest);
    CHECK(smallest.get()[at] == want.smallest);
    // Not every device's NaN has the same bits.
    const auto same = [](const auto& a, const auto& b) {
      return same_bits(a, b) || (std::isnan(number(a)) && std::isnan(number(b)));
    };
    CHECK(same(most.get()[at], want.most));
    CHECK(same(least.get()[at], want.least));
    CHECK(same(sum.get()[at], want.sum));
  };
  check(found, make<F>(extents{n}, v), extents<0>{}, 0);
  check(found_in_columns, make<F>(extents{n, std::int64_t{3}}, columns), extents{1, 3}, 1);
}
TEST_CASE_TEMPLATE("faults: places of infinities and of the first NaN", F, SINTER_TEST_FIXTURES) {
  for (const std::int64_t n : {10, 1000}) {
    check_found<F, float, float>(values<float>(n, inf), {0, 0, inf, inf, inf});
    check_found<F, float, float>(values<float>(n, -inf), {0, 0, -inf, -inf, -inf});
  }
  check_found<F, float, float>({1, nan, 3}, {1, 1, nan, nan, nan});
  values<float> late(100, 0.0f);
  for (std::int64_t i = 50; i < 100; ++i) late[i] = nan;
  check_found<F, float, float>(late, {50, 50, nan, nan, nan});
}
TEST_CASE_TEMPLATE("faults: extremes, places and sums of bytes", F, SINTER_TEST_FIXTURES) {
  const int numbers[] = {5, 1, 100, 3, 7, 8, 9, 13, 100, 120, 127, 2, 6, 4, 11, 12, 90, 80};
  values<std::uint8_t> bytes(18);
  values<std::int8_t> with_sign(18), negated(18);
  for (std::int64_t i = 0; i < 18; ++i) {
    bytes[i] = static_cast<std::uint8_t>(numbers[i]);
    with_sign[i] = static_cast<std::int8_t>(numbers[i]);
    negated[i] = static_cast<std::int8_t>(-numbers[i]);
  }
  check_found<F, std::uint8_t, std::uint64_t>(bytes, {10, 1, 127, 1, 698});
  check_found<F, std::int8_t, std::int64_t>(with_sign, {10, 1, 127, 1, 698});
  check_found<F, std::int8_t, std::int64_t>(negated, {1, 10, -1, -127, -698});
  check_found<F, std::uint8_t, std::uint64_t>({200, 100, 50}, {0, 2, 200, 50, 350});
}
TEST_CASE_TEMPLATE("faults: the place in a tensor of two axes counts its elements", F, SINTER_TEST_FIXTURES) {
  values<double> v(18);
  for (std::int64_t i = 0; i < 18; ++i) v[i] = static_cast<double>(i * 5 % 17);
  v[17] = 20;
  v[6] = -1;
  for (const arrangement how : {arrangement::contiguous, arrangement::transposed}) {
    const auto x = make<F>(extents{9, 2}, v, how);
    const auto largest = output<F, std::int64_t>(extents<0>{});
    const auto smallest = output<F, std::int64_t>(extents<0>{});
    const auto most = output<F, double>(extents<0>{});
    const auto least = output<F, double>(extents<0>{});
    const auto sum = output<F, double>(extents<0>{});
    found(x.view()).into(sinter::outputs(largest.view(), smallest.view(), most.view(), least.view(), sum.view()),
                         F::executor());
    CHECK(largest.get()[0] == 17);
    CHECK(smallest.get()[0] == 6);
    CHECK(most.get()[0] == 20);
  }
}

inline constexpr auto first_places = sinter::region<struct first_places_k>(
    [](auto x) { return sinter::outputs(argmax(x, axis<0>, drop), argmin(x, axis<0>, drop)); });
TEST_CASE_TEMPLATE("faults: of many equal numbers the first is found", F, SINTER_TEST_FIXTURES) {
  const std::int64_t n = F::most_elements < 1028 * 1028 ? 132 : 1028;
  for (const std::int64_t different : {8, 1}) {
    CAPTURE(different);
    values<std::int64_t> v(n * n), first_most(n, -1), first_least(n, -1);
    for (std::int64_t i = 0; i < v.size(); ++i) {
      v[i] = i / n * 11 % 13 * (i % n * 7 % 11 + 1) % different;
      const auto improves = [&](std::int64_t place, bool larger) {
        return place < 0 || (larger ? v[i] > v[place * n + i % n] : v[i] < v[place * n + i % n]);
      };
      if (improves(first_most[i % n], true)) first_most[i % n] = i / n;
      if (improves(first_least[i % n], false)) first_least[i % n] = i / n;
    }
    for (const arrangement how : {arrangement::contiguous, arrangement::transposed}) {
      const auto x = make<F>(extents{n, n}, v, how);
      const auto a = output<F, std::int64_t>(extents{n});
      const auto b = output<F, std::int64_t>(extents{n});
      first_places(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
      CHECK(difference(a.get(), first_most) == "");
      CHECK(difference(b.get(), first_least) == "");
    }
  }
}

inline constexpr auto variances = sinter::region<struct variances_k>(
    [](auto x) { return sinter::outputs(sinter::var<0>(x), var(x), sinter::var<0>(x, axis<0>), var(x, axis<0>)); });
TEST_CASE_TEMPLATE("faults: a variance of neighbours far from 0", F, SINTER_TEST_FIXTURES) {
  for (const float far : {4096.0f, 1e6f}) {
    CAPTURE(far);
    values<float> v(1024);
    for (std::int64_t i = 0; i < 1024; ++i) v[i] = far + static_cast<float>(i & 1);
    const auto x = make<F>(extents{1024, 1}, v);
    const auto a = output<F, float>(extents<0>{});
    const auto b = output<F, float>(extents<0>{});
    const auto c = output<F, float>(extents{1, 1});
    const auto d = output<F, float>(extents{1, 1});
    variances(x.view()).into(sinter::outputs(a.view(), b.view(), c.view(), d.view()), F::executor());
    CHECK(distance(a.get(), {0.25}, 1e-6) == "");
    CHECK(distance(b.get(), {256.0 / 1023}, 1e-6) == "");
    CHECK(distance(c.get(), {0.25}, 1e-6) == "");
    CHECK(distance(d.get(), {256.0 / 1023}, 1e-6) == "");
  }
}

inline constexpr auto column_rms_norm =
    sinter::region<struct column_rms_norm_k>([](auto x) { return x * rsqrt(mean(square(x), axis<0>)); });
TEST_CASE_TEMPLATE("faults: squares beyond f16 do not overflow a norm", F, SINTER_TEST_FIXTURES) {
  if (!keeps_precision<F>) return;  // unfused, they are f16 in memory
  const auto x = make<F>(extents{2048, 3}, values<f16>(3 * 2048, f16(300.0f)));
  const auto y = output<F, f16>(extents{2048, 3});
  column_rms_norm(x.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), values<f16>(3 * 2048, f16(1.0f))) == "");
}

inline constexpr auto of_nothing = sinter::region<struct of_nothing_k>([](auto x) {
  return sinter::outputs(sum(x, axis<1>), prod(x, axis<1>), mean(x, axis<1>), var(x, axis<1>), sinter::all(x, axis<1>),
                         sinter::any(x, axis<1>));
});
inline constexpr auto total_of_nothing = sinter::region<struct total_of_nothing_k>(
    [](auto x) { return sinter::outputs(sum(x), prod(x), mean(x), var(x), sinter::all(x), sinter::any(x)); });
inline constexpr auto most_of_nothing =
    sinter::region<struct most_of_nothing_k>([](auto x) { return max(x, axis<1>); });
TEST_CASE_TEMPLATE("faults: no elements in the middle axis, and none at all", F, SINTER_TEST_FIXTURES) {
  const auto check = [](const auto& region, const auto& x, const auto& e) {
    const auto sum = output<F, float>(e);
    const auto product = output<F, float>(e);
    const auto mean = output<F, float>(e);
    const auto variance = output<F, float>(e);
    const auto every = output<F, bool>(e);
    const auto some = output<F, bool>(e);
    region(x.view()).into(
        sinter::outputs(sum.view(), product.view(), mean.view(), variance.view(), every.view(), some.view()),
        F::executor());
    const std::int64_t n = e.count();
    CHECK(difference(sum.get(), values<float>(n, 0.0f)) == "");
    CHECK(difference(product.get(), values<float>(n, 1.0f)) == "");
    CHECK(difference(mean.get(), values<float>(n, nan)) == "");
    CHECK(difference(variance.get(), values<float>(n, nan)) == "");
    CHECK(difference(every.get(), values<bool>(n, true)) == "");
    CHECK(difference(some.get(), values<bool>(n, false)) == "");
  };
  const auto x = make<F>(extents{3, 0, 4}, values<float>{});
  check(of_nothing, x, extents{3, 1, 4});
  check(total_of_nothing, make<F>(extents{0}, values<float>{}), extents<0>{});
  const auto y = output<F, float>(extents{3, 1, 4});
  CHECK_THROWS_WITH(most_of_nothing(x.view()).into(y.view(), F::executor()),
                    doctest::Contains("max over no elements has no value"));
  CHECK(y.is_untouched());
}

}  // namespace test
