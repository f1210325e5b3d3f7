// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a region takes views and C++ scalars: write the formula inside the region and pass its data
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(view x, view y) {
#ifdef CONTROL
  r(x).into(y, sinter::host);
#else
  r(nullptr).into(y, sinter::host);
#endif
}
