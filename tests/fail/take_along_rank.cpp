// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: take_along: the indices have as many axes as the value
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<int, 1> i, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i) { return take_along(x, axis<1>, unsqueeze(i, axis<0>)); });
#else
  const auto r = sinter::region([](auto x, auto i) { return take_along(x, axis<1>, i); });
#endif
  r(x, i).into(y, sinter::host);
}
