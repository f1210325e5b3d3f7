// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a region takes views and C++ scalars: write the formula inside the region and pass its data
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(float* x, sinter::view<float, 2> y) {
#ifdef CONTROL
  r(sinter::view(x, {2, 3})).into(y, sinter::host);
#else
  r(x).into(y, sinter::host);
#endif
}
