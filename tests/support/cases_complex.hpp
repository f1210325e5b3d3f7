// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Ops of complex numbers on special values (each paired with each) and random ones: what rounds part by part against the same
// operations of T, functions against std::complex<long double>. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/bounds.hpp"
#include "support/complex_values.hpp"
#include "support/executors.hpp"

namespace test {

template <class T>
using number_of = sinter::complex<T>;

// The first wrong result as text, or nothing.
template <class R, class Z, class Right>
std::string first_wrong(const values<R>& got, const values<Z>& a, const Right& right) {
  for (int64_t i = 0; i < got.size(); ++i) {
    if (right(i)) continue;
    if constexpr (sinter::is_complex<R>)
      return shown(a[i]) + " gives " + shown(got[i]);
    else
      return shown(a[i]) + " gives " + std::to_string(static_cast<double>(got[i]));
  }
  return "";
}

// volatile: each rounds once, whatever the flags.
template <class T>
number_of<T> product(number_of<T> a, number_of<T> b) {
  volatile T ac = a.re * b.re, bd = a.im * b.im, ad = a.re * b.im, bc = a.im * b.re;
  volatile T re = ac - bd, im = ad + bc;
  return {re, im};
}
// The rules of division where a part is no ordinary number.
template <class T>
bool quotient_is_right(number_of<T> got, number_of<T> a, number_of<T> b) {
  const bool finite = std::isfinite(a.re) && std::isfinite(a.im);
  const bool by_infinity = std::isinf(b.re) || std::isinf(b.im);
  if (b.re == 0 && b.im == 0) {
    volatile T zero = 0;
    volatile T re = a.re / zero, im = a.im / zero;
    return same_parts(got, number_of<T>(re, im));
  }
  if (finite && by_infinity) return got.re == 0 && got.im == 0;
  if (std::isnan(b.re) || std::isnan(b.im) || std::isnan(a.re) || std::isnan(a.im)) {
    return std::isnan(got.re) && std::isnan(got.im);
  }
  if (by_infinity) return std::isnan(got.re) && std::isnan(got.im);
  if (!finite) {  // one infinite part at least; what is no number is NaN
    return std::isinf(got.re) || std::isinf(got.im) || (std::isnan(got.re) && std::isnan(got.im));
  }
  // Halves: long double overflows nowhere, but two products of the largest doubles lie close to its precision's end.
  const long double c = b.re, d = b.im, norm = c * c + d * d;
  const exact_complex want((a.re * c + a.im * d) / norm, (a.im * c - a.re * d) / norm);
  const number_of<T> value = without_negative_zeros(got);
  return sizeof(T) == 4 ? near_parts(value, without_negative_zeros(want), 0.51)
                        : near_magnitude(value, without_negative_zeros(want), 6);
}

template <class T>
struct complex_k;  // names the kernels

template <class F, class T>
void check_complex_arithmetic() {
  const auto pairs = special_pairs<T>();
  const auto& a = pairs.first;
  const auto& b = pairs.second;
  using Z = number_of<T>;
  const extents<1> n{a.size()};
  const auto ta = make<F>(n, a);
  const auto tb = make<F>(n, b);
  const auto sum = output<F, Z>(n), less = output<F, Z>(n), times = output<F, Z>(n), over = output<F, Z>(n),
             squared = output<F, Z>(n), inverse = output<F, Z>(n);
  const auto same = output<F, bool>(n), differ = output<F, bool>(n);
  constexpr auto formula = sinter::region<complex_k<T>>([](auto x, auto y) {
    return sinter::outputs(x + y, x - y, x * y, x / y, square(x), reciprocal(x), x == y, x != y);
  });
  formula(ta.view(), tb.view())
      .into(sinter::outputs(sum.view(), less.view(), times.view(), over.view(), squared.view(), inverse.view(),
                            same.view(), differ.view()),
            F::executor());
  const auto got_sum = sum.get(), got_less = less.get(), got_times = times.get(), got_over = over.get(),
             got_squared = squared.get(), got_inverse = inverse.get();
  const auto got_same = same.get(), got_differ = differ.get();
  CHECK(first_wrong(got_sum, a, [&](int64_t i) {
          volatile T re = a[i].re + b[i].re, im = a[i].im + b[i].im;
          return same_parts(got_sum[i], Z(re, im));
        }) == "");
  CHECK(first_wrong(got_less, a, [&](int64_t i) {
          volatile T re = a[i].re - b[i].re, im = a[i].im - b[i].im;
          return same_parts(got_less[i], Z(re, im));
        }) == "");
  CHECK(first_wrong(got_times, a, [&](int64_t i) { return same_parts(got_times[i], product(a[i], b[i])); }) == "");
  CHECK(first_wrong(got_squared, a, [&](int64_t i) { return same_parts(got_squared[i], product(a[i], a[i])); }) == "");
  CHECK(first_wrong(got_over, a, [&](int64_t i) { return quotient_is_right(got_over[i], a[i], b[i]); }) == "");
  CHECK(first_wrong(got_inverse, a, [&](int64_t i) { return quotient_is_right(got_inverse[i], Z(1), a[i]); }) == "");
  CHECK(first_wrong(got_same, a,
                    [&](int64_t i) { return got_same[i] == (a[i].re == b[i].re && a[i].im == b[i].im); }) == "");
  CHECK(first_wrong(got_differ, a, [&](int64_t i) { return got_differ[i] != got_same[i]; }) == "");
}

TEST_CASE_TEMPLATE("complex: + - * round each real operation once, / is right to an ulp or six of the magnitude", F,
                   SINTER_TEST_FIXTURES) {
  check_complex_arithmetic<F, float>();
  check_complex_arithmetic<F, double>();
}

template <class F, class T>
void check_parts() {
  using Z = number_of<T>;
  const values<Z> a = special_numbers<T>();
  const extents<1> n{a.size()};
  const auto z = make<F>(n, a);
  const auto minus = output<F, Z>(n), mirrored = output<F, Z>(n), swapped = output<F, Z>(n), chosen = output<F, Z>(n);
  const auto re = output<F, T>(n), im = output<F, T>(n), magnitude = output<F, T>(n), angle = output<F, T>(n);
  const auto is_nan = output<F, bool>(n), is_inf = output<F, bool>(n), is_finite = output<F, bool>(n);
  constexpr auto formula = sinter::region<complex_k<T>>([](auto x) {
    return sinter::outputs(-x, conj(x), make_complex(imag(x), real(x)), where(real(x) < 0.0f, x, 2.0f), real(x),
                           imag(x), abs(x), arg(x), isnan(x), isinf(x), isfinite(x));
  });
  formula(z.view()).into(
      sinter::outputs(minus.view(), mirrored.view(), swapped.view(), chosen.view(), re.view(), im.view(),
                      magnitude.view(), angle.view(), is_nan.view(), is_inf.view(), is_finite.view()),
      F::executor());
  const auto got_minus = minus.get(), got_mirrored = mirrored.get(), got_swapped = swapped.get(),
             got_chosen = chosen.get();
  const auto got_re = re.get(), got_im = im.get(), got_magnitude = magnitude.get(), got_angle = angle.get();
  const auto got_nan = is_nan.get(), got_inf = is_inf.get(), got_finite = is_finite.get();
  const double ulps_of_abs = sizeof(T) == 4 ? 0.51 : 2;
  const auto with_sign = [](T v, bool minus_sign) { return std::copysign(v, minus_sign ? T(-1) : T(1)); };
  CHECK(first_wrong(got_minus, a, [&](int64_t i) {
          return same_parts(got_minus[i],
                            Z(with_sign(a[i].re, !std::signbit(a[i].re)), with_sign(a[i].im, !std::signbit(a[i].im))));
        }) == "");
  CHECK(first_wrong(got_mirrored, a, [&](int64_t i) {
          return same_parts(got_mirrored[i], Z(a[i].re, with_sign(a[i].im, !std::signbit(a[i].im))));
        }) == "");
  CHECK(first_wrong(got_swapped, a, [&](int64_t i) { return same_parts(got_swapped[i], Z(a[i].im, a[i].re)); }) == "");
  CHECK(first_wrong(got_chosen, a, [&](int64_t i) { return same_parts(got_chosen[i], a[i].re < 0 ? a[i] : Z(2)); }) ==
        "");
  CHECK(first_wrong(got_re, a, [&](int64_t i) { return same_part(got_re[i], a[i].re); }) == "");
  CHECK(first_wrong(got_im, a, [&](int64_t i) { return same_part(got_im[i], a[i].im); }) == "");
  CHECK(first_wrong(got_magnitude, a, [&](int64_t i) {
          const long double want = std::abs(exact(a[i]));
          return near_part(got_magnitude[i], want, want, ulps_of_abs);
        }) == "");
  CHECK(first_wrong(got_angle, a, [&](int64_t i) {
          const long double want = std::atan2(static_cast<long double>(a[i].im), static_cast<long double>(a[i].re));
          return near_part(got_angle[i], want, want, bound_of("arg").f32);
        }) == "");
  CHECK(first_wrong(got_nan, a,
                    [&](int64_t i) { return got_nan[i] == (std::isnan(a[i].re) || std::isnan(a[i].im)); }) == "");
  CHECK(first_wrong(got_inf, a,
                    [&](int64_t i) { return got_inf[i] == (std::isinf(a[i].re) || std::isinf(a[i].im)); }) == "");
  CHECK(first_wrong(got_finite, a, [&](int64_t i) {
          return got_finite[i] == (std::isfinite(a[i].re) && std::isfinite(a[i].im));
        }) == "");
}

TEST_CASE_TEMPLATE("complex: parts, magnitude, angle, conj and questions of special values", F, SINTER_TEST_FIXTURES) {
  check_parts<F, float>();
  check_parts<F, double>();
}

// Against the C library's complex functions (annex G). An infinite angle points nowhere and a NaN has no sign: signs are
// then left open.
enum class angle_part { none, real, imag };
template <class T>
void check_function(const std::string& function, const values<number_of<T>>& a, const values<number_of<T>>& got,
                    exact_complex (*f)(const exact_complex&), const auto& ulps, angle_part angle) {
  CAPTURE(function);
  CHECK(first_wrong(got, a, [&](int64_t i) {
          if (std::isinf(ulps(a[i]))) return true;
          const exact_complex want = f(exact(a[i]));
          const T turn = angle == angle_part::none ? T(0) : angle == angle_part::real ? a[i].re : a[i].im;
          return std::isfinite(turn) && !std::isnan(a[i].re) && !std::isnan(a[i].im)
                     ? near_magnitude(got[i], want, ulps(a[i]))
                     : near_magnitude(without_signs(got[i]), without_signs(want), ulps(a[i]));
        }) == "");
}
template <class F, class T>
void check_functions() {
  using Z = number_of<T>;
  const values<Z> a = special_numbers<T>(4000);
  const extents<1> n{a.size()};
  const auto z = make<F>(n, a);
  const auto e = output<F, Z>(n), l = output<F, Z>(n), r = output<F, Z>(n), s = output<F, Z>(n), c = output<F, Z>(n),
             t = output<F, Z>(n), sh = output<F, Z>(n), ch = output<F, Z>(n), th = output<F, Z>(n);
  constexpr auto formula = sinter::region<complex_k<T>>([](auto x) {
    return sinter::outputs(exp(x), log(x), sqrt(x), sin(x), cos(x), tan(x), sinh(x), cosh(x), tanh(x));
  });
  formula(z.view()).into(
      sinter::outputs(e.view(), l.view(), r.view(), s.view(), c.view(), t.view(), sh.view(), ch.view(), th.view()),
      F::executor());
  const auto check = [&](const char* name, const auto& result, exact_complex (*f)(const exact_complex&), double ulps,
                         angle_part angle) {
    check_function<T>(
        name, a, result.get(), f, [=](Z) { return ulps; }, angle);
  };
  check("exp", e, &std::exp<long double>, 6, angle_part::imag);
  check("log", l, &std::log<long double>, 4, angle_part::none);
  check("sqrt", r, &std::sqrt<long double>, sizeof(T) == 4 ? 0.51 : 3, angle_part::none);
  check("sin", s, &std::sin<long double>, 6, angle_part::real);
  check("cos", c, &std::cos<long double>, 6, angle_part::real);
  check("tan", t, &std::tan<long double>, 10, angle_part::real);
  check("sinh", sh, &std::sinh<long double>, 6, angle_part::imag);
  check("cosh", ch, &std::cosh<long double>, 6, angle_part::imag);
  check("tanh", th, &std::tanh<long double>, 10, angle_part::imag);
}

TEST_CASE_TEMPLATE("complex: elementary functions are the C library's in more digits, special values included", F,
                   SINTER_TEST_FIXTURES) {
  check_functions<F, float>();
  check_functions<F, double>();
}

// Special numbers, and others near where the functions have zeros, poles and the ends of their cuts: 0, 1, -1, i, -i, 2 pi i.
template <class T>
values<number_of<T>> numbers_near_branch_points() {
  const values<number_of<T>> special = special_numbers<T>(2000);
  const number_of<T> points[] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0, T(6.283185307179586)}};
  const int64_t more = 1800;
  values<number_of<T>> v(special.size() + more);
  for (int64_t i = 0; i < special.size(); ++i) v[i] = special[i];
  generator g(29);
  for (int64_t i = 0; i < more; ++i) {
    const int lowest = sizeof(T) == 4 ? -26 : -60;
    const auto step = [&] {
      return std::ldexp(g.uniform(-1, 1), static_cast<int>(g.integer(lowest, 0))) * (g.integer(0, 3) == 0 ? 0 : 1);
    };
    const auto& p = points[i % 6];
    const auto re = static_cast<T>(p.re + step());
    v[special.size() + i] = number_of<T>(re, static_cast<T>(p.im + step()));
  }
  return v;
}
inline exact_complex exact_log2(const exact_complex& z) {
  const exact_complex l = std::log(z);
  return {l.real() / std::log(2.0L), l.imag() / std::log(2.0L)};
}
inline exact_complex exact_log10(const exact_complex& z) {
  const exact_complex l = std::log(z);
  return {l.real() / std::log(10.0L), l.imag() / std::log(10.0L)};
}
// The parts of 1 + z are exact here, or no digit of the sum matters.
inline exact_complex exact_log1p(const exact_complex& z) {
  const exact_complex w(1 + z.real(), z.imag());
  const long double x = z.real(), y = z.imag();
  if (std::fabs(x) < 0.25L && std::fabs(y) < 0.25L) return {std::log1p(x * (2 + x) + y * y) / 2, std::arg(w)};
  return std::log(w);
}
inline exact_complex exact_expm1(const exact_complex& z) {
  const exact_complex e = std::exp(z);
  if (z.imag() == 0) return {std::expm1(z.real()), z.imag()};
  if (!std::isfinite(z.real()) || !std::isfinite(z.imag()) || std::fabs(z.real()) > 1) return {e.real() - 1, e.imag()};
  const long double s = std::sin(z.imag() / 2);
  return {std::expm1(z.real()) * std::cos(z.imag()) - 2 * s * s, e.imag()};
}
inline exact_complex exact_exp2(const exact_complex& z) {
  return std::exp(exact_complex(z.real() * std::log(2.0L), z.imag() * std::log(2.0L)));
}
inline exact_complex exact_rsqrt(const exact_complex& z) {
  const long double nan = std::numeric_limits<long double>::quiet_NaN();
  if (std::isinf(z.real()) || std::isinf(z.imag())) return {0, std::copysign(0.0L, -z.imag())};
  if (std::isnan(z.real()) || std::isnan(z.imag())) return {nan, nan};
  if (z == exact_complex(0)) return {std::numeric_limits<long double>::infinity(), nan};
  const exact_complex r = std::sqrt(z);
  return {r.real() / std::abs(z), -r.imag() / std::abs(z)};
}
inline exact_complex exact_sign(const exact_complex& z) {
  const long double nan = std::numeric_limits<long double>::quiet_NaN();
  if (std::isnan(z.real()) || std::isnan(z.imag())) return {nan, nan};
  if (z == exact_complex(0)) return z;
  exact_complex w = z;
  if (std::isinf(z.real()) || std::isinf(z.imag()))
    w = {std::copysign(std::isinf(z.real()) ? 1.0L : 0.0L, z.real()),
         std::copysign(std::isinf(z.imag()) ? 1.0L : 0.0L, z.imag())};
  return {w.real() / std::abs(w), w.imag() / std::abs(w)};
}

template <class F, class T>
void check_more_functions() {
  using Z = number_of<T>;
  const values<Z> a = numbers_near_branch_points<T>();
  const extents<1> n{a.size()};
  const auto z = make<F>(n, a);
  const auto as = output<F, Z>(n), ac = output<F, Z>(n), at = output<F, Z>(n), ash = output<F, Z>(n),
             ach = output<F, Z>(n), ath = output<F, Z>(n);
  constexpr auto inverse = sinter::region<complex_k<T>>(
      [](auto x) { return sinter::outputs(asin(x), acos(x), atan(x), asinh(x), acosh(x), atanh(x)); });
  inverse(z.view()).into(sinter::outputs(as.view(), ac.view(), at.view(), ash.view(), ach.view(), ath.view()),
                         F::executor());
  const auto l2 = output<F, Z>(n), l10 = output<F, Z>(n), l1 = output<F, Z>(n), e1 = output<F, Z>(n),
             e2 = output<F, Z>(n), r = output<F, Z>(n), s = output<F, Z>(n);
  constexpr auto others = sinter::region<complex_k<T>>(
      [](auto x) { return sinter::outputs(log2(x), log10(x), log1p(x), expm1(x), exp2(x), rsqrt(x), sign(x)); });
  others(z.view()).into(sinter::outputs(l2.view(), l10.view(), l1.view(), e1.view(), e2.view(), r.view(), s.view()),
                        F::executor());
  const auto check = [&](const char* name, const auto& result, exact_complex (*f)(const exact_complex&), double ulps,
                         angle_part angle) {
    check_function<T>(
        name, a, result.get(), f, [=](Z) { return ulps; }, angle);
  };
  check("asin", as, &std::asin<long double>, 6, angle_part::none);
  check("acos", ac, &std::acos<long double>, 6, angle_part::none);
  check("atan", at, &std::atan<long double>, 6, angle_part::none);
  check("asinh", ash, &std::asinh<long double>, 6, angle_part::none);
  check("acosh", ach, &std::acosh<long double>, 6, angle_part::none);
  check("atanh", ath, &std::atanh<long double>, 6, angle_part::none);
  check("log2", l2, &exact_log2, 6, angle_part::none);
  check("log10", l10, &exact_log10, 6, angle_part::none);
  check("log1p", l1, &exact_log1p, 6, angle_part::none);
  check("expm1", e1, &exact_expm1, 6, angle_part::imag);
  check("rsqrt", r, &exact_rsqrt, sizeof(T) == 4 ? 0.51 : 6, angle_part::none);
  check("sign", s, &exact_sign, sizeof(T) == 4 ? 0.51 : 6, angle_part::none);
  // An angle beyond all digits of log 2 is no angle.
  const auto ulps_of_exp2 = [](Z x) {
    const double turns = std::fabs(static_cast<double>(x.im));
    return turns < 1e4 || !std::isfinite(turns) ? 6 + (std::isfinite(turns) ? 2 * turns : 0.0)
                                                : std::numeric_limits<double>::infinity();
  };
  check_function<T>("exp2", a, e2.get(), &exact_exp2, ulps_of_exp2, angle_part::imag);
}

TEST_CASE_TEMPLATE("complex: inverse functions on both sides of their cuts, and what keeps digits near 0 and 1", F,
                   SINTER_TEST_FIXTURES) {
  check_more_functions<F, float>();
  check_more_functions<F, double>();
}

template <class F, class T>
void check_powers() {
  using Z = number_of<T>;
  const int64_t n = 600;
  values<Z> a = random<Z>(n, 3, -1.5, 1.5), b = random<Z>(n, 4, -3, 3);
  values<T> radius = random<T>(n, 5, -3, 3), theta = random<T>(n, 6, -7, 7);
  for (int64_t i = 0; i < n / 2; ++i) b[i] = Z(static_cast<T>(i % 21 - 10));  // whole powers
  a[0] = a[1] = a[2] = Z(0);
  b[0] = Z(0), b[1] = Z(T(0.5), T(1)), b[2] = Z(T(-0.5));
  const extents<1> e{n};
  const auto ta = make<F>(e, a), tb = make<F>(e, b);
  const auto tr = make<F>(e, radius), tt = make<F>(e, theta);
  const auto power = output<F, Z>(e), cubed = output<F, Z>(e), turned = output<F, Z>(e);
  constexpr auto formula = sinter::region<complex_k<T>>(
      [](auto x, auto y, auto r, auto t) { return sinter::outputs(pow(x, y), pow(x, 3), polar(r, t)); });
  formula(ta.view(), tb.view(), tr.view(), tt.view())
      .into(sinter::outputs(power.view(), cubed.view(), turned.view()), F::executor());
  const auto got = power.get(), got_cubed = cubed.get(), got_turned = turned.get();
  CHECK(got[0] == Z(1));
  CHECK(got[1] == Z(0));
  CHECK((std::isnan(got[2].re) && std::isnan(got[2].im)));
  CHECK(first_wrong(got, a, [&](int64_t i) {
          if (i < 3) return true;
          const exact_complex exponent = exact(b[i]) * std::log(exact(a[i]));
          return near_magnitude(without_negative_zeros(got[i]), without_negative_zeros(std::exp(exponent)),
                                6 + 4 * static_cast<double>(std::abs(exponent)) +
                                    (i < n / 2 ? 3 * std::fabs(static_cast<double>(b[i].re)) : 0.0));
        }) == "");
  CHECK(first_wrong(got_cubed, a, [&](int64_t i) {
          const exact_complex x = exact(a[i]);
          const exact_complex want = x * x * x;
          return near_magnitude(got_cubed[i], want, 6) || want == exact_complex(0);
        }) == "");
  CHECK(first_wrong(got_turned, a, [&](int64_t i) {
          const long double r = radius[i], t = theta[i];
          return near_parts(got_turned[i], exact_complex(r * std::cos(t), r * std::sin(t)), bound_of("polar").f32);
        }) == "");
}

TEST_CASE_TEMPLATE("complex: powers, whole ones by products, and numbers from polar coordinates", F,
                   SINTER_TEST_FIXTURES) {
  check_powers<F, float>();
  check_powers<F, double>();
}

}  // namespace test
