// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: reduce: an axis is a constant, written axis<-1>, as in sum(x, axis<-1>)
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x - sum(x, sinter::axis<-1>));
#else
  sinter::run(sinter::host, y = x - sum(x, -1));
#endif
}
