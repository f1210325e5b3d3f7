// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The emulated machine: runs a kernel body on the CPU as a grid of blocks of threads. In: the shape of the grid, the
// memory it may touch, a seed, and a body called as body(const emulate::context&). Out: what the body stored; or a
// fault, which is one sentence.
// Invariant: blocks run one after another and threads one at a time, both in an order that the seed decides, so a
// failure repeats.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <sinter/emulate/block_runner.hpp>
#include <sinter/emulate/context.hpp>
#include <sinter/emulate/fault.hpp>
#include <sinter/emulate/global_memory.hpp>

namespace sinter::emulate {

struct machine_options {
  std::vector<range> ranges;  // all the global memory that the launch may touch
  std::uint64_t seed = 0;     // decides the order of blocks and of threads
  bool detect_races = true;   // of plain loads and stores to global memory; off for launches over many megabytes
};

// The limits of a real launch (compute capability 9.0).
inline constexpr unsigned max_threads = 1024;
inline constexpr unsigned max_shared_bytes = 227U << 10U;

// Runs `body` once for each thread and returns when all have returned. Throws emulate::fault for a broken rule and
// whatever else a body throws, the first of them; the launch ends there and memory holds what had been stored.
template <class Body>
void launch_grid(unsigned blocks, unsigned threads, unsigned shared_bytes, const machine_options& options, Body body) {
  static_assert(
      std::is_invocable_v<Body&, const context&>,
      "an emulated kernel is called as body(const emulate::context&): take the context by value, const auto& or auto");
  if (blocks == 0 || threads == 0 || threads > max_threads || shared_bytes > max_shared_bytes) {
    fail(
        "no GPU launches %u blocks of %u threads with %u bytes of shared memory: at least 1 block, 1 to %u threads, at "
        "most %u bytes",
        blocks, threads, shared_bytes, max_threads, max_shared_bytes);
  }
  if (std::uint64_t{blocks} * threads >= (1U << 30U) - 1) {
    fail("a grid of %u blocks of %u threads is too large to emulate: stay below 2^30 threads", blocks, threads);
  }
  shuffler order(options.seed);
  global_memory global(options.ranges, options.detect_races, threads);
  block_runner runner(blocks, threads, shared_bytes, global, order);
  const block_runner::thread_main main = [](void* f, block_runner& r, unsigned t) {
    const context c(&r, t);
    (*static_cast<Body*>(f))(c);
  };
  std::vector<unsigned> turn(blocks);
  for (unsigned b = 0; b < blocks; ++b) {  // Fisher-Yates, from the inside out
    const unsigned other = order.below(b + 1);
    turn[b] = turn[other];
    turn[other] = b;
  }
  for (const unsigned b : turn) {
    runner.run(b, main, &body);
  }
}

}  // namespace sinter::emulate
