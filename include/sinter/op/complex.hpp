// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers in formulas: making them of real ones and taking them apart, and which of the other ops take them. In: real
// or complex operands; a real one counts as x + 0i. Out: complex, or the real type of the parts where the name says so.
// Invariant: an op that is not in `complex_ops` refuses complex operands, by one sentence.
// Derivatives: the cotangent of a value z of which a real L is made is dL/d real(z) + i dL/d imag(z), twice L's Wirtinger
// derivative by conj(z), as in PyTorch (JAX has its conjugate): a step against it descends. A holomorphic f passes it on times
// conj(f'(z)). A real operand's cotangent is real.
#pragma once

#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/reductions.hpp>

namespace sinter {
namespace ops {
namespace detail {
template <class V>
inline constexpr bool is_number = is_complex<typename V::value_type>;
template <class V, class Q>
constexpr auto as_dtype_of(const Q& q) {
  using to = typename V::value_type;
  if constexpr (std::is_same_v<to, typename Q::value_type>)
    return q;
  else
    return call<cast_t<to>>(q);
}
}  // namespace detail

struct make_complex_t final : binary<make_complex_t, "make_complex", typing::floating> {
  static constexpr bool complex_valued = true;
  template <class T>
  SINTER_FN static constexpr complex<T> eval(T re, T im) {
    return {re, im};
  }
  static constexpr auto vjp(auto g, auto, auto re, auto) {
    using part = decltype(re);
    return pack(detail::as_dtype_of<part>(real(g)), detail::as_dtype_of<part>(imag(g)));
  }
};
struct polar_t final : binary<polar_t, "polar", typing::floating> {
  static constexpr bool complex_valued = true;
  template <class T>
  SINTER_FN static complex<T> eval(T r, T theta) {
    return math::polar(r, theta);
  }
  static constexpr auto vjp(auto g, auto, auto r, auto theta) {
    using part = decltype(r);
    const auto turned = g * polar(1, -theta);
    return pack(detail::as_dtype_of<part>(real(turned)), detail::as_dtype_of<part>(imag(turned) * r));
  }
};
struct real_t final : unary<real_t, "real"> {
  static constexpr bool real_valued = true;
  template <class T>
  SINTER_FN static constexpr auto eval(T x) {
    return math::real(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) {
    if constexpr (detail::is_number<decltype(x)>)
      return pack(make_complex(g, 0));
    else
      return pack(g);
  }
};
struct imag_t final : unary<imag_t, "imag"> {
  static constexpr bool real_valued = true;
  template <class T>
  SINTER_FN static constexpr auto eval(T x) {
    return math::imag(x);
  }
  static constexpr auto vjp(auto g, auto, auto x) {
    if constexpr (detail::is_number<decltype(x)>)
      return pack(make_complex(0, g));
    else
      return pack(derivative::zero);
  }
};
struct conj_t final : unary<conj_t, "conj"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return math::conj(x);
  }
  static constexpr auto vjp(auto g, auto, auto) { return pack(conjugate(g)); }
};
struct arg_t final : unary<arg_t, "arg", typing::floating> {
  static constexpr bool real_valued = true;
  template <class T>
  SINTER_FN static auto eval(T x) {
    return math::arg(x);
  }
  // Across the direction to z, and less far away; at 0, nothing.
  static constexpr auto vjp(auto g, auto, auto x) {
    if constexpr (detail::is_number<decltype(x)>) {
      const auto along = sign(x);
      return pack(where(x == 0, 0, make_complex(-imag(along), real(along)) * (g / abs(x))));
    } else {
      return pack(derivative::zero);
    }
  }
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
