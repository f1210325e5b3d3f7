// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Special functions as ops. Integers are computed as f32. In: one or two operands. Out: a float dtype.
// Invariant: bounds stand in core/math/special.hpp.
#pragma once

#include <sinter/core/math/special.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {

struct lgamma_t final : unary<lgamma_t, "lgamma", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::lgamma(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * digamma(x)); }
};
struct digamma_t final : unary<digamma_t, "digamma", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::digamma(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * trigamma(x)); }
};
struct trigamma_t final : unary<trigamma_t, "trigamma", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::trigamma(x);
  }
  static constexpr auto vjp = derivative::unknown;
};
struct erfinv_t final : unary<erfinv_t, "erfinv", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::erfinv(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(g * exp(y * y) * 0.88622692545275801); }
};
struct bessel_j0_t final : unary<bessel_j0_t, "bessel_j0", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::bessel_j0(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(-(g * bessel_j1(x))); }
};
struct bessel_j1_t final : unary<bessel_j1_t, "bessel_j1", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::bessel_j1(x);
  }
  // Near 0, y / x would be the quotient of two denormals.
  static constexpr auto vjp(auto g, auto y, auto x) {
    return pack(g * where(abs(x) < 1e-30, 0.5, bessel_j0(x) - y / x));
  }
};
struct bessel_y0_t final : unary<bessel_y0_t, "bessel_y0", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::bessel_y0(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(-(g * bessel_y1(x))); }
};
struct bessel_y1_t final : unary<bessel_y1_t, "bessel_y1", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return math::bessel_y1(x);
  }
  static constexpr auto vjp(auto g, auto y, auto x) { return pack(g * (bessel_y0(x) - y / x)); }
};
// Its neighbours are those of the result's dtype, which a narrow float's f32 does not know.
struct nextafter_t final : binary<nextafter_t, "nextafter", typing::floating> {
  template <class T>
  SINTER_FN static T eval(T from, T to) {
    return math::nextafter<T>(from, to);
  }
  template <class T, class C>
  SINTER_FN static C eval_as(C from, C to) {
    return math::nextafter<T>(from, to);
  }
  static constexpr auto vjp = derivative::unknown;
};
struct ldexp_t final : binary<ldexp_t, "ldexp", typing::floating> {
  template <class T>
  SINTER_FN static constexpr T eval(T x, T n) {
    return math::ldexp(x, n);
  }
  static constexpr auto vjp(auto g, auto, auto, auto n) { return pack(ldexp(g, n), derivative::zero); }
};

}  // namespace ops

// log |gamma(x)|, and the logarithmic derivative of gamma.
template <class A>
  requires Traced<A>
constexpr auto lgamma(const A& a) { return call<ops::lgamma_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto digamma(const A& a) { return call<ops::digamma_t>(a); }
// digamma's derivative.
template <class A>
  requires Traced<A>
constexpr auto trigamma(const A& a) { return call<ops::trigamma_t>(a); }
// The x of which erf(x) is a.
template <class A>
  requires Traced<A>
constexpr auto erfinv(const A& a) { return call<ops::erfinv_t>(a); }
// Bessel functions of the first kind, of orders 0 and 1.
template <class A>
  requires Traced<A>
constexpr auto bessel_j0(const A& a) { return call<ops::bessel_j0_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto bessel_j1(const A& a) { return call<ops::bessel_j1_t>(a); }
// Of the second kind: NaN for negative arguments.
template <class A>
  requires Traced<A>
constexpr auto bessel_y0(const A& a) { return call<ops::bessel_y0_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto bessel_y1(const A& a) { return call<ops::bessel_y1_t>(a); }
// The next value from a towards b that the result's dtype holds.
template <class A, class B>
  requires Operands<A, B>
constexpr auto nextafter(const A& a, const B& b) { return call<ops::nextafter_t>(a, b); }
// x 2^n, rounded once; n is truncated.
template <class A, class B>
  requires Operands<A, B>
constexpr auto ldexp(const A& x, const B& n) { return call<ops::ldexp_t>(x, n); }

}  // namespace sinter
