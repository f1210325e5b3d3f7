// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A thread's neighbouring elements on their way from and to memory: one access where all exist, whole registers until they are
// used, 8-bit floats converted several at a time. In: a context, a pointer, values of a frame. Out: loads and stores.
// Invariant: p of a packet is aligned to it; nothing beyond `n` is touched.
#pragma once

#include <cstdint>

#include <sinter/core/f16.hpp>
#include <sinter/kernel/context.hpp>

namespace sinter::kernel {

#if SINTER_HAS_KERNELS
// What lacks the last axis may be too wide for vectors of it: it is one value a vector, and is never moved in packets.
template <class T, int V>
inline constexpr bool is_packet = sizeof(T) * V <= 16;

// A packet on its way from memory, as whole registers. Loads stand in branches, on what exists; were elements taken apart or
// converted there, the branch would wait for memory before the next load could start.
template <class T, int V>
struct arriving {
  static constexpr int words = (static_cast<int>(sizeof(T)) * V + 3) / 4;
  std::uint32_t word[words] = {};

  SINTER_INLINE void operator=(const packet<T, V>& all) {
    std::uint32_t bits[words] = {};
    __builtin_memcpy(bits, &all, sizeof(all));
    SINTER_UNROLL
    for (int w = 0; w < words; ++w) word[w] = bits[w];
  }
  template <class C>
  SINTER_INLINE void hold(const C& c) {
    SINTER_UNROLL
    for (int w = 0; w < words; ++w) c.hold(word[w]);
  }
  template <class C>
  SINTER_INLINE void arrive(const C& c, T* v) {
    hold(c);
    if constexpr (std::is_same_v<T, e4m3> && converts_in_pairs<T> && V % 4 == 0) {
      SINTER_UNROLL
      for (int w = 0; w < words; ++w) take_apart(word[w], v + 4 * w);
    } else {
      SINTER_UNROLL
      for (int i = 0; i < V; ++i) {
        if constexpr (sizeof(T) >= 4) {
          __builtin_memcpy(&v[i], &word[i * sizeof(T) / 4], sizeof(T));
        } else {
          constexpr int in_word = 4 / sizeof(T);
          const std::uint32_t lane = word[i / in_word] >> (i % in_word * 8 * sizeof(T));
          __builtin_memcpy(&v[i], &lane, sizeof(T));  // its low bytes
        }
      }
    }
  }
};
// V neighbouring elements from `first`, of which those below `n` exist: one access when all do.
template <int V, class C, class T>
SINTER_INLINE arriving<T, V> load_vector(const C& c, const T* from, std::int64_t first, std::int64_t n) {
  arriving<T, V> all;
  if constexpr (is_packet<T, V>) {
    if (first + V <= n) {
      all = c.template load_packet<T, V>(from + first);
      return all;
    }
  }
  packet<T, V> some;
  SINTER_UNROLL
  for (int i = 0; i < V; ++i) some.lane[i] = first + i < n ? c.load(from + first + i) : T{};
  all = some;
  all.hold(c);
  return all;
}
// Stores V values from `first` by one access. Four 8-bit floats are put together as a word: as bytes they would be taken apart.
template <int V, class T, class C, class Value>
SINTER_INLINE void store_values(const C& c, T* to, const Value& value, int first = 0) {
  packet<T, V> all;
  if constexpr (converts_in_pairs<T> && V % 4 == 0) {
    constexpr int words = V / 4;
    std::uint32_t word[words];
    SINTER_UNROLL
    for (int w = 0; w < words; ++w) word[w] = value.four(first + 4 * w);
    __builtin_memcpy(&all, word, sizeof(all));
  } else {
    SINTER_UNROLL
    for (int i = 0; i < V; ++i) all.lane[i] = value(first + i);
  }
  c.store_packet(to, all);
}
template <int V, class T, class C, class Value>
SINTER_INLINE void store_vector(const C& c, T* to, std::int64_t first, std::int64_t n, const Value& value) {
  if (first + V <= n) {
    store_values<V>(c, to + first, value);
  } else {
    SINTER_UNROLL
    for (int i = 0; i < V; ++i) {
      if (first + i < n) c.store(to + first + i, value(i));
    }
  }
}
#endif

}  // namespace sinter::kernel
