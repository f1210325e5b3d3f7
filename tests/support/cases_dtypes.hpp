// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every dtype through a formula and the reductions, on values that all of them hold: an operand of each kind beside it, every
// layout, scalars, literals. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include <tuple>
#include <vector>

#include "support/executors.hpp"

namespace test {

template <class T>
struct named;  // a kernel's name for each dtype

template <class F, class T>
void check_formula(std::int64_t rows, std::int64_t columns, arrangement how) {
  const extents<2> e{rows, columns};
  values<T> v(e.count());
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = stored<T>(static_cast<long double>(i % 4));
  const auto x = make<F, T>(e, v, how);
  const auto doubled = output<F, T>(e, how);
  const auto chosen = output<F, T>(e, how);
  const auto less = output<F, bool>(e, how);
  const auto narrow = output<F, sinter::e4m3>(e, how);
  const auto wide = output<F, double>(e, how);
  constexpr auto formula = sinter::region<named<T>>([](auto a, auto limit) {
    const auto twice = a * 2;
    return sinter::outputs(sinter::cast<T>(twice), sinter::cast<T>(where(a < limit, a, 1)), a < limit,
                           sinter::cast<sinter::e4m3>(a), sinter::cast<double>(twice) * 0.1);
  });
  formula(x.view(), 2)
      .into(sinter::outputs(doubled.view(), chosen.view(), less.view(), narrow.view(), wide.view()), F::executor());
  const auto got_doubled = doubled.get();
  const auto got_chosen = chosen.get();
  const auto got_less = less.get();
  const auto got_narrow = narrow.get();
  const auto got_wide = wide.get();
  int wrong = 0;
  for (std::int64_t i = 0; i < v.size(); ++i) {
    const double a = number(v[i]);
    const double twice = std::is_same_v<T, bool> ? a * 2 : number(stored<T>(a * 2));
    wrong += number(got_doubled[i]) != (std::is_same_v<T, bool> ? a : twice) ? 1 : 0;
    wrong += number(got_chosen[i]) != (a < 2 ? a : 1) ? 1 : 0;
    wrong += got_less[i] != (a < 2) ? 1 : 0;
    wrong += number(got_narrow[i]) != a ? 1 : 0;
    wrong += got_wide[i] != twice * 0.1 ? 1 : 0;
  }
  CHECK(wrong == 0);
  CHECK(doubled.gaps_are_untouched());
}

template <class F, class T>
void check_reductions(std::int64_t n) {
  values<T> v(n);
  long double total = 0;
  for (std::int64_t i = 0; i < n; ++i) {
    v[i] = stored<T>(static_cast<long double>(i % 5 == 0 ? 1 : 0));
    total += number(v[i]);
  }
  constexpr auto formula = sinter::region<named<T>>([](auto a) {
    return sinter::outputs(sum(a), mean(sinter::cast<double>(a)), max(a), min(a), sum(a, sinter::axis<-1>));
  });
  using sum_type = sinter::type_of<sinter::ops::sum_t::result(sinter::dtype_of<T>)>;
  const auto x = make<F, T>(extents{n}, v);
  const auto whole = output<F, sum_type>(extents<0>{});
  const auto average = output<F, double>(extents<0>{});
  const auto greatest = output<F, T>(extents<0>{});
  const auto least = output<F, T>(extents<0>{});
  const auto row = output<F, sum_type>(extents{std::int64_t{1}});
  formula(x.view()).into(sinter::outputs(whole.view(), average.view(), greatest.view(), least.view(), row.view()),
                         F::executor());
  const double want = number(stored<sum_type>(total));
  CHECK(number(whole.get()[0]) == want);
  CHECK(number(row.get()[0]) == want);
  CHECK(average.get()[0] == doctest::Approx(static_cast<double>(total / static_cast<long double>(n))).epsilon(1e-12));
  CHECK(number(greatest.get()[0]) == 1);
  CHECK(number(least.get()[0]) == 0);
}

template <class F, class T>
void check_dtype() {
  const std::string dtype = sinter::name_of(sinter::dtype_of<T>);
  CAPTURE(dtype);
  for (const arrangement how : every_arrangement) check_formula<F, T>(3, 37, how);
  check_formula<F, T>(64, 128, arrangement::contiguous);
  check_reductions<F, T>(1000);
  check_reductions<F, T>(32768 + 5);
}

// Integers and bool compute as they are, floats in f32 or f64.
TEST_CASE_TEMPLATE("dtypes: integers through a formula and the reductions", F, SINTER_TEST_FIXTURES) {
  check_dtype<F, std::uint8_t>();
  check_dtype<F, std::int8_t>();
  check_dtype<F, std::uint16_t>();
  check_dtype<F, std::int16_t>();
  check_dtype<F, std::uint32_t>();
  check_dtype<F, std::int32_t>();
  check_dtype<F, std::uint64_t>();
  check_dtype<F, std::int64_t>();
}
TEST_CASE_TEMPLATE("dtypes: bool and floats through a formula and the reductions", F, SINTER_TEST_FIXTURES) {
  check_dtype<F, bool>();
  check_dtype<F, sinter::e4m3>();
  check_dtype<F, sinter::e5m2>();
  check_dtype<F, sinter::f16>();
  check_dtype<F, sinter::bf16>();
  check_dtype<F, float>();
  check_dtype<F, double>();
}

// Every code of an 8-bit float, and floats around each of them and each middle between two, which ties go to.
template <class T>
values<float> floats_around_codes() {
  std::vector<float> v{0.0f,
                       -0.0f,
                       std::numeric_limits<float>::infinity(),
                       -std::numeric_limits<float>::infinity(),
                       std::numeric_limits<float>::quiet_NaN(),
                       std::numeric_limits<float>::max(),
                       std::numeric_limits<float>::denorm_min(),
                       0x1p-126f,
                       1e6f,
                       -1e6f};
  double last = 0;
  for (int code = 1; code < 256; ++code) {
    const double value = number(T::from_bits(static_cast<std::uint8_t>(code)));
    if (!std::isfinite(value)) continue;
    for (const double middle : {value, (value + last) / 2, value * 1.0625}) {
      const auto x = static_cast<float>(middle);
      v.insert(v.end(), {x, std::nextafter(x, 1e9f), std::nextafter(x, -1e9f)});
    }
    last = value;
  }
  generator g(61);
  for (int i = 0; i < 20000; ++i)
    v.push_back(static_cast<float>(std::ldexp(g.uniform(-1, 1), static_cast<int>(g.integer(-20, 18)))));
  values<float> all(static_cast<std::int64_t>(v.size()));
  for (std::int64_t i = 0; i < all.size(); ++i) all[i] = v[static_cast<std::size_t>(i)];
  return all;
}
template <class F, class T>
void check_eight_bits(arrangement how) {
  const values<float> x = floats_around_codes<T>();
  values<T> codes(256);
  for (std::int64_t i = 0; i < 256; ++i) codes[i] = T::from_bits(static_cast<std::uint8_t>(i));
  const extents<1> n{x.size()}, all{256};
  const auto tx = make<F>(n, x, how);
  const auto tc = make<F, T>(all, codes, how);
  const auto narrow = output<F, T>(n, how), rounded = output<F, T>(n, how), same = output<F, T>(all, how);
  const auto wide = output<F, float>(all, how);
  // Rounded by a cast whose value is stored as it is, and by a store.
  constexpr auto store = sinter::region<named<T>>(
      [](auto v) { return sinter::outputs(sinter::cast<T>(v), sinter::cast<T>(sinter::cast<T>(v) + 0.0f)); });
  constexpr auto load = sinter::region<named<T>>([](auto v) { return sinter::outputs(sinter::cast<float>(v), v + 0); });
  store(tx.view()).into(sinter::outputs(narrow.view(), rounded.view()), F::executor());
  load(tc.view()).into(sinter::outputs(wide.view(), same.view()), F::executor());
  const auto is_rounded = [](T got, float from) {
    return std::isnan(from) ? std::isnan(number(got)) : got.bits == stored<T>(static_cast<long double>(from)).bits;
  };
  const auto got = narrow.get(), again = rounded.get(), kept = same.get();
  const auto widened = wide.get();
  std::string wrong;
  for (std::int64_t i = 0; i < x.size(); ++i) {
    const bool is_zero = number(got[i]) == 0;  // of which a sum keeps no sign
    if (!is_rounded(got[i], x[i]) || !(is_zero ? number(again[i]) == 0 : is_rounded(again[i], x[i])))
      wrong = std::to_string(x[i]) + " gives " + std::to_string(got[i].bits) + " and " + std::to_string(again[i].bits);
  }
  for (std::int64_t i = 0; i < 256; ++i) {
    const double value = number(codes[i]);
    if (std::isnan(value) ? !std::isnan(widened[i]) : !same_bits(widened[i], static_cast<float>(value)))
      wrong = "code " + std::to_string(i) + " gives " + std::to_string(widened[i]);
    if (number(kept[i]) != value && std::isfinite(value)) wrong = "code " + std::to_string(i) + " is not kept";
  }
  CHECK(wrong == "");
}
// Contiguous ones are converted several at a time on a GPU, others one by one.
TEST_CASE_TEMPLATE("dtypes: 8-bit floats round to the nearest, ties to even, saturated, and every code is a float", F,
                   SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) {
    check_eight_bits<F, sinter::e4m3>(how);
    check_eight_bits<F, sinter::e5m2>(how);
  }
}

// Sums above what the element type holds: they accumulate wider.
TEST_CASE_TEMPLATE("dtypes: sums of small types don't wrap and f64 keeps its digits", F, SINTER_TEST_FIXTURES) {
  constexpr auto total = sinter::region([](auto a) { return sum(a); });
  const std::int64_t n = 4000;
  const auto small = make<F, std::uint8_t>(extents{n}, values<std::uint8_t>(n, 255));
  const auto large = make<F, std::uint64_t>(extents{n}, values<std::uint64_t>(n, std::uint64_t{1} << 62));
  const auto fine = make<F, double>(extents{n}, values<double>(n, 1 + 0x1p-40));
  const auto a = output<F, std::uint64_t>(extents<0>{});
  const auto b = output<F, std::uint64_t>(extents<0>{});
  const auto c = output<F, double>(extents<0>{});
  total(small.view()).into(a.view(), F::executor());
  total(large.view()).into(b.view(), F::executor());
  total(fine.view()).into(c.view(), F::executor());
  CHECK(a.get()[0] == 255U * 4000U);
  CHECK(b.get()[0] == (std::uint64_t{1} << 62) * 4000U);
  CHECK(c.get()[0] == 4000 + 4000 * 0x1p-40);
}

// A double is carried as f32 unless an f64 tensor is beside it; a literal takes the tensor's type exactly.
TEST_CASE_TEMPLATE("dtypes: scalars beside f64 keep f64's digits", F, SINTER_TEST_FIXTURES) {
  constexpr auto formula = sinter::region([](auto a, auto s) { return a * s + 0.1; });
  const values<double> v{1, 3, -7};
  const auto x = make<F, double>(extents{3}, v);
  const auto y = output<F, double>(extents{3});
  formula(x.view(), 0.1).into(y.view(), F::executor());
  const auto got = y.get();
  for (int i = 0; i < 3; ++i) {
    volatile double product = v[i] * 0.1;
    CHECK(got[i] == product + 0.1);
  }
}

}  // namespace test
