// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: run: the first argument is an executor
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x + 1.0f);
#else
  sinter::run(0, y = x + 1.0f);
#endif
}
