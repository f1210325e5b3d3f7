// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Where kernels end. In: a graph and a fusion policy. Out: per node, whether its value goes to memory and why.
// Invariant: after the cut, no cone between memory and memory holds both a row and a whole-tensor reduction, all reductions
// of a cone run over one domain, and no element needs a scalar that its own kernel is still reducing.
#pragma once

#include <sinter/graph/graph.hpp>
#include <sinter/schedule/plan.hpp>

namespace sinter::schedule {

// Live values an element beyond which a pointwise kernel narrows its vectors, and beyond which it is split.
inline constexpr int vector_register_budget = 160;
inline constexpr int split_register_budget = 120;

using graph::node;
using graph::node_kind;

constexpr bool is_whole_reduction(const node& n) {
  return n.kind == node_kind::reduce && n.reduced == graph::every_axis;
}
constexpr bool is_row_reduction(const node& n) { return n.kind == node_kind::reduce && n.reduced != graph::every_axis; }
constexpr bool is_leaf(const node& n) {
  return n.kind == node_kind::input || n.kind == node_kind::view || n.kind == node_kind::scalar ||
         n.kind == node_kind::constant || n.kind == node_kind::index || n.kind == node_kind::extent;
}

constexpr bool is_scalar_level(const graph::extents& e) {
  for (const std::int16_t a : e.axis) {
    if (a != 0) return false;
  }
  return true;
}
constexpr bool equal_extents(const graph::extents& a, const graph::extents& b) {
  for (int k = 0; k < max_rank; ++k) {
    if (a.axis[k] != b.axis[k]) return false;
  }
  return true;
}
constexpr bool within(const graph::symbol_table& t, int a, int b) { return t.symbol[a].within(t.symbol[b]); }
constexpr bool within(const graph::symbol_table& t, const graph::extents& a, const graph::extents& b) {
  for (int k = 0; k < max_rank; ++k) {
    if (!within(t, a.axis[k], b.axis[k])) return false;
  }
  return true;
}

// A value that differs along a row: it has one of the axes `reduced`, bit k for axis k from the right.
constexpr bool differs_along(const graph::extents& e, std::uint8_t reduced) {
  for (int k = 0; k < max_rank; ++k) {
    if ((reduced >> k & 1U) != 0 && e.axis[k] != 0) return true;
  }
  return false;
}

// Elements of a row.
SINTER_PLAIN constexpr std::int64_t elements_along(const graph::extents& e, std::uint8_t reduced,
                                                   const std::int64_t* extent) {
  std::int64_t n = 1;
  for (int k = 0; k < max_rank; ++k) n *= (reduced >> k & 1U) != 0 ? extent[e.axis[k]] : 1;
  return n;
}

// A squeeze only renames axes: what it renames, and which of its axes fell away, bit k for axis k from the right.
struct squeezed_from {
  int node;
  std::uint64_t dropped;
};
template <class G>
constexpr squeezed_from resolve(const G& g, int id) {
  std::uint64_t dropped = 0;
  for (; g.nodes[id].kind == node_kind::squeeze; id = g.nodes[id].arg[0]) {
    // In the numbers of the operand's axes.
    const int rank = g.nodes[id].rank;
    std::uint64_t before = g.nodes[id].bits;
    for (int k = 0; k < rank; ++k) {
      if ((dropped >> k & 1U) != 0) before |= std::uint64_t{1} << graph::axis_behind(g.nodes[id].bits, k);
    }
    dropped = before;
  }
  return {id, dropped};
}

// The value that a base becomes; -1 where nothing is written into it.
template <class G>
constexpr int user_of_base(const G& g, int id) {
  for (int i = id; i < g.count; ++i) {
    if (g.nodes[i].kind == node_kind::scattered && g.nodes[i].arg[0] == id) return i;
  }
  return -1;
}
// What a node is read from: through squeezes and views.
template <class G>
constexpr int read_from(const G& g, int id) {
  while (g.nodes[id].kind == node_kind::squeeze || g.nodes[id].kind == node_kind::view) id = g.nodes[id].arg[0];
  return id;
}
// In memory whatever is cut.
constexpr bool is_in_memory(const node& n) { return n.kind == node_kind::input || n.kind == node_kind::view; }

template <int N>
struct cut {
  boundary at[N + 1] = {};
  std::int16_t front[N + 1] = {};  // values stored by one split for register pressure: computed together; 0: by none
};

// The nodes that a kernel ending in `root` computes, and those it loads. `root` itself is computed unless `load_root`.
template <class G>
struct cone {
  node_set<G::size> computed = {};
  node_set<G::size> loaded = {};
};
template <class G>
constexpr void collect(const G& g, const cut<G::size>& c, int id, int root, cone<G>& out) {
  const node& n = g.nodes[id];
  if (out.computed.contains(id) || out.loaded.contains(id)) return;
  // What a decision needs and later kernels too is stored by the kernel that decides.
  const bool passes = id == root || (c.at[id] == boundary::decided && c.at[root] == boundary::predicate) ||
                      (c.front[id] != 0 && c.front[id] == c.front[root]);
  if (is_in_memory(n) || n.kind == node_kind::squeeze || (!passes && c.at[id] != boundary::none)) {
    out.loaded.insert(id);
    return;
  }
  for (int a = graph::first_value(n); a < n.nargs; ++a) collect(g, c, n.arg[a], root, out);
  out.computed.insert(id);
}
template <class G>
constexpr cone<G> cone_of(const G& g, const cut<G::size>& c, int root) {
  cone<G> out;
  collect(g, c, root, root, out);
  return out;
}

// The largest number of element values alive at once when a cone is evaluated in node order.
template <class G>
constexpr int live_values(const G& g, const cone<G>& k, int* best_cut = nullptr) {
  int last_use[G::size + 1] = {};
  int first = -1;
  int last = 0;
  for (int i = 0; i < g.count; ++i) {
    if (!k.computed.contains(i)) continue;
    if (first < 0) first = i;
    last = i;
    for (int a = graph::first_value(g.nodes[i]); a < g.nodes[i].nargs; ++a) last_use[g.nodes[i].arg[a]] = i;
  }
  int most = 0;
  int live = 0;
  int fewest = 1 << 30;
  for (int i = 0; i < g.count; ++i) {
    const bool element = !is_scalar_level(g.nodes[i].ext);
    if (element && (k.computed.contains(i) || k.loaded.contains(i)) && last_use[i] > 0) ++live;
    if (k.computed.contains(i)) {
      for (int a = graph::first_value(g.nodes[i]); a < g.nodes[i].nargs; ++a) {
        const int o = g.nodes[i].arg[a];
        bool again = false;
        for (int b = 0; b < a; ++b) again = again || g.nodes[i].arg[b] == o;
        if (!again && last_use[o] == i && !is_scalar_level(g.nodes[o].ext)) --live;
      }
      if (live > most) most = live;
      // A good place to split: few values cross, and neither side is trivial.
      const bool middle = i - first > (last - first) / 4 && last - i > (last - first) / 4;
      if (best_cut != nullptr && middle && live < fewest) {
        fewest = live;
        *best_cut = i;
      }
    }
  }
  return most;
}

namespace detail {

template <class G>
constexpr bool cone_has_row_reduction(const G& g, const cut<G::size>& c, int id) {
  const cone<G> k = cone_of(g, c, id);
  for (int i = 0; i < g.count; ++i) {
    if (k.computed.contains(i) && is_row_reduction(g.nodes[i])) return true;
  }
  return false;
}
template <class G>
constexpr bool cone_has_whole_reduction(const G& g, const cut<G::size>& c, int id) {
  const cone<G> k = cone_of(g, c, id);
  for (int i = 0; i < g.count; ++i) {
    if (k.computed.contains(i) && is_whole_reduction(g.nodes[i])) return true;
  }
  return false;
}

// Is `id` to be computed together with the result of a whole-tensor reduction, as another operand of n?
template <class G>
constexpr bool meets_whole_reduction(const G& g, const cut<G::size>& c, const node& n, int id) {
  for (int a = 0; a < n.nargs; ++a) {
    const int o = n.arg[a];
    if (o != id && c.at[o] == boundary::none && cone_has_whole_reduction(g, c, o)) return true;
  }
  return false;
}

// Does any user of `id`, however far, reduce? Then its partials can't be finished by a pointwise kernel.
template <class G>
constexpr bool feeds_reduction(const G& g, int id) {
  bool reached[G::size + 1] = {};
  reached[id] = true;
  for (int i = id + 1; i < g.count; ++i) {
    for (int a = 0; a < g.nodes[i].nargs; ++a) reached[i] = reached[i] || reached[g.nodes[i].arg[a]];
    const bool one_element = g.nodes[i].kind == node_kind::scatter && is_scalar_level(g.nodes[i].ext);
    if (reached[i] && (g.nodes[i].kind == node_kind::reduce || g.nodes[i].kind == node_kind::cond || one_element)) {
      return true;
    }
  }
  return false;
}
template <class G>
constexpr bool has_element_user(const G& g, int id) {
  bool reached[G::size + 1] = {};
  reached[id] = true;
  for (int i = id + 1; i < g.count; ++i) {
    for (int a = 0; a < g.nodes[i].nargs; ++a) reached[i] = reached[i] || reached[g.nodes[i].arg[a]];
    if (reached[i] && !is_scalar_level(g.nodes[i].ext)) return true;
  }
  return false;
}

// Whole reductions that both a decision and one of its sides need.
template <class G>
constexpr bool is_shared_with_decision(const G& g, int id) {
  for (int c = id + 1; c < g.count; ++c) {
    if (g.nodes[c].kind != node_kind::cond) continue;
    bool reached[G::size + 1] = {};
    reached[id] = true;
    for (int i = id + 1; i <= g.nodes[c].arg[0] || i <= g.nodes[c].arg[1] || i <= g.nodes[c].arg[2]; ++i) {
      for (int a = 0; a < g.nodes[i].nargs; ++a) reached[i] = reached[i] || reached[g.nodes[i].arg[a]];
    }
    if (reached[g.nodes[c].arg[0]] && (reached[g.nodes[c].arg[1]] || reached[g.nodes[c].arg[2]])) return true;
  }
  return false;
}

template <class G>
constexpr void mark(const G& g, cut<G::size>& c, int id, boundary why) {
  const node_kind kind = g.nodes[id].kind;
  // Coordinates are computed anew by every kernel, unless they are moved.
  const bool leaf = is_leaf(g.nodes[id]) && !(kind == node_kind::index && why == boundary::moved);
  if (!leaf && kind != node_kind::squeeze && c.at[id] == boundary::none) c.at[id] = why;
}

// The axes that most row reductions of a cone reduce; of equals those with the last axis, whose elements are neighbours.
template <class G>
constexpr std::uint8_t reduced_axes(const G& g, const node_set<G::size>& computed) {
  int most = 0;
  std::uint8_t axes = 0;
  for (int i = 0; i < g.count; ++i) {
    if (!computed.contains(i) || !is_row_reduction(g.nodes[i])) continue;
    int same = 0;
    for (int j = 0; j < g.count; ++j) {
      same += computed.contains(j) && is_row_reduction(g.nodes[j]) && g.nodes[j].reduced == g.nodes[i].reduced ? 2 : 0;
    }
    same += g.nodes[i].reduced & 1U;
    if (same < most) continue;
    most = same;
    axes = g.nodes[i].reduced;
  }
  return axes;
}

// One domain a kernel: reductions of other axes or extents become kernels of their own.
template <class G>
constexpr void separate_domains(const G& g, cut<G::size>& c, int root) {
  const cone<G> k = cone_of(g, c, root);
  const node& r = g.nodes[root];
  // What the kernel runs over: the root's rows, or the longest that are reduced. A root that reduces stays, others go.
  const std::uint8_t reduced = is_row_reduction(r) ? r.reduced : reduced_axes(g, k.computed);
  graph::extents rows = is_row_reduction(r) ? r.domain : r.ext;  // along the reduced axes
  const auto has_rows = [&](const graph::extents& e, const graph::extents& of) {
    for (int x = 0; x < max_rank; ++x) {
      if ((reduced >> x & 1U) != 0 && !within(g.symbols, e.axis[x], of.axis[x])) return false;
    }
    return true;
  };
  graph::extents whole = {};
  bool has_whole = false;
  for (int i = 0; i < g.count; ++i) {
    if (!k.computed.contains(i)) continue;
    const bool longer = !differs_along(r.ext, reduced) && is_row_reduction(g.nodes[i]) &&
                        g.nodes[i].reduced == reduced && has_rows(rows, g.nodes[i].domain);
    if (longer) rows = g.nodes[i].domain;
    if (is_whole_reduction(g.nodes[i]) && !has_whole) {
      has_whole = true;
      whole = g.nodes[i].domain;
    }
  }
  for (int i = 0; i < g.count; ++i) {
    const node& n = g.nodes[i];
    if (!k.computed.contains(i) || i == root) continue;
    if (is_row_reduction(n)) {
      if (n.reduced != reduced)
        mark(g, c, i, boundary::other_axes);
      else if (!has_rows(n.domain, rows))
        mark(g, c, i, boundary::other_rows);
    }
    if (is_whole_reduction(n) && !equal_extents(n.domain, whole)) mark(g, c, i, boundary::other_domain);
  }
}

}  // namespace detail

template <class G>
constexpr cut<G::size> find_boundaries(const G& g, fusion policy) {
  cut<G::size> c;
  bool wholes = false;
  bool reductions = false;
  for (int i = 0; i < g.count; ++i) {
    reductions = reductions || g.nodes[i].kind == node_kind::reduce;
    wholes = wholes || is_whole_reduction(g.nodes[i]);
  }
  for (int i = 0; i < g.count; ++i) {
    const node& n = g.nodes[i];
    const bool works = n.kind == node_kind::apply || n.kind == node_kind::reduce || n.kind == node_kind::gather ||
                       n.kind == node_kind::sum_chosen;
    if (is_unfused(policy) && works && !n.implicit) {
      c.at[i] = boundary::unfused;
    }
    if (n.kind == node_kind::base) c.at[i] = user_of_base(g, i) < 0 ? boundary::moved : boundary::base;
    if (n.kind == node_kind::order) c.at[i] = boundary::sorted;
    if (n.kind == node_kind::scatter || n.kind == node_kind::scattered) c.at[i] = boundary::scattered;
    if (n.kind == node_kind::cond) {
      detail::mark(g, c, n.arg[0], boundary::predicate);
      c.at[i] = boundary::branch;
    }
    if (is_whole_reduction(n)) {
      if (detail::cone_has_row_reduction(g, c, n.arg[0])) detail::mark(g, c, n.arg[0], boundary::rows_apart);
      const bool chosen = (policy == fusion::automatic || policy == fusion::plain) && detail::has_element_user(g, i);
      const bool split = policy == fusion::two_pass || chosen;
      if (split && !detail::feeds_reduction(g, i)) c.at[i] = boundary::partials;
      if (detail::is_shared_with_decision(g, i)) detail::mark(g, c, i, boundary::decided);
    }
    for (int a = 0; a < n.nargs; ++a) {
      const int operand = n.arg[a];
      const node& o = g.nodes[operand];
      // An element, or a reduction, that waits for a whole-tensor scalar.
      if (wholes && (!is_scalar_level(n.ext) || n.kind == node_kind::reduce) && is_scalar_level(o.ext) &&
          n.kind != node_kind::cond && detail::cone_has_whole_reduction(g, c, operand) &&
          c.at[operand] != boundary::partials) {
        detail::mark(g, c, operand, boundary::whole_reduction);
      }
      // One value of both kinds of reductions, which have no kernel in common.
      if (wholes && is_scalar_level(n.ext) && n.kind == node_kind::apply && c.at[operand] == boundary::none &&
          detail::cone_has_row_reduction(g, c, operand) && detail::meets_whole_reduction(g, c, n, operand)) {
        detail::mark(g, c, operand, boundary::other_domain);
      }
      if (o.kind == node_kind::squeeze) detail::mark(g, c, resolve(g, operand).node, boundary::squeezed);
      if (n.kind == node_kind::scatter && a >= graph::first_value(n) &&
          (detail::cone_has_row_reduction(g, c, operand) || detail::cone_has_whole_reduction(g, c, operand))) {
        detail::mark(g, c, operand, boundary::chosen);
      }
      if (n.kind == node_kind::view || a < graph::first_value(n)) {
        // A view shows a value, and partials are not one yet.
        boundary& at = c.at[read_from(g, operand)];
        if (at == boundary::partials) at = boundary::none;
        detail::mark(g, c, read_from(g, operand), boundary::moved);
      }
    }
  }
  // Backwards, because what is separated is a root of its own.
  for (int i = g.count - 1; i >= 0 && reductions; --i) {
    bool root = c.at[i] != boundary::none;
    for (const std::int16_t o : g.output) root = root || resolve(g, o).node == i;
    if (root) detail::separate_domains(g, c, i);
  }
  // A row kernel's threads share rows: it has no place to finish partials in, and loads what the last block made of them.
  for (int i = 0; i < g.count && reductions && wholes; ++i) {
    bool root = c.at[i] != boundary::none;
    for (const std::int16_t o : g.output) root = root || resolve(g, o).node == i;
    if (!root) continue;
    const cone<G> k = cone_of(g, c, i);
    bool rows = false;
    for (int j = 0; j <= i; ++j) rows = rows || (k.computed.contains(j) && is_row_reduction(g.nodes[j]));
    for (int j = 0; j < i && rows; ++j) {
      if (k.loaded.contains(j) && c.at[j] == boundary::partials) c.at[j] = boundary::whole_reduction;
    }
  }
  // Register pressure: cut wide pointwise cones at their narrowest place, until each fits.
  std::int16_t fronts = 0;
  for (int round = 0; round < 8; ++round) {
    bool split = false;
    for (int i = g.count - 1; i >= 0; --i) {
      bool root = c.at[i] != boundary::none;
      for (const std::int16_t o : g.output) root = root || resolve(g, o).node == i;
      if (!root) continue;
      const cone<G> k = cone_of(g, c, i);
      int cut_at = -1;
      if (live_values(g, k, &cut_at) <= split_register_budget || cut_at < 0) continue;
      int last_use[G::size + 1] = {};
      for (int j = 0; j < g.count; ++j) {
        if (!k.computed.contains(j)) continue;
        for (int a = 0; a < g.nodes[j].nargs; ++a) last_use[g.nodes[j].arg[a]] = j;
      }
      ++fronts;
      for (int j = 0; j <= cut_at; ++j) {
        if (!k.computed.contains(j) || last_use[j] <= cut_at || is_scalar_level(g.nodes[j].ext)) continue;
        if (c.at[j] == boundary::none && !is_leaf(g.nodes[j])) c.front[j] = fronts;
        detail::mark(g, c, j, boundary::registers);
        split = true;
      }
    }
    if (!split) break;
  }
  return c;
}

}  // namespace sinter::schedule
