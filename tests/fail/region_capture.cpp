// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: region: the lambda may capture nothing
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y, float s) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto s) { return x * s; });
  r(x, s).into(y, sinter::host);
#else
  const auto r = sinter::region([s](auto x) { return x * s; });
  r(x).into(y, sinter::host);
#endif
}
