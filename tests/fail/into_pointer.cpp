// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: into: a result goes into a view; make one with sinter::view(pointer, {extents})
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(sinter::view<float, 2> x, float* y) {
#ifdef CONTROL
  r(x).into(sinter::view(y, {2, 3}), sinter::host);
#else
  r(x).into(y, sinter::host);
#endif
}
