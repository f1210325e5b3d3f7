// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Moments, norms, log-sum-exp, and sums that keep more digits. In: a value, the axes as reductions take them. Out: a value of the
// reduction's extents. Invariant: over some axes they are formulas of sums, over everything one pass.
#pragma once

#include <limits>

#include <sinter/core/math.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/op.hpp>
#include <sinter/op/reductions.hpp>
#include <sinter/op/rounding.hpp>

namespace sinter {
namespace ops {
namespace detail {

template <class T>
inline constexpr T undefined = std::numeric_limits<T>::quiet_NaN();
// Mean and sum of squared deviations of so many elements, of which the one of two sets is made of theirs.
template <class T>
struct moments {
  T mean;
  T deviation;
  std::int64_t count;
};
struct gathering_moments {
  static constexpr dtype result(dtype t) { return mean_t::result(t); }
  template <class T>
  using accumulator = moments<mean_accumulator<T>>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return {0, 0, 0};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x) {
    const auto mean = static_cast<mean_accumulator<T>>(x);
    return {mean, math::sub(mean, mean), 1};  // what is not finite deviates from itself
  }
  // Of neighbours: their mean, then their squares, without a division an element.
  template <class T, int E>
  SINTER_FN static constexpr accumulator<T> lift_all(const T (&x)[E]) {
    using M = mean_accumulator<T>;
    M sum = 0;
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) sum = math::add(sum, static_cast<M>(x[e]));
    const M mean = math::div(sum, static_cast<M>(E));
    M deviation = 0;
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) {
      const M apart = math::sub(static_cast<M>(x[e]), mean);
      deviation = math::add(deviation, math::mul(apart, apart));
    }
    return {mean, deviation, E};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    using M = mean_accumulator<T>;
    if (a.count == 0) return b;
    if (b.count == 0) return a;
    const std::int64_t count = a.count + b.count;
    const M share = math::div(static_cast<M>(b.count), static_cast<M>(count));
    const M apart = math::sub(b.mean, a.mean);
    const M step = math::mul(apart, share);
    const M between = math::mul(math::mul(apart, step), static_cast<M>(a.count));
    // Means that are not finite are no step apart.
    const M mean = math::sub(apart, apart) == 0 ? math::add(a.mean, step) : math::add(a.mean, b.mean);
    return {mean, math::add(math::add(a.deviation, b.deviation), between), count};
  }
};

// Of count - Correction degrees of freedom.
template <int Correction>
struct variance_of : gathering_moments {
  template <class T>
  SINTER_FN static constexpr auto finish(const accumulator<T>& a, std::int64_t count) {
    return math::div(a.deviation, static_cast<mean_accumulator<T>>(count < Correction ? 0 : count - Correction));
  }
  static constexpr auto vjp(auto g, auto, auto x, auto over) {
    const auto slope = g * 2 * (x - over.sum(x) / over.count());
    if constexpr (Correction == 0)
      return pack(slope / over.count());
    else
      return pack(slope / (over.count() - Correction));
  }
};

// A logarithm of a sum of exponentials: the largest exponent and the sum of the others relative to it.
template <class T>
struct scaled_sum {
  T largest;
  T sum;
};

// A sum and what rounding took from it.
template <class T>
struct sum_with_error {
  T sum;
  T error;
};
struct compensating {
  static constexpr dtype result(dtype t) { return sum_t::result(t); }
  template <class T>
  using accumulator = sum_with_error<T>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return {0, 0};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x) {
    return {x, 0};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    const T sum = math::add(a.sum, b.sum);
    const T part = math::sub(sum, a.sum);
    const T error = math::add(math::sub(a.sum, math::sub(sum, part)), math::sub(b.sum, part));
    return {sum, math::add(error, math::add(a.error, b.error))};
  }
  // Of an infinite sum the error is no number.
  template <class T>
  SINTER_FN static constexpr T total(const accumulator<T>& a) {
    const T all = math::add(a.sum, a.error);
    return math::sub(a.sum, a.sum) == 0 ? all : a.sum;
  }
};
struct summing_f64 {
  static constexpr dtype result(dtype t) { return sum_t::result(t); }
  template <class T>
  using accumulator = double;
  template <class T>
  SINTER_FN static constexpr double identity() {
    return 0;
  }
  template <class T>
  SINTER_FN static constexpr double lift(T x) {
    return static_cast<double>(x);
  }
  template <class T>
  SINTER_FN static constexpr double combine(double a, double b) {
    return math::add(a, b);
  }
};

}  // namespace detail

// The sum over one less than the count.
struct unbiased_mean_t final : reduction<unbiased_mean_t, "unbiased_mean">, detail::summing {
  using monoid = sum_t;
  static constexpr dtype result(dtype t) { return mean_t::result(t); }
  template <class T>
  SINTER_FN static constexpr auto finish(accumulator<T> a, std::int64_t count) {
    return mean_t::finish<T>(a, count < 1 ? 0 : count - 1);
  }
  static constexpr auto vjp(auto g, auto, auto, auto over) { return pack(g / (over.count() - 1)); }
};

struct moment_mean_t final : reduction<moment_mean_t, "moment_mean">, detail::gathering_moments {
  template <class T>
  SINTER_FN static constexpr auto finish(const accumulator<T>& a, std::int64_t count) {
    using M = detail::mean_accumulator<T>;
    return count == 0 ? detail::undefined<M> : a.mean;
  }
  static constexpr auto vjp(auto g, auto, auto, auto over) { return pack(g / over.count()); }
};
struct variance_t final : reduction<variance_t, "variance">, detail::variance_of<0> {
  using monoid = moment_mean_t;
};
struct unbiased_variance_t final : reduction<unbiased_variance_t, "unbiased_variance">, detail::variance_of<1> {
  using monoid = moment_mean_t;
};

struct logsumexp_t final : reduction<logsumexp_t, "logsumexp"> {
  static constexpr dtype result(dtype t) { return mean_t::result(t); }
  template <class T>
  using accumulator = detail::scaled_sum<detail::mean_accumulator<T>>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return {detail::lowest<detail::mean_accumulator<T>>, 0};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x) {
    return {static_cast<detail::mean_accumulator<T>>(x), 1};
  }
  template <class T>
  SINTER_FN static accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    const auto largest = math::maximum(a.largest, b.largest);
    return {largest, math::add(scaled(a, largest), scaled(b, largest))};
  }
  template <class T>
  SINTER_FN static auto finish(const accumulator<T>& a, std::int64_t) {
    return math::add(log_t::eval(a.sum), a.largest);
  }
  static constexpr auto vjp(auto g, auto y, auto x, auto) { return pack(g * exp(x - y)); }

 private:
  template <class T>
  SINTER_FN static T scaled(const detail::scaled_sum<T>& a, T largest) {
    return a.largest == largest ? a.sum : math::mul(a.sum, exp_t::eval(math::sub(a.largest, largest)));
  }
};
// max, which is -inf of no elements.
struct supremum_t final : reduction<supremum_t, "supremum">, detail::choosing_largest {
  static constexpr bool needs_elements = false;
};

struct compensated_sum_t final : reduction<compensated_sum_t, "compensated_sum">, detail::compensating {
  template <class T>
  SINTER_FN static constexpr T finish(const accumulator<T>& a, std::int64_t) {
    return total<T>(a);
  }
  static constexpr auto vjp(auto g, auto, auto, auto) { return pack(g); }
};
struct compensated_mean_t final : reduction<compensated_mean_t, "compensated_mean">, detail::compensating {
  using monoid = compensated_sum_t;
  template <class T>
  SINTER_FN static constexpr T finish(const accumulator<T>& a, std::int64_t count) {
    return math::div(total<T>(a), static_cast<T>(count));
  }
  static constexpr auto vjp(auto g, auto, auto, auto over) { return pack(g / over.count()); }
};
struct f64_sum_t final : reduction<f64_sum_t, "f64_sum">, detail::summing_f64 {
  template <class T>
  SINTER_FN static constexpr T finish(double a, std::int64_t) {
    return static_cast<T>(a);
  }
  static constexpr auto vjp(auto g, auto, auto, auto) { return pack(g); }
};
struct f64_mean_t final : reduction<f64_mean_t, "f64_mean">, detail::summing_f64 {
  using monoid = f64_sum_t;
  template <class T>
  SINTER_FN static constexpr T finish(double a, std::int64_t count) {
    return static_cast<T>(math::div(a, static_cast<double>(count)));
  }
  static constexpr auto vjp(auto g, auto, auto, auto over) { return pack(g / over.count()); }
};

}  // namespace ops

namespace detail {

// Whether the axes of a reduction of A are all that there are.
template <class A>
constexpr bool reduces_all() {
  return true;
}
template <class A, int Axis, class... Drop>
constexpr bool reduces_all(axis_t<Axis>, Drop...) {
  return false;
}
template <class A, int... Axes, class... Drop>
constexpr bool reduces_all(axes_t<Axes...>, Drop...) {
  return sizeof...(Axes) == A::rank;
}
// The same without `drop`: of the mean that is subtracted from each element.
template <class Red, class A, class Axes, class... Drop>
constexpr auto reduce_kept(const A& a, Axes axes, Drop...) {
  return reduce<Red>(a, axes);
}
// Without the axes that a reduction dropped would lack.
template <class A, class Axes>
constexpr auto dropped(const A& a, Axes) {
  return a;
}
template <class A, int... Axes>
constexpr auto drop_axes(const A& a) {
  constexpr unsigned mask = reduced_axes<Axes...>::mask(A::rank);
  return val<typename A::value_type, A::rank - static_cast<int>(sizeof...(Axes)), false, typename A::ops>{
      a.builder, a.builder->squeeze(a.id, mask)};
}
template <class A, int Axis>
constexpr auto dropped(const A& a, axis_t<Axis>, drop_t) {
  return drop_axes<A, Axis>(a);
}
template <class A, int... Axes>
constexpr auto dropped(const A& a, axes_t<Axes...>, drop_t) {
  return drop_axes<A, Axes...>(a);
}

template <class Red, class A, class... How>
constexpr auto variance(const A& a, How... how) {
  if constexpr (!is_val<A>) {
    return reduce<Red>(a, how...);
  } else if constexpr (reduces_all<A>(how...)) {
    return reduce<Red>(a, how...);
  } else {
    // The mean is rounded: what it lacks is the mean of the distances from it, whose square is taken from theirs.
    using mean_of = std::conditional_t<std::is_same_v<Red, ops::variance_t>, ops::mean_t, ops::unbiased_mean_t>;
    const auto apart = a - reduce_kept<ops::mean_t>(a, how...);
    const auto beyond = reduce<ops::mean_t>(apart, how...) * reduce<mean_of>(apart, how...);
    return maximum(reduce<mean_of>(square(apart), how...) - beyond, 0);
  }
}
template <int Correction>
using variance_reduction = std::conditional_t<Correction == 0, ops::variance_t, ops::unbiased_variance_t>;

}  // namespace detail

// Sums and means that keep more digits of many floats: sum<accumulation::compensated>(x, axis<-1>).
template <accumulation How, class A, class... Axes>
  requires Traced<A>
constexpr auto sum(const A& a, Axes... axes) {
  constexpr bool floats = kind_of(dtype_of<typename A::value_type>) == dtype_kind::floating;
  static_assert(floats, "sum<accumulation>: of floats; integers are summed exactly");
  if constexpr (!floats || How == accumulation::standard)
    return reduce<ops::sum_t>(a, axes...);
  else if constexpr (How == accumulation::compensated)
    return reduce<ops::compensated_sum_t>(a, axes...);
  else
    return reduce<ops::f64_sum_t>(a, axes...);
}
template <accumulation How, class A, class... Axes>
  requires Traced<A>
constexpr auto mean(const A& a, Axes... axes) {
  constexpr bool floats = kind_of(dtype_of<typename A::value_type>) == dtype_kind::floating;
  static_assert(floats, "mean<accumulation>: of floats; integers are summed exactly");
  if constexpr (!floats || How == accumulation::standard)
    return reduce<ops::mean_t>(a, axes...);
  else if constexpr (How == accumulation::compensated)
    return reduce<ops::compensated_mean_t>(a, axes...);
  else
    return reduce<ops::f64_mean_t>(a, axes...);
}

// Variance over count - Correction degrees of freedom (1 as in PyTorch, 0 as in NumPy and in layer norms), and its root. Never
// from the mean of squares; of integers as f32.
template <int Correction = 1, class A, class... How>
  requires Traced<A>
constexpr auto var(const A& a, How... how) {
  static_assert(Correction == 0 || Correction == 1, "var: divides by the count, var<0>, or by one less, var<1>");
  return detail::variance<detail::variance_reduction<Correction>>(a, how...);
}
template <int Correction = 1, class A, class... How>
  requires Traced<A>
constexpr auto stddev(const A& a, How... how) { return sqrt(var<Correction>(a, how...)); }
template <class V, class M>
struct variance_and_mean {
  V var;
  M mean;
};
// Both, of one pass over a whole tensor.
template <int Correction = 1, class A, class... How>
  requires(detail::is_val<A>)
constexpr auto var_mean(const A& a, How... how) {
  using mean_of = std::conditional_t<detail::reduces_all<A>(How{}...), ops::moment_mean_t, ops::mean_t>;
  const auto variance = var<Correction>(a, how...);
  const auto mean = reduce<mean_of>(a, how...);
  return variance_and_mean<std::remove_const_t<decltype(variance)>, std::remove_const_t<decltype(mean)>>{variance,
                                                                                                         mean};
}

// log(sum(exp(x))) without overflow; infinities as they are, of no elements -inf.
template <class A, class... How>
  requires Traced<A>
constexpr auto logsumexp(const A& a, How... how) {
  if constexpr (!detail::is_val<A>) {
    return reduce<ops::logsumexp_t>(a, how...);
  } else if constexpr (detail::reduces_all<A>(how...)) {
    return reduce<ops::logsumexp_t>(a, how...);
  } else if constexpr (kind_of(dtype_of<typename A::value_type>) < dtype_kind::floating) {
    return logsumexp(cast<float>(a), how...);  // differences of unsigned integers would wrap
  } else {
    const auto largest = detail::reduce_kept<ops::supremum_t>(a, how...);
    const auto shift = where(isfinite(largest), largest, 0);
    return detail::dropped(log(detail::reduce_kept<ops::sum_t>(exp(a - shift), how...)) + shift, how...);
  }
}

namespace detail {
// The magnitude of a signed integer is an unsigned one: that of the lowest fits no signed type of its width.
template <class A>
constexpr auto unsigned_magnitude(const A& a) {
  using T = typename A::value_type;
  if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
    return cast<std::make_unsigned_t<T>>(abs(a));
  else
    return abs(a);
}
}  // namespace detail

// The P-norm: the sum of magnitudes, the root of the sum of squares (of integers in f32), and so on; and the largest magnitude.
// Of signed integers the sum of magnitudes is u64 and the largest one unsigned: that of -128 is 128.
template <int P = 2, class A, class... How>
  requires Traced<A>
constexpr auto norm(const A& a, How... how) {
  static_assert(P >= 1, "norm<P>: P is at least 1; max_norm is the largest magnitude, count_nonzero counts");
  constexpr bool integers = kind_of(dtype_of<typename A::value_type>) < dtype_kind::floating;
  if constexpr (P == 1)
    return sum(detail::unsigned_magnitude(a), how...);
  else if constexpr (integers)
    return norm<P>(cast<float>(a), how...);  // squares of integers would wrap
  else if constexpr (P == 2)
    return sqrt(sum(square(abs(a)), how...));
  else
    return pow(sum(pow(abs(a), P), how...), 1.0f / P);
}
template <class A, class... How>
  requires Traced<A>
constexpr auto max_norm(const A& a, How... how) { return max(detail::unsigned_magnitude(a), how...); }
// Of any order p > 0, a number or a run-time scalar.
template <class A, class B, class... How>
  requires Operands<A, B>
constexpr auto p_norm(const A& a, const B& p, How... how) { return pow(sum(pow(abs(a), p), how...), 1.0f / p); }

// The sum of products.
template <class A, class B, class... How>
  requires(Traced<A>&& Traced<B>)
constexpr auto dot(const A& a, const B& b, How... how) { return sum(a * b, how...); }

}  // namespace sinter
