// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: region: the lambda cannot be called with these arguments; pass as many views and scalars as it has parameters, and declare the parameters auto
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return x + 1.0f; });
  r(x).into(y, sinter::host);
#else
  const auto r = sinter::region([](float x) { return x + 1.0f; });
  r(x).into(y, sinter::host);
#endif
}
