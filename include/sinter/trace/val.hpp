// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `val`: a handle on a node of the graph under construction; what a region's lambda computes with. `call` and `reduce` are
// the two ways to make one. In: vals and literals. Out: a val whose type carries dtype, rank and the user's op types.
// Invariant: no tree in the type; only ops outside the library's own namespace are listed in it.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <sinter/core/dtype.hpp>
#include <sinter/core/type_list.hpp>
#include <sinter/graph/builder.hpp>
#include <sinter/trace/typing.hpp>

namespace sinter {

template <class T, int Rank, bool Weak = false, class Ops = type_list<>>
struct val {
  using value_type = T;
  using ops = Ops;
  static constexpr int rank = Rank;
  static constexpr bool weak = Weak;
  graph::builder* builder;
  int id;

  // A value that is being traced is neither true nor false.
  template <class B>
    requires std::is_same_v<B, bool>
  constexpr explicit operator B() const {
    static_assert(
        !std::is_same_v<B, bool>,
        "a region's value can't decide an if or ?: while it is traced: use where for elements, cond for one computed "
        "bool, specialize for a bool known before the call");
    return false;
  }
};

namespace ops {
template <class To>
struct cast_t;
struct make_complex_t;
// Found by argument-dependent lookup for the library's own ops only: they are in the registry and need no list.
template <class Op>
std::true_type is_own_op(const Op*);
}  // namespace ops

namespace detail {

std::false_type is_own_op(...);

// A class inside a function has no name that a kernel could be called by; nvcc would say so in two hundred lines.
constexpr bool names_a_local_class(const char* signature) {
  char before = 0;
  for (; *signature != 0; ++signature) {
    // "(anonymous namespace)::op" ends alike and is no function.
    if (signature[0] == ')' && signature[1] == ':' && signature[2] == ':' && before != 'e') return true;
    before = *signature;
  }
  return false;
}
template <class Op>
constexpr bool is_local_class() {
  return names_a_local_class(__PRETTY_FUNCTION__);
}

template <class T>
inline constexpr bool is_val = false;
template <class T, int R, bool W, class O>
inline constexpr bool is_val<val<T, R, W, O>> = true;

template <class A>
constexpr operand_type operand_of() {
  if constexpr (is_val<A>) {
    return {dtype_of<typename A::value_type>, A::weak};
  } else {
    return {scalar_dtype<A>, true};
  }
}

template <class A>
struct ops_of {
  using type = type_list<>;
};
template <class T, int R, bool W, class O>
struct ops_of<val<T, R, W, O>> {
  using type = O;
};

template <class Op>
using listed =
    std::conditional_t<decltype(is_own_op(static_cast<const Op*>(nullptr)))::value, type_list<>, type_list<Op>>;

template <class A>
constexpr int rank_of() {
  if constexpr (is_val<A>) {
    return A::rank;
  } else {
    return 0;
  }
}

template <class... A>
constexpr int max_rank_of() {
  int r = 0;
  ((r = rank_of<A>() > r ? rank_of<A>() : r), ...);
  return r;
}

template <class... A>
constexpr graph::builder* builder_of(const A&... a) {
  graph::builder* b = nullptr;
  const auto look = [&b](const auto& x) {
    if constexpr (is_val<std::remove_cvref_t<decltype(x)>>) {
      if (b == nullptr) b = x.builder;
    }
  };
  (look(a), ...);
  return b;
}

// The bits of a value in a compute type, and back.
template <class T>
constexpr std::uint64_t to_bits(T v) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<std::uint32_t>(v);
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<std::uint64_t>(v);
  } else {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(v));
  }
}
template <class T>
constexpr T from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(bits);
  } else {
    return static_cast<T>(bits);
  }
}

template <class Op>
inline constexpr graph::op_info op_info_of = Op::info();

// A complex value from two nodes that hold its parts: constants and scalars have 64 bits.
template <dtype D, class Make = ops::make_complex_t>
constexpr int join_parts(graph::builder& b, int re, int im) {
  const int parts[] = {re, im};
  return b.apply(&op_info_of<Make>, D, parts, 2, true);
}

// An operand as a node of dtype D: a literal becomes a constant, another compute type an implicit cast. Beside complex
// values a real literal is a real constant, which is cast where it is used.
template <dtype D, class A>
constexpr int lower(graph::builder& b, const A& a) {
  if constexpr (is_val<A>) {
    if constexpr (compute_of(dtype_of<typename A::value_type>) == compute_of(D)) {
      return a.id;
    } else {
      return b.apply(&op_info_of<ops::cast_t<type_of<D>>>, D, &a.id, 1, true);
    }
  } else if constexpr (kind_of(D) == dtype_kind::complex) {
    constexpr dtype part = real_of(D);
    if constexpr (ComplexNumber<A>) {
      return join_parts<D>(b, lower<part>(b, a.real()), lower<part>(b, a.imag()));
    } else {
      const int real = lower<part>(b, a);
      return b.apply(&op_info_of<ops::cast_t<type_of<D>>>, D, &real, 1, true);
    }
  } else if constexpr (ComplexNumber<A>) {
    return -1;  // no condition, which is all that asks for it
  } else {
    return b.constant(D, to_bits(static_cast<compute_t<type_of<D>>>(a)));
  }
}

// Of complex operands some ops have a real result, of real ones others a complex one.
template <class Op>
constexpr dtype result_dtype(dtype operand) {
  if (Op::rule == typing::predicate) return dtype::boolean;
  if (requires { Op::real_valued; }) return real_of(operand);
  if (requires { Op::complex_valued; }) return complex_of(operand);
  return operand;
}

template <class Op, class... A>
constexpr auto trace_call(const A&... a) {
  constexpr int n = sizeof...(A);
  constexpr operand_type types[] = {operand_of<A>()...};
  constexpr operand_type common = common_type(types, Op::rule == typing::select ? 1 : 0, n);
  constexpr dtype operand = operand_dtype(Op::rule, common.type);
  graph::builder& b = *builder_of(a...);
  int index = 0;
  const auto lower_next = [&](const auto& x) {
    const int i = index++;
    if constexpr (Op::rule == typing::fixed) {
      return lower<operand_of<std::remove_cvref_t<decltype(x)>>().type>(b, x);
    } else if constexpr (Op::rule == typing::select) {
      return i == 0 ? lower<dtype::boolean>(b, x) : lower<operand>(b, x);
    } else {
      return lower<operand>(b, x);
    }
  };
  const int ids[] = {lower_next(a)...};
  constexpr dtype result = [] {
    if constexpr (Op::rule == typing::fixed)
      return Op::result;
    else
      return result_dtype<Op>(operand);
  }();
  using all_ops = join_lists<typename ops_of<A>::type..., listed<Op>>;
  constexpr bool weak = common.weak && Op::rule != typing::predicate && Op::rule != typing::fixed;
  return val<type_of<result>, max_rank_of<A...>(), weak, all_ops>{&b, b.apply(&op_info_of<Op>, result, ids, n)};
}

}  // namespace detail
}  // namespace sinter
