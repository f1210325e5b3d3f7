// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What passes put in the place of a sum that waits for another reduction: reductions that need only the elements, and leave room
// for what the sum waited for. In: exponents p, with weights w and a mask; or values. Out: of one fold a shift r and
// the sum of w * exp(p - r); how many values there are and the sum of their squared deviations.
// Invariant: r is finite, or -inf where the mask left nothing; so exp(r - q) says of q = -inf, inf and NaN what exp(p - q) does.
#pragma once

#include <limits>

#include <sinter/op/elementary.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/statistics.hpp>

namespace sinter::ops {
namespace detail {

template <class T>
inline constexpr T most = std::numeric_limits<T>::max();

// Milakov and Gimelshein, Online normalizer calculation for softmax (2018), with weights of any sign.
template <class T>
struct shifted_sum {
  T shift;
  T sum;
};
template <class Exp>
struct summing_exponentials {
  static constexpr auto vjp = derivative::unknown;
  static constexpr dtype result(dtype t) { return mean_t::result(t); }
  template <class T>
  using accumulator = shifted_sum<T>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return {lowest<T>, 0};
  }
  // An infinite exponent is as far from the shift as exp() can tell; a NaN's shift does not matter.
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T p, T w) {
    const T shift = math::select(p > -most<T>, math::select(p < most<T>, p, most<T>), -most<T>);
    const T beyond = math::sub(p, shift);
    const T factor = math::select(beyond == 0, T(1), math::select(beyond < 0, T(0), beyond));
    return {shift, math::mul(w, factor)};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T p) {
    return lift<T>(p, T(1));
  }
  // What is masked has the exponential 0, whatever its exponent.
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T p, T w, bool counts) {
    const accumulator<T> all = lift<T>(p, w);
    return {math::select(counts, all.shift, lowest<T>), math::select(counts, all.sum, math::mul(w, T(0)))};
  }
  // Without a branch, so that the host's loops vectorise.
  template <class T>
  SINTER_FN static accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    const bool first = a.shift >= b.shift;
    const T high = math::select(first, a.shift, b.shift);
    const T low = math::select(first, b.shift, a.shift);
    const T scale = Exp::eval(math::select(low == high, T(0), math::sub(low, high)));
    const T kept = math::select(first, a.sum, b.sum);
    return {high, math::add(kept, math::mul(math::select(first, b.sum, a.sum), scale))};
  }
};
template <class Exp>
struct shift_of_exponentials : summing_exponentials<Exp> {
  template <class T>
  SINTER_FN static constexpr T finish(const shifted_sum<T>& a, std::int64_t) {
    return a.shift;
  }
};
template <class Exp>
struct sum_of_exponentials : summing_exponentials<Exp> {
  template <class T>
  SINTER_FN static constexpr T finish(const shifted_sum<T>& a, std::int64_t) {
    return a.sum;
  }
};
template <class Exp>
struct mean_of_exponentials : summing_exponentials<Exp> {
  template <class T>
  SINTER_FN static constexpr T finish(const shifted_sum<T>& a, std::int64_t count) {
    return math::div(a.sum, static_cast<T>(count));
  }
};

}  // namespace detail

struct exp_shift_t final : reduction<exp_shift_t, "exp_shift">, detail::shift_of_exponentials<exp_t> {};
struct exp_sum_t final : reduction<exp_sum_t, "exp_sum">, detail::sum_of_exponentials<exp_t> {
  using monoid = exp_shift_t;
};
struct exp_mean_t final : reduction<exp_mean_t, "exp_mean">, detail::mean_of_exponentials<exp_t> {
  using monoid = exp_shift_t;
};
struct exp2_shift_t final : reduction<exp2_shift_t, "exp2_shift">, detail::shift_of_exponentials<exp2_t> {};
struct exp2_sum_t final : reduction<exp2_sum_t, "exp2_sum">, detail::sum_of_exponentials<exp2_t> {
  using monoid = exp2_shift_t;
};
struct exp2_mean_t final : reduction<exp2_mean_t, "exp2_mean">, detail::mean_of_exponentials<exp2_t> {
  using monoid = exp2_shift_t;
};

// Of the moments that the variance of everything is made of.
struct moment_count_t final : reduction<moment_count_t, "moment_count">, detail::gathering_moments {
  using monoid = moment_mean_t;
  static constexpr auto vjp = derivative::zero;
  template <class T>
  SINTER_FN static constexpr auto finish(const accumulator<T>&, std::int64_t count) {
    return static_cast<detail::mean_accumulator<T>>(count);
  }
};
struct deviation_t final : reduction<deviation_t, "deviation">, detail::gathering_moments {
  using monoid = moment_mean_t;
  static constexpr auto vjp = derivative::unknown;
  template <class T>
  SINTER_FN static constexpr auto finish(const accumulator<T>& a, std::int64_t) {
    return a.deviation;
  }
};

}  // namespace sinter::ops
