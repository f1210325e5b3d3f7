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
struct empty_t final : sinter::unary<empty_t, "empty"> {};

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = sinter::call<cube_t>(x));
#else
  sinter::run(sinter::host, y = sinter::call<empty_t>(x));
#endif
}
