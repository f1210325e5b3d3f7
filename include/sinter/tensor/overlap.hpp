// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Do two views share bytes? In: pointers, extents, strides. Out: disjoint, the same elements in the same order, or overlap.
// Invariant: `disjoint` and `same` are proofs; where the algebra gives up, the answer is `overlap`, which callers refuse.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>
#include <sinter/tensor/view.hpp>

namespace sinter {

enum class aliasing : std::uint8_t { disjoint, same, overlap };

// What the alias and launch checks need to know of one view, whatever its type.
struct memory_extent {
  const unsigned char* data;
  const std::int64_t* extent;
  const std::int64_t* stride;
  int rank;
  int element_size;
};

struct byte_range {
  std::int64_t low;   // first byte that is touched, from data
  std::int64_t high;  // one past the last; low == high: no elements
};

SINTER_COLD constexpr byte_range bytes_of(const memory_extent& m) {
  byte_range r{0, m.element_size};
  for (int a = 0; a < m.rank; ++a) {
    if (m.extent[a] == 0) return {0, 0};
    const std::int64_t reach = (m.extent[a] - 1) * m.stride[a] * m.element_size;
    (reach < 0 ? r.low : r.high) += reach;
  }
  return r;
}

// True when two elements of one view share an address: a stride-0 or self-overlapping view may be read, never written.
SINTER_COLD constexpr bool overlaps_itself(const memory_extent& m) {
  // Axes by growing |stride|: each must step over everything that the smaller ones reach.
  bool used[max_rank] = {};
  std::int64_t reach = 1;
  for (int i = 0; i < m.rank; ++i) {
    int next = -1;
    for (int a = 0; a < m.rank; ++a) {
      if (m.extent[a] == 0) return false;
      if (used[a] || m.extent[a] == 1) continue;
      const std::int64_t s = m.stride[a] < 0 ? -m.stride[a] : m.stride[a];
      if (next < 0 || s < (m.stride[next] < 0 ? -m.stride[next] : m.stride[next])) next = a;
    }
    if (next < 0) return false;
    used[next] = true;
    const std::int64_t s = m.stride[next] < 0 ? -m.stride[next] : m.stride[next];
    if (s < reach) return true;
    reach += (m.extent[next] - 1) * s;
  }
  return false;
}

namespace detail {

// Can an index difference on the axes order[at..] account for `rest` elements? Answers true when it can't tell.
SINTER_COLD constexpr bool reachable(std::int64_t rest, const memory_extent& a, const memory_extent& b,
                                     const int* order, int at) {
  if (at == a.rank) return rest == 0;
  std::int64_t inner = 0;  // what the axes after this one can bridge, either way
  for (int i = at + 1; i < a.rank; ++i) {
    const int x = order[i];
    inner += ((a.extent[x] > b.extent[x] ? a.extent[x] : b.extent[x]) - 1) * a.stride[x];
  }
  const int axis = order[at];
  const std::int64_t s = a.stride[axis];
  const auto floor_div = [](std::int64_t n, std::int64_t d) { return n / d - (n % d != 0 && n < 0); };
  std::int64_t low = -floor_div(inner - rest, s);
  std::int64_t high = floor_div(rest + inner, s);
  if (low < 1 - b.extent[axis]) low = 1 - b.extent[axis];
  if (high > a.extent[axis] - 1) high = a.extent[axis] - 1;
  if (high - low > 3) return true;
  for (std::int64_t d = low; d <= high; ++d) {
    if (reachable(rest - d * s, a, b, order, at + 1)) return true;
  }
  return false;
}

}  // namespace detail

SINTER_COLD constexpr aliasing alias_of(const memory_extent& a, const memory_extent& b) {
  const byte_range ra = bytes_of(a);
  const byte_range rb = bytes_of(b);
  if (ra.low == ra.high || rb.low == rb.high) return aliasing::disjoint;
  if (a.data + ra.high <= b.data + rb.low || b.data + rb.high <= a.data + ra.low) return aliasing::disjoint;
  if (a.rank != b.rank || a.element_size != b.element_size) return aliasing::overlap;

  bool same = a.data == b.data;
  int order[max_rank] = {};
  for (int i = 0; i < a.rank; ++i) {
    if (a.extent[i] != b.extent[i]) same = false;
    if (a.stride[i] != b.stride[i] && (a.extent[i] > 1 || b.extent[i] > 1)) return aliasing::overlap;
    if (a.stride[i] <= 0 && (a.extent[i] > 1 || b.extent[i] > 1)) return same ? aliasing::same : aliasing::overlap;
    int at = i;
    for (; at > 0 && a.stride[order[at - 1]] < a.stride[i]; --at) order[at] = order[at - 1];
    order[at] = i;
  }
  if (same) return aliasing::same;
  const std::int64_t bytes = b.data - a.data;
  if (bytes % a.element_size != 0) return aliasing::overlap;
  for (int i = 0; i < a.rank; ++i) {
    if (a.stride[i] <= 0) return aliasing::overlap;
  }
  // Equal strides: the views share an element exactly when their offset is an index difference.
  return detail::reachable(bytes / a.element_size, a, b, order, 0) ? aliasing::overlap : aliasing::disjoint;
}

}  // namespace sinter
