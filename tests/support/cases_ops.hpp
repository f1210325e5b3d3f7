// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every op of the registry on one dtype, against the C++ standard library. One region an arity: its results are all the ops
// that take so many operands. A test file defines SINTER_TEST_FIXTURES and SINTER_TEST_ELEMENT.
// Invariant: an op that joins the registry without a reference here does not compile.
#pragma once

#include <tuple>

#include "support/bounds.hpp"
#include "support/executors.hpp"
#include "support/philox.hpp"
#include "support/registry.hpp"

namespace test {

namespace ops = sinter::ops;

// reference<Op>::eval on operands of the common compute type C: an exact value (long double) and the ulps that are granted,
// or a value that is right in every bit (anything else).
template <class Op>
struct reference;

struct bounded {
  long double exact;
  double ulps;
  double absolute = 0;  // what is granted anyway
};
// Within the bound of Op on operands of type C.
template <class Op, class C>
bounded near(long double exact) {
  constexpr bound b = bound_of(Op::name);
  return {exact, sizeof(C) == 8 ? b.f64 : b.f32, sizeof(C) == 8 ? b.absolute_f64 : b.absolute_f32};
}

// What nvcc finds pointless to ask of unsigned types.
template <class C>
bool negative(C x) {
  if constexpr (std::is_unsigned_v<C>)
    return false;
  else
    return x < 0;
}
// Integers wrap.
template <class C, class F>
C wrapped(const F& f) {
  return static_cast<C>(f());
}

// What a division or a root of a C is.
template <class C>
using float_of = std::conditional_t<std::is_floating_point_v<C>, C, float>;

#define SINTER_REFERENCE(op, ...)                                                        \
  template <>                                                                            \
  struct reference<ops::op> {                                                            \
    template <class C>                                                                   \
    static auto eval([[maybe_unused]] C a, [[maybe_unused]] C b, [[maybe_unused]] C c) { \
      using U = std::conditional_t<std::is_floating_point_v<C>, C, std::uint64_t>;       \
      [[maybe_unused]] const auto x = static_cast<U>(a);                                 \
      [[maybe_unused]] const auto y = static_cast<U>(b);                                 \
      [[maybe_unused]] const auto z = static_cast<U>(c);                                 \
      [[maybe_unused]] const auto l = static_cast<long double>(a);                       \
      __VA_ARGS__                                                                        \
    }                                                                                    \
  };

// volatile: each rounds once, whatever the flags.
SINTER_REFERENCE(add_t, volatile U r = x + y; return static_cast<C>(r);)
SINTER_REFERENCE(sub_t, volatile U r = x - y; return static_cast<C>(r);)
SINTER_REFERENCE(mul_t, volatile U r = x * y; return static_cast<C>(r);)
SINTER_REFERENCE(div_t, volatile float_of<C> p = static_cast<float_of<C>>(a);
                 volatile float_of<C> q = static_cast<float_of<C>>(b); volatile float_of<C> r = p / q;
                 return static_cast<float_of<C>>(r);)
SINTER_REFERENCE(neg_t,
                 if constexpr (std::is_floating_point_v<C>) return std::copysign(a, std::signbit(a) ? C(1) : C(-1));
                 else return static_cast<C>(0 - x);)
SINTER_REFERENCE(abs_t, if constexpr (std::is_floating_point_v<C>) return std::fabs(a);
                 else return negative(a) ? static_cast<C>(0 - x) : a;)
template <bool Max, class C>
C extremum(C a, C b) {
  if (is_nan(a)) return a;
  if (is_nan(b)) return b;
  if constexpr (std::is_floating_point_v<C>) {
    if (a == 0 && b == 0) return std::signbit(a) == Max ? b : a;
  }
  return (Max ? a < b : b < a) ? b : a;
}
SINTER_REFERENCE(maximum_t, return extremum<true>(a, b);)
SINTER_REFERENCE(minimum_t, return extremum<false>(a, b);)
SINTER_REFERENCE(relu_t, return negative(a) ? C(0) : a;)
SINTER_REFERENCE(fma_t, if constexpr (std::is_floating_point_v<C>) return std::fma(a, b, c);
                 else return static_cast<C>(x * y + z);)
SINTER_REFERENCE(equal_t, return a == b;)
SINTER_REFERENCE(not_equal_t, return a != b;)
SINTER_REFERENCE(less_t, return a < b;)
SINTER_REFERENCE(less_equal_t, return a <= b;)
SINTER_REFERENCE(logical_and_t, return a != 0 && b != 0;)
SINTER_REFERENCE(logical_or_t, return a != 0 || b != 0;)
SINTER_REFERENCE(logical_not_t, return !(a != 0);)
SINTER_REFERENCE(where_t, return a != 0 ? b : c;)
SINTER_REFERENCE(sign_t, if (is_nan(a)) return a; return a > 0 ? C(1) : negative(a) ? C(-1) : C(0);)
SINTER_REFERENCE(square_t, volatile U r = x * x; return static_cast<C>(r);)
SINTER_REFERENCE(reciprocal_t, volatile float_of<C> p = static_cast<float_of<C>>(a); volatile float_of<C> r = 1 / p;
                 return static_cast<float_of<C>>(r);)
SINTER_REFERENCE(copysign_t, return std::copysign(static_cast<float_of<C>>(a), static_cast<float_of<C>>(b));)
SINTER_REFERENCE(fmin_t, return is_nan(a) ? b : is_nan(b) ? a : extremum<false>(a, b);)
SINTER_REFERENCE(fmax_t, return is_nan(a) ? b : is_nan(b) ? a : extremum<true>(a, b);)
SINTER_REFERENCE(isnan_t, return is_nan(a);)
SINTER_REFERENCE(isinf_t, return std::isinf(static_cast<double>(a));)
SINTER_REFERENCE(isfinite_t, return std::isfinite(static_cast<double>(a));)
SINTER_REFERENCE(signbit_t, return std::signbit(static_cast<double>(a));)
SINTER_REFERENCE(logical_xor_t, return (a != 0) != (b != 0);)
SINTER_REFERENCE(bit_and_t, return static_cast<C>(x & y);)
SINTER_REFERENCE(bit_or_t, return static_cast<C>(x | y);)
SINTER_REFERENCE(bit_xor_t, return static_cast<C>(x ^ y);)
SINTER_REFERENCE(bit_not_t, if constexpr (std::is_same_v<C, bool>) return !a; else return static_cast<C>(~x);)
template <class C>
inline constexpr std::uint64_t width = 8 * sizeof(C);
SINTER_REFERENCE(shift_left_t, return y < width<C> ? static_cast<C>(x << y) : C(0);)
SINTER_REFERENCE(shift_right_t,
                 if constexpr (std::is_unsigned_v<C>) return y < width<C> ? static_cast<C>(x >> y) : C(0);
                 else return static_cast<C>(static_cast<int64_t>(a) >> (y < width<C> ? y : 63));)
SINTER_REFERENCE(floor_t, if constexpr (std::is_floating_point_v<C>) return std::floor(a); else return a;)
SINTER_REFERENCE(ceil_t, if constexpr (std::is_floating_point_v<C>) return std::ceil(a); else return a;)
SINTER_REFERENCE(trunc_t, if constexpr (std::is_floating_point_v<C>) return std::trunc(a); else return a;)
SINTER_REFERENCE(round_t, if constexpr (std::is_floating_point_v<C>) return std::nearbyint(a); else return a;)
__extension__ typedef __int128 wide;  // in which no quotient overflows
SINTER_REFERENCE(fmod_t, if constexpr (std::is_floating_point_v<C>) return std::fmod(a, b);
                 else return b == 0 ? C(0) : static_cast<C>(wide(a) % wide(b));)
SINTER_REFERENCE(
    remainder_t,
    if constexpr (std::is_floating_point_v<C>) {
      const C r = std::fmod(a, b);
      if (r == 0) return std::copysign(C(0), b);
      volatile C sum = r + b;
      return r != 0 && std::signbit(r) != std::signbit(b) && !std::isnan(r) ? static_cast<C>(sum) : r;
    } else { return b == 0 ? C(0) : static_cast<C>((wide(a) % wide(b) + wide(b)) % wide(b)); })
SINTER_REFERENCE(
    floor_divide_t,
    if constexpr (std::is_floating_point_v<C>) {
      const auto by = static_cast<long double>(b);
      if (b == 0) return bounded{l / by, 0};
      if (std::isinf(a)) return bounded{std::nanl(""), 0};
      if (std::isinf(b) && a != 0 && !is_nan(a)) return bounded{std::signbit(a) == std::signbit(b) ? 0.0L : -1.0L, 0};
      return near<ops::floor_divide_t, C>(std::floor(l / by));
    } else {
      if (b == 0) return C(0);
      const wide q = wide(a) / wide(b);
      return static_cast<C>(q - (wide(a) % wide(b) != 0 && negative(a) != negative(b) ? 1 : 0));
    })
SINTER_REFERENCE(expm1_t, return near<ops::expm1_t, C>(std::expm1(l));)
SINTER_REFERENCE(log1p_t, return near<ops::log1p_t, C>(std::log1p(l));)
SINTER_REFERENCE(exp2_t, return near<ops::exp2_t, C>(std::exp2(l));)
SINTER_REFERENCE(log2_t, return near<ops::log2_t, C>(std::log2(l));)
SINTER_REFERENCE(log10_t, return near<ops::log10_t, C>(std::log10(l));)
SINTER_REFERENCE(cbrt_t, return near<ops::cbrt_t, C>(std::cbrt(l));)
SINTER_REFERENCE(sin_t, return near<ops::sin_t, C>(std::sin(l));)
SINTER_REFERENCE(cos_t, return near<ops::cos_t, C>(std::cos(l));)
SINTER_REFERENCE(tan_t, return near<ops::tan_t, C>(std::tan(l));)
SINTER_REFERENCE(asin_t, return near<ops::asin_t, C>(std::asin(l));)
SINTER_REFERENCE(acos_t, return near<ops::acos_t, C>(std::acos(l));)
SINTER_REFERENCE(atan_t, return near<ops::atan_t, C>(std::atan(l));)
SINTER_REFERENCE(sinh_t, return near<ops::sinh_t, C>(std::sinh(l));)
SINTER_REFERENCE(cosh_t, return near<ops::cosh_t, C>(std::cosh(l));)
SINTER_REFERENCE(asinh_t, return near<ops::asinh_t, C>(std::asinh(l));)
SINTER_REFERENCE(acosh_t, return near<ops::acosh_t, C>(std::acosh(l));)
SINTER_REFERENCE(atanh_t, return near<ops::atanh_t, C>(std::atanh(l));)
SINTER_REFERENCE(erf_t, return near<ops::erf_t, C>(std::erf(l));)
SINTER_REFERENCE(erfc_t, return near<ops::erfc_t, C>(std::erfc(l));)
SINTER_REFERENCE(atan2_t, return near<ops::atan2_t, C>(std::atan2(l, static_cast<long double>(b)));)
SINTER_REFERENCE(hypot_t, return near<ops::hypot_t, C>(std::hypot(l, static_cast<long double>(b)));)
SINTER_REFERENCE(
    pow_t,
    if constexpr (std::is_floating_point_v<C>) return near<ops::pow_t, C>(std::pow(l, static_cast<long double>(b)));
    else {
      if (negative(b)) return a == 1 ? C(1) : a == C(-1) ? ((b & 1) != 0 ? C(-1) : C(1)) : C(0);
      std::uint64_t r = 1;
      // Squares wrap as products do: the last bits of the power are those of the bits' product.
      std::uint64_t square = x;
      for (std::uint64_t rest = y; rest != 0; rest >>= 1, square *= square) r *= (rest & 1) != 0 ? square : 1;
      return static_cast<C>(r);
    })
template <class Op, class C>
bounded bessel(long double (*f)(long double), long double x) {
  if (std::fabs(x) > bessel_range && std::isfinite(x) && !std::isnan(f(x))) return {0, 0, inf};
  return near<Op, C>(f(x));
}
inline long double digamma(long double x) {
  if (std::isinf(x)) return x > 0 ? x : std::nanl("");
  if (x == 0) return std::signbit(x) ? inf : -inf;
  if (x < 0 && std::floor(x) == x) return std::nanl("");
  if (x < 0) {
    const long double pi = 3.14159265358979323846264338327950288L;
    return digamma(1 - x) - pi / std::tan(pi * (x - std::round(x)));
  }
  long double r = 0;
  for (; x < 40; ++x) r -= 1 / x;
  const long double s = 1 / (x * x);
  return r + std::log(x) - 0.5L / x - s * (1 / 12.0L - s * (1 / 120.0L - s * (1 / 252.0L - s / 240.0L)));
}
inline long double trigamma(long double x) {
  if (x <= 0 && std::floor(x) == x && std::isfinite(x)) return inf;
  if (x < 0) {
    const long double pi = 3.14159265358979323846264338327950288L;
    const long double chord = pi / std::sin(pi * (x - std::round(x)));
    return chord * chord - trigamma(1 - x);
  }
  long double r = 0;
  for (; x < 60; ++x) r += 1 / (x * x);
  const long double s = 1 / (x * x);
  return r + (1 + 0.5L / x + s * (1 / 6.0L - s * (1 / 30.0L - s * (1 / 42.0L - s * (1 / 30.0L - s * 5 / 66.0L))))) / x;
}
// By bisection, of the complement where that is small.
inline long double erfinv(long double y) {
  const long double m = std::fabs(y);
  if (!(m < 1)) return m == 1 ? std::copysign(inf, static_cast<float>(y)) : std::nanl("");
  long double low = 0, high = 8;
  for (int i = 0; i < 3000 && low < high; ++i) {
    const long double x = m < 1e-3L && low == 0 ? high / 2 : (low + high) / 2;
    if (m < 0.5L ? std::erf(x) < m : std::erfc(x) > 1 - m)
      low = x;
    else
      high = x;
    if (high - low <= high * 1e-19L) break;
  }
  return m == 0 ? y : std::copysign(high, y);
}
SINTER_REFERENCE(lgamma_t, return near<ops::lgamma_t, C>(std::lgamma(l));)
SINTER_REFERENCE(digamma_t, return near<ops::digamma_t, C>(digamma(l));)
SINTER_REFERENCE(trigamma_t, return near<ops::trigamma_t, C>(trigamma(l));)
SINTER_REFERENCE(erfinv_t, return near<ops::erfinv_t, C>(erfinv(l));)
SINTER_REFERENCE(bessel_j0_t, return bessel<ops::bessel_j0_t, C>(&::j0l, l);)
SINTER_REFERENCE(bessel_j1_t, return bessel<ops::bessel_j1_t, C>(&::j1l, l);)
SINTER_REFERENCE(bessel_y0_t, return bessel<ops::bessel_y0_t, C>(&::y0l, l);)
SINTER_REFERENCE(bessel_y1_t, return bessel<ops::bessel_y1_t, C>(&::y1l, l);)
SINTER_REFERENCE(ldexp_t, const auto n = static_cast<float_of<C>>(b); if (is_nan(n)) return n;
                 const double e = std::trunc(static_cast<double>(n));
                 return std::ldexp(static_cast<float_of<C>>(a),
                                   static_cast<int>(std::fmax(-5000, std::fmin(5000, e))));)
SINTER_REFERENCE(nextafter_t, return std::nextafter(static_cast<float_of<C>>(a), static_cast<float_of<C>>(b));)
// The nearest of all values of a narrow type on b's side of a.
template <class T>
T neighbour(T a, T b) {
  if (is_nan(a) || is_nan(b)) return is_nan(a) ? a : b;
  if (number(a) == number(b)) return b;
  const bool up = number(a) < number(b);
  T best = b;
  for (std::uint32_t bits = 0; bits < 1U << (8 * sizeof(T)); ++bits) {
    const T t = T::from_bits(static_cast<decltype(T::bits)>(bits));
    const double v = number(t);
    const bool beyond = up ? v > number(a) && v <= number(best) : v < number(a) && v >= number(best);
    // Of two zeros the one with a's sign.
    if (beyond && (v != 0 || std::signbit(v) == std::signbit(number(a)))) best = t;
  }
  return best;
}
SINTER_REFERENCE(random_word_t,
                 return static_cast<C>(philox_word(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b),
                                                   static_cast<std::uint64_t>(c)));)
SINTER_REFERENCE(exp_t, return near<ops::exp_t, C>(std::exp(l));)
SINTER_REFERENCE(log_t, return near<ops::log_t, C>(std::log(l));)
SINTER_REFERENCE(sqrt_t, volatile float_of<C> r = std::sqrt(static_cast<float_of<C>>(a));
                 return static_cast<float_of<C>>(r);)
SINTER_REFERENCE(rsqrt_t, return near<ops::rsqrt_t, C>(1 / std::sqrt(l));)
SINTER_REFERENCE(tanh_t, return near<ops::tanh_t, C>(std::tanh(l));)
SINTER_REFERENCE(sigmoid_t,
                 return near<ops::sigmoid_t, C>(l < 0 ? std::exp(l) / (1 + std::exp(l)) : 1 / (1 + std::exp(-l)));)
#undef SINTER_REFERENCE

template <class To, class From>
To converted(From a) {
  if constexpr (std::is_same_v<To, From>) {
    return a;
  } else if constexpr (std::is_same_v<To, bool>) {
    return a != 0;
  } else if constexpr (is_narrow<To>) {
    return To(static_cast<float>(a));
  } else if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    if (std::isnan(a)) return 0;
    if (static_cast<long double>(a) >= static_cast<long double>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    if (static_cast<long double>(a) <= static_cast<long double>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    return static_cast<To>(a);
  } else {
    return static_cast<To>(a);
  }
}
template <class To>
struct reference<ops::cast_t<To>> {
  template <class C>
  static To eval(C a, C, C) {
    return converted<To>(a);
  }
};

// Integers divide, and have their roots, as floats; a predicate compares what the operands are.
template <class Op, class T>
using operand_of = sinter::type_of<sinter::compute_of(sinter::operand_dtype(Op::rule, sinter::dtype_of<T>))>;

template <class List>
struct apply_each;
template <class... Ops>
struct apply_each<sinter::type_list<Ops...>> {
  constexpr auto operator()(auto... x) const { return sinter::outputs(sinter::call<Ops>(x...)...); }
};
// The C++ type of an op's result.
template <class Op, class T, int... I>
auto result_type(std::integer_sequence<int, I...>) ->
    typename decltype(sinter::call<Op>((void(I), sinter::val<T, 1>{})...))::value_type;
template <class Op, class T>
using result_of = decltype(result_type<Op, T>(std::make_integer_sequence<int, Op::arity>{}));

template <class T>
values<T> special_values() {
  if constexpr (std::is_same_v<T, bool>) {
    return {false, true};
  } else if constexpr (std::is_integral_v<T>) {
    using limits = std::numeric_limits<T>;
    return {
        0, 1, T(-1), 2, T(-7), 100, T(16777217), T(-2147483647), limits::max(), limits::min(), T(limits::min() + 1)};
  } else {
    values<T> v(26);
    const double list[] = {0.0f,
                           -0.0f,
                           1.0f,
                           -1.0f,
                           inf,
                           -inf,
                           nan,
                           -nan,
                           std::is_same_v<T, double> ? 0x1p-1074 : 0x1p-149,
                           -0x1p-149f,
                           0x1p-126f,
                           0x1.fffffcp-127f,
                           std::is_same_v<T, double> ? 1.7976931348623157e308 : 3.4028235e38f,
                           -3.4028235e38f,
                           0.5f,
                           2.0f,
                           89.0f,
                           -104.0f,
                           88.7f,
                           -87.5f,
                           2147483648.0f,
                           -2147483648.0f,
                           9.3e18f,
                           1e-30f,
                           std::is_same_v<T, double> ? 0x1.fffffffffffffp-1 : 0x1.fffffep-1,
                           0.1};
    static_assert(sizeof(list) / sizeof(*list) == 26);
    for (int i = 0; i < 26; ++i) v[i] = stored<T>(list[i]);
    return v;
  }
}

// Operand `which` of the cases: every combination of special values, then random ones of every magnitude.
template <class T>
values<T> operand_values(int arity, int which) {
  const values<T> s = special_values<T>();
  int64_t n = 1;
  for (int i = 0; i < arity; ++i) n *= s.size();
  const int64_t random_count = 1000;
  const int64_t specials = n < 3000 ? n : 3000;
  const int64_t stride = n <= 3000 ? 1 : 7;  // 7 does not divide 26 or 11: every value meets every other
  values<T> v(specials + random_count);
  for (int64_t i = 0; i < specials; ++i) {
    int64_t at = i * stride % n;
    for (int k = 0; k < which; ++k) at /= s.size();
    v[i] = s[at % s.size()];
  }
  generator g(17 + static_cast<std::uint64_t>(which));
  for (int64_t i = specials; i < v.size(); ++i) {
    if constexpr (std::is_same_v<T, bool>)
      v[i] = (g.bits() & 256U) != 0;
    else if constexpr (std::is_integral_v<T>)
      v[i] = static_cast<T>(g.bits() >> (g.bits() % 60));
    else
      v[i] = stored<T>(std::ldexp(g.uniform(-1, 1), static_cast<int>(g.integer(-20, 20))));
  }
  return v;
}

// What a stored result may be.
template <class R, class E>
bool is_right(R got, const E& want) {
  if constexpr (std::is_same_v<E, bounded>) {
    // A narrow result is the rounding of an f32 one: half an ulp, and what the f32 value was off, in a coarse form the bound of those.
    const double off = want.ulps * std::ldexp(1.0, digits<R> - 24) + std::ldexp(coarse_bound, digits<R>);
    const double ulps = is_narrow<R> ? 0.5 + off : want.ulps;
    return within_ulps(got, want.exact, ulps) ||
           (want.absolute > 0 &&
            std::fabs(number(got) - want.exact) <=
                want.absolute + (is_narrow<R> ? ulps * static_cast<double>(unit<R>(want.exact)) : 0.0));
  } else if constexpr (is_narrow<R>) {
    const R rounded = converted<R>(want);
    return is_nan(got) ? is_nan(rounded) : same_bits(got, rounded);
  } else {
    static_assert(std::is_same_v<R, E>, "the reference's type is not the op's");
    return is_nan(got) ? is_nan(want) : same_bits(got, want);
  }
}

template <class Op, class T, class R>
void check_op(const values<R>& got, const values<T>& a, const values<T>& b, const values<T>& c) {
  using C = std::conditional_t<Op::rule == sinter::typing::logical || Op::rule == sinter::typing::select ||
                                   Op::rule == sinter::typing::predicate || Op::rule == sinter::typing::fixed,
                               sinter::compute_t<T>, operand_of<Op, T>>;
  int wrong = 0;
  int64_t at = -1;
  for (int64_t i = 0; i < got.size(); ++i) {
    const auto right = [&] {
      if constexpr (std::is_same_v<Op, ops::nextafter_t> && is_narrow<T>)
        return is_right(got[i], neighbour(a[i], b[i]));
      else
        return is_right(
            got[i], reference<Op>::template eval<C>(static_cast<C>(a[i]), static_cast<C>(b[i]), static_cast<C>(c[i])));
    };
    if (right()) continue;
    if (wrong++ == 0) at = i;
  }
  const std::string name = Op::name;
  const int64_t shown = at < 0 ? 0 : at;
  CAPTURE(name);
  CAPTURE(number(a[shown]));
  CAPTURE(number(b[shown]));
  CAPTURE(number(c[shown]));
  CAPTURE(number(got[shown]));
  CHECK(wrong == 0);
}

struct every_op_k;  // names the kernel
template <class F, class T, int Arity, class... Ops>
void check_ops(sinter::type_list<Ops...>) {
  const values<T> a = operand_values<T>(Arity, 0);
  const values<T> b = operand_values<T>(Arity, Arity > 1 ? 1 : 0);
  const values<T> c = operand_values<T>(Arity, Arity > 2 ? 2 : 0);
  const extents<1> n{a.size()};
  const auto ta = make<F>(n, a);
  const auto tb = make<F>(n, b);
  const auto tc = make<F>(n, c);
  const std::tuple<tensor<F, result_of<Ops, T>, 1>...> results{output<F, result_of<Ops, T>>(n)...};
  constexpr auto region = sinter::region<every_op_k>(apply_each<sinter::type_list<Ops...>>{});
  std::apply(
      [&](const auto&... r) {
        const auto out = sinter::outputs(r.view()...);
        if constexpr (Arity == 1)
          region(ta.view()).into(out, F::executor());
        else if constexpr (Arity == 2)
          region(ta.view(), tb.view()).into(out, F::executor());
        else
          region(ta.view(), tb.view(), tc.view()).into(out, F::executor());
        (check_op<Ops, T>(r.get(), a, b, c), ...);
      },
      results);
}

template <class F, class T, int Arity>
void check_arity() {
  // A kernel touches at most 48 tensors.
  in_portions<16>(typename of_arity<Arity, T, every_pointwise>::type{},
                  [](auto portion) { check_ops<F, T, Arity>(portion); });
}

TEST_CASE_TEMPLATE("ops: every op of one operand is the standard library's, special values included", F,
                   SINTER_TEST_FIXTURES) {
  check_arity<F, SINTER_TEST_ELEMENT, 1>();
}
TEST_CASE_TEMPLATE("ops: every op of two operands is the standard library's, special values included", F,
                   SINTER_TEST_FIXTURES) {
  check_arity<F, SINTER_TEST_ELEMENT, 2>();
}
TEST_CASE_TEMPLATE("ops: every op of three operands is the standard library's, special values included", F,
                   SINTER_TEST_FIXTURES) {
  check_arity<F, SINTER_TEST_ELEMENT, 3>();
}

}  // namespace test
