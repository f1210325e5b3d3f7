// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What a kernel body may ask of the machine. A body is a template over a context; the CUDA context (cuda_context.cuh) is
// intrinsics, the emulated one (emulate/context.hpp) is fibres with checks. A body reaches memory through its context only.
// Invariant: a body never names threadIdx, __shared__ or an address space, and never waits for another block.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>

namespace sinter::kernel {

// N elements that move in one access. `sizeof` is a power of two up to 16 bytes.
template <class T, int N>
struct alignas(sizeof(T) * N) packet {
  T lane[N];
};

// The interface, as a concept on a `float` payload; every member is callable on host and device.
//
//   thread() threads() block() blocks()     position and size, x only; lane() = thread() % 32, warp() = thread() / 32
//   sync()                                   barrier of the block
//   shuffle_xor(v, mask)                     value of lane ^ mask within the warp; all 32 lanes call it
//   shared<T>(byte_offset, count)            a window on the block's shared memory: load(i), store(i, v)
//   load(p), store(p, v)                     one global element; load_packet<T, N>(p), store_packet(p, packet): one access of
//                                            sizeof(packet), p aligned to it
//   hold(word)                               does nothing, but what is computed from the word is computed after this point
//   publish(p, v), fence(), observe(p)       global values handed from block to block: publish, fence, take a ticket; the block
//                                            that drew the last ticket fences and observes
//   ticket(counter, last)                    old value of a counter that counts 0..last and wraps to 0 by itself
//   atomic_add(p, v), atomic_max(p, v)       an integer of 4 or 8 bytes that any thread of the launch may change so; none reads it
//   copy_async(window, i, p)                 starts a copy of one packet from global p to shared elements i..; wait_copies()
//                                            returns when all copies that this thread started have arrived
template <class C>
concept Context = requires(const C& c, float v, float* p, const float* q, unsigned* counter, std::uint32_t& word) {
  {c.thread()};
  {c.threads()};
  {c.block()};
  {c.blocks()};
  {c.lane()};
  {c.warp()};
  c.sync();
  {c.shuffle_xor(v, 1U)};
  {c.template shared<float>(0U, 1U).load(0U)};
  c.template shared<float>(0U, 1U).store(0U, v);
  {c.load(q)};
  c.store(p, v);
  {c.template load_packet<float, 4>(q)};
  c.store_packet(p, packet<float, 4>{});
  c.hold(word);
  c.publish(p, v);
  c.fence();
  {c.observe(q)};
  {c.ticket(counter, 1U)};
  c.atomic_add(counter, 1U);
  c.atomic_max(counter, 1U);
  c.template copy_async<float, 4>(c.template shared<float>(0U, 4U), 0U, q);
  c.wait_copies();
};

}  // namespace sinter::kernel
