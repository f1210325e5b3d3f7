// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Row kernels: any number of dependent reductions of a row. row_registers keeps one that is one range of memory in registers:
// one read, one write; row_loop.hpp's walks it once per dependent reduction, from shared memory or with any strides.
// Invariant: element (chunk c, thread t, lane v) of a row is (c * threads + t) * V + v, lanes accumulate over chunks, then
// over v, then over threads: both kernels give a row the same bits.
#pragma once

#include <cstdint>

#include <sinter/kernel/combine.hpp>
#include <sinter/kernel/frame.hpp>
#include <sinter/kernel/pointwise.hpp>
#include <sinter/kernel/reduce.hpp>

namespace sinter::kernel {

namespace detail {

// V accumulators into one, as a fixed tree.
template <class Red, class T, int V, class A>
SINTER_INLINE A combine_vector(A (&lanes)[V]) {
  SINTER_UNROLL
  for (int step = V / 2; step > 0; step /= 2) {
    SINTER_UNROLL
    for (int v = 0; v < step; ++v) lanes[v] = Red::template combine<T>(lanes[v], lanes[v + step]);
  }
  return lanes[0];
}

// A fold over operands that are one value a row, lifted: the extent is 1.
template <class Red, class T, class A>
SINTER_INLINE auto fold_one(const A& value) {
  return Red::template finish<T>(Red::template combine<T>(Red::template identity<T>(), value), 1);
}

}  // namespace detail

template <class Program>
inline constexpr unsigned row_collectives = program_traits<Program>::folds* collective_bytes<Program>;
// Of columns: an accumulator of each thread.
template <class Program>
inline constexpr int column_collectives = program_traits<Program>::accumulator_bytes;

// V: elements of a vector; Threads that share a row; Chunks: vectors a thread holds.
template <class Program, int V, int Threads, int Chunks>
struct row_registers {
  static constexpr int threads = Threads < 128 ? 128 : Threads;
  // Blocks a multiprocessor: 64 registers a thread while one operand is held, 85 beyond.
  static constexpr int min_blocks = program_traits<Program>::element_loads == 1 ? 1024 / threads : 768 / threads;
  static constexpr int rows_a_block = threads / Threads;
  static constexpr int elements = V * Chunks;
  static constexpr unsigned shared_bytes = Threads > 32 ? row_collectives<Program> : 0;
  struct params : common_params<Program> {
    std::int64_t rows;
    std::int32_t n;  // elements of a row, a whole number of vectors
    std::int64_t row_stride[at_least_one<program_traits<Program>::slots>];
  };

#if SINTER_HAS_KERNELS
  template <class C>
  struct machine : machine_base<C, params> {
    std::int64_t row;
    bool active;
    int thread;
    SINTER_INLINE int first(int chunk) const { return (chunk * Threads + thread) * V; }
    SINTER_INLINE bool exists(int chunk) const { return active && first(chunk) < this->p.n; }

    template <class T, int Slot, level L, int N>
    SINTER_INLINE void load(T (&v)[N]) const {
      const T* from = this->template source<T, Slot>() + row * this->p.row_stride[Slot];
      if constexpr (L == level::element) {
        arriving<T, V> all[Chunks];
        SINTER_UNROLL
        for (int k = 0; k < Chunks; ++k) {
          if (exists(k)) all[k] = this->c.template load_packet<T, V>(from + first(k));
        }
        SINTER_UNROLL
        for (int k = 0; k < Chunks; ++k) all[k].arrive(this->c, v + k * V);
      } else {
        v[0] = active ? this->c.load(from) : T{};
      }
    }
    // One index a row: an index that differs from element to element takes the other kernel.
    template <class T, int Slot, level L, unsigned Masked, int N, class Index>
    SINTER_INLINE void gather(T (&v)[N], const Index& index) const {
      const auto found = this->template locate<Slot, Masked>(index(0));
      const T* from = this->template source<T, Slot>() + row * this->p.row_stride[Slot] + found.offset;
      if constexpr (L == level::element) {
        arriving<T, V> all[Chunks];
        SINTER_UNROLL
        for (int k = 0; k < Chunks; ++k) {
          if (exists(k) && found.exists) all[k] = this->c.template load_packet<T, V>(from + first(k));
        }
        SINTER_UNROLL
        for (int k = 0; k < Chunks; ++k) all[k].arrive(this->c, v + k * V);
      } else {
        v[0] = active && found.exists ? this->c.load(from) : T{};
      }
    }
    template <int Slot, level L, int N>
    SINTER_INLINE void position(std::int64_t (&v)[N]) const {
      const std::int64_t from = row * this->p.row_stride[Slot];
      if constexpr (L != level::element) {
        v[0] = from;
      } else {
        SINTER_UNROLL
        for (int i = 0; i < N; ++i) v[i] = from + first(i / V) + i % V;
      }
    }
    template <class T, int Slot, level L, class Value>
    SINTER_INLINE void store(const Value& value) const {
      T* to = this->template target<T, Slot>() + row * this->p.row_stride[Slot];
      if constexpr (L == level::element) {
        SINTER_UNROLL
        for (int k = 0; k < Chunks; ++k) {
          if (!exists(k)) continue;
          packet<T, V> all;
          SINTER_UNROLL
          for (int i = 0; i < V; ++i) all.lane[i] = value(k * V + i);
          this->c.store_packet(to + first(k), all);
        }
      } else if (active && thread == 0) {
        this->c.store(to, value(0));
      }
    }
    // value(e): element e, lifted.
    template <class Red, class T, int Index, bool Elements, class Value>
    SINTER_INLINE auto fold(const Value& value) const {
      if constexpr (!Elements) {
        return detail::fold_one<Red, T>(value(0));
      } else {
        using A = typename Red::template accumulator<T>;
        A lanes[V];
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) lanes[i] = Red::template identity<T>();
        SINTER_UNROLL
        for (int k = 0; k < Chunks; ++k) {
          if (!exists(k)) continue;
          SINTER_UNROLL
          for (int i = 0; i < V; ++i) lanes[i] = Red::template combine<T>(lanes[i], value(k * V + i));
        }
        const A one = detail::combine_vector<Red, T, V>(lanes);
        return Red::template finish<T>(
            combine_threads<Red, T>(this->c, one, Threads, Index * collective_bytes<Program>), this->p.n);
      }
    }
  };

  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, elements> f;
    const std::int64_t row = static_cast<std::int64_t>(c.block()) * rows_a_block + c.thread() / Threads;
    machine<C> m{{c, p}, row, row < p.rows, static_cast<int>(c.thread() % Threads)};
    run_selected<Program, elements, select_all>(m, f);
  }
#endif
};

}  // namespace sinter::kernel
