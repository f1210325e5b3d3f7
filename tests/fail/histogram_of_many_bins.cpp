// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: histogram: there are 1 to 32 bins
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<std::int64_t, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return item<0>(sinter::histogram<32>(x, 0, 1, axis<-1>)); });
#else
  const auto r = sinter::region([](auto x) { return item<0>(sinter::histogram<33>(x, 0, 1, axis<-1>)); });
#endif
  r(x).into(y, sinter::host);
}
