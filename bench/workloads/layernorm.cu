// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "../support/measure.cuh"

namespace bench {
namespace {

struct layernorm_formula : formula {
  static constexpr auto& region = layernorm;
  static constexpr int weights = 2;
  template <class Row>
  static __device__ void reference(const Row& r) {
    const auto n = static_cast<double>(r.cols);
    const double mean = r.sum([&](auto i) { return r.in(0, i); }) / n;
    const double squares = r.sum([&](auto i) { return (r.in(0, i) - mean) * (r.in(0, i) - mean); });
    const double scale = 1 / sqrt(squares / n + 1e-5);
    r.store(0, [&](auto i) { return (r.in(0, i) - mean) * scale * r.weight(0, i) + r.weight(1, i); });
  }
};
const bool has_layernorm = add_group("row_layernorm_bf16", measure<layernorm_formula, sinter::bf16>);

}  // namespace
}  // namespace bench
