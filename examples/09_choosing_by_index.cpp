// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by index: rows of a table, normalised, and the loss of a target, each one kernel; a convolution with padding.
#include <iostream>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

using sinter::axis;

// What a language model reads: a row of the table for each token, divided by its root mean square.
inline constexpr auto embed = sinter::region<struct embed_kernel>([](auto table, auto tokens, auto weight) {
  auto x = embedding(table, tokens);
  return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * weight;
});

// And how it is judged: log of the sum of exponentials, less the target's own score.
inline constexpr auto loss = sinter::region<struct loss_kernel>([](auto scores, auto target) {
  auto top = max(scores, axis<-1>);
  auto own = take_along(scores, axis<-1>, unsqueeze(target, axis<-1>));
  return squeeze(log(sum(exp(scores - top), axis<-1>)) + top - own, axis<-1>);
});

// Three neighbours, weighted; beyond the ends there is silence.
inline constexpr auto smooth = sinter::region<struct smooth_kernel>([](auto signal, auto weight) {
  return sum(unfold(pad(signal, axis<-1>, 1, 1), axis<-1>, 3) * weight, axis<-1>, sinter::drop);
});

int main() {
  const int vocabulary = 50, width = 16, length = 4;
  std::vector<float> ptable(vocabulary * width), pweight(width, 2.0f), px(length * width);
  for (int i = 0; i < vocabulary * width; ++i) ptable[i] = static_cast<float>(i % width == i / width % width ? 4 : 0);
  const std::vector<int> ptokens = {7, 0, -1, 7};  // -1: the last row
  auto table = sinter::view(ptable.data(), {vocabulary, width});
  auto tokens = sinter::view(ptokens.data(), {length});
  auto call = embed(table, tokens, sinter::view(pweight.data(), {width}));
  std::cout << sinter::explain(call);
  call.into(sinter::view(px.data(), {length, width}), sinter::host);
  // One element of 4 among 16: the root mean square is 1.
  bool right = true;
  for (int i = 0; i < length * width; ++i) {
    const int row = ptokens[i / width] < 0 ? vocabulary - 1 : ptokens[i / width];
    right = right && near(px[i], i % width == row % width ? 8 : 0);
  }
  check(right, "rows of the table are normalised where they are read");

  const std::vector<float> pscores = {1, 1, 1, 1, 0, 100, 0, 0};
  const std::vector<int> ptarget = {2, 1};
  std::vector<float> ploss(2);
  loss(sinter::view(pscores.data(), {2, 4}), sinter::view(ptarget.data(), {2}))
      .into(sinter::view(ploss.data(), {2}), sinter::host);
  check(near(ploss[0], 1.3862944), "four equal scores: log 4");
  check(near(ploss[1], 0), "a sure one: nothing");

  const std::vector<float> psignal = {1, 2, 3, 4}, pkernel = {1, 10, 100};
  std::vector<float> psmooth(4);
  smooth(sinter::view(psignal.data(), {4}), sinter::view(pkernel.data(), {3}))
      .into(sinter::view(psmooth.data(), {4}), sinter::host);
  check(psmooth == std::vector<float>({210, 321, 432, 43}), "the neighbours of the ends are 0");
}
