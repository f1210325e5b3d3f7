// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums that wait for another reduction of the same elements are folded beside it, by the laws of shift_laws.hpp. In: a graph, and
// which rows are meant. Out: `online<Source, Rows>`: the graph, and which of its nodes stand for such sums.
// Invariant: a sum is replaced only where one pass over the elements less is left: its neighbours of the same depth go too.
#pragma once

#include <cstdint>

#include <sinter/graph/graph.hpp>
#include <sinter/graph/verify.hpp>
#include <sinter/pass/rewriter.hpp>
#include <sinter/pass/shift_laws.hpp>

namespace sinter::pass {

// Whose every pass reads memory: whole tensors and rows across memory. Or rows along it, which are kept unless they are long.
enum class rows_taken : std::uint8_t { read_again, kept };

// A node that stands for a sum, the value it no longer waits for, and the law's place in the table.
struct online_form {
  std::int16_t node;
  std::int16_t waited;
  std::int8_t law;
};
inline constexpr int most_online = 16;
inline constexpr int room_of_sum = 48;

constexpr bool may_go_online(const graph::node& n, rows_taken which) {
  if (n.kind != graph::node_kind::reduce || kind_of(n.type) != dtype_kind::floating) return false;
  const bool sums =
      n.op->id == sinter::detail::op_id_of<ops::sum_t>() || n.op->id == sinter::detail::op_id_of<ops::mean_t>();
  const bool along = n.reduced != graph::every_axis && (n.reduced & 1U) != 0;
  return sums && along == (which == rows_taken::kept);
}
// Does its operand depend on another reduction of such rows?
template <class G>
constexpr bool waits_for_rows(const G& g, int id) {
  bool reached[G::size + 1] = {};
  for (int i = 0; i < id; ++i) {
    const graph::node& n = g.nodes[i];
    reached[i] = n.kind == graph::node_kind::reduce && n.reduced == g.nodes[id].reduced;
    for (int a = 0; a < n.nargs; ++a) reached[i] = reached[i] || reached[n.arg[a]];
  }
  return reached[g.nodes[id].arg[0]];
}
template <class G>
constexpr int count_waiting(const G& g, rows_taken which) {
  int n = 0;
  for (int i = 0; i < g.count && n < most_online; ++i)
    n += may_go_online(g.nodes[i], which) && waits_for_rows(g, i) ? 1 : 0;
  return n;
}

// A rewritten graph before its nodes are numbered anew.
template <class G, int Room>
struct online_graph : rewriter<G, Room> {
  std::int16_t output[G::outs == 0 ? 1 : G::outs] = {};
  int inputs = 0;
  int scalars = 0;
  graph::move moves[G::move_count == 0 ? 1 : G::move_count] = {};
  online_form form[most_online] = {};
  int forms = 0;

  constexpr explicit online_graph(const G& g) : rewriter<G, Room>(g), inputs(g.inputs), scalars(g.scalars) {
    for (int m = 0; m < G::move_count; ++m) moves[m] = g.moves[m];
  }
};

namespace detail {

template <class W, class... Laws>
constexpr shifted first_law(W& w, int& law, type_list<Laws...>) {
  shifted found;
  int at = 0;
  const auto ask = [&]<class Law>(std::type_identity<Law>) {
    if (found.sound) return;
    const int before = w.count;
    found = Law::take(w);
    law = at++;
    if (!found.sound) w.forget_from(before);
  };
  (ask(std::type_identity<Laws>{}), ...);
  return found;
}

// Is there a reduction of the same rows and depth that stays? Then the pass over them stays too.
template <class W>
constexpr bool has_neighbour(const W& w, int nodes, int sum, const bool* only) {
  const auto depth = [&](int i) {
    int d = 0;
    for (int a = 0; a < w.nodes[i].nargs; ++a) d = w.stage[w.nodes[i].arg[a]] > d ? w.stage[w.nodes[i].arg[a]] : d;
    return d;
  };
  for (int i = 0; i < nodes; ++i) {
    if (w.nodes[i].kind != graph::node_kind::reduce || w.instead[i] != i || (only != nullptr && !only[i])) continue;
    if (W::same_rows(w.nodes[i], w.nodes[sum]) && depth(i) == depth(sum)) return true;
  }
  return false;
}

}  // namespace detail

// only: of each node, whether it is computed where the sums are; or null.
template <class Laws, int Room, class G>
constexpr online_graph<G, Room> take_online(const G& g, rows_taken which, const bool* only = nullptr) {
  online_graph<G, Room> w(g);
  std::int16_t sum[most_online] = {};
  for (int i = 0; i < g.count && w.forms < most_online; ++i) {
    if (!may_go_online(g.nodes[i], which) || (only != nullptr && !only[i]) || !w.has_room(room_of_sum)) continue;
    w.look_at(i, only);
    // The least that has to be known before: the fewest passes.
    const int depth = w.stage[g.nodes[i].arg[0]];
    shifted found;
    int law = 0;
    for (int late = 1; late <= depth && !found.sound; ++late) {
      w.call_late(late);
      found = detail::first_law(w, law, Laws{});
    }
    if (!found.sound) continue;
    w.replace(found.element);
    sum[w.forms] = static_cast<std::int16_t>(i);
    w.form[w.forms++] = {w.instead[i], static_cast<std::int16_t>(found.waited), static_cast<std::int8_t>(law)};
  }
  int kept = 0;
  for (int f = 0; f < w.forms; ++f) {
    w.look_at(sum[f], only);
    const bool stays = detail::has_neighbour(w, g.count, sum[f], only);
    if (stays) w.instead[sum[f]] = sum[f];
    if (!stays) w.form[kept++] = w.form[f];
  }
  w.forms = kept;
  for (int i = 0; i < w.count; ++i) {
    for (int a = 0; a < w.nodes[i].nargs; ++a) w.nodes[i].arg[a] = w.instead[w.nodes[i].arg[a]];
  }
  for (int f = 0; f < w.forms; ++f) w.form[f].waited = w.instead[w.form[f].waited];
  for (int o = 0; o < G::outs; ++o) w.output[o] = w.instead[g.output[o]];
  return w;
}

}  // namespace sinter::pass

namespace sinter {

namespace detail {
template <class Source, bool Waits>
struct taken_online {
  static constexpr int forms = 0;
};
template <class Source>
struct taken_online<Source, true> {
  using G = std::remove_cvref_t<decltype(Source::graph)>;
  static constexpr int room = pass::room_of_sum * pass::count_waiting(Source::graph, pass::rows_taken::read_again);
  static constexpr auto all = pass::take_online<pass::shift_laws, room>(Source::graph, pass::rows_taken::read_again);
  static constexpr int forms = all.forms;
};

// A rewritten graph, numbered in the order of its operands and as large as it needs to be; `number`: of each node there.
template <class Taken, int Outs, int Moves>
struct numbered_online {
  static constexpr int capacity = Taken::all.capacity;
  struct loose_graph {
    std::int16_t number[capacity + 1];
    sinter::graph::graph<capacity, Outs, Moves> graph;
  };
  static constexpr loose_graph loose = [] {
    loose_graph l{};
    l.graph = sinter::graph::compact<capacity, Outs, Moves>(Taken::all, Taken::all.output, l.number);
    return l;
  }();
  static constexpr auto graph = sinter::graph::compact<loose.graph.count, Outs, Moves>(loose.graph, loose.graph.output);
  // What stands for node i of the graph that was rewritten.
  static constexpr std::int16_t number_of(int i) { return loose.number[Taken::all.instead[i]]; }
#if !SINTER_ON_DEVICE  // once is enough
  static_assert(sinter::graph::verify(graph) == sinter::graph::defect::none,
                "internal: a sum that was taken online left the graph malformed");
#endif
};

template <class Source, class Taken, bool Any>
struct online_of {
  static constexpr auto& graph = Source::graph;
  static constexpr int forms = 0;
  static constexpr pass::online_form form[1] = {};
};
template <class Source, class Taken>
struct online_of<Source, Taken, true> {
  using numbered = numbered_online<Taken, Source::outs, Source::graph.move_count>;
  static constexpr auto& graph = numbered::graph;
  static constexpr int forms = Taken::forms;
  struct form_table {
    pass::online_form of[forms];
  };
  static constexpr form_table table = [] {
    form_table t{};
    for (int f = 0; f < forms; ++f) {
      const pass::online_form& from = Taken::all.form[f];
      t.of[f] = {numbered::number_of(from.node), numbered::number_of(from.waited), from.law};
    }
    return t;
  }();
  static constexpr auto& form = table.of;
};
}  // namespace detail

// The optimised graph `Source` with online forms where rows are read again for every pass, and where they stand.
template <class Source,
          class Taken =
              detail::taken_online<Source, (pass::count_waiting(Source::graph, pass::rows_taken::read_again) > 0)>>
using online = detail::online_of<Source, Taken, (Taken::forms > 0)>;

}  // namespace sinter
