// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: concatenate: the values have as many axes as each other
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 1> i, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i) { return concatenate(axis<0>, x, unsqueeze(i, axis<0>)); });
#else
  const auto r = sinter::region([](auto x, auto i) { return concatenate(axis<0>, x, i); });
#endif
  r(x, i).into(y, sinter::host);
}
