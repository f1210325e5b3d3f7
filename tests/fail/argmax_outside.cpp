// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: argmax, argmin, top_k: the places of elements are counted inside a region; write one
#include <sinter/sinter.hpp>

using sinter::axis;

void f(sinter::view<float, 2> x, sinter::view<std::int64_t, 2> y) {
#ifdef CONTROL
  sinter::region([](auto x) { return argmax(x, axis<-1>); })(x).into(y, sinter::host);
#else
  sinter::run(sinter::host, y = argmax(x, axis<-1>));
#endif
}
