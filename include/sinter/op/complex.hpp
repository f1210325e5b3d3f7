// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers in formulas: making them of real ones and taking them apart, and which of the other ops take them. In: real
// or complex operands; a real one counts as x + 0i. Out: complex, or the real type of the parts where the name says so.
// Invariant: an op that is not in `complex_ops` refuses complex operands, by one sentence.
// Derivatives of complex values are not supported yet: the vjps of `complex_ops` are those of real operands (a complex one
// would need conjugates), and the ops that make complex numbers or take them apart have none.
#pragma once

#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/reductions.hpp>

namespace sinter {
namespace ops {

struct make_complex_t final : binary<make_complex_t, "make_complex", typing::floating> {
  static constexpr bool complex_valued = true;
  template <class T>
  SINTER_FN static constexpr complex<T> eval(T re, T im) {
    return {re, im};
  }
  static constexpr auto vjp = derivative::unknown;
};
struct polar_t final : binary<polar_t, "polar", typing::floating> {
  static constexpr bool complex_valued = true;
  template <class T>
  SINTER_FN static complex<T> eval(T r, T theta) {
    return math::polar(r, theta);
  }
  static constexpr auto vjp = derivative::unknown;
};
struct real_t final : unary<real_t, "real"> {
  static constexpr bool real_valued = true;
  template <class T>
  SINTER_FN static constexpr auto eval(T x) {
    return math::real(x);
  }
  static constexpr auto vjp = derivative::unknown;
};
struct imag_t final : unary<imag_t, "imag"> {
  static constexpr bool real_valued = true;
  template <class T>
  SINTER_FN static constexpr auto eval(T x) {
    return math::imag(x);
  }
  static constexpr auto vjp = derivative::unknown;
};
struct conj_t final : unary<conj_t, "conj"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::conj(x);
  }
  static constexpr auto vjp = derivative::unknown;
};
struct arg_t final : unary<arg_t, "arg", typing::floating> {
  static constexpr bool real_valued = true;
  template <class T>
  SINTER_FN static auto eval(T x) {
    return math::arg(x);
  }
  static constexpr auto vjp = derivative::unknown;
};

using complex_ops =
    type_list<real_t, imag_t, conj_t, arg_t, add_t, sub_t, mul_t, div_t, neg_t, abs_t, square_t, reciprocal_t, sign_t,
              equal_t, not_equal_t, where_t, isnan_t, isinf_t, isfinite_t, exp_t, log_t, sqrt_t, rsqrt_t, expm1_t,
              log1p_t, exp2_t, log2_t, log10_t, sin_t, cos_t, tan_t, asin_t, acos_t, atan_t, sinh_t, cosh_t, tanh_t,
              asinh_t, acosh_t, atanh_t, pow_t, cast_t<complex<float>>, cast_t<complex<double>>, sum_t, mean_t, prod_t>;

}  // namespace ops

namespace detail {
template <class Op>
constexpr bool takes_complex() {
  return registered_place<Op>() < 0 || sinter::index_of<ops::complex_ops, Op> >= 0;
}
}  // namespace detail

// re + im i, of two real operands: c64, or c128 where one is f64. (`complex` is the type.)
template <class A, class B>
  requires Operands<A, B>
constexpr auto make_complex(const A& re, const B& im) { return call<ops::make_complex_t>(re, im); }
// r (cos theta + i sin theta).
template <class A, class B>
  requires Operands<A, B>
constexpr auto polar(const A& r, const B& theta) { return call<ops::polar_t>(r, theta); }
// The parts and the angle of a complex operand are real. Of a real operand: itself, 0, and 0 or pi.
template <class A>
  requires Traced<A>
constexpr auto real(const A& a) { return call<ops::real_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto imag(const A& a) { return call<ops::imag_t>(a); }
// The angle in (-pi, pi]; PyTorch and NumPy call it angle.
template <class A>
  requires Traced<A>
constexpr auto arg(const A& a) { return call<ops::arg_t>(a); }
template <class A>
  requires Traced<A>
constexpr auto conj(const A& a) { return call<ops::conj_t>(a); }

}  // namespace sinter
