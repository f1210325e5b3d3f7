// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: cond: both formulas have the same dtype and rank: cast or broadcast one of them
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return cond(sum(x) > 0.0f, x + 1.0f, x - 1.0f); });
  r(x).into(y, sinter::host);
#else
  const auto r = sinter::region([](auto x) { return cond(sum(x) > 0.0f, x + 1.0f, sum(x)); });
  r(x).into(y, sinter::host);
#endif
}
