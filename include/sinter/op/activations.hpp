// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Activations and the like that are formulas over other ops: each is traced as if the user had written it out.
// In: an operand, and scalars or operands for its parameters. Out: the formula. Invariant: NaN operands give NaN.
#pragma once

#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/library.hpp>

namespace sinter {

// x * sigmoid(x); NaN at -infinity.
template <class A>
  requires Traced<A>
constexpr auto silu(const A& x) { return x * sigmoid(x); }
// The tanh form of gelu: x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))).
template <class A>
  requires Traced<A>
constexpr auto gelu_tanh(const A& x) {
  return x * 0.5f * (tanh((x + square(x) * x * 0.044715f) * 0.7978845608f) + 1.0f);
}
// x / 2 * (1 + erf(x / sqrt 2)).
template <class A>
  requires Traced<A>
constexpr auto gelu(const A& x) { return x * 0.5f * erfc(x * -0.7071067812f); }
// x, and alpha * (exp(x) - 1) below 0.
template <class A, class S>
  requires Operands<A, S>
constexpr auto elu(const A& x, const S& alpha) { return where(x > 0.0f, x, expm1(x) * alpha); }
// x, and alpha * (exp(x / alpha) - 1) below 0.
template <class A, class S>
  requires Operands<A, S>
constexpr auto celu(const A& x, const S& alpha) { return where(x > 0.0f, x, expm1(x / alpha) * alpha); }
// elu with the scale and alpha that keep mean 0 and variance 1.
template <class A>
  requires Traced<A>
constexpr auto selu(const A& x) { return where(x > 0.0f, x, expm1(x) * 1.6732632423f) * 1.0507009874f; }
// log(1 + exp(x)), which overflows nowhere.
template <class A>
  requires Traced<A>
constexpr auto softplus(const A& x) { return relu(x) + log1p(exp(-abs(x))); }
// log(sigmoid(x)).
template <class A>
  requires Traced<A>
constexpr auto log_sigmoid(const A& x) { return minimum(x, 0.0f) - log1p(exp(-abs(x))); }
// x * tanh(softplus(x)).
template <class A>
  requires Traced<A>
constexpr auto mish(const A& x) { return x * tanh(softplus(x)); }
// log(exp(a) + exp(b)), at infinities too.
template <class A, class B>
  requires Operands<A, B>
constexpr auto logaddexp(const A& a, const B& b) {
  return where(a == b, a + 0.6931471806f, maximum(a, b) + log1p(exp(-abs(a - b))));
}
// x, and slope * x below 0.
template <class A, class S>
  requires Operands<A, S>
constexpr auto leaky_relu(const A& x, const S& slope) { return where(x < 0.0f, x * slope, x); }
template <class A>
  requires Traced<A>
constexpr auto relu6(const A& x) { return clamp(x, 0.0f, 6.0f); }
template <class A>
  requires Traced<A>
constexpr auto hardtanh(const A& x) { return clamp(x, -1.0f, 1.0f); }
// clamp(x + 3, 0, 6) / 6.
template <class A>
  requires Traced<A>
constexpr auto hardsigmoid(const A& x) { return relu6(x + 3.0f) / 6.0f; }
template <class A>
  requires Traced<A>
constexpr auto hardswish(const A& x) { return x * relu6(x + 3.0f) / 6.0f; }
// x / (1 + |x|).
template <class A>
  requires Traced<A>
constexpr auto softsign(const A& x) { return x / (abs(x) + 1.0f); }
// x where it is above `limit`, else `value`.
template <class A, class L, class V>
  requires Operands<A, L, V>
constexpr auto threshold(const A& x, const L& limit, const V& value) { return where(x <= limit, value, x); }
// 0 in [-limit, limit], else x.
template <class A, class L>
  requires Operands<A, L>
constexpr auto hardshrink(const A& x, const L& limit) { return where(abs(x) <= limit, 0.0f, x); }
// x, moved towards 0 by `limit` and no farther.
template <class A, class L>
  requires Operands<A, L>
constexpr auto softshrink(const A& x, const L& limit) { return sign(x) * relu(abs(x) - limit); }
// a + w * (b - a), from the nearer end, so that w = 0 is a and w = 1 is b.
template <class A, class B, class W>
  requires Operands<A, B, W>
constexpr auto lerp(const A& a, const B& b, const W& w) {
  return where(w < 0.5f, a + w * (b - a), b - (b - a) * (1.0f - w));
}

}  // namespace sinter
