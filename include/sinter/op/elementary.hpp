// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions and casts. Integers are computed as f32. Error bounds stand in core/math.hpp.
#pragma once

#include <sinter/core/math.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {

struct exp_t final : unary<exp_t, "exp", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::exp(x);
  }
  SINTER_FN static float eval_coarse(float x) { return math::coarse::exp(x); }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * conjugate(y)); }
};
struct log_t final : unary<log_t, "log", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::log(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g / conjugate(x)); }
};
struct sqrt_t final : unary<sqrt_t, "sqrt", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::sqrt(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g / (2 * conjugate(y))); }
};
struct rsqrt_t final : unary<rsqrt_t, "rsqrt", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::rsqrt(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) {
    const auto c = conjugate(y);
    return pack(g * -0.5 * c * c * c);
  }
};
struct tanh_t final : unary<tanh_t, "tanh", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::tanh(x);
  }
  SINTER_FN static float eval_coarse(float x) { return math::coarse::tanh(x); }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * conjugate(1 - y * y)); }
};
struct sigmoid_t final : unary<sigmoid_t, "sigmoid", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::sigmoid(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * y * (1 - y)); }
};

namespace detail {
// cast_ and the dtype's name.
template <dtype To>
constexpr auto cast_name() {
  char text[10] = "cast_";
  for (int i = 0; name_of(To)[i] != 0; ++i) text[5 + i] = name_of(To)[i];
  return op_name(text);
}
template <class T>
inline constexpr bool is_floating = kind_of(dtype_of<T>) == dtype_kind::floating;
}  // namespace detail

// Rounds to To and computes on; a float becomes an integer by truncation, saturated, NaN as 0.
template <class To>
struct cast_t final : unary<cast_t<To>, detail::cast_name<dtype_of<To>>(), typing::fixed> {
  static constexpr dtype result = dtype_of<To>;
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr compute_t<To> eval(T x) {
    return math::cast<compute_t<To>>(math::cast<To>(x));
  }
  static constexpr auto vjp(auto g, auto, auto x) {
    using from = typename decltype(x)::value_type;
    if constexpr (detail::is_floating<To> && detail::is_floating<from>)
      return pack(call<cast_t<from>>(g));
    else
      return pack(derivative::zero);
  }
};

// A real number with the imaginary part 0, a complex one in another precision. Constants of c128 do not fit into a graph's 64
// bits, so nothing is folded.
template <class T>
struct cast_t<complex<T>> final : unary<cast_t<complex<T>>, detail::cast_name<dtype_of<complex<T>>>(), typing::fixed> {
  static constexpr dtype result = dtype_of<complex<T>>;
  template <class From>
  SINTER_FN static constexpr complex<T> eval(From x) {
    return math::cast<complex<T>>(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) {
    using from = typename decltype(x)::value_type;
    if constexpr (is_complex<from>)
      return pack(call<cast_t<from>>(g));
    else if constexpr (detail::is_floating<from>)
      return pack(call<cast_t<from>>(real(g)));
    else
      return pack(derivative::zero);
  }
};

}  // namespace ops

template <class A>
  requires Traced<A>
constexpr auto exp(const A& a) { return call<ops::exp_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto log(const A& a) { return call<ops::log_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto sqrt(const A& a) { return call<ops::sqrt_t>(a); }
// 1 / sqrt(x).
template <class A>
  requires Traced<A>
constexpr auto rsqrt(const A& a) { return call<ops::rsqrt_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto tanh(const A& a) { return call<ops::tanh_t>(a); }
// 1 / (1 + exp(-x)).
template <class A>
  requires Traced<A>
constexpr auto sigmoid(const A& a) { return call<ops::sigmoid_t>(a); }
// cast<float>(x): the value as the type To holds it.
template <Element To, class A>
  requires Traced<A>
constexpr auto cast(const A& a) { return call<ops::cast_t<To>>(a); }

}  // namespace sinter
