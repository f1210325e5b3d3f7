// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: random numbers: seed and offset are integers, such as 42 or a scalar argument of the region
#include <sinter/sinter.hpp>

void f(sinter::view<float, 1> x, sinter::view<float, 1> y) {
#ifdef CONTROL
  const auto seed = 42;
#else
  const auto seed = 42.0f;
#endif
  const auto r = sinter::region([](auto x, auto seed) { return random_uniform(x, seed); });
  r(x, seed).into(y, sinter::host);
}
