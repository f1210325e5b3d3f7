// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// relu((x + 1) * 2) and its reference: a row of its own, and of the sweep.
#pragma once

#include "../support/measure.cuh"

namespace bench {

struct relu_affine_formula : formula {
  static constexpr auto& region = relu_affine;
  template <class Row>
  static __device__ void reference(const Row& r) {
    r.store(0, [&](auto i) { return fmax((r.in(0, i) + 1) * 2, 0.0); });
  }
};

}  // namespace bench
