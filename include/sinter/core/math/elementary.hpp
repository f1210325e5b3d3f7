// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// exp, log, tanh, sigmoid, rsqrt. On the device CUDA's own functions; elsewhere float has the library's, branch-free,
// so that g++ and clang vectorise a loop over them (they do not vectorise std::exp), and double has the C library's.
// Largest host error over every float: exp 1.0, log 0.84, tanh 2.5, sigmoid 2.5, rsqrt 1.5 ulp. Denormals are
// right on both sides, as are ±0, ±inf and NaN. With -ffp-contract=off all targets without FMA give the same bits, and all
// targets with it; constant evaluation gives those of the target it is compiled for.
#pragma once

#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/bits.hpp>

namespace sinter::math {

namespace detail {

// a * b + c, rounded once where that is one instruction of the host, else twice.
[[nodiscard]] SINTER_FN constexpr float horner(float a, float b, float c) {
#if defined(__FMA__) && !SINTER_ON_DEVICE
  return fma(a, b, c);
#else
  return a * b + c;
#endif
}

// e^r - 1 - r for |r| <= 0.4 (Moshier's Cephes, expf).
[[nodiscard]] SINTER_FN constexpr float exp_tail(float r) {
  float p = 1.9875691500e-4f;
  p = horner(p, r, 1.3981999507e-3f);
  p = horner(p, r, 8.3334519073e-3f);
  p = horner(p, r, 4.1665795894e-2f);
  p = horner(p, r, 1.6666665459e-1f);
  p = horner(p, r, 5.0000001201e-1f);
  return p * (r * r);
}

// x + rest = n ln 2 + r with |r| <= 0.35 and a small rest (Cody and Waite).
struct reduced {
  std::uint32_t n;  // modulo 512
  float r;
};

[[nodiscard]] SINTER_FN constexpr reduced reduce_exp(float x) {
  constexpr float magic = 12582912.0f;  // 1.5 * 2^23: adding it rounds to an integer, found in the low bits
  const float shifted = horner(x, 1.44269504f, magic);
  const float n = shifted - magic;
  // The first product is exact.
  return {bit_cast<std::uint32_t>(shifted), horner(n, 2.12194440e-4f, horner(n, -0.693359375f, x))};
}

// e^r - 1.
[[nodiscard]] SINTER_FN constexpr float exp_polynomial(float r) { return exp_tail(r) + r; }

// p 2^n for p near 1, n modulo 512: two steps reach 2^-150 … 2^129; only the second can round, into the denormals.
[[nodiscard]] SINTER_FN constexpr float scale_by_power(float p, std::uint32_t n) {
  constexpr std::uint32_t one = 127U << 23;
  const std::uint32_t half = (n << 22) & 0xff800000U;
  const float first = p * bit_cast<float>(half + one);
  return mul(first, bit_cast<float>((n << 23) - half + one));
}

[[nodiscard]] SINTER_FN constexpr float host_exp(float x) {
  // Below -104 the result rounds to 0, above 89 it overflows; a NaN passes through.
  const reduced e = reduce_exp(select(x > 89.0f, 89.0f, x));
  return select(x < -104.0f, 0.0f, scale_by_power(exp_polynomial(e.r) + 1.0f, e.n));
}

// log (1 + f) + k ln 2 + rest for sqrt(1/2) <= 1 + f < sqrt(2): f - f^2/2 + s (f^2/2 + R(s^2)), s = f / (2 + f)
// (FreeBSD msun, e_logf.c).
[[nodiscard]] SINTER_FN constexpr float log_of(float f, float k, float rest) {
  const float s = f / (2.0f + f);
  const float z = s * s;
  const float w = z * z;
  const float r = z * (0x1.555554p-1f + w * 0x1.23d3dcp-2f) + w * (0x1.999c26p-2f + w * 0x1.f13c4cp-3f);
  const float h = 0.5f * f * f;
  return s * (h + r) + (k * 9.0580006145e-6f + rest) - h + f + k * 6.9313812256e-1f;
}

// x = 2^k m with sqrt(1/2) <= m < sqrt(2).
[[nodiscard]] SINTER_FN constexpr float host_log(float x) {
  const bool tiny = x < 0x1p-126f;  // zero, denormal or negative
  const float y = select(tiny, mul(x, 0x1p25f), x);
  const std::uint32_t u = bit_cast<std::uint32_t>(y) + (0x3f800000u - 0x3f3504f3u);
  const std::int32_t k = static_cast<std::int32_t>(u >> 23) - 127 - (tiny ? 25 : 0);
  const float m = bit_cast<float>((u & 0x007fffffu) + 0x3f3504f3u);
  float result = log_of(m - 1.0f, static_cast<float>(k), 0.0f);
  result =
      select(bit_cast<std::uint32_t>(x) >= 0x7f800000u, x, result);  // infinity and positive NaNs; negatives follow
  result = select(x < 0.0f, quiet_nan<float>, result);
  result = select(x == 0.0f, -infinity<float>, result);
  return select(is_nan(x), x, result);
}

// tanh |x| = -e / (e + 2) with e = expm1(-2 |x|) = 2^n (e^r - 1) + (2^n - 1): no cancellation at either end.
[[nodiscard]] SINTER_FN constexpr float host_tanh(float x) {
  const float y = bit_cast<float>(magnitude(x));
  const reduced e = reduce_exp(-2.0f * select(y > 10.0f, 10.0f, y));  // from 9.02 on the result rounds to 1
  const float scale = bit_cast<float>((e.n << 23) + (127U << 23));
  const float em1 = horner(scale, exp_polynomial(e.r), scale - 1.0f);
  return bit_cast<float>(magnitude(em1 / (em1 + 2.0f)) | (bit_cast<std::uint32_t>(x) & sign_bit<float>));
}

}  // namespace detail

// Constant evaluation takes NaN and tiny arguments aside: comparing the one and underflow of the other are errors.
// The bits are the host's.
[[nodiscard]] SINTER_FN constexpr float exp(float x) {
  if (__builtin_is_constant_evaluated()) {
    if (is_nan(x)) return x;
    if (x < -104.0f) return 0.0f;
    return x > -0x1p-40f && x < 0x1p-40f ? 1.0f : detail::host_exp(x);
  }
#if SINTER_ON_DEVICE
  return ::expf(x);
#else
  return detail::host_exp(x);
#endif
}

[[nodiscard]] SINTER_FN constexpr float log(float x) {
  if (__builtin_is_constant_evaluated()) {
    if (is_nan(x) || x == infinity<float>) return x;
    if (x <= 0) return x == 0 ? -infinity<float> : quiet_nan<float>;
    return detail::host_log(x);
  }
#if SINTER_ON_DEVICE
  return ::logf(x);
#else
  return detail::host_log(x);
#endif
}

[[nodiscard]] SINTER_FN constexpr float tanh(float x) {
  if (__builtin_is_constant_evaluated()) return is_nan(x) || abs(x) < 0x1p-40f ? x : detail::host_tanh(x);
#if SINTER_ON_DEVICE
  return ::tanhf(x);
#else
  return detail::host_tanh(x);
#endif
}

// 1 / (1 + e^-x), through e^-|x| so that nothing overflows and a very negative x still gives its denormal.
[[nodiscard]] SINTER_FN constexpr float sigmoid(float x) {
  const float e = exp(-abs(x));
#if SINTER_ON_DEVICE
  // The divisor lies in [1, 2], where the fast division is good to 2 ulp.
  if (!__builtin_is_constant_evaluated()) return ::__fdividef(is_negative(x) ? e : 1.0f, 1.0f + e);
#endif
  return div(select(is_negative(x), e, 1.0f), 1.0f + e);
}

// Not correctly rounded: within 2 ulp on the device, 1.5 on the host.
[[nodiscard]] SINTER_FN constexpr float rsqrt(float x) {
#if SINTER_ON_DEVICE
  if (!__builtin_is_constant_evaluated()) return ::rsqrtf(x);
#endif
  return div(1.0f, sqrt(x));
}

#if SINTER_ON_DEVICE
#define SINTER_LIBRARY(f) ::f
#else
#define SINTER_LIBRARY(f) __builtin_##f
#endif
[[nodiscard]] SINTER_FN inline double exp(double x) { return SINTER_LIBRARY(exp)(x); }
[[nodiscard]] SINTER_FN inline double log(double x) { return SINTER_LIBRARY(log)(x); }
[[nodiscard]] SINTER_FN inline double tanh(double x) { return SINTER_LIBRARY(tanh)(x); }
#undef SINTER_LIBRARY
[[nodiscard]] SINTER_FN inline double sigmoid(double x) {
  const double e = exp(-abs(x));
  return (is_negative(x) ? e : 1.0) / (1.0 + e);
}
[[nodiscard]] SINTER_FN inline double rsqrt(double x) { return div(1.0, sqrt(x)); }

static_assert(exp(0.0f) == 1 && exp(-infinity<float>) == 0 && exp(100.0f) == infinity<float> &&
              exp(-103.9f) == 0x1p-149f);
static_assert(log(1.0f) == 0 && log(0.0f) == -infinity<float> && is_nan(log(-1.0f)) && log(infinity<float>) > 3e38f);
static_assert(tanh(infinity<float>) == 1 && tanh(-20.0f) == -1 && is_negative(tanh(-0.0f)) && tanh(0x1p-149f) > 0);
static_assert(sigmoid(0.0f) == 0.5f && sigmoid(-infinity<float>) == 0 && sigmoid(infinity<float>) == 1);
static_assert(sigmoid(-100.0f) > 0x1p-145f && sigmoid(-100.0f) < 0x1p-144f && log(0x1p-149f) < -103.27f);
static_assert(rsqrt(4.0f) == 0.5f && rsqrt(0.0f) == infinity<float> && is_nan(exp(quiet_nan<float>)));

}  // namespace sinter::math
