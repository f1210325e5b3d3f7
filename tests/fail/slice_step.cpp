// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: slice: the step is 0
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 1> x, sinter::view<float, 1> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return slice(x, axis<0>, 4, 0, -1); });
#else
  const auto r = sinter::region([](auto x) { return slice(x, axis<0>, 4, 0, 0); });
#endif
  r(x).into(y, sinter::host);
}
