// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Softmax's formula, for the files that measure one dtype of it each.
#pragma once

#include "../support/measure.cuh"

namespace bench {

struct softmax_formula : formula {
  static constexpr auto& region = softmax;
  template <class Row>
  static __device__ void reference(const Row& r) {
    const double top = r.max([&](auto i) { return r.in(0, i); });
    const double all = r.sum([&](auto i) { return exp(r.in(0, i) - top); });
    r.store(0, [&](auto i) { return exp(r.in(0, i) - top) / all; });
  }
};

}  // namespace bench
