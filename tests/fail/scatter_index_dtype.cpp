// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: scatter: the indices are a tensor of integers
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<int, 1> i, sinter::view<float, 2> v, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i, auto v) { return scatter(x, axis<0>, i, v); });
#else
  const auto r = sinter::region([](auto x, auto i, auto v) { return scatter(x, axis<0>, v, v); });
#endif
  r(x, i, v).into(y, sinter::host);
}
