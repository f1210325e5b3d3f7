// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `cond`: one of two formulas, chosen by a value that is only known once it has been computed. Only the chosen one runs.
#include <iostream>
#include <sinter/sinter.hpp>
#include <vector>

#include "support/check.hpp"

// Clips a gradient to the norm `limit`; one that is short enough passes unchanged.
inline constexpr auto clip = sinter::region<struct clip_kernel>([](auto g, auto limit) {
  auto norm = sqrt(sum(g * g));
  return cond(norm > limit, g * (limit / norm), g);
});

int main() {
  const int n = 10'000;
  std::vector<float> pg(n), pout(n);
  for (int i = 0; i < n; ++i) pg[i] = static_cast<float>(i % 5) - 2;
  auto g = sinter::view(pg.data(), {n});
  auto out = sinter::view(pout.data(), {n});
  std::cout << sinter::explain(clip(g, 1.0f));

  double squares = 0;
  for (const float v : pg) squares += v * v;
  const double norm = std::sqrt(squares);

  clip(g, 1.0f).into(out, sinter::host);
  bool right = true;
  for (int i = 0; i < n; ++i) right = right && near(pout[i], pg[i] / norm);
  check(right, "a long gradient is scaled to the norm 1");

  clip(g, 1e6f).into(out, sinter::host);
  check(pout == pg, "a short one is copied");
}
