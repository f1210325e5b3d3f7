// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What docs/reference.md says of each op beside what the library says itself: how it is written, its value, and the operands
// of an example. Invariant: an op of the registry without an entry does not compile.
#pragma once

#include <cstdint>

#include <sinter/op/registry.hpp>

namespace test {

namespace ops = sinter::ops;

// written: an expression over `operand`; formula: the same as a function; statement: where the example is more than the
// assignment of `written`.
template <class Op>
struct entry;

// clang-format off
#define SINTER_UNARY(op, T, in, code, meaning)                                    \
  template <>                                                                     \
  struct entry<ops::op> {                                                         \
    static constexpr const char* written = #code;                                 \
    static constexpr const char* value = meaning;                                 \
    static constexpr const char* operand[] = {"x"};                               \
    static constexpr T example[] = {in};                                          \
    static constexpr auto formula = [](auto x) { return code; };                  \
  };
#define SINTER_BINARY(op, T, first, second, code, meaning)                        \
  template <>                                                                     \
  struct entry<ops::op> {                                                         \
    static constexpr const char* written = #code;                                 \
    static constexpr const char* value = meaning;                                 \
    static constexpr const char* operand[] = {"a", "b"};                          \
    static constexpr T example[] = {first, second};                               \
    static constexpr auto formula = [](auto a, auto b) { return code; };          \
  };
#define SINTER_TERNARY(op, T, p, q, r, first, second, third, code, meaning)       \
  template <>                                                                     \
  struct entry<ops::op> {                                                         \
    static constexpr const char* written = #code;                                 \
    static constexpr const char* value = meaning;                                 \
    static constexpr const char* operand[] = {#p, #q, #r};                        \
    static constexpr T example[] = {first, second, third};                        \
    static constexpr auto formula = [](auto p, auto q, auto r) { return code; };  \
  };
#define SINTER_OF_COMPLEX(op, re, im, code, meaning)                              \
  template <>                                                                     \
  struct entry<ops::op> {                                                         \
    static constexpr const char* written = #code;                                 \
    static constexpr const char* value = meaning;                                 \
    static constexpr const char* operand[] = {"z"};                               \
    static constexpr sinter::complex<float> example[] = {{re, im}};               \
    static constexpr auto formula = [](auto z) { return code; };                  \
  };

SINTER_BINARY(add_t, float, 2, 3, a + b, "a + b")
SINTER_BINARY(sub_t, float, 2, 3, a - b, "a - b")
SINTER_BINARY(mul_t, float, 2, 3, a * b, "a b")
SINTER_BINARY(div_t, float, 2, 4, a / b, "a / b")
SINTER_UNARY(neg_t, float, 2, -x, "-x")
SINTER_UNARY(abs_t, float, -2, abs(x), "the magnitude of x")
SINTER_BINARY(minimum_t, float, 2, 3, minimum(a, b), "the smaller; NaN where one is NaN")
SINTER_BINARY(maximum_t, float, 2, 3, maximum(a, b), "the larger; NaN where one is NaN")
SINTER_UNARY(relu_t, float, -2, relu(x), "x, and 0 below 0")
SINTER_TERNARY(fma_t, float, a, b, c, 2, 3, 4, fma(a, b, c), "a b + c, rounded once")
SINTER_UNARY(sign_t, float, -2, sign(x), "-1, 0 or 1; of NaN, NaN; of a complex z its direction z / |z|")
SINTER_UNARY(square_t, float, 3, square(x), "x²")
SINTER_UNARY(reciprocal_t, float, 4, reciprocal(x), "1 / x")
SINTER_BINARY(copysign_t, float, 2, -3, copysign(a, b), "a's magnitude with b's sign")
SINTER_BINARY(fmin_t, float, 2, 3, fmin(a, b), "the smaller; the other where one is NaN")
SINTER_BINARY(fmax_t, float, 2, 3, fmax(a, b), "the larger; the other where one is NaN")

SINTER_BINARY(equal_t, float, 2, 3, a == b, "a = b")
SINTER_BINARY(not_equal_t, float, 2, 3, a != b, "a ≠ b")
SINTER_BINARY(less_t, float, 2, 3, a < b, "a < b; `a > b` is `b < a`")
SINTER_BINARY(less_equal_t, float, 2, 3, a <= b, "a ≤ b; `a >= b` is `b <= a`")
SINTER_BINARY(logical_and_t, float, 2, 0, a && b, "both; each is evaluated")
SINTER_BINARY(logical_or_t, float, 2, 0, a || b, "one or both; each is evaluated")
SINTER_UNARY(logical_not_t, float, 2, !x, "not x")
SINTER_BINARY(logical_xor_t, float, 2, 0, logical_xor(a, b), "one of both")
SINTER_TERNARY(where_t, float, c, a, b, 0, 2, 3, where(c, a, b), "a where c, else b; each is evaluated")
SINTER_UNARY(isnan_t, float, 2, isnan(x), "x is NaN")
SINTER_UNARY(isinf_t, float, 2, isinf(x), "x is ∞ or -∞")
SINTER_UNARY(isfinite_t, float, 2, isfinite(x), "x is neither infinite nor NaN")
SINTER_UNARY(signbit_t, float, -2, signbit(x), "x has a minus sign, as -0 has")

template <class To>
struct entry<ops::cast_t<To>> {
  static constexpr const char* written = "sinter::cast<T>(x)";
  static constexpr const char* value = "x as a T: integers wrap; a float becomes an integer by truncation, saturated, of NaN 0; floats round to the nearest, ties to even; T any dtype";
  static constexpr const char* operand[] = {"x"};
  static constexpr float example[] = {2.75f};
  static constexpr auto formula = [](auto x) { return sinter::cast<std::int32_t>(x); };
  static constexpr const char* statement = "sinter::run(sinter::host, whole = sinter::cast<std::int32_t>(x));";
};

SINTER_UNARY(exp_t, float, 1, exp(x), "eˣ")
SINTER_UNARY(log_t, float, 2, log(x), "the natural logarithm")
SINTER_UNARY(sqrt_t, float, 2, sqrt(x), "√x")
SINTER_UNARY(rsqrt_t, float, 4, rsqrt(x), "1 / √x")
SINTER_UNARY(tanh_t, float, 1, tanh(x), "(eˣ - e⁻ˣ) / (eˣ + e⁻ˣ)")
SINTER_UNARY(sigmoid_t, float, 1, sigmoid(x), "1 / (1 + e⁻ˣ)")

SINTER_UNARY(floor_t, float, -2.5f, floor(x), "the largest whole number ≤ x")
SINTER_UNARY(ceil_t, float, -2.5f, ceil(x), "the smallest whole number ≥ x")
SINTER_UNARY(trunc_t, float, -2.5f, trunc(x), "x without its fraction")
SINTER_UNARY(round_t, float, -2.5f, round(x), "the nearest whole number, halves to even")
SINTER_BINARY(fmod_t, float, -7, 3, fmod(a, b), "a - b trunc(a / b); of integers 0 where b is 0")
SINTER_BINARY(remainder_t, float, -7, 3, remainder(a, b), "a - b floor(a / b); of integers 0 where b is 0")
SINTER_BINARY(floor_divide_t, float, -7, 3, floor_divide(a, b), "floor(a / b); of integers 0 where b is 0")

SINTER_BINARY(bit_and_t, std::int32_t, 6, 3, a & b, "bits of both")
SINTER_BINARY(bit_or_t, std::int32_t, 6, 3, a | b, "bits of one or both")
SINTER_BINARY(bit_xor_t, std::int32_t, 6, 3, a ^ b, "bits of one")
SINTER_UNARY(bit_not_t, std::int32_t, 6, ~x, "the other bits")
SINTER_BINARY(shift_left_t, std::int32_t, 6, 3, a << b, "a 2ᵇ, wrapping; 0 where b is the width or more, or negative")
SINTER_BINARY(shift_right_t, std::int32_t, 6, 1, a >> b, "a 2⁻ᵇ, rounded down; all signs where b is the width or more, or negative")

SINTER_UNARY(expm1_t, float, 1, expm1(x), "eˣ - 1")
SINTER_UNARY(log1p_t, float, 1, log1p(x), "log(1 + x)")
SINTER_UNARY(exp2_t, float, 3, exp2(x), "2ˣ")
SINTER_UNARY(log2_t, float, 8, log2(x), "the logarithm to base 2")
SINTER_UNARY(log10_t, float, 100, log10(x), "the logarithm to base 10")
SINTER_UNARY(cbrt_t, float, 8, cbrt(x), "the cube root")
SINTER_UNARY(sin_t, float, 1, sin(x), "the sine; angles are in radians")
SINTER_UNARY(cos_t, float, 1, cos(x), "the cosine")
SINTER_UNARY(tan_t, float, 1, tan(x), "the tangent")
SINTER_UNARY(asin_t, float, 0.5f, asin(x), "the angle in [-π/2, π/2] with the sine x")
SINTER_UNARY(acos_t, float, 0.5f, acos(x), "the angle in [0, π] with the cosine x")
SINTER_UNARY(atan_t, float, 0.5f, atan(x), "the angle in [-π/2, π/2] with the tangent x")
SINTER_UNARY(sinh_t, float, 1, sinh(x), "(eˣ - e⁻ˣ) / 2")
SINTER_UNARY(cosh_t, float, 1, cosh(x), "(eˣ + e⁻ˣ) / 2")
SINTER_UNARY(asinh_t, float, 1, asinh(x), "the number with the sinh x")
SINTER_UNARY(acosh_t, float, 2, acosh(x), "the number ≥ 0 with the cosh x")
SINTER_UNARY(atanh_t, float, 0.5f, atanh(x), "the number with the tanh x")
SINTER_UNARY(erf_t, float, 0.5f, erf(x), "2 / √π times the integral of exp(-t²) from 0 to x")
SINTER_UNARY(erfc_t, float, 0.5f, erfc(x), "1 - erf(x), without its cancellation")
SINTER_BINARY(atan2_t, float, 1, -1, atan2(a, b), "the angle in [-π, π] of the point (b, a)")
SINTER_BINARY(hypot_t, float, 3, 4, hypot(a, b), "√(a² + b²), which neither overflows nor underflows on the way")
SINTER_BINARY(pow_t, float, 2, 10, pow(a, b), "aᵇ; of integers by squaring, wrapping, a negative power the whole part")

SINTER_UNARY(lgamma_t, float, 5, lgamma(x), "log |Γ(x)|")
SINTER_UNARY(digamma_t, float, 1, digamma(x), "ψ(x) = Γ'(x) / Γ(x)")
SINTER_UNARY(trigamma_t, float, 1, trigamma(x), "ψ'(x)")
SINTER_UNARY(erfinv_t, float, 0.5f, erfinv(x), "the number with the erf x")
SINTER_UNARY(bessel_j0_t, float, 1, bessel_j0(x), "J₀(x)")
SINTER_UNARY(bessel_j1_t, float, 1, bessel_j1(x), "J₁(x)")
SINTER_UNARY(bessel_y0_t, float, 1, bessel_y0(x), "Y₀(x)")
SINTER_UNARY(bessel_y1_t, float, 1, bessel_y1(x), "Y₁(x)")
SINTER_BINARY(nextafter_t, float, 1, 2, nextafter(a, b), "the next number of the result's dtype from a towards b")
SINTER_BINARY(ldexp_t, float, 3, 4, ldexp(a, b), "a · 2ᵇ, rounded once; b is truncated")

// The op under the random functions: they count their operand's elements and do not read them.
template <>
struct entry<ops::random_word_t> {
  static constexpr const char* written = "random_bits(x, 42)";
  static constexpr const char* value = "32 random bits for each element of x, which is not read; all `random_` functions (`docs/ops.md`) use them; in a region";
  static constexpr const char* types = "any or complex → u32";
  static constexpr const char* operand[] = {"x"};
  static constexpr float example[] = {0};
  static constexpr auto formula = [](auto x) { return random_bits(x, 42); };
  static constexpr const char* statement = "sinter::region([](auto v) { return random_bits(v, 42); })(x).into(bits, sinter::host);";
};

SINTER_UNARY(sum_t, float, 0, sum(x), "the sum; of no elements 0")
SINTER_UNARY(mean_t, float, 0, mean(x), "the sum over the count; of no elements NaN")
SINTER_UNARY(max_t, float, 0, max(x), "the largest; NaN where one is NaN; of no elements an error")
SINTER_UNARY(min_t, float, 0, min(x), "the smallest; NaN where one is NaN; of no elements an error")

SINTER_UNARY(prod_t, float, 2, prod(x), "the product; of no elements 1")
SINTER_UNARY(any_t, float, 2, any(x), "whether one is not zero, NaN among them; of no elements false")
SINTER_UNARY(all_t, float, 2, all(x), "whether none is zero; of no elements true")
SINTER_UNARY(count_nonzero_t, float, 2, count_nonzero(x), "how many are not zero")

// Places are counted inside a region.
#define SINTER_PLACE(op, code, meaning)                                           \
  template <>                                                                     \
  struct entry<ops::op> {                                                         \
    static constexpr const char* written = #code;                                 \
    static constexpr const char* value = meaning;                                 \
    static constexpr const char* types = "any → i64";                             \
    static constexpr const char* operand[] = {"x"};                               \
    static constexpr float example[] = {0};                                       \
    static constexpr auto formula = [](auto x) { return code; };                  \
    static constexpr const char* statement =                                      \
        "sinter::region([](auto x) { return " #code "; })(x).into(n, sinter::host);"; \
  };
SINTER_PLACE(argmax_t, argmax(x), "where the largest is; the first NaN before every number, ties to the lowest index; of no elements an error")
SINTER_PLACE(argmin_t, argmin(x), "where the smallest is, in the same way")
SINTER_UNARY(unbiased_mean_t, float, 0, sinter::reduce<sinter::ops::unbiased_mean_t>(x), "the sum over count - 1; `var(x, axis<k>)` is one of squares")
SINTER_UNARY(moment_mean_t, float, 0, sinter::reduce<sinter::ops::moment_mean_t>(x), "the mean, from the moments that the variance is made of")
SINTER_UNARY(variance_t, float, 0, sinter::var<0>(x), "the mean of squared distances from the mean; of no elements NaN")
SINTER_UNARY(unbiased_variance_t, float, 0, var(x), "the same over count - 1; of one element NaN")
SINTER_UNARY(logsumexp_t, float, 0, logsumexp(x), "log(sum(exp(x))) without overflow; of no elements -inf")
SINTER_UNARY(supremum_t, float, 0, sinter::reduce<sinter::ops::supremum_t>(x), "the largest; NaN where one is NaN; of no elements the lowest value")
SINTER_UNARY(compensated_sum_t, float, 0, sinter::sum<sinter::accumulation::compensated>(x), "the sum, with the rounding errors added up beside it")
SINTER_UNARY(compensated_mean_t, float, 0, sinter::mean<sinter::accumulation::compensated>(x), "the same over the count")
SINTER_UNARY(f64_sum_t, float, 0, sinter::sum<sinter::accumulation::f64>(x), "the sum, accumulated in f64")
SINTER_UNARY(f64_mean_t, float, 0, sinter::mean<sinter::accumulation::f64>(x), "the same over the count")

SINTER_BINARY(make_complex_t, float, 3, 4, make_complex(a, b), "a + b i; `complex` is the type")
SINTER_BINARY(polar_t, float, 2, 1, polar(a, b), "a (cos b + i sin b)")
SINTER_OF_COMPLEX(real_t, 3, 4, real(z), "the real part")
SINTER_OF_COMPLEX(imag_t, 3, 4, imag(z), "the imaginary part; of a real number 0")
SINTER_OF_COMPLEX(conj_t, 3, 4, conj(z), "z with its imaginary part negated")
SINTER_OF_COMPLEX(arg_t, 3, 4, arg(z), "the angle in [-π, π]; of a real number 0 or π")
template <class T>
struct entry<ops::cast_t<sinter::complex<T>>> {
  static constexpr const char* written = "sinter::cast<sinter::complex<T>>(x)";
  static constexpr const char* value = "x + 0i, or a complex number in another precision; T `float` or `double`";
  static constexpr const char* types = "any or complex → complex";
  static constexpr const char* operand[] = {"x"};
  static constexpr float example[] = {2.75f};
  static constexpr auto formula = [](auto x) { return sinter::cast<sinter::complex<float>>(x); };
  static constexpr const char* statement = "sinter::run(sinter::host, w = sinter::cast<sinter::complex<float>>(x));";
};
#undef SINTER_UNARY
#undef SINTER_BINARY
#undef SINTER_TERNARY
#undef SINTER_OF_COMPLEX
// clang-format on

}  // namespace test
