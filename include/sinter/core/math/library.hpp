// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions that are the C library's on the host and CUDA's on the device: right to a few ulps on both. Of floats the host has
// expm1, log1p, exp2, erf and erfc of its own, which it vectorises. docs/reference.md has the errors that the tests grant.
// Integers have pow, which wraps.
#pragma once

#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/polynomials.hpp>

namespace sinter::math {

#if SINTER_ON_DEVICE
#define SINTER_LIBRARY(name) ::name
#else
#define SINTER_LIBRARY(name) __builtin_##name
#endif
#define SINTER_UNARY(name, name_f)                                                         \
  [[nodiscard]] SINTER_FN inline float name(float x) { return SINTER_LIBRARY(name_f)(x); } \
  [[nodiscard]] SINTER_FN inline double name(double x) { return SINTER_LIBRARY(name)(x); }
#define SINTER_BINARY(name, name_f)                                                                    \
  [[nodiscard]] SINTER_FN inline float name(float a, float b) { return SINTER_LIBRARY(name_f)(a, b); } \
  [[nodiscard]] SINTER_FN inline double name(double a, double b) { return SINTER_LIBRARY(name)(a, b); }
SINTER_UNARY(log2, log2f)
SINTER_UNARY(log10, log10f)
SINTER_UNARY(cbrt, cbrtf)
SINTER_UNARY(sin, sinf)
SINTER_UNARY(cos, cosf)
SINTER_UNARY(tan, tanf)
SINTER_UNARY(asin, asinf)
SINTER_UNARY(acos, acosf)
SINTER_UNARY(atan, atanf)
SINTER_UNARY(sinh, sinhf)
SINTER_UNARY(cosh, coshf)
SINTER_UNARY(asinh, asinhf)
SINTER_UNARY(acosh, acoshf)
SINTER_UNARY(atanh, atanhf)
SINTER_BINARY(atan2, atan2f)
SINTER_BINARY(hypot, hypotf)
SINTER_BINARY(pow, powf)
#undef SINTER_UNARY
#undef SINTER_BINARY
#if SINTER_ON_DEVICE
#define SINTER_OWN(name) ::name##f(x)
#else
#define SINTER_OWN(name) detail::host_##name(x)
#endif
#define SINTER_UNARY(name)                                                        \
  [[nodiscard]] SINTER_FN inline float name(float x) { return SINTER_OWN(name); } \
  [[nodiscard]] SINTER_FN inline double name(double x) { return SINTER_LIBRARY(name)(x); }
SINTER_UNARY(expm1)
SINTER_UNARY(log1p)
SINTER_UNARY(exp2)
SINTER_UNARY(erf)
SINTER_UNARY(erfc)
#undef SINTER_UNARY
#undef SINTER_OWN
#undef SINTER_LIBRARY

// By squaring. A negative exponent leaves the whole part of 1 / a^-b: 0 but for 1 and -1 (and 0, whose power is 0).
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T pow(T a, T b) {
  if (is_negative(b)) {
    if (a == T(1)) return a;
    if (a != static_cast<T>(-1)) return T(0);
    return (b & T(1)) != 0 ? a : T(1);
  }
  T r = 1;
  for (T rest = b; rest != T(0); rest = static_cast<T>(rest >> 1)) {
    if ((rest & T(1)) != 0) r = mul(r, a);
    a = mul(a, a);
  }
  return r;
}

static_assert(pow(3, 4) == 81 && pow(-2, 3) == -8 && pow(0, 0) == 1 && pow(2, -1) == 0 && pow(-1, -3) == -1);
static_assert(pow(std::int64_t{10}, std::int64_t{18}) == 1000000000000000000 && pow(2, 31) == -2147483647 - 1);

}  // namespace sinter::math
