// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Lists of types: what a graph needs to find its way back from a value (an op's identity) to a type.
// In: types. Out: their number, their union, the type at an index. Invariant: no recursion over the list's length.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace sinter {

template <class... Ts>
struct type_list {
  static constexpr int size = sizeof...(Ts);
};

namespace detail {

template <std::size_t I, class T>
struct indexed {
  using type = T;
};

template <class Seq, class... Ts>
struct indexer;
template <std::size_t... I, class... Ts>
struct indexer<std::index_sequence<I...>, Ts...> : indexed<I, Ts>... {};

template <std::size_t I, class T>
indexed<I, T> at(indexed<I, T>);
template <class T, std::size_t I>
std::integral_constant<int, static_cast<int>(I)> place(const indexed<I, T>*);
template <class T>
std::integral_constant<int, -1> place(const void*);

template <class List, class T>
struct index_of;
template <class... Ts, class T>
struct index_of<type_list<Ts...>, T> {
  using places = indexer<std::make_index_sequence<sizeof...(Ts)>, Ts...>;
  static constexpr int value = decltype(place<T>(static_cast<const places*>(nullptr)))::value;
};

template <class List, int I>
struct type_at;
template <class... Ts, int I>
struct type_at<type_list<Ts...>, I> {
  using type = typename decltype(at<I>(indexer<std::make_index_sequence<sizeof...(Ts)>, Ts...>{}))::type;
};

template <class A, class B>
struct join;
template <class... A>
struct join<type_list<A...>, type_list<>> {
  using type = type_list<A...>;
};
template <class... A, class B, class... Bs>
struct join<type_list<A...>, type_list<B, Bs...>>
    : join<std::conditional_t<(std::is_same_v<A, B> || ...), type_list<A...>, type_list<A..., B>>, type_list<Bs...>> {};

template <class... Lists>
struct join_all {
  using type = type_list<>;
};
template <class A>
struct join_all<A> {
  using type = A;
};
template <class A, class B, class... Rest>
struct join_all<A, B, Rest...> : join_all<typename join<A, B>::type, Rest...> {};

template <class A, class B>
struct concat;
template <class... A, class... B>
struct concat<type_list<A...>, type_list<B...>> {
  using type = type_list<A..., B...>;
};

}  // namespace detail

template <class List, int I>
using type_at = typename detail::type_at<List, I>::type;

// Where a type stands in a list that has it at most once; -1: nowhere.
template <class List, class T>
inline constexpr int index_of = detail::index_of<List, T>::value;

// The set union, in order of first appearance.
template <class... Lists>
using join_lists = typename detail::join_all<Lists...>::type;

template <class A, class B>
using concat_lists = typename detail::concat<A, B>::type;

static_assert(std::is_same_v<join_lists<type_list<int, char>, type_list<char, long>>, type_list<int, char, long>>);
static_assert(std::is_same_v<type_at<type_list<int, char>, 1>, char>);
static_assert(index_of<type_list<int, char>, char> == 1 && index_of<type_list<int, char>, long> == -1);

}  // namespace sinter
