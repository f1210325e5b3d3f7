// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions for values whose dtype is bf16: computed in f32 to a relative error of 2^-15 or better (each says its own), where
// bf16 keeps 2^-9. In and out: f32. Invariant: signs, zeros, infinities, NaN and overflow as in the full-precision function;
// division gives the same bits on every executor.
#pragma once

#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/elementary.hpp>

namespace sinter::math::coarse {

// The divisors whose reciprocal neither overflows nor is rounded away.
[[nodiscard]] SINTER_FN constexpr bool has_reciprocal(float d) { return abs(d) >= 0x1p-126f && abs(d) <= 0x1p126f; }

// a times the rounded reciprocal: at most 1.5 ulp of f32 from a / b. Elsewhere a / b itself.
[[nodiscard]] SINTER_FN constexpr float div(float a, float b) {
  return has_reciprocal(b) ? mul(a, math::div(1.0f, b)) : math::div(a, b);
}

namespace detail {
// a * b + c, with one rounding where that is one instruction and two elsewhere.
[[nodiscard]] SINTER_FN inline float horner(float a, float b, float c) {
#if SINTER_ON_DEVICE
  return __fmaf_rn(a, b, c);
#else
  return a * b + c;
#endif
}
// 1 / d for d from 1 to infinity.
[[nodiscard]] SINTER_FN inline float reciprocal(float d) {
#if SINTER_ON_DEVICE
  float r;
  asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(d));
  return r;
#else
  return 1.0f / d;
#endif
}
}  // namespace detail

// 2^(x log2 e): the rounded product costs |x| 2^-24, at most 2^-17 in range.
[[nodiscard]] SINTER_FN constexpr float exp(float x) {
#if SINTER_ON_DEVICE
  if (!__builtin_is_constant_evaluated()) {
    float r;
    asm("ex2.approx.f32 %0, %1;" : "=f"(r) : "f"(__fmul_rn(x, 1.44269504f)));
    return r;
  }
#endif
  return math::exp(x);
}

namespace detail {
// 2^x; results below 2^-126 are 0, which takes a comparison and two products less.
[[nodiscard]] SINTER_FN inline float flushed_exp2(float x) {
#if SINTER_ON_DEVICE
  float r;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
  return r;
#else
  const float r = math::exp(x * 0.693147181f);
  return select(r < 0x1p-126f, 0.0f, r);
#endif
}
}  // namespace detail

// exp(-z^2) p(t) for z = |x|, where t = 1 / (1 + 0.38 z) and p is the polynomial without a constant term that is nearest to
// exp(z^2) erfc(z) in relative error (2^-19.8) for z up to 10.5. What is left is the exponential's error: 2^-16 in all. Results below 2^-126 may be 0.
[[nodiscard]] SINTER_FN inline float erfc(float x) {
  const float z = abs(x);
  const float t = detail::reciprocal(detail::horner(z, 0.38f, 1.0f));
  float p = detail::horner(t, -0.12530359f, 0.33559795f);
  p = detail::horner(t, p, -0.06923373f);
  p = detail::horner(t, p, 0.24729326f);
  p = detail::horner(t, p, 0.18082677f);
  p = detail::horner(t, p, 0.2165266f);
  p = detail::horner(t, p, 0.21429171f);
  const float tail = t * p * detail::flushed_exp2(z * z * -1.44269504f);
  return select(x < 0.0f, 2.0f - tail, tail);
}

// sign(x) (1 - e) / (1 + e) with e = exp(-2 |x|), and an odd polynomial where that would cancel: 2^-16.
[[nodiscard]] SINTER_FN inline float tanh(float x) {
  const float y = abs(x);
  const float e = detail::flushed_exp2(y * -2.88539008f);
  const float far = (1.0f - e) * detail::reciprocal(1.0f + e);
  const float s = y * y;
  float p = detail::horner(s, 0.0218694885361552f, -0.0539682539682540f);
  p = detail::horner(s, p, 0.1333333333333333f);
  p = detail::horner(s, p, -0.3333333333333333f);
  const float near = detail::horner(y * s, p, y);
  const float r = select(y < 0.5f, near, far);
  return select(is_negative(x), -r, r);
}

}  // namespace sinter::math::coarse
