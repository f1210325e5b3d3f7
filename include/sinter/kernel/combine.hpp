// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Collectives: an accumulator of every thread becomes one, known to all of them. In: a context, a value. Out: the combined
// value in every thread of the group. Invariant: the tree is fixed by the group's size; no atomics on values.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>
#include <sinter/kernel/context.hpp>
#include <sinter/schedule/program.hpp>

namespace sinter::kernel {

// Shared memory of one collective of a program: an accumulator for each of up to 32 warps.
template <class Program>
inline constexpr unsigned collective_bytes = 32U * program_traits<Program>::accumulator_bytes;

#if SINTER_HAS_KERNELS
// Over `width` neighbouring lanes, a power of two.
template <class Red, class T, class C, class A>
SINTER_INLINE A combine_lanes(const C& c, A v, unsigned width) {
  SINTER_UNROLL
  for (unsigned mask = width / 2; mask != 0; mask /= 2) v = Red::template combine<T>(v, c.shuffle_xor(v, mask));
  return v;
}

// Over `width` neighbouring threads; more than 32 means the whole block. `offset`: collective_bytes of shared memory that
// no other collective of the kernel uses.
template <class Red, class T, class C, class A>
SINTER_INLINE A combine_threads(const C& c, A v, unsigned width, unsigned offset) {
  if (width <= 32) return combine_lanes<Red, T>(c, v, width);
  v = combine_lanes<Red, T>(c, v, 32);
  const unsigned warps = width / 32;
  const auto partial = c.template shared<A>(offset, warps);
  if (c.lane() == 0) partial.store(c.warp(), v);
  c.sync();
  return combine_lanes<Red, T>(c, partial.load(c.lane() % warps), warps);
}

// Partials in index order within a thread: `Published` by blocks of this launch, or left by an earlier one. Every thread
// of the block calls it.
template <class Red, class T, bool Published, class C, class A>
SINTER_INLINE A combine_partials(const C& c, const A* partials, unsigned count, unsigned offset) {
  A v = Red::template identity<T>();
  for (unsigned i = c.thread(); i < count; i += c.threads()) {
    v = Red::template combine<T>(v, Published ? c.observe(partials + i) : c.load(partials + i));
  }
  return combine_threads<Red, T>(c, v, c.threads(), offset);
}
#endif

}  // namespace sinter::kernel
