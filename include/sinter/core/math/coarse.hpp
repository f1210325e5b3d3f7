// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions for values whose dtype is bf16: computed in f32 to a relative error of 2^-17 or better, where bf16 keeps 2^-9.
// In and out: f32. Invariant: signs, zeros, infinities, NaN and overflow as in the full-precision function; division gives
// the same bits on every executor.
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

}  // namespace sinter::math::coarse
