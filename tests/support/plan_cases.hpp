// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Regions whose plans are held against a profiler: launches by CUPTI (tests/device/launches.cu), bytes by ncu
// (bench/plan_facts.cu). In: device memory. Out: visit(name, policy, invocation, outputs) for each.
// Invariant: every case runs alone, on tensors larger than the L2 cache where `large`.
#pragma once

#include <sinter/sinter.hpp>

namespace plan_cases {

using sinter::axis;

inline constexpr auto affine = sinter::region<struct affine_k>([](auto x) { return relu((x + 1.0f) * 2.0f); });
inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto rms_norm =
    sinter::region<struct rms_norm_k>([](auto x, auto w) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w; });
inline constexpr auto scaled_sum =
    sinter::region<struct scaled_sum_k>([](auto x, auto s, auto b) { return sum(x * s + b); });
inline constexpr auto positive_sum = sinter::region<struct positive_sum_k>([](auto x) { return relu(sum(x)); });
inline constexpr auto shares = sinter::region<struct shares_k>([](auto x) { return x / sum(x); });
inline constexpr auto bias = sinter::region<struct bias_k>([](auto x, auto b) { return relu(x + b); });
inline constexpr auto row_sums =
    sinter::region<struct row_sums_k>([](auto x) { return sum(x, axis<-1>, sinter::drop) * 0.5f; });
inline constexpr auto map_and_sum =
    sinter::region<struct map_and_sum_k>([](auto x) { return sinter::outputs(x * 2.0f, sum(x)); });
inline constexpr auto either = sinter::region<struct either_k>([](auto x) {
  auto y = x + 1.0f;
  return cond(sum(y) > 0.0f, y * 2.0f, y - 2.0f);
});
inline constexpr auto moe = sinter::specialize<struct moe_k>(
    [](auto x, auto use_moe) {
      auto y = x + 1.0f;
      if constexpr (use_moe)
        return relu(y * 2.0f);
      else
        return relu(y - 2.0f);
    },
    sinter::flag<1>{});

// a, b, c: `rows` × `columns` floats each; s: a few floats.
template <class Visit>
void for_each(float* a, float* b, float* s, std::int64_t rows, std::int64_t columns, const Visit& visit) {
  using sinter::fusion;
  const auto x = sinter::view(a, {rows, columns});
  const auto y = sinter::view(b, {rows, columns});
  auto* const ha = reinterpret_cast<sinter::bf16*>(a);
  auto* const hb = reinterpret_cast<sinter::bf16*>(b);
  const auto hx = sinter::view(ha, {rows * 2, columns});
  const auto hy = sinter::view(hb, {rows * 2, columns});
  const auto w = sinter::view(s, {columns});
  const auto hw = sinter::view(reinterpret_cast<sinter::bf16*>(s), {columns});
  const auto one = sinter::view(s);
  const auto per_row = sinter::view(s, {rows});
  const auto fused = std::integral_constant<fusion, fusion::automatic>{};
  const auto two_pass = std::integral_constant<fusion, fusion::two_pass>{};
  const auto last_block = std::integral_constant<fusion, fusion::last_block>{};
  const auto unfused = std::integral_constant<fusion, fusion::unfused>{};
  visit("affine f32", fused, affine(x), y);
  visit("affine f32 unfused", unfused, affine(x), y);
  visit("affine transposed", fused, affine(sinter::permute(x, {1, 0})), sinter::permute(y, {1, 0}));
  visit("bias f32", fused, bias(x, w), y);
  visit("softmax f32", fused, softmax(x), y);
  visit("softmax bf16", fused, softmax(hx), hy);
  visit("softmax bf16 unfused", unfused, softmax(hx), hy);
  visit("rms_norm bf16", fused, rms_norm(hx, hw), hy);
  visit("scaled_sum", fused, scaled_sum(x, 1.5f, 0.25f), one);
  visit("scaled_sum two pass", two_pass, scaled_sum(x, 1.5f, 0.25f), one);
  visit("positive_sum", fused, positive_sum(x), one);
  visit("positive_sum two pass", two_pass, positive_sum(x), one);
  visit("shares", fused, shares(x), y);
  visit("shares last block", last_block, shares(x), y);
  visit("row_sums", fused, row_sums(x), per_row);
  visit("map_and_sum", fused, map_and_sum(x), sinter::outputs(y, one));
  visit("either", fused, either(x), y);
  moe(x, true).visit([&](const auto& call) { visit("moe on", fused, call, y); });
  moe(x, false).visit([&](const auto& call) { visit("moe off", fused, call, y); });
}

}  // namespace plan_cases
