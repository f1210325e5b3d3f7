// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: reduce: takes axis<k> or axes<j, k> and, to leave them out of the result, drop
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x - sum(x, sinter::axis<-1>));
#else
  sinter::run(sinter::host, y = x - sum(x, sinter::axis<-1>, sinter::axis<0>));
#endif
}
