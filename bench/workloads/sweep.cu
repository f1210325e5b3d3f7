// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Two pointwise formulas over sizes and dtypes: where a launch, the caches and the memory decide, and whether narrow storage
// keeps the rate.
#include "relu_affine.cuh"

namespace bench {
namespace {

struct gelu_formula : formula {
  static constexpr auto& region = plain_gelu;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return r.in(0, i) / 2 * erfc(r.in(0, i) * -0.70710678118654752440); });
  }
};

const bool has_relu_affine[] = {add_group("sweep_relu_affine_f32", measure<relu_affine_formula, float>),
                                add_group("sweep_relu_affine_bf16", measure<relu_affine_formula, sinter::bf16>),
                                add_group("sweep_relu_affine_f16", measure<relu_affine_formula, sinter::f16>),
                                add_group("sweep_relu_affine_e4m3", measure<relu_affine_formula, sinter::e4m3>)};
const bool has_gelu[] = {add_group("sweep_gelu_f32", measure<gelu_formula, float>),
                         add_group("sweep_gelu_bf16", measure<gelu_formula, sinter::bf16>),
                         add_group("sweep_gelu_f16", measure<gelu_formula, sinter::f16>),
                         add_group("sweep_gelu_e4m3", measure<gelu_formula, sinter::e4m3>)};

}  // namespace
}  // namespace bench
