// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: into: give one view for every result, as into(outputs(a, b), executor)
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return sinter::outputs(x + 1.0f, x - 1.0f); });

void f(view x, view y, view z) {
#ifdef CONTROL
  r(x).into(sinter::outputs(y, z), sinter::host);
#else
  r(x).into(y, sinter::host);
#endif
}
