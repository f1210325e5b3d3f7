// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `cond`: one of two formulas, chosen by a value that is known only when it has been computed. Only the chosen one runs.
// In: a bool without axes, two formulas of one dtype. Out: a val; the schedule turns it into a branch between kernels.
#pragma once

#include <sinter/op/op.hpp>

namespace sinter {

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
    const dtype type = dtype_of<typename A::value_type>;
    return val<typename A::value_type, A::rank, false, all_ops>{
        predicate.builder, predicate.builder->cond(type, predicate.id, yes.id, no.id)};
  }
}

}  // namespace sinter
