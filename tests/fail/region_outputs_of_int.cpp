// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: outputs(...) of a region holds formulas over its arguments
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return sinter::outputs(x + 1.0f, x - 1.0f); });
  r(x).into(sinter::outputs(y, y), sinter::host);
#else
  const auto r = sinter::region([](auto x) { return sinter::outputs(x + 1.0f, 1); });
  r(x).into(sinter::outputs(y, y), sinter::host);
#endif
}
