// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The region of 02_region on a GPU: device buffers, a stream, one kernel. Checked against the unfused baseline and the CPU.
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

using sinter::axis;

inline constexpr auto softmax = sinter::region<struct softmax_kernel>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});

int main() {
  if (sinter::device_count() == 0) {
    std::puts("skipped: no GPU");
    return 77;
  }
  const int rows = 1024, cols = 4096;
  std::vector<float> values(rows * cols), fused(values.size()), unfused(values.size()), on_cpu(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<float>(i)) * 8;
  const std::size_t bytes = values.size() * sizeof(float);

  const sinter::buffer<float, 2> x({rows, cols}, sinter::device_memory());
  const sinter::buffer<float, 2> y({rows, cols}, sinter::device_memory());
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  cudaMemcpyAsync(x.data(), values.data(), bytes, cudaMemcpyHostToDevice, stream);

  // Asynchronous: returns when the kernel is queued. Wrong shapes or host memory throw before anything is launched.
  softmax(x.as_view()).into(y.as_view(), stream);
  cudaMemcpyAsync(fused.data(), y.data(), bytes, cudaMemcpyDeviceToHost, stream);
  softmax(x.as_view()).into(y.as_view(), sinter::unfused(stream));
  cudaMemcpyAsync(unfused.data(), y.data(), bytes, cudaMemcpyDeviceToHost, stream);
  check(cudaStreamSynchronize(stream) == cudaSuccess, "the stream is done");
  cudaStreamDestroy(stream);

  softmax(sinter::view(values.data(), {rows, cols})).into(sinter::view(on_cpu.data(), {rows, cols}), sinter::host);
  bool as_unfused = true, as_cpu = true;
  for (std::size_t i = 0; i < values.size(); ++i) {
    as_unfused = as_unfused && near(fused[i], unfused[i]);
    as_cpu = as_cpu && near(fused[i], on_cpu[i]);
  }
  check(as_unfused, "one kernel computes what five do");
  check(as_cpu, "the GPU computes what the CPU does");
}
