// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: unfold: a window has at least one element, and the step is at least 1
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 1> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return unfold(x, axis<0>, 1); });
#else
  const auto r = sinter::region([](auto x) { return unfold(x, axis<0>, 0); });
#endif
  r(x).into(y, sinter::host);
}
