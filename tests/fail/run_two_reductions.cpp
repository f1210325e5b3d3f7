// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: run: an expression holds at most one reduction stage; write a region, which is traced whole
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x / sum(exp(x - max(x, sinter::axis<-1>)), sinter::axis<-1>); });

void f(view x, view y) {
#ifdef CONTROL
  r(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, y = x / sum(exp(x - max(x, sinter::axis<-1>)), sinter::axis<-1>));
#endif
}
