// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph as text, one node a line, for people and golden files:
//   %2 = add bf16[x0.0 x0.1] %0 %1
// An extent x0.1 is axis 1 of argument 0; x0.1|x2.0 is their broadcast; m3 is what movement 3 makes of an axis, w3 the axis that
// it adds; 1 is one.
#pragma once

#include <bit>

#include <sinter/core/text.hpp>
#include <sinter/graph/graph.hpp>

#if SINTER_HAS_HOST
namespace sinter::graph {

inline void print_symbol(text& out, const symbol_table& table, int symbol) {
  const extent_symbol& s = table.symbol[symbol];
  if (s.empty()) {
    out << '1';
    return;
  }
  bool first = true;
  for (int b = 0; b < table.bases; ++b) {
    if (!s.contains(b)) continue;
    if (!first) out << '|';
    first = false;
    const input_axis& base = table.base[b];
    if (base.input >= 0)
      out << 'x' << base.input << '.' << base.axis;
    else
      out << (base.input == counted_by_move ? 'm' : 'w') << base.axis;
  }
}

inline void print_shape(text& out, const symbol_table& table, const extents& ext, int rank) {
  out << '[';
  for (int k = rank - 1; k >= 0; --k) {
    print_symbol(out, table, ext.axis[k]);
    if (k != 0) out << ' ';
  }
  out << ']';
}

inline void print_constant(text& out, const node& n) {
  if (compute_of(n.type) == dtype::f32) {
    out << static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(n.bits)));
  } else if (n.type == dtype::f64) {
    out << std::bit_cast<double>(n.bits);
  } else if (is_unsigned(n.type)) {
    out << n.bits;
  } else {
    out << static_cast<std::int64_t>(n.bits);
  }
}

// slice#3 axis 1 [2:end:-1]
inline void print_move(text& out, const move& m, int number) {
  out << name_of(m.kind) << '#' << number;
  const auto end = [&](std::int64_t i) {
    if (i == to_end)
      out << "end";
    else
      out << i;
  };
  if (m.kind == move_kind::permute) {
    for (int k = m.rank - 1; k >= 0; --k) out << (k == m.rank - 1 ? " (" : " ") << m.rank - 1 - m.order[k];
    out << ')';
    return;
  }
  out << " axis " << (m.kind == move_kind::unsqueeze ? m.rank : m.rank - 1) - m.axis;
  const bool joins = m.kind == move_kind::diagonal || m.kind == move_kind::flatten;
  if (joins) out << " and " << m.rank - 1 - m.other;
  if (m.kind == move_kind::flip || m.kind == move_kind::unsqueeze || m.kind == move_kind::flatten) return;
  out << " [";
  end(m.begin);
  out << ':';
  end(m.end);
  out << ':' << m.step << ']';
}

// Axes of a mask, bit k for axis k from the right, counted from the left.
inline void print_axes(text& out, std::uint64_t axes, int rank) {
  out << ((axes & (axes - 1)) == 0 ? " axis" : " axes");
  for (int a = 0; a < rank; ++a) {
    if ((axes >> (rank - 1 - a) & 1U) != 0) out << ' ' << a;
  }
}

template <class G>
void print_node(text& out, const G& g, int id) {
  const node& n = g.nodes[id];
  out << '%' << id << " = ";
  switch (n.kind) {
    case node_kind::input:
      out << "input x" << n.arg[0];
      break;
    case node_kind::scalar:
      out << "scalar s" << n.arg[0];
      break;
    case node_kind::constant:
      out << "constant ";
      print_constant(out, n);
      break;
    case node_kind::apply:
      out << n.op->name;
      break;
    case node_kind::reduce:
      out << "reduce_" << n.op->name;
      if (n.reduced != every_axis && n.reduced != 1) print_axes(out, n.reduced, n.rank);
      break;
    case node_kind::squeeze:
      out << "squeeze";
      if (n.bits != 1) print_axes(out, n.bits, g.nodes[n.arg[0]].rank);
      break;
    case node_kind::cond:
      out << "cond";
      break;
    case node_kind::view:
      print_move(out, move_of(g.moves, n), static_cast<int>(n.bits & (lifted_move - 1)));
      break;
    case node_kind::gather:
      out << (is_masked(n) ? "gather_inside" : "gather");
      break;
    case node_kind::base:
      out << "base";
      break;
    case node_kind::scatter: {
      constexpr const char* names[] = {"scatter", "scatter_add", "scatter_max"};
      out << names[static_cast<int>(mode_of(n))];
      break;
    }
    case node_kind::scattered:
      out << "scattered";
      break;
    case node_kind::order:
      out << "order";
      break;
    case node_kind::sum_chosen:
      out << "sum_chosen";
      break;
    case node_kind::extent:
      out << "extent ";
      print_symbol(out, g.symbols, static_cast<int>(n.bits));
      break;
    case node_kind::index:
      out << "index";
      if (n.bits != 0) out << " axis " << static_cast<std::int64_t>(n.rank) - static_cast<std::int64_t>(n.bits);
      break;
  }
  out << ' ' << name_of(n.type);
  print_shape(out, g.symbols, n.ext, n.rank);
  for (int a = 0; a < n.nargs; ++a) out << " %" << n.arg[a];
}

template <class G>
text print(const G& g) {
  text out;
  for (int i = 0; i < g.count; ++i) {
    print_node(out, g, i);
    out << '\n';
  }
  out << "return";
  for (int o = 0; o < G::outs; ++o) out << (o == 0 ? " %" : ", %") << g.output[o];
  out << '\n';
  return out;
}

}  // namespace sinter::graph
#endif
