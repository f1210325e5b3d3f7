// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What a scatter gives, one value after the other: the reference of its tests.
#pragma once

#include <algorithm>
#include <vector>

#include "support/executors.hpp"

namespace test {

using sinter::axis;

// A tensor as [outer, n, inner] around the indexed axis.
struct around {
  int64_t outer, n, inner;
};
template <int R>
around around_axis(const extents<R>& e, int axis_at) {
  around a{1, e[axis_at], 1};
  for (int k = 0; k < axis_at; ++k) a.outer *= e[k];
  for (int k = axis_at + 1; k < R; ++k) a.inner *= e[k];
  return a;
}

// In: the target, values [outer, count, inner], the index of each. Out: the target after `write(element, value)` for each value that
// stays inside, in order.
template <class T, class Index, class Write>
void for_each_written(const around& a, int64_t count, const Index& index, const values<T>& v, const Write& write) {
  for (int64_t o = 0; o < a.outer; ++o) {
    for (int64_t k = 0; k < count; ++k) {
      for (int64_t j = 0; j < a.inner; ++j) {
        const int64_t from = (o * count + k) * a.inner + j;
        int64_t i = index(o, k, j);
        if (i < 0) i += a.n;
        if (i >= 0 && i < a.n) write((o * a.n + i) * a.inner + j, v[from]);
      }
    }
  }
}
template <class T, class Index>
values<T> replaced(const values<T>& target, const around& a, int64_t count, const Index& index, const values<T>& v) {
  values<T> all = target;
  for_each_written(a, count, index, v, [&](int64_t to, T x) { all[to] = x; });
  return all;
}
// What goes to each element, in parts of 256 values of which each is added in order: the first part's sum and that of the others',
// then the target, in the compute type.
template <class T, class Index>
values<T> added(const values<T>& target, const around& a, int64_t count, const Index& index, const values<T>& v) {
  using C = sinter::compute_t<T>;
  std::vector<std::vector<C>> to_element(static_cast<std::size_t>(target.size()));
  for_each_written(a, count, index, v,
                   [&](int64_t to, T x) { to_element[static_cast<std::size_t>(to)].push_back(static_cast<C>(x)); });
  const auto plus = [](C x, C y) {
    if constexpr (std::is_integral_v<C>)
      return static_cast<C>(static_cast<std::uint64_t>(x) + static_cast<std::uint64_t>(y));
    else
      return x + y;
  };
  const auto in_order = [&](const std::vector<C>& x, std::size_t first, std::size_t end) {
    C sum = x[first];
    for (std::size_t i = first + 1; i < end; ++i) sum = plus(sum, x[i]);
    return sum;
  };
  values<T> all = target;
  for (int64_t i = 0; i < all.size(); ++i) {
    const std::vector<C>& x = to_element[static_cast<std::size_t>(i)];
    if (x.empty()) continue;
    const std::size_t part = 256;
    std::vector<C> others;
    for (std::size_t first = part; first < x.size(); first += part)
      others.push_back(in_order(x, first, std::min(first + part, x.size())));
    C sum = in_order(x, 0, std::min(part, x.size()));
    if (!others.empty()) sum = plus(sum, in_order(others, 0, others.size()));
    all[i] = static_cast<T>(plus(static_cast<C>(target[i]), sum));
  }
  return all;
}

// Indices of an axis of n: several name one element, some count from the end, some lie outside.
template <class I>
values<I> clashing_indices(int64_t count, int64_t n) {
  values<I> i(count);
  for (int64_t k = 0; k < count; ++k) {
    const int64_t from_end = std::is_signed_v<I> && k % 3 == 1 ? n : 0;
    i[k] = static_cast<I>(k % 7 == 6 ? (k % 2 == 0 || !std::is_signed_v<I> ? n + k : -n - k)
                                     : k * 5 % (n < 3 ? n : n - 1) - from_end);
  }
  return i;
}
template <class T>
values<T> some_values(int64_t count, int64_t step, int64_t most) {
  values<T> v(count);
  for (int64_t i = 0; i < count; ++i) v[i] = stored<T>(static_cast<double>(i * step % most) - 3);
  return v;
}
// Sums of these depend on their order.
template <class T>
values<T> rough_values(int64_t count) {
  values<T> v(count);
  for (int64_t i = 0; i < count; ++i) v[i] = stored<T>((i % 3 == 0 ? 1e4 : 0.1) * static_cast<double>(i % 11 - 4));
  return v;
}

}  // namespace test
