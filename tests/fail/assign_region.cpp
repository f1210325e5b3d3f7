// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: assignment: the right side is not a formula over views; a scalar is written as in y = x * 0.0f + s, a region as region(x).into(y, executor)
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(view x, view y) {
#ifdef CONTROL
  r(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, y = r(x));
#endif
}
