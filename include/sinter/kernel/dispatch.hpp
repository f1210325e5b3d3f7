// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Step + binding → one kernel variant, its parameters and its grid. In: a launcher, which runs Body::run on a machine:
//   launcher.template launch<Tag, Body>(blocks, params, shared_bytes);  launcher.scratch(blocks, folds) → reduce_scratch
// Out: one launch, or none for a step without elements. Invariant: every layout has a variant; fast ones are chosen by
// contiguity and alignment, never by copying.
#pragma once

#include <cstdint>
#include <cstring>

#include <sinter/kernel/layout.hpp>
#include <sinter/kernel/pointwise.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/kernel/row.hpp>
#include <sinter/schedule/bind.hpp>
#include <sinter/schedule/emit.hpp>

namespace sinter::kernel {

// Blocks of a kernel that first finishes partials: each block pays for it.
inline constexpr std::int64_t finishing_blocks = 1056;

namespace detail {

template <class E, class Params, class B>
void fill_common(Params& p, const B& b) {
  using traits = typename E::traits;
  // Padding too: a graph runner compares parameters bit by bit.
  std::memset(static_cast<void*>(&p), 0, sizeof(p));
  for (int s = 0; s < traits::slots; ++s) {
    const slot_binding& slot = E::layout.slot[s];
    p.tensor[s] = b.place[slot.place].data;
    if constexpr (traits::finishes) {
      const std::int64_t n = schedule::elements(b.symbols, E::graph.nodes[E::graph.nodes[slot.node].arg[0]].ext);
      p.partials[s] = slot.partials ? static_cast<std::uint32_t>(schedule::partials_of(n)) : 0;
      p.folded[s] = n;
    }
  }
  for (int k = 0; k < traits::scalars; ++k) p.scalar[k] = b.scalar[k];
}

template <class E, class Params, class L>
void fill_strided(Params& p, const L& l) {
  p.n = l.elements();
  p.rank = l.rank;
  for (int a = 0; a < l.rank; ++a) {
    p.extent[a] =
        std::remove_reference_t<decltype(p.extent[0])>::make(static_cast<decltype(p.extent[0].divisor)>(l.extent[a]));
  }
  for (int s = 0; s < E::traits::slots; ++s) {
    if (l.dead[s]) p.tensor[s] = nullptr;
    p.once[s] = l.once(s);
    for (int a = 0; a < l.rank; ++a) p.stride[s][a] = l.stride[s][a];
  }
}

constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

template <class E>
constexpr std::int64_t limit_blocks(std::int64_t blocks) {
  return E::traits::finishes && blocks > finishing_blocks ? finishing_blocks : blocks;
}

template <class E, class Tag, class Launcher, class B>
void run_pointwise(Launcher& launcher, const B& b) {
  using P = typename E::program_type;
  constexpr int V = E::vector;
  step_layout l = step_layout::of<E>(b, true);
  const bool revived = l.elements() == 0;
  if (revived && !l.revive(b.place)) return;
  if (!revived && l.contiguous() && l.aligned(V, false)) {
    using body = pointwise_flat<P, V>;
    typename body::params p;
    fill_common<E>(p, b);
    p.n = l.elements();
    launcher.template launch<Tag, body>(limit_blocks<E>(ceil_div(p.n, body::threads * V)), p, body::shared_bytes);
    return;
  }
  // A domain without axes is one element, which is always flat.
  if constexpr (E::step.rank > 0) {
    if (!revived && l.rows_of_vectors(V) && l.elements() / V < (std::int64_t{1} << 31) - body_margin) {
      using body = pointwise_rows<P, V>;
      typename body::params p;
      fill_common<E>(p, b);
      const std::int64_t columns = l.extent[l.rank - 1];
      p.vectors = static_cast<std::uint32_t>(l.elements() / V);
      p.in_row = divider<std::uint32_t>::make(static_cast<std::uint32_t>(columns / V));
      for (int s = 0; s < E::traits::slots; ++s) {
        p.row_stride[s] = l.rank == 2 ? l.stride[s][0] : 0;
        p.inner[s] = static_cast<std::uint32_t>(l.stride[s][l.rank - 1]);
      }
      launcher.template launch<Tag, body>(limit_blocks<E>(ceil_div(p.vectors, body::threads)), p, body::shared_bytes);
      return;
    }
    const auto strided = [&]<class Index>(Index) {
      using body = pointwise_strided<P, Index>;
      typename body::params p;
      fill_common<E>(p, b);
      fill_strided<E>(p, l);
      launcher.template launch<Tag, body>(limit_blocks<E>(ceil_div(p.n, body::threads * body::elements)), p,
                                          body::shared_bytes);
    };
    if (l.elements() < (std::int64_t{1} << 31))
      strided(std::uint32_t{});
    else
      strided(std::uint64_t{});
  }
}

template <class E, class Tag, class Launcher, class B>
void run_reduce(Launcher& launcher, const B& b) {
  using P = typename E::program_type;
  constexpr int V = E::vector;
  const step_layout l = step_layout::of<E>(b, true);
  const std::int64_t blocks = schedule::partials_of(l.elements());
  if (l.contiguous() && l.aligned(V, false)) {
    using body = reduce_flat<P, V>;
    typename body::params p;
    fill_common<E>(p, b);
    p.n = l.elements();
    if (blocks > 1) p.scratch = launcher.scratch(blocks, E::traits::folds);
    launcher.template launch<Tag, body>(blocks, p, body::shared_bytes);
  } else {
    using body = reduce_strided<P>;
    typename body::params p;
    fill_common<E>(p, b);
    fill_strided<E>(p, l);
    if (blocks > 1) p.scratch = launcher.scratch(blocks, E::traits::folds);
    launcher.template launch<Tag, body>(blocks, p, body::shared_bytes);
  }
}

template <class E, class Tag, class Launcher, class B>
class row_dispatch {
  using P = typename E::program_type;
  static constexpr int V = 16 / E::traits::widest;
  static constexpr schedule::row_ladder ladder = schedule::make_row_ladder(V, E::row_elements);

 public:
  static void run(Launcher& launcher, const B& b) {
    step_layout l = step_layout::of<E>(b, false);
    const bool revived = l.rows() == 0;
    if (revived && !l.revive(b.place)) return;
    const int rung = schedule::pick_rung(ladder, V, l.row_length);
    bool bounded = false;  // some fold runs over one element of a broadcast operand
    for (int k = 0; k < E::traits::folds; ++k) bounded = bounded || bound_of(b, k) != l.row_length;
    const bool fast =
        !bounded && l.rank <= 1 && l.row_contiguous() && l.aligned(V, true) && l.row_length % V == 0 && !l.any_once();
    if (fast && ladder.rung[rung].chunks != 0) {
      const auto pick = [&]<std::size_t... R>(std::index_sequence<R...>) {
        (void)((static_cast<int>(R) == rung && (registers<static_cast<int>(R)>(launcher, b, l), true)) || ...);
      };
      pick(std::make_index_sequence<ladder.count - 1>{});
      return;
    }
    const std::int64_t staged = l.row_length * E::traits::staged_bytes + row_collectives<P>;
    if (fast && E::traits::staged_bytes > 0 && staged <= schedule::staged_row_bytes &&
        staged <= launcher.max_shared_bytes()) {
      loop<true>(launcher, b, l, rung, static_cast<unsigned>(staged));
    } else {
      loop<false>(launcher, b, l, rung, row_collectives<P>);
    }
  }

 private:
  static std::int64_t bound_of(const B& b, int fold) {
    return b.symbols.extent[E::graph.nodes[E::graph.nodes[E::layout.fold_node[fold]].arg[0]].ext.axis[0]];
  }

  template <int Rung>
  static void registers(Launcher& launcher, const B& b, const step_layout& l) {
    constexpr schedule::row_rung r = ladder.rung[Rung];
    using body = row_registers<P, V, r.threads, r.chunks>;
    typename body::params p;
    fill_common<E>(p, b);
    p.rows = l.rows();
    p.n = static_cast<std::int32_t>(l.row_length);
    for (int s = 0; s < E::traits::slots; ++s) p.row_stride[s] = l.rank == 1 ? l.stride[s][0] : 0;
    launcher.template launch<Tag, body>(ceil_div(p.rows, body::rows_a_block), p, body::shared_bytes);
  }

  template <bool Staged>
  static void loop(Launcher& launcher, const B& b, const step_layout& l, int rung, unsigned shared) {
    using body = row_loop<P, V, Staged>;
    typename body::params p;
    fill_common<E>(p, b);
    p.rows = l.rows();
    p.n = l.row_length;
    p.threads_a_row = ladder.rung[rung].threads;
    p.outer_rank = l.rank;
    for (int a = 0; a < l.rank; ++a) p.outer_extent[a] = l.extent[a];
    for (int s = 0; s < E::traits::slots; ++s) {
      if (l.dead[s]) p.tensor[s] = nullptr;
      p.element_stride[s] = l.row_stride[s];
      p.once[s] = l.once(s);
      for (int a = 0; a < l.rank; ++a) p.outer_stride[s][a] = l.stride[s][a];
    }
    for (int k = 0; k < E::traits::folds; ++k) p.bound[k] = bound_of(b, k);
    const int threads = p.threads_a_row < 128 ? 128 : p.threads_a_row;
    launcher.template launch<Tag, body>(ceil_div(p.rows, threads / p.threads_a_row), p, shared, threads);
  }
};

}  // namespace detail

// Runs step E of a plan through a launcher.
template <class E, class Tag, class Launcher, class B>
void run_step(Launcher& launcher, const B& b) {
  if constexpr (E::step.kind == schedule::step_kind::pointwise) {
    detail::run_pointwise<E, Tag>(launcher, b);
  } else if constexpr (E::step.kind == schedule::step_kind::reduce) {
    detail::run_reduce<E, Tag>(launcher, b);
  } else {
    detail::row_dispatch<E, Tag, Launcher, B>::run(launcher, b);
  }
}

}  // namespace sinter::kernel
