// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: flatten: takes an axis and the one behind it
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return unflatten(flatten(x, axis<0>), axis<0>, 2); });
#else
  const auto r = sinter::region([](auto x) { return unflatten(flatten(x, axis<1>), axis<0>, 2); });
#endif
  r(x).into(y, sinter::host);
}
