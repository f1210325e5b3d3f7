// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Pointwise kernels. flat: all operands contiguous in one order; rows: the inner axis contiguous or broadcast, the others
// anything. In: parameters with pointers and strides in elements. Out: every element of the domain, once.
// Invariant: an access outside the domain is never made; a thread that has no element still takes part in `finish`.
#pragma once

#include <cstdint>

#include <sinter/kernel/combine.hpp>
#include <sinter/kernel/divide.hpp>
#include <sinter/kernel/frame.hpp>
#include <sinter/tensor/view.hpp>

namespace sinter::kernel {

template <int N>
inline constexpr int at_least_one = N == 0 ? 1 : N;

// Of the slots that are gathered from: the axes that indices count along.
template <class Program, bool Gathers = program_traits<Program>::gathers>
struct gather_params {};
template <class Program>
struct gather_params<Program, true> {
  std::int64_t gathered_extent[program_traits<Program>::slots][program_traits<Program>::indices];
  std::int64_t gathered_stride[program_traits<Program>::slots][program_traits<Program>::indices];
};

// What every kernel is handed.
template <class Program>
struct common_params : gather_params<Program> {
  void* tensor[at_least_one<program_traits<Program>::slots>];
  std::uint64_t scalar[at_least_one<program_traits<Program>::scalars>];
  // Per slot that holds partials of a whole reduction: how many partials, and of how many elements.
  static constexpr int finishes = program_traits<Program>::finishes ? program_traits<Program>::slots : 1;
  std::uint32_t partials[finishes];
  std::int64_t folded[finishes];
  static constexpr unsigned collective = collective_bytes<Program>;
};

#if SINTER_HAS_KERNELS
// What machines share: scalars, values that are the same for every element, partials of an earlier kernel.
template <class C, class Params>
struct machine_base {
  const C& c;
  const Params& p;

  template <int E>
  static SINTER_INLINE constexpr int lanes() {
    return E;
  }
  template <class T>
  SINTER_INLINE T scalar(int index) const {
    return scalar_from_bits<T>(p.scalar[index]);
  }
  template <class T, int Slot>
  SINTER_INLINE const T* source() const {
    return static_cast<const T*>(p.tensor[Slot]);
  }
  template <class T, int Slot>
  SINTER_INLINE T* target() const {
    return static_cast<T*>(p.tensor[Slot]);
  }
  // Positions from `first` on, `step` apart.
  template <int N>
  static SINTER_INLINE void count_from(std::int64_t first, std::int64_t step, std::int64_t (&v)[N]) {
    SINTER_UNROLL
    for (int i = 0; i < N; ++i) v[i] = first + i * step;
  }
  // Where an index leads: elements from the index 0, and whether to read there.
  struct place_of_index {
    std::int64_t offset;
    bool exists;
  };
  template <int Slot, unsigned Masked, int N>
  SINTER_INLINE place_of_index locate(const indices<N>& index) const {
    place_of_index found{0, true};
    SINTER_UNROLL
    for (int a = 0; a < N; ++a) {
      const std::int64_t n = p.gathered_extent[Slot][a];
      std::int64_t i = index.along[a];
      if ((Masked >> a & 1U) != 0) {
        found.exists = found.exists && i >= 0 && i < n;
      } else {
        if (i < 0) i += n;
        if (i >= n) i = n - 1;
        if (i < 0) i = 0;
      }
      found.offset += i * p.gathered_stride[Slot][a];
    }
    return found;
  }
  template <class T, int Slot, unsigned Masked, class Index>
  SINTER_INLINE void gather_one(T& v, const T* from, const Index& index) const {
    const place_of_index found = locate<Slot, Masked>(index(0));
    v = found.exists ? c.load(from + found.offset) : T{};
  }
  // As locate, but outside is nowhere, and so far away perhaps that its offset would overflow.
  template <int Slot>
  SINTER_INLINE place_of_index locate_target(std::int64_t i) const {
    const std::int64_t n = p.gathered_extent[Slot][0];
    if (i < 0) i += n;
    const bool exists = i >= 0 && i < n;
    i *= static_cast<std::int64_t>(exists);
    return {i * p.gathered_stride[Slot][0], exists};
  }
  template <graph::scatter_mode Mode, class T>
  SINTER_INLINE void put(T* to, T v) const {
    if constexpr (Mode == graph::scatter_mode::store) {
      c.store(to, v);
    } else if constexpr (Mode == graph::scatter_mode::add) {
      c.atomic_add(to, v);
    } else {
      c.atomic_max(to, v);
    }
  }
  template <class Red, class T, int Slot>
  SINTER_INLINE auto finish() const {
    using A = typename Red::template accumulator<T>;
    const A a = combine_partials<Red, T, false>(c, source<A, Slot>(), p.partials[Slot], Slot * Params::collective);
    return Red::template finish<T>(a, p.folded[Slot]);
  }
};

// What lacks the last axis may be too wide for vectors of it: it is one value a vector, and is never moved in packets.
template <class T, int V>
inline constexpr bool is_packet = sizeof(T) * V <= 16;

// A packet on its way from memory, as whole registers. Loads stand in branches, on what exists; were elements taken apart or
// converted there, the branch would wait for memory before the next load could start.
template <class T, int V>
struct arriving {
  static constexpr int words = (static_cast<int>(sizeof(T)) * V + 3) / 4;
  std::uint32_t word[words] = {};

  SINTER_INLINE void operator=(const packet<T, V>& all) {
    std::uint32_t bits[words] = {};
    __builtin_memcpy(bits, &all, sizeof(all));
    SINTER_UNROLL
    for (int w = 0; w < words; ++w) word[w] = bits[w];
  }
  template <class C>
  SINTER_INLINE void hold(const C& c) {
    SINTER_UNROLL
    for (int w = 0; w < words; ++w) c.hold(word[w]);
  }
  template <class C>
  SINTER_INLINE void arrive(const C& c, T* v) {
    hold(c);
    SINTER_UNROLL
    for (int i = 0; i < V; ++i) {
      if constexpr (sizeof(T) >= 4) {
        __builtin_memcpy(&v[i], &word[i * sizeof(T) / 4], sizeof(T));
      } else {
        constexpr int in_word = 4 / sizeof(T);
        const std::uint32_t lane = word[i / in_word] >> (i % in_word * 8 * sizeof(T));
        __builtin_memcpy(&v[i], &lane, sizeof(T));  // its low bytes
      }
    }
  }
};
// V neighbouring elements from `first`, of which those below `n` exist: one access when all do.
template <int V, class C, class T>
SINTER_INLINE arriving<T, V> load_vector(const C& c, const T* from, std::int64_t first, std::int64_t n) {
  arriving<T, V> all;
  if constexpr (is_packet<T, V>) {
    if (first + V <= n) {
      all = c.template load_packet<T, V>(from + first);
      return all;
    }
  }
  packet<T, V> some;
  SINTER_UNROLL
  for (int i = 0; i < V; ++i) some.lane[i] = first + i < n ? c.load(from + first + i) : T{};
  all = some;
  all.hold(c);
  return all;
}
template <int V, class T, class C, class Value>
SINTER_INLINE void store_vector(const C& c, T* to, std::int64_t first, std::int64_t n, const Value& value) {
  if (first + V <= n) {
    packet<T, V> all;
    SINTER_UNROLL
    for (int i = 0; i < V; ++i) all.lane[i] = value(i);
    c.store_packet(to + first, all);
  } else {
    SINTER_UNROLL
    for (int i = 0; i < V; ++i) {
      if (first + i < n) c.store(to + first + i, value(i));
    }
  }
}
#endif

template <class Program>
inline constexpr unsigned pointwise_shared =
    program_traits<Program>::finishes ? program_traits<Program>::slots* collective_bytes<Program> : 0;

template <class Program, int V>
struct pointwise_flat {
  static constexpr int threads = 256;
  static constexpr unsigned shared_bytes = pointwise_shared<Program>;
  struct params : common_params<Program> {
    std::int64_t n;
  };

#if SINTER_HAS_KERNELS
  template <class C>
  struct machine : machine_base<C, params> {
    std::int64_t first;
    template <class T, int Slot, level L, int N>
    SINTER_INLINE void load(T (&v)[N]) const {
      if constexpr (L == level::element) {
        load_vector<V>(this->c, this->template source<T, Slot>(), first, this->p.n).arrive(this->c, v);
      } else {
        v[0] = this->c.load(this->template source<T, Slot>());
      }
    }
    template <int Slot, level L, int N>
    SINTER_INLINE void position(std::int64_t (&v)[N]) const {
      if constexpr (L == level::element)
        this->count_from(first, 1, v);
      else
        v[0] = 0;
    }
    template <class T, int Slot, level L, class Value>
    SINTER_INLINE void store(const Value& value) const {
      if constexpr (L == level::element) {
        store_vector<V>(this->c, this->template target<T, Slot>(), first, this->p.n, value);
      } else if (first == 0) {
        this->c.store(this->template target<T, Slot>(), value(0));
      }
    }
  };

  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, V> f;
    machine<C> m{{c, p}, (static_cast<std::int64_t>(c.block()) * threads + c.thread()) * V};
    if constexpr (program_traits<Program>::finishes) {
      // Finishing costs every block a pass over the partials: few blocks, which then walk the tensor.
      run_selected<Program, V, select_level<Program, false>>(m, f);
      for (; m.first < p.n; m.first += static_cast<std::int64_t>(c.blocks()) * threads * V) {
        run_selected<Program, V, select_level<Program, true>>(m, f);
      }
    } else {
      run_selected<Program, V, select_all>(m, f);
    }
  }
#endif
};

// An index must arrive before what it chooses can be asked for: a thread takes several vectors, all their indices first.
template <class Program>
inline constexpr int gathered_vectors = !program_traits<Program>::gathers || program_traits<Program>::accumulates ? 1
                                        : program_traits<Program>::slots <= 4                                     ? 4
                                                                                                                  : 2;
// Of a program that gathers: what comes before any gather, the gathers that wait for none, the rest.
enum class gather_phase : std::uint8_t { before, first, after };
template <class Program>
constexpr gather_phase find_gather_phase(int i) {
  bool waits[Program::size + 1] = {};
  for (int k = 0; k <= i; ++k) {
    const instruction& ins = program_traits<Program>::at[k];
    for (int a = 0; a < ins.nargs; ++a) {
      waits[k] = waits[k] || waits[ins.arg[a]] || chooses(program_traits<Program>::at[ins.arg[a]]);
    }
  }
  const instruction_kind kind = program_traits<Program>::at[i].kind;
  const bool last =
      kind == instruction_kind::store || kind == instruction_kind::scatter || kind == instruction_kind::sum_chosen;
  if (waits[i] || last) return gather_phase::after;
  return kind == instruction_kind::gather ? gather_phase::first : gather_phase::before;
}
template <class Program, int I>
inline constexpr gather_phase phase_of_gather = find_gather_phase<Program>(I);
template <class Program, gather_phase Phase>
struct select_gather_phase {
  template <int I>
  static constexpr bool picks =
      program_traits<Program>::at[I].at == level::element&& phase_of_gather<Program, I> == Phase;
};

struct rows_walk {
  std::uint32_t vectors;    // in all
  std::int32_t outer_rank;  // axes but the inner one
  divider in_row;           // vectors a row; a row is a whole number of them
  divider outer[max_rank];  // of outer axis 0, the slowest, none
};
// Strides of less than 2^31 elements. Each operand steps by its own strides from row to row; inside a row it is contiguous, or
// one value. Deep: there may be more than one outer axis; a formula of two axes need not ask.
template <class Program, int V, bool Deep>
struct pointwise_rows {
  static constexpr int threads = 256;
  static constexpr int vectors = gathered_vectors<Program>;  // a thread takes at a time
  static constexpr unsigned shared_bytes = pointwise_shared<Program>;
  struct params : common_params<Program>, rows_walk {
    std::int32_t outer_stride[at_least_one<program_traits<Program>::slots>][max_rank];
    std::uint32_t inner[at_least_one<program_traits<Program>::slots>];  // 1: contiguous, 0: one value a row
  };

#if SINTER_HAS_KERNELS
  template <class C>
  struct machine : machine_base<C, params> {
    static constexpr int slots = program_traits<Program>::slots;
    std::int64_t offset[at_least_one<slots>];  // of the row, in every slot
    std::uint32_t column;

    SINTER_INLINE void decode(std::uint32_t vector) {
      std::uint32_t rest = this->p.in_row.quotient(vector);
      column = (vector - rest * this->p.in_row.divisor) * V;
      if constexpr (Deep) {
        SINTER_UNROLL
        for (int s = 0; s < slots; ++s) offset[s] = 0;
        SINTER_ROLLED
        for (int a = this->p.outer_rank - 1; a > 0; --a) {
          const std::uint32_t up = this->p.outer[a].quotient(rest);
          const auto i = static_cast<std::int32_t>(rest - up * this->p.outer[a].divisor);
          rest = up;
          SINTER_UNROLL
          for (int s = 0; s < slots; ++s) offset[s] += wide_product(i, this->p.outer_stride[s][a]);
        }
      }
      SINTER_UNROLL
      for (int s = 0; s < slots; ++s) {
        const std::int64_t step = wide_product(static_cast<std::int32_t>(rest), this->p.outer_stride[s][0]);
        offset[s] = Deep ? offset[s] + step : step;
      }
    }
    template <class T, int Slot, level L, int N>
    SINTER_INLINE void load(T (&v)[N]) const {
      const T* from = this->template source<T, Slot>();
      if constexpr (L != level::element) {
        v[0] = this->c.load(from);
      } else {
        from += offset[Slot];
        arriving<T, V> all;
        if (is_contiguous<T, Slot>()) {
          if constexpr (is_packet<T, V>) all = this->c.template load_packet<T, V>(from + column);
        } else {
          packet<T, V> same;
          const T one = this->c.load(from);
          SINTER_UNROLL
          for (int i = 0; i < V; ++i) same.lane[i] = one;
          all = same;
          all.hold(this->c);
        }
        all.arrive(this->c, v);
      }
    }
    template <class T, int Slot>
    SINTER_INLINE bool is_contiguous() const {
      if constexpr (is_packet<T, V>) {
        return this->p.inner[Slot] != 0;
      } else {
        return false;
      }
    }
    // Where the indices of a vector lead. Returns whether one packet is there: all lead to one row, or each to the next column.
    template <class T, int Slot, class Locate>
    SINTER_INLINE bool place_chosen(const T* base, const Locate& locate, std::int64_t (&at)[V],
                                    bool (&exists)[V]) const {
      bool run = true;
      SINTER_UNROLL
      for (int i = 0; i < V; ++i) {
        const auto found = locate(i);
        at[i] = found.offset + (column + i) * this->p.inner[Slot];
        exists[i] = found.exists;
        run = run && exists[i] && at[i] == at[0] + i;
      }
      if constexpr (is_packet<T, V>) {
        const auto address = reinterpret_cast<std::uintptr_t>(base + at[0]);
        return run && (address & (sizeof(packet<T, V>) - 1)) == 0;
      } else {
        return false;
      }
    }
    template <class T, int Slot, level L, unsigned Masked, int N, class Index>
    SINTER_INLINE void gather(T (&v)[N], const Index& index) const {
      const T* from = this->template source<T, Slot>();
      if constexpr (L != level::element) {
        this->template gather_one<T, Slot, Masked>(v[0], from, index);
      } else {
        from += offset[Slot];
        std::int64_t at[V];
        bool exists[V];
        const bool run = place_chosen<T, Slot>(
            from, [&](int i) { return this->template locate<Slot, Masked>(index(i)); }, at, exists);
        arriving<T, V> all;
        if (run) {
          if constexpr (is_packet<T, V>) all = this->c.template load_packet<T, V>(from + at[0]);
        } else {
          packet<T, V> some;
          SINTER_UNROLL
          for (int i = 0; i < V; ++i) some.lane[i] = exists[i] ? this->c.load(from + at[i]) : T{};
          all = some;
          all.hold(this->c);
        }
        all.arrive(this->c, v);
      }
    }
    template <class T, int Slot, level L, graph::scatter_mode Mode, class Value, class Index>
    SINTER_INLINE void scatter(const Value& value, const Index& index) const {
      static_assert(L == level::element);
      T* to = this->template target<T, Slot>() + offset[Slot];
      std::int64_t at[V];
      bool exists[V];
      const bool run = place_chosen<T, Slot>(
          to, [&](int i) { return this->template locate_target<Slot>(index(i)); }, at, exists);
      if (Mode == graph::scatter_mode::store && run) {
        packet<T, V> all;
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) all.lane[i] = value(i);
        this->c.store_packet(to + at[0], all);
      } else {
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) {
          if (exists[i]) this->template put<Mode>(to + at[i], value(i));
        }
      }
    }
    template <int Slot, level L, int N>
    SINTER_INLINE void position(std::int64_t (&v)[N]) const {
      const std::int64_t inner = this->p.inner[Slot];
      if constexpr (L == level::element)
        this->count_from(offset[Slot] + inner * column, inner, v);
      else
        v[0] = 0;
    }
    template <class T, int Slot, level L, class Value>
    SINTER_INLINE void store(const Value& value) const {
      static_assert(L == level::element);
      packet<T, V> all;
      SINTER_UNROLL
      for (int i = 0; i < V; ++i) all.lane[i] = value(i);
      this->c.store_packet(this->template target<T, Slot>() + offset[Slot] + column, all);
    }
  };

  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    if constexpr (program_traits<Program>::gathers && !program_traits<Program>::accumulates)
      run_gathers(c, p, std::make_index_sequence<vectors>{});
    else
      run_vectors(c, p);
  }

 private:
  template <class C>
  SINTER_INLINE static machine<C> start_machine(const C& c, const params& p, std::size_t) {
    return {{c, p}, {}, 0};
  }
  template <class C, std::size_t... U>
  SINTER_INLINE static void run_gathers(const C& c, const params& p, std::index_sequence<U...>) {
    frame<Program, V> f[vectors] = {};  // of which the first one's uniform values are copied
    machine<C> m[vectors] = {start_machine<C>(c, p, U)...};
    run_selected<Program, V, select_level<Program, false>>(m[0], f[0]);
    SINTER_UNROLL
    for (int u = 1; u < vectors; ++u) f[u] = f[0];
    const auto run_phase = [&](auto phase) {
      SINTER_UNROLL
      for (int u = 0; u < vectors; ++u) {
        run_selected<Program, V, select_gather_phase<Program, decltype(phase)::value>>(m[u], f[u]);
      }
    };
    const std::uint32_t step = c.blocks() * threads * vectors;
    for (std::uint32_t first = c.block() * threads * vectors + c.thread(); first < p.vectors; first += step) {
      SINTER_UNROLL
      for (int u = 0; u < vectors; ++u) {
        const std::uint32_t i = first + static_cast<std::uint32_t>(u * threads);
        m[u].decode(i < p.vectors ? i : first);  // what does not exist: the first one again
      }
      run_phase(std::integral_constant<gather_phase, gather_phase::before>{});
      run_phase(std::integral_constant<gather_phase, gather_phase::first>{});
      run_phase(std::integral_constant<gather_phase, gather_phase::after>{});
    }
  }
  template <class C>
  SINTER_INLINE static void run_vectors(const C& c, const params& p) {
    frame<Program, V> f;
    machine<C> m{{c, p}, {}, 0};
    if constexpr (program_traits<Program>::finishes) run_selected<Program, V, select_level<Program, false>>(m, f);
    const std::uint32_t step = c.blocks() * threads;
    for (std::uint32_t i = c.block() * threads + c.thread(); i < p.vectors; i += step) {
      m.decode(i);
      if constexpr (program_traits<Program>::finishes) {
        run_selected<Program, V, select_level<Program, true>>(m, f);
      } else {
        run_selected<Program, V, select_all>(m, f);
      }
    }
  }
#endif
};

}  // namespace sinter::kernel
