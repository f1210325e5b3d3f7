// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "on_gpu.hpp"

#include <cstdio>

int main() {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::puts("linked; no GPU to run on");
    return 0;
  }
  const bool right = runs_in_a() && affine_is_right_on_gpu(-1.0f);
  std::puts(right ? "both translation units ran the region" : "WRONG VALUES");
  return right ? 0 : 1;
}
