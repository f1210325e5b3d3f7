// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: run: takes an assignment of a formula to a view, as in run(stream, y = relu(x + 1.0f)); a region runs by region(x).into(y, executor)
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(view x, view y) {
#ifdef CONTROL
  r(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, r(x));
#endif
}
