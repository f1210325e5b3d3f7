// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// CUDA's side of memory and errors: what space a pointer is in, device buffers, the current device, checked calls.
// Invariant: a failed call throws with its name; the current device is what it was when a call returns.
#pragma once

#include <cuda_runtime.h>

#include <sinter/core/error.hpp>
#include <sinter/tensor/buffer.hpp>
#include <sinter/tensor/space.hpp>

namespace sinter {

namespace detail {

SINTER_COLD [[noreturn]] inline void report_cuda(cudaError_t e, const char* call, const char* kernel) {
  (void)cudaGetLastError();
  fail("%s%s%s failed: %s, %s", call, kernel != nullptr ? " of " : "", kernel != nullptr ? kernel : "",
       cudaGetErrorName(e), cudaGetErrorString(e));
}
inline void check_cuda(cudaError_t e, const char* call, const char* kernel = nullptr) {
  if (e != cudaSuccess) report_cuda(e, call, kernel);
}

SINTER_PLAIN inline memory_space cuda_space_of(const void* p) {
  cudaPointerAttributes a{};
  if (cudaPointerGetAttributes(&a, p) != cudaSuccess) {
    // No driver or no device: all memory is the host's.
    (void)cudaGetLastError();
    return {memory_space::host_only};
  }
  switch (a.type) {
    case cudaMemoryTypeDevice:
      return {a.device};
    case cudaMemoryTypeHost:
    case cudaMemoryTypeManaged:
      return {memory_space::anywhere};
    default:
      return {memory_space::host_only};
  }
}

// A translation unit of CUDA code teaches views to ask the driver.
inline const bool space_query_installed = (query_memory_space = &cuda_space_of, true);

// Makes `device` current for a scope; -1 leaves the current one.
class device_scope {
 public:
  explicit device_scope(int device) {
    check_cuda(cudaGetDevice(&previous_), "cudaGetDevice");
    device_ = device < 0 ? previous_ : device;
    if (device_ != previous_) check_cuda(cudaSetDevice(device_), "cudaSetDevice");
  }
  device_scope(const device_scope&) = delete;
  device_scope& operator=(const device_scope&) = delete;
  ~device_scope() {
    if (device_ != previous_) (void)cudaSetDevice(previous_);
  }
  int device() const { return device_; }

 private:
  int previous_ = 0;
  int device_ = 0;
};

}  // namespace detail

// Number of GPUs that can be used; 0 without a driver.
inline int device_count() {
  int n = 0;
  if (cudaGetDeviceCount(&n) != cudaSuccess) {
    (void)cudaGetLastError();
    return 0;
  }
  return n;
}

namespace detail {
SINTER_PLAIN inline bool is_only_device() {
  static const bool only = device_count() == 1;
  return only;
}
inline void* allocate_device(void*, std::size_t bytes) {
  void* p = nullptr;
  check_cuda(cudaMalloc(&p, bytes), "cudaMalloc");
  return p;
}
inline void release_device(void*, void* p) { (void)cudaFree(p); }
inline void* allocate_pinned(void*, std::size_t bytes) {
  void* p = nullptr;
  check_cuda(cudaMallocHost(&p, bytes), "cudaMallocHost");
  return p;
}
inline void release_pinned(void*, void* p) { (void)cudaFreeHost(p); }
}  // namespace detail

// Memory of the current device, for buffers: buffer<float, 2>({rows, cols}, device_memory()).
inline memory_resource device_memory() { return {&detail::allocate_device, &detail::release_device, nullptr}; }

// Host memory that devices can reach, for buffers that are copied often.
inline memory_resource pinned_memory() { return {&detail::allocate_pinned, &detail::release_pinned, nullptr}; }

}  // namespace sinter
