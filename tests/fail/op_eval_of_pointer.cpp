// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: call<Op>: Op::eval cannot be called with its operands' compute types (bool, integers, float, double; bf16 arrives as float)
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

struct cube_t final : sinter::unary<cube_t, "cube"> {
  template <class T>
  SINTER_FN static T eval(T x) {
    return x * x * x;
  }
};
struct pointer_t final : sinter::unary<pointer_t, "pointer"> {
  SINTER_FN static float eval(const float* x) { return *x; }
};

void f(view x, view y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto x) { return sinter::call<cube_t>(x) + 1.0f; });
  r(x).into(y, sinter::host);
#else
  const auto r = sinter::region([](auto x) { return sinter::call<pointer_t>(x) + 1.0f; });
  r(x).into(y, sinter::host);
#endif
}
