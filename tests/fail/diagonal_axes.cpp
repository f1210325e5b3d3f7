// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: diagonal: takes two different axes of the value
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 1> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return diagonal(x, 0, axis<1>, axis<0>); });
#else
  const auto r = sinter::region([](auto x) { return diagonal(x, 0, axis<1>, axis<1>); });
#endif
  r(x).into(y, sinter::host);
}
