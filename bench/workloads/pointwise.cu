// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Pointwise formulas, beside CUB and Thrust where one call of theirs says the formula. Thrust may return early
// (par_nosync), as every other contender does.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <cub/device/device_transform.cuh>

#include "relu_affine.cuh"

namespace bench {
namespace {

struct relu_affine_of {
  __device__ float operator()(float x) const { return fmaxf((x + 1.0f) * 2.0f, 0.0f); }
};
const bool has_relu_affine = add_group("pw_relu_affine_f32", [](session& s, const workload& w) {
  measure<relu_affine_formula, float>(s, w, [](const auto& p) {
    return std::vector<contender>{
        {"cub",
         [&p](cudaStream_t stream) {
           check(cub::DeviceTransform::Transform(p.input(0), p.output(0), p.size(), relu_affine_of{}, stream), "cub");
         }},
        {"thrust", [&p](cudaStream_t stream) {
           thrust::transform(thrust::cuda::par_nosync.on(stream), p.input(0), p.input(0) + p.size(), p.output(0),
                             relu_affine_of{});
         }}};
  });
});

struct bias_gelu_residual_formula : formula {
  static constexpr auto& region = bias_gelu_residual;
  static constexpr int inputs = 2, weights = 1;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) {
      const double x = r.in(0, i) + r.weight(0, i);
      return x / 2 * erfc(x * -0.70710678118654752440) + r.in(1, i);
    });
  }
};
const bool has_bias_gelu_residual =
    add_group("pw_bias_gelu_residual_bf16", measure<bias_gelu_residual_formula, sinter::bf16>);

struct swiglu_formula : formula {
  static constexpr auto& region = swiglu;
  static constexpr int inputs = 2;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return r.in(0, i) / (1 + exp(-r.in(0, i))) * r.in(1, i); });
  }
};
struct swiglu_of {
  __device__ sinter::bf16 operator()(sinter::bf16 gate, sinter::bf16 value) const {
    const auto g = static_cast<float>(gate);
    return static_cast<sinter::bf16>(g / (1.0f + expf(-g)) * static_cast<float>(value));
  }
};
const bool has_swiglu = add_group("pw_swiglu_bf16", [](session& s, const workload& w) {
  measure<swiglu_formula, sinter::bf16>(s, w, [](const auto& p) {
    return std::vector<contender>{
        {"cub",
         [&p](cudaStream_t stream) {
           const auto inputs = cuda::std::make_tuple(p.input(0), p.input(1));
           check(cub::DeviceTransform::Transform(inputs, p.output(0), p.size(), swiglu_of{}, stream), "cub");
         }},
        {"thrust", [&p](cudaStream_t stream) {
           thrust::transform(thrust::cuda::par_nosync.on(stream), p.input(0), p.input(0) + p.size(), p.input(1),
                             p.output(0), swiglu_of{});
         }}};
  });
});

struct adamw_formula : formula {
  static constexpr auto& region = adamw;
  static constexpr int inputs = 4, outputs = 3;
  static constexpr bool positive = true;
  static constexpr double fix1 = 1 / (1 - 0.3486784401), fix2 = 1 / (1 - 0.990044880209748);  // the tenth step
  static std::tuple<float, float> scalars() { return {static_cast<float>(fix1), static_cast<float>(fix2)}; }
  template <class Row>
  static __device__ void reference(const Row& r) {
    const auto m = [&](auto i) { return r.in(2, i) * 0.9 + r.in(1, i) * 0.1; };
    const auto v = [&](auto i) { return r.in(3, i) * 0.999 + r.in(1, i) * r.in(1, i) * 0.001; };
    r.store(0, [&](auto i) { return r.in(0, i) * (1 - 1e-5) - m(i) * fix1 / (sqrt(v(i) * fix2) + 1e-8) * 1e-3; });
    r.store(1, m);
    r.store(2, v);
  }
};
const bool has_adamw = add_group("pw_adamw_f32", measure<adamw_formula, float>);

struct transpose_add_formula : formula {
  static constexpr auto& region = transpose_add;
  static constexpr int inputs = 2, turned = 1;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return r.turned(0, i) + r.in(1, i); });
  }
};
const bool has_transpose_add = add_group("pw_transpose_add_f32", measure<transpose_add_formula, float>);
const bool has_transpose_add_bf16 = add_group("pw_transpose_add_bf16", measure<transpose_add_formula, sinter::bf16>);

struct quantise_formula : formula {
  static constexpr auto& region = quantise;
  template <class T>
  using result = sinter::e4m3;
  static std::tuple<float> scalars() { return {64.0f}; }
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return fmin(fmax(r.in(0, i) * 64, -448.0), 448.0); });
  }
};
const bool has_quantise = add_group("pw_quantise_e4m3", measure<quantise_formula, sinter::bf16>);

}  // namespace
}  // namespace bench
