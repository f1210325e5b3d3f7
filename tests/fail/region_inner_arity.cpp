// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: region: the lambda cannot be called with these arguments; pass as many views and scalars as it has parameters, and declare the parameters auto
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(view x, view y) {
#ifdef CONTROL
  const auto outer = sinter::region([](auto x) { return r(x) * 2.0f; });
  outer(x).into(y, sinter::host);
#else
  const auto outer = sinter::region([](auto x) { return r(x, x) * 2.0f; });
  outer(x).into(y, sinter::host);
#endif
}
