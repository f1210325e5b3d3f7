// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// bfloat16 as storage: two bytes, bit-compatible with __nv_bfloat16, no arithmetic. In and out only through float.
// Invariant: float -> bf16 rounds to nearest, ties to even, overflows to infinity, keeps denormals and the zero's
// sign, and turns every NaN into 0x7fff, as PTX cvt.rn.bf16.f32 does: the same bits in constant evaluation, on host
// and on device. bf16 -> float is exact and keeps a NaN's payload.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/config.hpp>

namespace sinter {

struct bf16 {
  std::uint16_t bits;

  bf16() = default;
  SINTER_FN constexpr explicit bf16(float x) : bits(round(x)) {}
  // A double or a wide integer would round twice: say static_cast<float> where that is meant.
  template <class T>
  explicit bf16(T) = delete;

  [[nodiscard]] SINTER_FN static constexpr bf16 from_bits(std::uint16_t bits) {
    bf16 r{};
    r.bits = bits;
    return r;
  }

  [[nodiscard]] SINTER_FN constexpr explicit operator float() const {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits) << 16);
  }

 private:
  SINTER_FN static constexpr std::uint16_t round(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    if (!__builtin_is_constant_evaluated()) {
      std::uint16_t r;
      asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(r) : "f"(x));
      return r;
    }
#endif
    // Branch-free, so that a loop over it vectorises: adding just under half of the dropped part carries exactly when
    // round-to-nearest-even does, and the carry out of the mantissa is the right exponent (infinity included).
    const auto u = __builtin_bit_cast(std::uint32_t, x);
    const std::uint32_t rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
    return static_cast<std::uint16_t>((u & 0x7fffffffu) > 0x7f800000u ? 0x7fffu : rounded);
  }
};

static_assert(sizeof(bf16) == 2 && alignof(bf16) == 2);
static_assert(std::is_trivially_copyable_v<bf16> && std::is_trivially_default_constructible_v<bf16>);
static_assert(bf16(1.0f).bits == 0x3f80 && static_cast<float>(bf16::from_bits(0xc040)) == -3.0f);
static_assert(bf16(1.00390625f).bits == 0x3f80, "a tie goes to the even neighbour, here down");
static_assert(bf16(1.01171875f).bits == 0x3f82, "a tie goes to the even neighbour, here up");
static_assert(bf16(3.4028235e38f).bits == 0x7f80, "beyond the largest bf16 is infinity");
static_assert(bf16(-__builtin_nanf("")).bits == 0x7fff, "every NaN becomes the canonical one");

// Two floats rounded into one register: lo in bits 0..15, hi in bits 16..31, which is bf16[2]{lo, hi} in memory.
[[nodiscard]] SINTER_FN constexpr std::uint32_t pack_bf16x2(float lo, float hi) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  if (!__builtin_is_constant_evaluated()) {
    std::uint32_t r;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(hi), "f"(lo));
    return r;
  }
#endif
  return bf16(lo).bits | static_cast<std::uint32_t>(bf16(hi).bits) << 16;
}

static_assert(pack_bf16x2(1.0f, -2.0f) == 0xc0003f80u);

}  // namespace sinter
