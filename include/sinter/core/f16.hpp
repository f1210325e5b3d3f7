// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// IEEE half precision and the two 8-bit floats of machine learning (e4m3: no infinity, 448 at most; e5m2: a half without its
// low byte) as storage, bit-compatible with CUDA's. In and out only through float. Invariant: a float rounds to nearest, ties to
// even, denormals included; beyond the largest, a half becomes infinite and an 8-bit float saturates, infinities too; a NaN
// stays one. To float is exact. The same bits in constant evaluation, on host and on device (NaNs apart).
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/config.hpp>

namespace sinter {

namespace detail {

// c ? a : b. On the host by a mask, of bits: between floats, or where one side is a sum of floats, g++ makes a branch of it.
SINTER_FN constexpr std::uint32_t choose(bool c, std::uint32_t a, std::uint32_t b) {
#if SINTER_ON_DEVICE
  return c ? a : b;
#else
  const std::uint32_t mask = 0u - static_cast<std::uint32_t>(c);
  return (a & mask) | (b & ~mask);
#endif
}

// |x| rounded to a format of `Mantissa` bits and the exponent bias `Bias`, in its bits; too large where x is. Branch-free.
template <int Mantissa, int Bias>
SINTER_FN constexpr std::uint32_t round_magnitude(float x) {
  constexpr int dropped = 23 - Mantissa;
  const std::uint32_t u = __builtin_bit_cast(std::uint32_t, x) & 0x7fffffffu;
  // Just under half of what is dropped carries exactly when rounding to even does.
  const std::uint32_t rounded = (u + ((1u << (dropped - 1)) - 1) + ((u >> dropped) & 1u)) >> dropped;
  const std::uint32_t normal = rounded - (static_cast<std::uint32_t>(127 - Bias) << Mantissa);
  // One ulp of the anchor is the format's least denormal: the addition rounds there, and its low bits count them.
  constexpr auto anchor_bits = static_cast<std::uint32_t>(127 + 24 - Bias - Mantissa) << 23;
  constexpr auto least_normal = static_cast<std::uint32_t>(128 - Bias) << 23;
  const float small = __builtin_bit_cast(float, choose(u < least_normal, u, 0u));
  const std::uint32_t denormal =
      __builtin_bit_cast(std::uint32_t, small + __builtin_bit_cast(float, anchor_bits)) - anchor_bits;
  return choose(u < least_normal, denormal, normal);
}
SINTER_FN constexpr bool is_nan_of_float(float x) {
  return (__builtin_bit_cast(std::uint32_t, x) & 0x7fffffffu) > 0x7f800000u;
}
SINTER_FN constexpr std::uint32_t sign_of_float(float x) { return __builtin_bit_cast(std::uint32_t, x) >> 31; }

// x in such a format, whose largest magnitude is Most and whose NaN is all ones but the sign.
template <int Mantissa, int Bias, std::uint32_t Most, class Bits>
SINTER_FN constexpr Bits round_to(float x) {
  const std::uint32_t m = round_magnitude<Mantissa, Bias>(x);
  const std::uint32_t nan = (1u << (8 * sizeof(Bits) - 1)) - 1;
  const std::uint32_t r = (m > Most ? Most : m) | sign_of_float(x) << (8 * sizeof(Bits) - 1);
  return static_cast<Bits>(choose(is_nan_of_float(x), nan, r));
}

// The float of magnitude bits m of such a format, finite ones: an exact product, which also makes denormals normal.
template <int Mantissa, int Bias>
SINTER_FN constexpr float widen_magnitude(std::uint32_t m) {
  constexpr float scale = __builtin_bit_cast(float, static_cast<std::uint32_t>(127 + 127 - Bias) << 23);
  return __builtin_bit_cast(float, m << (23 - Mantissa)) * scale;
}

// The device converts 8-bit floats in pairs, the first one in the low byte, by the same rule: kernels keep pairs together.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
SINTER_INLINE std::uint16_t e4m3_pair(float low, float high) {
  std::uint16_t r;
  asm("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(high), "f"(low));
  return r;
}
SINTER_INLINE std::uint16_t e5m2_pair(float low, float high) {
  std::uint16_t r;
  asm("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(high), "f"(low));
  return r;
}
SINTER_INLINE std::uint32_t halves_of_e4m3(std::uint16_t pair) {
  std::uint32_t r;
  asm("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(r) : "h"(pair));
  return r;
}
SINTER_INLINE float low_half(std::uint32_t halves) {
  float r;
  asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(static_cast<std::uint16_t>(halves)));
  return r;
}
#endif

}  // namespace detail

struct f16 {
  std::uint16_t bits;

  f16() = default;
  SINTER_FN constexpr explicit f16(float x) : bits(round(x)) {}
  // A double or a wide integer would round twice: say static_cast<float> where that is meant.
  template <class T>
  explicit f16(T) = delete;

  [[nodiscard]] SINTER_FN static constexpr f16 from_bits(std::uint16_t bits) {
    f16 r{};
    r.bits = bits;
    return r;
  }
  [[nodiscard]] SINTER_FN constexpr explicit operator float() const {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      float r;
      asm("cvt.f32.f16 %0, %1;" : "=f"(r) : "h"(bits));
      return r;
    }
#endif
    const std::uint32_t m = bits & 0x7fffu;
    const std::uint32_t sign = bits >> 15;
    const std::uint32_t special = 0x7f800000u | (m & 0x3ffu) << 13;
    const auto finite = __builtin_bit_cast(std::uint32_t, detail::widen_magnitude<10, 15>(m & 0x7fffu));
    return __builtin_bit_cast(float, detail::choose(m < 0x7c00u, finite, special) | sign << 31);
  }

 private:
  SINTER_FN static constexpr std::uint16_t round(float x) {
#if defined(__CUDA_ARCH__)
    if (!__builtin_is_constant_evaluated()) {
      std::uint16_t r;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(r) : "f"(x));
      return r;
    }
#endif
    return detail::round_to<10, 15, 0x7c00u, std::uint16_t>(x);
  }
};

struct e4m3 {
  std::uint8_t bits;

  e4m3() = default;
  SINTER_FN constexpr explicit e4m3(float x) : bits(round(x)) {}
  template <class T>
  explicit e4m3(T) = delete;

  [[nodiscard]] SINTER_FN static constexpr e4m3 from_bits(std::uint8_t bits) {
    e4m3 r{};
    r.bits = bits;
    return r;
  }
  [[nodiscard]] SINTER_FN constexpr explicit operator float() const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
    if (!__builtin_is_constant_evaluated()) return detail::low_half(detail::halves_of_e4m3(bits));
#endif
    const std::uint32_t m = bits & 0x7fu;
    const auto finite = __builtin_bit_cast(std::uint32_t, detail::widen_magnitude<3, 7>(m));
    return __builtin_bit_cast(
        float, detail::choose(m == 0x7fu, 0x7fc00000u, finite) | static_cast<std::uint32_t>(bits >> 7) << 31);
  }

 private:
  SINTER_FN static constexpr std::uint8_t round(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
    if (!__builtin_is_constant_evaluated()) return static_cast<std::uint8_t>(detail::e4m3_pair(x, 0.0f));
#endif
    return detail::round_to<3, 7, 0x7eu, std::uint8_t>(x);
  }
};

struct e5m2 {
  std::uint8_t bits;

  e5m2() = default;
  SINTER_FN constexpr explicit e5m2(float x) : bits(round(x)) {}
  template <class T>
  explicit e5m2(T) = delete;

  [[nodiscard]] SINTER_FN static constexpr e5m2 from_bits(std::uint8_t bits) {
    e5m2 r{};
    r.bits = bits;
    return r;
  }
  [[nodiscard]] SINTER_FN constexpr explicit operator float() const {
    return static_cast<float>(f16::from_bits(static_cast<std::uint16_t>(bits << 8)));
  }

 private:
  SINTER_FN static constexpr std::uint8_t round(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
    if (!__builtin_is_constant_evaluated()) return static_cast<std::uint8_t>(detail::e5m2_pair(x, 0.0f));
#endif
    return detail::round_to<2, 15, 0x7bu, std::uint8_t>(x);
  }
};

// Whether neighbours are rounded four at a time, and e4m3 widened two at a time: what a kernel asks before it calls the functions
// below.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
template <class T>
inline constexpr bool converts_in_pairs = std::is_same_v<T, e4m3> || std::is_same_v<T, e5m2>;
// Four neighbours as one word, by two instructions. Two pairs that are joined in C++ cost as much again.
template <class T>
SINTER_INLINE std::uint32_t round_four(float a, float b, float c, float d) {
  std::uint32_t r;
  if constexpr (std::is_same_v<T, e4m3>) {
    asm("{\n\t.reg .b16 low, high;\n\tcvt.rn.satfinite.e4m3x2.f32 low, %2, %1;\n\t"
        "cvt.rn.satfinite.e4m3x2.f32 high, %4, %3;\n\tmov.b32 %0, {low, high};\n\t}"
        : "=r"(r)
        : "f"(a), "f"(b), "f"(c), "f"(d));
  } else {
    asm("{\n\t.reg .b16 low, high;\n\tcvt.rn.satfinite.e5m2x2.f32 low, %2, %1;\n\t"
        "cvt.rn.satfinite.e5m2x2.f32 high, %4, %3;\n\tmov.b32 %0, {low, high};\n\t}"
        : "=r"(r)
        : "f"(a), "f"(b), "f"(c), "f"(d));
  }
  return r;
}
// One of two neighbours. Asked for both, the compiler converts them once.
SINTER_INLINE float widen_one_of(e4m3 low, e4m3 high, bool second) {
  const auto pair = static_cast<std::uint16_t>(low.bits | high.bits << 8);
  const std::uint32_t halves = detail::halves_of_e4m3(pair);
  return detail::low_half(second ? halves >> 16 : halves);
}
// Four neighbours from the word that they are loaded as: by halves, which the compiler puts together again for widen_one_of.
SINTER_INLINE void take_apart(std::uint32_t word, e4m3* v) {
  std::uint16_t half[2];
  asm("mov.b32 {%0, %1}, %2;" : "=h"(half[0]), "=h"(half[1]) : "r"(word));
  SINTER_UNROLL
  for (int i = 0; i < 4; ++i) v[i] = e4m3::from_bits(static_cast<std::uint8_t>(half[i / 2] >> i % 2 * 8));
}
#else
template <class T>
inline constexpr bool converts_in_pairs = false;
template <class T>
std::uint32_t round_four(float, float, float, float) = delete;
#endif

static_assert(sizeof(f16) == 2 && sizeof(e4m3) == 1 && sizeof(e5m2) == 1);
static_assert(std::is_trivially_copyable_v<f16> && std::is_trivially_default_constructible_v<e4m3>);
static_assert(f16(1.0f).bits == 0x3c00 && f16(65519.0f).bits == 0x7bff && f16(65520.0f).bits == 0x7c00);
static_assert(f16(0x1p-24f).bits == 1 && f16(0x1p-25f).bits == 0 && f16(0x1.8p-24f).bits == 2, "ties go to even");
static_assert(f16(-1e-4f).bits == 0x868e && f16(-__builtin_inff()).bits == 0xfc00 && f16(1.0e-3f).bits == 0x1419);
static_assert(static_cast<float>(f16::from_bits(1)) == 0x1p-24f &&
              static_cast<float>(f16::from_bits(0xfbff)) == -65504.0f);
static_assert(e4m3(448.0f).bits == 0x7e && e4m3(1e9f).bits == 0x7e && e4m3(-500.0f).bits == 0xfe &&
              e4m3(1.0f).bits == 0x38);
static_assert(e4m3(0x1p-9f).bits == 1 && e4m3(0x1p-10f).bits == 0 &&
              static_cast<float>(e4m3::from_bits(0x7e)) == 448.0f);
static_assert(e5m2(57344.0f).bits == 0x7b && e5m2(__builtin_inff()).bits == 0x7b && e5m2(0x1p-16f).bits == 1 &&
              static_cast<float>(e5m2::from_bits(0xbc)) == -1.0f);

}  // namespace sinter
