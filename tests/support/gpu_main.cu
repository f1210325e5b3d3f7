// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// doctest's implementation and a main() for device tests. Without a GPU nothing runs: the program says how many test cases it
// skipped and returns 77, which ctest reports as skipped, never as passed.
#define DOCTEST_CONFIG_IMPLEMENT
#include <cstdio>

#include <cuda_runtime.h>
#include <doctest/doctest.h>

#include "support/counted.cuh"

int main(int argc, char** argv) {
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) {
    std::printf("SKIPPED: no GPU (%zu tests)\n", doctest::detail::getRegisteredTests().size());
    return 77;
  }
  const int result = doctest::Context(argc, argv).run();
  const auto& counter = test::launch_counter::instance();
  if (counter.counts()) {
    std::printf("%d launches; %d calls launched what their plans say\n", counter.launches(), counter.calls);
  }
  return result;
}
