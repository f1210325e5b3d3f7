// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: assignment: the right side is not a formula over views; a scalar is written as in y = x * 0.0f + s
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x * 0.0f + 1.0f);
#else
  sinter::run(sinter::host, y = 1.0f);
#endif
}
