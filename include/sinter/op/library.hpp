// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementary and special functions that the C library and CUDA have. Integers are computed as f32, but for pow, which keeps
// them. In: one or two operands. Out: a float dtype. Invariant: bounds stand in core/math/library.hpp.
#pragma once

#include <sinter/core/math.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {

struct expm1_t final : unary<expm1_t, "expm1", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::expm1(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * conjugate(y + 1)); }
};
struct log1p_t final : unary<log1p_t, "log1p", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::log1p(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g / conjugate(x + 1)); }
};
struct exp2_t final : unary<exp2_t, "exp2", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::exp2(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * conjugate(y) * 0.69314718055994531); }
};
struct log2_t final : unary<log2_t, "log2", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::log2(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * 1.4426950408889634 / conjugate(x)); }
};
struct log10_t final : unary<log10_t, "log10", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::log10(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * 0.43429448190325183 / conjugate(x)); }
};
struct cbrt_t final : unary<cbrt_t, "cbrt", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::cbrt(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g / (3 * y * y)); }
};
struct sin_t final : unary<sin_t, "sin", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::sin(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * cos(conjugate(x))); }
};
struct cos_t final : unary<cos_t, "cos", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::cos(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(-(g * sin(conjugate(x)))); }
};
struct tan_t final : unary<tan_t, "tan", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::tan(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * conjugate(y * y + 1)); }
};
struct asin_t final : unary<asin_t, "asin", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::asin(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * rsqrt_of_one_minus_square(conjugate(x))); }
};
struct acos_t final : unary<acos_t, "acos", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::acos(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(-(g * rsqrt_of_one_minus_square(conjugate(x)))); }
};
struct atan_t final : unary<atan_t, "atan", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::atan(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g / conjugate(x * x + 1)); }
};
struct sinh_t final : unary<sinh_t, "sinh", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::sinh(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * cosh(conjugate(x))); }
};
struct cosh_t final : unary<cosh_t, "cosh", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::cosh(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * sinh(conjugate(x))); }
};
struct asinh_t final : unary<asinh_t, "asinh", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::asinh(x);
  }
  // Where x * x overflows, too.
  static constexpr auto vjp(auto g, auto, auto x) {
    if constexpr (is_complex<typename decltype(x)::value_type>)
      return pack(g * conj(rsqrt_of_one_minus_square(make_complex(-imag(x), real(x)))));
    else
      return pack(g / hypot(x, 1));
  }
};
struct acosh_t final : unary<acosh_t, "acosh", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::acosh(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * conjugate(rsqrt(x - 1) * rsqrt(one_plus(x)))); }
};
struct atanh_t final : unary<atanh_t, "atanh", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::atanh(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g / conjugate((1 - x) * (x + 1))); }
};
struct erf_t final : unary<erf_t, "erf", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::erf(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * 1.1283791670955126 * exp(-(x * x))); }
};
struct erfc_t final : unary<erfc_t, "erfc", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::erfc(x);
  }
  SINTER_FN static float eval_coarse(float x) { return math::coarse::erfc(x); }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * -1.1283791670955126 * exp(-(x * x))); }
};
struct atan2_t final : binary<atan2_t, "atan2", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T a, T b) {
    return math::atan2(a, b);
  }
  static constexpr auto vjp(auto g, auto, auto a, auto b) {
    const auto h = hypot(a, b);
    return pack(g * (b / h) / h, -(g * (a / h) / h));
  }
};
struct hypot_t final : binary<hypot_t, "hypot", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T a, T b) {
    return math::hypot(a, b);
  }
  // 0 at the origin, as of abs.
  static constexpr auto vjp(auto g, auto y, auto a, auto b) {
    return pack(where(y == 0, 0, g * (a / y)), where(y == 0, 0, g * (b / y)));
  }
};
struct pow_t final : binary<pow_t, "pow"> {
  template <class T>
  SINTER_FN static T eval(T a, T b) {
    return math::pow(a, b);
  }
  // By b, 0 where a is 0 and b is not negative, NaN where a is negative.
  static constexpr auto vjp(auto g, auto y, auto a, auto b) {
    if constexpr (is_complex<typename decltype(a)::value_type>)
      return pack(where(b == 0, 0, g * conj(b * pow(a, b - 1))),
                  where((a == 0) && (real(b) >= 0), 0, g * conj(y * log(a))));
    else
      return pack(where(b == 0, 0, g * b * pow(a, b - 1)), where((a == 0) && (b >= 0), 0, g * y * log(a)));
  }
};

}  // namespace ops

// exp(x) - 1 and log(1 + x), without their cancellation near 0.
template <class A>
  requires Traced<A>
constexpr auto expm1(const A& a) { return call<ops::expm1_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto log1p(const A& a) { return call<ops::log1p_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto exp2(const A& a) { return call<ops::exp2_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto log2(const A& a) { return call<ops::log2_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto log10(const A& a) { return call<ops::log10_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto cbrt(const A& a) { return call<ops::cbrt_t>(a); }
// Angles in radians.
template <class A>
  requires Traced<A>
constexpr auto sin(const A& a) { return call<ops::sin_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto cos(const A& a) { return call<ops::cos_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto tan(const A& a) { return call<ops::tan_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto asin(const A& a) { return call<ops::asin_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto acos(const A& a) { return call<ops::acos_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto atan(const A& a) { return call<ops::atan_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto sinh(const A& a) { return call<ops::sinh_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto cosh(const A& a) { return call<ops::cosh_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto asinh(const A& a) { return call<ops::asinh_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto acosh(const A& a) { return call<ops::acosh_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto atanh(const A& a) { return call<ops::atanh_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto erf(const A& a) { return call<ops::erf_t>(a); }
// 1 - erf(x), without its cancellation.
template <class A>
  requires Traced<A>
constexpr auto erfc(const A& a) { return call<ops::erfc_t>(a); }
// The angle of the point (b, a).
template <class A, class B>
  requires Operands<A, B>
constexpr auto atan2(const A& a, const B& b) { return call<ops::atan2_t>(a, b); }
// sqrt(a^2 + b^2), which neither overflows nor underflows on the way.
template <class A, class B>
  requires Operands<A, B>
constexpr auto hypot(const A& a, const B& b) { return call<ops::hypot_t>(a, b); }
// a to the power of b. Of integers, a negative power is the whole part of the quotient: 0 but for a = 1 and -1.
template <class A, class B>
  requires Operands<A, B>
constexpr auto pow(const A& a, const B& b) { return call<ops::pow_t>(a, b); }

}  // namespace sinter
