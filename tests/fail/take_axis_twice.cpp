// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: take: an axis is chosen from twice
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<int, 1> i, sinter::view<float, 1> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i) { return take(x, axis<0>, i, axis<-1>, i); });
#else
  const auto r = sinter::region([](auto x, auto i) { return take(x, axis<0>, i, axis<-2>, i); });
#endif
  r(x, i).into(y, sinter::host);
}
