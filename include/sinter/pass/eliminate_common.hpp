// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Common subexpressions: equal nodes become one. In: a graph in SSA order. Out: users point to the first of equals.
// Invariant: two nodes are equal when kind, op, dtype, operands (in either order where the op commutes), axes and bits are.
#pragma once

#include <sinter/graph/graph.hpp>

namespace sinter::pass {

constexpr bool equal_nodes(const graph::node& a, const graph::node& b) {
  if (a.kind != b.kind || a.op != b.op || a.type != b.type || a.nargs != b.nargs || a.bits != b.bits ||
      a.reduced != b.reduced || a.rank != b.rank) {
    return false;
  }
  const bool leaf = a.kind == graph::node_kind::input || a.kind == graph::node_kind::scalar;
  const int n = leaf ? 1 : a.nargs;
  bool same = true;
  for (int i = 0; i < n; ++i) same = same && a.arg[i] == b.arg[i];
  if (!same && a.op != nullptr && a.op->commutative) same = a.arg[0] == b.arg[1] && a.arg[1] == b.arg[0];
  return same;
}

template <class G>
constexpr G eliminate_common(G g) {
  std::int16_t first[sizeof(g.nodes) / sizeof(graph::node)] = {};
  for (int i = 0; i < g.count; ++i) {
    graph::node& n = g.nodes[i];
    for (int a = 0; a < n.nargs; ++a) n.arg[a] = first[n.arg[a]];
    first[i] = static_cast<std::int16_t>(i);
    for (int j = 0; j < i; ++j) {
      if (first[j] == j && equal_nodes(n, g.nodes[j])) {
        first[i] = static_cast<std::int16_t>(j);
        break;
      }
    }
  }
  for (std::int16_t& o : g.output) o = first[o];
  return g;
}

}  // namespace sinter::pass
