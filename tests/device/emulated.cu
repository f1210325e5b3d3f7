// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// One .cu file runs a region on the GPU, on the CPU and emulated: nvcc's half for the host has the kernels' bodies where it is
// told before they are read, and all three give the same bits.
#define SINTER_EMULATE
#include <sinter/emulate.hpp>

#include "support/cuda.cuh"

namespace {

using test::on_cuda;
using test::values;

constexpr auto shares_of_rows =
    sinter::region<struct e_shares_k>([](auto x) { return x / sum(abs(x), sinter::axis<-1>); });
constexpr auto share_of_all = sinter::region<struct e_share_k>([](auto x) { return (x + 1.0f) * 2.0f / sum(x * x); });

template <class Region>
void compare(const Region& region, std::int64_t rows, std::int64_t columns) {
  CAPTURE(rows);
  CAPTURE(columns);
  const std::int64_t n = rows * columns;
  values<float> x(n);
  for (std::int64_t i = 0; i < n; ++i) x[i] = static_cast<float>((i * 37) % 101) - 50.0f;
  const auto shaped = [&](float* p) { return sinter::view<float, 2>(p, {rows, columns}); };
  const on_cuda::array<float> in(x);
  const on_cuda::array<float> out(x);
  region(shaped(in.data())).into(shaped(out.data()), test::test_stream());
  const values<float> device = out.download();
  const test::host_memory::array<float> host_in(x);
  const auto check = [&](const auto& executor) {
    const test::host_memory::array<float> host_out(x);
    region(shaped(host_in.data())).into(shaped(host_out.data()), executor);
    const values<float> got = host_out.download();
    for (std::int64_t i = 0; i < n; ++i) REQUIRE(got[i] == device[i]);
  };
  check(sinter::emulated);
  check(sinter::host);
}

}  // namespace

TEST_CASE("emulated: a .cu file gives the same bits on the GPU, emulated and on the CPU") {
  for (const std::int64_t columns : {1, 100, 1000}) compare(shares_of_rows, 7, columns);
  compare(share_of_all, 3, 501);
}
