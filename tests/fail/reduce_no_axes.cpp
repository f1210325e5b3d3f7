// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: reduce: axes<> names no axis; without it all axes are reduced
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return sum(x, sinter::axes<0, 1>); });
#else
  const auto r = sinter::region([](auto x) { return sum(x, sinter::axes<>); });
#endif
  r(x).into(y, sinter::host);
}
