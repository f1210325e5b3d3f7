// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `sinter::host`: the same plan on the CPU, with loops of its own: tiles of neighbouring elements through the program, one
// array loop an instruction, which the compiler vectorises; threads over rows, segments or partials.
// In: views of host memory. Out: the results, synchronously. Invariant: results do not depend on the number of threads.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>
#include <sinter/kernel/layout.hpp>
#include <sinter/kernel/walk.hpp>
#include <sinter/tensor/buffer.hpp>

#if SINTER_HAS_HOST
#include <sinter/host/machine.hpp>
#include <sinter/host/pool.hpp>
#include <sinter/host/sort.hpp>
#else
namespace sinter::cpu {
template <class E, class B>
void run_pointwise(const B& b, int threads);
template <class E, class B>
void run_rows(const B& b, int threads);
template <class E, class B>
void run_reduce(const B& b, int threads);
void run_sort(const place_memory& keys, const place_memory& order, std::int64_t most);
}  // namespace sinter::cpu
#endif

namespace sinter {

template <fusion Policy>
struct host_executor {
  static constexpr fusion policy = Policy;
  int threads = 0;  // 0: one a core

  template <fusion P>
  constexpr host_executor<P> with() const {
    return {threads};
  }

  template <class Tag>
  void check_space(memory_space s) const {
    if (!s.on_host())
      sinter::detail::fail("host: the views are device memory; pass a stream, or copy them to the host");
  }
  unsigned char* allocate(std::size_t bytes) { return temporaries_.allocate(bytes); }
  bool decide(const place_memory& predicate) const { return *static_cast<const bool*>(predicate.data); }

  template <class E, class Tag, class B>
  void run_step(const B& b) {
    if constexpr (E::step.kind == schedule::step_kind::row) {
      cpu::run_rows<E>(b, threads);
    } else if constexpr (E::step.kind == schedule::step_kind::reduce) {
      cpu::run_reduce<E>(b, threads);
    } else if constexpr (E::step.kind == schedule::step_kind::sort) {
      cpu::run_sort(b.place[E::layout.slot[0].place], b.place[E::layout.slot[1].place],
                    b.symbols.extent[E::graph.nodes[E::layout.slot[1].node].bits]);
    } else {
      cpu::run_pointwise<E>(b, threads);
    }
  }

  // Memory of one call's temporaries; empty for most plans.
  struct arena {
    unsigned char* data = nullptr;
    constexpr arena() = default;
    constexpr arena(const arena&) {}
    arena& operator=(const arena&) = delete;
    constexpr ~arena() {
      if (data != nullptr) release();
    }
    void release() { host_memory().release(nullptr, data); }
    unsigned char* allocate(std::size_t bytes) {
      data = static_cast<unsigned char*>(host_memory().allocate(nullptr, bytes == 0 ? 1 : bytes));
      if (data == nullptr) sinter::detail::fail("host: no memory for temporaries");
      return data;
    }
  };
  arena temporaries_ = {};
};

// The executor for views of host memory.
inline constexpr host_executor<fusion::automatic> host{};

template <fusion Policy>
struct executor_traits<host_executor<Policy>> {
  using type = host_executor<Policy>;
  static constexpr type make(const type& e) { return e; }
};

}  // namespace sinter
