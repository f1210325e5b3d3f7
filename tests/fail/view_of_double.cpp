// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a view's elements are bool, int32_t, int64_t, bf16 or float: convert the data or cast
#include <sinter/sinter.hpp>

void f(double* p, float* q, sinter::view<float, 2> y) {
#ifdef CONTROL
  auto x = sinter::view(q, {2, 3});
  sinter::run(sinter::host, y = x + 1.0f);
#else
  auto x = sinter::view(p, {2, 3});
  sinter::run(sinter::host, y = x + 1.0f);
#endif
}
