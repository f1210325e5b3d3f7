// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: unfused, exact, plain, two_pass, last_block: the argument is an executor, such as sinter::host
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(view x, view y) {
#ifdef CONTROL
  r(x).into(y, sinter::unfused(sinter::host));
#else
  r(x).into(y, sinter::unfused(y));
#endif
}
