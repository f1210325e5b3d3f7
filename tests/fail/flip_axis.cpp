// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: flip: the value has no such axis; axes count from 0, or from -1 backwards
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return flip(x, axis<1>); });
#else
  const auto r = sinter::region([](auto x) { return flip(x, axis<2>); });
#endif
  r(x).into(y, sinter::host);
}
