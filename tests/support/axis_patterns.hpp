// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Patterns of axes that tests reduce. In: a tensor of three axes, a pattern. Out: its rows as lists, the extents of results.
#pragma once

#include <algorithm>
#include <vector>

#include "support/executors.hpp"

namespace test {

using sinter::axes;
using sinter::axis;

// The axes of [A, B, C] that a case reduces, and its rows as lists of indices.
struct last_axis {
  static constexpr auto apply(auto f) { return f(axis<-1>); }
  static constexpr unsigned mask = 0b100;
};
struct first_axis {
  static constexpr auto apply(auto f) { return f(axis<0>); }
  static constexpr unsigned mask = 0b001;
};
struct middle_axis {
  static constexpr auto apply(auto f) { return f(axis<1>); }
  static constexpr unsigned mask = 0b010;
};
struct outer_axes {
  static constexpr auto apply(auto f) { return f(axes<0, 2>); }
  static constexpr unsigned mask = 0b101;
};
struct no_axes {
  static constexpr auto apply(auto f) { return f(); }
  static constexpr unsigned mask = 0b111;
};
template <class Along>
extents<3> result_extents(extents<3> e) {
  for (int a = 0; a < 3; ++a) {
    if ((Along::mask >> a & 1U) != 0) e.axis[a] = 1;
  }
  return e;
}
template <class Along, class T>
std::vector<std::vector<T>> rows_of(const extents<3>& e, const values<T>& v) {
  const extents<3> small = result_extents<Along>(e);
  std::vector<std::vector<T>> rows(static_cast<std::size_t>(small.count()));
  for (std::int64_t i = 0; i < e.count(); ++i) {
    const std::int64_t at[] = {i / (e[1] * e[2]), i / e[2] % e[1], i % e[2]};
    std::int64_t place = 0;
    for (int a = 0; a < 3; ++a) place = place * small[a] + (small[a] == 1 ? 0 : at[a]);
    rows[static_cast<std::size_t>(place)].push_back(v[i]);
  }
  return rows;
}
// An output of the reduction's extents: without axes where everything is reduced.
template <class F, class T, class Along>
auto reduced_output(const extents<3>& e) {
  if constexpr (Along::mask == 0b111)
    return output<F, T>(extents<0>{});
  else
    return output<F, T>(result_extents<Along>(e));
}

// In the order of argmax: NaN first, then from the largest, ties by place.
template <class T>
std::vector<std::int64_t> order_of(const std::vector<T>& row, bool largest) {
  std::vector<std::int64_t> order(row.size());
  for (std::size_t i = 0; i < row.size(); ++i) order[i] = static_cast<std::int64_t>(i);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    const double x = number(row[static_cast<std::size_t>(a)]);
    const double y = number(row[static_cast<std::size_t>(b)]);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && !std::isnan(y);
    return largest ? x > y : x < y;
  });
  return order;
}

}  // namespace test
