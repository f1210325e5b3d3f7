// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: into: the output's dtype is not the formula's: cast the formula, as in cast<float>(...), or change the view
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(sinter::view<float, 2> x, sinter::view<int, 2> y, sinter::view<float, 2> z) {
#ifdef CONTROL
  r(x).into(z, sinter::host);
#else
  r(x).into(y, sinter::host);
#endif
}
