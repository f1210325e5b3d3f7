// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: iota: the value has no such axis; axes count from 0, or from -1 backwards
#include <sinter/sinter.hpp>

void f(sinter::view<std::int64_t, 2> x, sinter::view<std::int64_t, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return x + iota(x, sinter::axis<1>); });
#else
  const auto r = sinter::region([](auto x) { return x + iota(x, sinter::axis<2>); });
#endif
  r(x).into(y, sinter::host);
}
