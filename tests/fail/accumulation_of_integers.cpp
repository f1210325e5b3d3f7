// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: sum<accumulation>: of floats; integers are summed exactly
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<int, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r =
      sinter::region([](auto x) { return sinter::sum<sinter::accumulation::f64>(sinter::cast<float>(x), axis<-1>); });
#else
  const auto r =
      sinter::region([](auto x) { return sinter::cast<float>(sinter::sum<sinter::accumulation::f64>(x, axis<-1>)); });
#endif
  r(x).into(y, sinter::host);
}
