// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic, comparison and selection. Each op is its definition and one function; operators are functions too.
// Invariant: every op rounds once; the compiler never contracts two ops into one (core/math.hpp).
#pragma once

#include <sinter/core/math.hpp>
#include <sinter/op/op.hpp>

namespace sinter {
namespace ops {

struct add_t final : binary<add_t, "add"> {
  static constexpr bool foldable = true, commutative = true;
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::add(a, b);
  }
  static constexpr auto vjp(auto g, auto, auto, auto) { return pack(g, g); }
};
struct sub_t final : binary<sub_t, "sub"> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::sub(a, b);
  }
  static constexpr auto vjp(auto g, auto, auto, auto) { return pack(g, -g); }
};
struct mul_t final : binary<mul_t, "mul"> {
  static constexpr bool foldable = true, commutative = true;
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::mul(a, b);
  }
  static constexpr auto vjp(auto g, auto, auto a, auto b) { return pack(g * conjugate(b), g * conjugate(a)); }
};
struct div_t final : binary<div_t, "div", typing::floating> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::div(a, b);
  }
  SINTER_FN static constexpr float eval_coarse(float a, float b) { return math::coarse::div(a, b); }
  // Many elements by one value of their row (or of everything): one reciprocal, core/math/divisor.hpp. The same bits.
  static constexpr bool by_one = true;
  template <class T, int E, class A>
  SINTER_FN static void eval_all(float (&out)[E], const A& a, float b) {
    if constexpr (is_narrow<T>) {
      const float r = math::div(1.0f, b);
      const bool plain = math::coarse::has_reciprocal(b);
      SINTER_UNROLL
      for (int e = 0; e < E; ++e) out[e] = plain ? math::mul(a(e), r) : math::div(a(e), b);
    } else {
      const math::divisor by = math::make_divisor(b);
      bool exact = true;
      SINTER_UNROLL
      for (int e = 0; e < E; ++e) exact = exact && math::is_exact(a(e), by);
      if (exact) {
        SINTER_UNROLL
        for (int e = 0; e < E; ++e) out[e] = math::quotient(a(e), by);
      } else {
        SINTER_UNROLL
        for (int e = 0; e < E; ++e) out[e] = math::div(a(e), b);
      }
    }
  }
  static constexpr auto vjp(auto g, auto y, auto, auto b) { return pack(g / conjugate(b), -(g * conjugate(y / b))); }
};
struct neg_t final : unary<neg_t, "neg"> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::neg(x);
  }
  static constexpr auto vjp(auto g, auto, auto) { return pack(-g); }
};
struct abs_t final : unary<abs_t, "abs"> {
  static constexpr bool foldable = true, real_valued = true;
  template <class T>
  SINTER_FN static constexpr auto eval(T x) {
    return math::abs(x);
  }
  // 0 at 0.
  static constexpr auto vjp(auto g, auto, auto x) { return pack(g * sign(x)); }
};
struct minimum_t final : binary<minimum_t, "minimum"> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::minimum(a, b);
  }
  // Equal operands share; of a NaN, both have all.
  static constexpr auto vjp(auto g, auto, auto a, auto b) {
    const auto half = where(a == b, g * 0.5, g);
    return pack(where(b < a, 0, half), where(a < b, 0, half));
  }
};
struct maximum_t final : binary<maximum_t, "maximum"> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::maximum(a, b);
  }
  // Equal operands share; of a NaN, both have all.
  static constexpr auto vjp(auto g, auto, auto a, auto b) {
    const auto half = where(a == b, g * 0.5, g);
    return pack(where(a < b, 0, half), where(b < a, 0, half));
  }
};
struct sign_t final : unary<sign_t, "sign"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::sign(x);
  }
  // Of a complex number what turns it; at 0, nothing.
  static constexpr auto vjp(auto g, auto y, auto x) {
    if constexpr (is_complex<typename decltype(x)::value_type>)
      return pack(where(x == 0, 0, (g - real(g * conj(y)) * y) / abs(x)));
    else
      return pack(derivative::zero);
  }
};
struct square_t final : unary<square_t, "square"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::mul(x, x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return pack(2 * g * conjugate(x)); }
};
struct reciprocal_t final : unary<reciprocal_t, "reciprocal", typing::floating> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::div(T(1), x);
  }
  static constexpr auto vjp(auto g, auto y, auto) {
    const auto c = conjugate(y);
    return pack(-(g * c * c));
  }
};
struct copysign_t final : binary<copysign_t, "copysign", typing::floating> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::copysign(a, b);
  }
  // By a, 0 at 0, as of abs.
  static constexpr auto vjp(auto g, auto, auto a, auto b) {
    return pack(g * (sign(a) * copysign(1, b)), derivative::zero);
  }
};
struct fmin_t final : binary<fmin_t, "fmin"> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::fmin(a, b);
  }
  // Equal operands share; a NaN has nothing.
  static constexpr auto vjp(auto g, auto, auto a, auto b) {
    const auto half = where(a == b, g * 0.5, g);
    return pack(where((b < a) || isnan(a), 0, half), where((a < b) || isnan(b), 0, half));
  }
};
struct fmax_t final : binary<fmax_t, "fmax"> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::fmax(a, b);
  }
  // Equal operands share; a NaN has nothing.
  static constexpr auto vjp(auto g, auto, auto a, auto b) {
    const auto half = where(a == b, g * 0.5, g);
    return pack(where((a < b) || isnan(a), 0, half), where((b < a) || isnan(b), 0, half));
  }
};
struct relu_t final : unary<relu_t, "relu"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::rectify(x);
  }
  static constexpr auto vjp(auto g, auto y, auto) { return pack(where(y > 0, g, 0)); }
};
struct fma_t final : ternary<fma_t, "fma"> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b, T c) {
    return math::fma(a, b, c);
  }
  static constexpr auto vjp(auto g, auto, auto a, auto b, auto) { return pack(g * b, g * a, g); }
};

struct equal_t final : binary<equal_t, "equal", typing::predicate> {
  static constexpr bool foldable = true, commutative = true;
  template <class T>
  SINTER_FN static constexpr bool eval(T a, T b) {
    return a == b;
  }
  static constexpr auto vjp = derivative::zero;
};
struct not_equal_t final : binary<not_equal_t, "not_equal", typing::predicate> {
  static constexpr bool foldable = true, commutative = true;
  template <class T>
  SINTER_FN static constexpr bool eval(T a, T b) {
    return a != b;
  }
  static constexpr auto vjp = derivative::zero;
};
struct less_t final : binary<less_t, "less", typing::predicate> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr bool eval(T a, T b) {
    return a < b;
  }
  static constexpr auto vjp = derivative::zero;
};
struct less_equal_t final : binary<less_equal_t, "less_equal", typing::predicate> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr bool eval(T a, T b) {
    return a <= b;
  }
  static constexpr auto vjp = derivative::zero;
};
struct logical_and_t final : binary<logical_and_t, "logical_and", typing::logical> {
  static constexpr bool foldable = true, commutative = true;
  SINTER_FN static constexpr bool eval(bool a, bool b) { return a && b; }
  static constexpr auto vjp = derivative::zero;
};
struct logical_or_t final : binary<logical_or_t, "logical_or", typing::logical> {
  static constexpr bool foldable = true, commutative = true;
  SINTER_FN static constexpr bool eval(bool a, bool b) { return a || b; }
  static constexpr auto vjp = derivative::zero;
};
struct logical_not_t final : unary<logical_not_t, "logical_not", typing::logical> {
  static constexpr bool foldable = true;
  SINTER_FN static constexpr bool eval(bool a) { return !a; }
  static constexpr auto vjp = derivative::zero;
};
struct logical_xor_t final : binary<logical_xor_t, "logical_xor", typing::logical> {
  static constexpr bool foldable = true, commutative = true;
  SINTER_FN static constexpr bool eval(bool a, bool b) { return a != b; }
  static constexpr auto vjp = derivative::zero;
};
struct isnan_t final : unary<isnan_t, "isnan", typing::predicate> {
  template <class T>
  SINTER_FN static constexpr bool eval(T x) {
    return math::is_nan(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct isinf_t final : unary<isinf_t, "isinf", typing::predicate> {
  template <class T>
  SINTER_FN static constexpr bool eval(T x) {
    return math::is_inf(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct isfinite_t final : unary<isfinite_t, "isfinite", typing::predicate> {
  template <class T>
  SINTER_FN static constexpr bool eval(T x) {
    return math::is_finite(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct signbit_t final : unary<signbit_t, "signbit", typing::predicate> {
  template <class T>
  SINTER_FN static constexpr bool eval(T x) {
    return math::is_negative(x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct bit_and_t final : binary<bit_and_t, "bit_and", typing::bitwise> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return static_cast<T>(a & b);
  }
  static constexpr auto vjp = derivative::zero;
};
struct bit_or_t final : binary<bit_or_t, "bit_or", typing::bitwise> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return static_cast<T>(a | b);
  }
  static constexpr auto vjp = derivative::zero;
};
struct bit_xor_t final : binary<bit_xor_t, "bit_xor", typing::bitwise> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return static_cast<T>(a ^ b);
  }
  static constexpr auto vjp = derivative::zero;
};
struct bit_not_t final : unary<bit_not_t, "bit_not", typing::bitwise> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    if constexpr (std::is_same_v<T, bool>)
      return !x;
    else
      return static_cast<T>(~x);
  }
  static constexpr auto vjp = derivative::zero;
};
struct shift_left_t final : binary<shift_left_t, "shift_left", typing::integral> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::shift_left(a, b);
  }
  static constexpr auto vjp = derivative::zero;
};
struct shift_right_t final : binary<shift_right_t, "shift_right", typing::integral> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return math::shift_right(a, b);
  }
  static constexpr auto vjp = derivative::zero;
};
struct where_t final : ternary<where_t, "where", typing::select> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr T eval(bool c, T a, T b) {
    return math::select(c, a, b);
  }
  static constexpr auto vjp(auto g, auto, auto c, auto, auto) {
    return pack(derivative::zero, where(c, g, 0), where(c, 0, g));
  }
};

}  // namespace ops

template <class A, class B>
  requires Operands<A, B>
constexpr auto operator+(const A& a, const B& b) { return call<ops::add_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator-(const A& a, const B& b) { return call<ops::sub_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator*(const A& a, const B& b) { return call<ops::mul_t>(a, b); }
// True division: integers divide as f32.
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator/(const A& a, const B& b) { return call<ops::div_t>(a, b); }
template <class A>
  requires Traced<A>
constexpr auto operator-(const A& a) { return call<ops::neg_t>(a); }

template <class A, class B>
  requires Operands<A, B>
constexpr auto operator==(const A& a, const B& b) { return call<ops::equal_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator!=(const A& a, const B& b) { return call<ops::not_equal_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator<(const A& a, const B& b) { return call<ops::less_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator<=(const A& a, const B& b) { return call<ops::less_equal_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator>(const A& a, const B& b) { return call<ops::less_t>(b, a); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator>=(const A& a, const B& b) { return call<ops::less_equal_t>(b, a); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator&&(const A& a, const B& b) { return call<ops::logical_and_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator||(const A& a, const B& b) { return call<ops::logical_or_t>(a, b); }
template <class A>
  requires Traced<A>
constexpr auto operator!(const A& a) { return call<ops::logical_not_t>(a); }

// Of integers and bool.
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator&(const A& a, const B& b) { return call<ops::bit_and_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator|(const A& a, const B& b) { return call<ops::bit_or_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator^(const A& a, const B& b) { return call<ops::bit_xor_t>(a, b); }
template <class A>
  requires Traced<A>
constexpr auto operator~(const A& a) { return call<ops::bit_not_t>(a); }
// By the type's width or more, or by a negative number: all bits leave; >> brings in copies of the sign.
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator<<(const A& a, const B& b) { return call<ops::shift_left_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto operator>>(const A& a, const B& b) { return call<ops::shift_right_t>(a, b); }

template <class A>
  requires Traced<A>
constexpr auto abs(const A& a) { return call<ops::abs_t>(a); }
// -1, 0 or 1; a NaN stays one.
template <class A>
  requires Traced<A>
constexpr auto sign(const A& a) { return call<ops::sign_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto square(const A& a) { return call<ops::square_t>(a); }
// 1 / x; integers as f32.
template <class A>
  requires Traced<A>
constexpr auto reciprocal(const A& a) { return call<ops::reciprocal_t>(a); }
// The first operand's magnitude with the second's sign.
template <class A, class B>
  requires Operands<A, B>
constexpr auto copysign(const A& a, const B& b) { return call<ops::copysign_t>(a, b); }
// Questions about a number. Of an integer only signbit can be true.
template <class A>
  requires Traced<A>
constexpr auto isnan(const A& a) { return call<ops::isnan_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto isinf(const A& a) { return call<ops::isinf_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto isfinite(const A& a) { return call<ops::isfinite_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto signbit(const A& a) { return call<ops::signbit_t>(a); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto logical_xor(const A& a, const B& b) { return call<ops::logical_xor_t>(a, b); }
// max(x, 0) that keeps NaN.
template <class A>
  requires Traced<A>
constexpr auto relu(const A& a) { return call<ops::relu_t>(a); }
// Propagate NaN; the first operand wins a tie.
template <class A, class B>
  requires Operands<A, B>
constexpr auto minimum(const A& a, const B& b) { return call<ops::minimum_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto maximum(const A& a, const B& b) { return call<ops::maximum_t>(a, b); }
// The other operand where one is NaN.
template <class A, class B>
  requires Operands<A, B>
constexpr auto fmin(const A& a, const B& b) { return call<ops::fmin_t>(a, b); }
template <class A, class B>
  requires Operands<A, B>
constexpr auto fmax(const A& a, const B& b) { return call<ops::fmax_t>(a, b); }
// Into [low, high]; a NaN stays one, and where low > high the result is high.
template <class A, class L, class H>
  requires Operands<A, L, H>
constexpr auto clamp(const A& a, const L& low, const H& high) { return minimum(maximum(a, low), high); }
// a * b + c, rounded once.
template <class A, class B, class C>
  requires Operands<A, B, C>
constexpr auto fma(const A& a, const B& b, const C& c) { return call<ops::fma_t>(a, b, c); }
// `yes` where the condition holds, else `no`; both are evaluated. For one branch of two, see cond.
template <class A, class B, class C>
  requires Operands<A, B, C>
constexpr auto where(const A& condition, const B& yes, const C& no) { return call<ops::where_t>(condition, yes, no); }

}  // namespace sinter
