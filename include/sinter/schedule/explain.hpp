// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A plan as text: the graph, each kernel with what it reads, computes and writes, why it ends there, bytes and the time that
// memory alone would take. In: an invocation (extents known) or a plan. Out: text, for people and golden files.
#pragma once

#include <sinter/core/text.hpp>
#include <sinter/graph/print.hpp>
#include <sinter/schedule/cost.hpp>
#include <sinter/trace/region.hpp>

namespace sinter {

namespace schedule {

#if SINTER_HAS_HOST
constexpr const char* name_of(step_kind k) {
  constexpr const char* names[] = {"pointwise kernel", "row kernel", "reduction kernel", "branch", "sort"};
  return names[static_cast<int>(k)];
}

template <class S>
void print_place(text& out, int place) {
  constexpr int outs = S::graph_type::outs;
  if (place < S::plan.inputs) {
    out << 'x' << place;
  } else if (place < S::plan.inputs + outs) {
    out << 'y' << place - S::plan.inputs;
  } else {
    out << 't' << place - S::plan.inputs - outs;
  }
}

// The values that both sides of a branch and what comes before it compute: recomputed where they are cheap maps, otherwise
// stored by an earlier kernel.
template <class S>
void print_common_part(text& out, int branch) {
  const auto& p = S::plan;
  node_set<S::graph_type::size> before{};
  node_set<S::graph_type::size> inside{};
  node_set<S::graph_type::size> reloaded{};
  for (int s = 0; s < branch; ++s) before.insert(p.steps[s].computed);
  const int end = branch + 1 + p.steps[branch].yes_steps + p.steps[branch].no_steps;
  for (int s = branch + 1; s < end; ++s) {
    inside.insert(p.steps[s].computed);
    reloaded.insert(p.steps[s].loaded);
  }
  bool any = false;
  for (int i = 0; i < S::graph.count; ++i) {
    const auto& n = S::graph.nodes[i];
    if (n.kind != graph::node_kind::apply && n.kind != graph::node_kind::reduce) continue;
    if (!before.contains(i) || !(inside.contains(i) || reloaded.contains(i))) continue;
    out << (any ? ", " : "  common part: ") << '%' << i << (inside.contains(i) ? " recomputed" : " stored");
    any = true;
  }
  out << (any ? "\n" : "  common part: none\n");
}

// The sums that a kernel folds without what they would have waited for, and why.
inline void print_form(text& out, int sum, const pass::online_form& form) {
  constexpr auto names = pass::law_names(pass::shift_laws{});
  out << "  online %" << sum << ": " << names.of[form.law] << ", so that no pass over memory waits for %"
      << form.waited;
}
template <class S, int Step>
void print_online(text& out) {
  constexpr auto& step = S::plan.steps[Step];
  for (int f = 0; f < S::formula::forms; ++f) {
    if (!step.computed.contains(S::formula::form[f].node)) continue;
    print_form(out, S::formula::form[f].node, S::formula::form[f]);
    out << '\n';
  }
  if constexpr (step.kind == step_kind::row) {
    using longer = long_rows<emitted<S, Step>>;
    if constexpr (longer::forms > 0) {
      for (int f = 0; f < longer::forms; ++f) {
        print_form(out, longer::sum_of(longer::form[f]), longer::form[f]);
        constexpr std::int64_t kept = longest_kept_row<emitted<S, Step>>;
        if (kept > 0) out << ", in rows of more than " << kept << " elements";
        out << '\n';
      }
    }
  }
}
template <class S>
void print_online(text& out, int step) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((static_cast<int>(I) == step ? print_online<S, static_cast<int>(I)>(out) : void()), ...);
  }
  (std::make_index_sequence<S::plan.step_count>{});
}

template <class S>
void print_step(text& out, int s) {
  const auto& g = S::graph;
  const auto& p = S::plan;
  const auto& step = p.steps[s];
  out << "step " << s << ": " << name_of(step.kind);
  if (step.kind == step_kind::branch) {
    out << " on %" << step.predicate << ", yes: " << step.yes_steps << " steps, no: " << step.no_steps << " steps\n";
    print_common_part<S>(out, s);
    return;
  }
  out << " over ";
  graph::print_shape(out, g.symbols, step.domain, step.rank);
  out << '\n';
  for (int i = 0; i < g.count; ++i) {
    const bool computed = step.computed.contains(i);
    const bool writes = g.nodes[i].kind == graph::node_kind::scatter;
    for (int a = 0; computed && !writes && a < graph::first_value(g.nodes[i]); ++a) {
      out << "  gathers %" << i << " from ";
      print_place<S>(out, p.source_of(p.place_of[resolve(g, g.nodes[i].arg[a]).node]));
      out << '\n';
    }
    if (!step.loaded.contains(i) && !step.finished.contains(i)) continue;
    out << (step.finished.contains(i) ? "  finishes %" : "  reads %") << i << " from ";
    print_place<S>(out, p.source_of(p.place_of[resolve(g, i).node]));
    out << '\n';
  }
  out << "  computes";
  for (int i = 0; i < g.count; ++i) {
    if (step.computed.contains(i) && !is_leaf(g.nodes[i])) out << " %" << i;
  }
  out << '\n';
  print_online<S>(out, s);
  for (int w = 0; w < p.write_count; ++w) {
    if (p.writes[w].step != s) continue;
    out << (step.partial.contains(p.writes[w].node) && p.writes[w].why == boundary::partials ? "  leaves partials of %"
                                                                                             : "  writes %")
        << p.writes[w].node << " to ";
    print_place<S>(out, p.writes[w].place);
    out << ": " << reason_of(p.writes[w].why) << '\n';
  }
  out << "  about " << (step.registers > 0 ? step.registers : 1) << " live values an element\n";
}

template <class S, class V>
text print_plan(const V& v) {
  const auto bytes = all_step_bytes<S>(v);
  text out("graph:\n");
  out << graph::print(S::graph) << "plan:\n";
  for (int s = 0; s < S::plan.step_count; ++s) {
    print_step<S>(out, s);
    out << "  " << bytes.bytes[s] << " bytes\n";
  }
  const int kernels = count_kernels(S::plan, 0, S::plan.step_count, [&](int s) { return kernels_of<S>(s, v); });
  const std::int64_t total = count_bytes(S::plan, bytes, 0, S::plan.step_count);
  // The floor: a 1 GiB copy's rate on an H200, about 4246 GB/s (docs/measured.md has a run's own).
  out << kernels << (kernels == 1 ? " kernel, " : " kernels, ") << total << " bytes, at least ";
  out.fixed(static_cast<double>(total) / 4246e3) << " us at the memory's speed on an H200\n";
  return out;
}
#else
template <class S, class V>
text print_plan(const V& v);
#endif

}  // namespace schedule

// A plan with extents (plan<region>(tensor…)).
template <fusion Policy, class F, class... Sig>
text explain(const shaped_plan<Policy, F, Sig...>& p) {
  return schedule::print_plan<scheduled<Policy, F, Sig...>>(p.symbols);
}

// What a call would do. Policy: how an executor would cut it; extents from the call's views.
template <fusion Policy = fusion::automatic, class F, class Tag, class... Args>
text explain(const invocation<F, Tag, Args...>& call) {
  return explain(plan<Policy>(call));
}
// The same for a bound expression's assignment.
template <fusion Policy = fusion::automatic, class View, class E>
text explain(const assignment<View, E>& a) {
  return explain<Policy>(detail::invoke_expression(a.formula));
}

}  // namespace sinter
