// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Rows that registers do not hold: a walk of each row once per dependent reduction, from shared memory (staged) or with any
// strides; rows of several axes, and rows that lie across memory. In and out, and the order of a row's elements: as row.hpp's.
#pragma once

#include <cstdint>

#include <sinter/kernel/combine.hpp>
#include <sinter/kernel/frame.hpp>
#include <sinter/kernel/pointwise.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/kernel/row.hpp>

namespace sinter::kernel {

namespace detail {

// What a pass over the row evaluates.
template <class Program, int Phase>
struct select_phase {
  template <int I>
  static constexpr bool picks =
      program_traits<Program>::row.needed[Phase][I] && program_traits<Program>::at[I].kind != instruction_kind::fold;
};
template <class Program, int Stage>
struct select_folds {
  template <int I>
  static constexpr bool picks =
      program_traits<Program>::at[I].kind == instruction_kind::fold&& program_traits<Program>::row.stage[I] == Stage;
};
// Values of the row that can be known once Stage folds are complete and not before.
template <class Program, int Stage, bool Stores>
struct select_row_values {
  template <int I>
  static constexpr bool picks = program_traits<Program>::at[I].at !=
                                    level::element&& program_traits<Program>::at[I].kind != instruction_kind::fold &&
                                (program_traits<Program>::at[I].kind == instruction_kind::store) == Stores &&
                                (Stores || program_traits<Program>::row.stage[I] == Stage);
};

// A slot whose rows are staged, and the bytes an element of the rows staged before it takes.
template <class Program, int Slot>
inline constexpr bool is_staged_slot = [] {
  for (int i = 0; i < Program::size; ++i) {
    if (program_traits<Program>::at[i].slot == Slot && program_traits<Program>::is_staged(i)) return true;
  }
  return false;
}();
template <class Program, int Slot>
inline constexpr unsigned staged_before = [] {
  unsigned bytes = 0;
  for (int i = 0; i < Program::size; ++i) {
    const instruction& ins = program_traits<Program>::at[i];
    if (ins.slot < Slot && program_traits<Program>::is_staged(i)) bytes += static_cast<unsigned>(ins.bytes);
  }
  return bytes;
}();

}  // namespace detail

// Where a row's elements are, if its axes are not one range.
template <class Program, bool Inner>
struct inner_axes {};
template <class Program>
struct inner_axes<Program, true> {
  std::int32_t inner_rank;
  std::int64_t inner_extent[max_rank];
  std::int64_t inner_stride[at_least_one<program_traits<Program>::slots>][max_rank];
  // Written slots that lack some of the axes: bit a set = written only where the index along inner axis a is 0.
  std::uint8_t inner_once[at_least_one<program_traits<Program>::slots>];
  // Folds of fewer elements than the row: bit a set = of those only whose index along inner axis a is 0.
  std::uint8_t fold_once[at_least_one<program_traits<Program>::folds>];
};

// One row at a time for each group of `threads_a_row` threads, in a loop over its chunks. Staged: loads that several passes
// read are copied to shared memory first, each thread its own part. Small: an output may be smaller than the domain.
// Inner: a row may have several axes. Columns: neighbouring threads have neighbouring rows, not neighbouring elements of one.
template <class Program, int V, bool Staged, bool Small, bool Inner, bool Columns>
struct row_loop {
  static constexpr int threads = 1024;  // at most
  static constexpr int slots = program_traits<Program>::slots;
  static constexpr int folds = program_traits<Program>::folds;
  static constexpr int placed = Inner ? V : 1;
  struct params : common_params<Program>, inner_axes<Program, Inner> {
    std::int64_t rows;
    std::int64_t n;
    std::int32_t threads_a_row;
    std::int64_t element_stride[at_least_one<slots>];
    // Outer axes, slowest first, and what a step along each means to each slot.
    std::int32_t outer_rank;
    std::int64_t outer_extent[max_rank];
    std::int64_t outer_stride[at_least_one<slots>][max_rank];
    // Written slots smaller than the outer domain: bit a set = written only where the index of outer axis a is 0.
    std::uint8_t once[at_least_one<slots>];
    std::int64_t bound[at_least_one<folds>];  // elements that a fold reduces: n, or 1 where its operands are broadcast
  };

#if SINTER_HAS_KERNELS
  template <class C>
  struct machine : machine_base<C, params> {
    std::int64_t offset[at_least_one<slots>];
    bool skip[at_least_one<slots* static_cast<int>(Small)>];
    bool active;
    int thread;
    std::int64_t first;                               // of the current chunk
    unsigned staged_at;                               // first shared byte behind the collectives
    std::int64_t inner[at_least_one<slots>][placed];  // offsets of the chunk's elements
    unsigned beyond[placed];                          // bit a set: its index along inner axis a is not 0

    template <class T, int Slot>
    SINTER_INLINE auto window() const {
      const auto row_elements = static_cast<unsigned>(this->p.n);
      return this->c.template shared<T>(staged_at + detail::staged_before<Program, Slot> * row_elements, row_elements);
    }
    template <class T, int Slot>
    SINTER_INLINE void stage() const {
      const T* from = this->template source<T, Slot>() + offset[Slot];
      const auto to = window<T, Slot>();
      for (std::int64_t i = thread * V; i < this->p.n; i += static_cast<std::int64_t>(this->p.threads_a_row) * V) {
        this->c.template copy_async<T, V>(to, static_cast<unsigned>(i), from + i);
      }
    }

    // Staged rows have a block each and are a whole number of vectors: the loops visit only what exists.
    SINTER_INLINE bool exists(int v) const { return active && first + v < this->p.n; }
    template <int Slot>
    SINTER_INLINE std::int64_t element(int v) const {
      if constexpr (Inner)
        return inner[Slot][v];
      else
        return (first + v) * this->p.element_stride[Slot];
    }
    // At the chunk that begins with element `at`.
    SINTER_INLINE void place(std::int64_t at) {
      first = at;
      if constexpr (Inner) {
        SINTER_UNROLL
        for (int v = 0; v < V; ++v) {
          SINTER_UNROLL
          for (int s = 0; s < slots; ++s) inner[s][v] = 0;
          beyond[v] = 0;
          std::int64_t rest = at + v;
          SINTER_ROLLED
          for (int a = this->p.inner_rank - 1; a >= 0; --a) {
            const std::int64_t up = rest / this->p.inner_extent[a];
            const std::int64_t i = rest - up * this->p.inner_extent[a];
            rest = up;
            beyond[v] |= i != 0 ? 1U << a : 0U;
            SINTER_UNROLL
            for (int s = 0; s < slots; ++s) inner[s][v] += i * this->p.inner_stride[s][a];
          }
        }
      }
    }
    // Is element v of the chunk one of those that fold Index reduces?
    template <int Index>
    SINTER_INLINE bool folds_one(int v) const {
      if constexpr (Inner) {
        const bool any = this->p.bound[Index] != 0;  // else the row was revived
        return first + v < this->p.n && any && (beyond[v] & this->p.fold_once[Index]) == 0;
      } else {
        return first + v < this->p.bound[Index];
      }
    }
    template <class T, int Slot, level L, int N>
    SINTER_INLINE void load(T (&v)[N]) const {
      const T* from = this->template source<T, Slot>() + offset[Slot];
      if constexpr (L != level::element) {
        v[0] = active && (Staged || this->template source<T, Slot>() != nullptr) ? this->c.load(from) : T{};
      } else if constexpr (Staged && detail::is_staged_slot<Program, Slot>) {
        const packet<T, V> all = window<T, Slot>().template load_packet<V>(static_cast<unsigned>(first));
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) v[i] = all.lane[i];
      } else if constexpr (Staged) {
        const packet<T, V> all = this->c.template load_packet<T, V>(from + first);
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) v[i] = all.lane[i];
      } else {
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) {
          v[i] = exists(i) && this->template source<T, Slot>() != nullptr ? this->c.load(from + element<Slot>(i)) : T{};
        }
      }
    }
    template <class T, int Slot, level L, unsigned Masked, int N, class Index>
    SINTER_INLINE void gather(T (&v)[N], const Index& index) const {
      const bool there = this->template source<T, Slot>() != nullptr;
      const T* from = this->template source<T, Slot>() + offset[Slot];
      if constexpr (L != level::element) {
        const auto found = this->template locate<Slot, Masked>(index(0));
        v[0] = there && found.exists ? this->c.load(from + found.offset) : T{};
      } else if constexpr (Staged) {
        const auto found = this->template locate<Slot, Masked>(index(0));
        packet<T, V> all = {};
        if (found.exists) all = this->c.template load_packet<T, V>(from + found.offset + first);
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) v[i] = all.lane[i];
      } else {
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) {
          const auto found = this->template locate<Slot, Masked>(index(i));
          v[i] = there && exists(i) && found.exists ? this->c.load(from + element<Slot>(i) + found.offset) : T{};
        }
      }
    }
    template <int Slot, level L, int N>
    SINTER_INLINE void position(std::int64_t (&v)[N]) const {
      if constexpr (L != level::element) {
        v[0] = offset[Slot];
      } else if constexpr (Inner) {
        SINTER_UNROLL
        for (int i = 0; i < N; ++i) v[i] = offset[Slot] + inner[Slot][i];
      } else {
        this->count_from(offset[Slot] + first * this->p.element_stride[Slot], this->p.element_stride[Slot], v);
      }
    }
    // Has element v of the chunk an element of its own in the slot, or is it the first of those that share one?
    template <int Slot>
    SINTER_INLINE bool writes(int v) const {
      if constexpr (!Small) {
        return true;
      } else if constexpr (Inner) {
        return (beyond[v] & this->p.inner_once[Slot]) == 0;
      } else {
        return first + v == 0 || this->p.element_stride[Slot] != 0;
      }
    }
    template <class T, int Slot, level L, class Value>
    SINTER_INLINE void store(const Value& value) const {
      T* to = this->template target<T, Slot>() + offset[Slot];
      if (!Staged && this->template target<T, Slot>() == nullptr) return;
      if constexpr (Small) {
        if (skip[Slot]) return;
      }
      if constexpr (L != level::element) {
        if (active && thread == 0) this->c.store(to, value(0));
      } else if constexpr (Staged) {
        packet<T, V> all;
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) all.lane[i] = value(i);
        this->c.store_packet(to + first, all);
      } else {
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) {
          if (exists(i) && writes<Slot>(i)) this->c.store(to + element<Slot>(i), value(i));
        }
      }
    }
    // One accumulator of each thread of a row, as one that all of them have.
    template <class F, class A>
    SINTER_INLINE A combine(const A& mine) const {
      const auto sharing = static_cast<unsigned>(this->p.threads_a_row);
      if constexpr (!Columns) {
        return combine_threads<typename F::reduction, typename F::operand>(this->c, mine, sharing,
                                                                           F::index * collective_bytes<Program>);
      } else {
        const unsigned width = this->c.threads() / sharing;
        const auto all = this->c.template shared<A>(0, this->c.threads());
        this->c.sync();  // the fold before may still be read
        all.store(this->c.thread(), mine);
        this->c.sync();
        A sum = all.load(this->c.thread() % width);
        SINTER_ROLLED
        for (unsigned t = 1; t < sharing; ++t) sum = F::combine(sum, all.load(this->c.thread() % width + t * width));
        return sum;
      }
    }
    SINTER_INLINE void enter_row(std::int64_t row) {
      active = row < this->p.rows;
      SINTER_UNROLL
      for (int s = 0; s < slots; ++s) {
        offset[s] = 0;
        if constexpr (Small) skip[s] = false;
      }
      std::int64_t rest = row;  // beyond the rows: offsets that nothing uses
      SINTER_ROLLED
      for (int a = this->p.outer_rank - 1; a >= 0; --a) {
        const std::int64_t up = rest / this->p.outer_extent[a];
        const std::int64_t i = rest - up * this->p.outer_extent[a];
        rest = up;
        SINTER_UNROLL
        for (int s = 0; s < slots; ++s) {
          offset[s] += i * this->p.outer_stride[s][a];
          if constexpr (Small) skip[s] = skip[s] || (i != 0 && (this->p.once[s] >> a & 1U) != 0);
        }
      }
    }
  };

  template <int Stage, class Machine, class Frame, class Accumulators>
  SINTER_INLINE static void run_stage(Machine& m, Frame& f, Accumulators& acc) {
    const auto& p = m.p;
    for_each_fold<Program, detail::select_folds<Program, Stage>>([&](auto types, auto) {
      using F = decltype(types);
      SINTER_UNROLL
      for (int v = 0; v < V; ++v) {
        detail::accumulator_at<F::index>(acc)[v] = F::reduction::template identity<typename F::operand>();
      }
    });
    const std::int64_t step = static_cast<std::int64_t>(p.threads_a_row) * V;
    for (std::int64_t at = m.thread * V; at < p.n; at += step) {
      m.place(at);
      run_selected<Program, V, detail::select_phase<Program, Stage>>(m, f);
      for_each_fold<Program, detail::select_folds<Program, Stage>>([&](auto types, auto number) {
        using F = decltype(types);
        if constexpr (program_traits<Program>::folds_elements.of[decltype(number)::value]) {
          auto& lanes = detail::accumulator_at<F::index>(acc);
          SINTER_UNROLL
          for (int v = 0; v < V; ++v) {
            const auto next = F::accumulate(lanes[v], f, v);
            lanes[v] = m.template folds_one<F::index>(v) ? next : lanes[v];
          }
        }
      });
    }
    for_each_fold<Program, detail::select_folds<Program, Stage>>([&](auto types, auto at) {
      using F = decltype(types);
      using Red = typename F::reduction;
      using T = typename F::operand;
      auto& out = detail::find<decltype(at)::value>(f).v[0];
      if constexpr (program_traits<Program>::folds_elements.of[decltype(at)::value]) {
        const auto one = detail::combine_vector<Red, T, V>(detail::accumulator_at<F::index>(acc));
        out = Red::template finish<T>(m.template combine<F>(one), p.bound[F::index]);
      } else {
        out = detail::fold_one<Red, T>(F::lift(f, 0));
      }
    });
    run_selected<Program, V, detail::select_row_values<Program, Stage + 1, false>>(m, f);
  }

  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, V> f;
    accumulators<Program, V> acc;
    const auto sharing = static_cast<unsigned>(p.threads_a_row);
    const unsigned rows_a_block = c.threads() / sharing;
    const unsigned row = Columns ? c.thread() % rows_a_block : c.thread() / sharing;
    const unsigned thread = Columns ? c.thread() / rows_a_block : c.thread() % sharing;
    machine<C> m{{c, p}, {}, {}, false, static_cast<int>(thread), 0, row_collectives<Program>, {}, {}};
    m.enter_row(static_cast<std::int64_t>(c.block()) * rows_a_block + row);
    if constexpr (Staged) {
      const auto stage_all = [&]<std::size_t... I>(std::index_sequence<I...>) {
        const auto one = [&]<level L, class T, int Slot>(load<L, T, Slot>) {
          if constexpr (detail::is_staged_slot<Program, Slot>) m.template stage<T, Slot>();
        };
        const auto look = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
          if constexpr (program_traits<Program>::at[K].kind == instruction_kind::load) {
            one(type_at<typename Program::list, static_cast<int>(K)>{});
          }
        };
        (look(std::integral_constant<std::size_t, I>{}), ...);
      };
      stage_all(std::make_index_sequence<Program::size>{});
      c.wait_copies();
    }
    run_selected<Program, V, detail::select_row_values<Program, 0, false>>(m, f);
    constexpr int phases = program_traits<Program>::row.phases;
    constexpr int stages = phases - (program_traits<Program>::row.stores_elements ? 1 : 0);
    const auto all_stages = [&]<std::size_t... S>(std::index_sequence<S...>) {
      (run_stage<static_cast<int>(S)>(m, f, acc), ...);
    };
    all_stages(std::make_index_sequence<stages>{});
    if constexpr (program_traits<Program>::row.stores_elements) {
      const std::int64_t step = static_cast<std::int64_t>(p.threads_a_row) * V;
      for (std::int64_t at = m.thread * V; at < p.n; at += step) {
        m.place(at);
        run_selected<Program, V, detail::select_phase<Program, stages>>(m, f);
      }
    }
    run_selected<Program, V, detail::select_row_values<Program, 0, true>>(m, f);
  }
#endif
};

}  // namespace sinter::kernel
