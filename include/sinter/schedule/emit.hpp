// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Step → program type, and the tables that bind its slots to places. In: a `scheduled` region and a step's number.
// Out: `emitted<S, Step>`: program, slots, fold extents. Invariant: the program names no lambda and no region, so equal
// steps of different regions are one type.
#pragma once

#include <cstdint>
#include <utility>

#include <sinter/op/registry.hpp>
#include <sinter/schedule/program.hpp>
#include <sinter/schedule/row_ladder.hpp>
#include <sinter/schedule/schedule.hpp>

namespace sinter {

// One tensor of a kernel.
struct slot_binding {
  std::int16_t place;
  std::int16_t node;     // whose extents the slot has
  std::int16_t dropped;  // axes that the place lacks, bit k for axis k from the right; negative: that it has beyond
  bool written;
  bool partials;
  std::int8_t counts;  // 0 of memory; without: 1 counts in row-major order, 2 + k along axis k from the right
  // Of what a gather reads or a scatter writes: 1 + the symbols of the first axes' extents; else 0.
  std::int16_t gathered[graph::max_indices];
};

namespace detail {

// Orders a step's nodes into instructions and numbers its slots.
template <int N, int W>
struct layout {
  struct entry {
    instruction_kind kind;
    std::int16_t node;
    std::int16_t slot;
    std::int16_t index;
    std::int16_t place;
  };
  entry at[3 * N + W + 1] = {};
  int count = 0;
  slot_binding slot[N + W + 1] = {};
  int slots = 0;
  std::int16_t position[N + 1] = {};  // node → instruction
  std::int16_t fold_node[N + 1] = {};
  std::int16_t fold_of[N + 1] = {};  // a reduction's node → the instruction that folds it
  bool shared[N + 1] = {};           // of folds: several reductions finish it
  int folds = 0;

  // A reduction: its fold, or a result of one that another reduction has begun.
  constexpr void add_fold(const graph::node* nodes, int node_count, const schedule::node_set<N>& computed, int node) {
    const auto shares = [&](int other) {
      return computed.contains(other) && nodes[other].kind == graph::node_kind::reduce &&
             graph::equal_monoids(nodes[node], nodes[other]);
    };
    int first = 0;
    while (!shares(first)) ++first;
    bool alone = true;
    for (int i = first; i < node_count; ++i) alone = alone && (i == node || !shares(i));
    if (first == node) {
      fold_of[node] = static_cast<std::int16_t>(count);
      fold_node[folds] = static_cast<std::int16_t>(node);
      shared[folds] = !alone;
      add(instruction_kind::fold, node, -1, folds++, 0);
    }
    fold_of[node] = fold_of[first];
    if (!alone) add(instruction_kind::outcome, node, -1, 0, 0);
  }

  constexpr void add(instruction_kind kind, int node, int slot_number, int index, int place) {
    at[count] = {kind, static_cast<std::int16_t>(node), static_cast<std::int16_t>(slot_number),
                 static_cast<std::int16_t>(index), static_cast<std::int16_t>(place)};
    const bool stores = kind == instruction_kind::store || kind == instruction_kind::store_partials;
    if (!stores && kind != instruction_kind::scatter) {
      position[node] = static_cast<std::int16_t>(count);
    }
    ++count;
  }
  constexpr int add_slot(int place, int node, int dropped, bool written, bool partials) {
    slot[slots] = {static_cast<std::int16_t>(place),
                   static_cast<std::int16_t>(node),
                   static_cast<std::int16_t>(dropped),
                   written,
                   partials,
                   0,
                   {}};
    return slots++;
  }
  constexpr int add_index(const graph::node& n, int node) {
    const int s = add_slot(0, node, 0, false, false);
    slot[s].counts = static_cast<std::int8_t>(n.bits + 1);
    return s;
  }
};

// Operands that a tile of shared memory is kept for; with more, a block would not leave room for others.
inline constexpr int max_staged_loads = 4;

template <class G, class L>
constexpr std::uint64_t find_permuted(const G& g, const L& l) {
  std::uint64_t slots = 0;
  int loads = 0;
  for (int s = 0; s < l.slots && loads < max_staged_loads; ++s) {
    bool permuted = false;
    for (int k = l.slot[s].node; g.nodes[k].kind == graph::node_kind::view; k = g.nodes[k].arg[0]) {
      permuted = permuted || graph::move_of(g.moves, g.nodes[k]).kind == graph::move_kind::permute;
    }
    if (!permuted || l.slot[s].written || schedule::is_scalar_level(g.nodes[l.slot[s].node].ext)) continue;
    slots |= std::uint64_t{1} << s;
    ++loads;
  }
  return slots;
}

// Loads come first while they are few: all of them are then in flight before the first use.
inline constexpr int loads_up_front = 12;

template <class G, class P>
constexpr auto lay_out(const G& g, const P& plan, int step) {
  layout<G::size, P::capacity> l;
  const auto& s = plan.steps[step];
  int loads = 0;
  for (int i = 0; i < g.count; ++i) loads += s.loaded.contains(i) ? 1 : 0;
  const bool hoist = loads <= loads_up_front;
  const auto load_node = [&](int i) {
    const schedule::squeezed_from from = schedule::resolve(g, i);
    // The place of a squeezed value has the axes that the value lost.
    const int slot = l.add_slot(plan.place_of[from.node], i, -static_cast<int>(from.dropped), false, false);
    l.add(instruction_kind::load, i, slot, 0, plan.place_of[from.node]);
  };
  const auto gather_node = [&](int i) {
    const schedule::squeezed_from from = schedule::resolve(g, g.nodes[i].arg[0]);
    const int slot = l.add_slot(plan.place_of[from.node], i, -static_cast<int>(from.dropped), false, false);
    for (int a = 0; a < graph::chosen_axes(g.nodes[i]); ++a) {
      l.slot[slot].gathered[a] = static_cast<std::int16_t>(graph::gathered_symbol(g.nodes[i], a) + 1);
    }
    l.add(instruction_kind::gather, i, slot, 0, plan.place_of[from.node]);
  };
  const auto sum_node = [&](int i) {
    const graph::node& n = g.nodes[i];
    const auto symbol = static_cast<std::int16_t>(g.nodes[n.arg[1]].ext.axis[0] + 1);
    // The order is the same for all that its ends are the same for.
    l.slot[l.add_slot(plan.place_of[n.arg[1]], n.arg[2], 0, false, false)].gathered[0] = symbol;
    const schedule::squeezed_from from = schedule::resolve(g, n.arg[0]);
    const int slot = l.add_slot(plan.place_of[from.node], i, -static_cast<int>(from.dropped), false, false);
    l.slot[slot].gathered[0] = symbol;
    l.add(instruction_kind::sum_chosen, i, slot, 0, plan.place_of[from.node]);
  };
  for (int i = 0; i < g.count && hoist; ++i) {
    if (s.loaded.contains(i)) load_node(i);
  }
  for (int i = 0; i < g.count; ++i) {
    const graph::node& n = g.nodes[i];
    if (s.loaded.contains(i) && !hoist) load_node(i);
    if (s.finished.contains(i)) {
      const int slot = l.add_slot(plan.place_of[i], i, 0, false, true);
      l.add(instruction_kind::finish, i, slot, 0, plan.place_of[i]);
    }
    if (!s.computed.contains(i)) continue;
    switch (n.kind) {
      case graph::node_kind::scalar:
        l.add(instruction_kind::scalar, i, -1, n.arg[0], 0);
        break;
      case graph::node_kind::constant:
        l.add(instruction_kind::constant, i, -1, 0, 0);
        break;
      case graph::node_kind::index:
        l.add(instruction_kind::position, i, l.add_index(n, i), 0, 0);
        break;
      case graph::node_kind::extent:
        l.add(instruction_kind::scalar, i, -1, g.scalars + graph::extent_ordinal(g, i), 0);
        break;
      case graph::node_kind::gather:
        gather_node(i);
        break;
      case graph::node_kind::scatter:
        break;  // written below
      case graph::node_kind::order: {
        const int place = plan.place_of[n.arg[0]];
        l.add(instruction_kind::load, i, l.add_slot(place, i, 0, false, false), 0, place);
        break;
      }
      case graph::node_kind::sum_chosen:
        sum_node(i);
        break;
      case graph::node_kind::reduce:
        l.add_fold(g.nodes, g.count, s.computed, i);
        break;
      default:
        l.add(instruction_kind::apply, i, -1, 0, 0);
        break;
    }
  }
  for (int w = 0; w < plan.write_count; ++w) {
    const schedule::write& out = plan.writes[w];
    if (out.step != step) continue;
    if (g.nodes[out.node].kind == graph::node_kind::scatter) {
      const int place = plan.place_of[g.nodes[out.node].arg[0]];
      const int slot = l.add_slot(place, out.node, 0, true, false);
      l.slot[slot].gathered[0] = static_cast<std::int16_t>(graph::gathered_symbol(g.nodes[out.node]) + 1);
      l.add(instruction_kind::scatter, out.node, slot, 0, place);
      continue;
    }
    const bool partials = s.partial.contains(out.node) && out.why == schedule::boundary::partials;
    const int slot = l.add_slot(out.place, out.node, out.dropped, true, partials);
    l.add(partials ? instruction_kind::store_partials : instruction_kind::store, out.node, slot,
          partials ? l.at[l.fold_of[out.node]].index : 0, out.place);
  }
  return l;
}

}  // namespace detail

// Everything about step number `Step` of a scheduled region that a kernel or the host needs at compile time.
template <class S, int Step>
struct emitted {
  using schedule_type = S;
  static constexpr int number = Step;
  static constexpr auto& graph = S::graph;
  static constexpr auto& plan = S::plan;
  static constexpr auto& step = S::plan.steps[Step];
  static constexpr auto layout = detail::lay_out(graph, plan, Step);
  using user_ops = typename S::program_graph::source::user_ops;

  static constexpr level level_of(int node) {
    const sinter::graph::extents& e = graph.nodes[node].ext;
    if (step.kind == schedule::step_kind::row)
      return schedule::differs_along(e, step.reduced) ? level::element : level::row;
    return schedule::is_scalar_level(e) ? level::uniform : level::element;
  }
  static constexpr dtype place_type(int place, int node) {
    constexpr int first_temp = S::plan.inputs + std::remove_cvref_t<decltype(S::graph)>::outs;
    place = plan.source_of(place);
    return place >= first_temp ? plan.temps[place - first_temp].type : graph.nodes[node].type;
  }

  template <int I>
  static constexpr auto instruction_type() {
    constexpr auto e = layout.at[I];
    constexpr auto& n = graph.nodes[e.node];
    using value = type_of<compute_of(n.type)>;
    if constexpr (e.kind == instruction_kind::load) {
      return load<level_of(e.node), type_of<place_type(e.place, e.node)>, e.slot>{};
    } else if constexpr (e.kind == instruction_kind::scalar) {
      return scalar<value, e.index>{};
    } else if constexpr (e.kind == instruction_kind::constant) {
      return constant<value, n.bits>{};
    } else if constexpr (e.kind == instruction_kind::position) {
      return position<level_of(e.node), e.slot>{};
    } else if constexpr (e.kind == instruction_kind::gather) {
      return gather_type<I>(std::make_index_sequence<n.nargs - 1>{});
    } else if constexpr (e.kind == instruction_kind::sum_chosen) {
      return sum_chosen<level_of(e.node), type_of<place_type(e.place, e.node)>, e.slot, layout.position[n.arg[2]],
                        layout.position[n.arg[3]]>{};
    } else if constexpr (e.kind == instruction_kind::scatter) {
      return scatter_to<level_of(e.node), type_of<place_type(e.place, e.node)>, e.slot, layout.position[n.arg[2]],
                        layout.position[n.arg[1]], sinter::graph::mode_of(n)>{};
    } else if constexpr (e.kind == instruction_kind::apply) {
      return apply_type<I>(std::make_index_sequence<n.nargs>{});
    } else if constexpr (e.kind == instruction_kind::store) {
      return store<level_of(e.node), type_of<place_type(e.place, e.node)>, e.slot, layout.position[e.node]>{};
    } else {
      using red = detail::op_with_id<user_ops, n.op->id>;
      using operand = type_of<compute_of(graph.nodes[n.arg[0]].type)>;
      constexpr level at = step.kind == schedule::step_kind::row ? level::row : level::uniform;
      if constexpr (e.kind == instruction_kind::fold && layout.shared[e.index]) {
        using accumulator = typename red::template accumulator<operand>;
        return fold_type<I, at, unfinished<red>, operand, unfinished_value<accumulator>>(
            std::make_index_sequence<n.nargs>{});
      } else if constexpr (e.kind == instruction_kind::fold) {
        return fold_type<I, at, red, operand, value>(std::make_index_sequence<n.nargs>{});
      } else if constexpr (e.kind == instruction_kind::outcome) {
        return outcome<at, red, operand, value, layout.fold_of[e.node]>{};
      } else if constexpr (e.kind == instruction_kind::finish) {
        return finish<red, operand, value, e.slot>{};
      } else {
        return store_partials<typename red::template accumulator<operand>, e.slot, layout.fold_of[e.node], e.index>{};
      }
    }
  }
  template <int I, std::size_t... A>
  static constexpr auto gather_type(std::index_sequence<A...>) {
    constexpr auto e = layout.at[I];
    constexpr auto& n = graph.nodes[e.node];
    return gather<level_of(e.node), type_of<place_type(e.place, e.node)>, e.slot, (n.bits >> 48 & 7U),
                  layout.position[n.arg[1 + A]]...>{};
  }
  template <int I, std::size_t... A>
  static constexpr auto apply_type(std::index_sequence<A...>) {
    constexpr auto e = layout.at[I];
    constexpr auto& n = graph.nodes[e.node];
    using op = detail::op_with_id<user_ops, n.op->id>;
    return apply<level_of(e.node), op, type_of<n.type>, layout.position[n.arg[A]]...>{};
  }
  template <int I, level At, class Red, class T, class R, std::size_t... A>
  static constexpr auto fold_type(std::index_sequence<A...>) {
    constexpr auto e = layout.at[I];
    return fold<At, Red, T, R, e.index, layout.position[graph.nodes[e.node].arg[A]]...>{};
  }
  template <std::size_t... I>
  static constexpr auto make(std::index_sequence<I...>) {
    return program<decltype(instruction_type<I>())...>{};
  }

  using program_type = decltype(make(std::make_index_sequence<layout.count>{}));
  using traits = program_traits<program_type>;

  // Storage size of a slot's elements.
  static constexpr int layout_bytes(int slot) {
    for (int i = 0; i < traits::size; ++i) {
      if (traits::at[i].slot == slot && traits::at[i].bytes != 0) return traits::at[i].bytes;
    }
    return 1;
  }

  // Some output lacks an axis of the domain (what is one value a row lacks the row's), or has another extent there for all that
  // types say.
  static constexpr bool may_be_small = [] {
    for (int s = 0; s < layout.slots; ++s) {
      const auto& b = layout.slot[s];
      if (!b.written || b.partials || level_of(b.node) == level::uniform) continue;
      for (int k = 0; k < step.rank; ++k) {
        const bool along = (step.reduced >> k & 1U) == 0 || level_of(b.node) == level::element;
        if (along && graph.nodes[b.node].ext.axis[k] != step.domain.axis[k]) return true;
      }
    }
    return false;
  }();

  // Of a row step: its rows are not along the last axis; a row has several axes.
  static constexpr bool columns = step.kind == schedule::step_kind::row && (step.reduced & 1U) == 0;
  static constexpr bool several_axes = (step.reduced & (step.reduced - 1U)) != 0;

  // Slots of a pointwise step that are read with their axes permuted: worth a kernel that turns tiles in shared memory. Bit s.
  static constexpr std::uint64_t turned_slots = step.kind == schedule::step_kind::pointwise && step.rank >= 2 &&
                                                        !traits::finishes && !traits::gathers && !may_be_small
                                                    ? detail::find_permuted(graph, layout)
                                                    : 0;

  // Storage size of the widest operand that a pointwise kernel moves in vectors: what lacks the last axis is one value a vector.
  static constexpr int widest = [] {
    int n = 1;
    for (int i = 0; i < traits::size; ++i) {
      const instruction& ins = traits::at[i];
      const bool in_vectors = ins.kind != instruction_kind::load || step.kind != schedule::step_kind::pointwise ||
                              (ins.slot >= 0 && graph.nodes[layout.slot[ins.slot].node].ext.axis[0] != 0);
      if (in_vectors && ins.at == level::element && ins.bytes > n) n = ins.bytes;
    }
    return n;
  }();
  // Elements of one vector: 16 bytes of the widest operand, fewer where too many values are live.
  static constexpr int vector = [] {
    int v = 16 / widest;
    while (v > 1 && v * step.registers > schedule::vector_register_budget) v /= 2;
    return v;
  }();
  // Row elements that a thread may hold in registers: half as many where one takes two, a quarter where one takes four.
  static constexpr int row_elements = (traits::element_loads <= 2 && step.registers <= 4 ? 32
                                       : step.registers <= 8                             ? 16
                                                                                         : 8) /
                                      (traits::widest >= 8 ? traits::widest / 4 : 1);
};

}  // namespace sinter
