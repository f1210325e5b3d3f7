// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What a plan costs for given extents: kernels launched and bytes moved, as constexpr functions. `plan<region>(tensor…)`.
// In: a region and the arguments' shapes. Out: kernels(), max_kernels(), bytes().
// Invariant: kernels() is what an executor launches; of a branch, the side with more kernels counts.
#pragma once

#include <cstdint>

#include <sinter/schedule/emit.hpp>
#include <sinter/schedule/long_rows.hpp>
#include <sinter/schedule/row_ladder.hpp>
#include <sinter/schedule/schedule.hpp>
#include <sinter/trace/region.hpp>

namespace sinter {
namespace schedule {

// The extents of every symbol, once the inputs are known.
template <int N>
struct symbol_values {
  std::int64_t extent[N];
};

// An axis that a movement made. The symbols that the source's extents have come before its own.
constexpr std::int64_t moved_extent(const graph::move* moves, const graph::input_axis& axis,
                                    const std::int64_t* extent) {
  const graph::move& m = moves[axis.axis];
  return axis.input == graph::window_of_move ? m.end : graph::count_after(m, extent[m.symbol], extent[m.other_symbol]);
}

// A graph's movements. Their functions are reached through pointers, so that a file without movements does not compile them.
struct move_table {
  const graph::move* moves;
  int count;
  std::int64_t (*extent_of)(const graph::move*, const graph::input_axis&, const std::int64_t*);
  int (*impossible)(const graph::move*, int, const std::int64_t*);
};

// In: the extent of an input's axis, as a function. Out: the symbols' extents; false where some axes do not broadcast.
template <class Extent>
__attribute__((always_inline)) constexpr bool evaluate_symbols(const graph::symbol_table& table,
                                                               const move_table& moves, std::int64_t* extent,
                                                               const Extent& of) {
  bool fits = true;
  for (int s = 0; s < table.count; ++s) {
    std::int64_t n = 1;
    for (int w = 0; w < graph::max_input_axes / 64; ++w) {
      for (std::uint64_t rest = table.symbol[s].word[w]; rest != 0; rest &= rest - 1) {
        const graph::input_axis& base = table.base[64 * w + __builtin_ctzll(rest)];
        const std::int64_t e = base.input >= 0 ? of(base) : moves.extent_of(moves.moves, base, extent);
        if (e == 1 || e == n) continue;
        if (n != 1) fits = false;
        n = e;
      }
    }
    extent[s] = n;
  }
  return fits;
}

// The first movement that the extents do not allow; -1 where all are possible.
constexpr int impossible_move(const graph::move* moves, int count, const std::int64_t* extent) {
  for (int m = 0; m < count; ++m) {
    if (!graph::is_possible(moves[m], extent[moves[m].symbol])) return m;
  }
  return -1;
}

template <class G>
constexpr move_table moves_of(const G& g) {
  if constexpr (G::move_count == 0)
    return {nullptr, 0, nullptr, nullptr};
  else
    return {g.moves, G::move_count, &moved_extent, &impossible_move};
}

template <class V>
constexpr std::int64_t elements(const V& v, const graph::extents& e) {
  std::int64_t n = 1;
  for (const std::int16_t a : e.axis) n *= v.extent[a];
  return n;
}

// Partials of a whole-tensor reduction over n elements: fixed by n alone, so that results do not depend on the machine.
// One block is faster than two and a second pass over their partials up to 16384 elements.
inline constexpr std::int64_t max_partials = 528;
inline constexpr std::int64_t elements_per_partial = 8192;
constexpr std::int64_t partials_of(std::int64_t n) {
  const std::int64_t p = (n + elements_per_partial - 1) / elements_per_partial;
  return p <= 2 ? 1 : p > max_partials ? max_partials : p;
}

// Room for a partial result in memory.
constexpr std::int64_t partial_bytes(int accumulator) { return (accumulator + 15) / 16 * 16; }

// A step with nothing to write launches nothing; a reduction always says what it sums to, nothing included.
template <class S, class V>
constexpr bool is_idle(int step, const V& v) {
  if (S::plan.steps[step].kind == step_kind::reduce) return false;
  for (int w = 0; w < S::plan.write_count; ++w) {
    const write& out = S::plan.writes[w];
    if (out.step == step && elements(v, S::graph.nodes[out.node].ext) != 0) return false;
  }
  return true;
}

// Keys from 0 to n are sorted by digits of 6 bits, three kernels each; keys of 64 bits have eleven.
inline constexpr int sort_bits = 6;
inline constexpr int kernels_of_digit = 3;
constexpr int sort_digits(std::int64_t n) {
  int digits = 1;
  while (digits * sort_bits < 63 && n >> (digits * sort_bits) != 0) ++digits;
  return digits;
}
// Memory that a sort of n keys has: their order, another order, a count for each digit and block.
inline constexpr std::int64_t sort_items = 2048;  // of a block
constexpr std::int64_t sort_blocks(std::int64_t n) { return (n + sort_items - 1) / sort_items; }
constexpr std::int64_t sort_bytes(std::int64_t n) { return 16 * n + (sort_blocks(n) << (sort_bits + 3)); }

template <class S, class V>
constexpr int kernels_of(int step, const V& v) {
  if (is_idle<S>(step, v)) return 0;
  if (S::plan.steps[step].kind != step_kind::sort) return 1;
  for (int i = 0; i < S::graph.count; ++i) {
    const graph::node& n = S::graph.nodes[i];
    if (n.kind == graph::node_kind::order && S::plan.steps[step].computed.contains(i)) {
      return kernels_of_digit * sort_digits(v.extent[n.bits]);
    }
  }
  return 0;
}

// Kernels of steps [first, last): kernels(step).
template <class P, class Kernels>
constexpr int count_kernels(const P& plan, int first, int last, const Kernels& kernels) {
  int n = 0;
  for (int s = first; s < last; ++s) {
    const auto& step = plan.steps[s];
    if (step.kind != step_kind::branch) {
      n += kernels(s);
      continue;
    }
    const int yes = count_kernels(plan, s + 1, s + 1 + step.yes_steps, kernels);
    const int no = count_kernels(plan, s + 1 + step.yes_steps, s + 1 + step.yes_steps + step.no_steps, kernels);
    n += yes > no ? yes : no;
    s += step.yes_steps + step.no_steps;
  }
  return n;
}

// What the bytes of a row step depend on beyond its extents: how its rows are kept.
template <int N>
struct row_cost {
  std::int64_t held = 0;   // elements of the longest row in registers
  std::int64_t kept = 0;   // and in shared memory
  int passes[N + 1] = {};  // per node: passes over a row in memory that read it
  int longer[N + 1] = {};  // and over one that is not kept
};
template <class E>
constexpr int passes_reading(int node) {
  int n = 0;
  for (int i = 0; i < E::layout.count; ++i) {
    const instruction_kind kind = E::layout.at[i].kind;
    if (E::layout.at[i].node == node && (kind == instruction_kind::load || kind == instruction_kind::gather))
      n = E::traits::passes_reading(i);
  }
  return n;
}
template <class S, int Step>
constexpr auto row_cost_of() {
  row_cost<S::graph_type::size> r;
  if constexpr (S::plan.steps[Step].kind == step_kind::row) {
    using E = emitted<S, Step>;
    using longer = long_rows<E>;
    r.held = longest_held_row<E>;
    r.kept = longest_kept_row<E>;
    for (int i = 0; i < S::graph.count; ++i) {
      r.longer[i] = r.passes[i] = passes_reading<E>(i);
      if constexpr (longer::forms > 0) {
        if (r.passes[i] > 1) r.longer[i] = passes_reading<typename longer::emitted_type>(longer::number_of(i));
      }
    }
  }
  return r;
}
// How often a row of n elements is read from memory by the load of a node. For contiguous, aligned rows.
template <class R>
constexpr std::int64_t row_reads(const R& r, int node, std::int64_t n, bool gathers) {
  if (r.passes[node] <= 1 || n <= r.held) return 1;
  if (n > r.kept) return r.longer[node];
  return gathers ? r.passes[node] : 1;
}

template <class S, int Step, class V>
constexpr std::int64_t step_bytes(const V& v) {
  constexpr auto& g = S::graph;
  constexpr auto& p = S::plan;
  constexpr auto& step = p.steps[Step];
  if constexpr (step.kind == step_kind::branch) {
    return 1;
  } else {
    if (is_idle<S>(Step, v)) return 0;
    constexpr auto rows = row_cost_of<S, Step>();
    constexpr int first_temp = p.inputs + S::graph_type::outs;
    const auto partials = [&](int fold) { return partials_of(elements(v, g.nodes[fold].domain)); };
    std::int64_t total = 0;
    for (int i = 0; i < g.count; ++i) {
      if (step.finished.contains(i)) total += partials(i) * g.nodes[i].accumulator;
      const auto kind = g.nodes[i].kind;
      const bool gathers =
          step.computed.contains(i) &&
          (kind == graph::node_kind::gather || kind == graph::node_kind::sum_chosen || kind == graph::node_kind::order);
      if (!gathers && !step.loaded.contains(i)) continue;
      if (kind == graph::node_kind::order && gathers) {
        // A digit's kernels read keys and the order so far twice, and write the order.
        total += elements(v, g.nodes[i].ext) * 40 * sort_digits(v.extent[g.nodes[i].bits]);
        continue;
      }
      if (kind == graph::node_kind::sum_chosen && gathers) {
        // All of the source once, and the order.
        const graph::node& all = g.nodes[g.nodes[i].arg[0]];
        total += elements(v, all.ext) * size_of(all.type) + elements(v, g.nodes[g.nodes[i].arg[1]].ext) * 8;
        continue;
      }
      const int from = resolve(g, gathers ? g.nodes[i].arg[0] : i).node;
      const int place = p.source_of(p.place_of[from]);
      const int size = place >= first_temp ? size_of(p.temps[place - first_temp].type) : size_of(g.nodes[from].type);
      const bool whole_rows = step.kind == step_kind::row && differs_along(g.nodes[i].ext, step.reduced);
      // Windows overlap and indices repeat: what is read is at most what there is.
      std::int64_t read = elements(v, g.nodes[i].ext);
      const std::int64_t there = elements(v, g.nodes[read_from(g, from)].ext);
      if (there < read) read = there;
      total += read * size *
               (whole_rows ? row_reads(rows, i, elements_along(step.domain, step.reduced, v.extent), gathers) : 1);
    }
    for (int w = 0; w < p.write_count; ++w) {
      const write& out = p.writes[w];
      if (out.step != Step || step.kind == step_kind::sort) continue;
      const graph::node& n = g.nodes[out.node];
      const int size = size_of(out.place >= first_temp ? p.temps[out.place - first_temp].type : n.type);
      const bool left = step.partial.contains(out.node) && out.why == boundary::partials;
      // What is added to is read too.
      const bool changes = n.kind == graph::node_kind::scatter && graph::mode_of(n) != graph::scatter_mode::store;
      total += left ? partials(out.node) * n.accumulator : elements(v, n.ext) * size * (changes ? 2 : 1);
    }
    return total;
  }
}

template <class S, class V>
struct step_bytes_table {
  std::int64_t bytes[S::plan.step_count + 1] = {};
};
template <class S, class V>
constexpr auto all_step_bytes(const V& v) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return step_bytes_table<S, V>{{step_bytes<S, static_cast<int>(I)>(v)...}};
  }
  (std::make_index_sequence<S::plan.step_count>{});
}

template <class P, class T>
constexpr std::int64_t count_bytes(const P& plan, const T& table, int first, int last) {
  std::int64_t n = 0;
  for (int s = first; s < last; ++s) {
    n += table.bytes[s];
    const auto& step = plan.steps[s];
    if (step.kind != step_kind::branch) continue;
    const std::int64_t yes = count_bytes(plan, table, s + 1, s + 1 + step.yes_steps);
    const std::int64_t no = count_bytes(plan, table, s + 1 + step.yes_steps, s + 1 + step.yes_steps + step.no_steps);
    n += yes > no ? yes : no;
    s += step.yes_steps + step.no_steps;
  }
  return n;
}

}  // namespace schedule

// A plan with its arguments' extents.
template <fusion Policy, class F, class... Sig>
struct shaped_plan {
  using scheduled_type = scheduled<Policy, F, Sig...>;
  using symbols_type = schedule::symbol_values<scheduled_type::graph.symbols.count>;
  symbols_type symbols;

  // Kernels that a call with these extents launches.
  constexpr int kernels() const {
    return schedule::count_kernels(scheduled_type::plan, 0, scheduled_type::plan.step_count,
                                   [&](int step) { return schedule::kernels_of<scheduled_type>(step, symbols); });
  }
  // Kernels that a call with any extents launches at most.
  static constexpr int max_kernels() {
    return schedule::count_kernels(scheduled_type::plan, 0, scheduled_type::plan.step_count, [](int step) {
      const bool sorts = scheduled_type::plan.steps[step].kind == schedule::step_kind::sort;
      return sorts ? schedule::kernels_of_digit * schedule::sort_digits(std::int64_t{-1} >> 1) : 1;
    });
  }
  // Bytes read and written by those kernels, each operand once a kernel unless a row is too long to keep.
  constexpr std::int64_t bytes() const {
    return schedule::count_bytes(scheduled_type::plan, schedule::all_step_bytes<scheduled_type>(symbols), 0,
                                 scheduled_type::plan.step_count);
  }
};

namespace detail {
template <class T>
constexpr void copy_extents(const T& arg, std::int64_t* to) {
  if constexpr (is_view<T>) {
    for (int a = 0; a < T::rank; ++a) to[a] = arg.extent(a);
  } else if constexpr (is_tensor<T>) {
    for (int a = 0; a < T::rank; ++a) to[a] = arg.extent[a];
  }
}
// Extents of the tensors among the arguments, in order; scalars are no inputs.
template <class... Args>
constexpr void collect_extents(std::int64_t (*to)[max_rank], const Args&... args) {
  int i = 0;
  ((is_view<Args> || is_tensor<Args> ? copy_extents(args, to[i++]) : void()), ...);
}
}  // namespace detail

namespace detail {
template <fusion Policy, class F, class... Args>
constexpr auto plan_of(const Args&... args) {
  shaped_plan<Policy, F, typename signature_of<Args, Args...>::type...> p{};
  std::int64_t extents[sizeof...(Args) + 1][max_rank] = {};
  collect_extents(extents, args...);
  constexpr auto& g = decltype(p)::scheduled_type::graph;
  const bool fits = schedule::evaluate_symbols(g.symbols, schedule::moves_of(g), p.symbols.extent,
                                               [&](const graph::input_axis& a) { return extents[a.input][a.axis]; });
  if (!fits) throw error("plan: the arguments' shapes do not broadcast");
  if (schedule::impossible_move(g.moves, g.move_count, p.symbols.extent) >= 0) {
    throw error(
        "plan: the arguments' shapes do not allow a movement of axes: select, unfold and unflatten need enough "
        "elements");
  }
  return p;
}
template <class T>
inline constexpr bool is_region = false;
template <class F, class Tag>
inline constexpr bool is_region<region_type<F, Tag>> = true;
}  // namespace detail

// The plan of a region for these arguments: tensors (or views) and scalars; or of an invocation. Throws, or fails to compile
// in a constant expression, where the shapes do not broadcast.
template <fusion Policy = fusion::automatic, class F, class Tag, class... Args>
constexpr auto plan(const region_type<F, Tag>&, const Args&... args) {
  return detail::plan_of<Policy, F>(args...);
}
template <fusion Policy = fusion::automatic, class F, class Tag, class... Args>
constexpr auto plan(const invocation<F, Tag, Args...>& call) {
  return call.args.apply([](const Args&... args) { return detail::plan_of<Policy, F>(args...); });
}
template <auto& Region, fusion Policy = fusion::automatic, class... Args>
  requires(detail::is_region<std::remove_cvref_t<decltype(Region)>>)
constexpr auto plan(const Args&... args) {
  return detail::plan_of<Policy, typename std::remove_cvref_t<decltype(Region)>::function>(args...);
}

}  // namespace sinter
