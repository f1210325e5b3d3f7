// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The bases of ops: what a struct inherits to be one. A pointwise op adds `eval`; a reduction adds accumulator, identity,
// lift, combine and finish. The library's own ops and a user's are written alike.
// Invariant: an op holds no state; `eval` sees compute types only (a bf16 arrives as float).
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

#include <sinter/core/config.hpp>
#include <sinter/core/dtype.hpp>
#include <sinter/graph/graph.hpp>
#include <sinter/trace/expression.hpp>
#include <sinter/trace/trace.hpp>

namespace sinter {

// A name as a template argument.
template <std::size_t N>
struct op_name {
  char text[N];
  constexpr op_name(const char (&s)[N]) {
    for (std::size_t i = 0; i < N; ++i) text[i] = s[i];
  }
};

// In the place of a vjp, or of a cotangent that a vjp returns. zero: the derivative is 0 wherever it exists (floor), or the
// operand is no float. unknown: the library has no formula; to differentiate is an error.
enum class derivative : std::uint8_t { zero, unknown };

namespace detail {

// Evaluates Op on constants of one compute type: how constant folding calls an op whose type it does not know.
template <class Op, class T, std::size_t... I>
constexpr std::uint64_t fold_as(const std::uint64_t* bits, std::index_sequence<I...>) {
  if constexpr (Op::rule == typing::select) {
    return to_bits(Op::eval(bits[0] != 0, from_bits<T>(bits[I + 1])...));
  } else {
    return to_bits(Op::eval(from_bits<T>(bits[I])...));
  }
}
template <class Op>
constexpr std::uint64_t fold_constants_of(dtype operand, const std::uint64_t* bits) {
  constexpr auto args = std::make_index_sequence < Op::rule == typing::select ? Op::arity - 1 : Op::arity > {};
  if constexpr (Op::rule == typing::logical) {
    return fold_as<Op, bool>(bits, args);
  } else if constexpr (Op::rule == typing::floating) {
    return fold_as<Op, float>(bits, args);
  } else {
    switch (compute_of(operand)) {
      case dtype::i32:
        return fold_as<Op, std::int32_t>(bits, args);
      case dtype::i64:
        return fold_as<Op, std::int64_t>(bits, args);
      case dtype::boolean:
        if constexpr (Op::rule != typing::promoted) return fold_as<Op, bool>(bits, args);
        [[fallthrough]];
      default:
        return fold_as<Op, float>(bits, args);
    }
  }
}

// Only the compiler folds: a program holds a pointer to this and never calls it, so there is nothing to compile.
template <class Op>
constexpr std::uint64_t fold_op(dtype operand, const std::uint64_t* bits) {
  if (__builtin_is_constant_evaluated()) {
    return fold_constants_of<Op>(operand, bits);
  } else {
    return 0;
  }
}

// The place of one of the library's ops in the registry, which defines this; -1 for a user's op.
template <class Op, int Family = 0>
constexpr int registered_place();

// A user's op: FNV-1a over the type's name as the compiler spells it. Places in the registry are no larger than ids of these.
inline constexpr std::uint64_t user_op = std::uint64_t{1} << 63;
template <class Op>
constexpr std::uint64_t op_id_of() {
  if constexpr (registered_place<Op>() >= 0) {
    return static_cast<std::uint64_t>(registered_place<Op>());
  } else {
    std::uint64_t h = 14695981039346656037U;
    for (const char* c = __PRETTY_FUNCTION__; *c != 0; ++c) h = (h ^ static_cast<unsigned char>(*c)) * 1099511628211U;
    return h | user_op;
  }
}

template <class Op>
constexpr graph::fold_function fold_function_of() {
  if constexpr (requires { Op::foldable; }) {
    return &fold_op<Op>;
  } else {
    return nullptr;
  }
}

template <class Op>
concept Foldable = requires {
  Op::foldable;
};
template <class Op>
concept Commutative = requires {
  Op::commutative;
};
template <class Red>
concept NeedsElements = requires {
  requires Red::needs_elements;
};

template <class Red>
constexpr std::uint64_t monoid_id_of() {
  if constexpr (requires { typename Red::monoid; })
    return op_id_of<typename Red::monoid>();
  else
    return op_id_of<Red>();
}

template <class Op>
concept WithoutVjp = std::is_same_v<std::remove_cv_t<decltype(Op::vjp)>, derivative>;

template <class Op, op_name Name, int Arity, typing Rule>
struct pointwise {
  static constexpr typing rule = Rule;
  static constexpr int arity = Arity;
  static constexpr auto& name = Name.text;
  static constexpr graph::op_info info() {
    return {.id = op_id_of<Op>(),
            .name = Name.text,
            .arity = Arity,
            .commutative = Commutative<Op>,
            .needs_elements = false,
            .monoid = 0,
            .foldable = Foldable<Op>,
            .fold = fold_function_of<Op>()};
  }
};

}  // namespace detail

namespace ops {

// What a cotangent is multiplied by: a complex factor's conjugate, a real factor itself (op/complex.hpp).
template <class V>
constexpr auto conjugate(const V& v) {
  if constexpr (is_complex<typename V::value_type>)
    return conj(v);
  else
    return v;
}
// 1 + z and 1 - z; of a complex z with the sign of an imaginary part 0, which says on which side of a cut it lies.
template <class V>
constexpr auto one_plus(const V& z) {
  if constexpr (is_complex<typename V::value_type>)
    return make_complex(real(z) + 1, imag(z));
  else
    return z + 1;
}
template <class V>
constexpr auto one_minus(const V& z) {
  if constexpr (is_complex<typename V::value_type>)
    return make_complex(1 - real(z), -imag(z));
  else
    return 1 - z;
}
// 1 / sqrt(1 - z^2). The principal root of 1 - z^2 jumps where the product of the roots does not.
template <class V>
constexpr auto rsqrt_of_one_minus_square(const V& z) {
  if constexpr (is_complex<typename V::value_type>)
    return rsqrt(one_minus(z)) * rsqrt(one_plus(z));
  else
    return rsqrt((1 - z) * (z + 1));
}

}  // namespace ops

// struct cube_t final : sinter::unary<cube_t, "cube"> { template <class T> SINTER_FN static T eval(T x) { … } };
// Its derivative: `static constexpr auto vjp(auto g, auto y, auto x)`, of the result's cotangent g, the result y and as many
// operands as the op has, all floats or all complex inside a region, returns pack(…) of one cotangent an operand, a formula that has
// the result's extents. Of complex operands g is multiplied by conjugates (op/complex.hpp): ops::conjugate(x) is right for both.
// Which of y and the operands are kept for it is the autodiff pass's choice. Or `vjp = derivative::zero`.
// Optional members: `static constexpr bool foldable` (eval is usable in constant evaluation), `commutative`;
// `eval_as<T>(…)` in the place of `eval` for an op that asks for the result's dtype; `eval_coarse(float…)` for results of floats narrower than f32, where less precision costs less; `by_one` with `eval_all<T>(out, a, b)` for
// a vector of first operands and one second operand, and `by_four` with `eval_four`, on the device.
template <class Op, op_name Name, typing Rule = typing::promoted>
using unary = detail::pointwise<Op, Name, 1, Rule>;
template <class Op, op_name Name, typing Rule = typing::promoted>
using binary = detail::pointwise<Op, Name, 2, Rule>;
template <class Op, op_name Name, typing Rule = typing::promoted>
using ternary = detail::pointwise<Op, Name, 3, Rule>;

// A monoid with a way in and a way out, over any trivially copyable accumulator of at most 256 bytes, a multiple of 4:
//   template <class T> using accumulator;            T: the compute type of the operand
//   template <class T> static auto identity();       combine(identity, a) == a
//   template <class T> static auto lift(T x);        one element; lift(T x, …) of as many as are zipped
//   template <class T> static auto combine(A a, A b) associative and commutative
//   template <class T> static auto finish(A a, std::int64_t count);
//   static constexpr dtype result(dtype operand);
//   template <class T> static auto accumulate(A a, T x, …); optional: combine(a, lift(x, …)) where x comes after all of a
//   template <class T, int E> static auto lift_all(T (&x)[E]); optional: E elements at once
//   using monoid = other;                            optional: accumulator, identity, lift and combine are other's; reductions
//     of the same operands that share a monoid are folded once, and each finishes it
//   static constexpr auto vjp(auto g, auto y, auto x, auto over);  as above; g and y have extent 1 along the axes that are
//     reduced, over.sum(v) adds v along them, and over.count() is how many elements that adds
template <class Red, op_name Name>
struct reduction {
  static constexpr bool is_reduction = true;
  static constexpr auto& name = Name.text;
  static constexpr graph::op_info info() {
    return {.id = detail::op_id_of<Red>(),
            .name = Name.text,
            .arity = 0,
            .commutative = false,
            .needs_elements = detail::NeedsElements<Red>,
            .monoid = detail::monoid_id_of<Red>(),
            .foldable = false,
            .fold = nullptr};
  }
};

}  // namespace sinter
