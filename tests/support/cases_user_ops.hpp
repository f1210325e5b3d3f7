// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Ops and reductions that a user writes, in a namespace of their own. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace elsewhere {

struct cube_t final : sinter::unary<cube_t, "cube"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return sinter::math::mul(sinter::math::mul(x, x), x);
  }
};
template <class A>
  requires sinter::Traced<A>
constexpr auto cube(const A& a) { return sinter::call<cube_t>(a); }

// Named as an op of the library, and no such op.
struct add_t final : sinter::binary<add_t, "add"> {
  template <class T>
  SINTER_FN static constexpr T eval(T a, T b) {
    return sinter::math::sub(a, b);
  }
};

struct sum_of_squares_t final : sinter::reduction<sum_of_squares_t, "sum_of_squares"> {
  static constexpr sinter::dtype result(sinter::dtype) { return sinter::dtype::f32; }
  template <class T>
  using accumulator = float;
  template <class T>
  SINTER_FN static constexpr float identity() {
    return 0;
  }
  template <class T>
  SINTER_FN static constexpr float lift(T x) {
    return sinter::math::mul(static_cast<float>(x), static_cast<float>(x));
  }
  template <class T>
  SINTER_FN static constexpr float combine(float a, float b) {
    return sinter::math::add(a, b);
  }
  template <class T>
  SINTER_FN static constexpr float finish(float a, std::int64_t) {
    return a;
  }
};

// The value farthest from 0 and how many there were: an accumulator of 12 bytes.
struct farthest {
  float value;
  std::int32_t count;
  std::int32_t negative;
};
struct farthest_t final : sinter::reduction<farthest_t, "farthest"> {
  static constexpr sinter::dtype result(sinter::dtype) { return sinter::dtype::f32; }
  template <class T>
  using accumulator = farthest;
  template <class T>
  SINTER_FN static constexpr farthest identity() {
    return {0, 0, 0};
  }
  template <class T>
  SINTER_FN static constexpr farthest lift(T x) {
    return {static_cast<float>(x) < 0 ? -static_cast<float>(x) : static_cast<float>(x), 1, x < T(0) ? 1 : 0};
  }
  template <class T>
  SINTER_FN static constexpr farthest combine(farthest a, farthest b) {
    return {a.value > b.value ? a.value : b.value, a.count + b.count, a.negative + b.negative};
  }
  template <class T>
  SINTER_FN static constexpr float finish(farthest a, std::int64_t n) {
    return a.count == n ? a.value * 1000 + static_cast<float>(a.negative) : -1;
  }
};

}  // namespace elsewhere

namespace test {

inline constexpr auto cubes = sinter::region<struct cubes_k>([](auto x) {
  return sinter::outputs(elsewhere::cube(x) + elsewhere::cube(x),
                         sinter::reduce<elsewhere::sum_of_squares_t>(x, sinter::axis<-1>),
                         sinter::reduce<elsewhere::farthest_t>(x, sinter::axis<-1>, sinter::drop));
});
inline constexpr auto all_of_it = sinter::region<struct all_of_it_k>([](auto x) {
  return sinter::outputs(sinter::reduce<elsewhere::sum_of_squares_t>(x), sinter::reduce<elsewhere::farthest_t>(x));
});

TEST_CASE_TEMPLATE("user ops: a pointwise op and reductions of 4 and 12 byte accumulators", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 7, 100, 1000, 5000}) {
    const int64_t m = n > 1000 ? 2 : 5;
    CAPTURE(n);
    values<float> v(m * n);
    for (int64_t i = 0; i < m * n; ++i) v[i] = static_cast<float>(i % 7 - 3);
    values<float> want(m * n), squares(m), far(m);
    float all_squares = 0;
    float negatives = 0;
    float top = 0;
    for (int64_t r = 0; r < m; ++r) {
      float most = 0;
      float negative = 0;
      for (int64_t j = 0; j < n; ++j) {
        const float x = v[r * n + j];
        want[r * n + j] = 2 * x * x * x;
        squares[r] += x * x;
        most = std::fabs(x) > most ? std::fabs(x) : most;
        negative += x < 0 ? 1.0f : 0.0f;
      }
      far[r] = most * 1000 + negative;
      all_squares += squares[r];
      negatives += negative;
      top = most > top ? most : top;
    }
    const auto x = make<F>(extents{m, n}, v);
    const auto y = output<F, float>(extents{m, n});
    const auto s = output<F, float>(extents{m, int64_t{1}});
    const auto f = output<F, float>(extents{m});
    cubes(x.view()).into(sinter::outputs(y.view(), s.view(), f.view()), F::executor());
    CHECK(difference(y.get(), want) == "");
    CHECK(difference(s.get(), squares) == "");
    CHECK(difference(f.get(), far) == "");
    const auto a = output<F, float>(extents<0>{});
    const auto b = output<F, float>(extents<0>{});
    all_of_it(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
    CHECK(a.get()[0] == all_squares);
    CHECK(b.get()[0] == top * 1000 + negatives);
  }
}
TEST_CASE_TEMPLATE("user ops: in a bound expression", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{3}, values<float>{1, -2, 3});
  const auto y = output<F, float>(extents{3});
  sinter::run(F::executor(), y.view() = elsewhere::cube(x.view()) + 1.0f);
  CHECK(difference(y.get(), {2, -7, 28}) == "");
}
inline constexpr auto both_adds =
    sinter::region<struct both_adds_k>([](auto a, auto b) { return (a + b) * sinter::call<elsewhere::add_t>(a, b); });
TEST_CASE_TEMPLATE("user ops: an op named as one of the library is another op", F, SINTER_TEST_FIXTURES) {
  const auto a = make<F>(extents{3}, values<float>{1, -2, 3});
  const auto b = make<F>(extents{3}, values<float>{5, 0.5f, -1});
  const auto y = output<F, float>(extents{3});
  both_adds(a.view(), b.view()).into(y.view(), F::executor());
  CHECK(difference(y.get(), {-24, 3.75f, 8}) == "");
}

}  // namespace test
