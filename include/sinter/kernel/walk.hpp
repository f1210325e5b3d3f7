// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Walks a plan's steps in order, sides of a branch included. In: an executor with `run_step<Emitted, Tag>(binding)` and
// `decide(place)`, which returns a bool that a step has written. Out: the calls. Invariant: one walk for every executor.
#pragma once

#include <sinter/schedule/bind.hpp>
#include <sinter/schedule/emit.hpp>
#include <sinter/schedule/places.hpp>
#include <sinter/trace/region.hpp>

namespace sinter {

namespace kernel {

// A step that copies inputs to where a scatter writes, and nothing else, has nothing to do where each is there already.
template <class S, int Step>
inline constexpr bool only_copies = [] {
  bool any = false;
  for (int w = 0; w < S::plan.write_count; ++w) {
    const schedule::write& out = S::plan.writes[w];
    if (out.step != Step) continue;
    any = true;
    const graph::node& n = S::graph.nodes[out.node];
    if (n.kind != graph::node_kind::base || S::graph.nodes[n.arg[0]].kind != graph::node_kind::input) return false;
  }
  return any;
}();
template <class S, int Step>
SINTER_PLAIN bool is_in_place(const binding<S>& b) {
  for (int w = 0; w < S::plan.write_count; ++w) {
    const schedule::write& out = S::plan.writes[w];
    if (out.step == Step &&
        b.place[out.place].data != b.place[S::graph.nodes[S::graph.nodes[out.node].arg[0]].arg[0]].data)
      return false;
  }
  return true;
}

template <class S, class Tag, int First, int Last, class Exec>
__attribute__((always_inline)) inline void walk(Exec& exec, binding<S>& b) {
  if constexpr (First < Last) {
    constexpr auto& step = S::plan.steps[First];
    if constexpr (step.kind == schedule::step_kind::branch) {
      constexpr int yes = First + 1;
      constexpr int no = yes + step.yes_steps;
      constexpr int end = no + step.no_steps;
      if (exec.decide(b.place[S::plan.place_of[step.predicate]])) {
        walk<S, Tag, yes, no>(exec, b);
      } else {
        walk<S, Tag, no, end>(exec, b);
      }
      walk<S, Tag, end, Last>(exec, b);
    } else {
      if constexpr (only_copies<S, First>) {
        if (!is_in_place<S, First>(b)) exec.template run_step<emitted<S, First>, Tag>(b);
      } else {
        exec.template run_step<emitted<S, First>, Tag>(b);
      }
      walk<S, Tag, First + 1, Last>(exec, b);
    }
  }
}

}  // namespace kernel

namespace detail {
template <fusion Policy, class F, class... Args>
using schedule_for = scheduled<Policy, F, typename signature_of<Args, Args...>::type...>;
}  // namespace detail

// The one way in: bind, give temporaries their memory, walk.
template <class Exec, class F, class Tag, class... Args, class... Outs>
SINTER_WARM void execute_into(Exec exec, const invocation<F, Tag, Args...>& call, const pack<Outs...>& outs) {
  using S = detail::schedule_for<Exec::policy, F, Args...>;
  binding<S> b;
  bind(b, call.args, outs);
  exec.template check_space<Tag>(b.space);
  if constexpr (S::plan.temp_count > 0) {
    const std::size_t bytes = place_temporaries(b, nullptr);
    place_temporaries(b, exec.allocate(bytes));
  }
  if constexpr (S::plan.view_count > 0) place_views(b);
  kernel::walk<S, Tag, 0, S::plan.step_count>(exec, b);
}

// Changes how an executor cuts graphs: sinter::unfused(stream) is the baseline, plain takes no sum online (nor do the others), two_pass
// and last_block force one form of whole-tensor reductions, exact is unfused with intermediates in the compute type.
template <fusion Policy, class Exec>
auto with_fusion(const Exec& executor) {
  static_assert(Executor<Exec>,
                "unfused, exact, plain, two_pass, last_block: the argument is an executor, such as sinter::host");
  if constexpr (Executor<Exec>)
    return executor_traits<Exec>::make(executor).template with<Policy>();
  else
    return executor;
}
template <class Exec>
auto unfused(const Exec& executor) {
  return with_fusion<fusion::unfused>(executor);
}
template <class Exec>
auto exact(const Exec& executor) {
  return with_fusion<fusion::exact>(executor);
}
template <class Exec>
auto plain(const Exec& executor) {
  return with_fusion<fusion::plain>(executor);
}
template <class Exec>
auto two_pass(const Exec& executor) {
  return with_fusion<fusion::two_pass>(executor);
}
template <class Exec>
auto last_block(const Exec& executor) {
  return with_fusion<fusion::last_block>(executor);
}

}  // namespace sinter
