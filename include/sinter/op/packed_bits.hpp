// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Truth values as bits: eight to a byte along the last axis, the first one lowest (NumPy's packbits with bitorder='little'). In:
// values inside a region. Out: bytes, or bool. Invariant: the layout depends on indices alone, and a byte is computed by one thread.
#pragma once

#include <cstdint>

#include <sinter/op/gather.hpp>

namespace sinter {

// Is each element not 0 (NaN is not)? Shapes: x [.. n], the result [.. ceil(n / 8)] of u8; bits beyond n are 0.
template <class A>
  requires(detail::is_val<A>)
constexpr auto pack_bits(const A& x) {
  constexpr bool fits = A::rank >= 1 && A::rank < max_rank;
  static_assert(fits, "pack_bits: the value has no axis to pack along, or more than 7");
  if constexpr (!fits) {
    return x;
  } else {
    const int bytes = x.builder->derive(graph::move_kind::slice, detail::symbol_along<-1>(x), 0, 0, to_end, 8);
    const auto truth = cast<bool>(x);
    const auto first = detail::position_along<-1>(x, bytes) * 8;
    const auto n = extent(x, axis_t<-1>{});
    const auto bit = [&](int k) {
      const auto is = detail::along<-1>(truth, bytes, [&](const auto& i) { return i * 8 + k; });
      return where(first + k < n && is, 1 << k, 0);
    };
    return cast<std::uint8_t>((bit(0) | bit(1) | bit(2) | bit(3)) | (bit(4) | bit(5) | bit(6) | bit(7)));
  }
}

namespace detail {
template <class A>
constexpr auto unpacked_bits(const A& bytes, int count) {
  const auto byte = along<-1>(bytes, count, [](const auto& i) { return i >> 3; });
  const auto at = position_along<-1>(bytes, count);
  return (at >> 3) < extent(bytes, axis_t<-1>{}) && ((cast<int>(byte) >> cast<int>(at & 7)) & 1) != 0;
}
template <class A>
constexpr bool holds_bits() {
  constexpr bool is_bytes = std::is_same_v<typename A::value_type, std::uint8_t>;
  constexpr bool fits = A::rank >= 1 && A::rank < max_rank;
  static_assert(is_bytes, "unpack_bits: bits are packed in bytes, tensors of std::uint8_t");
  static_assert(fits, "unpack_bits: the value has no axis of bytes, or more than 7 axes");
  return is_bytes && fits;
}
}  // namespace detail

// The bits of bytes, as bool. Shapes: bytes [.. n] of u8, the result [.. 8 n].
template <class A>
  requires(detail::is_val<A>)
constexpr auto unpack_bits(const A& bytes) {
  if constexpr (!detail::holds_bits<A>())
    return bytes;
  else
    return detail::unpacked_bits(
        bytes, bytes.builder->derive(graph::move_kind::tile, detail::symbol_along<-1>(bytes), 0, 0, 8));
}
// As many of them as `like`, which is not read, has elements along its last axis; false where there are no bytes.
template <class A, class B>
  requires(detail::is_val<A>&& detail::is_val<B>)
constexpr auto unpack_bits(const A& bytes, const B& like) {
  static_assert(B::rank >= 1, "unpack_bits: what has as many elements as there are bits has no axis");
  if constexpr (!detail::holds_bits<A>() || B::rank < 1)
    return bytes;
  else
    return detail::unpacked_bits(bytes, detail::symbol_along<-1>(like));
}

}  // namespace sinter
