// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves squeezes behind the maps that follow them: f(squeeze(a), s) becomes squeeze(f(a, s)), so that a map of a dropped row
// result stays in the row's kernel. In: a graph of N nodes. Out: at most 2 N, the old squeezes dead where nothing needs them.
// Invariant: all squeezed operands of a moved map lose the same axes; the others are scalars, or the lost axes the first ones.
#pragma once

#include <sinter/graph/graph.hpp>

namespace sinter::pass {

template <class G>
constexpr bool has_squeeze(const G& g) {
  for (int i = 0; i < g.count; ++i) {
    if (g.nodes[i].kind == graph::node_kind::squeeze) return true;
  }
  return false;
}

template <class G>
constexpr auto sink_squeeze(const G& g) {
  graph::graph<2 * G::size + 1, G::outs, G::move_count> to;
  to.inputs = g.inputs;
  to.scalars = g.scalars;
  to.symbols = g.symbols;
  for (int m = 0; m < G::move_count; ++m) to.moves[m] = g.moves[m];
  std::int16_t renamed[G::size + 1] = {};
  const auto is_scalar = [](const graph::node& n) {
    for (const std::int16_t a : n.ext.axis) {
      if (a != 0) return false;
    }
    return n.rank == 0;
  };
  for (int i = 0; i < g.count; ++i) {
    graph::node n = g.nodes[i];
    std::uint64_t dropped = 0;
    bool moves = n.kind == graph::node_kind::apply;
    bool others = false;
    for (int a = 0; a < n.nargs; ++a) {
      n.arg[a] = renamed[n.arg[a]];
      const graph::node& o = to.nodes[n.arg[a]];
      if (is_scalar(o)) continue;
      if (o.kind != graph::node_kind::squeeze) {
        others = true;
        continue;
      }
      if (dropped != 0 && (o.bits != dropped || to.nodes[o.arg[0]].rank != n.rank + __builtin_popcountll(dropped)))
        moves = false;
      dropped = o.bits;
    }
    // Axes are counted from the right: without its first ones a value's others are where they were.
    const int kept = n.rank;
    if (others && dropped >> kept << kept != dropped) moves = false;
    for (int a = 0; a < n.nargs; ++a) {
      const graph::node& o = to.nodes[n.arg[a]];
      if (dropped != 0 && o.kind == graph::node_kind::squeeze && o.rank != n.rank) moves = false;
    }
    if (moves && dropped != 0) {
      graph::node inner = n;
      inner.ext = graph::extents{};
      for (int a = 0; a < n.nargs; ++a) {
        const graph::node& o = to.nodes[n.arg[a]];
        if (o.kind == graph::node_kind::squeeze) inner.arg[a] = o.arg[0];
        inner.ext = graph::broadcast(to.symbols, inner.ext, to.nodes[inner.arg[a]].ext);
      }
      // A side of a branch is wider than its operands.
      for (int k = 0; k < n.rank; ++k) inner.ext.axis[graph::axis_behind(dropped, k)] = n.ext.axis[k];
      inner.rank = static_cast<std::int8_t>(n.rank + __builtin_popcountll(dropped));
      const auto at = static_cast<std::int16_t>(to.count);
      to.nodes[to.count++] = inner;
      const graph::extents ext = n.ext;
      const dtype type = n.type;
      const std::int8_t rank = n.rank;
      n = graph::node{};
      n.kind = graph::node_kind::squeeze;
      n.type = type;
      n.rank = rank;
      n.nargs = 1;
      n.arg[0] = at;
      n.bits = dropped;
      n.ext = ext;
    }
    renamed[i] = static_cast<std::int16_t>(to.count);
    to.nodes[to.count++] = n;
  }
  for (int o = 0; o < G::outs; ++o) to.output[o] = renamed[g.output[o]];
  return to;
}

}  // namespace sinter::pass
