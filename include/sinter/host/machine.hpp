// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// How the CPU runs a step: the program over a tile of up to `tile` neighbouring elements of the innermost axis.
// In: an emitted step, a binding. Out: its stores, or partials folded over fixed ranges.
// Invariant: a range's result depends on the range alone, so threads may take ranges in any order.
#pragma once

#include <cstdint>

#include <sinter/host/element_loop.hpp>
#include <sinter/host/folding.hpp>
#include <sinter/host/loops.hpp>
#include <sinter/host/pool.hpp>
#include <sinter/kernel/layout.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/kernel/row.hpp>
#include <sinter/kernel/row_loop.hpp>

namespace sinter::cpu {

inline constexpr std::int64_t work_of_chunk = 32768;  // elements that are worth handing to another thread

namespace detail {
// Other threads may change the element too.
template <graph::scatter_mode Mode, class T>
void put(T* to, T v) {
  if constexpr (Mode == graph::scatter_mode::store) {
    *to = v;
  } else if constexpr (Mode == graph::scatter_mode::add) {
    __atomic_fetch_add(to, v, __ATOMIC_RELAXED);
  } else {
    T old = __atomic_load_n(to, __ATOMIC_RELAXED);
    while (old < v && !__atomic_compare_exchange_n(to, &old, v, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
  }
}
}  // namespace detail

// Runs instructions on `count` elements that lie at `offset` + i * stride in each slot.
template <class E, class B>
struct machine {
  using traits = typename E::traits;
  static constexpr int stored = traits::slots == 0 ? 1 : traits::slots;
  const B& b;
  unsigned char* base[stored];
  std::int64_t offset[stored];
  std::int64_t stride[stored];
  bool skip[stored];
  int count;
  int lane = 0;             // into which accumulator the tile's first element is folded
  float* kept = nullptr;    // of this row
  unsigned beyond = 0;      // bit a set: the tile's index along the row's axis a, but the last, is not 0
  std::int64_t column = 0;  // where the tile begins in it

  explicit machine(const B& bound) : b(bound), count(0) {
    for (int s = 0; s < traits::slots; ++s) {
      base[s] = static_cast<unsigned char*>(b.place[E::layout.slot[s].place].data);
      offset[s] = 0;
      stride[s] = 0;
      skip[s] = false;
    }
  }
  // Slots without elements in a revived domain.
  void bury(const kernel::step_layout& l) {
    for (int s = 0; s < traits::slots; ++s) {
      if (l.dead[s]) base[s] = nullptr;
    }
  }
  template <int>
  int lanes() const {
    return count;
  }
  template <class T>
  T scalar(int index) const {
    return detail_from_bits<T>(b.scalar[index]);
  }
  template <class T, int Slot, level L, int N>
  void load(T (&v)[N]) const {
    const T* from = reinterpret_cast<const T*>(base[Slot]) + offset[Slot];
    if constexpr (L != level::element) {
      v[0] = base[Slot] == nullptr ? T{} : *from;
    } else if (base[Slot] == nullptr) {
      for (int i = 0; i < count; ++i) v[i] = T{};
    } else if (stride[Slot] == 1) {
      SINTER_VECTORISE
      for (int i = 0; i < count; ++i) v[i] = from[i];
    } else if (stride[Slot] == 0) {
      const T one = *from;
      for (int i = 0; i < count; ++i) v[i] = one;
    } else {
      const std::int64_t step = stride[Slot];
      for (int i = 0; i < count; ++i) v[i] = from[i * step];
    }
  }
  template <class T, int Slot, level L, unsigned Masked, int N, class Index>
  void gather(T (&v)[N], const Index& index) const {
    const T* from = reinterpret_cast<const T*>(base[Slot]) + offset[Slot];
    for (int i = 0; i < (L == level::element ? count : 1); ++i) {
      const auto chosen = index(i);
      constexpr int axes = static_cast<int>(sizeof(chosen) / sizeof(std::int64_t));
      bool exists = base[Slot] != nullptr;
      std::int64_t to = i * stride[Slot];
      for (int a = 0; a < axes; ++a) {
        const std::int64_t n = b.symbols.extent[E::layout.slot[Slot].gathered[a] - 1];
        std::int64_t at = chosen.along[a];
        if ((Masked >> a & 1U) == 0) {
          if (at < 0) at += n;
          at = at < 0 ? 0 : at >= n ? n - 1 : at;
        }
        exists = exists && at >= 0 && at < n;
        to += at * kernel::gathered_stride(b.place[E::layout.slot[Slot].place], a);
      }
      v[i] = exists ? from[to] : T{};
    }
  }
  template <class T, int Slot, level L, graph::scatter_mode Mode, class Value, class Index>
  void scatter(const Value& value, const Index& index) const {
    T* to = reinterpret_cast<T*>(base[Slot]) + offset[Slot];
    const std::int64_t n = b.symbols.extent[E::layout.slot[Slot].gathered[0] - 1];
    const std::int64_t step = kernel::gathered_stride(b.place[E::layout.slot[Slot].place], 0);
    for (int i = 0; i < (L == level::element ? count : 1); ++i) {
      std::int64_t at = index(i);
      if (at < 0) at += n;
      if (at >= 0 && at < n) detail::put<Mode>(to + i * stride[Slot] + at * step, value(i));
    }
  }
  template <int Slot, level L, int N>
  void position(std::int64_t (&v)[N]) const {
    for (int i = 0; i < (L == level::element ? count : 1); ++i)
      v[i] = L == level::uniform ? 0 : offset[Slot] + i * stride[Slot];
  }
  template <class T, int Slot, level L, class Value>
  void store(const Value& value) const {
    if (skip[Slot] || base[Slot] == nullptr) return;
    T* to = reinterpret_cast<T*>(base[Slot]) + offset[Slot];
    if constexpr (L != level::element) {
      *to = value(0);
    } else if (stride[Slot] == 1) {
      SINTER_VECTORISE
      for (int i = 0; i < count; ++i) to[i] = value(i);
    } else {
      const std::int64_t step = stride[Slot];
      // A stride of 0 belongs to an output smaller than the domain: its one element is the first.
      const int n = step == 0 && count > 0 ? 1 : count;
      for (int i = 0; i < n; ++i) to[i * step] = value(i);
    }
  }
  // A tile's elements of a slot, wherever they are.
  template <int Slot, class T, int N>
  [[gnu::noinline]] void collect(T (&to)[N]) const {
    load<T, Slot, level::element>(to);
  }
  template <int Slot, class T, int N>
  [[gnu::noinline]] void spread(const T (&from)[N]) const {
    store<T, Slot, level::element>([&](int i) { return from[i]; });
  }
  template <class Red, class T, int Slot>
  auto finish() const {
    using A = typename Red::template accumulator<T>;
    const auto& n = E::graph.nodes[E::layout.slot[Slot].node];
    const std::int64_t folded = schedule::elements(b.symbols, n.domain);
    const A* partial = reinterpret_cast<const A*>(base[Slot]);
    A a = Red::template identity<T>();
    for (std::int64_t i = 0; i < schedule::partials_of(folded); ++i) a = Red::template combine<T>(a, partial[i]);
    return Red::template finish<T>(a, folded);
  }
  template <class T, int Slot, int Index>
  void store_partials() const {}

 private:
  template <class T>
  static T detail_from_bits(std::uint64_t bits) {
    return sinter::detail::from_bits<T>(bits);
  }
};

// How many of `left` elements a tile takes that begins with an accumulator.
SINTER_HOST_INLINE int before_first_lane(int lane, int left) {
  return lane == 0 || left < lanes_of_fold - lane ? left : lanes_of_fold - lane;
}

// Calls f for every run of at most `tile` neighbours in the linear range [low, high) of a layout, the machine placed on it.
// The first tile is `skew` elements short. Where there are folds, a tile ends with the last accumulator, or the run's end.
template <class E, class Machine, class F>
void for_each_tile(Machine& m, const kernel::step_layout& l, std::int64_t low, std::int64_t high, const F& f,
                   int skew = 0) {
  constexpr int slots = E::traits::slots;
  constexpr int most = detail::tile<typename E::program_type>;
  const std::int64_t inner = l.rank == 0 ? 1 : l.extent[l.rank - 1];
  for (int s = 0; s < slots; ++s) m.stride[s] = l.rank == 0 ? 0 : l.stride[s][l.rank - 1];
  m.lane = 0;
  while (low < high) {
    const std::int64_t column = low % inner;
    std::int64_t rest = low / inner;
    for (int s = 0; s < slots; ++s) {
      m.offset[s] = column * m.stride[s];
      m.skip[s] = l.rank > 0 && column != 0 && (l.once(s) >> (l.rank - 1) & 1U) != 0;
    }
    for (int a = l.rank - 2; a >= 0; --a) {
      const std::int64_t i = rest % l.extent[a];
      rest /= l.extent[a];
      for (int s = 0; s < slots; ++s) {
        m.offset[s] += i * l.stride[s][a];
        m.skip[s] = m.skip[s] || (i != 0 && (l.once(s) >> a & 1U) != 0);
      }
    }
    std::int64_t run = inner - column < high - low ? inner - column : high - low;
    low += run;
    while (run > 0) {
      m.count = static_cast<int>(run < most - skew ? run : most - skew);
      skew = 0;
      if constexpr (E::traits::folds > 0) m.count = before_first_lane(m.lane, m.count);
      f();
      if constexpr (E::traits::folds > 0) m.lane = (m.lane + m.count) % lanes_of_fold;
      run -= m.count;
      for (int s = 0; s < slots; ++s) {
        m.offset[s] += m.count * m.stride[s];
        if (l.rank > 0 && (l.once(s) >> (l.rank - 1) & 1U) != 0) m.skip[s] = true;
      }
    }
  }
}

// By how many elements the first store misses a cache line: tiles behind it then begin with one.
inline int skew_of_stores(const kernel::step_layout& l) {
  for (int s = l.slots - 1; s >= 0; --s) {
    const auto bytes = static_cast<std::uintptr_t>(l.slot[s].bytes);
    const std::uintptr_t beyond = l.address[s] % 64;
    if (l.slot[s].written) return beyond % bytes == 0 ? static_cast<int>(beyond / bytes) : 0;
  }
  return 0;
}

template <class E, class B>
void run_pointwise(const B& b, int threads) {
  using P = typename E::program_type;
  kernel::step_layout l(kernel::layout_facts_of<E>, kernel::call_data_of(b));
  if (l.elements() == 0 && !l.revive(b.place)) return;
  const std::int64_t n = l.elements();
  parallel_for((n + work_of_chunk - 1) / work_of_chunk, threads, [&](std::int64_t chunk) {
    frame<P> f;
    machine<E, B> m(b);
    m.bury(l);
    kernel::run_selected<P, detail::tile<P>, kernel::select_level<P, false>>(m, f);
    const std::int64_t low = chunk * work_of_chunk;
    for_each_tile<E>(
        m, l, low, low + work_of_chunk < n ? low + work_of_chunk : n,
        [&] { run_tile<P, kernel::select_level<P, true>, no_folds>(m, f, fold_lanes<P>{}, 0, m.count); },
        skew_of_stores(l));
  });
}

template <class E, class B>
void run_reduce(const B& b, int threads) {
  using P = typename E::program_type;
  const kernel::step_layout l(kernel::layout_facts_of<E>, kernel::call_data_of(b));
  const std::int64_t n = l.elements();
  const std::int64_t parts = schedule::partials_of(n);
  kernel::accumulators<P, 1> all[schedule::max_partials];
  parallel_for(parts, threads, [&](std::int64_t part) {
    frame<P> f;
    machine<E, B> m(b);
    const auto bound = [&](std::int64_t p) { return static_cast<std::int64_t>(static_cast<__int128>(n) * p / parts); };
    folding<P, kernel::select_all> folds;
    kernel::run_selected<P, detail::tile<P>, kernel::detail::select_prologue<P>>(m, f);
    for_each_tile<E>(m, l, bound(part), bound(part + 1), [&] {
      const auto lanes = folds.lanes(m.lane, [](int) { return true; });
      run_tile<P, kernel::detail::select_map<P>, kernel::select_all>(m, f, lanes, 0, m.count);
      folds.settle(m.lane);
      kernel::for_each_fold<P, kernel::select_all>([&](auto types, auto at) {
        folds.template accumulate<decltype(types), decltype(at)::value>(f, m.count, m.lane);
      });
    });
    kernel::for_each_fold<P, kernel::select_all>([&](auto types, auto) {
      using F = decltype(types);
      kernel::detail::accumulator_at<F::index>(all[part])[0] = folds.template complete<F>();
    });
  });
  frame<P> f;
  machine<E, B> m(b);
  kernel::run_selected<P, detail::tile<P>, kernel::detail::select_prologue<P>>(m, f);
  const auto leave_partials = [&]<class T, int Slot, int Arg, int Index>(store_partials<T, Slot, Arg, Index>) {
    for (std::int64_t i = 0; i < parts; ++i) {
      reinterpret_cast<T*>(m.base[Slot])[i] = kernel::detail::accumulator_at<Index>(all[i])[0];
    }
  };
  const auto visit = [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto look = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      if constexpr (E::traits::at[K].kind == instruction_kind::store_partials) {
        leave_partials(type_at<typename P::list, static_cast<int>(K)>{});
      }
    };
    (look(std::integral_constant<std::size_t, I>{}), ...);
  };
  visit(std::make_index_sequence<P::size>{});
  kernel::for_each_fold<P, kernel::select_all>([&](auto types, auto at) {
    using F = decltype(types);
    using Red = typename F::reduction;
    using T = typename F::operand;
    auto a = Red::template identity<T>();
    for (std::int64_t i = 0; i < parts; ++i) {
      a = Red::template combine<T>(a, kernel::detail::accumulator_at<F::index>(all[i])[0]);
    }
    kernel::detail::find<decltype(at)::value>(f).v[0] = Red::template finish<T>(a, n);
  });
  kernel::run_selected<P, detail::tile<P>, kernel::detail::select_epilogue<P>>(m, f);
}

namespace detail {

// Whether a tile of a row may be folded from another accumulator on than the first: its axes may lie apart, or a fold may
// end after one element.
template <class E>
inline constexpr bool may_turn = [] {
  for (int k = 0; k < E::traits::folds; ++k) {
    const graph::extents& domain = E::graph.nodes[E::layout.fold_node[k]].domain;
    for (int a = 0; a < max_rank; ++a) {
      if ((E::step.reduced >> a & 1U) != 0 && domain.axis[a] != E::step.domain.axis[a]) return true;
    }
  }
  return E::several_axes;
}();

// One dependent reduction of a row: a pass over its tiles, then the fold's value.
template <class E, int Stage, class Select, class Machine, class Frame, class Tiles>
void row_stage(Machine& m, Frame& f, const kernel::step_layout& l, const Tiles& tiles) {
  using P = typename E::program_type;
  using select = kernel::detail::select_folds<P, Stage>;
  const auto domain = [](int fold) -> const graph::extents& {
    return E::graph.nodes[E::layout.fold_node[fold]].domain;
  };
  const auto bound = [&](int fold) {
    return schedule::elements_along(domain(fold), E::step.reduced, m.b.symbols.extent);
  };
  // How many elements of the row's last axis, of which the tile is a part, a fold reduces there.
  const auto bound_here = [&](int fold) -> std::int64_t {
    if constexpr (!E::several_axes) return bound(fold);
    const unsigned once = l.fold_once(kernel::layout_facts_of<E>, kernel::call_data_of(m.b), domain(fold));
    if ((once & m.beyond) != 0 || bound(fold) == 0) return 0;
    return l.inner_rank > 0 && (once >> (l.inner_rank - 1) & 1U) != 0 ? 1 : l.row_length;
  };
  folding<P, select> folds;
  tiles([&](std::int64_t first) {
    // A fold of one element of the row ends earlier than the tile: what follows goes nowhere.
    for (int begin = 0; begin < m.count;) {
      const int lane = may_turn<E> ? (m.lane + begin) % lanes_of_fold : 0;
      int end = may_turn<E> ? begin + before_first_lane(lane, m.count - begin) : m.count;
      const auto lanes = folds.lanes(lane, [&](int fold) {
        const std::int64_t left = bound_here(fold) - first;
        if (left > begin && left < end) end = static_cast<int>(left);
        return left > begin;
      });
      run_tile<P, Select, select>(m, f, lanes, begin, end);
      folds.settle(lane);
      begin = end;
    }
    kernel::for_each_fold<P, select>([&](auto types, auto at) {
      using F = decltype(types);
      if constexpr (E::traits::folds_elements.of[decltype(at)::value]) {
        const std::int64_t left = bound_here(F::index) - first;
        folds.template accumulate<F, decltype(at)::value>(
            f, static_cast<int>(left < m.count ? (left < 0 ? 0 : left) : m.count), may_turn<E> ? m.lane : 0);
      }
    });
  });
  kernel::for_each_fold<P, select>([&](auto types, auto at) {
    using F = decltype(types);
    using Red = typename F::reduction;
    using T = typename F::operand;
    auto& out = kernel::detail::find<decltype(at)::value>(f).v[0];
    if constexpr (E::traits::folds_elements.of[decltype(at)::value]) {
      out = Red::template finish<T>(folds.template complete<F>(), bound(F::index));
    } else {
      out = kernel::detail::fold_one<Red, T>(F::lift(f, 0));
    }
  });
  kernel::run_selected<P, detail::tile<P>, kernel::detail::select_row_values<P, Stage + 1, false>>(m, f);
}

}  // namespace detail

template <class E, class B>
void run_rows(const B& b, int threads) {
  using P = typename E::program_type;
  constexpr int slots = E::traits::slots;
  kernel::step_layout l(kernel::layout_facts_of<E>, kernel::call_data_of(b));
  if (l.without_rows(b.place)) return;
  const std::int64_t rows = l.rows();
  const std::int64_t n = l.row_length;
  const std::int64_t range = l.inner_rank > 1 ? l.inner_extent[l.inner_rank - 1] : n;  // of neighbours
  const std::int64_t rows_a_chunk = n >= work_of_chunk ? 1 : work_of_chunk / (n < 1 ? 1 : n);
  parallel_for((rows + rows_a_chunk - 1) / rows_a_chunk, threads, [&](std::int64_t chunk) {
    frame<P> f;
    alignas(64) float kept[detail::kept<P>.count > 0 ? kept_floats : 1];
    machine<E, B> m(b);
    m.bury(l);
    m.kept = kept;
    const bool fits = n <= detail::kept<P>.capacity();
    for (int s = 0; s < slots; ++s) m.stride[s] = l.row_stride[s];
    const std::int64_t end = (chunk + 1) * rows_a_chunk < rows ? (chunk + 1) * rows_a_chunk : rows;
    for (std::int64_t row = chunk * rows_a_chunk; row < end; ++row) {
      std::int64_t start[slots + 1] = {};
      bool skip[slots + 1] = {};
      std::int64_t rest = row;
      for (int a = l.rank - 1; a >= 0; --a) {
        const std::int64_t i = a == 0 ? rest : rest % l.extent[a];
        if (a != 0) rest /= l.extent[a];
        for (int s = 0; s < slots; ++s) {
          start[s] += i * l.stride[s][a];
          skip[s] = skip[s] || (i != 0 && (l.once(s) >> a & 1U) != 0);
        }
      }
      const auto enter = [&] {
        for (int s = 0; s < slots; ++s) {
          m.offset[s] = start[s];
          m.skip[s] = skip[s];
        }
      };
      const auto tiles = [&](const auto& f_tile) {
        enter();
        m.beyond = 0;
        for (std::int64_t low = 0; low < n; low += range) {
          for (std::int64_t first = low; first < low + range; first += E::several_axes ? m.count : detail::tile<P>) {
            const std::int64_t left = low + range - first;
            m.count = static_cast<int>(left < detail::tile<P> ? left : detail::tile<P>);
            if constexpr (E::several_axes) {  // else a tile begins with the first accumulator
              m.lane = static_cast<int>(first % lanes_of_fold);
              m.count = before_first_lane(m.lane, m.count);
            }
            m.column = fits ? first : 0;
            f_tile(first - low);
            for (int s = 0; s < slots; ++s) m.offset[s] += m.count * m.stride[s];
          }
          enter();
          std::int64_t rest = (low + range) / range;
          m.beyond = 0;
          for (int a = l.inner_rank - 2; a >= 0; --a) {
            if (rest % l.inner_extent[a] != 0) m.beyond |= 1U << a;
            for (int s = 0; s < slots; ++s) m.offset[s] += rest % l.inner_extent[a] * l.inner_stride[s][a];
            rest /= l.inner_extent[a];
          }
        }
        enter();
      };
      enter();
      kernel::run_selected<P, detail::tile<P>, kernel::detail::select_row_values<P, 0, false>>(m, f);
      constexpr int stages = E::traits::row.phases - (E::traits::row.stores_elements ? 1 : 0);
      const auto all_stages = [&]<bool Fits, std::size_t... S>(std::bool_constant<Fits>, std::index_sequence<S...>) {
        (detail::row_stage<E, static_cast<int>(S), detail::pass_of<P, static_cast<int>(S), Fits>>(m, f, l, tiles), ...);
        if constexpr (E::traits::row.stores_elements) {
          tiles([&](std::int64_t) {
            run_tile<P, detail::pass_of<P, stages, Fits>, no_folds>(m, f, fold_lanes<P>{}, 0, m.count);
          });
        }
      };
      constexpr auto sequence = std::make_index_sequence<stages>{};
      if constexpr (detail::kept<P>.count > 0) {
        if (fits)
          all_stages(std::true_type{}, sequence);
        else
          all_stages(std::false_type{}, sequence);
      } else {
        all_stages(std::true_type{}, sequence);
      }
      kernel::run_selected<P, detail::tile<P>, kernel::detail::select_row_values<P, 0, true>>(m, f);
    }
  });
}

}  // namespace sinter::cpu
