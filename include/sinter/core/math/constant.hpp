// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// IEEE arithmetic inside constant evaluation, where compilers refuse what hardware defines: division by zero, a NaN
// result (clang), overflow to infinity and ordered comparison with a NaN (g++), underflow (nvcc). Folding a graph must
// not stop there. Floats go through double, whose 53 bits make the second rounding harmless for + - * / sqrt (Figueroa
// 1995). Limit: doubles that overflow (g++) or underflow (nvcc) from finite operands remain a compile error.
#pragma once

#include <sinter/core/math/bits.hpp>

namespace sinter::math::detail::constant {

template <Float T>
[[nodiscard]] SINTER_FN constexpr T narrow(double x) {
  if constexpr (sizeof(T) == 8) {
    return x;
  } else {
    if (is_nan(x)) return is_negative(x) ? -quiet_nan<T> : quiet_nan<T>;
    // Halfway between the largest float and 2^128: the tie goes to the even neighbour, which is infinity.
    if (x >= 0x1.ffffffp127) return infinity<T>;
    if (x <= -0x1.ffffffp127) return -infinity<T>;
    // Below the normals, 2^-97 has an ulp of 2^-149: the sum rounds there, and its low bits count denormals.
    const double least_normal = 0x1p-126, anchor = 0x1p-97;
    if (x > -least_normal && x < least_normal) {
      const auto bits = bit_cast<std::uint64_t>((x < 0 ? -x : x) + anchor) - bit_cast<std::uint64_t>(anchor);
      const T r = bit_cast<T>(static_cast<std::uint32_t>(bits));
      return is_negative(x) ? -r : r;
    }
    return static_cast<T>(x);
  }
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T with_sign(T magnitude, bool negative) {
  return negative ? -magnitude : magnitude;
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T add(T a, T b) {
  if (is_nan(a)) return a;
  if (is_nan(b)) return b;
  if (is_inf(a)) return is_inf(b) && is_negative(a) != is_negative(b) ? quiet_nan<T> : a;
  if (is_inf(b)) return b;
  return narrow<T>(static_cast<double>(a) + static_cast<double>(b));
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T mul(T a, T b) {
  if (is_nan(a)) return a;
  if (is_nan(b)) return b;
  const bool negative = is_negative(a) != is_negative(b);
  if (is_inf(a) || is_inf(b)) return a == 0 || b == 0 ? quiet_nan<T> : with_sign(infinity<T>, negative);
  return narrow<T>(static_cast<double>(a) * static_cast<double>(b));
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T div(T a, T b) {
  if (is_nan(a)) return a;
  if (is_nan(b)) return b;
  const bool negative = is_negative(a) != is_negative(b);
  if (is_inf(a)) return is_inf(b) ? quiet_nan<T> : with_sign(infinity<T>, negative);
  if (is_inf(b)) return with_sign(T{0}, negative);
  if (b == 0) return a == 0 ? quiet_nan<T> : with_sign(infinity<T>, negative);
  return narrow<T>(static_cast<double>(a) / static_cast<double>(b));
}

// Newton's iteration in double, to within an ulp of it: a float's root never lies that close to a rounding boundary.
[[nodiscard]] SINTER_FN constexpr float sqrt(float x) {
  if (is_nan(x) || x == 0 || x == infinity<float>) return x;
  if (x < 0) return quiet_nan<float>;
  const double d = x;
  double r = bit_cast<double>((bit_cast<std::uint64_t>(d) >> 1) + 0x1ff8000000000000u);
  for (int i = 0; i < 6; ++i) r = 0.5 * (r + d / r);
  return static_cast<float>(r);
}

}  // namespace sinter::math::detail::constant
