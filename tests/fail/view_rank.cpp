// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a view has at most 8 axes: merge some before making it
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(float* p, sinter::view<float, 8> y) {
#ifdef CONTROL
  r(sinter::view(p, {1, 1, 1, 1, 1, 1, 2, 3})).into(y, sinter::host);
#else
  r(sinter::view(p, {1, 1, 1, 1, 1, 1, 1, 2, 3})).into(y, sinter::host);
#endif
}
