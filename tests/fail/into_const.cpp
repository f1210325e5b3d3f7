// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: into: the output is a view of const elements, which nothing can be written to; make it from a pointer to non-const
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(sinter::view<float, 2> x, sinter::view<const float, 2> y, sinter::view<float, 2> z) {
#ifdef CONTROL
  r(x).into(z, sinter::host);
#else
  r(x).into(y, sinter::host);
#endif
}
