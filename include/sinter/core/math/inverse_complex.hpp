// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// asin, acos, atan, asinh, acosh, atanh of complex numbers as C99 defines them (branch cuts, infinities and signs of zeros: annex
// G), by the formulas of W. Kahan, Branch cuts for complex elementary functions, 1987; far from 0 the logarithms that they
// become. The tests grant 6 ulps of the result's magnitude. Nothing overflows.
#pragma once

#include <sinter/core/math/elementary_complex.hpp>

namespace sinter::math {

namespace detail {
template <class T>
inline constexpr T half_pi = T(1.57079632679489661923);
// Beyond, z + sqrt(z^2 - 1) is 2 z; below, z is its own sinh and tan.
template <class T>
inline constexpr T huge = sizeof(T) == 4 ? T(0x1p30) : T(0x1p60);
template <class T>
inline constexpr T tiny = sizeof(T) == 4 ? T(0x1p-13) : T(0x1p-28);

// i conj(z), which turns sine and tangent into sinh and tanh, and back.
template <Float T>
[[nodiscard]] SINTER_FN constexpr complex<T> reversed(complex<T> z) {
  return {z.im, z.re};
}
// The roots of 1 - z and 1 + z, on the sides of their cuts that a zero's sign names.
template <class T>
struct roots {
  complex<T> less, more;
};
template <Float T>
[[nodiscard]] SINTER_FN inline roots<T> roots_beside_one(complex<T> z) {
  return {sqrt(complex<T>(sub(T(1), z.re), neg(z.im))), sqrt(complex<T>(add(T(1), z.re), z.im))};
}
// Re a b and Im conj(a) b of these roots, whose imaginary parts have opposite signs: nothing cancels.
template <Float T>
[[nodiscard]] SINTER_FN inline T real_of_product(complex<T> a, complex<T> b) {
  return sub(mul(a.re, b.re), mul(a.im, b.im));
}
template <Float T>
[[nodiscard]] SINTER_FN inline T imag_of_quotient(complex<T> a, complex<T> b) {
  return sub(mul(a.re, b.im), mul(a.im, b.re));
}
template <Float T>
[[nodiscard]] SINTER_FN inline T log_of_double(complex<T> z) {
  return add(log_of_magnitude(z), log_2<T>);
}

}  // namespace detail

template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> asin(complex<T> z) {
  const T x = z.re, y = z.im;
  if (is_nan(z)) {
    if (is_inf(y)) return {quiet_nan<T>, y};
    if (is_inf(x)) return {quiet_nan<T>, x};
    return {x == 0 ? x : quiet_nan<T>, quiet_nan<T>};
  }
  const T most = detail::larger_part(z);
  if (most < detail::tiny<T>) return z;
  if (most > detail::huge<T>) return {atan2(x, abs(y)), copysign(detail::log_of_double(z), y)};
  const auto r = detail::roots_beside_one(z);
  return {atan2(x, detail::real_of_product(r.less, r.more)), asinh(detail::imag_of_quotient(r.less, r.more))};
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> acos(complex<T> z) {
  const T x = z.re, y = z.im;
  if (is_nan(z)) {
    if (is_inf(y)) return {quiet_nan<T>, neg(y)};
    if (is_inf(x)) return {quiet_nan<T>, neg(x)};
    return {x == 0 ? detail::half_pi<T> : quiet_nan<T>, quiet_nan<T>};
  }
  if (detail::larger_part(z) > detail::huge<T>) return {atan2(abs(y), x), copysign(detail::log_of_double(z), neg(y))};
  const auto r = detail::roots_beside_one(z);
  return {mul(T(2), atan2(r.less.re, r.more.re)), asinh(detail::imag_of_quotient(r.more, r.less))};
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> asinh(complex<T> z) {
  return detail::reversed(asin(detail::reversed(z)));
}
// Its real part is not negative; i acos(z) or -i acos(z).
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> acosh(complex<T> z) {
  const auto w = acos(z);
  return {abs(w.im), copysign(w.re, z.im)};
}

template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> atanh(complex<T> z) {
  const T x = z.re, y = z.im;
  const T a = abs(x), b = abs(y);
  if (is_nan(z)) {
    if (is_inf(y)) return {T(0), copysign(detail::half_pi<T>, y)};
    return {x == 0 ? x : is_inf(x) ? T(0) : quiet_nan<T>, quiet_nan<T>};
  }
  if (y == 0 && a <= 1) return {atanh(x), y};
  const T most = detail::larger_part(z);
  if (most < detail::tiny<T>) return z;
  if (most > detail::huge<T>) return {copysign(div(complex<T>(T(1)), z).re, x), copysign(detail::half_pi<T>, y)};
  // log of |1 + z|^2 / |1 - z|^2, a quarter of it, and half the angle between 1 + z and 1 - z.
  const T from_one = sub(a, T(1));
  const bool at_pole = from_one == 0 && b < detail::tiny<T>;
  const T distance = add(mul(from_one, from_one), mul(b, b));
  const T re = at_pole ? mul(T(0.5), sub(detail::log_2<T>, log(b))) : mul(T(0.25), log1p(div(mul(T(4), a), distance)));
  const T im = mul(T(0.5), atan2(mul(T(2), b), sub(mul(sub(T(1), a), add(T(1), a)), mul(b, b))));
  return {copysign(re, x), copysign(im, y)};
}
template <Float T>
[[nodiscard]] SINTER_FN inline complex<T> atan(complex<T> z) {
  return detail::reversed(atanh(detail::reversed(z)));
}

}  // namespace sinter::math
