// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The order of keys on the CPU: a radix sort from the lowest digit, of positions. In: keys from 0 to `most`. Out: their positions,
// by key. Invariant: what is equal keeps its order. Work: keys times digits, on one thread.
#pragma once

#include <cstdint>
#include <utility>

#include <sinter/core/config.hpp>
#include <sinter/schedule/check.hpp>

namespace sinter::cpu {

// Behind the order stands memory for another one.
SINTER_PLAIN inline void run_sort(const place_memory& keys, const place_memory& order, std::int64_t most) {
  constexpr int bits = 8;
  const std::int64_t n = order.size;
  const auto* key = static_cast<const std::int64_t*>(keys.data);
  auto* to = static_cast<std::int64_t*>(order.data);
  auto* from = to + n;
  int digits = 1;
  while (digits * bits < 63 && most >> (digits * bits) != 0) ++digits;
  // The last digit's order is the result.
  if (digits % 2 == 0) std::swap(to, from);
  for (int digit = 0; digit < digits; ++digit) {
    std::int64_t place[(1 << bits) + 1] = {};
    const auto value = [&](std::int64_t i) { return (key[i] >> (digit * bits)) & ((1 << bits) - 1); };
    for (std::int64_t i = 0; i < n; ++i) ++place[value(i) + 1];
    for (int d = 0; d < 1 << bits; ++d) place[d + 1] += place[d];
    for (std::int64_t i = 0; i < n; ++i) {
      const std::int64_t position = digit == 0 ? i : from[i];
      to[place[value(position)]++] = position;
    }
    std::swap(to, from);
  }
}

}  // namespace sinter::cpu
