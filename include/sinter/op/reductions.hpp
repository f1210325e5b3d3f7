// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions as data. Sums of bf16 accumulate in f32, of integers and bools in i64, of complex numbers part by part. max and min
// propagate NaN and have no value over no elements; the empty sum is 0 and the empty mean NaN.
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
  static constexpr dtype result(dtype t) { return kind_of(t) >= dtype_kind::floating ? t : dtype::f32; }
  template <class T>
  SINTER_FN static constexpr auto finish(accumulator<T> a, std::int64_t count) {
    if constexpr (is_complex<T>) {
      return math::divide_parts(a, static_cast<typename T::value_type>(count));
    } else {
      using mean = std::conditional_t<std::is_same_v<T, double>, double, float>;
      return math::div(static_cast<mean>(a), static_cast<mean>(count));
    }
  }
  static constexpr auto vjp(auto g, auto, auto, auto over) { return pack(g / over.count()); }
};
struct max_t final : reduction<max_t, "max">, detail::choosing {
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return detail::lowest<T>;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, accumulator<T> b) {
    return math::maximum(a, b);
  }
};
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

}  // namespace ops

// sum(x): over everything. sum(x, axis<-1>): over one axis, kept with the extent 1. sum(x, axis<-1>, drop): without it.
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

}  // namespace sinter
