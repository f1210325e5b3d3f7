// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: specialize: one to six flags; each doubles the number of regions, which all are compiled
#include <sinter/sinter.hpp>

using sinter::flag;

void f() {
#ifdef CONTROL
  (void)sinter::specialize([](auto x) { return x; }, flag<1>{}, flag<2>{}, flag<3>{}, flag<4>{}, flag<5>{}, flag<6>{});
#else
  (void)sinter::specialize([](auto x) { return x; }, flag<1>{}, flag<2>{}, flag<3>{}, flag<4>{}, flag<5>{}, flag<6>{},
                           flag<7>{});
#endif
}
