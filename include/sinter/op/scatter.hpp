// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements written where indices say: scatter, scatter_along, and the same with adding. In: values inside a region. Out: a value,
// the target with those elements changed; the target itself is not. Invariant: nothing outside the target is written, and a
// result has the same bits in every run. The result is in memory; where that is the target's own, only what is hit is written.
#pragma once

#include <cstdint>
#include <limits>

#include <sinter/op/gather.hpp>
#include <sinter/op/iota.hpp>

namespace sinter {

// A promise that no two indices name one element, which saves finding out.
struct unique_t {};
inline constexpr unique_t unique{};

namespace detail {

// A value of dtype T and `Rank` axes that was full of node `initial`, with the extents of node `like`, after `value` was written
// to the elements of axis `Axis` that the index names. In its place, index and value have `Added` axes.
template <graph::scatter_mode Mode, class T, int Rank, int Axis, int Added, class Ops>
constexpr auto scattered(graph::builder& b, int like, int initial, int index, int value) {
  constexpr int from = Rank - 1 - Axis;
  constexpr unsigned own = ((1U << (Rank - 1 + Added)) - 1U) & ~(((1U << Added) - 1U) << from);
  const int symbol = b.nodes[like].ext.axis[from];
  const val<T, Rank> memory{&b, b.base(&op_info_of<ops::cast_t<T>>, dtype_of<T>, like, initial)};
  const int target = source_of_gather(memory, Axis, Added);
  return val<T, Rank, false, Ops>{
      &b, b.scatter(memory.id, target, index, value, symbol, static_cast<std::uint8_t>(own), Mode)};
}

// The index as i64, from 0 on: below 0 it counts from the end. What is outside stays so.
template <class I>
constexpr auto counted_from_start(const I& index, int symbol) {
  const val<std::int64_t, 0> n{index.builder, index.builder->extent(symbol)};
  const auto i = cast<std::int64_t>(index);
  return where(i < 0, i + n, i);
}
// Where several values go to one element, the last of them goes there, and the others nowhere. In: the index of each value, its
// number. Out: the index, outside for those others. The numbers of the last ones stand in memory of their own, one for each
// element of the axis (like: a node with its extents).
template <int Rank, int Axis, int Added, class I, class Number>
constexpr auto last_of_equals(const I& index, const Number& number, int like) {
  graph::builder& b = *index.builder;
  const int symbol = b.nodes[like].ext.axis[Rank - 1 - Axis];
  const auto at = counted_from_start(index, symbol);
  const int none = b.constant(dtype::i64, to_bits(std::int64_t{-1}));
  const auto last = scattered<graph::scatter_mode::max, std::int64_t, Rank, Axis, Added, type_list<>>(b, like, none,
                                                                                                      at.id, number.id);
  const auto mine = gathered<I::rank>(last, source_of_gather(last, Axis, Added), at, symbol, true);
  return where(mine == number, at, std::numeric_limits<std::int64_t>::min());
}

// The number of each element in row-major order, from coordinates, which may move.
template <int Axis, class I>
constexpr auto number_of(const I& index) {
  const auto at = iota(index, axis_t<Axis>{});
  if constexpr (Axis == 0)
    return at;
  else
    return number_of<Axis - 1>(index) * extent(index, axis_t<Axis>{}) + at;
}
// One axis of extent 1 for every axis of a target behind the indexed one.
template <int Times, class I>
constexpr int with_axes_behind(const I& index) {
  int at = index.id;
  for (int k = 0; k < Times && I::rank > 0; ++k) {
    graph::move one{};
    one.kind = graph::move_kind::unsqueeze;
    at = index.builder->view(at, one);
  }
  return at;
}

template <class A, class V>
constexpr bool is_value_for() {
  if constexpr (is_val<V>)
    return V::weak || dtype_of<typename V::value_type> == dtype_of<typename A::value_type>;
  else
    return Scalar<V>;
}
template <class... More>
inline constexpr bool are_promises = sizeof...(More) <= 1 && (std::is_same_v<More, unique_t> && ...);

// Along: index and value have the target's axes. Else the index's axes stand in the place of the indexed one.
template <graph::scatter_mode Mode, bool Along, bool Unique, int K, class A, class I, class V>
constexpr auto scatter_into(const A& target, const I& index, const V& value) {
  using T = typename A::value_type;
  using all_ops = join_lists<typename A::ops, typename I::ops, typename ops_of<V>::type>;
  graph::builder& b = *target.builder;
  constexpr int axis = axis_from_left<K, A>;
  constexpr int added = Along ? 1 : I::rank;
  constexpr bool settled = Unique || Mode != graph::scatter_mode::store || (!Along && I::rank == 0);
  const int v = lower<dtype_of<T>>(b, value);
  const auto write = [&](const auto& at) {
    const int placed = Along ? at.id : with_axes_behind<A::rank - 1 - axis>(at);
    return scattered<Mode, T, A::rank, axis, added, all_ops>(b, target.id, target.id, placed, v);
  };
  if constexpr (settled) {
    return write(index);
  } else if constexpr (Along) {
    return write(last_of_equals<A::rank, axis, 1>(index, iota(index, axis_t<axis>{}), target.id));
  } else {
    const int like = b.coordinate(symbol_along<K>(target), 0, 1);
    return write(last_of_equals<1, 0, I::rank>(index, number_of<I::rank - 1>(index), like));
  }
}

template <bool Along, int K, class A, class I, class V>
constexpr bool may_scatter() {
  constexpr bool has = has_axis<K, A::rank>;
  constexpr bool indexes = is_index<I>;
  constexpr bool matches = !Along || rank_of<A>() == rank_of<I>();
  constexpr bool fits = rank_of<A>() + (Along ? 1 : rank_of<I>()) <= max_rank;
  constexpr bool holds = rank_of<V>() <= rank_of<A>() - 1 + (Along ? 1 : rank_of<I>());
  constexpr bool typed = is_value_for<A, V>();
  static_assert(has, "scatter: the target has no such axis; axes count from 0, or from -1 backwards");
  static_assert(indexes, "scatter: the indices are a tensor of integers");
  static_assert(matches || !indexes, "scatter_along: the indices have as many axes as the target");
  static_assert(fits, "scatter: the values have at most 7 axes");
  static_assert(holds || !matches, "scatter: the values have more axes than what take would choose with these indices");
  static_assert(typed, "scatter: the values have another dtype than the target: cast them, as in cast<float>(...)");
  return has && indexes && matches && fits && holds && typed;
}
template <bool Along, bool Unique, int K, class A, class I, class V>
constexpr auto checked_scatter(const A& target, const I& index, const V& value) {
  if constexpr (may_scatter<Along, K, A, I, V>())
    return scatter_into<graph::scatter_mode::store, Along, Unique, K>(target, index, value);
  else
    return target;
}

}  // namespace detail

// The target with the elements of an axis that `index` names replaced: NumPy's x[:, index, :] = values. Shapes: target
// [.. n ..], index of any rank; values: what take(target, axis, index) would give, or broadcast to it. Indices below 0 count from
// the end; what is still outside is dropped. Where several name one element, the last one's value is there, unless `unique`
// promises that none do: then it is one of theirs. A call throws where the values do not fit.
template <class A, int K, class I, class V, class... Promise>
  requires(detail::is_val<A>)
constexpr auto scatter(const A& target, axis_t<K>, const I& index, const V& values, Promise...) {
  static_assert(detail::are_promises<Promise...>, "scatter: behind the values stands nothing but unique");
  return detail::checked_scatter<false, sizeof...(Promise) != 0, K>(target, index, values);
}
// For every element of `index` the element of the axis that it names, at the same place of the other axes, replaced (NumPy's
// put_along_axis, PyTorch's scatter with broadcasting). Shapes: index has the target's rank, its other axes broadcast.
template <class A, int K, class I, class V, class... Promise>
  requires(detail::is_val<A>)
constexpr auto scatter_along(const A& target, axis_t<K>, const I& index, const V& values, Promise...) {
  static_assert(detail::are_promises<Promise...>, "scatter_along: behind the values stands nothing but unique");
  return detail::checked_scatter<true, sizeof...(Promise) != 0, K>(target, index, values);
}

namespace detail {

// Floats are added in the order in which they stand. Sorted by the element that they go to, those of one are neighbours: each
// element has a first one and an end, which its sum goes through.
// In: keys, one a value, from 0 to the extent of `symbol`, which is nowhere. Out: the order, and both ends of each element's run.
struct sorted_keys {
  val<std::int64_t, 1> key, order, first, end;
  int symbol;
};
template <class Key>
constexpr sorted_keys sort_keys(const Key& key, int symbol) {
  using index = typename Key::value_type;  // i64
  graph::builder& b = *key.builder;
  const val<index, 1> order{&b, b.order(key.id, symbol)};
  const val<index, 0> count{&b, b.extent(symbol_along<0>(key))};
  const auto at = iota(order, axis_t<0>{});
  const auto sorted = [&](const auto& i) {
    const auto from = gathered<1>(order, source_of_gather(order, 0, 1), i, symbol_along<0>(key), false);
    return gathered<1>(key, source_of_gather(key, 0, 1), from, symbol_along<0>(key), false);
  };
  const auto here = sorted(at);
  const auto nowhere = std::numeric_limits<std::int64_t>::min();
  const auto starts = where(at == 0 || sorted(at - 1) != here, here, nowhere);
  const auto ends = where(at == count - 1 || sorted(minimum(at + 1, count - 1)) != here, here, nowhere);
  const int like = b.coordinate(symbol, 0, 1);
  const int none = b.constant(dtype::i64, 0);
  const auto write = [&](const auto& index, const auto& value) {
    return scattered<graph::scatter_mode::store, std::int64_t, 1, 0, 1, type_list<>>(b, like, none, index.id, value.id);
  };
  return {key, order, write(starts, at), write(ends, at + 1), symbol};
}

// A value as one run in memory.
template <class A>
constexpr auto stored(const A& a) {
  using T = typename A::value_type;
  return val<T, A::rank, false, typename A::ops>{a.builder,
                                                 a.builder->base(&op_info_of<ops::cast_t<T>>, dtype_of<T>, a.id, a.id)};
}
// The first `Axes` axes behind axis `Axis`, and itself, as one; of none a new one.
template <int Axis, int Axes, class A>
constexpr auto merged_axes(const A& a) {
  if constexpr (Axes == 0)
    return unsqueeze(a, axis_t<Axis>{});
  else if constexpr (Axes == 1)
    return a;
  else
    return merged_axes<Axis, Axes - 1>(flatten(a, axis_t<Axis>{}));
}
// A value with axes of extent 1 in front, `Rank` in all; a scalar in memory.
template <class T, int Rank, class V>
constexpr auto with_rank(graph::builder& b, const V& v) {
  if constexpr (rank_of<V>() == 0) {
    const int one = b.coordinate(0, 0, Rank);
    const int value = lower<dtype_of<T>>(b, v);
    return val<T, Rank, false, typename ops_of<V>::type>{&b,
                                                         b.base(&op_info_of<ops::cast_t<T>>, dtype_of<T>, one, value)};
  } else if constexpr (V::rank == Rank) {
    return v;
  } else {
    return with_rank<T, Rank>(b, unsqueeze(v, axis_t<0>{}));
  }
}
template <class To, class A>
constexpr auto as(const A& a) {
  if constexpr (std::is_same_v<To, typename A::value_type>)
    return a;
  else
    return cast<To>(a);
}

// An element's run is added in parts of so many values, its own first one and then the others' sums: one thread each. Parts are
// counted from where the run begins, so that a sum's bits depend on its values alone.
inline constexpr int part_bits = 8;
inline constexpr int part_values = 1 << part_bits;
constexpr val<std::int64_t, 1> number_of_parts(const sorted_keys& keys) {
  return iota(slice(keys.order, axis_t<0>{}, 0, to_end, part_values));
}

// The sums of all parts but each run's first. Those begin at least a part's length after each other: in every part's length of
// positions begins one at most, and it belongs to the run of the first of these positions. So there is one for every so many values.
// In: the values, their first axis counted by the keys; the number of each part; a node with the sums' extents but for axis From,
// from the right, which counts parts. Out: the sums in memory, 0 where no part begins.
template <class T, int Rank, int From, class Ops>
constexpr auto sums_of_parts(int source, const sorted_keys& keys, const val<std::int64_t, 1>& part, int like) {
  graph::builder& b = *keys.order.builder;
  const int positions = symbol_along<0>(keys.order);
  const int parts = symbol_along<0>(part);
  const auto of = [&](const auto& from, const val<std::int64_t, Rank>& i, int symbol, bool masked) {
    return gathered<Rank>(from, source_of_gather(from, 0, 1), i, symbol, masked);
  };
  const auto start = val<std::int64_t, Rank>{&b, b.coordinate(parts, From, Rank)} << part_bits;
  const auto run = of(keys.key, of(keys.order, start, positions, false), positions, false);
  const auto first = of(keys.first, run, keys.symbol, true);
  const auto end = of(keys.end, run, keys.symbol, true);
  const auto begins = first + ((start - first + (part_values - 1)) >> part_bits << part_bits);
  const auto ends = where(first < start, minimum(begins + part_values, end), 0);
  const val<T, Rank, false, Ops> sum{
      &b, b.sum_chosen(source, keys.order.id, begins.id, ends.id, b.recounted(like, From, parts))};
  return stored(as<compute_t<T>>(sum));
}
// In: the target, the values in memory, their first axis counted by the keys, where each element's run begins and ends, the number
// of each part, and their sums with that axis first.
template <class Ops, class A, class Index, class Parts>
constexpr auto add_sums(const A& target, int source, const sorted_keys& keys, const Index& first, const Index& end,
                        const Parts& parts, int source_of_parts) {
  using T = typename A::value_type;
  using C = compute_t<T>;
  graph::builder& b = *target.builder;
  const auto near = minimum(first + part_values, end);
  const val<T, A::rank, false, Ops> own{&b, b.sum_chosen(source, keys.order.id, first.id, near.id, target.id)};
  // Parts stand side by side.
  const auto in_order = stored(parts);
  const auto before = first >> part_bits;
  const auto from = before + 1;
  const auto to = before + ((end - first + (part_values - 1)) >> part_bits);
  const val<C, A::rank, false, Ops> others{&b, b.sum_chosen(source_of_parts, in_order.id, from.id, to.id, target.id)};
  const auto sum = as<C>(own);
  return where(first < end, as<T>(target + where(near < end, sum + others, sum)), target);
}

template <int Axis, class A, class I, class V>
constexpr auto add_rows(const A& target, const I& index, const V& value) {
  graph::builder& b = *target.builder;
  const int symbol = b.nodes[target.id].ext.axis[A::rank - 1 - Axis];
  const val<std::int64_t, 0> n{&b, b.extent(symbol)};
  const auto at = counted_from_start(index, symbol);
  const sorted_keys keys = sort_keys(merged_axes<0, I::rank>(stored(where(at >= 0 && at < n, at, n))), symbol);
  const auto all = with_rank<typename A::value_type, A::rank - 1 + I::rank>(b, value);
  const auto source = merged_axes<Axis, I::rank>(all);
  constexpr int behind = A::rank - 1 - Axis;
  using values_ops = typename ops_of<V>::type;
  using T = typename A::value_type;
  const auto part = number_of_parts(keys);
  const int from = source_of_gather(source, Axis, 1);
  const auto parts = sums_of_parts<T, A::rank, behind, values_ops>(from, keys, part, target.id);
  const auto ends = [&](const auto& of) { return val<std::int64_t, A::rank>{&b, with_axes_behind<behind>(of)}; };
  return add_sums<values_ops>(target, from, keys, ends(keys.first), ends(keys.end), part,
                              source_of_gather(parts, Axis, 1));
}

// The number in row-major order that an element of a target of A's extents has, whose index along axis At is `at`.
template <int Axis, int At, class A, class I>
constexpr auto number_in(const A& target, const I& at) {
  graph::builder& b = *target.builder;
  const auto here = [&] {
    if constexpr (Axis == At)
      return at;
    else
      return iota(target, axis_t<Axis>{});
  }();
  if constexpr (Axis == 0)
    return here;
  else
    return number_in<Axis - 1, At>(target, at) * val<std::int64_t, 0>{&b, b.extent(symbol_along<Axis>(target))} + here;
}
template <int Axis, class A, class I, class V>
constexpr auto add_along(const A& target, const I& index, const V& value) {
  using T = typename A::value_type;
  graph::builder& b = *target.builder;
  const val<std::int64_t, 0> n{&b, b.extent(symbol_along<Axis>(target))};
  const auto number = number_of<A::rank - 1>(target);
  const int symbol = b.nodes[merged_axes<0, A::rank>(number).id].ext.axis[0];
  const val<std::int64_t, 0> nowhere{&b, b.extent(symbol)};
  const auto at = counted_from_start(index, symbol_along<Axis>(target));
  const auto key = where(at >= 0 && at < n, number_in<A::rank - 1, Axis>(target, at), nowhere);
  const sorted_keys keys = sort_keys(merged_axes<0, A::rank>(stored(key)), symbol);
  const val<T, rank_of<V>(), false, typename ops_of<V>::type> v{&b, lower<dtype_of<T>>(b, value)};
  const auto source = merged_axes<0, A::rank>(stored(where(key < 0, v, v)));
  const auto ends = [&](const auto& of) {
    return gathered<A::rank>(of, source_of_gather(of, 0, 1), number, symbol, true);
  };
  using values_ops = typename ops_of<V>::type;
  const auto part = number_of_parts(keys);
  const auto parts = sums_of_parts<T, 1, 0, values_ops>(source.id, keys, part, part.id);
  return add_sums<values_ops>(target, source.id, keys, ends(keys.first), ends(keys.end), part, parts.id);
}

template <bool Along, int K, class A, class I, class V>
constexpr auto checked_add(const A& target, const I& index, const V& value) {
  using T = typename A::value_type;
  constexpr dtype_kind kind = kind_of(dtype_of<T>);
  static_assert(kind != dtype_kind::boolean,
                "scatter_add: bool has no sum: cast the target and the values to an integer");
  if constexpr (!may_scatter<Along, K, A, I, V>() || kind == dtype_kind::boolean) {
    return target;
  } else if constexpr (kind == dtype_kind::integer && sizeof(T) >= 4) {
    return scatter_into<graph::scatter_mode::add, Along, true, K>(target, index, value);
  } else if constexpr (kind == dtype_kind::integer) {
    using wide = std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>;
    const auto of = [](const auto& v) {
      if constexpr (is_val<std::remove_cvref_t<decltype(v)>>)
        return cast<wide>(v);
      else
        return v;
    };
    return cast<T>(checked_add<Along, K>(of(target), index, of(value)));
  } else {
    constexpr int axis = axis_from_left<K, A>;
    if constexpr (Along && A::rank > 1)
      return add_along<axis>(target, index, value);
    else
      return add_rows<axis>(target, index, value);
  }
}

}  // namespace detail

// The target with values added to the elements of an axis that `index` names: NumPy's add.at(x[:, index, :], values), PyTorch's
// index_add, and the backward pass of an embedding. Shapes and indices as in scatter. What goes to one element is added in f32 of
// narrow floats, then to the target, and rounded once: from left to right, of more than 256 values in parts of so many, the first
// part and then the sum of the others' sums. Integers wrap.
// Of floats the index is sorted first: work and memory grow with the number of indices.
template <class A, int K, class I, class V>
  requires(detail::is_val<A>)
constexpr auto scatter_add(const A& target, axis_t<K>, const I& index, const V& values) {
  return detail::checked_add<false, K>(target, index, values);
}
// The same for every element of `index`, at its place of the other axes (PyTorch's scatter_add, with broadcasting).
template <class A, int K, class I, class V>
  requires(detail::is_val<A>)
constexpr auto scatter_add_along(const A& target, axis_t<K>, const I& index, const V& values) {
  return detail::checked_add<true, K>(target, index, values);
}

// A value of a's extents and dtype, full of a scalar; `a` itself is not read.
template <class A, class V>
  requires(detail::is_val<A>)
constexpr auto full_like(const A& a, const V& value) {
  // One scalar twice is chosen from, so that the result has the extents of what chooses.
  using T = typename A::value_type;
  const val<T, 0> v{a.builder, detail::lower<dtype_of<T>>(*a.builder, value)};
  return where(iota(a) < 0, v, v);
}
template <class A>
  requires(detail::is_val<A>)
constexpr auto zeros_like(const A& a) { return full_like(a, 0); }

}  // namespace sinter
