// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs the region on the GPU, in managed memory, and checks its values.
#pragma once

#include "region.hpp"

#include <cuda_runtime.h>

inline bool affine_is_right_on_gpu(float first) {
  constexpr int n = 5;
  float* px = nullptr;
  float* py = nullptr;
  if (cudaMallocManaged(&px, n * sizeof(float)) != cudaSuccess) return false;
  if (cudaMallocManaged(&py, n * sizeof(float)) != cudaSuccess) return false;
  for (int i = 0; i < n; ++i) px[i] = first + static_cast<float>(i);
  const cudaStream_t stream = nullptr;
  affine(sinter::view(px, {n})).into(sinter::view(py, {n}), stream);
  bool right = cudaStreamSynchronize(stream) == cudaSuccess;
  for (int i = 0; right && i < n; ++i) {
    const float wanted = (px[i] + 1.0f) * 2.0f;
    right = py[i] == (wanted > 0.0f ? wanted : 0.0f);
  }
  cudaFree(px);
  cudaFree(py);
  return right;
}
