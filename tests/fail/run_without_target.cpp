// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: run: takes an assignment of a formula to a view, as in run(stream, y = relu(x + 1.0f))
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x + 1.0f);
#else
  sinter::run(sinter::host, x + 1.0f);
#endif
}
