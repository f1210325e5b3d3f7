// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `view`: pointer, extents, strides, memory space; owns nothing. `tensor`: the same without a pointer, for plans.
// In: a pointer and braces. Out: a value that formulas, regions and executors take.
// Invariant: extents are not negative; strides count elements and may be 0 or negative for reading.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <sinter/core/dtype.hpp>
#include <sinter/core/error.hpp>
#include <sinter/tensor/space.hpp>

namespace sinter {

inline constexpr int max_rank = 8;

// One extent or stride of any integer type, so that {rows, 4} may mix them.
struct extent_arg {
  std::int64_t value;
  template <std::integral I>
  constexpr extent_arg(I i) : value(static_cast<std::int64_t>(i)) {}
};

// A dtype and extents: what `plan` and `explain` need to know of a tensor.
template <Element T, int Rank>
struct tensor {
  using value_type = T;
  static constexpr int rank = Rank;
  std::int64_t extent[Rank == 0 ? 1 : Rank] = {};
};

template <class T, int Rank>
class view {
 public:
  using value_type = std::remove_const_t<T>;
  static constexpr int rank = Rank;
  static_assert(Element<value_type>,
                "a view's elements are bool, integers of 8 to 64 bits, e4m3, e5m2, f16, bf16, float, double or "
                "sinter::complex: convert the data; std::complex is one through as_complex(pointer)");
  static_assert(Rank <= max_rank, "a view has at most 8 axes: merge some before making it");

  // A scalar in memory.
  constexpr explicit view(T* p) requires(Rank == 0) : data_(p), space_(space_of(p)) {}
  // Contiguous, last axis fastest.
  constexpr view(T* p, const extent_arg (&extents)[Rank == 0 ? 1 : Rank]) : data_(p), space_(space_of(p)) {
    std::int64_t stride = 1;
    for (int a = Rank - 1; a >= 0; --a) {
      set_extent(a, extents[a].value);
      stride_[a] = stride;
      stride *= extents[a].value;
    }
  }
  // Strides in elements.
  constexpr view(T* p, const extent_arg (&extents)[Rank == 0 ? 1 : Rank],
                 const extent_arg (&strides)[Rank == 0 ? 1 : Rank])
      : data_(p), space_(space_of(p)) {
    for (int a = 0; a < Rank; ++a) {
      set_extent(a, extents[a].value);
      stride_[a] = strides[a].value;
    }
  }
  constexpr view(T* p, const std::int64_t* extents, const std::int64_t* strides, memory_space space)
      : data_(p), space_(space) {
    for (int a = 0; a < Rank; ++a) {
      set_extent(a, extents[a]);
      stride_[a] = strides[a];
    }
  }
  // A writable view serves where a read-only one is expected.
  template <class U>
    requires(std::is_same_v<U, const T> && !std::is_const_v<T>)
  constexpr operator view<U, Rank>() const { return {data_, extent_, stride_, space_}; }

  constexpr T* data() const { return data_; }
  constexpr std::int64_t extent(int axis) const { return extent_[axis]; }
  constexpr std::int64_t stride(int axis) const { return stride_[axis]; }
  constexpr const std::int64_t* extents() const { return extent_; }
  constexpr const std::int64_t* strides() const { return stride_; }
  constexpr memory_space space() const { return space_; }
  constexpr std::int64_t size() const {
    std::int64_t n = 1;
    for (int a = 0; a < Rank; ++a) n *= extent_[a];
    return n;
  }

  // y = formula makes an assignment that `run` executes; nothing is computed here. Views themselves rebind as values do.
  template <class Expression>
    requires(!std::is_convertible_v<const Expression&, view>)
  constexpr auto operator=(const Expression& formula) const { return make_assignment(*this, formula); }

 private:
  constexpr void set_extent(int axis, std::int64_t n) {
    if (n < 0) detail::fail("view: extent %ld of axis %d is negative", n, axis);
    extent_[axis] = n;
  }

  T* data_;
  std::int64_t extent_[Rank == 0 ? 1 : Rank] = {};
  std::int64_t stride_[Rank == 0 ? 1 : Rank] = {};
  memory_space space_;
};

template <class T>
view(T*) -> view<T, 0>;
template <class T, std::size_t R>
view(T*, const extent_arg (&)[R]) -> view<T, static_cast<int>(R)>;
template <class T, std::size_t R>
view(T*, const extent_arg (&)[R], const extent_arg (&)[R]) -> view<T, static_cast<int>(R)>;

namespace detail {
template <class T>
inline constexpr bool is_view = false;
template <class T, int R>
inline constexpr bool is_view<view<T, R>> = true;
template <class T>
inline constexpr bool is_tensor = false;
template <class T, int R>
inline constexpr bool is_tensor<tensor<T, R>> = true;
}  // namespace detail

template <class T>
concept View = detail::is_view<std::remove_cvref_t<T>>;

// View with its axes in the order `order`; moves nothing.
template <class T, int Rank>
constexpr view<T, Rank> permute(const view<T, Rank>& v, const int (&order)[Rank]) {
  std::int64_t extents[Rank];
  std::int64_t strides[Rank];
  for (int a = 0; a < Rank; ++a) {
    extents[a] = v.extent(order[a]);
    strides[a] = v.stride(order[a]);
  }
  return {v.data(), extents, strides, v.space()};
}

// Elements [begin, end) of one axis; moves nothing. Throws when the range leaves the axis.
template <class T, int Rank>
constexpr view<T, Rank> slice(const view<T, Rank>& v, int axis, std::int64_t begin, std::int64_t end) {
  if (axis < 0 || axis >= Rank || begin < 0 || end < begin || end > v.extent(axis)) {
    detail::fail("slice: [%ld, %ld) of axis %d leaves the view", begin, end, axis);
  }
  std::int64_t extents[Rank];
  for (int a = 0; a < Rank; ++a) extents[a] = v.extent(a);
  extents[axis] = end - begin;
  // Without elements there is nothing to point to.
  const bool empty = begin == end || v.size() == 0;
  return {empty ? v.data() : v.data() + begin * v.stride(axis), extents, v.strides(), v.space()};
}

}  // namespace sinter
