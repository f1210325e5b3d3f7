// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves views in front of the maps that they follow: flip(f(a, b)) becomes f(flip(a), flip(b)), so that a moved map stays in
// its kernel and a view is a pointer and strides of something in memory. In: a graph. Out: the same values.
// Invariant: what is left under a view is an input, a reduction, a branch, a squeeze or a coordinate; a map only where the
// graph would grow too large.
#pragma once

#include <sinter/graph/graph.hpp>

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
    for (int i = 0; i < g_.count; ++i) {
      graph::node n = g_.nodes[i];
      for (int a = 0; a < n.nargs; ++a) n.arg[a] = renamed[n.arg[a]];
      if (n.kind == graph::node_kind::view && is_movable(to_.moves[n.bits], n.arg[0], g_.count - i)) {
        for (std::int16_t& x : moved_) x = -1;
        renamed[i] = push(n.bits, n.arg[0]);
      } else {
        renamed[i] = append(n);
      }
    }
    for (int o = 0; o < G::outs; ++o) to_.output[o] = renamed[g_.output[o]];
    return to_;
  }

 private:
  constexpr std::int16_t append(const graph::node& n) {
    to_.nodes[to_.count] = n;
    return static_cast<std::int16_t>(to_.count++);
  }
  // Is `id` a map all of whose operands can be moved, with room for them and for `rest` nodes more?
  constexpr bool is_movable(const graph::move& m, int id, int rest) const {
    if (to_.nodes[id].kind != graph::node_kind::apply) return false;
    // An axis that the types say has the extent 1 has no operand that a slice of it could shorten.
    const bool counts = m.kind != graph::move_kind::permute && m.kind != graph::move_kind::unsqueeze;
    if (counts && to_.nodes[id].ext.axis[m.axis] == 0) return false;
    if (m.kind == graph::move_kind::diagonal && to_.nodes[id].ext.axis[m.other] == 0) return false;
    bool reached[capacity + 1] = {};
    reached[id] = true;
    int size = 0;
    for (int i = id; i >= 0; --i) {
      if (!reached[i]) continue;
      const graph::node& n = to_.nodes[i];
      ++size;
      if (n.kind == graph::node_kind::index) return false;
      if (n.kind != graph::node_kind::apply) continue;
      for (int a = 0; a < n.nargs; ++a) reached[n.arg[a]] = true;
    }
    return to_.count + size + rest < capacity;
  }
  constexpr std::int16_t push(std::uint64_t move, std::int16_t id) {
    if (moved_[id] >= 0) return moved_[id];
    const graph::move& m = to_.moves[move];
    graph::node n = to_.nodes[id];
    bool scalar = true;
    for (const std::int16_t a : n.ext.axis) scalar = scalar && a == 0;
    const bool in_place = m.kind == graph::move_kind::slice || m.kind == graph::move_kind::flip;
    if (scalar || (in_place && n.ext.axis[m.axis] == 0)) return moved_[id] = id;
    n.ext = graph::moved(m, n.ext, true);
    n.rank = static_cast<std::int8_t>(graph::rank_after(m));
    if (n.kind == graph::node_kind::apply) {
      for (int a = 0; a < n.nargs; ++a) n.arg[a] = push(move, n.arg[a]);
    } else {
      const dtype type = n.type;
      const graph::extents ext = n.ext;
      const std::int8_t rank = n.rank;
      n = graph::node{};
      n.kind = graph::node_kind::view;
      n.type = type;
      n.ext = ext;
      n.rank = rank;
      n.nargs = 1;
      n.arg[0] = id;
      n.bits = move;
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
