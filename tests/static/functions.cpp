// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What each function and operator says: the op at the root of the formula's graph.
#include <sinter/sinter.hpp>

namespace {

namespace ops = sinter::ops;
using sinter::tensor_arg;

template <class Op, class T = float, class F>
constexpr bool says(F) {
  using traced = sinter::traced<F, tensor_arg<T, 1>, tensor_arg<T, 1>, tensor_arg<T, 1>>;
  constexpr auto& g = traced::graph;
  return sinter::graph::op_id(g.nodes[g.output[0]]) == sinter::detail::op_id_of<Op>();
}
#define SINTER_SAYS(op, formula) \
  static_assert(says<ops::op>([](auto a, [[maybe_unused]] auto b, [[maybe_unused]] auto c) { return formula; }))

SINTER_SAYS(add_t, a + b);
SINTER_SAYS(sub_t, a - b);
SINTER_SAYS(mul_t, a* b);
SINTER_SAYS(div_t, a / b);
SINTER_SAYS(neg_t, -a);
SINTER_SAYS(equal_t, a == b);
SINTER_SAYS(not_equal_t, a != b);
SINTER_SAYS(less_t, a < b);
SINTER_SAYS(less_t, a > b);
SINTER_SAYS(less_equal_t, a <= b);
SINTER_SAYS(less_equal_t, a >= b);
SINTER_SAYS(logical_and_t, a&& b);
SINTER_SAYS(logical_or_t, a || b);
SINTER_SAYS(logical_not_t, !a);
SINTER_SAYS(logical_xor_t, logical_xor(a, b));
SINTER_SAYS(abs_t, abs(a));
SINTER_SAYS(sign_t, sign(a));
SINTER_SAYS(square_t, square(a));
SINTER_SAYS(reciprocal_t, reciprocal(a));
SINTER_SAYS(copysign_t, copysign(a, b));
SINTER_SAYS(relu_t, relu(a));
SINTER_SAYS(minimum_t, minimum(a, b));
SINTER_SAYS(maximum_t, maximum(a, b));
SINTER_SAYS(fmin_t, fmin(a, b));
SINTER_SAYS(fmax_t, fmax(a, b));
SINTER_SAYS(fma_t, fma(a, b, c));
SINTER_SAYS(where_t, where(a, b, c));
SINTER_SAYS(isnan_t, isnan(a));
SINTER_SAYS(isinf_t, isinf(a));
SINTER_SAYS(isfinite_t, isfinite(a));
SINTER_SAYS(signbit_t, signbit(a));
SINTER_SAYS(floor_t, floor(a));
SINTER_SAYS(ceil_t, ceil(a));
SINTER_SAYS(trunc_t, trunc(a));
SINTER_SAYS(round_t, round(a));
SINTER_SAYS(fmod_t, fmod(a, b));
SINTER_SAYS(remainder_t, remainder(a, b));
SINTER_SAYS(floor_divide_t, floor_divide(a, b));
SINTER_SAYS(exp_t, exp(a));
SINTER_SAYS(log_t, log(a));
SINTER_SAYS(sqrt_t, sqrt(a));
SINTER_SAYS(rsqrt_t, rsqrt(a));
SINTER_SAYS(tanh_t, tanh(a));
SINTER_SAYS(sigmoid_t, sigmoid(a));
SINTER_SAYS(expm1_t, expm1(a));
SINTER_SAYS(log1p_t, log1p(a));
SINTER_SAYS(exp2_t, exp2(a));
SINTER_SAYS(log2_t, log2(a));
SINTER_SAYS(log10_t, log10(a));
SINTER_SAYS(cbrt_t, cbrt(a));
SINTER_SAYS(sin_t, sin(a));
SINTER_SAYS(cos_t, cos(a));
SINTER_SAYS(tan_t, tan(a));
SINTER_SAYS(asin_t, asin(a));
SINTER_SAYS(acos_t, acos(a));
SINTER_SAYS(atan_t, atan(a));
SINTER_SAYS(sinh_t, sinh(a));
SINTER_SAYS(cosh_t, cosh(a));
SINTER_SAYS(asinh_t, asinh(a));
SINTER_SAYS(acosh_t, acosh(a));
SINTER_SAYS(atanh_t, atanh(a));
SINTER_SAYS(erf_t, erf(a));
SINTER_SAYS(erfc_t, erfc(a));
SINTER_SAYS(atan2_t, atan2(a, b));
SINTER_SAYS(hypot_t, hypot(a, b));
SINTER_SAYS(pow_t, pow(a, b));
SINTER_SAYS(lgamma_t, lgamma(a));
SINTER_SAYS(digamma_t, digamma(a));
SINTER_SAYS(trigamma_t, trigamma(a));
SINTER_SAYS(erfinv_t, erfinv(a));
SINTER_SAYS(bessel_j0_t, bessel_j0(a));
SINTER_SAYS(bessel_j1_t, bessel_j1(a));
SINTER_SAYS(bessel_y0_t, bessel_y0(a));
SINTER_SAYS(bessel_y1_t, bessel_y1(a));
SINTER_SAYS(nextafter_t, nextafter(a, b));
SINTER_SAYS(ldexp_t, ldexp(a, b));
SINTER_SAYS(cast_t<std::int32_t>, sinter::cast<std::int32_t>(a));

static_assert(says<ops::bit_and_t, int>([](auto a, auto b, auto) { return a & b; }));
static_assert(says<ops::bit_or_t, int>([](auto a, auto b, auto) { return a | b; }));
static_assert(says<ops::bit_xor_t, int>([](auto a, auto b, auto) { return a ^ b; }));
static_assert(says<ops::bit_not_t, bool>([](auto a, auto, auto) { return ~a; }));
static_assert(says<ops::shift_left_t, int>([](auto a, auto b, auto) { return a << b; }));
static_assert(says<ops::shift_right_t, std::int64_t>([](auto a, auto, auto) { return a >> 3; }));

}  // namespace
