// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Division of an index by an extent that is known at launch: a multiplication and a shift.
// Source: Granlund and Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994, figure 4.1.
// Invariant: exact for every dividend below 2^31 and divisor from 1 to 2^31; the wide form below 2^63 and to 2^62.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>

namespace sinter::kernel {

// One instruction on the device; nvcc multiplies 64-bit integers, three, where it knows that one of the two is not negative.
SINTER_INLINE std::int64_t wide_product(std::int32_t a, std::int32_t b) {
#if defined(__CUDA_ARCH__)
  std::int64_t product;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(product) : "r"(a), "r"(b));
  return product;
#else
  return static_cast<std::int64_t>(a) * b;
#endif
}

struct divider {
  std::uint32_t divisor;
  std::uint32_t multiplier;
  std::uint32_t shift;

  SINTER_PLAIN static constexpr divider make(std::uint32_t d) {
    std::uint32_t shift = 0;
    while ((std::uint64_t{1} << shift) < d) ++shift;
    const std::uint64_t m = ((std::uint64_t{1} << 32) * ((std::uint64_t{1} << shift) - d)) / d + 1;
    return {d, static_cast<std::uint32_t>(m), shift};
  }
  SINTER_INLINE constexpr std::uint32_t quotient(std::uint32_t n) const {
    const auto high = static_cast<std::uint32_t>((static_cast<std::uint64_t>(n) * multiplier) >> 32);
    return (high + n) >> shift;
  }
};

// For indices up to 2^63 - 1.
class wide_divider {
  __extension__ typedef unsigned __int128 wide_product;  // NOLINT(modernize-use-using): __extension__ takes no alias

 public:
  std::int64_t divisor;
  std::uint64_t multiplier;
  std::uint32_t shift;

  SINTER_PLAIN static constexpr wide_divider make(std::int64_t d) {
    std::uint32_t shift = 0;
    while ((std::int64_t{1} << shift) < d) ++shift;
    const auto rest = static_cast<std::uint64_t>((std::int64_t{1} << shift) - d);
    return {d, static_cast<std::uint64_t>((static_cast<wide_product>(rest) << 64) / static_cast<std::uint64_t>(d)) + 1,
            shift};
  }
  SINTER_INLINE constexpr std::int64_t quotient(std::int64_t n) const {
    const auto u = static_cast<std::uint64_t>(n);
    return static_cast<std::int64_t>(
        (static_cast<std::uint64_t>((static_cast<wide_product>(u) * multiplier) >> 64) + u) >> shift);
  }
};

static_assert(wide_divider::make(7).quotient(9223372036854775807) == 9223372036854775807 / 7 &&
              wide_divider::make(1).quotient(4294967296) == 4294967296 &&
              wide_divider::make(4611686018427387904).quotient(9223372036854775807) == 1 &&
              wide_divider::make(4294967297).quotient(9223372036854775807) == 2147483647);
static_assert(divider::make(7).quotient(2147483647U) == 2147483647U / 7 && divider::make(1).quotient(5) == 5 &&
              divider::make(641).quotient(640) == 0);

}  // namespace sinter::kernel
