// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a region's lambda returns a formula over its arguments, or outputs(...) of several
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return x + 1.0f; });
  r(x).into(y, sinter::host);
#else
  const auto r = sinter::region([](auto x) { (void)x; });
  r(x).into(y, sinter::host);
#endif
}
