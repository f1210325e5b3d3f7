// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: cond: takes formulas of a region; for a choice made before the call use specialize, for elements use where
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return cond(sum(x) > 0.0f, x + 1.0f, x - 1.0f); });
  r(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, y = cond(sum(x) > 0.0f, x + 1.0f, x - 1.0f));
#endif
}
