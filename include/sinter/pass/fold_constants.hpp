// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Evaluates ops whose operands are all constants, at compile time. In: a graph. Out: the graph with such nodes replaced by
// constants. Invariant: only ops that round as the executors do are folded (`foldable`), so folding changes no bit.
#pragma once

#include <sinter/graph/graph.hpp>

namespace sinter::pass {

// Of other dtypes constants are computed where they are used: each type would cost every op an instantiation.
constexpr bool is_folded(dtype t) {
  return t == dtype::boolean || t == dtype::i32 || t == dtype::i64 || compute_of(t) == dtype::f32;
}

template <class G>
constexpr G fold_constants(G g) {
  for (int i = 0; i < g.count; ++i) {
    graph::node& n = g.nodes[i];
    if (n.kind != graph::node_kind::apply || !n.op->foldable || !is_folded(g.nodes[n.arg[n.nargs - 1]].type)) continue;
    std::uint64_t bits[graph::max_args] = {};
    bool constant = true;
    for (int a = 0; a < n.nargs; ++a) {
      const graph::node& operand = g.nodes[n.arg[a]];
      if (operand.kind != graph::node_kind::constant) constant = false;
      bits[a] = operand.bits;
    }
    if (!constant) continue;
    const std::uint64_t value = n.op->fold(g.nodes[n.arg[n.nargs - 1]].type, bits);
    const dtype type = n.type;
    n = graph::node{};
    n.kind = graph::node_kind::constant;
    n.type = type;
    n.bits = value;
  }
  return g;
}

}  // namespace sinter::pass
