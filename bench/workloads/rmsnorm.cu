// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "../support/measure.cuh"

namespace bench {
namespace {

struct rmsnorm_formula : formula {
  static constexpr auto& region = rmsnorm;
  static constexpr int weights = 1;
  template <class Row>
  static __device__ void reference(const Row& r) {
    const double squares = r.sum([&](auto i) { return r.in(0, i) * r.in(0, i); });
    const double scale = 1 / sqrt(squares / static_cast<double>(r.cols) + 1e-6);
    r.store(0, [&](auto i) { return r.in(0, i) * scale * r.weight(0, i); });
  }
};
const bool has_rmsnorm = add_group("row_rmsnorm_bf16", measure<rmsnorm_formula, sinter::bf16>);

}  // namespace
}  // namespace bench
