// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a view's elements are bool, integers of 8 to 64 bits, e4m3, e5m2, f16, bf16, float, double or sinter::complex: convert the data
#include <sinter/sinter.hpp>

constexpr auto r = sinter::region([](auto x) { return x + 1.0f; });

void f(long double* p, float* q, sinter::view<float, 2> y) {
#ifdef CONTROL
  r(sinter::view(q, {2, 3})).into(y, sinter::host);
#else
  r(sinter::view(p, {2, 3})).into(y, sinter::host);
#endif
}
