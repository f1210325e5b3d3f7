// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Division of an index by an extent that is known at launch: multiply and shift below 2^31, plain division beyond.
// Source: Granlund and Montgomery, Division by Invariant Integers using Multiplication, PLDI 1994, figure 4.1.
// Invariant: exact for every dividend below 2^31 and divisor from 1 to 2^31.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>

namespace sinter::kernel {

struct divider {
  std::uint32_t divisor;
  std::uint32_t multiplier;
  std::uint32_t shift;

  static constexpr divider make(std::uint32_t d) {
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

static_assert(divider::make(7).quotient(2147483647U) == 2147483647U / 7 && divider::make(1).quotient(5) == 5 &&
              divider::make(641).quotient(640) == 0);

}  // namespace sinter::kernel
