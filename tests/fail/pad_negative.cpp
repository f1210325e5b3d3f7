// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: pad: a number of elements is negative; slice cuts elements off
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return pad(x, axis<1>, 1, 0); });
#else
  const auto r = sinter::region([](auto x) { return pad(x, axis<1>, 1, -1); });
#endif
  r(x).into(y, sinter::host);
}
