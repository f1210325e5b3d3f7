// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a view's elements are bool, integers of 8 to 64 bits, e4m3, e5m2, f16, bf16, float, double or sinter::complex: convert the data
#include <sinter/sinter.hpp>

void f(const char* p, const float* q, sinter::view<float, 2> y) {
#ifdef CONTROL
  auto x = sinter::view(q, {2, 3});
  sinter::run(sinter::host, y = x + 1.0f);
#else
  auto x = sinter::view(p, {2, 3});
  sinter::run(sinter::host, y = x + 1.0f);
#endif
}
