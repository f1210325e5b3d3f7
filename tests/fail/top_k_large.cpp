// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: top_k: k is 1 to 16; for more, sort the elements
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return item<0>(sinter::top_k<3>(x, axis<-1>).values); });
#else
  const auto r = sinter::region([](auto x) { return item<0>(sinter::top_k<17>(x, axis<-1>).values); });
#endif
  r(x).into(y, sinter::host);
}
