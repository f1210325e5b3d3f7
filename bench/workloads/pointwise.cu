// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "../support/measure.cuh"

namespace bench {
namespace {

struct relu_affine_formula : formula {
  static constexpr auto& region = relu_affine;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return fmax((r.in(0, i) + 1) * 2, 0.0); });
  }
};
const bool has_relu_affine = add_group("pw_relu_affine_f32", measure<relu_affine_formula, float>);

struct swiglu_formula : formula {
  static constexpr auto& region = swiglu;
  static constexpr int inputs = 2;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return r.in(0, i) / (1 + exp(-r.in(0, i))) * r.in(1, i); });
  }
};
const bool has_swiglu = add_group("pw_swiglu_bf16", measure<swiglu_formula, sinter::bf16>);

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

}  // namespace
}  // namespace bench
