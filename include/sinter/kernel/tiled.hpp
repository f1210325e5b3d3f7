// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Pointwise kernel for operands that are contiguous along another axis than the result: a block takes a square tile, reads
// those operands along their own axis and turns them in shared memory. In: parameters with strides in elements. Out: every
// element of the domain, once. Invariant: an access outside the domain is never made; all threads of a block reach its barrier.
#pragma once

#include <cstdint>

#include <sinter/kernel/pointwise.hpp>

namespace sinter::kernel {

// How a slot is accessed: through shared memory, and in packets.
inline constexpr std::uint8_t staged_bit = 1;
inline constexpr std::uint8_t packets_bit = 2;

// The domain: outer axes, the slowest first, then rows and columns. Results are contiguous along columns.
struct tile_walk {
  std::int32_t rows;
  std::int32_t columns;
  std::int32_t outer_rank;
  divider across;  // tiles in a row of tiles
  divider down;    // rows of tiles
  divider outer[max_rank];
};

// 128 bytes of the widest operand, up to 64 elements; 256 where one has 8 or 16.
constexpr int tile_edge(int widest) { return widest >= 16 ? 16 : widest >= 4 ? 32 : 64; }

// What is read before the block's barrier, and the rest.
template <class Program>
struct select_element_loads {
  template <int I>
  static constexpr bool picks = program_traits<Program>::at[I].kind ==
                                instruction_kind::load&& program_traits<Program>::at[I].at == level::element;
};

// Turned: the slots that may lie across; they have room in shared memory.
template <class Program, int V, std::uint64_t Turned>
struct pointwise_tiled {
  using traits = program_traits<Program>;
  static constexpr int slots = traits::slots;
  static constexpr int threads = 256;
  static constexpr int edge = tile_edge(16 / V);
  static constexpr int vectors_a_row = edge / V;
  static constexpr int passes = edge * vectors_a_row / threads;
  // Waiting at the barrier wants other blocks beside it: with four of them instead of five bf16 lost a tenth. f32 has them anyway.
  static constexpr int min_blocks = passes > 1 && Program::size <= 16 ? 5 : 0;
  static_assert(passes >= 1 && edge * vectors_a_row % threads == 0, "internal: a tile is whole passes of vectors");

  // One word more than a row of the tile: neither writing it along columns nor reading it along rows conflicts.
  template <class T>
  static constexpr int pitch = edge + (sizeof(T) < 4 ? 4 / static_cast<int>(sizeof(T)) : 1);
  template <int Slot>
  static constexpr bool may_turn = (Turned >> Slot & 1U) != 0;
  static constexpr unsigned shared_before(int instruction) {
    unsigned n = 0;
    for (int i = 0; i < instruction; ++i) {
      const auto& ins = traits::at[i];
      if (ins.kind != instruction_kind::load || (Turned >> ins.slot & 1U) == 0) continue;
      const int row = edge + (ins.bytes < 4 ? 4 / ins.bytes : 1);
      n += static_cast<unsigned>((edge * row * ins.bytes + 15) / 16 * 16);
    }
    return n;
  }
  static constexpr unsigned shared_bytes = shared_before(traits::size);

  struct params : common_params<Program>, tile_walk {
    std::int64_t outer_stride[at_least_one<slots>][max_rank];
    std::int64_t row_stride[at_least_one<slots>];
    std::int64_t column_stride[at_least_one<slots>];
    std::uint8_t how[at_least_one<slots>];
  };

#if SINTER_HAS_KERNELS
  template <int Slot>
  static constexpr int load_of() {
    for (int i = 0; i < traits::size; ++i) {
      if (traits::at[i].kind == instruction_kind::load && traits::at[i].slot == Slot) return i;
    }
    return 0;
  }
  template <int Slot>
  static constexpr unsigned shared_of = shared_before(load_of<Slot>());

  template <class C>
  struct machine : machine_base<C, params> {
    std::int64_t offset[at_least_one<slots>];  // of the tile's first element
    std::int32_t rows;                         // of the tile that exist
    std::int32_t columns;
    std::int32_t row;  // within the tile
    std::int32_t column;
    bool before;  // the barrier

    SINTER_INLINE void enter(std::uint32_t tile) {
      std::uint32_t rest = this->p.across.quotient(tile);
      const auto first_column = static_cast<std::int32_t>(tile - rest * this->p.across.divisor) * edge;
      std::uint32_t up = this->p.down.quotient(rest);
      const auto first_row = static_cast<std::int32_t>(rest - up * this->p.down.divisor) * edge;
      rest = up;
      rows = this->p.rows - first_row;
      columns = this->p.columns - first_column;
      SINTER_UNROLL
      for (int s = 0; s < slots; ++s) {
        offset[s] = first_row * this->p.row_stride[s] + first_column * this->p.column_stride[s];
      }
      SINTER_ROLLED
      for (int a = this->p.outer_rank - 1; a >= 0; --a) {
        up = this->p.outer[a].quotient(rest);
        const std::int64_t i = rest - up * this->p.outer[a].divisor;
        rest = up;
        SINTER_UNROLL
        for (int s = 0; s < slots; ++s) offset[s] += i * this->p.outer_stride[s][a];
      }
    }
    // A vector of the tile, counted along rows.
    SINTER_INLINE void place(int vector) {
      row = vector / vectors_a_row;
      column = vector % vectors_a_row * V;
    }
    template <int Slot>
    SINTER_INLINE std::int64_t here() const {
      return offset[Slot] + row * this->p.row_stride[Slot] + column * this->p.column_stride[Slot];
    }

    // Reads V elements, `step` apart, of which `left` exist.
    template <class T>
    SINTER_INLINE arriving<T, V> fetch(const T* from, std::int64_t step, std::int32_t left, bool packets) const {
      arriving<T, V> all;
      if constexpr (is_packet<T, V>) {
        if (packets && left >= V) {
          all = this->c.template load_packet<T, V>(from);
          return all;
        }
      }
      packet<T, V> some;
      SINTER_UNROLL
      for (int i = 0; i < V; ++i) some.lane[i] = i < left ? this->c.load(from + i * step) : T{};
      all = some;
      all.hold(this->c);
      return all;
    }
    // Turns a slot's tile: packets lie along its rows' axis. What does not exist is written as 0.
    template <class T, int Slot>
    SINTER_INLINE void stage() const {
      const auto tile = this->c.template shared<T>(shared_of<Slot>, static_cast<unsigned>(edge * pitch<T>));
      SINTER_UNROLL
      for (int pass = 0; pass < passes; ++pass) {
        const int vector = static_cast<int>(this->c.thread()) + pass * threads;
        const std::int32_t across = vector / vectors_a_row;
        const std::int32_t first = vector % vectors_a_row * V;
        const T* from = this->template source<T, Slot>() + offset[Slot] + across * this->p.column_stride[Slot] + first;
        T v[V];
        fetch(from, std::int64_t{1}, across < columns ? rows - first : 0, (this->p.how[Slot] & packets_bit) != 0)
            .arrive(this->c, v);
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) tile.store(static_cast<unsigned>((first + i) * pitch<T> + across), v[i]);
      }
    }

    template <int Slot>
    SINTER_INLINE bool is_staged() const {
      if constexpr (may_turn<Slot>) {
        return (this->p.how[Slot] & staged_bit) != 0;
      } else {
        return false;
      }
    }
    template <class T, int Slot, level L, int N>
    SINTER_INLINE void load(T (&v)[N]) const {
      const T* from = this->template source<T, Slot>();
      if constexpr (L != level::element) {
        v[0] = this->c.load(from);
      } else {
        // A tile is turned after the barrier, all else read before it.
        if (is_staged<Slot>() == before) return;
        if constexpr (may_turn<Slot>) {
          if (is_staged<Slot>()) {
            const auto tile = this->c.template shared<T>(shared_of<Slot>, static_cast<unsigned>(edge * pitch<T>));
            SINTER_UNROLL
            for (int i = 0; i < V; ++i) v[i] = tile.load(static_cast<unsigned>(row * pitch<T> + column + i));
            return;
          }
        }
        fetch(from + here<Slot>(), this->p.column_stride[Slot], row < rows ? columns - column : 0,
              (this->p.how[Slot] & packets_bit) != 0)
            .arrive(this->c, v);
      }
    }
    template <int Slot, level L, int N>
    SINTER_INLINE void position(std::int64_t (&v)[N]) const {
      if constexpr (L == level::element)
        this->count_from(here<Slot>(), this->p.column_stride[Slot], v);
      else
        v[0] = 0;
    }
    template <class T, int Slot, level L, class Value>
    SINTER_INLINE void store(const Value& value) const {
      static_assert(L == level::element);
      if (row >= rows) return;
      T* to = this->template target<T, Slot>() + here<Slot>();
      if ((this->p.how[Slot] & packets_bit) != 0 && columns - column >= V) {
        packet<T, V> all;
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) all.lane[i] = value(i);
        this->c.store_packet(to, all);
      } else {
        SINTER_UNROLL
        for (int i = 0; i < V; ++i) {
          if (column + i < columns) this->c.store(to + i * this->p.column_stride[Slot], value(i));
        }
      }
    }
  };

  template <class C, std::size_t... I>
  SINTER_INLINE static void stage_all(const machine<C>& m, std::index_sequence<I...>) {
    const auto one = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      constexpr instruction ins = traits::at[K];
      if constexpr (ins.kind == instruction_kind::load) {
        if constexpr (may_turn<ins.slot>) stage_one(m, type_at<typename Program::list, static_cast<int>(K)>{});
      }
    };
    (one(std::integral_constant<std::size_t, I>{}), ...);
  }
  template <class C, level L, class T, int Slot>
  SINTER_INLINE static void stage_one(const machine<C>& m, sinter::load<L, T, Slot>) {
    if (m.template is_staged<Slot>()) m.template stage<T, Slot>();
  }

  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, V> f[passes];
    machine<C> m{{c, p}, {}, 0, 0, 0, 0, true};
    m.enter(c.block());
    // All of a thread's loads are in flight before it waits for others.
    SINTER_UNROLL
    for (int pass = 0; pass < passes; ++pass) {
      m.place(static_cast<int>(c.thread()) + pass * threads);
      run_selected<Program, V, select_element_loads<Program>>(m, f[pass]);
    }
    stage_all(m, std::make_index_sequence<Program::size>{});
    c.sync();
    m.before = false;
    SINTER_UNROLL
    for (int pass = 0; pass < passes; ++pass) {
      m.place(static_cast<int>(c.thread()) + pass * threads);
      run_selected<Program, V, select_all>(m, f[pass]);
    }
  }
#endif
};

}  // namespace sinter::kernel
