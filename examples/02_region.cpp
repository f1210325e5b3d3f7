// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A region: a named formula that the compiler traces whole. Its plan is a constant, and `explain` prints it.
#include <iostream>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

using sinter::axis;

// `e` is used twice and computed once; the two reductions and the division are one kernel.
inline constexpr auto softmax = sinter::region<struct softmax_kernel>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});

// The plan is known while compiling: x is read once, y is written once.
constexpr auto plan = sinter::plan<softmax>(sinter::tensor<float, 2>{32768, 4096});
static_assert(plan.kernels() == 1 && plan.bytes() == 2 * 4 * 32768L * 4096);

int main() {
  const int rows = 4, cols = 1000;
  std::vector<float> px(rows * cols), py(px.size());
  for (std::size_t i = 0; i < px.size(); ++i) px[i] = std::sin(static_cast<float>(i)) * 8;
  auto x = sinter::view(px.data(), {rows, cols});
  auto y = sinter::view(py.data(), {rows, cols});

  std::cout << sinter::explain(softmax(x));
  softmax(x).into(y, sinter::host);

  for (int r = 0; r < rows; ++r) {
    const float* in = &px[r * cols];
    const float* out = &py[r * cols];
    double total = 0;
    for (int c = 0; c < cols; ++c) total += std::exp(in[c]);
    bool right = true;
    for (int c = 0; c < cols; ++c) right = right && near(out[c], std::exp(in[c]) / total);
    check(right, "a row is exp(x) over its sum");
  }
}
