// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The two spellings meet here. `call<Op>` and `reduce<Red>` on vals append to a graph; on views they make an `expression`,
// which holds its data and, as a type, is the function that rebuilds the same graph.
// Invariant: an expression evaluates nothing; its leaves, in order, are the arguments of its region.
#pragma once

#include <type_traits>
#include <utility>

#include <sinter/core/pack.hpp>
#include <sinter/tensor/view.hpp>
#include <sinter/trace/val.hpp>

namespace sinter {

template <class Make, class... Args>
struct expression {
  pack<Args...> args;
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

// Several axes, in any order. sum(x, axes<0, 2>).
template <int... Axes>
struct axes_t {};
template <int... Axes>
inline constexpr axes_t<Axes...> axes{};

// Asks a reduction to leave its axes out of the result instead of keeping them with the extent 1.
struct drop_t {};
inline constexpr drop_t drop{};

// Values that a reduction takes together: reduce<my_t>(zip(x, w), axis<-1>) calls my_t::lift<T>(x, w). They broadcast.
template <class... A>
struct zipped {
  pack<A...> values;
};
template <class... A>
  requires(Traced<A>&&...)
constexpr zipped<A...> zip(const A&... a) { return {{a...}}; }

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

// What a formula goes on with after an error has been said: one mistake, one sentence.
template <class A, class... More>
constexpr auto first_val(const A& a, const More&... more) {
  if constexpr (is_val<A> || sizeof...(More) == 0)
    return a;
  else
    return first_val(more...);
}
struct keep_first {
  template <class... A>
  static constexpr auto make(const A&... a) {
    return first_val(a...);
  }
};

template <class T>
concept Number = std::is_convertible_v<T, float> || is_complex<T>;
template <class Op, class... T>
concept EvalTakes = requires(T... x) {
  { Op::eval(x...) } -> Number;
};
// Whether Op::eval takes what its operands arrive as. In: the operands' types.
template <class Op, class A, class... More>
constexpr bool can_evaluate() {
  constexpr operand_type types[] = {operand_of<A>(), operand_of<More>()...};
  constexpr operand_type common = common_type(types, Op::rule == typing::select ? 1 : 0, 1 + sizeof...(More));
  using T = compute_t<type_of<operand_dtype(Op::rule, common.type)>>;
  if constexpr (Op::rule == typing::fixed) {
    return EvalTakes<Op, compute_t<type_of<operand_of<A>().type>>, compute_t<type_of<operand_of<More>().type>>...>;
  } else {
    return EvalTakes<Op, std::conditional_t<Op::rule == typing::select, bool, T>, std::conditional_t<true, T, More>...>;
  }
}

template <class Op, class... A>
constexpr bool has_common_type() {
  constexpr operand_type types[] = {operand_of<A>()...};
  return Op::rule == typing::fixed || Op::rule == typing::logical ||
         common_type(types, Op::rule == typing::select ? 1 : 0, sizeof...(A)).type != dtype::none;
}
// Bits are those of integers.
template <class Op, class... A>
constexpr bool refuses_floats() {
  if constexpr (Op::rule == typing::integral || Op::rule == typing::bitwise) {
    constexpr operand_type types[] = {operand_of<A>()...};
    return kind_of(common_type(types, 0, sizeof...(A)).type) == dtype_kind::floating;
  } else {
    return false;
  }
}

// Whether one of the library's ops or reductions has a meaning for complex operands: op/complex.hpp, which defines this. A
// user's op is asked by its eval.
template <class Op>
constexpr bool takes_complex();
template <class Op, class... A>
constexpr bool refuses_complex() {
  if constexpr ((... || (kind_of(operand_of<A>().type) == dtype_kind::complex))) {
    constexpr bool complex[] = {kind_of(operand_of<A>().type) == dtype_kind::complex...};
    return (Op::rule == typing::select && complex[0]) || !takes_complex<Op>();
  } else {
    return false;
  }
}

template <class Op>
struct apply_op {
  template <class... A>
  static constexpr auto make(const A&... a) {
    constexpr bool promote = has_common_type<Op, A...>();
    static_assert(promote,
                  "u64 and a signed integer have no common dtype: cast one of them, as in cast<std::int64_t>(x)");
    constexpr bool integral = !refuses_floats<Op, A...>();
    constexpr bool real = !refuses_complex<Op, A...>();
    static_assert(real,
                  "a complex value has no order, no bits and is no real number: this op takes one of real(z), imag(z), "
                  "abs(z), arg(z)");
    constexpr bool takes = promote && integral && real;
    static_assert(integral,
                  "bitwise ops and shifts take integers and bool; cast the operand, as in cast<std::int32_t>(x)");
    constexpr bool evaluates = !takes || can_evaluate<Op, A...>();
    static_assert(
        evaluates,
        "call<Op>: Op::eval cannot be called with its operands' compute types (bool, integers, float, double; bf16 "
        "arrives as float); write template <class T> SINTER_FN static T eval(T x), public, with one T an operand");
    if constexpr (takes && evaluates)
      return trace_call<Op>(a...);
    else
      return first_val(a...);
  }
};

template <class Red, class T, class... More>
concept ReductionOf = requires(T x, typename Red::template accumulator<T> a, std::int64_t count, dtype operand,
                               More... more) {
  a = Red::template identity<T>();
  a = Red::template lift<T>(x, more...);
  a = Red::template combine<T>(a, a);
  { Red::template finish<T>(a, count) } -> Number;
  { Red::result(operand) } -> std::same_as<dtype>;
};
inline constexpr int max_accumulator_bytes = 256;
template <class Red, class T>
constexpr bool has_exchangeable_accumulator() {
  using A = typename Red::template accumulator<T>;
  return std::is_trivially_copyable_v<A> && sizeof(A) % 4 == 0 && sizeof(A) <= max_accumulator_bytes &&
         alignof(A) <= 16;
}

// What a reduction is asked besides its operands.
template <int... Axes>
struct reduced_axes {
  static constexpr bool whole = false;
  // Bit k for axis k from the right; 0 where an axis does not exist or is named twice.
  static constexpr unsigned mask(int rank) {
    constexpr int named[] = {Axes...};
    unsigned m = 0;
    for (const int a : named) {
      const int right = a < 0 ? -a - 1 : rank - 1 - a;
      if (right < 0 || right >= rank || (m >> right & 1U) != 0) return 0;
      m |= 1U << right;
    }
    return m;
  }
};
struct all_axes {
  static constexpr bool whole = true;
  static constexpr unsigned mask(int) { return graph::every_axis; }
};

template <class Red, class Axes, bool Keep>
struct apply_reduction {
  static constexpr bool reduces = true;
  template <class A, class... More>
  static constexpr auto make(const A& a, const More&... more) {
    using T = compute_t<typename A::value_type>;
    constexpr bool ordered = !is_complex<T> || takes_complex<Red>();
    static_assert(ordered,
                  "complex values have no order: reduce one of real(z), imag(z), abs(z), arg(z); sum and mean take z");
    if constexpr (!ordered) {
      return a;
    } else {
      return checked<T>(a, more...);
    }
  }

 private:
  template <class T, class A, class... More>
  static constexpr auto checked(const A& a, const More&... more) {
    constexpr bool whole_monoid = ReductionOf<Red, T, compute_t<typename More::value_type>...>;
    static_assert(
        whole_monoid,
        "reduce<Red>: Red lacks a member or has one that cannot be called: it has accumulator<T>, identity<T>(), "
        "lift<T>(x), combine<T>(a, b), finish<T>(a, count) and result(dtype), all static; lift takes as many values as "
        "are zipped");
    if constexpr (whole_monoid) {
      static_assert(
          has_exchangeable_accumulator<Red, T>(),
          "reduce<Red>: an accumulator is trivially copyable and has at most 256 bytes, a multiple of 4, as threads "
          "exchange it in words of 4");
      return append<T>(a, more...);
    } else {
      return a;
    }
  }

  template <class T, class A, class... More>
  static constexpr auto append(const A& a, const More&... more) {
    constexpr int rank = max_rank_of<A, More...>();
    constexpr unsigned named = Axes::mask(rank);
    static_assert(
        named != 0,
        "reduction: the tensor has no such axis, or it is named twice; axes count from 0, or from -1 backwards");
    // All axes of several are a whole tensor, whose reduction many blocks share.
    constexpr bool whole = Axes::whole || (rank > 1 && named == (1U << rank) - 1U);
    constexpr std::uint8_t mask = whole ? graph::every_axis : static_cast<std::uint8_t>(named);
    constexpr bool drops = Axes::whole || !Keep;
    constexpr int kept = !drops || named == 0 ? rank : whole ? 0 : rank - __builtin_popcount(named);
    constexpr dtype result = Red::result(dtype_of<typename A::value_type>);
    using all_ops = join_lists<typename A::ops, typename More::ops..., listed<Red>>;
    const int args[] = {a.id, more.id...};
    int id = a.builder->reduce(&op_info_of<Red>, result, args, 1 + sizeof...(More), mask, whole ? kept : rank,
                               sizeof(typename Red::template accumulator<T>));
    if constexpr (kept != rank && !whole) id = a.builder->squeeze(id, mask);
    return val<type_of<result>, kept, false, all_ops>{a.builder, id};
  }
};

template <class Red, class Axes, bool Keep>
using reduction_or_operand = std::conditional_t<Reduction<Red>, apply_reduction<Red, Axes, Keep>, keep_first>;

template <class Make, class... A>
constexpr auto trace_or_bind(const A&... a) {
  if constexpr ((is_val<A> || ...)) {
    static_assert((!View<A> && ...) && (!is_expression<A> && ...),
                  "a region's lambda may not use a view from outside: pass it as an argument");
    if constexpr ((!View<A> && ...) && (!is_expression<A> && ...))
      return Make::make(a...);
    else
      return first_val(a...);
  } else {
    return expression<Make, A...>{{a...}};
  }
}

}  // namespace detail

// Applies a pointwise op. Shapes broadcast; dtypes follow Op::rule. This is the one line behind every function of the library.
template <class Op, class... A>
constexpr auto call(const A&... a) {
  static_assert(
      PointwiseOp<Op>,
      "call<Op>: Op is not a pointwise op; derive it from sinter::unary, binary or ternary and give it an eval");
#if defined(__CUDACC__)
  constexpr bool local = detail::is_local_class<Op>();
#else
  constexpr bool local = false;
#endif
  static_assert(
      !local, "call<Op>: Op is a class inside a function, which no kernel can be named after; move it to a namespace");
  if constexpr (!PointwiseOp<Op> || local) {
    return detail::trace_or_bind<detail::keep_first>(a...);
  } else {
    static_assert(sizeof...(A) == Op::arity, "call<Op>: wrong number of operands for this op");
    using make = std::conditional_t<sizeof...(A) == Op::arity, detail::apply_op<Op>, detail::keep_first>;
    return detail::trace_or_bind<make>(a...);
  }
}

namespace detail {
template <class T>
inline constexpr bool is_drop = std::is_same_v<T, drop_t>;
template <class A>
constexpr pack<A> operands_of(const A& a) {
  return {a};
}
template <class... A>
constexpr pack<A...> operands_of(const zipped<A...>& z) {
  return z.values;
}
template <class Red, class Axes, class... Drop, class... A>
constexpr auto reduce_axes(pack<A...> operands) {
  static_assert(Reduction<Red>, "reduce<Red>: Red is not a reduction; derive it from sinter::reduction");
  static_assert(sizeof...(Drop) <= 1 && (is_drop<Drop> && ...),
                "reduce: takes axis<k> or axes<j, k> and, to leave them out of the result, drop");
  using make = reduction_or_operand<Red, Axes, sizeof...(Drop) == 0>;
  return operands.apply([](const A&... a) { return trace_or_bind<make>(a...); });
}
}  // namespace detail

// Reduces one axis, or several (kept with the extent 1 unless `drop` is given), or all of them to a scalar. a: a value, or a
// zip of several.
template <class Red, int Axis, class A, class... Drop>
constexpr auto reduce(const A& a, axis_t<Axis>, Drop...) {
  return detail::reduce_axes<Red, detail::reduced_axes<Axis>, Drop...>(detail::operands_of(a));
}
template <class Red, int... Axes, class A, class... Drop>
constexpr auto reduce(const A& a, axes_t<Axes...>, Drop...) {
  static_assert(sizeof...(Axes) != 0, "reduce: axes<> names no axis; without it all axes are reduced");
  return detail::reduce_axes<Red, detail::reduced_axes<Axes...>, Drop...>(detail::operands_of(a));
}
template <class Red, class A, class Axis, class... More>
  requires std::is_integral_v<Axis>
constexpr auto reduce(const A& a, Axis, More...) {
  static_assert(!std::is_integral_v<Axis>, "reduce: an axis is a constant, written axis<-1>, as in sum(x, axis<-1>)");
  return detail::trace_or_bind<detail::keep_first>(a);
}
template <class Red, class A>
constexpr auto reduce(const A& a) {
  return detail::reduce_axes<Red, detail::all_axes>(detail::operands_of(a));
}

namespace detail {

// An expression's leaves, flattened: views and scalars, left to right.
template <class E>
struct leaves {
  static constexpr int count = 1;
  static constexpr int reduction_depth = 0;
  static constexpr auto collect(const E& e) { return pack<E>(e); }
  template <int First, class Vals>
  static constexpr auto rebuild(const Vals& vals) {
    return item<First>(vals);
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
    return e.args.apply([](const Args&... a) { return (pack<>{} + ... + leaves<Args>::collect(a)); });
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
    return leaves<E>::template rebuild<0>(pack<Vals...>(vals...));
  }
};

}  // namespace detail
}  // namespace sinter
