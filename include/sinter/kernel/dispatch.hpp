// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Step + binding → one kernel variant, its parameters and its grid. In: a launcher, which runs Body::run on a machine:
//   launcher.template launch<Tag, Body>(blocks, params, shared_bytes);  launcher.scratch(blocks, folds, bytes of an accumulator) → reduce_scratch
// Out: one launch, or none for a step without elements. Invariant: every layout has a variant; fast ones are chosen by
// contiguity and alignment, never by copying.
#pragma once

#include <cstdint>
#include <cstring>

#include <sinter/core/config.hpp>
#include <sinter/kernel/layout.hpp>
#include <sinter/kernel/pointwise.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/kernel/row.hpp>
#include <sinter/kernel/row_loop.hpp>
#include <sinter/kernel/sort.hpp>
#include <sinter/kernel/strided.hpp>
#include <sinter/kernel/tiled.hpp>
#include <sinter/schedule/bind.hpp>
#include <sinter/schedule/emit.hpp>
#include <sinter/schedule/long_rows.hpp>

namespace sinter::kernel {

// Blocks of a kernel that first finishes partials: each block pays for it.
inline constexpr std::int64_t finishing_blocks = 1056;

namespace detail {

__attribute__((always_inline)) constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

inline std::int64_t blocks_for(const layout_facts& f, std::int64_t elements, int elements_a_block) {
  const std::int64_t blocks = ceil_div(elements, elements_a_block);
  return f.finishes && blocks > finishing_blocks ? finishing_blocks : blocks;
}

// What fills a kernel's parameters is compiled once and sees them as arrays: every step of a program would else have a
// copy of its own, which costs compile time and nothing else.
// Padding is zero too: a graph runner compares parameters bit by bit.
SINTER_WARM inline void fill_common(const layout_facts& f, const call_data& d, void* params, std::size_t size,
                                    void** tensor, std::uint64_t* scalar, std::uint32_t* partials,
                                    std::int64_t* folded) {
  std::memset(params, 0, size);
  for (int s = 0; s < f.slots; ++s) {
    tensor[s] = d.place[f.slot[s].place].data;
    if (!f.slot[s].partials) continue;
    folded[s] = sinter::detail::elements_of(f.slot[s].folded, d.symbol);
    partials[s] = static_cast<std::uint32_t>(schedule::partials_of(folded[s]));
  }
  for (int k = 0; k < f.scalars; ++k) scalar[k] = d.scalar[k];
}
SINTER_PLAIN inline void fill_gathers(const layout_facts& f, const call_data& d, int indices, std::int64_t* extent,
                                      std::int64_t* stride) {
  for (int s = 0; s < f.slots; ++s) {
    for (int a = 0; a < f.slot[s].chosen; ++a) {
      extent[s * indices + a] = d.symbol[f.slot[s].gathered[a] - 1];
      stride[s * indices + a] = gathered_stride(d.place[f.slot[s].place], a);
    }
  }
}
template <class E, class Params>
__attribute__((always_inline)) inline void start_params(Params& p, const call_data& d) {
  fill_common(layout_facts_of<E>, d, &p, sizeof(p), p.tensor, p.scalar, p.partials, p.folded);
  if constexpr (E::traits::gathers) {
    fill_gathers(layout_facts_of<E>, d, E::traits::indices, p.gathered_extent[0], p.gathered_stride[0]);
  }
}

SINTER_PLAIN inline void fill_strides(const step_layout& l, void** tensor, std::uint8_t* once,
                                      std::int64_t (*stride)[max_rank]) {
  for (int s = 0; s < l.slots; ++s) {
    if (l.dead[s]) tensor[s] = nullptr;
    once[s] = l.once(s);
    for (int a = 0; a < l.rank; ++a) stride[s][a] = l.stride[s][a];
  }
}
// Columns side by side in a tile: as many as leave at most an eighth of a row's tiles empty, or as few as there are.
SINTER_PLAIN inline int tile_width_log(std::int64_t columns, int tile_log) {
  int least = 0;
  while (least < tile_log && std::int64_t{1} << least < columns) ++least;
  int log = least;
  while (log > 5 && (-columns & ((std::int64_t{1} << log) - 1)) > columns / 8) --log;
  return log > 5 ? log : least;
}
__attribute__((always_inline)) inline bool is_narrow_step(std::int64_t stride) {
  return stride == static_cast<std::int32_t>(stride);
}

SINTER_PLAIN inline void fill_walk(const step_layout& l, strided_walk& w, std::int32_t* row_step,
                                   std::int32_t* column_step) {
  const int inner = l.rank == 0 ? 0 : l.rank - 1;
  w.rank = inner + 1;
  w.columns = l.rank == 0 ? 1 : l.extent[inner];
  w.rows = 1;
  for (int a = 0; a < inner; ++a) w.rows *= l.extent[a];
  // Four rounds a tile where enough blocks remain to fill a device.
  w.tile_log = l.elements() >= 1 << 22 ? strided_tile_log + 2 : strided_tile_log;
  w.width_log = tile_width_log(w.columns, w.tile_log);
  bool narrow_rows = true;
  bool narrow_columns = true;
  for (int s = 0; s < l.slots && l.rank > 0; ++s) {
    narrow_columns = narrow_columns && is_narrow_step(l.stride[s][inner]);
    narrow_rows = narrow_rows && (inner == 0 || is_narrow_step(l.stride[s][inner - 1]));
  }
  if (!narrow_columns) w.width_log = 0;
  const bool one_row = w.width_log == w.tile_log;
  w.steps = !l.any_once() && (one_row || inner == 0 || (inner == 1 && narrow_rows));
  for (int s = 0; s < l.slots && l.rank > 0; ++s) {
    column_step[s] = narrow_columns ? static_cast<std::int32_t>(l.stride[s][inner]) : 0;
    row_step[s] = w.steps && inner == 1 && !one_row ? static_cast<std::int32_t>(l.stride[s][0]) : 0;
  }
  const std::int64_t across = ceil_div(w.columns, std::int64_t{1} << w.width_log);
  w.tiles = across * ceil_div(w.rows, std::int64_t{1} << (w.tile_log - w.width_log));
  if (across != 0) w.across = wide_divider::make(across);
  for (int a = 1; a < inner; ++a) {
    if (l.extent[a] != 0) w.extent[a] = wide_divider::make(l.extent[a]);
  }
}
template <class Params>
__attribute__((always_inline)) inline void fill_strided(Params& p, const step_layout& l) {
  fill_walk(l, p, p.row_step, p.column_step);
  fill_strides(l, p.tensor, p.once, p.stride);
}
SINTER_PLAIN inline void fill_rows(const step_layout& l, int vector, rows_walk& w,
                                   std::int32_t (*outer_stride)[max_rank], std::uint32_t* inner) {
  w.vectors = static_cast<std::uint32_t>(l.elements() / vector);
  w.in_row = divider::make(static_cast<std::uint32_t>(l.extent[l.rank - 1] / vector));
  w.outer_rank = l.rank - 1;
  for (int a = 1; a < l.rank - 1; ++a) w.outer[a] = divider::make(static_cast<std::uint32_t>(l.extent[a]));
  for (int s = 0; s < l.slots; ++s) {
    for (int a = 0; a < l.rank - 1; ++a) outer_stride[s][a] = static_cast<std::int32_t>(l.stride[s][a]);
    inner[s] = static_cast<std::uint32_t>(l.stride[s][l.rank - 1]);
  }
}

// Is one of the slots `turned` contiguous along another axis than the results are? Then in: tiles' edge, elements of a vector;
// out: the walk, strides and ways of access.
SINTER_PLAIN inline bool fill_tiles(const step_layout& l, std::uint64_t turned, int edge, int vector, tile_walk& w,
                                    std::int64_t (*outer_stride)[max_rank], std::int64_t* row_stride,
                                    std::int64_t* column_stride, std::uint8_t* how) {
  const int inner = l.rank - 1;
  const auto is_across = [&](int s, int axis) {
    const std::int64_t step = l.stride[s][inner];
    return (turned >> s & 1U) != 0 && l.stride[s][axis] == 1 && step != 0 && step != 1;
  };
  int rows = -1;
  for (int s = 0; s < l.slots; ++s) {
    if (l.dead[s] || l.small[s] || (l.slot[s].written && l.stride[s][inner] != 1)) return false;
    for (int a = 0; a < inner && rows < 0; ++a) rows = is_across(s, a) ? a : -1;
  }
  if (rows < 0 || l.wide() || l.extent[rows] < edge / 2 || l.extent[inner] < edge / 2) return false;
  w.rows = static_cast<std::int32_t>(l.extent[rows]);
  w.columns = static_cast<std::int32_t>(l.extent[inner]);
  w.across = divider::make(static_cast<std::uint32_t>(ceil_div(w.columns, edge)));
  w.down = divider::make(static_cast<std::uint32_t>(ceil_div(w.rows, edge)));
  w.outer_rank = 0;
  for (int a = 0; a < inner; ++a) {
    if (a == rows) continue;
    w.outer[w.outer_rank] = divider::make(static_cast<std::uint32_t>(l.extent[a]));
    for (int s = 0; s < l.slots; ++s) outer_stride[s][w.outer_rank] = l.stride[s][a];
    ++w.outer_rank;
  }
  for (int s = 0; s < l.slots; ++s) {
    row_stride[s] = l.stride[s][rows];
    column_stride[s] = l.stride[s][inner];
    const bool across = is_across(s, rows);
    bool packets = across || column_stride[s] == 1;
    for (int a = 0; a < l.rank; ++a) {
      if (a != (across ? rows : inner)) packets = packets && (l.stride[s][a] & (vector - 1)) == 0;
    }
    packets = packets && (l.address[s] & static_cast<std::uintptr_t>(vector * l.slot[s].bytes - 1)) == 0;
    how[s] = static_cast<std::uint8_t>((across ? staged_bit : 0) | (packets ? packets_bit : 0));
  }
  return true;
}

enum class pointwise_form { none, flat, rows, strided };

// Which kernel serves a layout. A domain without elements is revived where some result has any.
SINTER_WARM inline pointwise_form choose_pointwise(step_layout& l, const place_memory* place, int vector) {
  if (l.elements() == 0) return l.revive(place) ? pointwise_form::strided : pointwise_form::none;
  if (l.is_flat(vector)) return pointwise_form::flat;
  return l.rows_of_vectors(vector) ? pointwise_form::rows : pointwise_form::strided;
}

template <class E, class Tag, class Launcher>
SINTER_WARM void run_pointwise(Launcher& launcher, const call_data& d) {
  using P = typename E::program_type;
  constexpr int V = E::vector;
  constexpr auto& facts = layout_facts_of<E>;
  step_layout l(facts, d);
  const pointwise_form form = choose_pointwise(l, d.place, V);
  if constexpr (!E::traits::gathers) {
    if (form == pointwise_form::flat) {
      using body = pointwise_flat<P, V>;
      typename body::params p;
      start_params<E>(p, d);
      p.n = l.elements();
      launcher.template launch<Tag, body>(blocks_for(facts, p.n, body::threads * V), p, body::shared_bytes);
    }
  }
  if constexpr (E::step.rank > 0) {
    if (form == pointwise_form::rows) {
      using body = pointwise_rows<P, V, (E::step.rank > 2)>;
      typename body::params p;
      start_params<E>(p, d);
      fill_rows(l, V, p, p.outer_stride, p.inner);
      launcher.template launch<Tag, body>(blocks_for(facts, p.vectors, body::threads * body::vectors), p,
                                          body::shared_bytes);
    }
    if constexpr (E::turned_slots != 0) {
      using body = pointwise_tiled<P, V, E::turned_slots>;
      typename body::params p;
      start_params<E>(p, d);
      if (form == pointwise_form::strided &&
          fill_tiles(l, E::turned_slots, body::edge, V, p, p.outer_stride, p.row_stride, p.column_stride, p.how)) {
        const std::int64_t tiles = l.elements() / p.rows / p.columns * p.across.divisor * p.down.divisor;
        launcher.template launch<Tag, body>(tiles, p, body::shared_bytes);
        return;
      }
    }
  }
  // A domain without axes is one element, which is flat unless it is gathered.
  if constexpr (E::step.rank > 0 || E::traits::gathers) {
    if (form == pointwise_form::strided) {
      using body = pointwise_strided<P, E::may_be_small>;
      typename body::params p;
      start_params<E>(p, d);
      fill_strided(p, l);
      launcher.template launch<Tag, body>(blocks_for(facts, p.tiles, 1), p, body::shared_bytes);
    }
  }
}

template <class E, class Tag, class Launcher>
SINTER_WARM void run_reduce(Launcher& launcher, const call_data& d) {
  using P = typename E::program_type;
  constexpr int V = E::vector;
  const step_layout l(layout_facts_of<E>, d);
  const std::int64_t blocks = schedule::partials_of(l.elements());
  if constexpr (!E::traits::gathers) {
    if (l.is_flat(V)) {
      using body = reduce_flat<P, V>;
      typename body::params p;
      start_params<E>(p, d);
      p.n = l.elements();
      if (blocks > 1) p.scratch = launcher.scratch(blocks, E::traits::folds, E::traits::accumulator_bytes);
      launcher.template launch<Tag, body>(blocks, p, body::shared_bytes);
      return;
    }
  }
  {
    using body = reduce_strided<P, E::may_be_small>;
    typename body::params p;
    start_params<E>(p, d);
    fill_strided(p, l);
    if (blocks > 1) p.scratch = launcher.scratch(blocks, E::traits::folds, E::traits::accumulator_bytes);
    launcher.template launch<Tag, body>(blocks, p, body::shared_bytes);
  }
}

SINTER_PLAIN inline void fill_inner(const step_layout& l, std::int32_t& rank, std::int64_t* extent,
                                    std::int64_t (*stride)[max_rank]) {
  rank = l.inner_rank;
  for (int a = 0; a < l.inner_rank; ++a) {
    extent[a] = l.inner_extent[a];
    for (int s = 0; s < l.slots; ++s) stride[s][a] = l.inner_stride[s][a];
  }
}

template <class E, class Tag, class Launcher>
void run_sort(Launcher& launcher, const call_data& d) {
  sort_params p = start_sort(d.place[E::layout.slot[0].place], d.place[E::layout.slot[1].place]);
  if (p.count == 0) return;
  const int digits = schedule::sort_digits(d.symbol[E::graph.nodes[E::layout.slot[1].node].bits]);
  for (int digit = 0; digit < digits; ++digit) {
    enter_digit(p, digit, digits);
    launcher.template launch<Tag, sort_count>(p.blocks, p, sort_count::shared_bytes);
    launcher.template launch<Tag, sort_scan>(1, p, sort_scan::shared_bytes);
    launcher.template launch<Tag, sort_place>(p.blocks, p, sort_place::shared_bytes);
  }
}

template <class E, class Tag, class Launcher>
class row_dispatch {
  using P = typename E::program_type;
  static constexpr int V = 16 / E::traits::widest;
  static constexpr schedule::row_ladder ladder = schedule::make_row_ladder(V, E::row_elements);

 public:
  static void run(Launcher& launcher, const call_data& d) {
    step_layout l(layout_facts_of<E>, d);
    if (l.without_rows(d.place)) return;
    if constexpr (E::columns) {
      const int threads = schedule::threads_of_column(V, l.row_length);
      int width = threads < 4 ? 128 / threads : 32;
      // Large accumulators leave room for fewer threads.
      constexpr int bytes = column_collectives<P>;
      while (threads * width > 32 && threads * width * bytes > 32 * 1024) width /= 2;
      loop<false>(launcher, d, l, threads, width, static_cast<unsigned>(threads * width * bytes));
    } else {
      const int rung = schedule::pick_rung(ladder, V, l.row_length);
      bool bounded = l.inner_rank > 1;  // or some fold runs over one element of a broadcast operand
      for (int k = 0; k < E::traits::folds; ++k) bounded = bounded || bound_of(d, k) != l.row_length;
      const bool fast = !bounded && l.has_flat_rows(V) && l.row_length % V == 0 && !l.any_once();
      // Where every element has an index of its own, none of its source's rows is a row.
      if constexpr (!E::traits::gathers_elements) {
        if (fast && ladder.rung[rung].chunks != 0) {
          const auto pick = [&]<std::size_t... R>(std::index_sequence<R...>) {
            (void)((static_cast<int>(R) == rung && (registers<static_cast<int>(R)>(launcher, d, l), true)) || ...);
          };
          pick(std::make_index_sequence<ladder.count - 1>{});
          return;
        }
      }
      using longer = schedule::long_rows<E>;
      if constexpr (longer::forms > 0) {
        if (l.row_length > schedule::longest_kept_row<E>) {
          row_dispatch<typename longer::emitted_type, Tag, Launcher>::run_long(launcher, d);
          return;
        }
      }
      const std::int64_t staged = l.row_length * E::traits::staged_bytes + row_collectives<P>;
      const int threads = ladder.rung[rung].threads;
      const int width = threads < 128 ? 128 / threads : 1;
      if (fast && !E::traits::gathers_elements && E::traits::staged_bytes > 0 && staged <= schedule::staged_row_bytes &&
          staged <= launcher.max_shared_bytes()) {
        loop<true>(launcher, d, l, threads, width, static_cast<unsigned>(staged));
      } else {
        loop<false>(launcher, d, l, threads, width, row_collectives<P>);
      }
    }
  }

  // Rows along memory that are read again for every pass.
  static void run_long(Launcher& launcher, const call_data& d) {
    step_layout l(layout_facts_of<E>, d);
    if (l.without_rows(d.place)) return;
    loop<false>(launcher, d, l, ladder.rung[ladder.count - 1].threads, 1, row_collectives<P>);
  }

 private:
  static std::int64_t bound_of(const call_data& d, int fold) {
    return schedule::elements_along(E::graph.nodes[E::layout.fold_node[fold]].domain, E::step.reduced, d.symbol);
  }

  template <int Rung>
  static void registers(Launcher& launcher, const call_data& d, const step_layout& l) {
    constexpr schedule::row_rung r = ladder.rung[Rung];
    using body = row_registers<P, V, r.threads, r.chunks>;
    typename body::params p;
    start_params<E>(p, d);
    p.rows = l.rows();
    p.n = static_cast<std::int32_t>(l.row_length);
    for (int s = 0; s < E::traits::slots; ++s) p.row_stride[s] = l.rank == 1 ? l.stride[s][0] : 0;
    launcher.template launch<Tag, body>(ceil_div(p.rows, body::rows_a_block), p, body::shared_bytes);
  }

  // threads: that share a row; width: rows of a block.
  template <bool Staged>
  static void loop(Launcher& launcher, const call_data& d, const step_layout& l, int threads, int width,
                   unsigned shared) {
    constexpr bool inner = E::several_axes && !Staged;
    using body = row_loop<P, V, Staged, E::may_be_small, inner, E::columns>;
    typename body::params p;
    start_params<E>(p, d);
    p.rows = l.rows();
    p.n = l.row_length;
    p.threads_a_row = threads;
    p.outer_rank = l.rank;
    for (int a = 0; a < l.rank; ++a) p.outer_extent[a] = l.extent[a];
    fill_strides(l, p.tensor, p.once, p.outer_stride);
    if constexpr (inner) {
      fill_inner(l, p.inner_rank, p.inner_extent, p.inner_stride);
      for (int s = 0; s < E::traits::slots; ++s) p.inner_once[s] = l.inner_once(s);
      for (int k = 0; k < E::traits::folds; ++k)
        p.fold_once[k] = l.fold_once(layout_facts_of<E>, d, E::graph.nodes[E::layout.fold_node[k]].domain);
    }
    for (int s = 0; s < E::traits::slots; ++s) p.element_stride[s] = l.row_stride[s];
    for (int k = 0; k < E::traits::folds; ++k) p.bound[k] = bound_of(d, k);
    launcher.template launch<Tag, body>(ceil_div(p.rows, width), p, shared, threads * width);
  }
};

}  // namespace detail

// Runs step E of a plan through a launcher.
template <class E, class Tag, class Launcher, class B>
void run_step(Launcher& launcher, const B& b) {
  const call_data d = call_data_of(b);
  if constexpr (E::step.kind == schedule::step_kind::pointwise) {
    detail::run_pointwise<E, Tag>(launcher, d);
  } else if constexpr (E::step.kind == schedule::step_kind::reduce) {
    detail::run_reduce<E, Tag>(launcher, d);
  } else if constexpr (E::step.kind == schedule::step_kind::sort) {
    detail::run_sort<E, Tag>(launcher, d);
  } else {
    detail::row_dispatch<E, Tag, Launcher>::run(launcher, d);
  }
}

}  // namespace sinter::kernel
