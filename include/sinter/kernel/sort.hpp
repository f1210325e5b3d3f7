// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The order of keys: a radix sort from the lowest digit, of positions, with three kernels a digit: counts of a block, their prefix
// sums, places. In: keys that are not negative. Out: their positions, by key. Invariant: what is equal keeps its order; nothing is
// atomic, so the result depends on the keys alone. Work: keys times digits.
#pragma once

#include <cstdint>
#include <cstring>

#include <sinter/kernel/context.hpp>
#include <sinter/schedule/check.hpp>
#include <sinter/schedule/cost.hpp>

namespace sinter::kernel {

struct sort_params {
  const std::int64_t* key;
  const std::int64_t* from;  // positions by the lower digits; null: as they are
  std::int64_t* to;          // by this one too
  std::int64_t* place;       // of each digit and block, digits outside: how many, then where the first one goes
  std::int64_t count;
  std::int64_t blocks;
  std::int32_t shift;
};

inline constexpr int sort_threads = 256;
inline constexpr int sort_digit_values = 1 << schedule::sort_bits;
static_assert(schedule::sort_items % sort_threads == 0);

#if SINTER_HAS_KERNELS
namespace detail {

// A block's items in the order of its threads, each of which has neighbours, and a column of counters: one a digit.
template <class C>
struct sort_block {
  static constexpr int items = static_cast<int>(schedule::sort_items) / sort_threads;
  static constexpr unsigned counters = sort_digit_values * sort_threads;
  const C& c;
  const sort_params& p;

  SINTER_INLINE auto counter() const { return c.template shared<std::uint16_t>(0, counters); }
  static SINTER_INLINE unsigned at(unsigned digit, unsigned thread) { return digit * sort_threads + thread; }
  SINTER_INLINE std::int64_t* place(unsigned digit) const { return p.place + digit * p.blocks + c.block(); }

  // visit(position, digit) for each item of the thread.
  template <class Visit>
  SINTER_INLINE void each_item(const Visit& visit) const {
    const std::int64_t first = static_cast<std::int64_t>(c.block()) * schedule::sort_items + c.thread() * items;
    SINTER_ROLLED
    for (int i = 0; i < items; ++i) {
      if (first + i >= p.count) return;
      const std::int64_t position = p.from == nullptr ? first + i : c.load(p.from + first + i);
      visit(position, static_cast<unsigned>(c.load(p.key + position) >> p.shift) & (sort_digit_values - 1));
    }
  }
  SINTER_INLINE void count() const {
    const auto counts = counter();
    SINTER_ROLLED
    for (unsigned d = 0; d < sort_digit_values; ++d) counts.store(at(d, c.thread()), 0);
    each_item([&](std::int64_t, unsigned digit) {
      const unsigned mine = at(digit, c.thread());
      counts.store(mine, static_cast<std::uint16_t>(counts.load(mine) + 1));
    });
    c.sync();
  }
};

}  // namespace detail
#endif

struct sort_count {
  static constexpr int threads = sort_threads;
  static constexpr unsigned shared_bytes = sort_digit_values * sort_threads * sizeof(std::uint16_t);
  using params = sort_params;

#if SINTER_HAS_KERNELS
  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    const detail::sort_block<C> b{c, p};
    b.count();
    if (c.thread() >= sort_digit_values) return;
    std::int64_t n = 0;
    SINTER_ROLLED
    for (unsigned t = 0; t < sort_threads; ++t) n += b.counter().load(b.at(c.thread(), t));
    c.store(b.place(c.thread()), n);
  }
#endif
};

// One block: each thread has a run of counts.
struct sort_scan {
  static constexpr int threads = sort_threads;
  static constexpr unsigned shared_bytes = sort_threads * sizeof(std::int64_t);
  using params = sort_params;

#if SINTER_HAS_KERNELS
  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    const std::int64_t all = p.blocks * sort_digit_values;
    const std::int64_t run = (all + sort_threads - 1) / sort_threads;
    const std::int64_t first = run * c.thread();
    const std::int64_t end = first + run < all ? first + run : all;
    const auto sums = c.template shared<std::int64_t>(0, sort_threads);
    std::int64_t mine = 0;
    SINTER_ROLLED
    for (std::int64_t i = first; i < end; ++i) mine += c.load(p.place + i);
    sums.store(c.thread(), mine);
    c.sync();
    std::int64_t before = 0;
    SINTER_ROLLED
    for (unsigned t = 0; t < c.thread(); ++t) before += sums.load(t);
    SINTER_ROLLED
    for (std::int64_t i = first; i < end; ++i) {
      const std::int64_t n = c.load(p.place + i);
      c.store(p.place + i, before);
      before += n;
    }
  }
#endif
};

struct sort_place {
  static constexpr int threads = sort_threads;
  static constexpr unsigned shared_bytes = sort_count::shared_bytes;
  using params = sort_params;

#if SINTER_HAS_KERNELS
  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    const detail::sort_block<C> b{c, p};
    const auto counts = b.counter();
    b.count();
    // A digit's counters become how many items of the block's threads before have it.
    if (c.thread() < sort_digit_values) {
      unsigned before = 0;
      SINTER_ROLLED
      for (unsigned t = 0; t < sort_threads; ++t) {
        const unsigned mine = b.at(c.thread(), t);
        const unsigned n = counts.load(mine);
        counts.store(mine, static_cast<std::uint16_t>(before));
        before += n;
      }
    }
    c.sync();
    b.each_item([&](std::int64_t position, unsigned digit) {
      const unsigned mine = b.at(digit, c.thread());
      const unsigned before = counts.load(mine);
      counts.store(mine, static_cast<std::uint16_t>(before + 1));
      c.store(p.to + c.load(b.place(digit)) + before, position);
    });
  }
#endif
};

// Behind the order stand another one and the counts.
SINTER_PLAIN inline sort_params start_sort(const place_memory& keys, const place_memory& order) {
  sort_params p;
  std::memset(&p, 0, sizeof(p));
  p.key = static_cast<const std::int64_t*>(keys.data);
  p.count = order.size;
  p.blocks = schedule::sort_blocks(p.count);
  p.to = static_cast<std::int64_t*>(order.data);
  p.place = p.to + 2 * p.count;
  return p;
}
// The digits' orders take turns, and the last one is the result.
SINTER_PLAIN inline void enter_digit(sort_params& p, int digit, int digits) {
  std::int64_t* result = p.place - 2 * p.count;
  const bool last_parity = (digits - 1 - digit) % 2 == 0;
  std::int64_t* other = result + p.count;
  p.to = last_parity ? result : other;
  p.from = digit == 0 ? nullptr : last_parity ? other : result;
  p.shift = digit * schedule::sort_bits;
}

}  // namespace sinter::kernel
