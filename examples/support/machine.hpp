// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Where an example runs: memory, an executor, copies and a clock. `cpu` always; `gpu` in a source that nvcc compiles.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sinter/sinter.hpp>
#include <string>
#include <vector>

struct cpu {
  static std::string name() { return "the CPU"; }
  static sinter::memory_resource memory() { return sinter::host_memory(); }
  static auto executor() { return sinter::host; }
  static void copy(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }

  // Milliseconds that f takes.
  template <class F>
  double time(F f) const {
    const auto start = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  }
};

#if defined(__CUDACC__)
struct gpu {
  cudaStream_t stream = nullptr;
  cudaEvent_t start = nullptr, stop = nullptr;

  gpu() {
    cudaStreamCreate(&stream);
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
  }
  gpu(const gpu&) = delete;
  gpu& operator=(const gpu&) = delete;
  ~gpu() {
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    cudaStreamDestroy(stream);
  }

  static std::string name() {
    cudaDeviceProp properties{};
    cudaGetDeviceProperties(&properties, 0);
    return std::string("the GPU, ") + properties.name;
  }
  static sinter::memory_resource memory() { return sinter::device_memory(); }
  cudaStream_t executor() const { return stream; }
  // To or from the device, after everything that the stream has been given.
  void copy(void* to, const void* from, std::size_t bytes) const {
    cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
    if (cudaStreamSynchronize(stream) != cudaSuccess) throw sinter::error("a copy to or from the GPU failed");
  }

  // Milliseconds of GPU time. Twenty calls queue up behind one another, so that launching is not what is measured.
  template <class F>
  double time(F f) const {
    cudaEventRecord(start, stream);
    for (int i = 0; i < 20; ++i) f();
    cudaEventRecord(stop, stream);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    return ms / 20;
  }
};
#endif

// The median of nine, after one that warms up.
template <class Machine, class F>
double median_ms(const Machine& m, F f) {
  f();
  std::vector<double> ms(9);
  for (double& t : ms) t = m.time(f);
  std::nth_element(ms.begin(), ms.begin() + 4, ms.end());
  return ms[4];
}
