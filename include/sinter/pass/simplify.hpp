// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Safe simplification: rewrites that hold for every value, NaN, infinities and signed zeros included.
// In: a graph. Out: users of a removed node point to what it equals. Invariant: no bit changes; x + 0 is not x (-0 + 0 is
// +0), x * 0 is not 0, x - x is not 0; for integers they are.
#pragma once

#include <sinter/graph/graph.hpp>
#include <sinter/op/registry.hpp>

namespace sinter::pass {

namespace detail {

template <class Op>
constexpr bool is(const graph::node& n) {
  return n.kind == graph::node_kind::apply && n.op->id == sinter::detail::op_id_of<Op>();
}
template <class G>
constexpr bool is_constant(const G& g, int id, float value) {
  const graph::node& n = g.nodes[id];
  if (n.kind != graph::node_kind::constant) return false;
  if (n.type == dtype::f64) return n.bits == sinter::detail::to_bits(static_cast<double>(value));
  return compute_of(n.type) == dtype::f32 ? n.bits == sinter::detail::to_bits(value)
                                          : n.bits == sinter::detail::to_bits(static_cast<std::int64_t>(value)) &&
                                                !(value == 0 && sinter::detail::to_bits(value) != 0);
}
constexpr bool is_cast(const graph::node& n) {
  return is<ops::cast_t<bf16>>(n) || is<ops::cast_t<f16>>(n) || is<ops::cast_t<e4m3>>(n) || is<ops::cast_t<e5m2>>(n);
}
template <class G>
constexpr bool is_cast_to(const G& g, int id, dtype type) {
  const graph::node& n = g.nodes[id];
  return n.type == type && (n.kind == graph::node_kind::input || is_cast(n));
}

// What node `i` equals: a lower node, or itself.
template <class G>
constexpr int simplified(const G& g, int i) {
  const graph::node& n = g.nodes[i];
  if (n.kind != graph::node_kind::apply) return i;
  const int a = n.arg[0];
  const int b = n.arg[1];
  const bool floats = kind_of(n.type) == dtype_kind::floating;
  // A node that also broadcasts or changes its dtype is not its operand.
  const auto keeps = [&](int operand) {
    const graph::node& o = g.nodes[operand];
    if (o.rank != n.rank || o.type != n.type) return false;
    for (int k = 0; k < max_rank; ++k) {
      if (o.ext.axis[k] != n.ext.axis[k]) return false;
    }
    return true;
  };
  if (is<ops::mul_t>(n)) {
    if (is_constant(g, b, 1.0f) && keeps(a)) return a;
    if (is_constant(g, a, 1.0f) && keeps(b)) return b;
  }
  if (is<ops::div_t>(n) && is_constant(g, b, 1.0f) && keeps(a)) return a;
  if (is<ops::sub_t>(n) && is_constant(g, b, 0.0f) && keeps(a)) return a;
  if (is<ops::add_t>(n)) {
    const float zero = floats ? -0.0f : 0.0f;
    if (is_constant(g, b, zero) && keeps(a)) return a;
    if (is_constant(g, a, zero) && keeps(b)) return b;
  }
  if ((is<ops::neg_t>(n) && is<ops::neg_t>(g.nodes[a])) && keeps(g.nodes[a].arg[0])) return g.nodes[a].arg[0];
  if ((is<ops::relu_t>(n) && is<ops::relu_t>(g.nodes[a])) && keeps(a)) return a;
  if ((is<ops::abs_t>(n) && is<ops::abs_t>(g.nodes[a])) && keeps(a)) return a;
  if ((is<ops::minimum_t>(n) || is<ops::maximum_t>(n)) && a == b && keeps(a)) return a;
  if (is<ops::where_t>(n)) {
    if (n.arg[1] == n.arg[2] && keeps(n.arg[1])) return n.arg[1];
    if (is_constant(g, a, 1.0f) && keeps(n.arg[1])) return n.arg[1];
    if (is_constant(g, a, 0.0f) && keeps(n.arg[2])) return n.arg[2];
  }
  // A cast to the dtype that a value was stored in, or was rounded to, changes nothing. Other narrow floats still hold f32.
  if (is<ops::cast_t<float>>(n) && compute_of(g.nodes[a].type) == dtype::f32 && keeps(a)) return a;
  if (is_cast(n) && is_cast_to(g, a, n.type) && keeps(a)) return a;
  return i;
}

}  // namespace detail

template <class G>
constexpr G simplify(G g) {
  std::int16_t equal[sizeof(g.nodes) / sizeof(graph::node)] = {};
  for (int i = 0; i < g.count; ++i) {
    graph::node& n = g.nodes[i];
    for (int a = 0; a < n.nargs; ++a) n.arg[a] = equal[n.arg[a]];
    const int s = detail::simplified(g, i);
    equal[i] = static_cast<std::int16_t>(s == i ? i : equal[s]);
  }
  for (std::int16_t& o : g.output) o = equal[o];
  return g;
}

}  // namespace sinter::pass
