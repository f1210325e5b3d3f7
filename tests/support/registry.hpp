// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The registry as tests walk it. In: families, a dtype, a number of operands. Out: lists of ops, whole or in portions.
#pragma once

#include <type_traits>

#include <sinter/op/registry.hpp>

namespace test {

namespace ops = sinter::ops;

// All ops of a list with so many operands, of which T may be one.
template <class Op, class T>
inline constexpr bool takes = sinter::kind_of(sinter::dtype_of<T>) != sinter::dtype_kind::floating ||
                              (Op::rule != sinter::typing::integral && Op::rule != sinter::typing::bitwise);
template <int Arity, class T, class List, class Kept = sinter::type_list<>>
struct of_arity;
template <int Arity, class T, class... Kept>
struct of_arity<Arity, T, sinter::type_list<>, sinter::type_list<Kept...>> {
  using type = sinter::type_list<Kept...>;
};
template <int Arity, class T, class Op, class... Ops, class... Kept>
struct of_arity<Arity, T, sinter::type_list<Op, Ops...>, sinter::type_list<Kept...>>
    : of_arity<Arity, T, sinter::type_list<Ops...>,
               std::conditional_t<Op::arity == Arity && takes<Op, T>, sinter::type_list<Kept..., Op>,
                                  sinter::type_list<Kept...>>> {};

template <class Families>
struct flat;
template <>
struct flat<sinter::type_list<>> {
  using type = sinter::type_list<>;
};
template <class Family, class... Families>
struct flat<sinter::type_list<Family, Families...>> {
  using type = sinter::concat_lists<Family, typename flat<sinter::type_list<Families...>>::type>;
};
using every_pointwise = typename flat<ops::pointwise>::type;

// f(type_list<…>) of at most N ops after the other.
template <int N, class... Chosen, class F>
void in_portions(sinter::type_list<>, const F& f, sinter::type_list<Chosen...> chosen = {}) {
  if constexpr (sizeof...(Chosen) != 0) f(chosen);
}
template <int N, class Op, class... Ops, class F, class... Chosen>
void in_portions(sinter::type_list<Op, Ops...>, const F& f, sinter::type_list<Chosen...> chosen = {}) {
  if constexpr (sizeof...(Chosen) == N) {
    f(chosen);
    in_portions<N>(sinter::type_list<Ops...>{}, f, sinter::type_list<Op>{});
  } else {
    in_portions<N>(sinter::type_list<Ops...>{}, f, sinter::type_list<Chosen..., Op>{});
  }
}

}  // namespace test
