// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: reduction: the tensor has no such axis, or it is named twice; axes count from 0, or from -1 backwards
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

void f(view x, view y) {
#ifdef CONTROL
  constexpr auto r = sinter::region([](auto x) { return x - sum(x, sinter::axes<0, 1>); });
  r(x).into(y, sinter::host);
#else
  constexpr auto r = sinter::region([](auto x) { return x - sum(x, sinter::axes<1, -1>); });
  r(x).into(y, sinter::host);
#endif
}
