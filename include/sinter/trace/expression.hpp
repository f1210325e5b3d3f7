// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The two spellings meet here. `call<Op>` and `reduce<Red>` on vals append to a graph; on views they make an `expression`,
// which holds its data and, as a type, is the function that rebuilds the same graph.
// Invariant: an expression evaluates nothing; its leaves, in order, are the arguments of its region.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include <sinter/tensor/view.hpp>
#include <sinter/trace/val.hpp>

namespace sinter {

template <class Make, class... Args>
struct expression {
  std::tuple<Args...> args;
};

namespace detail {
template <class T>
inline constexpr bool is_expression = false;
template <class M, class... A>
inline constexpr bool is_expression<expression<M, A...>> = true;
}  // namespace detail

// What a formula is made of: a val inside a region, a view or an expression outside.
template <class T>
concept Traced = detail::is_val<std::remove_cvref_t<T>> || View<T> || detail::is_expression<std::remove_cvref_t<T>>;

// Operands of which at least one is traced; the others are C++ scalars.
template <class... T>
concept Operands = ((Traced<T> || Scalar<std::remove_cvref_t<T>>)&&...) && (Traced<T> || ...);

template <int Axis>
struct axis_t {};
// An axis by number; negative counts from the last. sum(x, axis<-1>).
template <int Axis>
inline constexpr axis_t<Axis> axis{};

// Asks a reduction to leave its axis out of the result instead of keeping it with the extent 1.
struct drop_t {};
inline constexpr drop_t drop{};

template <class Op>
concept PointwiseOp = requires {
  { Op::rule } -> std::convertible_to<typing>;
  { Op::arity } -> std::convertible_to<int>;
  Op::info();
};
template <class Red>
concept Reduction = requires {
  { Red::is_reduction } -> std::convertible_to<bool>;
  Red::info();
};

namespace detail {

template <class Op>
struct apply_op {
  template <class... A>
  static constexpr auto make(const A&... a) {
    return trace_call<Op>(a...);
  }
};

// Axes: all of them, or one by number.
inline constexpr int all_axes = 1 << 20;

template <class Red, int Axis, bool Keep>
struct apply_reduction {
  static constexpr bool reduces = true;
  template <class A>
  static constexpr auto make(const A& a) {
    static_assert(Axis == all_axes || (Axis < A::rank && Axis >= -A::rank),
                  "reduction: the tensor has no such axis; axes count from 0, or from -1 backwards");
    constexpr int right = Axis == all_axes ? 0 : Axis < 0 ? -Axis - 1 : A::rank - 1 - Axis;
    static_assert(right == 0 || A::rank == 0,
                  "reduction: only the last axis or all axes can be reduced so far; permute the view so that the axis is last");
    constexpr dtype result = Red::result(dtype_of<typename A::value_type>);
    constexpr std::uint8_t mask = Axis == all_axes ? static_cast<std::uint8_t>((1U << A::rank) - 1U) : 1U;
    using all_ops = join_lists<typename A::ops, listed<Red>>;
    int id = a.builder->reduce(&op_info_of<Red>, result, a.id, mask);
    constexpr int dropped = Axis == all_axes ? A::rank : Keep ? 0 : 1;
    if constexpr (Axis == all_axes) {
      // The value of a whole tensor has no axes at all: nothing is left to squeeze.
      a.builder->nodes[id].rank = 0;
    } else if constexpr (dropped != 0) {
      id = a.builder->squeeze(id, dropped);
    }
    return val<type_of<result>, A::rank - dropped, false, all_ops>{a.builder, id};
  }
};

template <class A>
constexpr const A& operand(const A& a) {
  return a;
}

template <class Make, class... A>
constexpr auto trace_or_bind(const A&... a) {
  if constexpr ((is_val<A> || ...)) {
    static_assert((!View<A> && ...) && (!is_expression<A> && ...),
                  "a region's lambda may not use a view from outside: pass it as an argument");
    return Make::make(a...);
  } else {
    return expression<Make, A...>{{a...}};
  }
}

}  // namespace detail

// Applies a pointwise op. Shapes broadcast; dtypes follow Op::rule. This is the one line behind every function of the library.
template <class Op, class... A>
constexpr auto call(const A&... a) {
  static_assert(PointwiseOp<Op>,
                "call<Op>: Op is not a pointwise op; derive it from sinter::unary, binary or ternary and give it an eval");
#if defined(__CUDACC__)
  static_assert(!detail::is_local_class<Op>(),
                "call<Op>: Op is a class inside a function, which no kernel can be named after; move it to a namespace");
#endif
  if constexpr (PointwiseOp<Op>) {
    static_assert(sizeof...(A) == Op::arity, "call<Op>: wrong number of operands for this op");
    return detail::trace_or_bind<detail::apply_op<Op>>(a...);
  }
}

// Reduces one axis (kept with the extent 1 unless `drop` is given).
template <class Red, int Axis, class A, class... Drop>
constexpr auto reduce(const A& a, axis_t<Axis>, Drop...) {
  static_assert(Reduction<Red>, "reduce<Red>: Red is not a reduction; derive it from sinter::reduction");
  return detail::trace_or_bind<detail::apply_reduction<Red, Axis, sizeof...(Drop) == 0>>(a);
}
// Reduces all axes to a scalar.
template <class Red, class A>
constexpr auto reduce(const A& a) {
  static_assert(Reduction<Red>, "reduce<Red>: Red is not a reduction; derive it from sinter::reduction");
  return detail::trace_or_bind<detail::apply_reduction<Red, detail::all_axes, false>>(a);
}

namespace detail {

// An expression's leaves, flattened: views and scalars, left to right.
template <class E>
struct leaves {
  static constexpr int count = 1;
  static constexpr int reduction_depth = 0;
  static constexpr auto collect(const E& e) { return std::tuple<E>(e); }
  template <int First, class Vals>
  static constexpr auto rebuild(const Vals& vals) {
    return std::get<First>(vals);
  }
};
template <class Make, class... Args>
struct leaves<expression<Make, Args...>> {
  static constexpr int count = (leaves<Args>::count + ... + 0);
  static constexpr int reduction_depth = [] {
    int depth = 0;
    ((depth = leaves<Args>::reduction_depth > depth ? leaves<Args>::reduction_depth : depth), ...);
    return depth + (requires { Make::reduces; } ? 1 : 0);
  }();
  static constexpr auto collect(const expression<Make, Args...>& e) {
    return std::apply([](const Args&... a) { return std::tuple_cat(leaves<Args>::collect(a)...); }, e.args);
  }
  template <int First, class Vals>
  static constexpr auto rebuild(const Vals& vals) {
    return rebuild_args<First>(vals, std::index_sequence_for<Args...>{});
  }

 private:
  template <int I>
  static constexpr int before() {
    constexpr int counts[] = {leaves<Args>::count...};
    int n = 0;
    for (int i = 0; i < I; ++i) n += counts[i];
    return n;
  }
  template <int First, class Vals, std::size_t... I>
  static constexpr auto rebuild_args(const Vals& vals, std::index_sequence<I...>) {
    return Make::make(leaves<Args>::template rebuild<First + before<I>()>(vals)...);
  }
};

// An expression's type as a region's function.
template <class E>
struct expression_function {
  template <class... Vals>
  constexpr auto operator()(Vals... vals) const {
    return leaves<E>::template rebuild<0>(std::tuple<Vals...>(vals...));
  }
};

}  // namespace detail
}  // namespace sinter
