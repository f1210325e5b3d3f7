// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: run: y = x rebinds the view and copies nothing; write copy(x).into(y, executor)
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  copy(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, y = x);
#endif
}
