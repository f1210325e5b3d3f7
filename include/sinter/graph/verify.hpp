// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What must hold of every graph, checked after tracing and after the passes. In: a graph. Out: the first defect, or none.
#pragma once

#include <sinter/graph/graph.hpp>

namespace sinter::graph {

enum class defect : std::uint8_t { none, order, operand_count, operand_type, extents, output };

constexpr const char* name_of(defect d) {
  constexpr const char* names[] = {"none",
                                   "an operand does not come before its user",
                                   "wrong number of operands",
                                   "operands of different compute types",
                                   "extents are not the broadcast of the operands'",
                                   "an output is not a node"};
  return names[static_cast<int>(d)];
}

template <class G>
constexpr defect verify(const G& g) {
  for (int i = 0; i < g.count; ++i) {
    const node& n = g.nodes[i];
    for (int a = 0; a < n.nargs; ++a) {
      if (n.arg[a] < 0 || n.arg[a] >= i) return defect::order;
    }
    if (n.kind == node_kind::apply && n.op->arity != n.nargs) return defect::operand_count;
    if (n.kind == node_kind::apply && n.nargs > 1) {
      // A choice has a bool in front; all other operands compute alike.
      const dtype last = compute_of(g.nodes[n.arg[n.nargs - 1]].type);
      for (int a = n.nargs == 3 && g.nodes[n.arg[0]].type == dtype::boolean ? 1 : 0; a < n.nargs; ++a) {
        if (compute_of(g.nodes[n.arg[a]].type) != last) return defect::operand_type;
      }
    }
    const bool chooses = n.kind == node_kind::gather || n.kind == node_kind::scatter;
    for (int a = 1; chooses && a <= chosen_axes(n); ++a) {
      if (kind_of(g.nodes[n.arg[a]].type) != dtype_kind::integer) return defect::operand_type;
    }
    const bool broadcasts =
        n.kind == node_kind::apply || n.kind == node_kind::cond || chooses || n.kind == node_kind::base;
    if (broadcasts || n.kind == node_kind::reduce) {
      const extents& all = broadcasts ? n.ext : n.domain;
      for (int k = 0; k < max_rank; ++k) {
        for (int a = 0; a < n.nargs; ++a) {
          if (a < first_value(n) && k >= g.nodes[n.arg[a]].rank - chosen_axes(n)) continue;
          if (!g.symbols.symbol[g.nodes[n.arg[a]].ext.axis[k]].within(g.symbols.symbol[all.axis[k]])) {
            return defect::extents;
          }
        }
      }
    }
  }
  for (const std::int16_t o : g.output) {
    if (G::outs > 0 && (o < 0 || o >= g.count)) return defect::output;
  }
  return defect::none;
}

}  // namespace sinter::graph
