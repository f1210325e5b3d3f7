// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What is measured: a table of names and shapes, and the formulas as regions. The name says family, dtype and shape.
// Least bytes follow from the table: each large tensor read or written once; weights and scalar results (below 0.1%) do not
// count. The Python side reads the table from `bench_gpu --list`, so that it is written once. A sweep goes over sizes and dtypes
// of two pointwise formulas; it is measured only when asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sinter/sinter.hpp>

namespace bench {

using sinter::axis;

struct workload {
  std::string name;
  sinter::dtype type;
  std::int64_t rows, cols;
  int tensors;  // of rows x cols, read or written

  int more = 0;  // bytes an element of tensors of another dtype

  std::int64_t bytes() const { return rows * cols * (tensors * sinter::size_of(type) + more); }
};

inline constexpr auto f32 = sinter::dtype::f32;
inline constexpr auto bf16 = sinter::dtype::bf16;

inline const workload workloads[] = {
    {"pw_relu_affine_f32", f32, 65536, 4096, 2},
    {"pw_bias_gelu_residual_bf16", bf16, 16384, 8192, 3},
    {"pw_swiglu_bf16", bf16, 16384, 8192, 3},
    {"pw_adamw_f32", f32, 16384, 4096, 7},
    {"pw_transpose_add_f32", f32, 8192, 16384, 3},
    {"pw_transpose_add_bf16", bf16, 16384, 16384, 3},
    {"pw_quantise_e4m3", bf16, 16384, 8192, 1, 1},

    {"mv_flip_f32", f32, 16384, 8192, 2},
    {"mv_permute_f32", f32, 16384, 8192, 2},
    {"mv_rotate_f32", f32, 16384, 8192, 2},
    {"mv_slice_f32", f32, 16384, 8192, 2},
    {"mv_laplace_f32", f32, 16384, 8192, 2},
    {"mv_roll_f32", f32, 16384, 8192, 2},
    {"mv_pad_f32", f32, 16384, 8192, 2},
    {"mv_concat_f32", f32, 16384, 8192, 2},

    {"ix_embedding_bf16", bf16, 32768, 4096, 2},
    {"ix_embedding_rmsnorm_bf16", bf16, 32768, 4096, 2},
    {"ix_take_along_f32", f32, 16384, 4096, 3},

    {"red_sum_f32_2^10", f32, 1, 1 << 10, 1},
    {"red_sum_f32_2^12", f32, 1, 1 << 12, 1},
    {"red_sum_f32_2^14", f32, 1, 1 << 14, 1},
    {"red_sum_f32_2^16", f32, 1, 1 << 16, 1},
    {"red_sum_f32_2^18", f32, 1, 1 << 18, 1},
    {"red_sum_f32_2^20", f32, 1, 1 << 20, 1},
    {"red_sum_f32_2^22", f32, 1, 1 << 22, 1},
    {"red_sum_f32_2^24", f32, 1, 1 << 24, 1},
    {"red_sum_f32_2^26", f32, 1, 1 << 26, 1},
    {"red_sum_f32_2^28", f32, 1, 1 << 28, 1},
    {"red_map_sum_f32_2^20", f32, 1, 1 << 20, 1},
    {"red_map_sum_f32_2^24", f32, 1, 1 << 24, 1},
    {"red_map_sum_f32_2^28", f32, 1, 1 << 28, 1},
    {"red_relu_sum_bf16_2^28", bf16, 1, 1 << 28, 1},
    {"red_l2dist_f32_2^27", f32, 1, 1 << 27, 2},
    {"red_var_mean_f32_2^26", f32, 1, 1 << 26, 1},

    {"col_sum_bf16_65536x4096", bf16, 65536, 4096, 1},
    {"col_sum_f32_8192x16384", f32, 8192, 16384, 1},
    {"col_var_mean_f32_65536x2048", f32, 65536, 2048, 1},
    {"mid_sum_f32_64x2048x1024", f32, 64 * 2048, 1024, 1},
    {"row_argmax_bf16_4096x131072", bf16, 4096, 131072, 1},

    {"row_softmax_bf16_262144x256", bf16, 262144, 256, 2},
    {"row_softmax_bf16_65536x1024", bf16, 65536, 1024, 2},
    {"row_softmax_bf16_32768x4096", bf16, 32768, 4096, 2},
    {"row_softmax_bf16_8192x16384", bf16, 8192, 16384, 2},
    {"row_softmax_bf16_2048x65536", bf16, 2048, 65536, 2},
    {"row_softmax_bf16_512x262144", bf16, 512, 262144, 2},
    {"row_softmax_f32_65536x1024", f32, 65536, 1024, 2},
    {"row_softmax_f32_8192x16384", f32, 8192, 16384, 2},
    {"row_softmax_f32_2048x65536", f32, 2048, 65536, 2},
    {"row_rmsnorm_bf16_65536x1024", bf16, 65536, 1024, 2},
    {"row_rmsnorm_bf16_32768x4096", bf16, 32768, 4096, 2},
    {"row_rmsnorm_bf16_16384x8192", bf16, 16384, 8192, 2},
    {"row_rmsnorm_bf16_4096x32768", bf16, 4096, 32768, 2},
    {"row_layernorm_bf16_65536x1024", bf16, 65536, 1024, 2},
    {"row_layernorm_bf16_32768x4096", bf16, 32768, 4096, 2},
    {"row_layernorm_bf16_16384x8192", bf16, 16384, 8192, 2},
    {"row_layernorm_bf16_4096x32768", bf16, 4096, 32768, 2},
    {"row_softmax_bwd_bf16_32768x4096", bf16, 32768, 4096, 3},
};

// sweep_FORMULA_DTYPE_2^N: N from 10 to 28 by twos.
inline std::vector<workload> sweep() {
  std::vector<workload> all;
  for (const char* formula : {"relu_affine", "gelu"}) {
    for (const sinter::dtype type : {f32, bf16, sinter::dtype::f16, sinter::dtype::e4m3}) {
      for (int n = 10; n <= 28; n += 2) {
        const std::int64_t cols = std::int64_t{1} << (n < 12 ? n : 12);
        all.push_back({std::string("sweep_") + formula + "_" + sinter::name_of(type) + "_2^" + std::to_string(n), type,
                       (std::int64_t{1} << n) / cols, cols, 2});
      }
    }
  }
  return all;
}
inline std::vector<workload> all_workloads() {
  std::vector<workload> all(std::begin(workloads), std::end(workloads));
  for (workload& w : sweep()) all.push_back(std::move(w));
  return all;
}

inline constexpr auto relu_affine =
    sinter::region<struct relu_affine_k>([](auto x) { return relu((x + 1.0f) * 2.0f); });

inline constexpr auto plain_gelu = sinter::region<struct plain_gelu_k>([](auto x) { return gelu(x); });

// As quantisers do it: times a scale that is known, saturated.
inline constexpr auto quantise =
    sinter::region<struct quantise_k>([](auto x, auto scale) { return sinter::cast<sinter::e4m3>(x * scale); });

inline constexpr auto bias_gelu_residual = sinter::region<struct bias_gelu_residual_k>(
    [](auto x, auto residual, auto bias) { return gelu(x + bias) + residual; });

inline constexpr auto swiglu = sinter::region<struct swiglu_k>([](auto g, auto x) { return g * sigmoid(g) * x; });

// Learning rate 1e-3, betas 0.9 and 0.999, epsilon 1e-8, decay 0.01. fix1 and fix2 are 1 / (1 - beta^step).
inline constexpr auto adamw = sinter::region<struct adamw_k>([](auto p, auto g, auto m, auto v, auto fix1, auto fix2) {
  auto m1 = m * 0.9f + g * 0.1f;
  auto v1 = v * 0.999f + g * g * 0.001f;
  auto p1 = p * (1.0f - 1e-3f * 0.01f) - m1 * fix1 / (sqrt(v1 * fix2) + 1e-8f) * 1e-3f;
  return sinter::outputs(p1, m1, v1);
});

// x is given with rows and columns swapped.
inline constexpr auto transpose_add =
    sinter::region<struct transpose_add_k>([](auto x, auto y) { return transpose(x) + y; });

inline constexpr auto total = sinter::region<struct sum_k>([](auto x) { return sum(x); });
inline constexpr auto map_sum = sinter::region<struct map_sum_k>([](auto x) { return sum(x * 1.5f + 0.25f); });
inline constexpr auto relu_sum =
    sinter::region<struct relu_sum_k>([](auto x) { return relu(sum(sinter::cast<float>(x))); });
inline constexpr auto l2dist = sinter::region<struct l2dist_k>([](auto x, auto y) {
  auto d = x - y;
  return sqrt(sum(d * d));
});

inline constexpr auto total_var_mean = sinter::region<struct total_var_mean_k>([](auto x) {
  const auto both = var_mean(x);
  return sinter::outputs(both.var, both.mean);
});
inline constexpr auto column_sum = sinter::region<struct column_sum_k>([](auto x) { return sum(x, axis<0>); });
inline constexpr auto column_var_mean = sinter::region<struct column_var_mean_k>([](auto x) {
  const auto both = var_mean(x, axis<0>);
  return sinter::outputs(both.var, both.mean);
});
inline constexpr std::int64_t middle = 2048;
inline constexpr auto middle_sum = sinter::region<struct middle_sum_k>(
    [](auto x) { return sum(unflatten(x, axis<0>, middle), axis<1>, sinter::drop); });
inline constexpr auto row_argmax = sinter::region<struct row_argmax_k>([](auto x) { return argmax(x, axis<-1>); });

inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});

inline constexpr auto rmsnorm =
    sinter::region<struct rmsnorm_k>([](auto x, auto w) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w; });

// Rows of a table; an element of its row for each place.
inline constexpr auto embed =
    sinter::region<struct embed_k>([](auto table, auto ids) { return embedding(table, ids); });
inline constexpr auto embed_rmsnorm = sinter::region<struct embed_rmsnorm_k>([](auto table, auto ids, auto w) {
  auto x = embedding(table, ids);
  return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w;
});
inline constexpr auto chosen_along =
    sinter::region<struct chosen_along_k>([](auto x, auto index) { return take_along(x, axis<-1>, index); });

inline constexpr auto layernorm = sinter::region<struct layernorm_k>([](auto x, auto w, auto b) {
  auto d = x - mean(x, axis<-1>);
  return d * rsqrt(mean(d * d, axis<-1>) + 1e-5f) * w + b;
});

inline constexpr auto softmax_bwd =
    sinter::region<struct softmax_bwd_k>([](auto dy, auto y) { return (dy - sum(dy * y, axis<-1>)) * y; });

}  // namespace bench
