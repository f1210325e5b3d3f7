// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Complex test values and what results are held against: std::complex<long double>. In: a part type. Out: lists of numbers,
// special ones paired with each other, and comparisons by parts or by magnitude. Invariant: no arithmetic of the library.
#pragma once

#include <complex>

#include "support/values.hpp"

namespace test {

using exact_complex = std::complex<long double>;

template <class T>
exact_complex exact(sinter::complex<T> z) {
  return {z.re, z.im};
}
template <class T>
std::string shown(sinter::complex<T> z) {
  char text[80];
  std::snprintf(text, sizeof(text), "(%a, %a)", static_cast<double>(z.re), static_cast<double>(z.im));
  return text;
}

template <class T>
values<T> special_parts() {
  using limits = std::numeric_limits<T>;
  const T infinite = limits::infinity();
  return {T(0),
          T(-0.0),
          T(1),
          T(-1),
          infinite,
          -infinite,
          limits::quiet_NaN(),
          limits::denorm_min(),
          T(-0.5),
          limits::max(),
          -limits::max(),
          T(2),
          limits::min(),
          T(12.5),
          T(0.7071),
          T(-3e-5)};
}
// Every special part with every other, then random numbers of many magnitudes.
template <class T>
values<sinter::complex<T>> special_numbers(int64_t random_count = 1000, int spread = 8) {
  const values<T> parts = special_parts<T>();
  const int64_t n = parts.size();
  values<sinter::complex<T>> v(n * n + random_count);
  for (int64_t i = 0; i < n * n; ++i) v[i] = sinter::complex<T>(parts[i / n], parts[i % n]);
  generator g(23);
  for (int64_t i = n * n; i < v.size(); ++i) {
    const auto part = [&] {
      return static_cast<T>(std::ldexp(g.uniform(-1, 1), static_cast<int>(g.integer(-spread, spread))));
    };
    const T re = part();
    v[i] = sinter::complex<T>(re, part());
  }
  return v;
}
// Two lists in which every one of some numbers meets every other, random ones follow.
template <class T>
std::pair<values<sinter::complex<T>>, values<sinter::complex<T>>> special_pairs() {
  const values<sinter::complex<T>> all = special_numbers<T>(300, sizeof(T) == 4 ? 100 : 900);
  const int64_t n = all.size();
  const int64_t count = 12000;
  values<sinter::complex<T>> a(count), b(count);
  for (int64_t i = 0; i < count; ++i) {
    a[i] = all[i * 7 % n];
    b[i] = all[(i * 7 / n * 11 + i) % n];
  }
  return {a, b};
}

// Without the signs of parts, or of zeros.
inline exact_complex without_signs(exact_complex z) { return {std::fabs(z.real()), std::fabs(z.imag())}; }
template <class T>
sinter::complex<T> without_signs(sinter::complex<T> z) {
  return {std::fabs(z.re), std::fabs(z.im)};
}
template <class T>
sinter::complex<T> without_negative_zeros(sinter::complex<T> z) {
  return {z.re == 0 ? T(0) : z.re, z.im == 0 ? T(0) : z.im};
}
inline exact_complex without_negative_zeros(exact_complex z) {
  return {z.real() == 0 ? 0 : z.real(), z.imag() == 0 ? 0 : z.imag()};
}

template <class T>
bool same_part(T got, T want) {
  return std::isnan(want) ? std::isnan(got) : same_bits(got, want);
}
template <class T>
bool same_parts(sinter::complex<T> got, sinter::complex<T> want) {
  return same_part(got.re, want.re) && same_part(got.im, want.im);
}
// Infinities, NaNs and signs of zeros as in `want`, other parts within `ulps` of the magnitude (or each of its own).
template <class T>
bool near_part(T got, long double want, long double magnitude, double ulps) {
  if (std::isnan(want)) return std::isnan(got);
  const T rounded = static_cast<T>(want);
  if (std::isinf(rounded) || std::isinf(got)) {
    const long double farthest = want + std::copysign(static_cast<long double>(ulps) * unit<T>(magnitude), want);
    return got == rounded || (ulps >= 1 && std::isinf(got) && got == static_cast<T>(farthest)) ||
           (std::isinf(rounded) && !std::isinf(want) && std::signbit(got) == std::signbit(want) &&
            std::fabs(static_cast<long double>(got)) >=
                (1 - 16 * std::numeric_limits<T>::epsilon()) * static_cast<long double>(std::numeric_limits<T>::max()));
  }
  if (want == 0 && got == 0) return std::signbit(got) == std::signbit(want);
  return std::fabs(got - want) <= ulps * unit<T>(magnitude);
}
template <class T>
bool near_parts(sinter::complex<T> got, exact_complex want, double ulps) {
  return near_part(got.re, want.real(), want.real(), ulps) && near_part(got.im, want.imag(), want.imag(), ulps);
}
template <class T>
bool near_magnitude(sinter::complex<T> got, exact_complex want, double ulps) {
  const long double re = std::fabs(want.real()), im = std::fabs(want.imag());
  const long double magnitude = std::isfinite(re) && std::isfinite(im) ? std::max(re, im) : std::isfinite(re) ? re : im;
  return near_part(got.re, want.real(), magnitude, ulps) && near_part(got.im, want.imag(), magnitude, ulps);
}

}  // namespace test
