// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// launches.hpp for fixtures on the GPU: their memory.
#pragma once

#include "random/launches.hpp"
#include "support/cuda.cuh"

namespace test::fuzz {

template <>
struct backend_of<on_cuda> {
  static void* allocate(std::size_t bytes) {
    void* p = nullptr;
    if (bytes != 0) sinter::detail::check_cuda(cudaMalloc(&p, bytes), "cudaMalloc");
    return p;
  }
  static void release(void* p) {
    if (p != nullptr) (void)cudaFree(p);
  }
  static void upload(void* to, const void* from, std::size_t bytes) {
    sinter::detail::check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    sinter::detail::check_cuda(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
  }
  static void download(void* to, const void* from, std::size_t bytes) {
    sinter::detail::check_cuda(cudaStreamSynchronize(test_stream()), "cudaStreamSynchronize");
    sinter::detail::check_cuda(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  }
  static constexpr backend value{"cuda", 20000, 120, &allocate, &release, &upload, &download};
};

}  // namespace test::fuzz
