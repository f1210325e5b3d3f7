// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: reduce<Red>: an accumulator is trivially copyable and has at most 256 bytes, a multiple of 4, as threads exchange it in words of 4
#include <sinter/sinter.hpp>

using view = sinter::view<float, 2>;

struct many_floats {
  float v[65];
};
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
struct wide_t final : sinter::reduction<wide_t, "product"> {
  static constexpr sinter::dtype result(sinter::dtype t) { return t; }
  template <class T>
  using accumulator = many_floats;
  template <class T>
  SINTER_FN static many_floats identity() {
    return {};
  }
  template <class T>
  SINTER_FN static many_floats lift(T x) {
    return {{x}};
  }
  template <class T>
  SINTER_FN static many_floats combine(many_floats a, many_floats) {
    return a;
  }
  template <class T>
  SINTER_FN static float finish(many_floats a, std::int64_t) {
    return a.v[0];
  }
};

void f(view x, view y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = x * sinter::reduce<product_t>(x, sinter::axis<-1>));
#else
  sinter::run(sinter::host, y = x * sinter::reduce<wide_t>(x, sinter::axis<-1>));
#endif
}
