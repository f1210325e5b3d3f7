// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// One line, bound to data: views, a formula over them, and `run`, which executes it as one kernel (here: one loop).
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

int main() {
  constexpr int rows = 2, cols = 3;
  std::vector<float> px{-4, -3, -2, -1, 0, 1}, py(px.size());

  // A view is a pointer with extents; it owns nothing. Rows are contiguous unless strides say otherwise.
  auto x = sinter::view(px.data(), {rows, cols});
  auto y = sinter::view(py.data(), {rows, cols});

  // Nothing is computed until `run`; the three operations then happen in one pass over memory.
  sinter::run(sinter::host, y = relu((x + 1.0f) * 2.0f));

  bool right = true;
  for (std::size_t i = 0; i < px.size(); ++i) right = right && py[i] == std::fmax((px[i] + 1) * 2, 0.0f);
  check(right, "y is relu((x + 1) * 2)");

  // Strides read memory in any order: y is x transposed, minus 1.
  auto transposed = sinter::view(px.data(), {cols, rows}, {1, cols});
  auto z = sinter::view(py.data(), {cols, rows});
  sinter::run(sinter::host, z = transposed - 1.0f);
  check(py[1] == px[cols] - 1, "z(0, 1) is x(1, 0) - 1");
}
