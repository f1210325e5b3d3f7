// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements written by index: a cache that grows in place, a histogram, and the step of descent of a table of embeddings.
#include <iostream>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

using sinter::axis;

// What attention keeps: new rows go to their slots, and no others are touched.
inline constexpr auto remember = sinter::region<struct remember_kernel>(
    [](auto cache, auto slot, auto rows) { return scatter(cache, axis<0>, slot, rows * 0.5f, sinter::unique); });

inline constexpr auto histogram = sinter::region<struct histogram_kernel>([](auto bins, auto x) {
  return scatter_add(zeros_like(bins), axis<0>, cast<int>(floor(x)), 1);  // what is outside of the bins is dropped
});

// A table's row loses the gradients of all its tokens.
inline constexpr auto descend =
    sinter::region<struct descend_kernel>([](auto table, auto tokens, auto gradient, auto rate) {
      return table - scatter_add(zeros_like(table), axis<0>, tokens, gradient) * rate;
    });

int main() {
  const int slots = 6, width = 4;
  std::vector<float> pcache(slots * width, 1.0f);
  const std::vector<float> prows = {2, 4, 6, 8, 10, 12, 14, 16};
  const std::vector<int> pslot = {5, 2};
  auto cache = sinter::view(pcache.data(), {slots, width});
  auto call = remember(cache, sinter::view(pslot.data(), {2}), sinter::view(prows.data(), {2, width}));
  std::cout << sinter::explain(call);
  call.into(cache, sinter::host);  // in place: the step that copies is left out
  bool right = true;
  for (int i = 0; i < slots * width; ++i) {
    const int row = i / width;
    const float want = row == 5 ? prows[i % width] / 2 : row == 2 ? prows[width + i % width] / 2 : 1;
    right = right && near(pcache[i], want);
  }
  check(right, "two rows are written, and the others are what they were");

  const std::vector<float> px = {0.5f, 2.25f, -1, 2.75f, 1, 2, 7};
  std::vector<int> pbins(4);
  auto bins = sinter::view(pbins.data(), {4});
  histogram(bins, sinter::view(px.data(), {7})).into(bins, sinter::host);
  check(pbins == std::vector<int>({1, 1, 3, 1}), "-1 counts from the end, 7 is in no bin");

  std::vector<float> ptable = {1, 1, 2, 2, 3, 3};
  const std::vector<int> ptokens = {2, 0, 2};
  const std::vector<float> pgradient = {1, 2, 3, 4, 5, 6};
  auto table = sinter::view(ptable.data(), {3, 2});
  descend(table, sinter::view(ptokens.data(), {3}), sinter::view(pgradient.data(), {3, 2}), 0.5f)
      .into(table, sinter::host);
  check(ptable == std::vector<float>({-0.5f, -1, 2, 2, 0, -1}), "a row is moved by all the gradients of its tokens");
}
