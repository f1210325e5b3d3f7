// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: iota: counts the elements of a value inside a region; write the formula as a region
#include <sinter/sinter.hpp>

void f(sinter::view<std::int64_t, 1> x, sinter::view<std::int64_t, 1> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return x + iota(x); });
  r(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, y = x + sinter::iota(x));
#endif
}
