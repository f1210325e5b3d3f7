// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: scatter_add: bool has no sum
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<bool, 2> x, sinter::view<int, 1> i, sinter::view<bool, 2> v, sinter::view<bool, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i, auto v) { return scatter(x, axis<0>, i, v); });
#else
  const auto r = sinter::region([](auto x, auto i, auto v) { return scatter_add(x, axis<0>, i, v); });
#endif
  r(x, i, v).into(y, sinter::host);
}
