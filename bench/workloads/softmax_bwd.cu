// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "../support/measure.cuh"

namespace bench {
namespace {

struct softmax_bwd_formula : formula {
  static constexpr auto& region = softmax_bwd;
  static constexpr int inputs = 2;
  template <class Row>
  static __device__ void reference(const Row& r) {
    const double dot = r.sum([&](auto i) { return r.in(0, i) * r.in(1, i); });
    r.store(0, [&](auto i) { return (r.in(0, i) - dot) * r.in(1, i); });
  }
};
const bool has_softmax_bwd = add_group("row_softmax_bwd_bf16", measure<softmax_bwd_formula, sinter::bf16>);

}  // namespace
}  // namespace bench
