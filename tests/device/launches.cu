// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// kernels(shape) is what runs: CUPTI counts the kernels of every plan case, with and without elements.
#include <cstdlib>

#include <cupti.h>

#include "support/cuda.cuh"
#include "support/plan_cases.hpp"

namespace {

int kernels_seen = 0;

void give_buffer(std::uint8_t** data, std::size_t* size, std::size_t* records) {
  *size = 1 << 18;
  *data = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
  *records = 0;
}
void take_buffer(CUcontext, std::uint32_t, std::uint8_t* data, std::size_t, std::size_t valid) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(data, valid, &record) == CUPTI_SUCCESS) {
    if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) ++kernels_seen;
  }
  std::free(data);
}

void check_cupti(CUptiResult r) {
  if (r == CUPTI_SUCCESS) return;
  const char* what = nullptr;
  (void)cuptiGetResultString(r, &what);
  FAIL(what);
}

void count_all(std::int64_t rows, std::int64_t columns) {
  const std::size_t bytes = static_cast<std::size_t>(rows * columns + 4096) * sizeof(float);
  sinter::buffer<unsigned char, 1> memory({2 * bytes + (1 << 20)}, sinter::device_memory());
  sinter::detail::check_cuda(cudaMemset(memory.data(), 0, 2 * bytes), "cudaMemset");
  auto* a = reinterpret_cast<float*>(memory.data());
  auto* b = reinterpret_cast<float*>(memory.data() + bytes);
  auto* s = reinterpret_cast<float*>(memory.data() + 2 * bytes);
  plan_cases::for_each(a, b, s, rows, columns, [&](const char* name, auto policy, const auto& call, const auto& out) {
    const auto p = sinter::plan<decltype(policy)::value>(call);
    cudaDeviceSynchronize();
    check_cupti(cuptiActivityFlushAll(1));
    kernels_seen = 0;
    call.into(out, sinter::with_fusion<decltype(policy)::value>(test::test_stream()));
    cudaDeviceSynchronize();
    check_cupti(cuptiActivityFlushAll(1));
    CAPTURE(name);
    CHECK(kernels_seen == p.kernels());
    CHECK(kernels_seen <= p.max_kernels());
  });
}

}  // namespace

TEST_CASE("plan: kernels(shape) is the number of kernels that CUPTI sees") {
  check_cupti(cuptiActivityRegisterCallbacks(give_buffer, take_buffer));
  check_cupti(cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
  count_all(64, 256);
  count_all(1024, 4096);
  count_all(0, 256);
  check_cupti(cuptiActivityDisable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL));
}
