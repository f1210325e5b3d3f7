// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: squeeze: only the call will tell the axis' extent; select(x, axis, 0) takes the first of any number
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<float, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return squeeze(unsqueeze(x, axis<0>), axis<0>); });
#else
  const auto r = sinter::region([](auto x) { return unsqueeze(squeeze(x, axis<0>), axis<0>); });
#endif
  r(x).into(y, sinter::host);
}
