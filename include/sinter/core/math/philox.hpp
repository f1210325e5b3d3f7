// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Philox 4x32-10: a counter and a key make four random words, with no state (J. Salmon, M. Moraes, R. Dror, D. Shaw, "Parallel
// random numbers: as easy as 1, 2, 3", 2011). In: 128 bits of counter, 64 of key. Out: 4 words of 32 bits.
// Invariant: the published test vectors.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>

namespace sinter::math {

struct philox_block {
  std::uint32_t word[4];
};

namespace detail {
[[nodiscard]] SINTER_FN constexpr std::uint32_t high_product(std::uint32_t a, std::uint32_t b) {
#if SINTER_ON_DEVICE
  if (!__builtin_is_constant_evaluated()) return __umulhi(a, b);
#endif
  return static_cast<std::uint32_t>(std::uint64_t{a} * b >> 32);
}
}  // namespace detail

[[nodiscard]] SINTER_FN constexpr philox_block philox(philox_block counter, std::uint32_t key0, std::uint32_t key1) {
  std::uint32_t a = counter.word[0], b = counter.word[1], c = counter.word[2], d = counter.word[3];
  SINTER_UNROLL
  for (int round = 0; round < 10; ++round) {
    const std::uint32_t p = 0xd2511f53U, q = 0xcd9e8d57U;
    const std::uint32_t next = detail::high_product(q, c) ^ b ^ key0;
    b = q * c;
    c = detail::high_product(p, a) ^ d ^ key1;
    d = p * a;
    a = next;
    key0 += 0x9e3779b9U;
    key1 += 0xbb67ae85U;
  }
  return {{a, b, c, d}};
}

// Random words 4 b to 4 b + 3 of the stream (seed, offset), b the index over 4: the counter is b below and the offset above.
[[nodiscard]] SINTER_FN constexpr philox_block random_block(std::uint64_t index, std::uint64_t seed,
                                                            std::uint64_t offset) {
  const std::uint64_t b = index >> 2;
  return philox({{static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32),
                  static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset >> 32)}},
                static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32));
}
// Random word number `index`.
[[nodiscard]] SINTER_FN constexpr std::uint32_t random_word(std::uint64_t index, std::uint64_t seed,
                                                            std::uint64_t offset) {
  const philox_block r = random_block(index, seed, offset);
  const bool odd = (index & 1U) != 0;
  return (index & 2U) != 0 ? (odd ? r.word[3] : r.word[2]) : (odd ? r.word[1] : r.word[0]);
}

namespace detail {
constexpr bool is_block(const philox_block& b, std::uint32_t w0, std::uint32_t w1, std::uint32_t w2, std::uint32_t w3) {
  return b.word[0] == w0 && b.word[1] == w1 && b.word[2] == w2 && b.word[3] == w3;
}
}  // namespace detail
static_assert(detail::is_block(philox({{0, 0, 0, 0}}, 0, 0), 0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U));
static_assert(detail::is_block(philox({{~0U, ~0U, ~0U, ~0U}}, ~0U, ~0U), 0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U,
                               0x6d5451fdU));
static_assert(detail::is_block(philox({{0x243f6a88U, 0x85a308d3U, 0x13198a2eU, 0x03707344U}}, 0xa4093822U, 0x299f31d0U),
                               0xd16cfe09U, 0x94fdccebU, 0x5001e420U, 0x24126ea1U));
static_assert(random_word(2, 0, 0) == 0xbc57ac4cU);

}  // namespace sinter::math
