// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// To whole numbers, and division with a remainder. Integers stay integers. In: one or two operands. Out: their common dtype.
// Invariant: what core/math/rounding.hpp says of floats and of division by 0 holds on every executor.
#pragma once

#include <sinter/core/math.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {

struct floor_t final : unary<floor_t, "floor"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::floor(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct ceil_t final : unary<ceil_t, "ceil"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::ceil(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct trunc_t final : unary<trunc_t, "trunc"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::trunc(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct round_t final : unary<round_t, "round"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::round(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct fmod_t final : binary<fmod_t, "fmod"> {
  template <class T>
  SINTER_FN static T eval(T a, T b) {
    return math::fmod(a, b);
  }
  // y is a - n b.
  static constexpr auto vjp(auto g, auto y, auto a, auto b) { return pack(g, g * ((y - a) / b)); }
};
struct remainder_t final : binary<remainder_t, "remainder"> {
  template <class T>
  SINTER_FN static T eval(T a, T b) {
    return math::remainder(a, b);
  }
  static constexpr auto vjp(auto g, auto, auto a, auto b) { return pack(g, -(g * floor_divide(a, b))); }
};
struct floor_divide_t final : binary<floor_divide_t, "floor_divide"> {
  template <class T>
  SINTER_FN static T eval(T a, T b) {
    return math::floor_divide(a, b);
  }
  static constexpr auto vjp = derivative::zero;
};

}  // namespace ops

template <class A>
  requires Traced<A>
constexpr auto floor(const A& a) { return call<ops::floor_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto ceil(const A& a) { return call<ops::ceil_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto trunc(const A& a) { return call<ops::trunc_t>(a); }
// To the nearest whole number, halves to the even one.
template <class A>
  requires Traced<A>
constexpr auto round(const A& a) { return call<ops::round_t>(a); }
// What the division leaves, with the dividend's sign, as in C. An integer by 0 leaves 0.
template <class A, class B>
  requires Operands<A, B>
constexpr auto fmod(const A& a, const B& b) { return call<ops::fmod_t>(a, b); }
// The same with the divisor's sign, as Python's %.
template <class A, class B>
  requires Operands<A, B>
constexpr auto remainder(const A& a, const B& b) { return call<ops::remainder_t>(a, b); }
// The quotient, rounded down: Python's //. An integer by 0 is 0.
template <class A, class B>
  requires Operands<A, B>
constexpr auto floor_divide(const A& a, const B& b) { return call<ops::floor_divide_t>(a, b); }

}  // namespace sinter
