// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Graph → plan. Each value that goes to memory is a root; roots of one depth, kind and domain share a kernel; a branch is
// followed by the steps of its sides. In: a graph and its boundaries. Out: `plan_data`.
// Invariant: steps stand in an order in which every place is written before it is read.
#pragma once

#include <sinter/graph/graph.hpp>
#include <sinter/pass/optimise.hpp>
#include <sinter/pass/take_online.hpp>
#include <sinter/schedule/boundaries.hpp>
#include <sinter/schedule/plan.hpp>
#include <sinter/schedule/verify.hpp>

namespace sinter::schedule {

namespace detail {

struct root {
  std::int16_t node = 0;
  std::int16_t place = 0;  // temporaries are numbered from 0 here and moved behind the outputs at the end
  std::uint8_t dropped = 0;
  std::int16_t owner = -1;  // 2 * cond + side, or -1
  std::int16_t depth = 0;
  boundary why = boundary::none;
  bool load_only = false;  // the value is in memory (or is an argument) and is copied
  bool partial = false;
};

template <class G>
class scheduler {
 public:
  static constexpr int N = G::size;
  using plan = plan_data<N, G::outs, G::move_count == 0 ? 0 : N>;

  constexpr scheduler(const G& g, const cut<N>& c, fusion policy) : g_(g), cut_(c), policy_(policy) {}

  constexpr plan make() {
    plan_.inputs = g_.inputs;
    for (std::int16_t& p : plan_.place_of) p = -1;
    find_owners();
    allocate();
    place_views();
    find_depths();
    if (!is_unfused(policy_)) wait_for_company();
    emit(-1);
    return plan_;
  }

 private:
  // Which side of which branch needs a value; -1 when something outside, or both sides, need it.
  constexpr void find_owners() {
    constexpr std::int16_t nobody = -2;
    for (std::int16_t& o : owner_) o = nobody;
    for (const std::int16_t o : g_.output) claim(o, -1);
    for (int i = g_.count - 1; i >= 0; --i) {
      const node& n = g_.nodes[i];
      if (owner_[i] == nobody) continue;
      for (int a = 0; a < n.nargs; ++a) {
        const bool side = n.kind == node_kind::cond && a > 0;
        claim(n.arg[a], side ? static_cast<std::int16_t>(2 * i + (a - 1)) : owner_[i]);
      }
    }
  }
  constexpr void claim(int id, std::int16_t by) {
    if (owner_[id] == -2) {
      owner_[id] = by;
    } else if (owner_[id] != by) {
      // The innermost place that both can see: here, outside of every branch.
      owner_[id] = -1;
    }
  }

  // Roots and places: first temporaries (and branch results), then outputs.
  constexpr void allocate() {
    const auto is_output = [&](int id) {
      for (int o = 0; o < G::outs; ++o) {
        if (g_.output[o] == id) return o;
      }
      return -1;
    };
    for (int i = 0; i < g_.count; ++i) {
      const node& n = g_.nodes[i];
      if (n.kind == node_kind::input) plan_.place_of[i] = n.arg[0];
      if (cut_.at[i] == boundary::none || owner_[i] == -2) continue;
      const bool stored = policy_ == fusion::unfused || n.kind == node_kind::base;
      const dtype type = stored ? n.type : compute_of(n.type);
      const bool partials = cut_.at[i] == boundary::partials;
      // A result that loses nothing when it is stored is its own temporary, and so is a branch.
      const bool own = n.kind == node_kind::cond || (type == n.type && !partials);
      const int out = n.kind == node_kind::base ? is_output(user_of_base(g_, i)) : own ? is_output(i) : -1;
      if (n.kind == node_kind::scatter || n.kind == node_kind::scattered) {
        plan_.place_of[i] = plan_.place_of[read_from(g_, n.arg[0])];
      } else if (out >= 0) {
        plan_.place_of[i] = static_cast<std::int16_t>(plan_.output_place(out));
      } else {
        const int t = plan_.temp_count++;
        plan_.temps[t] = {static_cast<std::int16_t>(i), cut_.at[i], partials, type};
        plan_.place_of[i] = static_cast<std::int16_t>(plan_.temp_place(t));
      }
      if (n.kind != node_kind::cond && n.kind != node_kind::scattered) {
        root r;
        r.node = static_cast<std::int16_t>(i);
        r.place = plan_.place_of[i];
        r.owner = owner_[i];
        r.why = cut_.at[i];
        r.partial = partials;
        add(r);
      }
    }
    for (int i = 0; i < g_.count; ++i) {
      const node& n = g_.nodes[i];
      if (n.kind != node_kind::cond || owner_[i] == -2) continue;
      for (int side = 0; side < 2; ++side) {
        const squeezed_from from = resolve(g_, n.arg[side + 1]);
        root r;
        r.node = static_cast<std::int16_t>(from.node);
        r.dropped = static_cast<std::uint8_t>(from.dropped);
        r.place = plan_.place_of[i];
        r.owner = static_cast<std::int16_t>(2 * i + side);
        r.why = boundary::branch;
        r.load_only = cut_.at[from.node] != boundary::none || is_in_memory(g_.nodes[from.node]);
        add(r);
      }
    }
    for (int o = 0; o < G::outs; ++o) {
      const squeezed_from from = resolve(g_, g_.output[o]);
      if (plan_.place_of[from.node] == plan_.output_place(o)) continue;
      root r;
      r.node = static_cast<std::int16_t>(from.node);
      r.dropped = static_cast<std::uint8_t>(from.dropped);
      r.place = static_cast<std::int16_t>(plan_.output_place(o));
      r.why = boundary::result;
      const boundary at = cut_.at[from.node];
      r.load_only = is_in_memory(g_.nodes[from.node]) || at == boundary::partials || at == boundary::branch ||
                    at == boundary::scattered;
      add(r);
    }
  }
  constexpr void add(root r) { roots_[root_count_++] = r; }
  constexpr void place_views() {
    for (int i = 0; i < g_.count && G::move_count != 0; ++i) {
      if (g_.nodes[i].kind != node_kind::view || owner_[i] == -2) continue;
      plan_.place_of[i] = static_cast<std::int16_t>(plan_.places());
      plan_.views[plan_.view_count++] = {static_cast<std::int16_t>(i), plan_.place_of[read_from(g_, i)]};
    }
  }

  constexpr cone<G> cone_of_root(const root& r) const {
    if (!r.load_only) return cone_of(g_, cut_, r.node);
    cone<G> k;
    k.loaded.insert(r.node);
    return k;
  }

  // depth: how many kernels come before. A value is at least one deeper than every value that it loads.
  constexpr void find_depths() {
    for (int i = 0; i < g_.count; ++i) {
      if (g_.nodes[i].kind == node_kind::cond) {
        int d = ready_[g_.nodes[i].arg[0]];
        for (int r = 0; r < root_count_; ++r) {
          if (roots_[r].owner / 2 == i && roots_[r].owner >= 0) {
            const int needs = depth_of_loads(roots_[r], roots_[r].owner);
            if (needs > d) d = needs;
          }
        }
        depth_[i] = d;
        ready_[i] = d + 1;
      }
      if (g_.nodes[i].kind == node_kind::scattered) ready_[i] = ready_[g_.nodes[i].arg[1]];
      for (int r = 0; r < root_count_; ++r) {
        if (roots_[r].node != i) continue;
        roots_[r].depth = static_cast<std::int16_t>(depth_of_loads(roots_[r], -3));
        if (roots_[r].why != boundary::result && roots_[r].why != boundary::branch) ready_[i] = roots_[r].depth + 1;
      }
    }
  }
  // A result that a later kernel computes on its way is written by that one.
  constexpr void wait_for_company() {
    for (int r = 0; r < root_count_; ++r) {
      root& one = roots_[r];
      if (one.why != boundary::result || one.load_only || cut_.at[one.node] != boundary::none) continue;
      for (int o = 0; o < root_count_; ++o) {
        if (roots_[o].owner != one.owner || roots_[o].depth <= one.depth || roots_[o].load_only) continue;
        if (cone_of(g_, cut_, roots_[o].node).computed.contains(one.node)) one.depth = roots_[o].depth;
      }
    }
  }
  // In: a root; an owner whose own values do not count (they come inside the branch).
  constexpr int depth_of_loads(const root& r, int except) const {
    const cone<G> k = cone_of_root(r);
    int d = 0;
    for (int i = 0; i < g_.count; ++i) {
      const bool computed = k.computed.contains(i);
      if (!computed && !k.loaded.contains(i)) continue;
      for (int a = 0; a < (computed ? graph::first_value(g_.nodes[i]) : 1); ++a) {
        const int from = read_from(g_, computed ? g_.nodes[i].arg[a] : i);
        if (owner_[from] != except && ready_[from] > d) d = ready_[from];
      }
    }
    return d;
  }

  constexpr void emit(int owner) {
    int deepest = 0;
    for (int r = 0; r < root_count_; ++r) {
      if (roots_[r].owner == owner && roots_[r].depth > deepest) deepest = roots_[r].depth;
    }
    for (int i = 0; i < g_.count; ++i) {
      if (g_.nodes[i].kind == node_kind::cond && owner_[i] == owner && depth_[i] > deepest) deepest = depth_[i];
    }
    for (int d = 0; d <= deepest; ++d) {
      const int first = plan_.step_count;
      for (int r = 0; r < root_count_; ++r) {
        if (roots_[r].owner == owner && roots_[r].depth == d) place_root(roots_[r], first);
      }
      for (int i = 0; i < g_.count; ++i) {
        if (g_.nodes[i].kind == node_kind::cond && owner_[i] == owner && depth_[i] == d) emit_branch(i);
      }
    }
  }
  constexpr void emit_branch(int cond) {
    const int at = plan_.step_count++;
    plan_.steps[at].kind = step_kind::branch;
    plan_.steps[at].predicate = g_.nodes[cond].arg[0];
    emit(2 * cond);
    plan_.steps[at].yes_steps = static_cast<std::int16_t>(plan_.step_count - at - 1);
    emit(2 * cond + 1);
    plan_.steps[at].no_steps = static_cast<std::int16_t>(plan_.step_count - at - 1 - plan_.steps[at].yes_steps);
  }

  // Adds a root to a step of [first, …) that runs over the same domain, or opens one.
  constexpr void place_root(const root& r, int first) {
    step<N> s = step_of(r);
    int at = -1;
    if (!is_unfused(policy_) || same_value(r, first)) {
      for (int i = first; i < plan_.step_count && at < 0; ++i) {
        if (plan_.steps[i].kind != step_kind::branch && can_share(plan_.steps[i], s)) at = i;
      }
    }
    if (at < 0) {
      at = plan_.step_count++;
      plan_.steps[at] = s;
    } else {
      merge(plan_.steps[at], s);
    }
    plan_.writes[plan_.write_count++] = {static_cast<std::int16_t>(at), r.node, r.place, r.dropped, r.why};
  }
  // The baseline shares a kernel only between two places of one value.
  constexpr bool same_value(const root& r, int first) const {
    for (int w = 0; w < plan_.write_count; ++w) {
      if (plan_.writes[w].step >= first && plan_.writes[w].node == r.node) return !r.load_only;
    }
    return false;
  }

  constexpr step<N> step_of(const root& r) const {
    const cone<G> k = cone_of_root(r);
    step<N> s{};
    s.computed = k.computed;
    s.domain = g_.nodes[r.node].ext;
    for (int i = 0; i < g_.count; ++i) {
      if (k.loaded.contains(i)) {
        if (cut_.at[i] == boundary::partials)
          s.finished.insert(i);
        else
          s.loaded.insert(i);
      }
      if (k.computed.contains(i) && is_row_reduction(g_.nodes[i])) s.kind = step_kind::row;
    }
    for (int i = 0; i < g_.count; ++i) {
      if (!k.computed.contains(i)) continue;
      const node& n = g_.nodes[i];
      if (is_whole_reduction(n)) {
        s.kind = step_kind::reduce;
        s.domain = n.domain;
        if (r.partial && i == r.node) s.partial.insert(i);
      } else if (s.kind == step_kind::row && is_row_reduction(n)) {
        // The widest extents of the rows that are reduced or written.
        s.reduced = n.reduced;
        for (int x = 0; x < max_rank; ++x) {
          if (within(g_.symbols, s.domain.axis[x], n.domain.axis[x])) s.domain.axis[x] = n.domain.axis[x];
        }
      }
    }
    if (g_.nodes[r.node].kind == node_kind::order && !r.load_only) s.kind = step_kind::sort;
    set_rank(s);
    s.registers = static_cast<std::int16_t>(live_values(g_, k));
    return s;
  }
  constexpr void set_rank(step<N>& s) const {
    for (int x = 0; x < max_rank; ++x) {
      if (s.domain.axis[x] != 0) s.rank = static_cast<std::int8_t>(x + 1);
    }
  }

  constexpr bool scatters(const step<N>& s) const {
    for (int i = 0; i < g_.count; ++i) {
      if (s.computed.contains(i) && g_.nodes[i].kind == node_kind::scatter) return true;
    }
    return false;
  }
  constexpr bool can_share(const step<N>& a, const step<N>& b) const {
    if (a.kind == step_kind::sort || b.kind == step_kind::sort) return false;
    // An element that is written twice is one too many.
    if (scatters(a) || scatters(b)) {
      return a.kind == step_kind::pointwise && b.kind == step_kind::pointwise && equal_extents(a.domain, b.domain);
    }
    const bool whole_a = a.kind == step_kind::reduce;
    const bool whole_b = b.kind == step_kind::reduce;
    if (whole_a != whole_b) {
      // A map may ride along with a whole-tensor reduction of exactly its extents.
      if (a.kind == step_kind::row || b.kind == step_kind::row) return false;
      return !is_scalar_level(a.domain) && equal_extents(a.domain, b.domain) && no_finish(a) && no_finish(b);
    }
    if (whole_a) return equal_extents(a.domain, b.domain);
    if (is_scalar_level(a.domain) || is_scalar_level(b.domain)) return equal_extents(a.domain, b.domain);
    if (a.kind != b.kind && !(no_finish(a) && no_finish(b))) return false;
    // Rows: the reducing side's rows must be the shared ones, or its reductions would run over another extent.
    if (a.kind == step_kind::row && b.kind == step_kind::row && !same_rows(a, b)) return false;
    if (a.kind != b.kind) {
      const step<N>& row = a.kind == step_kind::row ? a : b;
      const step<N>& map = a.kind == step_kind::row ? b : a;
      return within(g_.symbols, map.domain, row.domain);
    }
    return within(g_.symbols, a.domain, b.domain) || within(g_.symbols, b.domain, a.domain);
  }
  static constexpr bool same_rows(const step<N>& a, const step<N>& b) {
    bool same = a.reduced == b.reduced;
    for (int k = 0; k < max_rank; ++k) {
      if ((a.reduced >> k & 1U) != 0) same = same && a.domain.axis[k] == b.domain.axis[k];
    }
    return same;
  }
  constexpr bool no_finish(const step<N>& s) const {
    for (int i = 0; i < g_.count; ++i) {
      if (s.finished.contains(i)) return false;
    }
    return true;
  }

  constexpr void merge(step<N>& a, const step<N>& b) const {
    if (b.kind != step_kind::pointwise) {
      a.kind = b.kind;
      a.reduced = b.reduced;
    }
    if (within(g_.symbols, a.domain, b.domain)) a.domain = b.domain;
    a.computed.insert(b.computed);
    a.loaded.insert(b.loaded);
    a.finished.insert(b.finished);
    a.partial.insert(b.partial);
    a.rank = a.rank > b.rank ? a.rank : b.rank;
    cone<G> both;
    both.computed = a.computed;
    both.loaded = a.loaded;
    a.registers = static_cast<std::int16_t>(live_values(g_, both));
    // A value computed here need not be loaded here.
    for (int i = 0; i < g_.count; ++i) {
      if (a.computed.contains(i)) a.loaded.erase(i);
    }
  }

  const G& g_;
  const cut<N>& cut_;
  fusion policy_;
  plan plan_ = {};
  std::int16_t owner_[N + 1] = {};
  int depth_[N + 1] = {};
  int ready_[N + 1] = {};
  root roots_[3 * N + G::outs + 1] = {};
  int root_count_ = 0;
};

}  // namespace detail
}  // namespace sinter::schedule

namespace sinter {

namespace detail {
template <fusion Policy, class Source>
struct formula_for : online_of<Source, void, false> {};
template <class Source>
struct formula_for<fusion::automatic, Source> : online<Source> {};
}  // namespace detail

// The plan of a region for one signature and policy: everything about it that does not depend on extents.
template <fusion Policy, class F, class... Sig>
struct scheduled {
  static constexpr fusion policy = Policy;
  using program_graph = optimised<F, Sig...>;
  using formula = detail::formula_for<Policy, program_graph>;
  static constexpr auto& graph = formula::graph;
  using graph_type = std::remove_cvref_t<decltype(graph)>;
  static constexpr auto boundaries = schedule::find_boundaries(graph, Policy);
  static constexpr auto plan = schedule::detail::scheduler<graph_type>(graph, boundaries, Policy).make();
#if !SINTER_ON_DEVICE  // once is enough
  static_assert(schedule::verify(graph, plan) == schedule::fault::none,
                "internal: the scheduler made a malformed plan");
#endif
};

}  // namespace sinter
