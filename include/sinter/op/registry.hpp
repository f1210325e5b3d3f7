// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// One word per op: tests, docs and the emitter walk these lists. Invariant: an op's id in graphs is its place here.
#pragma once

#include <type_traits>

#include <sinter/core/type_list.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/complex.hpp>
#include <sinter/op/cond.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/library.hpp>
#include <sinter/op/online.hpp>
#include <sinter/op/random.hpp>
#include <sinter/op/reductions.hpp>
#include <sinter/op/rounding.hpp>
#include <sinter/op/selection.hpp>
#include <sinter/op/special.hpp>
#include <sinter/op/statistics.hpp>

namespace sinter::ops {

// By family, common ones first: finding an op costs a translation unit the families up to its own.
using arithmetic = type_list<add_t, sub_t, mul_t, div_t, neg_t, abs_t, minimum_t, maximum_t, relu_t, fma_t, sign_t,
                             square_t, reciprocal_t, copysign_t, fmin_t, fmax_t>;
using comparison = type_list<equal_t, not_equal_t, less_t, less_equal_t, logical_and_t, logical_or_t, logical_not_t,
                             logical_xor_t, where_t, isnan_t, isinf_t, isfinite_t, signbit_t>;
using bitwise = type_list<bit_and_t, bit_or_t, bit_xor_t, bit_not_t, shift_left_t, shift_right_t>;
using rounding = type_list<floor_t, ceil_t, trunc_t, round_t, fmod_t, remainder_t, floor_divide_t>;
using elementary = type_list<exp_t, log_t, sqrt_t, rsqrt_t, tanh_t, sigmoid_t>;
using library = type_list<expm1_t, log1p_t, exp2_t, log2_t, log10_t, cbrt_t, sin_t, cos_t, tan_t, asin_t, acos_t,
                          atan_t, sinh_t, cosh_t, asinh_t, acosh_t, atanh_t, erf_t, erfc_t, atan2_t, hypot_t, pow_t>;
using casts =
    type_list<cast_t<bool>, cast_t<std::int32_t>, cast_t<std::int64_t>, cast_t<bf16>, cast_t<float>, cast_t<f16>,
              cast_t<double>, cast_t<e4m3>, cast_t<e5m2>, cast_t<std::uint8_t>, cast_t<std::int8_t>,
              cast_t<std::uint16_t>, cast_t<std::int16_t>, cast_t<std::uint32_t>, cast_t<std::uint64_t>>;
using special = type_list<lgamma_t, digamma_t, trigamma_t, erfinv_t, bessel_j0_t, bessel_j1_t, bessel_y0_t, bessel_y1_t,
                          nextafter_t, random_word_t, ldexp_t>;
// Of operands or with results that are complex; their tests are not those of `pointwise`.
using of_complex = type_list<make_complex_t, polar_t, real_t, imag_t, conj_t, arg_t, cast_t<sinter::complex<float>>,
                             cast_t<sinter::complex<double>>>;
using reductions = type_list<sum_t, mean_t, max_t, min_t, prod_t, any_t, all_t, count_nonzero_t>;
// Behind functions that are made of several, or chosen by a policy.
using statistics = type_list<argmax_t, argmin_t, unbiased_mean_t, moment_mean_t, variance_t, unbiased_variance_t,
                             logsumexp_t, supremum_t, compensated_sum_t, compensated_mean_t, f64_sum_t, f64_mean_t>;

// What passes make of the others; no function says them.
using made_by_passes =
    type_list<exp_shift_t, exp_sum_t, exp_mean_t, exp2_shift_t, exp2_sum_t, exp2_mean_t, moment_count_t, deviation_t>;

using pointwise = type_list<arithmetic, comparison, casts, elementary, rounding, bitwise, library, special>;
using families = type_list<arithmetic, comparison, casts, elementary, reductions, rounding, bitwise, library, special,
                           of_complex, statistics, made_by_passes>;
inline constexpr int most_of_a_family = 64;

}  // namespace sinter::ops

namespace sinter::detail {

// most_of_a_family * family + place; -1 for an op that is in none from Family on.
template <class Op, int Family>
constexpr int registered_place() {
  if constexpr (Family == ops::families::size) {
    return -1;
  } else {
    using family = sinter::type_at<ops::families, Family>;
    static_assert(family::size <= ops::most_of_a_family, "a family of ops is too large: found another");
    constexpr int at = sinter::index_of<family, Op>;
    if constexpr (at >= 0)
      return ops::most_of_a_family * Family + at;
    else
      return registered_place<Op, Family + 1>();
  }
}
// The op with an id: one of the library's, or one of the user's that a region uses.
template <class List>
struct user_ids;
template <class... Ops>
struct user_ids<type_list<Ops...>> {
  static constexpr std::uint64_t id[sizeof...(Ops) + 1] = {op_id_of<Ops>()..., 0};
  static constexpr int find(std::uint64_t op) {
    int i = 0;
    while (id[i] != op) ++i;
    return i;
  }
};
template <class UserOps, std::uint64_t Id>
constexpr auto find_op() {
  if constexpr (Id < user_op) {
    using family = sinter::type_at<ops::families, static_cast<int>(Id / ops::most_of_a_family)>;
    return std::type_identity<sinter::type_at<family, static_cast<int>(Id % ops::most_of_a_family)>>{};
  } else {
    return std::type_identity<sinter::type_at<UserOps, user_ids<UserOps>::find(Id)>>{};
  }
}
template <class UserOps, std::uint64_t Id>
using op_with_id = typename decltype(find_op<UserOps, Id>())::type;

}  // namespace sinter::detail
