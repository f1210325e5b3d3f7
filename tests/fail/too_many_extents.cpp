// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a region has at most 160 different extents: split it into two regions
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto... x) { return (x + ...); });

void f(sinter::view<float, 8> x, sinter::view<float, 8> y) {
#ifdef CONTROL
  r(x, x).into(y, sinter::host);
#else
  r(x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x).into(y, sinter::host);
#endif
}
