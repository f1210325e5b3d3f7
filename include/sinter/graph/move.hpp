// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Movement without arithmetic: how a value's axes become those of a view on it. Each is affine in the indices, so that a view
// of something in memory is a pointer and strides. In: a move, extents. Out: the view's extents and strides.
// Invariant: axes are counted from the right, as in `extents`; memory outside the source's elements is never addressed.
#pragma once

#include <cstdint>
#include <limits>

#include <sinter/tensor/view.hpp>

namespace sinter {

// An open end of a slice.
inline constexpr std::int64_t to_end = std::numeric_limits<std::int64_t>::min();

namespace graph {

enum class move_kind : std::uint8_t {
  permute,    // axis k becomes axis k of `order`
  slice,      // [begin, end) of an axis, every step-th; negative numbers count from the end
  flip,       // an axis backwards
  select,     // one index of an axis, which vanishes
  unsqueeze,  // an axis of extent 1
  diagonal,   // two axes become one, the last: i of `axis`, i + begin of `other`
  unfold,     // windows of `end` elements along an axis, `step` apart; the windows' axis is the last
  unflatten,  // an axis becomes two, the inner one of `end` elements
  flatten,    // `other` and the axis behind it, `axis`, become one: of memory where they are one run
  // No views: extents that index computations need.
  pad,   // `begin` elements more in front and `end` behind
  tile,  // `end` times as many
  join,  // and those of `other_symbol`
  wrap   // `begin`, counted round and round an axis
};

struct move {
  move_kind kind;
  std::int8_t axis;
  std::int8_t other;
  std::int8_t rank;            // of the source
  std::int16_t symbol;         // the source's extent of `axis`
  std::int16_t other_symbol;   // and of `other`
  std::int16_t count_symbol;   // the view's extent in the place of `axis`
  std::int16_t window_symbol;  // and of the axis that is added
  std::int64_t begin;
  std::int64_t end;
  std::int64_t step;
  std::int8_t order[max_rank];

  friend constexpr bool operator==(const move&, const move&) = default;
};

constexpr const char* name_of(move_kind k) {
  constexpr const char* names[] = {"permute",   "slice",   "flip", "select", "unsqueeze", "diagonal", "unfold",
                                   "unflatten", "flatten", "pad",  "tile",   "join",      "wrap"};
  return names[static_cast<int>(k)];
}

constexpr int rank_after(const move& m) {
  const bool one_less = m.kind == move_kind::select || m.kind == move_kind::diagonal || m.kind == move_kind::flatten;
  const bool one_more = m.kind == move_kind::unsqueeze || m.kind == move_kind::unfold || m.kind == move_kind::unflatten;
  return m.rank - (one_less ? 1 : 0) + (one_more ? 1 : 0);
}

// A slice of an axis of n elements, negative numbers and open ends resolved.
struct slice_range {
  std::int64_t first;
  std::int64_t count;
};
constexpr slice_range range_of(const move& m, std::int64_t n) {
  const bool back = m.step < 0;
  const std::int64_t low = back ? -1 : 0;
  const std::int64_t high = back ? n - 1 : n;
  const auto clamp = [&](std::int64_t i, std::int64_t open) {
    if (i == to_end) return open;
    if (i < 0) i += n;
    return i < low ? low : i > high ? high : i;
  };
  const std::int64_t first = clamp(m.begin, back ? high : low);
  const std::int64_t last = clamp(m.end, back ? low : high);
  const std::int64_t span = back ? first - last : last - first;
  const std::int64_t stride = back ? -m.step : m.step;
  return {first, span <= 0 ? 0 : (span + stride - 1) / stride};
}

// Can the source be moved so? n and other: its extents of `axis` and `other`.
constexpr bool is_possible(const move& m, std::int64_t n) {
  switch (m.kind) {
    case move_kind::select:
      return m.begin < n && m.begin >= -n;
    case move_kind::unfold:
      return n >= m.end;
    case move_kind::unflatten:
      return n % m.end == 0;
    default:
      return true;
  }
}
// The view's extent in the place of `axis`.
constexpr std::int64_t count_after(const move& m, std::int64_t n, std::int64_t other) {
  switch (m.kind) {
    case move_kind::slice:
      return range_of(m, n).count;
    case move_kind::diagonal: {
      const std::int64_t a = m.begin < 0 ? n + m.begin : n;
      const std::int64_t b = m.begin < 0 ? other : other - m.begin;
      const std::int64_t least = a < b ? a : b;
      return least < 0 ? 0 : least;
    }
    case move_kind::unfold:
      return n < m.end ? 0 : (n - m.end) / m.step + 1;
    case move_kind::unflatten:
      return n / m.end;
    case move_kind::flatten:
      return n * other;
    case move_kind::pad:
      return m.begin + n + m.end;
    case move_kind::tile:
      return n * m.end;
    case move_kind::join:
      return n + other;
    case move_kind::wrap:
      return n == 0 ? 0 : (m.begin % n + n) % n;
    default:
      return n;
  }
}
// The same move of a value that has one axis more, its first.
constexpr move lifted(move m) {
  m.order[m.rank] = m.rank;
  ++m.rank;
  return m;
}

// One entry per axis goes through a move as extents' symbols do: `at` has the source's, `count` and `window` are those of the
// axes that the move makes, nothing is that of an axis of extent 1.
template <class T>
constexpr void move_axes(const move& m, T (&at)[max_rank], T count, T window, T nothing) {
  T from[max_rank] = {};
  for (int k = 0; k < max_rank; ++k) from[k] = k < m.rank ? at[k] : nothing;
  for (int k = 0; k < max_rank; ++k) at[k] = nothing;
  const int rank = rank_after(m);
  switch (m.kind) {
    case move_kind::permute:
      for (int k = 0; k < rank; ++k) at[k] = from[m.order[k]];
      break;
    case move_kind::slice:
      for (int k = 0; k < rank; ++k) at[k] = k == m.axis ? count : from[k];
      break;
    case move_kind::flip:
      for (int k = 0; k < rank; ++k) at[k] = from[k];
      break;
    case move_kind::select:
      for (int k = 0; k < rank; ++k) at[k] = from[k < m.axis ? k : k + 1];
      break;
    case move_kind::flatten:
      for (int k = 0; k < rank; ++k) at[k] = k == m.axis ? count : from[k < m.axis ? k : k + 1];
      break;
    case move_kind::unsqueeze:
      for (int k = 0; k < rank; ++k) at[k] = k == m.axis ? nothing : from[k < m.axis ? k : k - 1];
      break;
    case move_kind::diagonal:
      at[0] = count;
      for (int k = 0, to = 1; k < m.rank; ++k) {
        if (k != m.axis && k != m.other) at[to++] = from[k];
      }
      break;
    case move_kind::unfold:
      at[0] = window;
      for (int k = 1; k < rank; ++k) at[k] = k - 1 == m.axis ? count : from[k - 1];
      break;
    case move_kind::unflatten:
      for (int k = 0; k < rank; ++k) {
        at[k] = k == m.axis ? window : k == m.axis + 1 ? count : from[k < m.axis ? k : k - 1];
      }
      break;
    default:
      break;
  }
}

// Memory as a move sees it: extents and strides from the right; elements from the first one to index 0.
struct strided_memory {
  std::int64_t extent[max_rank];
  std::int64_t stride[max_rank];
  std::int64_t offset;
  bool apart;  // axes were to be merged that are not one run
};
// In: memory that may lack axes or have the extent 1 where the source has n (it is broadcast). Out: the view's.
constexpr void apply_move(const move& m, std::int64_t n, std::int64_t other, strided_memory& at) {
  const auto widen = [&](int k, std::int64_t to) {
    if (at.extent[k] != 1) return;
    at.extent[k] = to;
    at.stride[k] = 0;
  };
  std::int64_t count = 1;
  std::int64_t stride = 0;
  std::int64_t window_stride = 0;
  if (m.kind != move_kind::permute && m.kind != move_kind::unsqueeze) {
    widen(m.axis, n);
    stride = at.stride[m.axis];
    window_stride = stride;
    count = count_after(m, n, other);
  }
  switch (m.kind) {
    case move_kind::slice:
      at.offset += range_of(m, n).first * stride;
      stride *= m.step;
      break;
    case move_kind::flip:
      at.offset += (n - 1) * stride;
      at.stride[m.axis] = -stride;
      break;
    case move_kind::select:
      at.offset += (m.begin < 0 ? m.begin + n : m.begin) * stride;
      break;
    case move_kind::diagonal:
      widen(m.other, other);
      at.offset += m.begin < 0 ? -m.begin * stride : m.begin * at.stride[m.other];
      stride += at.stride[m.other];
      break;
    case move_kind::unfold:
      stride *= m.step;
      break;
    case move_kind::unflatten:
      stride *= m.end;
      break;
    case move_kind::flatten: {
      widen(m.other, other);
      const std::int64_t outer = at.stride[m.other];
      at.apart = at.apart || (count > 1 && n != 1 && other != 1 && outer != stride * n);
      if (n == 1) stride = outer;
      break;
    }
    default:
      break;
  }
  move_axes(m, at.extent, count, m.end, std::int64_t{1});
  move_axes(m, at.stride, stride, window_stride, std::int64_t{0});
}

}  // namespace graph
}  // namespace sinter
