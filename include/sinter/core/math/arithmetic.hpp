// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// add, sub, mul, div, fma, neg, abs, minimum, maximum, sqrt: each rounds exactly once, on every executor alike. On the
// device the _rn intrinsics keep nvcc from contracting across two calls; the host needs -ffp-contract=off where the
// target has FMA (the CMake target sets it). Integers wrap in two's complement. A result that is not a NaN has the
// same bits in constant evaluation, on host and on device; a NaN stays a NaN, with its payload only where said.
#pragma once

#include <sinter/core/math/bits.hpp>
#include <sinter/core/math/constant.hpp>

namespace sinter::math {

// The one line in which executors differ: the device's form for float, its form for double, everybody else's.
#if SINTER_ON_DEVICE
#define SINTER_RETURN_EITHER(device_float, device_double, host) \
  if constexpr (sizeof(T) == 4) {                               \
    return device_float;                                        \
  } else {                                                      \
    return device_double;                                       \
  }
#else
#define SINTER_RETURN_EITHER(device_float, device_double, host) return host;
#endif

template <Float T>
[[nodiscard]] SINTER_FN constexpr T add(T a, T b) {
  if (__builtin_is_constant_evaluated()) return detail::constant::add(a, b);
  SINTER_RETURN_EITHER(__fadd_rn(a, b), __dadd_rn(a, b), a + b)
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T sub(T a, T b) {
  if (__builtin_is_constant_evaluated()) return detail::constant::add(a, -b);
  SINTER_RETURN_EITHER(__fsub_rn(a, b), __dsub_rn(a, b), a - b)
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T mul(T a, T b) {
  if (__builtin_is_constant_evaluated()) return detail::constant::mul(a, b);
  SINTER_RETURN_EITHER(__fmul_rn(a, b), __dmul_rn(a, b), a * b)
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T div(T a, T b) {
  if (__builtin_is_constant_evaluated()) return detail::constant::div(a, b);
  SINTER_RETURN_EITHER(__fdiv_rn(a, b), __ddiv_rn(a, b), a / b)
}

// In constant evaluation for float only: g++ cannot fold __builtin_sqrt of a negative, clang cannot fold it at all.
// A host loop over it vectorises under -fno-math-errno, which the CMake target sets.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T sqrt(T x) {
  if constexpr (sizeof(T) == 4) {
    if (__builtin_is_constant_evaluated()) return detail::constant::sqrt(x);
  }
  SINTER_RETURN_EITHER(__fsqrt_rn(x), __dsqrt_rn(x), (sizeof(T) == 4 ? __builtin_sqrtf(x) : __builtin_sqrt(x)))
}

namespace detail {

// a * b + c of floats, rounded to odd in double: the product is exact there, and a sum whose last bit records that it
// was inexact rounds to float as the exact one does (Boldo and Melquiond 2008). Branch-free; needs no FMA hardware.
[[nodiscard]] SINTER_FN constexpr double fma_to_odd(float a, float b, float c) {
  const double p = static_cast<double>(a) * static_cast<double>(b);
  const double s = p + static_cast<double>(c);
  const double c_part = s - p;
  const double error = (p - (s - c_part)) + (static_cast<double>(c) - c_part);
  const auto bits = bit_cast<std::uint64_t>(s);
  // The error is NaN beside an infinity or a NaN: both comparisons fail and s stands.
  const std::uint64_t inexact = static_cast<std::uint64_t>(error < 0) | static_cast<std::uint64_t>(error > 0);
  const std::uint64_t beyond = (bit_cast<std::uint64_t>(error) ^ bits) >> 63;  // s overshot: step back first
  return bit_cast<double>((bits - (inexact & beyond)) | inexact);
}

}  // namespace detail

// In constant evaluation for float only.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T fma(T a, T b, T c) {
  if constexpr (sizeof(T) == 4) {
    if (__builtin_is_constant_evaluated()) {
      if (is_nan(a) || is_nan(b) || is_nan(c) || is_inf(a) || is_inf(b)) return add(mul(a, b), c);
      return is_inf(c) ? c : detail::constant::narrow<float>(detail::fma_to_odd(a, b, c));
    }
#if !defined(__FMA__)
    SINTER_RETURN_EITHER(__fmaf_rn(a, b, c), T{}, static_cast<float>(detail::fma_to_odd(a, b, c)))
#endif
  }
  SINTER_RETURN_EITHER(__fmaf_rn(a, b, c), __fma_rn(a, b, c),
                       (sizeof(T) == 4 ? __builtin_fmaf(a, b, c) : __builtin_fma(a, b, c)))
}

// neg and abs touch the sign bit only.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T neg(T x) {
  return -x;
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T abs(T x) {
  if (__builtin_is_constant_evaluated()) return bit_cast<T>(detail::magnitude(x));
  SINTER_RETURN_EITHER(fabsf(x), fabs(x), bit_cast<T>(detail::magnitude(x)))
}

#undef SINTER_RETURN_EITHER

namespace detail {

// The rule of both: the first NaN wins, of equal operands the first, and of two zeros -0 is the smaller. Equal floats
// differ in bits only where they are zeros, so an OR picks -0 and an AND picks +0.
template <bool Max, Float T>
[[nodiscard]] SINTER_FN constexpr T extremum(T a, T b) {
  if (__builtin_is_constant_evaluated()) {
    if (is_nan(a)) return a;
    if (is_nan(b)) return b;
  }
  using U = bits_of<T>;
  const U x = bit_cast<U>(a), y = bit_cast<U>(b);
  const bool first = is_nan(a) | (Max ? a > b : a < b);  // a comparison with a NaN is false
  const U r = first ? x : y;
  return bit_cast<T>(a == b ? (Max ? x & y : x | y) : r);
}

}  // namespace detail

// On the device a float's NaN comes out as the canonical 0x7fffffff; elsewhere its payload is kept.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T maximum(T a, T b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (sizeof(T) == 4) {
    if (!__builtin_is_constant_evaluated()) {
      T r;
      asm("max.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
      return r;
    }
  }
#endif
  return detail::extremum<true>(a, b);
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr T minimum(T a, T b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if constexpr (sizeof(T) == 4) {
    if (!__builtin_is_constant_evaluated()) {
      T r;
      asm("min.NaN.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
      return r;
    }
  }
#endif
  return detail::extremum<false>(a, b);
}

// The other operand where one is NaN; else minimum and maximum.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T fmin(T a, T b) {
  return select(is_nan(a), b, select(is_nan(b), a, minimum(a, b)));
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr T fmax(T a, T b) {
  return select(is_nan(a), b, select(is_nan(b), a, maximum(a, b)));
}

// Integers: computed unsigned, so that overflow wraps and is never undefined. neg and abs of the least value return it.
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T add(T a, T b) {
  return static_cast<T>(static_cast<bits_of<T>>(a) + static_cast<bits_of<T>>(b));
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T sub(T a, T b) {
  return static_cast<T>(static_cast<bits_of<T>>(a) - static_cast<bits_of<T>>(b));
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T mul(T a, T b) {
  return static_cast<T>(static_cast<bits_of<T>>(a) * static_cast<bits_of<T>>(b));
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T fma(T a, T b, T c) {
  return add(mul(a, b), c);
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T neg(T x) {
  return sub(T{0}, x);
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T abs(T x) {
  return is_negative(x) ? neg(x) : x;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T maximum(T a, T b) {
  return a < b ? b : a;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T minimum(T a, T b) {
  return b < a ? b : a;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T fmax(T a, T b) {
  return maximum(a, b);
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T fmin(T a, T b) {
  return minimum(a, b);
}

// By as many bits as the type has, or by a negative number: all bits are shifted out.
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T shift_left(T a, T b) {
  const bool within = static_cast<bits_of<T>>(b) < 8 * sizeof(T);
  return within ? static_cast<T>(static_cast<bits_of<T>>(a) << b) : T(0);
}
// Copies of the sign come in, zeros where there is none.
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T shift_right(T a, T b) {
  const bool within = static_cast<bits_of<T>>(b) < 8 * sizeof(T);
  if constexpr (std::is_signed_v<T>)
    return static_cast<T>(a >> (within ? b : T(8 * sizeof(T) - 1)));
  else
    return within ? static_cast<T>(a >> b) : T(0);
}

// -1, 0 or 1; a NaN stays one.
template <class T>
[[nodiscard]] SINTER_FN constexpr T sign(T x) {
  if constexpr (Float<T>)
    return select(is_nan(x), x, static_cast<T>((x > T(0)) - (x < T(0))));
  else
    return static_cast<T>((x > T(0)) - is_negative(x));
}

static_assert(add(0.1f, 0.2f) == 0.3f && sub(1.0, 0.25) == 0.75 && mul(3e38f, 10.0f) == infinity<float>);
static_assert(div(-1.0f, 0.0f) == -infinity<float> && is_nan(div(0.0, 0.0)) && is_nan(mul(infinity<float>, 0.0f)));
static_assert(is_nan(sub(infinity<float>, infinity<float>)) && is_negative(mul(-0.0f, 2.0f)) && is_negative(neg(0.0f)));
static_assert(fma(1.0f + 0x1p-12f, 1.0f - 0x1p-12f, -1.0f) == -0x1p-24f, "the product is not rounded");
static_assert(sqrt(2.0f) == 0x1.6a09e6p0f && sqrt(0x1p-149f) == 0x1.6a09e6p-75f && is_nan(sqrt(-1.0f)));
static_assert(maximum(-0.0f, 0.0f) == 0 && !is_negative(maximum(-0.0f, 0.0f)) && is_negative(minimum(0.0f, -0.0f)));
static_assert(is_nan(maximum(1.0f, quiet_nan<float>)) && is_nan(minimum(quiet_nan<double>, 1.0)) &&
              maximum(1.0, 2.0) == 2);
static_assert(abs(-2.0f) == 2 && abs(std::int32_t{-7}) == 7 && neg(std::int32_t{-2147483647 - 1}) < 0, "wraps");
static_assert(shift_left(1, 31) < 0 && shift_left(1, 32) == 0 && shift_left(1, -1) == 0 && shift_right(-8, 1) == -4 &&
              shift_right(-8, 99) == -1 && shift_right(8, -2) == 0 &&
              shift_right(std::uint8_t{255}, std::uint8_t{8}) == 0 && shift_right(~0U, 31U) == 1 &&
              shift_right(~0U, 32U) == 0);
static_assert(add(std::int32_t{2147483647}, 1) < 0 && mul(std::uint16_t{65535}, std::uint16_t{65535}) == 1);

}  // namespace sinter::math
