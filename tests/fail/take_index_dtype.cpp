// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: take: the indices are a tensor of integers; for one known index write select(x, axis<k>, i)
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 1> i, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i) { return take(x, axis<0>, sinter::cast<int>(i)); });
#else
  const auto r = sinter::region([](auto x, auto i) { return take(x, axis<0>, i); });
#endif
  r(x, i).into(y, sinter::host);
}
