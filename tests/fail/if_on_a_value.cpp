// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// expect: a region's value can't decide an if or ?: while it is traced
#include <sinter/sinter.hpp>

inline constexpr auto f = sinter::region([](auto x) {
#ifdef CONTROL
  return where(x > 0.0f, x, x * 2.0f);
#else
  if (x > 0.0f) return x * 1.0f;
  return x * 2.0f;
#endif
});

void g(const sinter::view<float, 1>& x) { f(x).into(x, sinter::host); }
