// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// `buffer`: owning, contiguous memory with extents. In: extents and a memory resource (host by default; device_memory in
// launch/device.cuh). Out: a view. Invariant: move-only; memory is released to the resource that gave it.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <utility>

#include <sinter/core/error.hpp>
#include <sinter/tensor/view.hpp>

namespace sinter {

// Where memory comes from: two plain functions, so that any allocator can stand behind them. `state` is handed back to both.
struct memory_resource {
  void* (*allocate)(void* state, std::size_t bytes);
  void (*release)(void* state, void* p);
  void* state;
};

namespace detail {
inline void* allocate_host(void*, std::size_t bytes) { return std::aligned_alloc(64, (bytes + 63) / 64 * 64); }
inline void release_host(void*, void* p) { std::free(p); }
}  // namespace detail

// 64-byte aligned host memory.
inline memory_resource host_memory() { return {&detail::allocate_host, &detail::release_host, nullptr}; }

template <class T, int Rank>
class buffer {
 public:
  explicit buffer(const extent_arg (&extents)[Rank == 0 ? 1 : Rank], memory_resource resource = host_memory())
      : resource_(resource) {
    std::int64_t n = 1;
    for (int a = 0; a < Rank; ++a) {
      if (extents[a].value < 0) detail::fail("buffer: extent %ld is negative", extents[a].value);
      extent_[a] = extents[a].value;
      n *= extent_[a];
    }
    const std::size_t bytes = static_cast<std::size_t>(n) * sizeof(T);
    if (bytes == 0) return;
    data_ = static_cast<T*>(resource_.allocate(resource_.state, bytes));
    if (data_ == nullptr) detail::fail("buffer: no memory for %zu bytes", bytes);
    space_ = space_of(data_);
  }
  buffer(buffer&& other) noexcept
      : resource_(other.resource_), data_(std::exchange(other.data_, nullptr)), space_(other.space_) {
    for (int a = 0; a < Rank; ++a) extent_[a] = other.extent_[a];
  }
  buffer& operator=(buffer other) noexcept {
    std::swap(resource_, other.resource_);
    std::swap(data_, other.data_);
    std::swap(extent_, other.extent_);
    std::swap(space_, other.space_);
    return *this;
  }
  ~buffer() {
    if (data_ != nullptr) resource_.release(resource_.state, data_);
  }

  T* data() const { return data_; }
  std::int64_t size() const { return as_view().size(); }
  view<T, Rank> as_view() const {
    std::int64_t strides[Rank == 0 ? 1 : Rank] = {};
    std::int64_t stride = 1;
    for (int a = Rank - 1; a >= 0; --a) {
      strides[a] = stride;
      stride *= extent_[a];
    }
    return {data_, extent_, strides, space_};
  }

 private:
  memory_resource resource_;
  T* data_ = nullptr;
  memory_space space_{memory_space::unknown};
  std::int64_t extent_[Rank == 0 ? 1 : Rank] = {};
};

}  // namespace sinter
