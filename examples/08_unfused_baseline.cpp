// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What fusion saves: the same region, one kernel an op with its intermediates in memory, is one word away on any executor.
#include <chrono>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

inline constexpr auto gelu = sinter::region<struct gelu_kernel>(
    [](auto x) { return 0.5f * x * (1.0f + tanh(0.7978845608f * (x + 0.044715f * x * x * x))); });

constexpr sinter::tensor<float, 2> shape{1024, 4096};
constexpr auto fused = sinter::plan<gelu>(shape);
constexpr auto unfused = sinter::plan<gelu, sinter::fusion::unfused>(shape);
static_assert(fused.kernels() == 1 && fused.bytes() == 2 * 4 * 1024 * 4096);
static_assert(unfused.kernels() > 5 && unfused.bytes() > 8 * fused.bytes());

template <class F>
double milliseconds(F f) {
  f();  // warm
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

int main() {
  std::vector<float> px(1024 * 4096), py(px.size()), pz(px.size());
  for (std::size_t i = 0; i < px.size(); ++i) px[i] = static_cast<float>(i % 2001) / 250 - 4;
  auto x = sinter::view(px.data(), {1024, 4096});
  auto y = sinter::view(py.data(), {1024, 4096});
  auto z = sinter::view(pz.data(), {1024, 4096});

  const double one = milliseconds([&] { gelu(x).into(y, sinter::host); });
  const double many = milliseconds([&] { gelu(x).into(z, sinter::unfused(sinter::host)); });
  std::printf("fused:   %2d kernels, %4ld MB, %6.2f ms\n", fused.kernels(), static_cast<long>(fused.bytes() / 1000000),
              one);
  std::printf("unfused: %2d kernels, %4ld MB, %6.2f ms\n", unfused.kernels(),
              static_cast<long>(unfused.bytes() / 1000000), many);

  check(py == pz, "both compute the same bits: fusion changes where values live, not how they round");
  const double v = px[12345];
  check(near(py[12345], 0.5 * v * (1 + std::tanh(0.7978845608 * (v + 0.044715 * v * v * v)))), "and the right ones");
}
