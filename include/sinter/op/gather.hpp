// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by computed indices: take, take_along, and what index arithmetic makes of them: roll, pad, concatenate, stack,
// tile, repeat. In: values inside a region. Out: a value; the elements are read where the result is computed. Invariant: nothing
// outside the source is read. Maps move behind the choice (pass/sink_views.hpp); what a reduction or a branch has computed
// goes to memory first.
#pragma once

#include <cstdint>

#include <sinter/core/type_list.hpp>
#include <sinter/graph/move.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/movement.hpp>
#include <sinter/trace/val.hpp>

namespace sinter {

namespace detail {

template <class A>
inline constexpr bool is_index = false;
template <class T, int R, bool W, class O>
inline constexpr bool is_index<val<T, R, W, O>> = kind_of(dtype_of<T>) == dtype_kind::integer;

// Axis `axis` from the left first, the others as they are; then `added` axes of extent 1 where it was.
template <class A>
constexpr int source_of_gather(const A& a, int axis, int added) {
  graph::builder& b = *a.builder;
  graph::move front{};
  const int from = A::rank - 1 - axis;  // from the right
  for (int k = 0; k < A::rank - 1; ++k) front.order[k] = static_cast<std::int8_t>(k < from ? k : k + 1);
  front.order[A::rank - 1] = static_cast<std::int8_t>(from);
  int id = axis == 0 ? a.id : b.view(a.id, front);
  for (int i = 0; i < added; ++i) {
    graph::move one{};
    one.kind = graph::move_kind::unsqueeze;
    one.axis = static_cast<std::int8_t>(from);
    id = b.view(id, one);
  }
  return id;
}
template <int Rank, class A, class I>
constexpr auto gathered(const A& a, int source, const I& index, int symbol, bool masked) {
  using all_ops = join_lists<typename A::ops, typename I::ops>;
  return val<typename A::value_type, Rank, false, all_ops>{a.builder,
                                                           a.builder->gather(source, &index.id, &symbol, 1, masked)};
}
template <int K, class A>
inline constexpr int axis_from_left = K < 0 ? K + A::rank : K;
template <int K, class A>
constexpr int symbol_along(const A& a) {
  return a.builder->nodes[a.id].ext.axis[from_right<K, A::rank>()];
}

// The index along axis K of a value like a, with `count` elements there.
template <int K, class A>
constexpr auto position_along(const A& a, int count) {
  return val<std::int64_t, A::rank>{a.builder, a.builder->coordinate(count, from_right<K, A::rank>(), A::rank)};
}
// Those elements, of which an index that is a function of that index alone chooses from a; what is outside of a is 0.
template <int K, class A, class Index>
constexpr auto along(const A& a, int count, const Index& index_of) {
  const int source = source_of_gather(a, axis_from_left<K, A>, 1);
  return gathered<A::rank>(a, source, index_of(position_along<K>(a, count)), symbol_along<K>(a), true);
}

}  // namespace detail

// The extent of an axis as a value of the formula: i64, known when it is called.
template <class A, int K>
  requires(detail::is_val<A>)
constexpr auto extent(const A& a, axis_t<K>) {
  static_assert(detail::has_axis<K, A::rank>,
                "extent: the value has no such axis; axes count from 0, or from -1 backwards");
  if constexpr (!detail::has_axis<K, A::rank>)
    return a;
  else
    return val<std::int64_t, 0>{a.builder, a.builder->extent(detail::symbol_along<K>(a))};
}

// The elements of an axis that `index` names, in the place of the axis: x[:, index, :] of NumPy. Shapes: x [.. n ..], index of
// any rank; result: x's with n replaced by the index's extents. index: integers; below 0 they count from the end, and one that is
// still outside takes the nearest element. A call throws where n is 0 and the result has elements.
template <class A, int K, class I>
  requires(detail::is_val<A>)
constexpr auto take(const A& a, axis_t<K>, const I& index) {
  static_assert(detail::is_index<I>,
                "take: the indices are a tensor of integers; for one known index write select(x, axis<k>, i)");
  static_assert(detail::has_axis<K, A::rank>,
                "take: the value has no such axis; axes count from 0, or from -1 backwards");
  constexpr bool is_valid = detail::is_index<I> && detail::has_axis<K, A::rank>;
  constexpr bool fits = detail::rank_of<A>() + detail::rank_of<I>() <= max_rank;
  static_assert(!is_valid || fits, "take: the result has at most 7 axes");
  if constexpr (!is_valid || !fits) {
    return a;
  } else {
    graph::builder& b = *a.builder;
    constexpr int axis = detail::axis_from_left<K, A>;
    const int source = detail::source_of_gather(a, axis, I::rank);
    int at = index.id;
    for (int k = axis + 1; k < A::rank && I::rank > 0; ++k) {
      graph::move one{};
      one.kind = graph::move_kind::unsqueeze;
      at = b.view(at, one);
    }
    const val<typename I::value_type, I::rank, false, typename I::ops> placed{&b, at};
    return detail::gathered<A::rank - 1 + I::rank>(a, source, placed, detail::symbol_along<K>(a), false);
  }
}
namespace detail {

// Axes that are chosen from, from the left and in the order of their indices.
template <int... K>
struct chosen_list {
  static constexpr int count = sizeof...(K);
  static constexpr int axis[count] = {K...};
  static constexpr int first = [] {
    int least = axis[0];
    for (const int k : axis) least = k < least ? k : least;
    return least;
  }();
  static constexpr bool contains(int k) {
    for (const int a : axis) {
      if (a == k) return true;
    }
    return false;
  }
  static constexpr bool distinct = [] {
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < i; ++j) {
        if (axis[i] == axis[j]) return false;
      }
    }
    return true;
  }();
};
// The chosen axes of `a` first, the others as they are; `added` axes of extent 1 where the first of them was.
template <class Chosen, class A>
constexpr int source_chosen(const A& a, int added) {
  graph::builder& b = *a.builder;
  graph::move front{};
  for (int q = 0; q < Chosen::count; ++q) {
    front.order[A::rank - 1 - q] = static_cast<std::int8_t>(A::rank - 1 - Chosen::axis[q]);
  }
  for (int k = 0, to = 0; k < A::rank; ++k) {
    if (!Chosen::contains(A::rank - 1 - k)) front.order[to++] = static_cast<std::int8_t>(k);
  }
  int id = b.view(a.id, front);
  for (int i = 0; i < added; ++i) {
    graph::move one{};
    one.kind = graph::move_kind::unsqueeze;
    one.axis = static_cast<std::int8_t>(A::rank - Chosen::count - Chosen::first);
    id = b.view(id, one);
  }
  return id;
}
template <class Chosen, class A, class... I>
constexpr auto take_chosen(const A& a, const I&... index) {
  graph::builder& b = *a.builder;
  constexpr int added = max_rank_of<I...>();
  constexpr int kept = A::rank - Chosen::count;
  const int source = source_chosen<Chosen>(a, added);
  const auto place = [&](const auto& i) {
    int at = i.id;
    for (int k = Chosen::first; k < kept && std::remove_cvref_t<decltype(i)>::rank > 0; ++k) {
      graph::move one{};
      one.kind = graph::move_kind::unsqueeze;
      at = b.view(at, one);
    }
    return at;
  };
  const int at[] = {place(index)...};
  int symbol[Chosen::count] = {};
  for (int q = 0; q < Chosen::count; ++q) symbol[q] = b.nodes[a.id].ext.axis[A::rank - 1 - Chosen::axis[q]];
  using all_ops = join_lists<typename A::ops, typename I::ops...>;
  return val<typename A::value_type, kept + added, false, all_ops>{&b,
                                                                   b.gather(source, at, symbol, Chosen::count, false)};
}
template <class Chosen, bool Has, class A, class... I>
constexpr auto checked_take(const A& a, const I&... index) {
  constexpr bool indexes = (is_index<I> && ...);
  static_assert(indexes, "take: the indices are tensors of integers");
  static_assert(Has, "take: the value has no such axis; axes count from 0, or from -1 backwards");
  static_assert(!Has || Chosen::distinct, "take: an axis is chosen from twice: give each index an axis of its own");
  constexpr bool fits = max_rank_of<I...>() + A::rank <= max_rank;
  static_assert(!Has || fits,
                "take: the result has too many axes: the value's and the indices' are at most 8 together");
  if constexpr (indexes && Has && Chosen::distinct && fits)
    return take_chosen<Chosen>(a, index...);
  else
    return a;
}

}  // namespace detail

// Elements that several indices name together: x[i, j] of NumPy. Shapes: the indices broadcast to one shape, which stands in the
// place of the first of the axes; the other axes stay. Indices as above.
template <class A, int K, class I, int L, class J>
  requires(detail::is_val<A>)
constexpr auto take(const A& a, axis_t<K>, const I& i, axis_t<L>, const J& j) {
  using chosen = detail::chosen_list<detail::axis_from_left<K, A>, detail::axis_from_left<L, A>>;
  return detail::checked_take < chosen, detail::has_axis<K, A::rank> && detail::has_axis < L, A::rank >> (a, i, j);
}
template <class A, int K, class I, int L, class J, int M, class H>
  requires(detail::is_val<A>)
constexpr auto take(const A& a, axis_t<K>, const I& i, axis_t<L>, const J& j, axis_t<M>, const H& h) {
  using chosen =
      detail::chosen_list<detail::axis_from_left<K, A>, detail::axis_from_left<L, A>, detail::axis_from_left<M, A>>;
  constexpr bool has = detail::has_axis<K, A::rank> && detail::has_axis<L, A::rank> && detail::has_axis<M, A::rank>;
  return detail::checked_take<chosen, has>(a, i, j, h);
}
// Rows of a table: take along its first axis. Shapes: table [n, ..], rows of any rank.
template <class A, class I>
  requires(detail::is_val<A>)
constexpr auto embedding(const A& table, const I& rows) { return take(table, axis_t<0>{}, rows); }
// For every element of `index` the element of the axis that it names, at the same place of the other axes (NumPy's
// take_along_axis, PyTorch's gather with broadcasting). Shapes: index has x's rank; the other axes broadcast. Indices as in take.
template <class A, int K, class I>
  requires(detail::is_val<A>)
constexpr auto take_along(const A& a, axis_t<K>, const I& index) {
  static_assert(detail::is_index<I>, "take_along: the indices are a tensor of integers");
  static_assert(detail::rank_of<A>() == detail::rank_of<I>(), "take_along: the indices have as many axes as the value");
  constexpr bool fits = detail::has_axis<K, A::rank> && A::rank < max_rank;
  static_assert(fits, "take_along: the value has no such axis, or more than 7");
  if constexpr (!fits || !detail::is_index<I> || detail::rank_of<A>() != detail::rank_of<I>()) {
    return a;
  } else {
    const int source = detail::source_of_gather(a, detail::axis_from_left<K, A>, 1);
    return detail::gathered<A::rank>(a, source, index, detail::symbol_along<K>(a), false);
  }
}

// An axis turned round: element i goes to i + shift, and what leaves at one end enters at the other.
template <class A, int K>
  requires(detail::is_val<A>)
constexpr auto roll(const A& a, axis_t<K>, std::int64_t shift) {
  constexpr bool fits = detail::has_axis<K, A::rank> && A::rank < max_rank;
  static_assert(fits, "roll: the value has no such axis, or more than 7; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    graph::builder& b = *a.builder;
    const int n = detail::symbol_along<K>(a);
    const val<std::int64_t, 0> start{&b, b.extent(b.derive(graph::move_kind::wrap, n, 0, shift, 0))};
    const val<std::int64_t, 0> count{&b, b.extent(n)};
    return detail::along<K>(a, n, [&](auto i) {
      const auto from = i - start;
      return where(from < 0, from + count, from);
    });
  }
}

// `before` elements of `value` in front of an axis and `after` behind it. Both at least 0.
template <class A, int K, class V = int>
  requires(detail::is_val<A>)
constexpr auto pad(const A& a, axis_t<K>, std::int64_t before, std::int64_t after, const V& value = 0) {
  constexpr bool fits = detail::has_axis<K, A::rank> && A::rank < max_rank;
  static_assert(fits, "pad: the value has no such axis, or more than 7; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    if (before < 0 || after < 0) throw "pad: a number of elements is negative; slice cuts elements off";
    graph::builder& b = *a.builder;
    const int n = detail::symbol_along<K>(a);
    const int count = b.derive(graph::move_kind::pad, n, 0, before, after);
    const auto from = detail::position_along<K>(a, count) - before;
    const val<std::int64_t, 0> extent_of{&b, b.extent(n)};
    const auto inside = detail::along<K>(a, count, [&](auto i) { return i - before; });
    return where(from >= 0 && from < extent_of, inside, detail::fill_of<A>(value));
  }
}

// Values one after another along an axis; their other axes broadcast, their dtypes promote.
template <int K, class A>
  requires(detail::is_val<A>)
constexpr auto concatenate(axis_t<K>, const A& a) { return a; }
template <int K, class A, class B, class... More>
  requires(detail::is_val<A>&& detail::is_val<B>)
constexpr auto concatenate(axis_t<K> axis, const A& a, const B& b, const More&... more) {
  constexpr bool fits = A::rank == B::rank && detail::has_axis<K, A::rank> && A::rank < max_rank;
  static_assert(fits, "concatenate: the values have as many axes as each other, at most 7, and this one among them");
  if constexpr (!fits) {
    return a;
  } else {
    graph::builder& builder = *a.builder;
    const int first = detail::symbol_along<K>(a);
    const int count = builder.derive(graph::move_kind::join, first, detail::symbol_along<K>(b), 0, 0);
    const val<std::int64_t, 0> edge{&builder, builder.extent(first)};
    const auto low = detail::along<K>(a, count, [](auto i) { return i; });
    const auto high = detail::along<K>(b, count, [&](auto i) { return i - edge; });
    return concatenate(axis, where(detail::position_along<K>(a, count) < edge, low, high), more...);
  }
}
// Values one after another along a new axis, place K of the result.
template <int K, class A, class... More>
  requires(detail::is_val<A> && (detail::is_val<More> && ...))
constexpr auto stack(axis_t<K> axis, const A& a, const More&... more) {
  static_assert(((A::rank == More::rank) && ...), "stack: the values have as many axes as each other");
  return concatenate(axis, unsqueeze(a, axis), unsqueeze(more, axis)...);
}

// An axis `times` times: 0 1 2 0 1 2.
template <class A, int K>
  requires(detail::is_val<A>)
constexpr auto tile(const A& a, axis_t<K>, std::int64_t times) {
  constexpr bool fits = detail::has_axis<K, A::rank> && A::rank < max_rank;
  static_assert(fits, "tile: the value has no such axis, or more than 7; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    if (times < 0) throw "tile: a number of times is negative";
    graph::builder& b = *a.builder;
    const int n = detail::symbol_along<K>(a);
    const val<std::int64_t, 0> count{&b, b.extent(n)};
    return detail::along<K>(a, b.derive(graph::move_kind::tile, n, 0, 0, times),
                            [&](auto i) { return remainder(i, count); });
  }
}
// Each element of an axis `times` times: 0 0 1 1 2 2.
template <class A, int K>
  requires(detail::is_val<A>)
constexpr auto repeat(const A& a, axis_t<K>, std::int64_t times) {
  constexpr bool fits = detail::has_axis<K, A::rank> && A::rank < max_rank;
  static_assert(fits, "repeat: the value has no such axis, or more than 7; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    if (times < 1) throw "repeat: an element is there at least once";
    graph::builder& b = *a.builder;
    const int n = detail::symbol_along<K>(a);
    return detail::along<K>(a, b.derive(graph::move_kind::tile, n, 0, 0, times),
                            [&](auto i) { return floor_divide(i, times); });
  }
}

}  // namespace sinter
