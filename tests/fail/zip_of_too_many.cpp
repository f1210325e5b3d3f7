// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: lift takes as many values as are zipped
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return sinter::reduce<sinter::ops::sum_t>(x, axis<-1>); });
#else
  const auto r = sinter::region([](auto x) { return sinter::reduce<sinter::ops::sum_t>(sinter::zip(x, x), axis<-1>); });
#endif
  r(x).into(y, sinter::host);
}
