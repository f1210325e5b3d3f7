// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The emulated machine as hostile as a GPU may be: scratch and temporaries hold old bytes, the ticket counter is whatever the
// last launch left, partials end where they end, and a kernel that may walk its domain gets too few blocks for one round.
// In: a check, called with executors; SINTER_MUTATION_BODIES, the bodies that a test file means to run. Invariant: what a
// kernel must not rely on differs from what it would like to find, and only the kernels that are meant run.
#pragma once

#include <stdexcept>

#include "support/executors.hpp"

namespace test {

// Kernel bodies, one bit each: others are not compiled, which halves a mutant's time.
enum body : unsigned {
  flat = 1,
  rows = 2,
  strided = 4,
  registers = 8,
  staged = 16,
  looped = 32,
  totals_flat = 64,
  totals_strided = 128,
  tiled = 256,
  sorts = 512
};

template <class P>
inline constexpr bool leaves_partials = [] {
  for (const sinter::instruction& i : sinter::program_traits<P>::at) {
    if (i.kind == sinter::instruction_kind::store_partials) return true;
  }
  return false;
}();

// `walks`: a body that is right whatever the size of the grid.
template <class Body>
struct kind_of;
template <class P, int V>
struct kind_of<sinter::kernel::pointwise_flat<P, V>> {
  static constexpr body is = flat;
  static constexpr bool walks = sinter::program_traits<P>::finishes;
};
template <class P, int V, bool Deep>
struct kind_of<sinter::kernel::pointwise_rows<P, V, Deep>> {
  static constexpr body is = rows;
  static constexpr bool walks = true;
};
template <class P, int V, std::uint64_t Turned>
struct kind_of<sinter::kernel::pointwise_tiled<P, V, Turned>> {
  static constexpr body is = tiled;
  static constexpr bool walks = false;
};
template <class P, bool Small>
struct kind_of<sinter::kernel::pointwise_strided<P, Small>> {
  static constexpr body is = strided;
  static constexpr bool walks = true;
};
template <class P, int V, int Threads, int Chunks>
struct kind_of<sinter::kernel::row_registers<P, V, Threads, Chunks>> {
  static constexpr body is = registers;
  static constexpr bool walks = false;
};
template <class P, int V, bool Staged, bool Small, bool Inner, bool Columns>
struct kind_of<sinter::kernel::row_loop<P, V, Staged, Small, Inner, Columns>> {
  static constexpr body is = Staged ? staged : looped;
  static constexpr bool walks = false;
};
template <class P, int V>
struct kind_of<sinter::kernel::reduce_flat<P, V>> {
  static constexpr body is = totals_flat;
  static constexpr bool walks = !leaves_partials<P>;
};
template <class P, bool Small>
struct kind_of<sinter::kernel::reduce_strided<P, Small>> {
  static constexpr body is = totals_strided;
  static constexpr bool walks = !leaves_partials<P>;
};

struct sorting {
  static constexpr body is = sorts;
  static constexpr bool walks = false;
};
template <>
struct kind_of<sinter::kernel::sort_count> : sorting {};
template <>
struct kind_of<sinter::kernel::sort_scan> : sorting {};
template <>
struct kind_of<sinter::kernel::sort_place> : sorting {};

template <sinter::fusion Policy>
struct strict_executor {
  static constexpr sinter::fusion policy = Policy;
  std::uint64_t seed = 1;
  std::int64_t most_blocks = 1 << 30;

  template <sinter::fusion P>
  strict_executor<P> with() const {
    return {seed, most_blocks};
  }
  template <class Tag>
  void check_space(sinter::memory_space) const {}
  bool decide(const sinter::place_memory& predicate) const { return *static_cast<const bool*>(predicate.data); }
  unsigned char* allocate(std::size_t bytes) {
    temporaries.assign(bytes / sizeof(cell) + 1, old_bytes());
    return temporaries.front().byte;
  }

  template <class E, class Tag, class B>
  void run_step(const B& b) {
    options.ranges.clear();
    options.seed = seed++;
    for (int s = 0; s < E::traits::slots; ++s) {
      const sinter::slot_binding& slot = E::layout.slot[s];
      const sinter::place_memory& m = b.place[slot.place];
      sinter::byte_range r = m.bytes;
      if (slot.partials) {
        const auto& folded = E::graph.nodes[E::graph.nodes[slot.node].arg[0]].ext;
        r = {0, 16 * sinter::schedule::partials_of(sinter::schedule::elements(b.symbols, folded))};
      }
      if (E::step.kind == sinter::schedule::step_kind::sort && slot.written)
        r = {0, sinter::schedule::sort_bytes(m.size)};
      const auto* data = static_cast<const unsigned char*>(m.data);
      options.ranges.push_back({data + r.low, static_cast<std::size_t>(r.high - r.low), slot.written});
    }
    ticket = nullptr;
    sinter::kernel::run_step<E, Tag>(*this, b);
  }

  template <class Tag, class Body>
  void launch(std::int64_t blocks, const typename Body::params& p, unsigned shared_bytes, int threads = Body::threads) {
    if constexpr ((kind_of<Body>::is & (SINTER_MUTATION_BODIES)) == 0) {
      throw std::logic_error("a kernel runs that this file does not mean to test");
    } else {
      if (kind_of<Body>::walks && blocks > most_blocks) blocks = most_blocks;
      sinter::emulate::launch_grid(static_cast<unsigned>(blocks), static_cast<unsigned>(threads), shared_bytes, options,
                                   [&p](const sinter::emulate::context& c) { Body::run(c, p); });
      if (ticket != nullptr && *ticket != 0) throw std::runtime_error("the ticket counter is not 0 after the launch");
    }
  }
  sinter::kernel::reduce_scratch scratch(std::int64_t blocks, int folds, int) {
    static unsigned counter = 0;
    const auto stride = static_cast<std::size_t>(blocks) * 16;
    partials.assign(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(folds), old_bytes());
    options.ranges.push_back({&counter, sizeof(counter), true});
    options.ranges.push_back({partials.data(), partials.size() * sizeof(cell), true});
    ticket = &counter;
    return {&counter, partials.front().byte, stride};
  }
  static constexpr std::int64_t max_shared_bytes() { return sinter::emulate::max_shared_bytes; }

  struct alignas(16) cell {
    unsigned char byte[16];
  };
  static cell old_bytes() {
    cell c;
    std::memset(c.byte, 0x5e, sizeof(c.byte));  // 4e18 as a float: no sum hides it
    return c;
  }
  std::vector<cell> temporaries = {};
  std::vector<cell> partials = {};
  sinter::emulate::machine_options options = {};
  const unsigned* ticket = nullptr;
};

// The check on two orders of threads and blocks, and on few blocks.
template <sinter::fusion Policy = sinter::fusion::automatic, class Check>
void on_machines(const Check& check) {
  const strict_executor<Policy> machines[] = {{1}, {2}, {3, 2}};
  for (const auto& m : machines) {
    CAPTURE(m.seed);
    CAPTURE(m.most_blocks);
    check(m);
  }
}

// Tensors in host memory.
template <class T, int R>
auto input(const extents<R>& e, const values<T>& v, arrangement how = arrangement::contiguous) {
  return make<host_memory>(e, v, how);
}
template <class T, int R>
auto result(const extents<R>& e, arrangement how = arrangement::contiguous) {
  return output<host_memory, T>(e, how);
}

}  // namespace test

template <sinter::fusion Policy>
struct sinter::executor_traits<test::strict_executor<Policy>> {
  using type = test::strict_executor<Policy>;
  static type make(const type& e) { return e; }
};
