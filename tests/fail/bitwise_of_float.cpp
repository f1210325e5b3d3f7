// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: bitwise ops and shifts take integers and bool; cast the operand, as in cast<std::int32_t>(x)
#include <sinter/sinter.hpp>

void f(sinter::view<float, 1> x, sinter::view<std::int32_t, 1> y) {
  const auto r = sinter::region([](auto x) {
#ifdef CONTROL
    return sinter::cast<std::int32_t>(x) & 255;
#else
    return x & 255;
#endif
  });
  r(x).into(y, sinter::host);
}
