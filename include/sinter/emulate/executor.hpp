// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `sinter::emulated`: runs a plan's own kernels on the CPU, thread by thread, with every barrier, bound and race checked.
// In: views of host memory. Out: what the GPU would write, or emulate::fault. Invariant: a kernel may touch the places of
// its step and nothing else. Slow: for tests.
#pragma once

#include <cstdlib>
#include <vector>

#include <sinter/emulate/machine.hpp>
#include <sinter/kernel/dispatch.hpp>
#include <sinter/kernel/walk.hpp>

namespace sinter {

template <fusion Policy>
struct emulated_executor {
  static constexpr fusion policy = Policy;
  std::uint64_t seed = 1;
  int* launches = nullptr;  // counted where given
  bool races = true;

  template <fusion P>
  emulated_executor<P> with() const {
    emulated_executor<P> e;
    e.seed = seed;
    e.launches = launches;
    e.races = races;
    return e;
  }

  template <class Tag>
  void check_space(memory_space s) const {
    if (!s.on_host())
      sinter::detail::fail("emulated: the views are device memory; copy them to the host or pass a stream");
  }
  unsigned char* allocate(std::size_t bytes) {
    temporaries.assign(bytes / 16 + 1, {});
    return reinterpret_cast<unsigned char*>(temporaries.data());
  }
  bool decide(const place_memory& predicate) const { return *static_cast<const bool*>(predicate.data); }

  template <class E, class Tag, class B>
  void run_step(const B& b) {
    options.ranges.clear();
    options.seed = seed++;
    options.detect_races = races;
    for (int s = 0; s < E::traits::slots; ++s) {
      const slot_binding& slot = E::layout.slot[s];
      const place_memory& m = b.place[slot.place];
      byte_range r = m.bytes;
      if (slot.partials) {
        const graph::extents& folded = E::graph.nodes[slot.node].domain;
        r = {0, schedule::partial_bytes(E::graph.nodes[slot.node].accumulator) *
                    schedule::partials_of(schedule::elements(b.symbols, folded))};
      }
      if (E::step.kind == schedule::step_kind::sort && slot.written) r = {0, schedule::sort_bytes(m.size)};
      options.ranges.push_back(
          {static_cast<const unsigned char*>(m.data) + r.low, static_cast<std::size_t>(r.high - r.low), slot.written});
    }
    kernel::run_step<E, Tag>(*this, b);
  }

  template <class Tag, class Body>
  void launch(std::int64_t blocks, const typename Body::params& p, unsigned shared_bytes, int threads = Body::threads) {
    if (launches != nullptr) ++*launches;
    emulate::launch_grid(static_cast<unsigned>(blocks), static_cast<unsigned>(threads), shared_bytes, options,
                         [&p](const emulate::context& c) { Body::run(c, p); });
  }
  kernel::reduce_scratch scratch(std::int64_t blocks, int folds, int accumulator_bytes) {
    const std::size_t stride = static_cast<std::size_t>(blocks) * static_cast<std::size_t>(accumulator_bytes);
    scratch_memory.assign(stride / 16 * static_cast<std::size_t>(folds) + 1, {});
    auto* base = reinterpret_cast<unsigned char*>(scratch_memory.data());
    options.ranges.push_back({base, scratch_memory.size() * 16, true});
    return {reinterpret_cast<unsigned*>(base), base + 16, stride};
  }
  static constexpr std::int64_t max_shared_bytes() { return emulate::max_shared_bytes; }

  struct alignas(16) cell {
    unsigned char byte[16];
  };
  std::vector<cell> temporaries = {};
  std::vector<cell> scratch_memory = {};
  emulate::machine_options options = {};
};

// Its value is the executor: run(sinter::emulated, y = …). Another seed shuffles threads and blocks differently.
inline const emulated_executor<fusion::automatic> emulated{};

template <fusion Policy>
struct executor_traits<emulated_executor<Policy>> {
  using type = emulated_executor<Policy>;
  static type make(const type& e) { return e; }
};

}  // namespace sinter
