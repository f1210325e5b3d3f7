// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// C++ scalars, literals and tensors of fewer elements mix freely. Axes align from the last; an extent of 1 stretches.
#include <cstdint>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

// A literal is a compile-time constant of the kernel. `gain` is an argument: bound at the call, never recompiled.
inline constexpr auto scale_and_shift = sinter::region(
    [](auto x, auto gain, auto per_column, auto per_row) { return x * gain + per_column - per_row / 2; });

int main() {
  const int rows = 3, cols = 4;
  std::vector<float> px(rows * cols), py(px.size());
  std::vector<float> column{10, 20, 30, 40}, row{1, 2, 3};
  for (std::size_t i = 0; i < px.size(); ++i) px[i] = static_cast<float>(i);
  auto x = sinter::view(px.data(), {rows, cols});
  auto y = sinter::view(py.data(), {rows, cols});
  auto per_column = sinter::view(column.data(), {cols});  // (4) is read as (1, 4)
  auto per_row = sinter::view(row.data(), {rows, 1});

  for (const float gain : {0.5f, 3.0f}) {
    scale_and_shift(x, gain, per_column, per_row).into(y, sinter::host);
    bool right = true;
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < cols; ++c)
        right = right && py[r * cols + c] == px[r * cols + c] * gain + column[c] - row[r] / 2;
    }
    check(right, "y(r, c) is x(r, c) * gain + column(c) - row(r) / 2");
  }

  // A scalar never widens a tensor of its kind; an integer tensor becomes float when a float scalar or a division asks for it.
  std::vector<std::int32_t> counts{1, 2, 3, 4};
  std::vector<float> halves(4);
  auto n = sinter::view(counts.data(), {4});
  auto h = sinter::view(halves.data(), {4});
  sinter::run(sinter::host, h = n / 2);
  check(halves[0] == 0.5f && halves[2] == 1.5f, "/ is a true division, of integers too");

  // What does not broadcast is refused with a sentence, before anything is written.
  try {
    sinter::run(sinter::host, y = x + sinter::view(row.data(), {rows}));
    check(false, "(3, 4) + (3) is refused");
  } catch (const sinter::error& e) {
    check(true, e.what());
  }
}
