// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Special functions: CUDA's on the device where it has them, else the C library's or, computed in double, our own; and the
// neighbours of a float. Granted to every executor, in ulps of float or absolutely, whichever is more: lgamma 8 or 2e-6,
// digamma 4, erfinv 4, bessel_j0, bessel_j1, bessel_y0 and bessel_y1 16 or 4e-6 (up to |x| = 1e4; beyond, the argument's own
// rounding decides). nextafter is exact, ldexp rounds once.
#pragma once

#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/elementary.hpp>
#include <sinter/core/math/library.hpp>
#include <sinter/core/math/rounding.hpp>

#if !SINTER_ON_DEVICE
// As the C library declares them; <math.h> would cost every translation unit more. Its lgamma writes a global, lgamma_r does not.
#if defined(__GLIBC__)
#define SINTER_THROWS_NOTHING noexcept
#else
#define SINTER_THROWS_NOTHING
#endif
extern "C" {
double lgamma_r(double, int*) SINTER_THROWS_NOTHING;
double j0(double) SINTER_THROWS_NOTHING;
double j1(double) SINTER_THROWS_NOTHING;
double y0(double) SINTER_THROWS_NOTHING;
double y1(double) SINTER_THROWS_NOTHING;
}
#undef SINTER_THROWS_NOTHING
#endif

namespace sinter::math {

#if SINTER_ON_DEVICE
#define SINTER_FLOAT_FORM(name) ::name##f(x)
#else
#define SINTER_FLOAT_FORM(name) static_cast<float>(::name(static_cast<double>(x)))
#endif
#define SINTER_UNARY(spelling, name)                                                         \
  [[nodiscard]] SINTER_FN inline float spelling(float x) { return SINTER_FLOAT_FORM(name); } \
  [[nodiscard]] SINTER_FN inline double spelling(double x) { return ::name(x); }
SINTER_UNARY(bessel_j0, j0)
SINTER_UNARY(bessel_j1, j1)
SINTER_UNARY(bessel_y0, y0)
SINTER_UNARY(bessel_y1, y1)
#undef SINTER_UNARY
#undef SINTER_FLOAT_FORM

// log |gamma(x)|.
[[nodiscard]] SINTER_FN inline double lgamma(double x) {
#if SINTER_ON_DEVICE
  return ::lgamma(x);
#else
  int sign = 0;
  return ::lgamma_r(x, &sign);
#endif
}
[[nodiscard]] SINTER_FN inline float lgamma(float x) {
#if SINTER_ON_DEVICE
  return ::lgammaf(x);
#else
  return static_cast<float>(lgamma(static_cast<double>(x)));
#endif
}

// The logarithmic derivative of gamma: reflection to the right half, recurrence to 10, and there the asymptotic series
// (Abramowitz and Stegun, 6.3.5, 6.3.7, 6.3.18). At 0 an infinity of the other sign, at negative whole numbers NaN.
[[nodiscard]] SINTER_FN inline double digamma(double x) {
  constexpr double pi = 3.14159265358979323846;
  if (x == 0) return is_negative(x) ? infinity<double> : -infinity<double>;
  double r = 0;
  if (x < 0) {
    const double past = x - round(x);  // the next whole number: exactly
    if (past == 0) return quiet_nan<double>;
    r = -pi / tan(pi * past);
    x = 1 - x;
  }
  for (; x < 10; x += 1) r -= 1 / x;
  const double s = 1 / (x * x);
  const double tail =
      s *
      (1.0 / 12 - s * (1.0 / 120 - s * (1.0 / 252 - s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760 - s / 12))))));
  return r + (log(x) - 0.5 / x - tail);
}
[[nodiscard]] SINTER_FN inline float digamma(float x) { return static_cast<float>(digamma(static_cast<double>(x))); }

// digamma's derivative, by the same means (Abramowitz and Stegun, 6.4.6, 6.4.7, 6.4.12). At 0 and negative whole numbers
// infinity.
[[nodiscard]] SINTER_FN inline double trigamma(double x) {
  constexpr double pi = 3.14159265358979323846;
  double r = 0;
  double sign = 1;
  if (x <= 0) {
    const double past = x - round(x);
    if (past == 0) return infinity<double>;
    const double chord = pi / sin(pi * past);
    r = chord * chord;
    sign = -1;
    x = 1 - x;
  }
  double s = 0;
  for (; x < 16; x += 1) s += (1 / x) * (1 / x);
  const double t = 1 / (x * x);
  const double tail =
      t *
      (1.0 / 6 - t * (1.0 / 30 - t * (1.0 / 42 - t * (1.0 / 30 - t * (5.0 / 66 - t * (691.0 / 2730 - t * 7 / 6))))));
  return r + sign * (s + (1 + 0.5 / x + tail) / x);
}
[[nodiscard]] SINTER_FN inline float trigamma(float x) { return static_cast<float>(trigamma(static_cast<double>(x))); }

// The x of which erf(x) is y: infinite at -1 and 1, NaN beyond.
[[nodiscard]] SINTER_FN inline double erfinv(double y) {
#if SINTER_ON_DEVICE
  return ::erfinv(y);
#else
  const double m = abs(y);
  if (!(m < 1)) return m == 1 ? copysign(infinity<double>, y) : quiet_nan<double>;
  if (m < 0x1p-30) return y * 0.88622692545275801365;  // sqrt(pi) / 2
  // A start that is right to three digits (Winitzki 2008), then Halley's iteration, on 1 - erf where that is the small one.
  const double l = log1p(-m * m);
  const double a = 0.147, b = 2 / (3.14159265358979323846 * a) + l / 2;
  double x = sqrt(sqrt(b * b - l / a) - b);
  for (int i = 0; i < 3; ++i) {
    const double miss = m < 0.5 ? erf(x) - m : (1 - m) - erfc(x);
    const double step = miss / (1.12837916709551257390 * exp(-x * x));
    x -= step / (1 + x * step);
  }
  return copysign(x, y);
#endif
}
[[nodiscard]] SINTER_FN inline float erfinv(float y) {
#if SINTER_ON_DEVICE
  return ::erfinvf(y);
#else
  return static_cast<float>(erfinv(static_cast<double>(y)));
#endif
}

namespace detail {
// The next value from `from` towards `to` of a float format whose bits are sign and magnitude in a Bits.
template <class Bits>
[[nodiscard]] SINTER_FN constexpr Bits step_bits(Bits from, bool is_zero, bool to_negative, bool away) {
  constexpr auto sign = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));
  if (is_zero) return static_cast<Bits>((to_negative ? sign : 0) | 1);
  return static_cast<Bits>(away ? from + 1 : from - 1);
}
}  // namespace detail

// The next T from `from` towards `to`: a storage type's own neighbour, in the type that it computes in.
template <class T, Float C>
[[nodiscard]] SINTER_FN constexpr C nextafter(C from, C to) {
  using bits = std::conditional_t<sizeof(T) == 8, std::uint64_t,
                                  std::conditional_t<sizeof(T) == 4, std::uint32_t,
                                                     std::conditional_t<sizeof(T) == 2, std::uint16_t, std::uint8_t>>>;
  const auto stored = static_cast<T>(from);
  if (is_nan(from) || is_nan(to)) return is_nan(from) ? from : to;
  const auto value = static_cast<C>(stored);
  if (value == to) return to;
  const bool up = value < to;
  const bits next = detail::step_bits(bit_cast<bits>(stored), value == 0, !up, up != is_negative(value));
  return static_cast<C>(bit_cast<T>(next));
}

static_assert(nextafter<float>(1.0f, 2.0f) == 0x1.000002p0f && nextafter<float>(0.0f, -1.0f) == -0x1p-149f &&
              nextafter<float>(-0x1p-149f, 1.0f) == 0 && nextafter<double>(1.0, 0.0) == 0x1.fffffffffffffp-1);

// x * 2^n, rounded once; n is truncated. In three products, of which the first two are exact where the last one is not 0 or infinite.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T ldexp(T x, T n) {
  constexpr int fraction = sizeof(T) == 4 ? 23 : 52;
  constexpr int top = sizeof(T) == 4 ? 127 : 1023;
  constexpr int bottom = fraction + 2 - top;  // what is subnormal after it is 0 in the end
  constexpr T most = 2 * top + 60;            // beyond, every number but 0 overflows, or is 0
  const T near = is_nan(n) ? T(0) : n > most ? most : n < -most ? -most : n;
  int e = static_cast<int>(near);
  const auto power = [](int k) { return bit_cast<T>(static_cast<bits_of<T>>(k + top) << fraction); };
  for (int i = 0; i < 2; ++i) {
    const int step = e > top ? top : e < 1 - top ? bottom : 0;
    x = mul(x, power(step));
    e -= step;
  }
  return is_nan(n) ? n : mul(x, power(e));
}

static_assert(ldexp(3.0f, 2.9f) == 12 && ldexp(-3.0, -2.9) == -0.75 && ldexp(0.0f, infinity<float>) == 0);

}  // namespace sinter::math
