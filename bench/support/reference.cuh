// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Random inputs, the reference in double precision, and the error of an output against it. One block a row: slow and plain.
// The error is the largest |out - ref| / max(|ref|, mean |ref|); NaN counts as infinite.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>

#include <sinter/core/bf16.hpp>

#include "count_launches.hpp"

namespace bench {

__device__ inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

// Standard normal, or uniform in (0, 1] for data that must be positive.
template <class T>
__global__ void fill_random(T* p, std::int64_t n, std::uint64_t seed, bool positive) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    const std::uint64_t r = mix(mix(seed) + static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15ull);
    const float u = (static_cast<float>(r >> 40) + 1) / 16777216.0f;
    const float v = static_cast<float>(r & 0xffffff) / 16777216.0f;
    p[i] = T(positive ? u : sqrtf(-2 * logf(u)) * cosf(6.2831853f * v));
  }
}

// A row of a formula's inputs, weights and outputs, shared by a block of 1024 threads.
template <class T>
struct reference_row {
  const T* const* inputs;
  const T* const* weights;
  double* const* outputs;
  std::int64_t rows;
  std::int64_t cols;
  std::int64_t row;

  __device__ double in(int k, std::int64_t i) const {
    return static_cast<double>(static_cast<float>(inputs[k][row * cols + i]));
  }
  // Element (i, row) of an input whose rows and columns are swapped.
  __device__ double turned(int k, std::int64_t i) const {
    return static_cast<double>(static_cast<float>(inputs[k][i * rows + row]));
  }
  __device__ double weight(int k, std::int64_t i) const {
    return static_cast<double>(static_cast<float>(weights[k][i]));
  }

  template <class F>
  __device__ double sum(F f) const {
    double a = 0;
    for (std::int64_t i = threadIdx.x; i < cols; i += blockDim.x) a += f(i);
    return join(a, [](double p, double q) { return p + q; });
  }
  template <class F>
  __device__ double max(F f) const {
    double a = -INFINITY;
    for (std::int64_t i = threadIdx.x; i < cols; i += blockDim.x) a = fmax(a, f(i));
    return join(a, [](double p, double q) { return fmax(p, q); });
  }
  template <class F>
  __device__ void store(int k, F f) const {
    for (std::int64_t i = threadIdx.x; i < cols; i += blockDim.x) outputs[k][row * cols + i] = f(i);
  }
  __device__ void store_value(double x, int k = 0) const {
    if (threadIdx.x == 0) outputs[k][row] = x;
  }

 private:
  template <class F>
  static __device__ double join(double a, F f) {
    __shared__ double part[1024];
    __syncthreads();
    part[threadIdx.x] = a;
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
      __syncthreads();
      if (threadIdx.x < half) part[threadIdx.x] = f(part[threadIdx.x], part[threadIdx.x + half]);
    }
    __syncthreads();
    return part[0];
  }
};

template <class T>
struct reference_arrays {
  const T* inputs[4];
  const T* weights[2];
  double* outputs[3];
};

template <class Formula, class T>
__global__ void __launch_bounds__(1024) reference(const __grid_constant__ reference_arrays<T> a, std::int64_t cols) {
  Formula::reference(reference_row<T>{a.inputs, a.weights, a.outputs, gridDim.x, cols, blockIdx.x});
}

__device__ inline void atomic_max(double* at, double x) {  // x >= 0, so that bits order like values
  atomicMax(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(__double_as_longlong(x)));
}

// found[0]: sum of |ref|; found[1]: the largest error.
template <class T>
__global__ void compare_with(const T* out, const double* ref, std::int64_t n, double* found, bool scale_known) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  double a = 0;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    if (!scale_known) {
      a += fabs(ref[i]);
      continue;
    }
    const double scale = fmax(fabs(ref[i]), found[0] / static_cast<double>(n));
    const double e = fabs(static_cast<double>(static_cast<float>(out[i])) - ref[i]) / scale;
    a = e <= a ? a : isfinite(e) ? e : INFINITY;
  }
  if (scale_known)
    atomic_max(&found[1], a);
  else
    atomicAdd(&found[0], a);
}

template <class T>
double max_error(const T* out, const double* ref, std::int64_t n) {
  double* found = nullptr;
  double error = 0;
  check(cudaMalloc(&found, 2 * sizeof(double)), "cudaMalloc");
  check(cudaMemset(found, 0, 2 * sizeof(double)), "cudaMemset");
  for (const bool scale_known : {false, true}) compare_with<<<1056, 256>>>(out, ref, n, found, scale_known);
  check(cudaMemcpy(&error, found + 1, sizeof(double), cudaMemcpyDeviceToHost), "comparing with the reference");
  check(cudaFree(found), "cudaFree");
  return error;
}

}  // namespace bench
