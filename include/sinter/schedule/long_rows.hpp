// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows along memory that neither registers nor shared memory hold are read again for every pass, so their sums are taken online:
// a second program for such a step. In: an emitted row step. Out: `long_rows<E>`: from which length on, and the step emitted
// from a graph of its own. Invariant: both programs have the same places and symbols; which one runs follows from a row's
// length alone, as its bits do.
#pragma once

#include <cstdint>
#include <utility>

#include <sinter/pass/take_online.hpp>
#include <sinter/schedule/emit.hpp>
#include <sinter/schedule/row_ladder.hpp>

namespace sinter {

namespace schedule {

// The most elements of a row that registers hold, and that is read once because they or shared memory do; -1 where every row is
// read again.
template <class E>
inline constexpr std::int64_t longest_held_row = [] {
  if (E::traits::gathers_elements || E::columns) return std::int64_t{-1};
  constexpr int vector = 16 / E::traits::widest;
  constexpr row_ladder ladder = make_row_ladder(vector, E::row_elements);
  constexpr row_rung last = ladder.rung[ladder.count - 2];
  return std::int64_t{vector} * last.threads * last.chunks;
}();
template <class E>
inline constexpr std::int64_t longest_kept_row = [] {
  const std::int64_t held = longest_held_row<E>;
  if constexpr (E::traits::staged_bytes == 0) {
    return held;
  } else {
    const std::int64_t collectives = std::int64_t{32} * E::traits::folds * E::traits::accumulator_bytes;
    const std::int64_t staged = (staged_row_bytes - collectives) / E::traits::staged_bytes;
    return held >= 0 && staged > held ? staged : held;
  }
}();

namespace detail {

template <int N>
struct marked_nodes {
  bool of[N + 1];
};

template <class E, bool Waits>
struct taken_for_rows {
  static constexpr int forms = 0;
};
template <class E>
struct taken_for_rows<E, true> {
  static constexpr int nodes = E::graph.count;
  static constexpr auto computed = [] {
    marked_nodes<nodes> c{};
    for (int i = 0; i < nodes; ++i) c.of[i] = E::step.computed.contains(i);
    return c;
  }();
  static constexpr int room = pass::room_of_sum * pass::count_waiting(E::graph, pass::rows_taken::kept);
  static constexpr auto all =
      pass::take_online<pass::shift_laws_of_long_rows, room>(E::graph, pass::rows_taken::kept, computed.of);
  // A symbol that the call does not know has no extent.
  static constexpr int forms = all.symbols.count == E::graph.symbols.count ? all.forms : 0;
};
template <class E>
constexpr bool may_wait() {
  bool again = false;
  for (int i = 0; i < E::traits::size; ++i) {
    const bool reads = E::traits::at[i].kind == instruction_kind::load || chooses(E::traits::at[i]);
    again = again || (reads && E::traits::passes_reading(i) > 1);
  }
  return again && E::step.kind == step_kind::row && E::schedule_type::policy == fusion::automatic &&
         pass::count_waiting(E::graph, pass::rows_taken::kept) > 0;
}

// The step in a graph that was made of the plan's: it computes what its writes need. number_of: of each node there, or -1.
template <int Step, class To, class G, class From, class NumberOf>
constexpr To move_step(const G& g, int nodes, const From& from, const NumberOf& number_of) {
  To to;
  to.inputs = from.inputs;
  to.step_count = from.step_count;
  to.temp_count = from.temp_count;
  to.view_count = from.view_count;
  for (int t = 0; t < from.temp_count; ++t) to.temps[t] = from.temps[t];
  for (int v = 0; v < from.view_count; ++v) to.views[v] = from.views[v];
  for (std::int16_t& p : to.place_of) p = -1;
  auto& step = to.steps[Step];
  const auto& old = from.steps[Step];
  step.kind = old.kind;
  step.domain = old.domain;
  step.reduced = old.reduced;
  step.rank = old.rank;
  step.registers = old.registers;
  bool loads[G::size + 1] = {};
  for (int i = 0; i < nodes; ++i) {
    const int at = number_of(i);
    if (at < 0) continue;
    to.place_of[at] = from.place_of[i];
    loads[at] = old.loaded.contains(i);
  }
  bool needed[G::size + 1] = {};
  for (int w = 0; w < from.write_count; ++w) {
    if (from.writes[w].step != Step) continue;
    write out = from.writes[w];
    out.node = number_of(out.node);
    needed[out.node] = true;
    to.writes[to.write_count++] = out;
  }
  for (int i = g.count - 1; i >= 0; --i) {
    if (!needed[i]) continue;
    const node& n = g.nodes[i];
    if (loads[i] || is_in_memory(n) || n.kind == node_kind::squeeze) {
      step.loaded.insert(i);
      continue;
    }
    step.computed.insert(i);
    for (int a = graph::first_value(n); a < n.nargs; ++a) needed[n.arg[a]] = true;
  }
  return to;
}

// A schedule of one step.
template <class E, class Taken>
struct schedule_of_long_rows {
  using program_graph = typename E::schedule_type::program_graph;
  using old_graph = std::remove_cvref_t<decltype(E::graph)>;
  using numbered = sinter::detail::numbered_online<Taken, old_graph::outs, old_graph::move_count>;
  static constexpr auto& graph = numbered::graph;
  using graph_type = std::remove_cvref_t<decltype(graph)>;
  using plan_type = plan_data<graph_type::size, graph_type::outs, (old_graph::move_count == 0 ? 0 : old_graph::size)>;
  static constexpr plan_type plan =
      move_step<E::number, plan_type>(graph, E::graph.count, E::plan, [](int i) { return numbered::number_of(i); });
};

}  // namespace detail

template <class E, class Taken, bool Any>
struct long_rows_of {
  static constexpr int forms = 0;
};
template <class E, class Taken>
struct long_rows_of<E, Taken, true> {
  static constexpr int forms = Taken::forms;
  static constexpr auto& form = Taken::all.form;
  using schedule_type = detail::schedule_of_long_rows<E, Taken>;
  using emitted_type = emitted<schedule_type, E::number>;
  // A node of the plan's graph in the step's own; the sum that a form stands for.
  static constexpr int number_of(int node) { return schedule_type::numbered::number_of(node); }
  static constexpr int sum_of(const pass::online_form& f) {
    int i = 0;
    while (Taken::all.instead[i] != f.node) ++i;
    return i;
  }
};
// The step for rows of more than longest_kept_row<E> elements; without forms there is none of its own.
template <class E, class Taken = detail::taken_for_rows<E, detail::may_wait<E>()>>
using long_rows = long_rows_of<E, Taken, (Taken::forms > 0)>;

}  // namespace schedule
}  // namespace sinter
