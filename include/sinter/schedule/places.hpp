// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Places that a call does not bring: temporaries in an executor's memory, and views of other places. In: a binding that has
// passed its checks. Out: its remaining places. Invariant: a view is computed after the place that it shows.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>
#include <sinter/graph/move.hpp>
#include <sinter/schedule/bind.hpp>

namespace sinter {

// Bytes of temporaries, and their places within one allocation that starts at `base`: null while bytes are only counted.
template <class S>
std::size_t place_temporaries(binding<S>& b, unsigned char* base) {
  std::size_t at = 0;
  for (int t = 0; t < S::plan.temp_count; ++t) {
    const schedule::temporary& temp = S::plan.temps[t];
    const graph::node& n = S::graph.nodes[temp.node];
    place_memory& m = b.place[S::plan.temp_place(t)];
    m.rank = n.rank;
    m.element_size = size_of(temp.type);
    std::int64_t stride = 1;
    for (int k = 0; k < n.rank; ++k) {
      const int a = n.rank - 1 - k;
      m.extent[a] = b.symbols.extent[n.ext.axis[k]];
      m.stride[a] = stride;
      stride *= m.extent[a];
    }
    m.measure();
    std::size_t bytes = static_cast<std::size_t>(m.size) * static_cast<std::size_t>(m.element_size);
    if (temp.partials) {
      bytes = static_cast<std::size_t>(schedule::partial_bytes(n.accumulator) *
                                       schedule::partials_of(schedule::elements(b.symbols, n.domain)));
    }
    if (n.kind == graph::node_kind::order) bytes = static_cast<std::size_t>(schedule::sort_bytes(m.size));
    m.data = base == nullptr ? nullptr : base + at;
    at += (bytes + 255) / 256 * 256;
  }
  return at;
}

namespace detail {

// In: a source's memory. Out: node `id`'s, which is reached from it through squeezes and views.
SINTER_PLAIN inline void move_memory(const graph::node* nodes, const graph::move* moves, const std::int64_t* extent,
                                     int id, graph::strided_memory& at) {
  const graph::node& n = nodes[id];
  if (n.kind == graph::node_kind::squeeze) {
    move_memory(nodes, moves, extent, n.arg[0], at);
    for (int k = 0; k < max_rank; ++k) {
      const int from = k < n.rank ? graph::axis_behind(n.bits, k) : max_rank;
      at.extent[k] = from < max_rank ? at.extent[from] : 1;
      at.stride[k] = from < max_rank ? at.stride[from] : 0;
    }
  } else if (n.kind == graph::node_kind::view) {
    move_memory(nodes, moves, extent, n.arg[0], at);
    const graph::move m = graph::move_of(moves, n);
    graph::apply_move(m, extent[m.symbol], extent[m.other_symbol], at);
  }
}
SINTER_PLAIN inline void view_memory(const graph::node* nodes, const graph::move* moves, const std::int64_t* extent,
                                     int id, const place_memory& from, place_memory& to) {
  graph::strided_memory at{};
  for (int k = 0; k < max_rank; ++k) {
    at.extent[k] = k < from.rank ? from.extent[from.rank - 1 - k] : 1;
    at.stride[k] = k < from.rank ? from.stride[from.rank - 1 - k] : 0;
  }
  move_memory(nodes, moves, extent, id, at);
  if (at.apart) {
    fail("flatten: the axes of a tensor of shape %s are not one run in memory: copy it into a contiguous one first",
         words_of(from.extent, from.rank).at);
  }
  to.rank = nodes[id].rank;
  to.element_size = from.element_size;
  for (int a = 0; a < to.rank; ++a) {
    to.extent[a] = at.extent[to.rank - 1 - a];
    to.stride[a] = at.stride[to.rank - 1 - a];
  }
  to.measure();
  // Without elements there is nothing to point to.
  to.data = to.size == 0 ? from.data : static_cast<unsigned char*>(from.data) + at.offset * from.element_size;
}

}  // namespace detail

// Views of places, once the places themselves are known.
template <class S>
void place_views(binding<S>& b) {
  for (int v = 0; v < S::plan.view_count; ++v) {
    const schedule::view_place& view = S::plan.views[v];
    detail::view_memory(S::graph.nodes, S::graph.moves, b.symbols.extent, view.node, b.place[view.source],
                        b.place[S::plan.view_of_place(v)]);
  }
}

}  // namespace sinter
