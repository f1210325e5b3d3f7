// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `cond`: one of two formulas, chosen by a value that is known only when it has been computed. Only the chosen one runs.
// In: a bool without axes, two formulas of one dtype. Out: a val; the schedule turns it into a branch between kernels.
#pragma once

#include <sinter/op/arithmetic.hpp>
#include <sinter/op/op.hpp>

namespace sinter {

namespace detail {
// One side has the extents of both: a kernel writes what it computes, and the result of a branch is as large as their broadcast.
template <class A, class Where = ops::where_t>
constexpr int widened(const A& side, const graph::extents& to) {
  graph::builder& b = *side.builder;
  bool equal = true;
  for (int k = 0; k < max_rank; ++k) equal = equal && b.nodes[side.id].ext.axis[k] == to.axis[k];
  if (equal) return side.id;
  const int same[] = {b.constant(dtype::boolean, 1), side.id, side.id};
  const int id = b.apply(&op_info_of<Where>, dtype_of<typename A::value_type>, same, 3, true);
  b.nodes[id].ext = to;
  return id;
}
}  // namespace detail

template <class P, class A, class B>
constexpr auto cond(const P& predicate, const A& yes, const B& no) {
  constexpr bool formulas = detail::is_val<P> && detail::is_val<A> && detail::is_val<B>;
  static_assert(
      formulas,
      "cond: takes formulas of a region; for a choice made before the call use specialize, for elements use where");
  if constexpr (!formulas) {
    return detail::trace_or_bind<detail::keep_first>(predicate, yes, no);
  } else {
    static_assert(P::rank == 0 && std::is_same_v<typename P::value_type, bool>,
                  "cond: the predicate is one bool, such as sum(x) > 0; for a choice per element use where");
    static_assert(A::rank == B::rank && std::is_same_v<typename A::value_type, typename B::value_type>,
                  "cond: both formulas have the same dtype and rank: cast or broadcast one of them");
    using all_ops = join_lists<typename P::ops, typename A::ops, typename B::ops>;
    graph::builder& b = *predicate.builder;
    const graph::extents both = graph::broadcast(b.symbols, b.nodes[yes.id].ext, b.nodes[no.id].ext);
    const int first = detail::widened(yes, both);
    const int second = detail::widened(no, both);
    return val<typename A::value_type, A::rank, false, all_ops>{
        &b, b.cond(dtype_of<typename A::value_type>, predicate.id, first, second)};
  }
}

}  // namespace sinter
