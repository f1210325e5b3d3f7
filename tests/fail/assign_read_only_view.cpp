// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: assignment: y = x rebinds a view and these two differ in dtype, constness or rank; to copy the values write copy(x).into(y, executor)
#include <sinter/sinter.hpp>

void f(sinter::view<const float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  copy(x).into(y, sinter::host);
#else
  y = x;
#endif
}
