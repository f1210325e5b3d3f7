// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: reduce<Red>: Red is not a reduction; derive it from sinter::reduction
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

struct product_t final : sinter::reduction<product_t, "product"> {
  static constexpr sinter::dtype result(sinter::dtype t) { return t; }
  template <class T>
  using accumulator = T;
  template <class T>
  SINTER_FN static T identity() {
    return 1;
  }
  template <class T>
  SINTER_FN static T lift(T x) {
    return x;
  }
  template <class T>
  SINTER_FN static T combine(T a, T b) {
    return a * b;
  }
  template <class T>
  SINTER_FN static T finish(T a, std::int64_t) {
    return a;
  }
};

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x * sinter::reduce<product_t>(x, sinter::axis<-1>));
#else
  sinter::run(sinter::host, y = x * sinter::reduce<int>(x, sinter::axis<-1>));
#endif
}
