// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a region has at most 640 operations: split it into two regions
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) {
    auto y = x + 1.0f;
    for (int i = 0; i < 7; ++i) y = y * x;
    return y;
  });
  r(x).into(y, sinter::host);
#else
  const auto r = sinter::region([](auto x) {
    auto y = x + 1.0f;
    for (int i = 0; i < 700; ++i) y = y * x;
    return y;
  });
  r(x).into(y, sinter::host);
#endif
}
