// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: norm<P>: P is at least 1; max_norm is the largest magnitude, count_nonzero counts
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return sinter::norm<1>(x, axis<-1>); });
#else
  const auto r = sinter::region([](auto x) { return sinter::norm<0>(x, axis<-1>); });
#endif
  r(x).into(y, sinter::host);
}
