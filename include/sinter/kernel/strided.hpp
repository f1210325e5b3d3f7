// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The pointwise kernel for any strides. In: parameters with pointers and strides in elements. Out: every element of the domain,
// once. Invariant: an access outside the domain is never made; a thread that has no element still takes part in `finish`.
#pragma once

#include <cstdint>

#include <sinter/kernel/divide.hpp>
#include <sinter/kernel/frame.hpp>
#include <sinter/kernel/pointwise.hpp>
#include <sinter/tensor/view.hpp>

namespace sinter::kernel {

// A walk over up to eight axes, of which axis 0 is the slowest and the last one is called columns; the others together are
// rows. A block takes tiles of 2^tile_log elements, 2^width_log of them side by side in a row; a thread takes four at a time.
inline constexpr int strided_threads = 256;
inline constexpr int strided_elements = 4;
inline constexpr int strided_tile_log = 10;  // what the threads take at a time
static_assert(1 << strided_tile_log == strided_threads * strided_elements);
struct strided_walk {
  std::int64_t tiles;
  std::int64_t rows;
  std::int64_t columns;
  std::int32_t rank;  // at least 1
  std::int32_t tile_log;
  std::int32_t width_log;
  wide_divider across;  // tiles side by side
  wide_divider extent[max_rank];
  bool steps;  // the rows of a tile step by one stride: there is one row, or one axis of rows, and no result is smaller
};
template <class Program>
struct strided_params : common_params<Program>, strided_walk {
  std::int64_t stride[at_least_one<program_traits<Program>::slots>][max_rank];
  // Within a tile, where the walk steps.
  std::int32_t row_step[at_least_one<program_traits<Program>::slots>];
  std::int32_t column_step[at_least_one<program_traits<Program>::slots>];
  // A null tensor has no elements: not read, not written. There are some only beside results smaller than the domain.
  // Written slots that are smaller than the domain: bit a set = written only where the index of axis a is 0.
  std::uint8_t once[at_least_one<program_traits<Program>::slots>];
};

#if SINTER_HAS_KERNELS
// A thread's elements of a tile: their offsets in every slot. Small: an output may be smaller than the domain.
template <class Program, bool Small, class C, class Params>
struct strided_machine : machine_base<C, Params> {
  static constexpr int slots = program_traits<Program>::slots;
  static constexpr int E = strided_elements;
  // Of the tile: what all its elements share is computed once, in 64 bits.
  std::int64_t base[at_least_one<slots>];
  std::int64_t first_row;
  std::int64_t first_column;
  // Of the elements; beyond the domain offsets are not used.
  std::int64_t offset[at_least_one<slots>][E];
  bool skip[at_least_one<slots* static_cast<int>(Small)>][E];
  bool exists[E];

  SINTER_INLINE void enter(std::int64_t tile) {
    const std::int64_t down = this->p.across.quotient(tile);
    first_row = down << (this->p.tile_log - this->p.width_log);
    first_column = (tile - down * this->p.across.divisor) << this->p.width_log;
    const int inner = this->p.rank - 1;
    SINTER_UNROLL
    for (int s = 0; s < slots; ++s) base[s] = first_column * this->p.stride[s][inner];
    if (!this->p.steps) return;
    std::int64_t rest = first_row;
    SINTER_ROLLED
    for (int a = inner - 1; a >= 0; --a) {
      const std::int64_t i = take_index(rest, a);
      SINTER_UNROLL
      for (int s = 0; s < slots; ++s) base[s] += i * this->p.stride[s][a];
    }
  }
  // The thread's elements of round `round` of the tile.
  SINTER_INLINE void place(int round) {
    const int inner = this->p.rank - 1;
    const int mask = (1 << this->p.width_log) - 1;
    const int rows = of_tile(this->p.rows - first_row);
    const int columns = of_tile(this->p.columns - first_column);
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) {
      const int at = number(round, e);
      const int column = at & mask;
      const int row = at >> this->p.width_log;
      exists[e] = column < columns && row < rows;
      SINTER_UNROLL
      for (int s = 0; s < slots; ++s) {
        offset[s][e] = base[s] + wide_product(column, this->p.column_step[s]) + wide_product(row, this->p.row_step[s]);
        if constexpr (Small) skip[s][e] = first_column + column != 0 && is_once(s, inner);
      }
    }
    if (this->p.steps) return;
    std::int64_t rest[E];
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) rest[e] = first_row + (number(round, e) >> this->p.width_log);
    SINTER_ROLLED
    for (int a = inner - 1; a >= 0; --a) {
      SINTER_UNROLL
      for (int e = 0; e < E; ++e) {
        const std::int64_t i = take_index(rest[e], a);
        SINTER_UNROLL
        for (int s = 0; s < slots; ++s) {
          offset[s][e] += i * this->p.stride[s][a];
          if constexpr (Small) skip[s][e] = skip[s][e] || (i != 0 && is_once(s, a));
        }
      }
    }
  }
  SINTER_INLINE int of_tile(std::int64_t left) const {
    const int most = 1 << this->p.tile_log;
    return left < most ? static_cast<int>(left) : most;
  }
  SINTER_INLINE int rounds() const { return 1 << (this->p.tile_log - strided_tile_log); }
  SINTER_INLINE int number(int round, int e) const {
    return (round << strided_tile_log) + e * strided_threads + static_cast<int>(this->c.thread());
  }
  SINTER_INLINE static bool is_there(const void* tensor) {
    if constexpr (Small) {
      return tensor != nullptr;
    } else {
      return true;
    }
  }
  // The index of axis a, of what is left for axes 0 to a; the slowest axis takes all of it.
  SINTER_INLINE std::int64_t take_index(std::int64_t& rest, int a) const {
    const wide_divider& extent = this->p.extent[a];
    std::int64_t up = 0;
    if (a != 0) up = extent.quotient(rest);
    const std::int64_t i = rest - up * extent.divisor;
    rest = up;
    return i;
  }
  SINTER_INLINE bool is_once(int slot, int axis) const { return (this->p.once[slot] >> axis & 1U) != 0; }
  template <class T, int Slot, level L, int N>
  SINTER_INLINE void load(T (&v)[N]) const {
    const T* from = this->template source<T, Slot>();
    if constexpr (L != level::element) {
      v[0] = this->c.load(from);
    } else {
      SINTER_UNROLL
      for (int e = 0; e < E; ++e) v[e] = exists[e] && is_there(from) ? this->c.load(from + offset[Slot][e]) : T{};
    }
  }
  template <class T, int Slot, level L, unsigned Masked, int N, class Index>
  SINTER_INLINE void gather(T (&v)[N], const Index& index) const {
    const T* from = this->template source<T, Slot>();
    if constexpr (L != level::element) {
      this->template gather_one<T, Slot, Masked>(v[0], from, index);
    } else {
      SINTER_UNROLL
      for (int e = 0; e < E; ++e) {
        const auto found = this->template locate<Slot, Masked>(index(e));
        const bool reads = exists[e] && found.exists && is_there(from);
        v[e] = reads ? this->c.load(from + offset[Slot][e] + found.offset) : T{};
      }
    }
  }
  template <class T, int Slot, level L, graph::scatter_mode Mode, class Value, class Index>
  SINTER_INLINE void scatter(const Value& value, const Index& index) const {
    T* to = this->template target<T, Slot>();
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) {
      const auto found = this->template locate_target<Slot>(index(e));
      if (exists[e] && found.exists) this->template put<Mode>(to + offset[Slot][e] + found.offset, value(e));
    }
  }
  template <int Slot, level L, int N>
  SINTER_INLINE void position(std::int64_t (&v)[N]) const {
    if constexpr (L != level::element) {
      v[0] = 0;
    } else {
      SINTER_UNROLL
      for (int e = 0; e < E; ++e) v[e] = offset[Slot][e];
    }
  }
  template <class T, int Slot, level L, class Value>
  SINTER_INLINE void store(const Value& value) const {
    T* to = this->template target<T, Slot>();
    if (!is_there(to)) return;
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) {
      if constexpr (Small) {
        if (skip[Slot][e]) continue;
      }
      if (exists[e]) this->c.store(to + offset[Slot][e], value(e));
    }
  }
};
#endif

template <class Program, bool Small>
struct pointwise_strided {
  static constexpr int threads = strided_threads;
  static constexpr int elements = strided_elements;
  static constexpr unsigned shared_bytes = pointwise_shared<Program>;
  using params = strided_params<Program>;

#if SINTER_HAS_KERNELS
  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, elements> f;
    strided_machine<Program, Small, C, params> m{{c, p}, {}, 0, 0, {}, {}, {}};
    if constexpr (program_traits<Program>::finishes)
      run_selected<Program, elements, select_level<Program, false>>(m, f);
    for (std::int64_t tile = c.block(); tile < p.tiles; tile += c.blocks()) {
      m.enter(tile);
      SINTER_ROLLED
      for (int round = 0; round < m.rounds(); ++round) {
        m.place(round);
        if constexpr (program_traits<Program>::finishes) {
          run_selected<Program, elements, select_level<Program, true>>(m, f);
        } else {
          run_selected<Program, elements, select_all>(m, f);
        }
      }
    }
  }
#endif
};

}  // namespace sinter::kernel
