// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Common subexpressions: equal nodes become one. In: a graph in SSA order. Out: users point to the first of equals.
// Invariant: two nodes are equal when kind, op, dtype, operands (in either order where the op commutes), axes and bits are.
#pragma once

#include <sinter/graph/graph.hpp>

namespace sinter::pass {

constexpr bool equal_nodes(const graph::node& a, const graph::node& b) {
  if (a.kind != b.kind || graph::op_id(a) != graph::op_id(b) || a.type != b.type || a.nargs != b.nargs ||
      a.bits != b.bits || a.reduced != b.reduced || a.rank != b.rank) {
    return false;
  }
  const bool leaf = a.kind == graph::node_kind::input || a.kind == graph::node_kind::scalar;
  const int n = leaf ? 1 : a.nargs;
  bool same = true;
  for (int i = 0; i < n; ++i) same = same && a.arg[i] == b.arg[i];
  if (!same && graph::has_op(a) && a.op->commutative) same = a.arg[0] == b.arg[1] && a.arg[1] == b.arg[0];
  // Coordinates, and the sides of a branch, have extents that their operands do not tell.
  for (int k = 0; k < max_rank && same; ++k) same = a.ext.axis[k] == b.ext.axis[k];
  return same;
}

// Equal nodes have equal buckets; operands in either order, as some ops commute.
constexpr int bucket_of(const graph::node& n, int buckets) {
  std::uint64_t h = n.bits ^ graph::op_id(n) ^ (static_cast<std::uint64_t>(n.kind) << 8);
  const bool leaf = n.kind == graph::node_kind::input || n.kind == graph::node_kind::scalar;
  for (int i = 0; i < (leaf ? 1 : n.nargs); ++i) h += static_cast<std::uint64_t>(n.arg[i] + 1) * 2654435761U;
  return static_cast<int>((h ^ h >> 17) % static_cast<std::uint64_t>(buckets));
}

template <class G>
constexpr G eliminate_common(G g) {
  constexpr int buckets = 64;
  std::int16_t head[buckets] = {};
  std::int16_t next[sizeof(g.nodes) / sizeof(graph::node)] = {};
  std::int16_t first[sizeof(g.nodes) / sizeof(graph::node)] = {};
  for (std::int16_t& h : head) h = -1;
  for (int i = 0; i < g.count; ++i) {
    graph::node& n = g.nodes[i];
    for (int a = 0; a < n.nargs; ++a) n.arg[a] = first[n.arg[a]];
    std::int16_t& h = head[bucket_of(n, buckets)];
    std::int16_t j = h;
    while (j >= 0 && !equal_nodes(n, g.nodes[j])) j = next[j];
    first[i] = j >= 0 ? j : static_cast<std::int16_t>(i);
    if (j >= 0) continue;
    next[i] = h;
    h = static_cast<std::int16_t>(i);
  }
  for (std::int16_t& o : g.output) o = first[o];
  return g;
}

}  // namespace sinter::pass
