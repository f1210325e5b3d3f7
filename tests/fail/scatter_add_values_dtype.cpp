// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: scatter: the values have another dtype than the target
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<std::int8_t, 2> x, sinter::view<int, 1> i, sinter::view<std::int8_t, 2> v,
       sinter::view<std::int8_t, 2> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x, auto i, auto v) { return scatter_add(x, axis<0>, i, v); });
#else
  const auto r = sinter::region([](auto x, auto i, auto v) { return scatter_add(x, axis<0>, i, cast<float>(v)); });
#endif
  r(x, i, v).into(y, sinter::host);
}
