// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// bf16 against a reference that knows nothing of its bit trick: the nearest of the two neighbouring bf16 values, by
// distance in double. Every bf16 pattern, and every float pattern near each rounding boundary.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include <sinter/core/bf16.hpp>

namespace {

float float_of(std::uint32_t bits) {
  float x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

// The value of a finite pattern, with 2^128 for infinity's magnitude, so that overflow is an ordinary neighbour.
double value_of(std::uint16_t bits) {
  const int exponent = (bits >> 7) & 0xff;
  const int mantissa = bits & 0x7f;
  const double magnitude = exponent == 0 ? std::ldexp(mantissa, -133) : std::ldexp(128 + mantissa, exponent - 134);
  return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

std::uint16_t nearest(float x) {
  if (std::isnan(x)) return 0x7fff;
  std::uint32_t u;
  std::memcpy(&u, &x, sizeof u);
  const auto toward_zero = static_cast<std::uint16_t>(u >> 16);
  if (std::isinf(x)) return toward_zero;
  const auto away = static_cast<std::uint16_t>(toward_zero + 1);
  const double below = std::fabs(x - value_of(toward_zero));
  const double above = std::fabs(x - value_of(away));
  if (below != above) return below < above ? toward_zero : away;
  return (toward_zero & 1) == 0 ? toward_zero : away;
}

}  // namespace

TEST_CASE("bf16: every pattern widens to the float with the same upper half, and returns unchanged") {
  int wrong = 0;
  for (std::uint32_t b = 0; b < 0x10000; ++b) {
    const auto h = sinter::bf16::from_bits(static_cast<std::uint16_t>(b));
    const auto x = static_cast<float>(h);
    std::uint32_t u;
    std::memcpy(&u, &x, sizeof u);
    // x86 may quieten a signalling NaN that passes through a register; nothing else may change.
    if (std::isnan(x) ? (u | 0x400000u) != (b << 16 | 0x400000u) : u != b << 16) ++wrong;
    if (sinter::bf16(x).bits != (std::isnan(x) ? 0x7fff : b)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("bf16: a float rounds to the nearest, ties to even, at every rounding boundary") {
  const std::uint32_t low[] = {0x0000, 0x0001, 0x4000, 0x7ffe, 0x7fff, 0x8000, 0x8001, 0xc000, 0xffff};
  int wrong = 0;
  for (std::uint32_t high = 0; high < 0x10000; ++high) {
    for (const auto l : low) {
      const float x = float_of(high << 16 | l);
      if (sinter::bf16(x).bits != nearest(x)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("bf16: a float rounds to the nearest on a sample of all floats") {
  int wrong = 0;
  for (std::uint64_t u = 0; u < 0x100000000u; u += 997) {
    const float x = float_of(static_cast<std::uint32_t>(u));
    if (sinter::bf16(x).bits != nearest(x)) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("bf16: pack_bf16x2 lays two values out as an array of two") {
  const std::uint32_t packed = sinter::pack_bf16x2(1.5f, -0.0f);
  sinter::bf16 pair[2];
  std::memcpy(pair, &packed, sizeof pair);
  CHECK(pair[0].bits == 0x3fc0);
  CHECK(pair[1].bits == 0x8000);
}
