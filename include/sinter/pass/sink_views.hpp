// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves views and gathers in front of the maps that they follow: flip(f(a, b)) becomes f(flip(a), flip(b)), so that a moved map
// stays in its kernel and what is moved is something in memory. A gather of a gather is one by more indices. In: a graph. Out: the
// same values. Invariant: what is left under a view, or is gathered from, is an input, a view, a reduction, a branch or a squeeze; a
// map, a gather or a coordinate only where the graph would grow too large, an element would need more than three indices, or
// coordinates are counted in row-major order.
#pragma once

#include <sinter/graph/graph.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/registry.hpp>

namespace sinter::pass {

namespace detail {

template <class G>
class view_sinker {
 public:
  static constexpr int capacity = 4 * G::size + 32;
  using result = graph::graph<capacity, G::outs, G::move_count>;

  constexpr explicit view_sinker(const G& g) : g_(g) {}

  constexpr result make() {
    to_.inputs = g_.inputs;
    to_.scalars = g_.scalars;
    to_.symbols = g_.symbols;
    for (int m = 0; m < G::move_count; ++m) to_.moves[m] = g_.moves[m];
    std::int16_t renamed[G::size + 1] = {};
    for (std::int16_t& x : moved_) x = -1;
    for (int i = 0; i < g_.count; ++i) {
      graph::node n = g_.nodes[i];
      for (int a = 0; a < n.nargs; ++a) n.arg[a] = renamed[n.arg[a]];
      if (n.kind == graph::node_kind::view && is_movable(to_.moves[n.bits], n.arg[0], g_.count - i)) {
        forget();
        renamed[i] = of_rank(n.rank, push(n.bits, n.arg[0]));
      } else if (n.kind == graph::node_kind::gather && is_gatherable(n, g_.count - i)) {
        forget();
        renamed[i] = choose(n, n.arg[0]);
      } else {
        if (n.kind == graph::node_kind::view || n.kind == graph::node_kind::gather) n.arg[0] = in_memory(n.arg[0]);
        renamed[i] = append(n);
      }
    }
    for (int o = 0; o < G::outs; ++o) to_.output[o] = renamed[g_.output[o]];
    return to_;
  }

 private:
  constexpr void forget() {
    for (int i = 0; i < to_.count; ++i) moved_[i] = -1;
  }
  static constexpr bool is_one_value(const graph::node& n) {
    bool one = true;
    for (const std::int16_t a : n.ext.axis) one = one && a == 0;
    return one;
  }
  constexpr std::int16_t append(const graph::node& n) {
    to_.nodes[to_.count] = n;
    return static_cast<std::int16_t>(to_.count++);
  }
  // What needs no tensor is, or is folded into, a constant or a scalar, which has no memory to move: a copy of it has.
  constexpr std::int16_t in_memory(std::int16_t id) {
    bool reached[capacity + 1] = {};
    reached[id] = true;
    for (int i = id; i >= 0; --i) {
      if (!reached[i]) continue;
      const graph::node& n = to_.nodes[i];
      const bool fixed = n.kind == graph::node_kind::constant || n.kind == graph::node_kind::scalar ||
                         n.kind == graph::node_kind::extent || n.kind == graph::node_kind::apply;
      if (!fixed || !is_one_value(n)) return id;
      for (int a = 0; a < n.nargs; ++a) reached[n.arg[a]] = true;
    }
    graph::node n = to_.nodes[id];
    n.kind = graph::node_kind::base;
    n.op = copying(n.type);
    n.nargs = 1;
    n.arg[0] = id;
    n.bits = static_cast<std::uint64_t>(to_.count);
    n.implicit = false;
    return append(n);
  }
  template <int D = 0>
  static constexpr const graph::op_info* copying(dtype t) {
    if (static_cast<int>(t) == D) return &sinter::detail::op_info_of<ops::cast_t<type_of<static_cast<dtype>(D)>>>;
    if constexpr (D + 1 < static_cast<int>(dtype::none))
      return copying<D + 1>(t);
    else
      return nullptr;
  }
  // One value has no axes to move, and still as many as the view has.
  constexpr std::int16_t of_rank(std::int8_t rank, std::int16_t id) {
    if (to_.nodes[id].rank == rank) return id;
    graph::node n = to_.nodes[id];
    n.rank = rank;
    return append(n);
  }
  // Is `id` a map all of whose operands can be moved, with room for them and for `rest` nodes more?
  constexpr bool is_movable(const graph::move& m, int id, int rest) const {
    const graph::node_kind kind = to_.nodes[id].kind;
    const bool moves =
        kind == graph::node_kind::apply || kind == graph::node_kind::gather || kind == graph::node_kind::index;
    if (!moves) return false;
    // The axes that a gather chooses by are told by its rank.
    if (kind == graph::node_kind::gather && is_one_value(to_.nodes[id])) return false;
    // An axis that the types say has the extent 1 has no operand that a slice of it could shorten.
    const bool counts = m.kind != graph::move_kind::permute && m.kind != graph::move_kind::unsqueeze &&
                        m.kind != graph::move_kind::select;
    if (counts && to_.nodes[id].ext.axis[m.axis] == 0) return false;
    const bool joins = m.kind == graph::move_kind::diagonal || m.kind == graph::move_kind::flatten;
    if (joins && to_.nodes[id].ext.axis[m.other] == 0) return false;
    return has_room(id, rest, &m);
  }
  constexpr bool is_gatherable(const graph::node& g, int rest) const {
    const graph::node& n = to_.nodes[g.arg[0]];
    const bool computed = n.kind == graph::node_kind::apply || n.kind == graph::node_kind::gather;
    return computed && axes_chosen_of(g, n) == graph::chosen_axes(g) && has_room(g.arg[0], rest, nullptr, &g);
  }
  // How many of the axes that gather `g` chooses from `n` has, as a part of what is gathered from.
  constexpr int axes_chosen_of(const graph::node& g, const graph::node& n) const {
    int axes = 0;
    const int first = to_.nodes[g.arg[0]].rank - 1;
    for (int a = 0; a < graph::chosen_axes(g); ++a) axes += n.ext.axis[first - a] != 0 ? 1 : 0;
    return axes;
  }
  // Can `n`, which leads to what gather `g` gathers from, be repeated for the elements that it chooses?
  constexpr bool is_choosable(const graph::node& g, const graph::node& n) const {
    const int axes = axes_chosen_of(g, n);
    if (axes == 0) return true;
    // With some of the axes, it would have to be given the others.
    if (axes != graph::chosen_axes(g)) return false;
    if (n.kind == graph::node_kind::index) return n.bits != 0;
    if (n.kind != graph::node_kind::gather) return true;
    // Its own source has all of those axes behind the ones it is chosen by, or none.
    const int own = graph::chosen_axes(n);
    const int kept = to_.nodes[n.arg[0]].rank - own;
    if (kept <= n.rank - axes) return true;
    return kept == n.rank && n.rank == to_.nodes[g.arg[0]].rank && own + axes <= graph::max_indices;
  }
  // Can the maps that lead to `id` be repeated, moved by m or gathered from, with room for `rest` nodes more?
  constexpr bool has_room(int id, int rest, const graph::move* m, const graph::node* g = nullptr) const {
    bool reached[capacity + 1] = {};
    reached[id] = true;
    int size = 0;
    for (int i = id; i >= 0; --i) {
      if (!reached[i]) continue;
      const graph::node& n = to_.nodes[i];
      size += n.kind == graph::node_kind::gather ? 2 : n.kind == graph::node_kind::index ? most_of_a_coordinate : 1;
      if (g != nullptr && !is_choosable(*g, n)) return false;
      if (m != nullptr && n.kind == graph::node_kind::index && !moves_coordinate(*m, n)) return false;
      // The axis that is chosen along would stand where the move has one of its own.
      if (n.kind == graph::node_kind::gather && m != nullptr && n.rank < m->rank) return false;
      // Two axes of which an operand has one never become one.
      if (m != nullptr && m->kind == graph::move_kind::flatten &&
          (n.ext.axis[m->axis] == 0) != (n.ext.axis[m->other] == 0)) {
        return false;
      }
      if (n.kind != graph::node_kind::apply && n.kind != graph::node_kind::gather) continue;
      for (int a = graph::first_value(n); a < n.nargs; ++a) reached[n.arg[a]] = true;
    }
    return to_.count + size + rest < capacity;
  }
  constexpr std::int16_t push(std::uint64_t move, std::int16_t id) {
    if (moved_[id] >= 0) return moved_[id];
    const graph::move& m = to_.moves[move];
    graph::node n = to_.nodes[id];
    const bool in_place = m.kind == graph::move_kind::slice || m.kind == graph::move_kind::flip;
    if (is_one_value(n) || (in_place && n.ext.axis[m.axis] == 0)) return moved_[id] = id;
    n.ext = graph::moved(m, n.ext, true);
    n.rank = static_cast<std::int8_t>(graph::rank_after(m));
    if (n.kind == graph::node_kind::apply) {
      for (int a = 0; a < n.nargs; ++a) n.arg[a] = push(move, n.arg[a]);
    } else if (n.kind == graph::node_kind::gather) {
      n.arg[0] = append(view_of(n.arg[0], move + graph::lifted_move * static_cast<unsigned>(graph::chosen_axes(n))));
      for (int a = 1; a < n.nargs; ++a) n.arg[a] = push(move, n.arg[a]);
    } else if (n.kind == graph::node_kind::index && to_.nodes[id].bits != 0) {
      return moved_[id] = move_coordinate(m, to_.nodes[id], n.rank);
    } else {
      n = view_of(id, move);
    }
    return moved_[id] = append(n);
  }

  // A moved coordinate is computed from those of the view: at most so many nodes.
  static constexpr int most_of_a_coordinate = 11;
  // It counts along one axis, and has that axis' full extent where the move changes it.
  static constexpr bool moves_coordinate(const graph::move& m, const graph::node& n) {
    if (n.bits == 0) return false;
    const int c = static_cast<int>(n.bits) - 1;
    if (m.kind == graph::move_kind::permute || m.kind == graph::move_kind::unsqueeze) return true;
    if (m.kind == graph::move_kind::flatten) return false;
    if (m.kind == graph::move_kind::diagonal && c == m.other) return n.ext.axis[c] == m.other_symbol;
    return c != m.axis || n.ext.axis[c] == m.symbol;
  }
  constexpr std::int16_t constant(std::int64_t v) {
    graph::node n{};
    n.kind = graph::node_kind::constant;
    n.type = dtype::i64;
    n.bits = static_cast<std::uint64_t>(v);
    return append(n);
  }
  constexpr std::int16_t extent(int symbol) {
    graph::node n{};
    n.kind = graph::node_kind::extent;
    n.type = dtype::i64;
    n.bits = static_cast<std::uint64_t>(symbol);
    return append(n);
  }
  template <class Op>
  constexpr std::int16_t apply(std::int16_t a, std::int16_t b) {
    graph::node n{};
    n.kind = graph::node_kind::apply;
    n.type = dtype::i64;
    n.op = &sinter::detail::op_info_of<Op>;
    n.nargs = 2;
    n.arg[0] = a;
    n.arg[1] = b;
    n.rank = to_.nodes[a].rank > to_.nodes[b].rank ? to_.nodes[a].rank : to_.nodes[b].rank;
    n.ext = graph::broadcast(to_.symbols, to_.nodes[a].ext, to_.nodes[b].ext);
    return append(n);
  }
  constexpr std::int16_t coordinate(int axis, int symbol, std::int8_t rank) {
    graph::node n{};
    n.kind = graph::node_kind::index;
    n.type = dtype::i64;
    n.rank = rank;
    n.bits = static_cast<std::uint64_t>(axis) + 1;
    n.ext.axis[axis] = static_cast<std::int16_t>(symbol);
    return append(n);
  }
  constexpr std::int16_t sum(std::int16_t a, std::int64_t b) { return b == 0 ? a : apply<ops::add_t>(a, constant(b)); }
  constexpr std::int16_t product(std::int16_t a, std::int64_t b) {
    return b == 1 ? a : apply<ops::mul_t>(a, constant(b));
  }
  // The first index of a slice; where it has no elements, any.
  constexpr std::int16_t first_of(const graph::move& m) {
    const bool back = m.step < 0;
    if (m.begin == to_end) return back ? sum(extent(m.symbol), -1) : constant(0);
    if (m.begin < 0) {
      const std::int16_t first = sum(extent(m.symbol), m.begin);
      return back ? first : apply<ops::maximum_t>(first, constant(0));
    }
    return back ? apply<ops::minimum_t>(constant(m.begin), sum(extent(m.symbol), -1)) : constant(m.begin);
  }
  // In: a move, the coordinate of an axis of its source, the view's rank. Out: that coordinate of the view's elements.
  constexpr std::int16_t move_coordinate(const graph::move& m, const graph::node& n, std::int8_t rank) {
    const int c = static_cast<int>(n.bits) - 1;
    const std::int16_t symbol = n.ext.axis[c];
    const bool own = c == m.axis;
    switch (m.kind) {
      case graph::move_kind::permute: {
        int to = 0;
        while (m.order[to] != c) ++to;
        return coordinate(to, symbol, rank);
      }
      case graph::move_kind::slice:
        if (!own) return coordinate(c, symbol, rank);
        return apply<ops::add_t>(product(coordinate(c, m.count_symbol, rank), m.step), first_of(m));
      case graph::move_kind::flip:
        if (!own) return coordinate(c, symbol, rank);
        return apply<ops::sub_t>(sum(extent(symbol), -1), coordinate(c, symbol, rank));
      case graph::move_kind::select:
        if (!own) return coordinate(c > m.axis ? c - 1 : c, symbol, rank);
        return m.begin < 0 ? sum(extent(symbol), m.begin) : constant(m.begin);
      case graph::move_kind::unsqueeze:
        return coordinate(c >= m.axis ? c + 1 : c, symbol, rank);
      case graph::move_kind::diagonal: {
        if (own) return sum(coordinate(0, m.count_symbol, rank), m.begin < 0 ? -m.begin : 0);
        if (c == m.other) return sum(coordinate(0, m.count_symbol, rank), m.begin > 0 ? m.begin : 0);
        int to = 1;
        for (int k = 0; k < c; ++k) to += k != m.axis && k != m.other ? 1 : 0;
        return coordinate(to, symbol, rank);
      }
      case graph::move_kind::unfold:
        if (!own) return coordinate(c + 1, symbol, rank);
        return apply<ops::add_t>(product(coordinate(c + 1, m.count_symbol, rank), m.step),
                                 coordinate(0, m.window_symbol, rank));
      case graph::move_kind::unflatten:
        if (!own) return coordinate(c > m.axis ? c + 1 : c, symbol, rank);
        return apply<ops::add_t>(product(coordinate(c + 1, m.count_symbol, rank), m.end),
                                 coordinate(c, m.window_symbol, rank));
      default:
        return append(n);
    }
  }
  constexpr graph::node view_of(std::int16_t id, std::uint64_t bits) const {
    graph::node n{};
    n.kind = graph::node_kind::view;
    n.type = to_.nodes[id].type;
    n.bits = bits;
    const graph::move m = graph::move_of(to_.moves, n);
    n.ext = graph::moved(m, to_.nodes[id].ext, true);
    n.rank = static_cast<std::int8_t>(graph::rank_after(m));
    n.nargs = 1;
    n.arg[0] = id;
    return n;
  }
  // The coordinate of what gather `g` chooses: along an axis that it chooses from the index, from 0 on; else its own.
  constexpr std::int16_t choose_coordinate(const graph::node& g, const graph::node& n) {
    const int c = static_cast<int>(n.bits) - 1;
    const int index = to_.nodes[g.arg[0]].rank - 1 - c;
    std::int16_t at = g.arg[1 + index];
    if (to_.nodes[at].type != dtype::i64) {
      graph::node wide = to_.nodes[at];
      wide.kind = graph::node_kind::apply;
      wide.type = dtype::i64;
      wide.op = &sinter::detail::op_info_of<ops::cast_t<std::int64_t>>;
      wide.nargs = 1;
      wide.arg[0] = at;
      wide.bits = 0;
      wide.reduced = 0;
      wide.implicit = true;
      at = append(wide);
    }
    if (graph::is_masked(g, index)) return at;
    const std::int16_t count = extent(graph::gathered_symbol(g, index));
    const std::int16_t zero = constant(0);
    const std::int16_t below = apply<ops::less_t>(at, zero);
    to_.nodes[below].type = dtype::boolean;
    graph::node wrapped = to_.nodes[apply<ops::add_t>(at, count)];
    const auto from_end = static_cast<std::int16_t>(to_.count - 1);
    wrapped.op = &sinter::detail::op_info_of<ops::where_t>;
    wrapped.nargs = 3;
    wrapped.arg[0] = below;
    wrapped.arg[1] = from_end;
    wrapped.arg[2] = at;
    at = apply<ops::minimum_t>(append(wrapped), sum(count, -1));
    return apply<ops::maximum_t>(at, zero);
  }
  // `id` in the place of the source of gather `g`.
  constexpr std::int16_t choose(const graph::node& g, std::int16_t id) {
    if (moved_[id] >= 0) return moved_[id];
    graph::node n = to_.nodes[id];
    // The same for every index: without the axes of extent 1 that it has there, if any.
    if (axes_chosen_of(g, n) == 0) return moved_[id] = id;
    if (n.kind == graph::node_kind::index) return moved_[id] = choose_coordinate(g, n);
    if (n.kind == graph::node_kind::gather) {
      const int own = graph::chosen_axes(n);
      for (int a = 1; a <= own; ++a) n.arg[a] = choose(g, n.arg[a]);
      if (to_.nodes[n.arg[0]].rank - own == n.rank) {
        for (int a = 0; a < graph::chosen_axes(g); ++a) {
          n.arg[n.nargs++] = g.arg[1 + a];
          n.bits |= graph::gathered_bits(graph::gathered_symbol(g, a), graph::is_masked(g, a), own + a);
        }
      }
      n.rank = g.rank;
      n.ext = graph::gathered(to_.symbols, to_.nodes, n);
    } else if (n.kind == graph::node_kind::apply) {
      n.ext = graph::extents{};
      n.rank = g.rank;
      for (int a = 0; a < n.nargs; ++a) {
        n.arg[a] = choose(g, n.arg[a]);
        n.ext = graph::broadcast(to_.symbols, n.ext, to_.nodes[n.arg[a]].ext);
      }
    } else {
      const dtype type = n.type;
      n = g;
      n.type = type;
      n.arg[0] = id;
      n.ext = graph::gathered(to_.symbols, to_.nodes, n);
    }
    return moved_[id] = append(n);
  }

  const G& g_;
  result to_ = {};
  std::int16_t moved_[capacity + 1] = {};
};

}  // namespace detail

template <class G>
constexpr auto sink_views(const G& g) {
  return detail::view_sinker<G>(g).make();
}

}  // namespace sinter::pass
