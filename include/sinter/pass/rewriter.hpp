// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph whose reductions may be replaced: what a law of op/online.hpp's reductions builds with. In: a graph, room for new nodes.
// Out: its nodes, numbered as they were, new ones behind them, and for each reduction what stands for it.
// Invariant: for the reduction that is looked at, a node's `stage` is how many reductions of the same rows must be complete
// before it can be known: how many passes over the rows come before the one that computes it.
#pragma once

#include <cstdint>

#include <sinter/graph/graph.hpp>
#include <sinter/op/registry.hpp>
#include <sinter/pass/eliminate_common.hpp>
#include <sinter/pass/simplify.hpp>

namespace sinter::pass {

// No node, and of two an operation: the other one.
inline constexpr int nothing = -1;

template <class G, int Room>
class rewriter {
 public:
  static constexpr int capacity = G::size + Room;

  graph::node nodes[capacity + 1] = {};
  int count = 0;
  graph::symbol_table symbols = {};
  std::int16_t instead[capacity + 1] = {};  // what stands for a node
  std::int16_t stage[capacity + 1] = {};

  constexpr explicit rewriter(const G& g) : count(g.count), symbols(g.symbols) {
    for (int i = 0; i < g.count; ++i) nodes[i] = g.nodes[i];
    for (int i = 0; i <= capacity; ++i) instead[i] = static_cast<std::int16_t>(i);
  }

  // The reduction that is looked at; `only`: the nodes that are computed where it is, or null for all.
  constexpr void look_at(int id, const bool* only) {
    const bool again = !same_rows(nodes[id], nodes[sum_]);
    sum_ = id;
    only_ = only;
    if (!again && staged_ > 0) return;
    for (int i = 0; i < count; ++i) stage[i] = static_cast<std::int16_t>(stage_of(i));
    staged_ = count;
  }
  constexpr const graph::node& sum() const { return nodes[sum_]; }
  // Values from stage `s` on are late.
  constexpr void call_late(int s) { late_ = s; }

  constexpr bool is_late(int id) const { return stage[id] >= late_; }
  // One value a row.
  constexpr bool is_row(int id) const {
    for (int k = 0; k < max_rank; ++k) {
      if ((sum().reduced >> k & 1U) != 0 && nodes[id].ext.axis[k] != 0) return false;
    }
    return true;
  }
  // May be taken apart: a map that is computed where the sum is, in the same arithmetic.
  constexpr bool is_open(int id) const {
    return nodes[id].kind == graph::node_kind::apply && (only_ == nullptr || only_[id]) &&
           compute_of(nodes[id].type) == arithmetic();
  }
  constexpr dtype arithmetic() const { return compute_of(nodes[sum().arg[0]].type); }
  template <class Op>
  constexpr bool is(int id) const {
    return detail::is<Op>(nodes[id]);
  }
  // A conversion that leaves a value as it is computed.
  constexpr bool is_widening(int id) const {
    return (is<ops::cast_t<float>>(id) || is<ops::cast_t<double>>(id)) &&
           compute_of(nodes[nodes[id].arg[0]].type) == arithmetic();
  }
  constexpr bool is_zero(int id) const { return detail::is_constant(*this, id, 0.0f); }

  // New nodes, in the sum's arithmetic; an equal one that is there is taken.
  constexpr int constant(float value) {
    graph::node n{};
    n.kind = graph::node_kind::constant;
    n.type = arithmetic();
    n.bits =
        n.type == dtype::f64 ? sinter::detail::to_bits(static_cast<double>(value)) : sinter::detail::to_bits(value);
    return append(n);
  }
  constexpr int apply(const graph::op_info& op, dtype type, int a, int b = nothing, int c = nothing) {
    graph::node n{};
    n.kind = graph::node_kind::apply;
    n.type = type;
    n.op = &op;
    const int args[] = {a, b, c};
    for (const int arg : args) {
      if (arg != nothing) add_operand(n, arg);
    }
    return append(n);
  }
  template <class Op>
  constexpr int make(int a, int b = nothing, int c = nothing) {
    return apply(sinter::detail::op_info_of<Op>, arithmetic(), a, b, c);
  }
  // Node `like` of other operands.
  constexpr int repeat(int like, int a, int b = nothing) { return apply(*nodes[like].op, arithmetic(), a, b); }

  // The sum's rows, reduced otherwise; `nothing` where the operands do not have all of their elements.
  template <class Red>
  constexpr int reduce(int a, int b = nothing, int c = nothing) {
    graph::node n{};
    n.type = arithmetic();
    n.op = &sinter::detail::op_info_of<Red>;
    const int args[] = {a, b, c};
    for (const int arg : args) {
      if (arg != nothing) add_operand(n, arg);
    }
    n.kind = graph::node_kind::reduce;
    n.rank = sum().rank;
    n.reduced = sum().reduced;
    n.domain = n.ext;
    if (!same_rows(n, sum())) return nothing;
    for (int k = 0; k < max_rank; ++k) {
      if ((n.reduced >> k & 1U) != 0) n.ext.axis[k] = 0;
    }
    n.accumulator = static_cast<std::int16_t>(n.type == dtype::f64 ? sizeof(typename Red::template accumulator<double>)
                                                                   : sizeof(typename Red::template accumulator<float>));
    return append(n);
  }
  // What stands for the sum from now on.
  constexpr void replace(int with) {
    graph::node n = nodes[with];
    n.type = sum().type;
    n.rank = sum().rank;
    instead[sum_] = static_cast<std::int16_t>(count);
    nodes[count++] = n;
  }
  constexpr bool has_room(int n) const { return count + n <= capacity; }
  constexpr void forget_from(int n) { count = n; }

  // Reductions of the same elements into the same rows.
  static constexpr bool same_rows(const graph::node& a, const graph::node& b) {
    bool same = b.kind == graph::node_kind::reduce && a.reduced == b.reduced;
    for (int k = 0; k < max_rank; ++k) {
      if ((a.reduced >> k & 1U) != 0) same = same && a.domain.axis[k] == b.domain.axis[k];
    }
    return same;
  }

 private:
  constexpr void add_operand(graph::node& n, int arg) {
    n.arg[n.nargs++] = static_cast<std::int16_t>(arg);
    n.rank = n.rank > nodes[arg].rank ? n.rank : nodes[arg].rank;
    n.ext = graph::broadcast(symbols, n.ext, nodes[arg].ext);
  }
  constexpr int stage_of(int id) const {
    const graph::node& n = nodes[id];
    int s = 0;
    for (int a = 0; a < n.nargs; ++a) s = stage[n.arg[a]] > s ? stage[n.arg[a]] : s;
    return n.kind == graph::node_kind::reduce && same_rows(n, sum()) ? s + 1 : s;
  }
  constexpr int append(const graph::node& n) {
    for (int i = 0; i < count; ++i) {
      if (equal_nodes(n, nodes[i])) return i;
    }
    nodes[count] = n;
    stage[count] = static_cast<std::int16_t>(stage_of(count));
    return count++;
  }

  int sum_ = 0;
  int late_ = 1;
  int staged_ = 0;
  const bool* only_ = nullptr;
};

}  // namespace sinter::pass
