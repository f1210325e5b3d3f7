// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: into: the output's rank is not the formula's
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(sinter::view<float, 2> x, sinter::view<float, 1> y, sinter::view<float, 2> z) {
#ifdef CONTROL
  r(x).into(z, sinter::host);
#else
  r(x).into(y, sinter::host);
#endif
}
