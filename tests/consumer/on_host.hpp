// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the region on the CPU and checks its values.
#pragma once

#include "region.hpp"

inline bool affine_is_right(float first) {
  constexpr int n = 5;
  float px[n];
  float py[n] = {};
  for (int i = 0; i < n; ++i) px[i] = first + static_cast<float>(i);
  affine(sinter::view(px, {n})).into(sinter::view(py, {n}), sinter::host);
  for (int i = 0; i < n; ++i) {
    const float wanted = (px[i] + 1.0f) * 2.0f;
    if (py[i] != (wanted > 0.0f ? wanted : 0.0f)) return false;
  }
  return true;
}
