// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// One word per op: tests, docs and the emitter walk these lists.
#pragma once

#include <sinter/core/type_list.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/cond.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/op/reductions.hpp>

namespace sinter::ops {

using pointwise = type_list<add_t, sub_t, mul_t, div_t, neg_t, abs_t, minimum_t, maximum_t, relu_t, fma_t, equal_t,
                            not_equal_t, less_t, less_equal_t, logical_and_t, logical_or_t, logical_not_t, where_t,
                            exp_t, log_t, sqrt_t, rsqrt_t, tanh_t, sigmoid_t>;
using casts = type_list<cast_t<bool>, cast_t<std::int32_t>, cast_t<std::int64_t>, cast_t<bf16>, cast_t<float>>;
using reductions = type_list<sum_t, mean_t, max_t, min_t>;

using all = concat_lists<concat_lists<pointwise, casts>, reductions>;

}  // namespace sinter::ops
