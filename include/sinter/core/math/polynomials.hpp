// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// erf, erfc, expm1, exp2 and log1p of floats as arithmetic without branches or calls, so that g++ and clang vectorise a loop
// over them: the host's. Largest error over every float, with and without FMA: erf 1.8, erfc 3.5, expm1 1.5, exp2 1.0,
// log1p 1.0 ulp. Denormals, zeros, infinities and NaN as the C library has them.
#pragma once

#include <sinter/core/math/elementary.hpp>

namespace sinter::math::detail {

// erfc z for z >= 0: exp(-z^2) g(t) / (1 + 2 z), t = (z - 2) / (z + 2) (Shepherd and Laframboise 1981), g nearest in relative
// error (2^-26.7) for z up to 10.1, where the result rounds to 0. z^2 is split: h keeps 12 bits, whose square is exact.
[[nodiscard]] SINTER_INLINE float erfc_of_magnitude(float magnitude_of) {
  const float z = select(magnitude_of > 10.1f, 10.1f, magnitude_of);
  const float t = (z - 2.0f) / (z + 2.0f);
  float g = 2.6489222900207423e-05f;
  g = horner(g, t, -0.0003646268950526639f);
  g = horner(g, t, -0.0012533827250172413f);
  g = horner(g, t, 0.0012733900785199417f);
  g = horner(g, t, 0.008638432111583015f);
  g = horner(g, t, -0.00804460570106274f);
  g = horner(g, t, -0.05420513805853706f);
  g = horner(g, t, 0.16405316027543476f);
  g = horner(g, t, -0.16603136220568f);
  g = horner(g, t, -0.09276389649923049f);
  g = horner(g, t, 1.276978392089384f);
  const float h = bit_cast<float>(bit_cast<std::uint32_t>(z) & 0xfffff000U);
  const reduced e = reduce_exp(-h * h);
  const float em1 = exp_polynomial(e.r + (h - z) * (h + z));
  return scale_by_power(horner(em1, g, g) / horner(2.0f, z, 1.0f), e.n);
}

// erf z for 0 <= z <= 0.92: z times a polynomial in z^2 (2^-31.2).
[[nodiscard]] SINTER_INLINE float erf_near_zero(float z) {
  const float s = z * z;
  float p = 8.382389447269344e-05f;
  p = horner(p, s, -0.0008145597272917391f);
  p = horner(p, s, 0.00520128605881887f);
  p = horner(p, s, -0.026859500097062065f);
  p = horner(p, s, 0.11283697324938853f);
  p = horner(p, s, -0.376126338542378f);
  return horner(z, 0.128379166f, horner(z * s, p, z));
}

[[nodiscard]] SINTER_INLINE float host_erfc(float x) {
  const float z = bit_cast<float>(magnitude(x));
  const float r = select(z < 0.5f, 1.0f - erf_near_zero(z), erfc_of_magnitude(z));
  return select(x < 0.0f, 2.0f - r, r);
}

[[nodiscard]] SINTER_INLINE float host_erf(float x) {
  const float z = bit_cast<float>(magnitude(x));
  const float r = select(z < 0.92f, erf_near_zero(z), 1.0f - erfc_of_magnitude(z));
  return bit_cast<float>(bit_cast<std::uint32_t>(r) | (bit_cast<std::uint32_t>(x) & sign_bit<float>));
}

// 2^n (e^r - 1) + (2^n - 1), r added before what is smaller.
[[nodiscard]] SINTER_INLINE float host_expm1(float x) {
  const float y = select(x > 89.0f, 89.0f, select(x < -30.0f, -30.0f, x));
  const reduced e = reduce_exp(y);
  // 2^128 is beyond floats: half of it, doubled at the end.
  const bool large = y > 64.0f;
  const std::uint32_t n = e.n - (large ? 1U : 0U);
  const float scale = bit_cast<float>((n << 23) + (127U << 23));
  const float r = horner(scale, exp_tail(e.r), horner(scale, e.r, scale - 1.0f));
  return select(magnitude(x) < 0x33000000U, x, select(large, r + r, r));
}

[[nodiscard]] SINTER_INLINE float host_exp2(float x) {
  const float y = select(x > 129.0f, 129.0f, select(x < -151.0f, -151.0f, x));
  const float shifted = y + 12582912.0f;
  const float r = (y - (shifted - 12582912.0f)) * 0.693147181f;
  return scale_by_power(exp_polynomial(r) + 1.0f, bit_cast<std::uint32_t>(shifted));
}

// host_log of u = 1 + x, whose rounding error over u is added back (FreeBSD msun, s_log1pf.c).
[[nodiscard]] SINTER_INLINE float host_log1p(float x) {
  const float u = 1.0f + x;
  const std::uint32_t bits = bit_cast<std::uint32_t>(u) + (0x3f800000U - 0x3f3504f3U);
  const std::int32_t k = static_cast<std::int32_t>(bits >> 23) - 127;
  const float m = bit_cast<float>((bits & 0x007fffffU) + 0x3f3504f3U);
  const float lost = select(k >= 2, 1.0f - (u - x), x - (u - 1.0f)) / u;
  const float f = select(k == 0, x, m - 1.0f);
  const float r = log_of(f, static_cast<float>(k), select(k == 0, 0.0f, lost));
  const float result = select(x < -1.0f, quiet_nan<float>, select(x == -1.0f, -infinity<float>, r));
  const bool itself = magnitude(x) < 0x33000000U || magnitude(x) > infinity_bits<float> || x == infinity<float>;
  return select(itself, x, result);
}

}  // namespace sinter::math::detail
