// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of several values at a time: places of extremes, moments, norms, log-sum-exp, the k largest, histograms, sums
// that keep more digits. In: a value, the axes as reductions take them. Out: values of the reduction's extents.
// Invariant: reductions of one value that share a monoid are one fold; ties go to the lowest index, and the first NaN is
// before every number.
#pragma once

#include <limits>

#include <sinter/core/math.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/gather.hpp>
#include <sinter/op/iota.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/op.hpp>
#include <sinter/op/reductions.hpp>
#include <sinter/op/rounding.hpp>

namespace sinter {
namespace ops {
namespace detail {

// An element and where it is; a negative index: none.
template <class T>
struct placed {
  T value;
  std::int64_t index;
};
// Is a before b, from the largest or from the smallest?
template <bool Largest, class T>
SINTER_FN constexpr bool is_before(const placed<T>& a, const placed<T>& b) {
  if (a.index < 0 || b.index < 0) return a.index >= 0;
  const bool nan_a = a.value != a.value;
  const bool nan_b = b.value != b.value;
  if (nan_a != nan_b) return nan_a;
  if (nan_a || a.value == b.value) return a.index < b.index;
  return Largest ? a.value > b.value : a.value < b.value;
}

// The place of an extreme element, of an element and its index.
template <bool Largest>
struct placing {
  static constexpr bool needs_elements = true;
  static constexpr auto vjp = derivative::zero;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  using accumulator = placed<wide<T>>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return {0, -1};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x, std::int64_t index) {
    return {x, index};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    return is_before<Largest>(b, a) ? b : a;
  }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(const accumulator<T>& a, std::int64_t) {
    return a.index;
  }
};

// The type of a mean.
template <class T>
using mean_accumulator = std::conditional_t<std::is_same_v<T, double>, double, float>;

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
    return {static_cast<mean_accumulator<T>>(x), 0, 1};
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
    return {math::add(a.mean, step), math::add(math::add(a.deviation, b.deviation), between), count};
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

struct argmax_t final : reduction<argmax_t, "argmax">, detail::placing<true> {};
struct argmin_t final : reduction<argmin_t, "argmin">, detail::placing<false> {};

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
struct supremum_t final : reduction<supremum_t, "supremum">, detail::choosing {
  static constexpr bool needs_elements = false;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return detail::lowest<T>;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, accumulator<T> b) {
    return math::maximum(a, b);
  }
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

// Reductions with a number in their type are a region's own, as a user's are.
namespace reductions {

// The first K elements in order.
template <int K, bool Largest>
struct selecting {
  static_assert(K >= 1 && K <= 16, "top_k: k is 1 to 16; for more, sort the elements");
  template <class T>
  struct accumulator {
    ops::detail::placed<ops::detail::wide<T>> of[K];
  };
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    accumulator<T> none{};
    for (int i = 0; i < K; ++i) none.of[i].index = -1;
    return none;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x, std::int64_t index) {
    accumulator<T> one = identity<T>();
    one.of[0] = {x, index};
    return one;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, const accumulator<T>& b) {
    SINTER_ROLLED
    for (int j = 0; j < K; ++j) {
      auto next = b.of[j];
      if (next.index < 0) break;
      SINTER_UNROLL
      for (int i = 0; i < K; ++i) {
        if (!ops::detail::is_before<Largest>(next, a.of[i])) continue;
        const auto moved = a.of[i];
        a.of[i] = next;
        next = moved;
      }
    }
    return a;
  }
};
// The element at place I of that order, and its index. Where there are fewer: 0, and -1.
template <int K, bool Largest, int I>
struct selected_value final : reduction<selected_value<K, Largest, I>, "top_k">, selecting<K, Largest> {
  using monoid = selected_value<K, Largest, 0>;
  static constexpr dtype result(dtype t) { return t; }
  template <class T>
  SINTER_FN static constexpr T finish(const typename selecting<K, Largest>::template accumulator<T>& a, std::int64_t) {
    return static_cast<T>(a.of[I].value);
  }
  static constexpr auto vjp = derivative::unknown;
};
template <int K, bool Largest, int I>
struct selected_index final : reduction<selected_index<K, Largest, I>, "top_k_index">, selecting<K, Largest> {
  using monoid = selected_value<K, Largest, 0>;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(const typename selecting<K, Largest>::template accumulator<T>& a,
                                                 std::int64_t) {
    return a.of[I].index;
  }
  static constexpr auto vjp = derivative::zero;
};

// How many operands are 0, 1, … Bins - 1; bin I of them.
template <int Bins>
struct tallying {
  static_assert(Bins >= 1 && Bins <= 32, "histogram: there are 1 to 32 bins");
  struct counts {
    std::int64_t of[Bins];
  };
  template <class T>
  using accumulator = counts;
  template <class T>
  SINTER_FN static constexpr counts identity() {
    return {};
  }
  template <class T>
  SINTER_FN static constexpr counts lift(T bin) {
    counts one{};
    SINTER_UNROLL
    for (int i = 0; i < Bins; ++i) one.of[i] = bin == i ? 1 : 0;
    return one;
  }
  template <class T>
  SINTER_FN static constexpr counts combine(counts a, const counts& b) {
    SINTER_UNROLL
    for (int i = 0; i < Bins; ++i) a.of[i] += b.of[i];
    return a;
  }
};
template <int Bins, int I>
struct tally final : reduction<tally<Bins, I>, "histogram">, tallying<Bins> {
  using monoid = tally<Bins, 0>;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(const typename tallying<Bins>::counts& a, std::int64_t) {
    return a.of[I];
  }
  static constexpr auto vjp = derivative::zero;
};

}  // namespace reductions

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
// Where an element is among those that are reduced with it, in row-major order.
template <class A>
constexpr auto place_among(const A& a) {
  return iota(a);
}
template <class A, int Axis, class... Drop>
constexpr auto place_among(const A& a, axis_t<Axis> along, Drop...) {
  if constexpr (has_axis<Axis, A::rank>)
    return iota(a, along);
  else
    return iota(a);
}
template <unsigned Mask, int K, class A, class I>
constexpr auto place_along(const A& a, const I& before) {
  if constexpr (K == A::rank) {
    return before;
  } else if constexpr ((Mask >> (A::rank - 1 - K) & 1U) == 0) {
    return place_along<Mask, K + 1>(a, before);
  } else if constexpr (Scalar<I>) {
    return place_along<Mask, K + 1>(a, iota(a, axis_t<K>{}));
  } else {
    return place_along<Mask, K + 1>(a, before * extent(a, axis_t<K>{}) + iota(a, axis_t<K>{}));
  }
}
template <class A, int... Axes, class... Drop>
constexpr auto place_among(const A& a, axes_t<Axes...>, Drop...) {
  constexpr unsigned mask = reduced_axes<Axes...>::mask(A::rank);
  if constexpr (mask == 0)
    return iota(a);
  else
    return place_along<mask, 0>(a, 0);
}
template <class Red, class A, class... How>
constexpr auto reduce_placed(const A& a, How... how) {
  static_assert(is_val<A>, "argmax, argmin, top_k: the places of elements are counted inside a region; write one");
  if constexpr (is_val<A>)
    return reduce<Red>(zip(a, place_among(a, how...)), how...);
  else
    return a;
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
    using mean_square = std::conditional_t<std::is_same_v<Red, ops::variance_t>, ops::mean_t, ops::unbiased_mean_t>;
    return reduce<mean_square>(square(a - reduce_kept<ops::mean_t>(a, how...)), how...);
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

// Where the largest, or the smallest, element is: its index along the axis, in row-major order where there are several; i64.
// The first NaN is before every number, ties go to the lowest index; of no elements an error. Inside a region.
template <class A, class... How>
  requires Traced<A>
constexpr auto argmax(const A& a, How... how) { return detail::reduce_placed<ops::argmax_t>(a, how...); }
template <class A, class... How>
  requires Traced<A>
constexpr auto argmin(const A& a, How... how) { return detail::reduce_placed<ops::argmin_t>(a, how...); }

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
  } else {
    const auto largest = detail::reduce_kept<ops::supremum_t>(a, how...);
    const auto shift = where(isfinite(largest), largest, 0);
    return detail::dropped(log(detail::reduce_kept<ops::sum_t>(exp(a - shift), how...)) + shift, how...);
  }
}

// The P-norm: the sum of magnitudes, the root of the sum of squares, and so on; and the largest magnitude.
template <int P = 2, class A, class... How>
  requires Traced<A>
constexpr auto norm(const A& a, How... how) {
  static_assert(P >= 1, "norm<P>: P is at least 1; max_norm is the largest magnitude, count_nonzero counts");
  if constexpr (P == 1)
    return sum(abs(a), how...);
  else if constexpr (P == 2)
    return sqrt(sum(square(abs(a)), how...));
  else
    return pow(sum(pow(abs(a), P), how...), 1.0f / P);
}
template <class A, class... How>
  requires Traced<A>
constexpr auto max_norm(const A& a, How... how) { return max(abs(a), how...); }
// Of any order p > 0, a number or a run-time scalar.
template <class A, class B, class... How>
  requires Operands<A, B>
constexpr auto p_norm(const A& a, const B& p, How... how) { return pow(sum(pow(abs(a), p), how...), 1.0f / p); }

// The sum of products.
template <class A, class B, class... How>
  requires(Traced<A>&& Traced<B>)
constexpr auto dot(const A& a, const B& b, How... how) { return sum(a * b, how...); }

template <class V>
struct least_and_most {
  V min;
  V max;
};
// Both of one pass.
template <class A, class... How>
  requires(detail::is_val<A>)
constexpr auto minmax(const A& a, How... how) {
  const auto least = min(a, how...);
  return least_and_most<std::remove_const_t<decltype(least)>>{least, max(a, how...)};
}

template <class Values, class Indices>
struct selection {
  Values values;
  Indices indices;
};
namespace detail {
template <int K, bool Largest, class A, std::size_t... I, class... How>
constexpr auto select_first(const A& a, std::index_sequence<I...>, How... how) {
  const auto values = pack(reduce_placed<reductions::selected_value<K, Largest, static_cast<int>(I)>>(a, how...)...);
  const auto indices = pack(reduce_placed<reductions::selected_index<K, Largest, static_cast<int>(I)>>(a, how...)...);
  return selection<std::remove_const_t<decltype(values)>, std::remove_const_t<decltype(indices)>>{values, indices};
}
template <int Bins, class B, std::size_t... I, class... How>
constexpr auto tally_all(const B& bin, std::index_sequence<I...>, How... how) {
  return pack(reduce<reductions::tally<Bins, static_cast<int>(I)>>(bin, how...)...);
}
}  // namespace detail
// The K largest (smallest) elements and their indices, in that order, each a value of the reduction's extents:
// item<0>(t.values), item<0>(t.indices), … with ties and NaN as argmax has them. Where there are fewer: 0, and -1. K <= 16.
template <int K, class A, class... How>
  requires(detail::is_val<A>)
constexpr auto top_k(const A& a, How... how) {
  return detail::select_first<K, true>(a, std::make_index_sequence<K>{}, how...);
}
template <int K, class A, class... How>
  requires(detail::is_val<A>)
constexpr auto bottom_k(const A& a, How... how) {
  return detail::select_first<K, false>(a, std::make_index_sequence<K>{}, how...);
}

// How many elements are in each of Bins equal parts of [low, high], i64, each a value of the reduction's extents: item<0>(h), …
// The last part includes high; what is outside, and NaN, is in none. Bins <= 32.
template <int Bins, class A, class L, class H, class... How>
  requires(detail::is_val<A>)
constexpr auto histogram(const A& a, const L& low, const H& high, How... how) {
  const auto part = floor((a - low) / (high - low) * static_cast<float>(Bins));
  const auto bin = minimum(cast<std::int32_t>(part), Bins - 1);
  return detail::tally_all<Bins>(where(a >= low && a <= high, bin, -1), std::make_index_sequence<Bins>{}, how...);
}

}  // namespace sinter
