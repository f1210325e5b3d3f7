// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Coordinates: where an element is, computed and never read. In: a value whose extents are meant. Out: i64.
// Invariant: the value depends on the logical index alone, whatever the strides, the kernel or the executor.
#pragma once

#include <cstdint>

#include <sinter/trace/expression.hpp>

namespace sinter {

// The index of each element of `like` in row-major order, from 0; `like` itself is not read. Inside a region.
template <class A>
constexpr auto iota(const A& like) {
  static_assert(detail::is_val<A>,
                "iota: counts the elements of a value inside a region; write the formula as a region");
  if constexpr (!detail::is_val<A>) {
    return like;
  } else {
    return val<std::int64_t, A::rank>{like.builder, like.builder->index(like.id, -1)};
  }
}
// The index along one axis: extents are 1 but for that axis, so the result broadcasts. iota(x, axis<-1>) is a column's number.
template <class A, int Axis>
constexpr auto iota(const A& like, axis_t<Axis>) {
  static_assert(detail::is_val<A>,
                "iota: counts the elements of a value inside a region; write the formula as a region");
  if constexpr (!detail::is_val<A>) {
    return like;
  } else {
    static_assert(Axis < A::rank && Axis >= -A::rank,
                  "iota: the value has no such axis; axes count from 0, or from -1 backwards");
    constexpr int right = Axis < 0 ? -Axis - 1 : A::rank - 1 - Axis;
    return val<std::int64_t, A::rank>{like.builder, like.builder->index(like.id, right)};
  }
}

}  // namespace sinter
