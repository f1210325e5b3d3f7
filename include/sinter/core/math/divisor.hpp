// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Many divisions by one float: a reciprocal once, then three operations a quotient instead of a dozen.
// In: a divisor; dividends. Out: the correctly rounded quotient, where `exact` holds; elsewhere the caller divides.
// Source: Markstein, Computation of elementary functions on the IBM RISC System/6000 processor, IBM J. Res. Dev. 34 (1990):
// with r the rounded reciprocal, q + r * (a - q * d) is the rounded quotient while nothing over- or underflows.
#pragma once

#include <sinter/core/math/arithmetic.hpp>

namespace sinter::math {

struct divisor {
  float d;
  float r;
  bool plain;  // 2^-60 <= |d| <= 2^25
};

[[nodiscard]] SINTER_FN inline divisor make_divisor(float d) {
  const float m = abs(d);
  return {d, div(1.0f, d), m >= 0x1p-60f && m <= 0x1p25f};
}

// Whether quotient() is right for this dividend: 0, or 2^-100 <= |a| <= 2^60 (the remainder is then exact and the quotient
// normal), over a plain divisor.
[[nodiscard]] SINTER_FN inline bool is_exact(float a, const divisor& by) {
  const float m = abs(a);
  return by.plain && ((m >= 0x1p-100f && m <= 0x1p60f) || a == 0.0f);
}

[[nodiscard]] SINTER_FN inline float quotient(float a, const divisor& by) {
  const float q = mul(a, by.r);
  const float rest = fma(neg(q), by.d, a);
  return a == 0.0f ? q : fma(rest, by.r, q);
}

}  // namespace sinter::math
