// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Philox 4x32-10 for tests, as its paper writes it: nothing of the library's. In: an index, a seed, an offset. Out: a word.
#pragma once

#include <cstdint>

namespace test {

inline std::uint32_t philox_word(std::uint64_t index, std::uint64_t seed, std::uint64_t offset) {
  std::uint32_t x[4] = {static_cast<std::uint32_t>(index / 4), static_cast<std::uint32_t>(index / 4 >> 32),
                        static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(offset >> 32)};
  std::uint32_t k[2] = {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t left = 0xD2511F53ULL * x[0], right = 0xCD9E8D57ULL * x[2];
    const std::uint32_t y[4] = {static_cast<std::uint32_t>(right >> 32) ^ x[1] ^ k[0],
                                static_cast<std::uint32_t>(right), static_cast<std::uint32_t>(left >> 32) ^ x[3] ^ k[1],
                                static_cast<std::uint32_t>(left)};
    for (int i = 0; i < 4; ++i) x[i] = y[i];
    k[0] += 0x9E3779B9U;
    k[1] += 0xBB67AE85U;
  }
  return x[index % 4];
}

}  // namespace test
