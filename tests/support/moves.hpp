// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Regions that move the elements of an input and of a map, and their check against indices computed here.
#pragma once

#include <array>

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::to_end;

// The map under a movement: a second operand that lacks the first axis is broadcast before it moves.
template <class X, class W>
constexpr auto mapped(const X& x, const W& w) {
  return x * 2 + w;
}
#define SINTER_TEST_MOVE(name, ...)                                                                                  \
  struct name##_k;                                                                                                   \
  inline constexpr auto name = sinter::region<name##_k>([](auto x, auto w) {                                         \
    return sinter::outputs([](auto v) { return __VA_ARGS__; }(x), [](auto v) { return __VA_ARGS__; }(mapped(x, w))); \
  })

using index = std::array<int64_t, 4>;

// What pads: an index whose last number is not 0 stands for it.
inline constexpr int padding = -3;

// In: the extents of x, of the result, and where element i of the result comes from.
template <class F, class T, int Q, class Region, class Source>
void check_move(const Region& region, const extents<3>& e, const extents<Q>& out, const Source& source) {
  const values<T> v = [&] {
    values<T> some(e.count());
    for (int64_t i = 0; i < some.size(); ++i) some[i] = stored<T>(static_cast<double>(i * 7 % 61));
    return some;
  }();
  const extents<2> plane{e[1], e[2]};
  values<T> w(plane.count());
  for (int64_t i = 0; i < w.size(); ++i) w[i] = stored<T>(static_cast<double>(i % 5));
  values<T> want_x(out.count()), want_f(out.count());
  for (int64_t i = 0; i < out.count(); ++i) {
    index at{};
    int64_t rest = i;
    for (int a = Q - 1; a >= 0; --a) {
      at[static_cast<std::size_t>(a)] = rest % out[a];
      rest /= out[a];
    }
    const auto from = source(at);
    if (from[3] != 0) {
      want_x[i] = want_f[i] = stored<T>(padding);
      continue;
    }
    const int64_t n = (from[0] * e[1] + from[1]) * e[2] + from[2];
    want_x[i] = v[n];
    want_f[i] = stored<T>(number(v[n]) * 2 + number(w[from[1] * e[2] + from[2]]));
  }
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    CAPTURE(e[0]);
    CAPTURE(e[1]);
    CAPTURE(e[2]);
    const auto x = make<F, T>(e, v, how);
    const auto wt = make<F, T>(plane, w, how == arrangement::negative ? arrangement::contiguous : how);
    const auto moved = output<F, T>(out, how == arrangement::misaligned ? how : arrangement::contiguous);
    const auto of_map = output<F, T>(out, how);
    region(x.view(), wt.view()).into(sinter::outputs(moved.view(), of_map.view()), F::executor());
    CHECK(difference(moved.get(), want_x) == "");
    CHECK(difference(of_map.get(), want_f) == "");
    CHECK(of_map.gaps_are_untouched());
  }
}

}  // namespace test
