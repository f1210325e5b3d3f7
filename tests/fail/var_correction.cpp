// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: var: divides by the count, var<0>, or by one less, var<1>
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return sinter::var<0>(x, axis<-1>); });
#else
  const auto r = sinter::region([](auto x) { return sinter::var<2>(x, axis<-1>); });
#endif
  r(x).into(y, sinter::host);
}
