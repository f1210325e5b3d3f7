// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: specialize: two flags name the same argument
#include <sinter/sinter.hpp>

void f() {
#ifdef CONTROL
  (void)sinter::specialize([](auto x, auto, auto) { return x; }, sinter::flag<1>{}, sinter::flag<2>{});
#else
  (void)sinter::specialize([](auto x, auto, auto) { return x; }, sinter::flag<1>{}, sinter::flag<1>{});
#endif
}
