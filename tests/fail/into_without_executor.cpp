// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: into: the last argument is an executor: a cudaStream_t (in a .cu file), sinter::host, sinter::emulated
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(view x, view y) {
#ifdef CONTROL
  r(x).into(y, sinter::host);
#else
  r(x).into(y);
#endif
}
