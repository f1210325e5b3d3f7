// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions as data. Sums of bf16 accumulate in f32, of integers and bools in i64, of complex numbers part by part. max and min
// propagate NaN and have no value over no elements; the empty sum is 0, the empty product 1 and the empty mean NaN.
// What is made of several of them is in op/statistics.hpp and op/selection.hpp.
#pragma once

#include <limits>

#include <sinter/core/math.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {
namespace detail {
// Accumulators are at least four bytes wide, as a shuffle moves them.
template <class T>
using sum_accumulator = std::conditional_t<
    std::is_floating_point_v<T> || is_complex<T>, T,
    std::conditional_t<std::is_unsigned_v<T> && !std::is_same_v<T, bool>, std::uint64_t, std::int64_t>>;
template <class T>
using wide = std::conditional_t<sizeof(T) < 4, std::int32_t, T>;
template <class T>
inline constexpr wide<T> lowest = std::is_floating_point_v<T> ? -std::numeric_limits<wide<T>>::infinity()
                                                              : std::numeric_limits<wide<T>>::lowest();
template <class T>
inline constexpr wide<T> highest = std::is_floating_point_v<T> ? std::numeric_limits<wide<T>>::infinity()
                                                               : std::numeric_limits<wide<T>>::max();

struct summing {
  template <class T>
  using accumulator = sum_accumulator<T>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return 0;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x) {
    return static_cast<accumulator<T>>(x);
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, accumulator<T> b) {
    return math::add(a, b);
  }
};
struct choosing {
  static constexpr bool needs_elements = true;
  static constexpr dtype result(dtype t) { return t; }
  template <class T>
  using accumulator = wide<T>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x) {
    return x;
  }
  template <class T>
  SINTER_FN static constexpr T finish(accumulator<T> a, std::int64_t) {
    return static_cast<T>(a);
  }
  // The elements that are the result share; a NaN gives none.
  static constexpr auto vjp(auto g, auto y, auto x, auto over) {
    const auto chosen = x == y;
    return pack(where(chosen, g / over.sum(chosen), 0));
  }
};
struct choosing_largest : choosing {
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return lowest<T>;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, accumulator<T> b) {
    return math::maximum(a, b);
  }
};
// Whether elements are not zero, NaN among them.
struct testing {
  static constexpr auto vjp = derivative::zero;
  static constexpr dtype result(dtype) { return dtype::boolean; }
  template <class T>
  using accumulator = std::int32_t;
  template <class T>
  SINTER_FN static constexpr std::int32_t lift(T x) {
    return x != T(0) ? 1 : 0;
  }
  template <class T>
  SINTER_FN static constexpr bool finish(std::int32_t a, std::int64_t) {
    return a != 0;
  }
};
// The type of a mean.
template <class T>
using mean_accumulator = std::conditional_t<std::is_same_v<T, double>, double, float>;
}  // namespace detail

struct sum_t final : reduction<sum_t, "sum">, detail::summing {
  static constexpr dtype result(dtype t) {
    return kind_of(t) >= dtype_kind::floating ? t : is_unsigned(t) ? dtype::u64 : dtype::i64;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> finish(accumulator<T> a, std::int64_t) {
    return a;
  }
  static constexpr auto vjp(auto g, auto, auto, auto) { return pack(g); }
};
struct mean_t final : reduction<mean_t, "mean">, detail::summing {
  using monoid = sum_t;
  static constexpr dtype result(dtype t) { return kind_of(t) >= dtype_kind::floating ? t : dtype::f32; }
  template <class T>
  SINTER_FN static constexpr auto finish(accumulator<T> a, std::int64_t count) {
    if constexpr (is_complex<T>) {
      return math::divide_parts(a, static_cast<typename T::value_type>(count));
    } else {
      using mean = detail::mean_accumulator<T>;
      return math::div(static_cast<mean>(a), static_cast<mean>(count));
    }
  }
  static constexpr auto vjp(auto g, auto, auto, auto over) { return pack(g / over.count()); }
};
struct max_t final : reduction<max_t, "max">, detail::choosing_largest {};
struct min_t final : reduction<min_t, "min">, detail::choosing {
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return detail::highest<T>;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, accumulator<T> b) {
    return math::minimum(a, b);
  }
};

struct prod_t final : reduction<prod_t, "prod"> {
  static constexpr dtype result(dtype t) { return sum_t::result(t); }
  template <class T>
  using accumulator = detail::sum_accumulator<T>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return accumulator<T>(1);
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x) {
    return static_cast<accumulator<T>>(x);
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, accumulator<T> b) {
    return math::mul(a, b);
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> finish(accumulator<T> a, std::int64_t) {
    return a;
  }
  // Without a factor of 0 it would be g * y / x.
  static constexpr auto vjp = derivative::unknown;
};
struct any_t final : reduction<any_t, "any">, detail::testing {
  template <class T>
  SINTER_FN static constexpr std::int32_t identity() {
    return 0;
  }
  template <class T>
  SINTER_FN static constexpr std::int32_t combine(std::int32_t a, std::int32_t b) {
    return a | b;
  }
};
struct all_t final : reduction<all_t, "all">, detail::testing {
  template <class T>
  SINTER_FN static constexpr std::int32_t identity() {
    return 1;
  }
  template <class T>
  SINTER_FN static constexpr std::int32_t combine(std::int32_t a, std::int32_t b) {
    return a & b;
  }
};
struct count_nonzero_t final : reduction<count_nonzero_t, "count_nonzero"> {
  static constexpr auto vjp = derivative::zero;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  using accumulator = std::int64_t;
  template <class T>
  SINTER_FN static constexpr std::int64_t identity() {
    return 0;
  }
  template <class T>
  SINTER_FN static constexpr std::int64_t lift(T x) {
    return x != T(0) ? 1 : 0;
  }
  template <class T>
  SINTER_FN static constexpr std::int64_t combine(std::int64_t a, std::int64_t b) {
    return a + b;
  }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(std::int64_t a, std::int64_t) {
    return a;
  }
};

}  // namespace ops

// How a sum of floats accumulates. standard: in f32, of f64 in f64. compensated: with the rounding errors added up beside it.
// f64: in f64 whatever the elements are.
enum class accumulation : std::uint8_t { standard, compensated, f64 };

// f(x): over everything. f(x, axis<-1>), f(x, axes<0, 2>): over some axes, kept with the extent 1. f(x, axis<-1>, drop):
// without them. Here and in op/statistics.hpp and op/selection.hpp.
template <class A, class... How>
  requires Traced<A>
constexpr auto sum(const A& a, How... how) { return reduce<ops::sum_t>(a, how...); }
template <class A, class... How>
  requires Traced<A>
constexpr auto mean(const A& a, How... how) { return reduce<ops::mean_t>(a, how...); }
template <class A, class... How>
  requires Traced<A>
constexpr auto max(const A& a, How... how) { return reduce<ops::max_t>(a, how...); }
template <class A, class... How>
  requires Traced<A>
constexpr auto min(const A& a, How... how) { return reduce<ops::min_t>(a, how...); }
// Of integers and bool 64 bits wide, as a sum.
template <class A, class... How>
  requires Traced<A>
constexpr auto prod(const A& a, How... how) { return reduce<ops::prod_t>(a, how...); }
// Is some element, or are all, not zero: of no elements false and true. NaN is not zero. CUDA declares any and all too: under
// nvcc these are sinter::any and sinter::all.
template <class A, class... How>
  requires Traced<A>
constexpr auto any(const A& a, How... how) { return reduce<ops::any_t>(a, how...); }
template <class A, class... How>
  requires Traced<A>
constexpr auto all(const A& a, How... how) { return reduce<ops::all_t>(a, how...); }
// How many elements are not zero, as i64.
template <class A, class... How>
  requires Traced<A>
constexpr auto count_nonzero(const A& a, How... how) { return reduce<ops::count_nonzero_t>(a, how...); }

}  // namespace sinter
