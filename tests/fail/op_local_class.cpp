// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: call<Op>: Op is a class inside a function, which no kernel can be named after; move it to a namespace
// only: nvcc
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

namespace {
struct hidden_t final : sinter::unary<hidden_t, "hidden"> {
  SINTER_FN static float eval(float x) { return x + 1.0f; }
};
}  // namespace

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = sinter::call<hidden_t>(x));
#else
  struct local_t final : sinter::unary<local_t, "local"> {
    SINTER_FN static float eval(float x) { return x + 1.0f; }
  };
  sinter::run(sinter::host, y = sinter::call<local_t>(x));
#endif
}
