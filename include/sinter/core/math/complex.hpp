// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic of complex numbers. + - * / and sqrt and abs of complex<float> are IEEE operations that round one by one: the
// same bits on every executor. Errors: * of the exact result's magnitude 2.3 (in units of 2^-24 or 2^-53); / of complex<float>
// 0.51 ulp a part, of complex<double> 6 of the magnitude; abs 0.51 and 2 ulp; sqrt 0.51 and 3, rsqrt and sign 0.51 and 6 ulp a
// part. None of / abs sqrt rsqrt sign overflows or underflows on the way. Infinities: * is ac - bd and ad + bc, whatever comes of it; z / 0 is z's
// parts / 0; a finite number / an infinite one is 0. A NaN in a part of / makes both NaN.
#pragma once

#include <sinter/core/complex.hpp>
#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/cast.hpp>
#include <sinter/core/math/library.hpp>
#include <sinter/core/math/rounding.hpp>

namespace sinter::math {

template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_nan(complex<T> z) {
  return is_nan(z.re) || is_nan(z.im);
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_inf(complex<T> z) {
  return is_inf(z.re) || is_inf(z.im);
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_finite(complex<T> z) {
  return is_finite(z.re) && is_finite(z.im);
}

// Of a real number itself, 0 and, for arg in elementary_complex.hpp, 0 or pi.
template <class T>
[[nodiscard]] SINTER_FN constexpr auto real(T x) {
  if constexpr (is_complex<T>)
    return x.re;
  else
    return x;
}
template <class T>
[[nodiscard]] SINTER_FN constexpr auto imag(T x) {
  if constexpr (is_complex<T>)
    return x.im;
  else
    return T(0);
}
template <class T>
[[nodiscard]] SINTER_FN constexpr T conj(T x) {
  if constexpr (is_complex<T>)
    return {x.re, neg(x.im)};
  else
    return x;
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> neg(complex<T> z) {
  return {neg(z.re), neg(z.im)};
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> add(complex<T> a, complex<T> b) {
  return {add(a.re, b.re), add(a.im, b.im)};
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> sub(complex<T> a, complex<T> b) {
  return {sub(a.re, b.re), sub(a.im, b.im)};
}
namespace detail {
// a - b beside a sum: g++ 12 vectorises such a pair of products' sums with vfmaddsub, -ffp-contract=off or not, and does not
// see one in a sign that is turned among integers.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T sub_beside_add(T a, T b) {
#if SINTER_ON_DEVICE
  return sub(a, b);
#else
  return add(a, bit_cast<T>(bit_cast<bits_of<T>>(b) ^ sign_bit<T>));
#endif
}
}  // namespace detail
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> mul(complex<T> a, complex<T> b) {
  return {detail::sub_beside_add(mul(a.re, b.re), mul(a.im, b.im)), add(mul(a.re, b.im), mul(a.im, b.re))};
}
// Each part times or over a real number.
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> scale(complex<T> z, T by) {
  return {mul(z.re, by), mul(z.im, by)};
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> divide_parts(complex<T> z, T by) {
  return {div(z.re, by), div(z.im, by)};
}

namespace detail {

template <Float T>
[[nodiscard]] SINTER_FN constexpr T larger_part(complex<T> z) {
  return abs(z.re) < abs(z.im) ? abs(z.im) : abs(z.re);
}
// The k for which x * 2^-k lies in [1, 4); from -1022 to 1022 where x is beyond these.
[[nodiscard]] SINTER_FN constexpr int exponent_of(double x) {
  const int k = static_cast<int>(magnitude(x) >> 52) - 1023;
  return k < -1022 ? -1022 : k > 1022 ? 1022 : k;
}
[[nodiscard]] SINTER_FN constexpr double two_to(int k) {  // |k| <= 1022
  return bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

// A number as w * 2^k whose larger part lies in [1, 4), exactly but for a part 2^-1000 times the other.
struct normalised {
  complex<double> w;
  int k;
};
[[nodiscard]] SINTER_FN constexpr normalised normalise(complex<double> z) {
  const bool tiny = larger_part(z) < 0x1p-900;
  const double lift = tiny ? 0x1p200 : 1.0;
  const complex<double> w = {mul(z.re, lift), mul(z.im, lift)};
  const int k = exponent_of(larger_part(w));
  return {{mul(w.re, two_to(-k)), mul(w.im, two_to(-k))}, tiny ? k - 200 : k};
}

// a conj(b) and |b|^2.
[[nodiscard]] SINTER_FN constexpr complex<double> times_conj(complex<double> a, complex<double> b) {
  return {add(mul(a.re, b.re), mul(a.im, b.im)), sub_beside_add(mul(a.im, b.re), mul(a.re, b.im))};
}
[[nodiscard]] SINTER_FN constexpr double norm(complex<double> z) { return add(mul(z.re, z.re), mul(z.im, z.im)); }

// A finite number over an infinite one: the zeros that the limit has (C, annex G.5.1).
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> over_infinity(complex<T> a, complex<T> b) {
  const T c = with_sign_of(is_inf(b.re) ? T(0.25) : T(0), b.re);
  const T d = with_sign_of(is_inf(b.im) ? T(0.25) : T(0), b.im);
  return {mul(T(0), add(mul(a.re, c), mul(a.im, d))), mul(T(0), sub(mul(a.im, c), mul(a.re, d)))};
}

}  // namespace detail

// Floats divide in double, where products are exact, sums round at 2^-53 and nothing overflows.
[[nodiscard]] SINTER_FN constexpr complex<float> div(complex<float> a, complex<float> b) {
  if (b.re == 0 && b.im == 0) return divide_parts(a, abs(b.re));
  if (is_inf(b) && is_finite(a)) return detail::over_infinity(a, b);
  const auto by = cast<complex<double>>(b);
  const double r = div(1.0, detail::norm(by));
  return cast<complex<float>>(scale(detail::times_conj(cast<complex<double>>(a), by), r));
}
// Doubles are scaled by powers of two before, and after in thirds, of which only the last can round.
[[nodiscard]] SINTER_FN constexpr complex<double> div(complex<double> a, complex<double> b) {
  if (b.re == 0 && b.im == 0) return divide_parts(a, abs(b.re));
  if (is_inf(b) && is_finite(a)) return detail::over_infinity(a, b);
  const auto p = detail::normalise(a);
  const auto q = detail::normalise(b);
  const auto r = divide_parts(detail::times_conj(p.w, q.w), detail::norm(q.w));
  const int k = p.k - q.k;
  const double third = detail::two_to(k / 3);
  return scale(scale(scale(r, third), third), detail::two_to(k - k / 3 * 2));
}

// The magnitude: infinite where a part is.
[[nodiscard]] SINTER_FN inline float abs(complex<float> z) {
  const float r = cast<float>(sqrt(detail::norm(cast<complex<double>>(z))));
  return is_inf(z) ? infinity<float> : r;
}
[[nodiscard]] SINTER_FN inline double abs(complex<double> z) { return hypot(z.re, z.im); }

namespace detail {
// The root with a positive real part, of a finite number whose magnitude is m; no overflow on the way.
[[nodiscard]] SINTER_FN inline complex<double> root(complex<double> z, double m) {
  const double t = sqrt(mul(0.5, add(abs(z.re), m)));
  const double u = t == 0 ? abs(z.im) : div(abs(z.im), mul(2.0, t));
  const bool left = z.re < 0;
  return {left ? u : t, with_sign_of(left ? t : u, z.im)};
}
// Where a part is infinite or NaN (C, annex G.6.4.2).
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> root_of_infinity(complex<T> z) {
  if (is_inf(z.im)) return {infinity<T>, z.im};
  if (!is_inf(z.re)) return {quiet_nan<T>, quiet_nan<T>};
  const T other = is_nan(z.im) ? z.im : T(0);
  if (is_negative(z.re)) return {other, with_sign_of(infinity<T>, z.im)};
  return {infinity<T>, is_nan(z.im) ? other : with_sign_of(other, z.im)};
}
}  // namespace detail

// The principal root: its real part is not negative, the cut runs along the negative real axis.
[[nodiscard]] SINTER_FN inline complex<float> sqrt(complex<float> z) {
  if (!is_finite(z)) return detail::root_of_infinity(z);
  const auto w = cast<complex<double>>(z);
  return cast<complex<float>>(detail::root(w, sqrt(detail::norm(w))));
}
[[nodiscard]] SINTER_FN inline complex<double> sqrt(complex<double> z) {
  if (!is_finite(z)) return detail::root_of_infinity(z);
  const double m = detail::larger_part(z);
  const bool large = m > 0x1p1020, small = m < 0x1p-900;
  const auto w = scale(z, large ? 0x1p-4 : small ? 0x1p200 : 1.0);
  return scale(detail::root(w, hypot(w.re, w.im)), large ? 0x1p2 : small ? 0x1p-100 : 1.0);
}

namespace detail {
// Where an infinite number lies: at a multiple of 45 degrees.
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> infinite_direction(complex<T> z) {
  return {with_sign_of(is_inf(z.re) ? T(1) : T(0), z.re), with_sign_of(is_inf(z.im) ? T(1) : T(0), z.im)};
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> undefined() {
  return {quiet_nan<T>, quiet_nan<T>};
}
}  // namespace detail

// 1 / sqrt(z) as conj(sqrt(z)) / |z|. Of 0 it is what division gives, 1 / 0 and 0 / 0; of an infinite number 0.
[[nodiscard]] SINTER_FN inline complex<float> rsqrt(complex<float> z) {
  if (is_inf(z)) return {0.0f, detail::with_sign_of(0.0f, neg(z.im))};
  if (z.re == 0 && z.im == 0) return {infinity<float>, quiet_nan<float>};
  const auto w = cast<complex<double>>(z);
  const double m = sqrt(detail::norm(w));
  return is_nan(z) ? detail::undefined<float>() : cast<complex<float>>(conj(divide_parts(detail::root(w, m), m)));
}
[[nodiscard]] SINTER_FN inline complex<double> rsqrt(complex<double> z) {
  if (is_inf(z)) return {0.0, detail::with_sign_of(0.0, neg(z.im))};
  if (z.re == 0 && z.im == 0) return {infinity<double>, quiet_nan<double>};
  const double m = detail::larger_part(z);
  const bool large = m > 0x1p1020, small = m < 0x1p-900;
  const auto w = scale(z, large ? 0x1p-4 : small ? 0x1p200 : 1.0);
  const double magnitude = hypot(w.re, w.im);
  const auto r = conj(divide_parts(detail::root(w, magnitude), magnitude));
  return is_nan(z) ? detail::undefined<double>() : scale(r, large ? 0x1p-2 : small ? 0x1p100 : 1.0);
}

// z / |z|: the number of magnitude 1 with z's angle. Of 0 it is z itself; an infinite part is as far as another.
[[nodiscard]] SINTER_FN inline complex<float> sign(complex<float> z) {
  if (is_nan(z)) return detail::undefined<float>();
  const auto w = cast<complex<double>>(is_inf(z) ? detail::infinite_direction(z) : z);
  return z.re == 0 && z.im == 0 ? z : cast<complex<float>>(divide_parts(w, sqrt(detail::norm(w))));
}
[[nodiscard]] SINTER_FN inline complex<double> sign(complex<double> z) {
  if (is_nan(z)) return detail::undefined<double>();
  const auto w = detail::normalise(is_inf(z) ? detail::infinite_direction(z) : z).w;
  return z.re == 0 && z.im == 0 ? z : divide_parts(w, hypot(w.re, w.im));
}

static_assert(mul(complex<float>(1, 2), complex<float>(3, 4)) == complex<float>(-5, 10));
static_assert(div(complex<float>(-5, 10), complex<float>(3, 4)) == complex<float>(1, 2) &&
              div(complex<double>(-5, 10), complex<double>(3, 4)) == complex<double>(1, 2));
static_assert(div(complex<float>(3e38f, 3e38f), complex<float>(3e38f, 3e38f)) == complex<float>(1, 0) &&
              div(complex<double>(0x1p-1074, 0), complex<double>(0x1p-1074, 0)) == complex<double>(1, 0) &&
              div(complex<double>(1e308, 1e308), complex<double>(2, 2)) == complex<double>(5e307, 0));
static_assert(div(complex<float>(1, -2), complex<float>(0, 0)) == complex<float>(infinity<float>, -infinity<float>) &&
              div(complex<double>(1, -2), complex<double>(infinity<double>, infinity<double>)) == complex<double>(0));

}  // namespace sinter::math

namespace sinter {

// For formulas over single numbers, a user's op say.
template <class T>
[[nodiscard]] SINTER_FN constexpr complex<T> operator+(complex<T> a, complex<T> b) {
  return math::add(a, b);
}
template <class T>
[[nodiscard]] SINTER_FN constexpr complex<T> operator-(complex<T> a, complex<T> b) {
  return math::sub(a, b);
}
template <class T>
[[nodiscard]] SINTER_FN constexpr complex<T> operator*(complex<T> a, complex<T> b) {
  return math::mul(a, b);
}
template <class T>
[[nodiscard]] SINTER_FN constexpr complex<T> operator/(complex<T> a, complex<T> b) {
  return math::div(a, b);
}
template <class T>
[[nodiscard]] SINTER_FN constexpr complex<T> operator-(complex<T> a) {
  return math::neg(a);
}

}  // namespace sinter
