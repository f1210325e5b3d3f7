// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions of complex numbers, from the real ones, as C99 defines them (branch cuts, infinities and signs of zeros:
// annex G; sinh, cosh, tanh as in FreeBSD's msun). Errors that the tests grant, in ulps of the result's magnitude: exp,
// sinh, cosh, sin, cos, expm1, log2, log10, log1p 6, log 4, tanh, tan 10; exp2 6 + 2 |imag(z)|; pow
// 6 + 4 |b log a|. No function overflows where its result does not.
#pragma once

#include <sinter/core/math/complex.hpp>
#include <sinter/core/math/elementary.hpp>
#include <sinter/core/math/library.hpp>
#include <sinter/core/math/special.hpp>

namespace sinter::math {

// In (-pi, pi]; of a real number 0 or pi.
template <class T>
[[nodiscard]] SINTER_FN inline auto arg(T x) {
  return atan2(imag(x), real(x));
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> polar(T r, T theta) {
  return {mul(r, cos(theta)), mul(r, sin(theta))};
}

namespace detail {

template <class T>
inline constexpr T last_exp = sizeof(T) == 4 ? T(88) : T(709);  // beyond, e^x soon overflows
template <class T>
inline constexpr T past_one = sizeof(T) == 4 ? T(10) : T(20);  // from here on e^-2x is lost beside 1

// v e^x, or half of it: large parts of x go into powers of two, which meet the parts of v in steps that do not overflow first.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> times_exp(T x, complex<T> v, bool half) {
  if (x <= last_exp<T>) return scale(v, mul(exp(x), half ? T(0.5) : T(1)));
  // 235 log 2 and 1799 log 2, which both round well (FreeBSD's k_exp).
  constexpr bool narrow = sizeof(T) == 4;
  constexpr T log_of = narrow ? T(162.88958740f) : T(1246.97177782734161156);
  const T first = narrow ? T(0x1p59) : T(0x1p450);
  const T second = narrow ? T(0x1p117) : static_cast<T>(0x1p900);
  const T third = narrow ? T(0x1p59) : T(0x1p449);
  const T t = mul(exp(sub(x, log_of)), first);
  return scale(scale(scale(v, second), t), mul(third, half ? T(0.5) : T(1)));
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> cis(T y) {
  return {cos(y), sin(y)};
}
template <Float T>
[[nodiscard]] SINTER_FN inline T negated(T x, bool minus) {
  return minus ? neg(x) : x;
}

}  // namespace detail

template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> exp(complex<T> z) {
  if (z.im == 0) return {exp(z.re), z.im};
  if (!is_finite(z.im)) {
    if (!is_inf(z.re)) return {quiet_nan<T>, quiet_nan<T>};
    if (is_negative(z.re)) return {T(0), T(0)};
    return {z.re, quiet_nan<T>};
  }
  return detail::times_exp(z.re, detail::cis(z.im), false);
}

template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> sinh(complex<T> z) {
  const T x = z.re, y = z.im;
  if (y == 0) return {sinh(x), y};
  if (x == 0) return {is_finite(y) ? mul(x, cos(y)) : x, sin(y)};
  if (is_inf(x) && !is_finite(y)) return {x, quiet_nan<T>};
  const auto turn = detail::cis(y);
  if (abs(x) < detail::past_one<T>) return {mul(sinh(x), turn.re), mul(cosh(x), turn.im)};
  const auto e = detail::times_exp(abs(x), turn, true);
  return {detail::negated(e.re, is_negative(x)), e.im};
}

template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> cosh(complex<T> z) {
  const T x = z.re, y = z.im;
  if (y == 0) return {cosh(x), detail::negated(y, is_negative(x))};
  if (x == 0) return {cos(y), is_finite(y) ? mul(x, sin(y)) : x};
  if (is_inf(x) && !is_finite(y)) return {infinity<T>, quiet_nan<T>};
  const auto turn = detail::cis(y);
  if (abs(x) < detail::past_one<T>) return {mul(cosh(x), turn.re), mul(sinh(x), turn.im)};
  const auto e = detail::times_exp(abs(x), turn, true);
  return {e.re, detail::negated(e.im, is_negative(x))};
}

// W. Kahan, Branch cuts for complex elementary functions, 1987.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> tanh(complex<T> z) {
  const T x = z.re, y = z.im;
  const T one = copysign(T(1), x);
  if (is_inf(x)) return {one, copysign(T(0), is_finite(y) ? mul(sin(y), cos(y)) : y)};
  if (y == 0) return {tanh(x), y};
  if (!is_finite(y)) return {x == 0 ? x : quiet_nan<T>, quiet_nan<T>};
  if (abs(x) > detail::past_one<T>) {
    const T e = exp(neg(abs(x)));
    return {one, mul(mul(mul(mul(T(4), sin(y)), cos(y)), e), e)};
  }
  const T t = tan(y);
  const T s = sinh(x);
  const T beta = add(T(1), mul(t, t));  // 1 / cos(y)^2
  const T rho = sqrt(add(T(1), mul(s, s)));
  const T denominator = add(T(1), mul(beta, mul(s, s)));
  return {div(mul(mul(beta, rho), s), denominator), div(t, denominator)};
}

// sin z = -i sinh iz, cos z = cosh iz, tan z = -i tanh iz.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> sin(complex<T> z) {
  const auto w = sinh(complex<T>(neg(z.im), z.re));
  return {w.im, neg(w.re)};
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> cos(complex<T> z) {
  return cosh(complex<T>(neg(z.im), z.re));
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> tan(complex<T> z) {
  const auto w = tanh(complex<T>(neg(z.im), z.re));
  return {w.im, neg(w.re)};
}

namespace detail {

// log |z|. Near |z| = 1 it is log1p(|z|^2 - 1) / 2 with the difference in more digits than the parts have.
[[nodiscard]] SINTER_FN inline float log_of_magnitude(complex<float> z) {
  if (is_inf(z)) return infinity<float>;
  const double x = larger_part(z);
  const double y = abs(z.re) < abs(z.im) ? abs(z.re) : abs(z.im);
  const double s = add(mul(x, x), mul(y, y));
  if (s > 0.5 && s < 3) return mul(0.5f, log1p(cast<float>(add(mul(x - 1, x + 1), mul(y, y)))));
  if (s == 0) return -infinity<float>;
  const int k = exponent_of(s);
  return mul(0.5f, add(log(cast<float>(mul(s, two_to(-k)))), mul(static_cast<float>(k), 0.693147181f)));
}
[[nodiscard]] SINTER_FN inline double log_of_magnitude(complex<double> z) {
  const double x = larger_part(z);
  const double y = abs(z.re) < abs(z.im) ? abs(z.re) : abs(z.im);
  if (x > 0.5 && x < 1.5 && y < 1.5) {
    // x^2 + y^2 - 1 with the errors of both squares and of their sum.
    const double p = mul(x, x), q = mul(y, y);
    const double s = add(p, q);
    const double rest = add(sub(q, sub(s, p)), add(fma(x, x, -p), fma(y, y, -q)));
    return mul(0.5, log1p(add(sub(s, 1.0), rest)));
  }
  const bool large = x > 0x1p1000, small = x < 0x1p-900;
  const auto w = scale(z, large ? 0x1p-600 : small ? 0x1p200 : 1.0);
  constexpr double log2 = 0.69314718055994530942;
  return add(log(hypot(w.re, w.im)), large ? 600 * log2 : small ? -200 * log2 : 0.0);
}

}  // namespace detail

// The principal value: its imaginary part is arg(z).
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> log(complex<T> z) {
  return {detail::log_of_magnitude(z), arg(z)};
}

namespace detail {
template <class T>
inline constexpr T log_2 = T(0.69314718055994530942);
}  // namespace detail

template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> log2(complex<T> z) {
  return scale(log(z), T(1.44269504088896340736));
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> log10(complex<T> z) {
  return scale(log(z), T(0.43429448190325182765));
}
// log(1 + z), without its cancellation near 0.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> log1p(complex<T> z) {
  const complex<T> w(add(T(1), z.re), z.im);
  if (!(detail::larger_part(z) < T(0.5))) return log(w);
  return {mul(T(0.5), log1p(add(mul(z.re, add(T(2), z.re)), mul(z.im, z.im)))), arg(w)};
}
// e^z - 1, without its cancellation where e^z is near 1.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> expm1(complex<T> z) {
  if (z.im == 0) return {expm1(z.re), z.im};
  const auto e = exp(z);
  if (!(abs(z.re) < detail::past_one<T>) || !is_finite(z.im)) return {sub(e.re, T(1)), e.im};
  const T s = sin(mul(T(0.5), z.im));
  return {sub(mul(expm1(z.re), cos(z.im)), mul(T(2), mul(s, s))), e.im};
}
// The angle is imag(z) log 2, rounded.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> exp2(complex<T> z) {
  const complex<T> turn(z.re, mul(z.im, detail::log_2<T>));
  if (z.im == 0) return {exp2(z.re), z.im};
  if (!is_finite(z)) return exp(turn);
  const T whole = floor(z.re);
  const auto v = scale(detail::cis(turn.im), exp2(sub(z.re, whole)));
  return {ldexp(v.re, whole), ldexp(v.im, whole)};
}

// exp(b log a); for whole b up to 100 in magnitude by squaring, as NumPy does. z^0 is 1; 0^b is 0 where b's real part is
// positive, and not finite elsewhere.
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> pow(complex<T> a, complex<T> b) {
  if (b.im == 0 && abs(b.re) <= T(100) && trunc(b.re) == b.re) {
    complex<T> r(T(1));
    for (int n = static_cast<int>(abs(b.re)); n != 0; n >>= 1) {
      if ((n & 1) != 0) r = r == complex<T>(T(1)) ? a : mul(r, a);
      a = mul(a, a);
    }
    return b.re < 0 ? div(complex<T>(T(1)), r) : r;
  }
  if (a.re == 0 && a.im == 0) return b.re > 0 ? complex<T>(T(0)) : complex<T>(quiet_nan<T>, quiet_nan<T>);
  return exp(mul(b, log(a)));
}

}  // namespace sinter::math
