// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Movement without arithmetic: the same elements under other indices. In: a value inside a region, or a view of memory outside.
// Out: a view of it; nothing is copied. Invariant: no kernel of its own. Of an input it is a pointer and strides; maps move
// behind it (pass/sink_views.hpp); only what a reduction or a branch has computed goes to memory first.
// Numbers that are wrong for every shape fail to compile inside a region; select, unfold and unflatten check extents when
// called. Outside all of them throw.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/config.hpp>
#include <sinter/core/error.hpp>
#include <sinter/graph/move.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/iota.hpp>
#include <sinter/trace/expression.hpp>

namespace sinter {

namespace detail {

template <class A>
concept Movable = is_val<A> || is_view<A>;

SINTER_COLD inline void check_move(const graph::move& m, std::int64_t n) {
  if (graph::is_possible(m, n)) return;
  fail("%s: %ld does not fit axis %d of extent %ld", graph::name_of(m.kind),
       m.kind == graph::move_kind::select ? m.begin : m.end, m.rank - 1 - m.axis, n);
}
template <int Rank, class T, int R>
view<T, Rank> move_view(const view<T, R>& v, graph::move m) {
  m.rank = R;
  graph::strided_memory at{};
  for (int k = 0; k < max_rank; ++k) {
    at.extent[k] = k < R ? v.extent(R - 1 - k) : 1;
    at.stride[k] = k < R ? v.stride(R - 1 - k) : 0;
  }
  const std::int64_t n = at.extent[m.axis];
  check_move(m, n);
  graph::apply_move(m, n, at.extent[m.other], at);
  if (at.apart) fail("flatten: axes %d and %d of the view are not one run in memory", R - 2 - m.axis, R - 1 - m.axis);
  std::int64_t extent[Rank == 0 ? 1 : Rank] = {};
  std::int64_t stride[Rank == 0 ? 1 : Rank] = {};
  std::int64_t size = 1;
  for (int a = 0; a < Rank; ++a) {
    extent[a] = at.extent[Rank - 1 - a];
    stride[a] = at.stride[Rank - 1 - a];
    size *= extent[a];
  }
  // Without elements there is nothing to point to.
  return {size == 0 ? v.data() : v.data() + at.offset, extent, stride, v.space()};
}

// A number that no shape allows.
template <class A>
constexpr void require(bool holds, const char* what) {
  if (holds) return;
  if constexpr (is_view<A>)
    fail("%s", what);
  else
    throw what;
}

template <int Rank, class A>
constexpr auto moved(const A& a, const graph::move& m) {
  if constexpr (is_val<A>)
    return val<typename A::value_type, Rank, false, typename A::ops>{a.builder, a.builder->view(a.id, m)};
  else
    return move_view<Rank>(a, m);
}

// Axis K of a value of Rank axes, counted from the right.
template <int K, int Rank>
constexpr std::int8_t from_right() {
  return static_cast<std::int8_t>(K < 0 ? -K - 1 : Rank - 1 - K);
}
template <int K, int Rank>
inline constexpr bool has_axis = K < Rank&& K >= -Rank;

template <int K, class A>
constexpr graph::move move_along(graph::move_kind kind, std::int64_t begin, std::int64_t end, std::int64_t step) {
  graph::move m{};
  m.kind = kind;
  m.axis = from_right<K, A::rank>();
  m.begin = begin;
  m.end = end;
  m.step = step;
  return m;
}

}  // namespace detail

// The axes in another order: axis k of the result is axis order[k] of a. All axes, each once.
template <class A>
  requires(detail::is_val<A>)
constexpr auto permute(const A& a, const int (&order)[A::rank == 0 ? 1 : A::rank]) {
  graph::move m{};
  bool seen[max_rank] = {};
  for (int k = 0; k < A::rank; ++k) {
    const int from = order[k] < 0 ? order[k] + A::rank : order[k];
    if (from < 0 || from >= A::rank || seen[from]) throw "permute: the order names each axis of the value once";
    seen[from] = true;
    m.order[A::rank - 1 - k] = static_cast<std::int8_t>(A::rank - 1 - from);
  }
  return detail::moved<A::rank>(a, m);
}
// The last two axes swapped; two given ones.
template <class A>
  requires detail::Movable<A>
constexpr auto transpose(const A& a) {
  static_assert(A::rank >= 2, "transpose: the value has fewer than two axes");
  if constexpr (A::rank < 2)
    return a;
  else
    return transpose(a, axis_t<-1>{}, axis_t<-2>{});
}
template <class A, int K, int L>
  requires detail::Movable<A>
constexpr auto transpose(const A& a, axis_t<K>, axis_t<L>) {
  constexpr bool fits = detail::has_axis<K, A::rank> && detail::has_axis<L, A::rank>;
  static_assert(fits, "transpose: the value has no such axis; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    graph::move m{};
    for (int k = 0; k < A::rank; ++k) m.order[k] = static_cast<std::int8_t>(k);
    constexpr std::int8_t one = detail::from_right<K, A::rank>();
    constexpr std::int8_t other = detail::from_right<L, A::rank>();
    m.order[one] = other;
    m.order[other] = one;
    return detail::moved<A::rank>(a, m);
  }
}

// Elements [begin, end) of an axis, every step-th: negative numbers count from the end, to_end is an open end, and what lies
// outside is cut off, as in Python. A negative step walks backwards.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto slice(const A& a, axis_t<K>, std::int64_t begin, std::int64_t end = to_end, std::int64_t step = 1) {
  static_assert(detail::has_axis<K, A::rank>,
                "slice: the value has no such axis; axes count from 0, or from -1 backwards");
  if constexpr (!detail::has_axis<K, A::rank>) {
    return a;
  } else {
    detail::require<A>(step != 0, "slice: the step is 0");
    return detail::moved<A::rank>(a, detail::move_along<K, A>(graph::move_kind::slice, begin, end, step));
  }
}
// An axis backwards.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto flip(const A& a, axis_t<K>) {
  static_assert(detail::has_axis<K, A::rank>,
                "flip: the value has no such axis; axes count from 0, or from -1 backwards");
  if constexpr (!detail::has_axis<K, A::rank>)
    return a;
  else
    return detail::moved<A::rank>(a, detail::move_along<K, A>(graph::move_kind::flip, 0, 0, -1));
}
// One index of an axis, which vanishes; negative ones count from the end. A call throws where the axis is too short.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto select(const A& a, axis_t<K>, std::int64_t index) {
  static_assert(detail::has_axis<K, A::rank>,
                "select: the value has no such axis; axes count from 0, or from -1 backwards");
  if constexpr (!detail::has_axis<K, A::rank>)
    return a;
  else
    return detail::moved<A::rank - 1>(a, detail::move_along<K, A>(graph::move_kind::select, index, 0, 1));
}
// An axis of extent 1 at place K of the result.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto unsqueeze(const A& a, axis_t<K>) {
  constexpr bool fits = A::rank < max_rank && detail::has_axis<K, A::rank + 1>;
  static_assert(fits, "unsqueeze: the result has no such axis; it has one more than the value, and at most 8");
  if constexpr (!fits) {
    return a;
  } else {
    graph::move m{};
    m.kind = graph::move_kind::unsqueeze;
    m.axis = detail::from_right<K, A::rank + 1>();
    return detail::moved<A::rank + 1>(a, m);
  }
}
// Without axis K, which has the extent 1 whatever the call: of a reduction that kept it, or of unsqueeze. Inside a region.
template <class A, int K>
  requires(detail::is_val<A>)
constexpr auto squeeze(const A& a, axis_t<K>) {
  static_assert(detail::has_axis<K, A::rank>,
                "squeeze: the value has no such axis; axes count from 0, or from -1 backwards");
  if constexpr (!detail::has_axis<K, A::rank>) {
    return a;
  } else {
    if (a.builder->nodes[a.id].ext.axis[detail::from_right<K, A::rank>()] != 0)
      throw "squeeze: only the call will tell the axis' extent; select(x, axis, 0) takes the first of any number";
    using result = val<typename A::value_type, A::rank - 1, false, typename A::ops>;
    constexpr int right = detail::from_right<K, A::rank>();
    if (right == 0 || a.builder->nodes[a.id].kind == graph::node_kind::reduce)
      return result{a.builder, a.builder->squeeze(a.id, std::uint64_t{1} << right)};
    else
      return result{a.builder, select(a, axis_t<K>{}, 0).id};
  }
}
// Elements (i, i + offset) of two axes, which become one, the last. By default the last two.
template <class A, int K = -2, int L = -1>
  requires detail::Movable<A>
constexpr auto diagonal(const A& a, std::int64_t offset = 0, axis_t<K> = {}, axis_t<L> = {}) {
  constexpr bool fits = detail::has_axis<K, A::rank> && detail::has_axis<L, A::rank> &&
                        detail::from_right<K, A::rank>() != detail::from_right<L, A::rank>();
  static_assert(fits, "diagonal: takes two different axes of the value; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    graph::move m = detail::move_along<K, A>(graph::move_kind::diagonal, offset, 0, 1);
    m.other = detail::from_right<L, A::rank>();
    return detail::moved<A::rank - 1>(a, m);
  }
}
// Windows of `size` neighbours along an axis, `step` apart; a window's elements are the last axis of the result, which has one
// more. A call throws where the axis is shorter than a window.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto unfold(const A& a, axis_t<K>, std::int64_t size, std::int64_t step = 1) {
  constexpr bool fits = A::rank < max_rank && detail::has_axis<K, A::rank>;
  static_assert(fits, "unfold: the value has no such axis, or the result would have more than 8");
  if constexpr (!fits) {
    return a;
  } else {
    detail::require<A>(size >= 1 && step >= 1, "unfold: a window has at least one element, and the step is at least 1");
    return detail::moved<A::rank + 1>(a, detail::move_along<K, A>(graph::move_kind::unfold, 0, size, step));
  }
}
// An axis as two, the inner one of `inner` elements. A call throws where the extent is no multiple of it.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto unflatten(const A& a, axis_t<K>, std::int64_t inner) {
  constexpr bool fits = A::rank < max_rank && detail::has_axis<K, A::rank>;
  static_assert(fits, "unflatten: the value has no such axis, or the result would have more than 8");
  if constexpr (!fits) {
    return a;
  } else {
    detail::require<A>(inner >= 1, "unflatten: the inner axis has at least one element");
    return detail::moved<A::rank + 1>(a, detail::move_along<K, A>(graph::move_kind::unflatten, 0, inner, 1));
  }
}

// Axes K and K + 1 as one. Of a value that is in memory it is a view, so those axes must be one run there: contiguous, or one value.
// A call throws where they are not. flatten(a): all axes as one.
template <class A, int K>
  requires detail::Movable<A>
constexpr auto flatten(const A& a, axis_t<K>) {
  constexpr bool fits = detail::has_axis<K, A::rank> && detail::from_right<K, A::rank>() > 0;
  static_assert(fits, "flatten: takes an axis and the one behind it; axes count from 0, or from -1 backwards");
  if constexpr (!fits) {
    return a;
  } else {
    graph::move m = detail::move_along<K, A>(graph::move_kind::flatten, 0, 0, 1);
    m.other = m.axis;
    m.axis = static_cast<std::int8_t>(m.other - 1);
    return detail::moved<A::rank - 1>(a, m);
  }
}
template <class A>
  requires detail::Movable<A>
constexpr auto flatten(const A& a) {
  static_assert(A::rank >= 1, "flatten: a value without axes has none to merge; unsqueeze gives it one");
  if constexpr (A::rank <= 1)
    return a;
  else
    return flatten(flatten(a, axis_t<-2>{}));
}

namespace detail {
// A literal beside elements of A: bool stays bool.
template <class A, class V>
constexpr auto fill_of(const V& value) {
  if constexpr (std::is_same_v<typename A::value_type, bool> && std::is_same_v<V, int>)
    return value != 0;
  else
    return value;
}
// Low: the elements on and below a diagonal; else on and above.
template <bool Low, class A>
constexpr auto triangle(const A& a, std::int64_t offset) {
  if constexpr (A::rank < 2) {
    return a;
  } else {
    const auto column = iota(a, axis_t<-1>{});
    const auto edge = iota(a, axis_t<-2>{}) + offset;
    if constexpr (Low)
      return where(column <= edge, a, fill_of<A>(0));
    else
      return where(column >= edge, a, fill_of<A>(0));
  }
}
}  // namespace detail

// The elements on and below diagonal `offset` of the last two axes, the others 0; triu: on and above. Inside a region.
template <class A>
  requires(detail::is_val<A>)
constexpr auto tril(const A& a, std::int64_t offset = 0) {
  static_assert(A::rank >= 2, "tril: the value has fewer than two axes");
  return detail::triangle<true>(a, offset);
}
template <class A>
  requires(detail::is_val<A>)
constexpr auto triu(const A& a, std::int64_t offset = 0) {
  static_assert(A::rank >= 2, "triu: the value has fewer than two axes");
  return detail::triangle<false>(a, offset);
}

}  // namespace sinter
