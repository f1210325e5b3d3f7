// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a region's lambda may not use a view from outside: pass it as an argument
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

float data[4];
const auto weights = sinter::view(data, {4});

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto w) { return x + w; });
  r(x, weights).into(y, sinter::host);
#else
  const auto r = sinter::region([](auto x) { return x + weights; });
  r(x).into(y, sinter::host);
#endif
}
