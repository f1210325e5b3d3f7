// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The CUDA fixtures of executors.hpp. An array is one allocation of exactly its values' size, so that compute-sanitizer sees
// the first byte beyond. Work runs on a stream of the test's own, never the legacy one, and its launches are counted.
#pragma once

#include <cuda_runtime.h>

#include "support/counted.cuh"
#include "support/executors.hpp"

namespace test {

inline cudaStream_t test_stream() {
  static cudaStream_t stream = [] {
    cudaStream_t s = nullptr;
    sinter::detail::check_cuda(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "cudaStreamCreateWithFlags");
    return s;
  }();
  return stream;
}

struct on_cuda {
  static constexpr int64_t most_elements = 1 << 24;
  static auto executor() { return counted(test_stream()); }

  template <class T>
  class array {
   public:
    explicit array(const values<T>& v) : size_(v.size()) {
      if (size_ == 0) return;
      sinter::detail::check_cuda(cudaMalloc(&data_, bytes()), "cudaMalloc");
      host_memory::array<T> staged(v);
      sinter::detail::check_cuda(cudaMemcpy(data_, staged.data(), bytes(), cudaMemcpyHostToDevice), "cudaMemcpy");
      sinter::detail::check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    }
    array(array&& o) noexcept : size_(o.size_), data_(std::exchange(o.data_, nullptr)) {}
    array& operator=(array&&) = delete;
    ~array() {
      if (data_ != nullptr) (void)cudaFree(data_);
    }
    T* data() const { return data_; }
    values<T> download() const {
      values<T> v(size_);
      if (size_ == 0) return v;
      host_memory::array<T> staged(v);
      sinter::detail::check_cuda(cudaStreamSynchronize(test_stream()), "cudaStreamSynchronize");
      sinter::detail::check_cuda(cudaMemcpy(staged.data(), data_, bytes(), cudaMemcpyDeviceToHost), "cudaMemcpy");
      return staged.download();
    }

   private:
    std::size_t bytes() const { return static_cast<std::size_t>(size_) * sizeof(T); }
    int64_t size_;
    T* data_ = nullptr;
  };
};
struct on_cuda_unfused : on_cuda {
  static auto executor() { return sinter::unfused(on_cuda::executor()); }
};

}  // namespace test
