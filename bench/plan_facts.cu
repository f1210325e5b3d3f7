// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs every plan case once on tensors of 1 GiB and says what its plan promises: plan_facts.py holds ncu's counters against it.
#include <cstdio>
#include <vector>

#include "../tests/support/plan_cases.hpp"

int main() {
  if (sinter::device_count() == 0) {
    std::puts("SKIPPED: no GPU");
    return 77;
  }
  constexpr std::int64_t rows = 65536;
  constexpr std::int64_t columns = 4096;
  constexpr std::size_t bytes = rows * columns * sizeof(float);
  sinter::buffer<unsigned char, 1> memory({2 * bytes + (1 << 20)}, sinter::device_memory());
  std::vector<float> values(rows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 251) / 251.0f;
  sinter::detail::check_cuda(cudaMemcpy(memory.data(), values.data(), bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  sinter::detail::check_cuda(cudaMemcpy(memory.data() + 2 * bytes, values.data(), 1 << 20, cudaMemcpyHostToDevice),
                             "cudaMemcpy");
  auto* a = reinterpret_cast<float*>(memory.data());
  auto* b = reinterpret_cast<float*>(memory.data() + bytes);
  auto* s = reinterpret_cast<float*>(memory.data() + 2 * bytes);
  cudaStream_t stream = nullptr;
  sinter::detail::check_cuda(cudaStreamCreate(&stream), "cudaStreamCreate");
  plan_cases::for_each(a, b, s, rows, columns, [&](const char* name, auto policy, const auto& call, const auto& out) {
    const auto p = sinter::plan<decltype(policy)::value>(call);
    std::printf("plan %d %lld %s\n", p.kernels(), static_cast<long long>(p.bytes()), name);
    call.into(out, sinter::with_fusion<decltype(policy)::value>(stream));
    sinter::detail::check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
  });
  return 0;
}
