// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// One loop over a tile's elements, all instructions of it in its body, their values in registers. In: a machine placed on a
// tile, values of the row and of earlier loops, accumulators. Out: arrays that later loops read, stores, folded accumulators.
// Invariant: the body has no branch and calls nothing, so g++ and clang vectorise it.
#pragma once

#include <cstdint>

#include <sinter/host/kept.hpp>
#include <sinter/host/loops.hpp>
#include <sinter/kernel/reduce.hpp>

namespace sinter::cpu {

namespace detail {

// Which instructions of loop number Loop a pass over a tile picks.
template <class Program, int Loop, class Select>
struct in_loop {
  template <int I>
  static constexpr bool element = program_traits<Program>::at[I].at == level::element;
  template <int I>
  static constexpr bool picks = element<I>&& loops<Program>.loop[I] == Loop&& Select::template picks<I>;
  template <int I>
  static constexpr bool runs = picks<I>&& loops<Program>.shared[I];
};
template <class Program, int Loop, class Folds>
struct folds_of_loop {
  template <int I>
  static constexpr bool picks =
      program_traits<Program>::at[I].kind == instruction_kind::fold&& loops<Program>.shared[I] &&
      loops<Program>.loop[I] == Loop&& Folds::template picks<I>;
};

// Where a tile's elements are, by instruction: an address, or the first position and the step to the next.
template <class Program>
struct addresses {
  unsigned char* at[Program::size + 1];
  std::int64_t first[Program::size + 1];
  std::int64_t step[Program::size + 1];
};

template <class Run>
struct element_loop;
template <class Program, int Loop, class Select, class Folds>
struct loop_run {};

template <class Program, int Loop, class Select, class Folds>
struct element_loop<loop_run<Program, Loop, Select, Folds>> {
  using list = typename Program::list;
  using here = in_loop<Program, Loop, Select>;
  using folds = folds_of_loop<Program, Loop, Folds>;
  using values = element_of<Program, std::make_index_sequence<Program::size>>;
  static constexpr auto& at = program_traits<Program>::at;

  // Operand I: computed here, by an earlier loop, or once for all elements.
  template <int I, class Frame>
  static SINTER_HOST_INLINE auto operand(const addresses<Program>& a, const values& once, values& v, Frame& f, int i) {
    if constexpr (at[I].at != level::element)
      return lane_of<I>(const_cast<values&>(once));
    else if constexpr (here::template runs<I>)
      return lane_of<I>(v);
    else if constexpr (reads_kept<Select, I>())
      return reinterpret_cast<const float*>(a.at[I])[i];
    else
      return kernel::detail::widen(kernel::detail::find<I>(f).v[i]);
  }

  template <int I, class Frame, class T, int Slot>
  static SINTER_HOST_INLINE void run(load<level::element, T, Slot>, const addresses<Program>& a, const values&,
                                     values& v, Frame& f, int i) {
    const T x = reinterpret_cast<const T*>(a.at[I])[i];
    if constexpr (loops<Program>.array[I]) kernel::detail::find<I>(f).v[i] = x;
    lane_of<I>(v) = kernel::detail::widen(x);
  }
  template <int I, class Frame, int Slot>
  static SINTER_HOST_INLINE void run(position<level::element, Slot>, const addresses<Program>& a, const values&,
                                     values& v, Frame& f, int i) {
    lane_of<I>(v) = a.first[I] + i * a.step[I];
    if constexpr (loops<Program>.array[I]) kernel::detail::find<I>(f).v[i] = lane_of<I>(v);
  }
  template <int I, class Frame, class Op, class T, int... Args>
  static SINTER_HOST_INLINE void run(apply<level::element, Op, T, Args...>, const addresses<Program>& a,
                                     const values& once, values& v, Frame& f, int i) {
    lane_of<I>(v) = kernel::detail::evaluate<Op, T>(operand<Args>(a, once, v, f, i)...);
    if constexpr (writes_kept<Select, I>()) reinterpret_cast<float*>(a.at[I])[i] = lane_of<I>(v);
    if constexpr (loops<Program>.array[I]) kernel::detail::find<I>(f).v[i] = lane_of<I>(v);
  }
  template <int I, class Frame, class T, int Slot, int Arg>
  static SINTER_HOST_INLINE void run(store<level::element, T, Slot, Arg>, const addresses<Program>& a,
                                     const values& once, values& v, Frame& f, int i) {
    reinterpret_cast<T*>(a.at[I])[i] = static_cast<T>(operand<Arg>(a, once, v, f, i));
  }

  // The instructions of this loop and what they read, in order: functions for all of a program's in each of its loops would be
  // most of what it costs to compile. Of what is not read there may be no value yet.
  struct needed_here {
    int of[Program::size + 1];
    int count;
    bool is_read[Program::size + 1];
  };
  template <std::size_t... K>
  static constexpr needed_here find_needed(std::index_sequence<K...>) {
    const bool runs[] = {(here::template runs<static_cast<int>(K)> || folds::template picks<static_cast<int>(K)>)...,
                         false};
    needed_here n{};
    for (int k = 0; k < Program::size; ++k) {
      for (int a = 0; runs[k] && a < at[k].nargs; ++a) n.is_read[at[k].arg[a]] = true;
    }
    for (int k = 0; k < Program::size; ++k) {
      if (runs[k] || n.is_read[k]) n.of[n.count++] = k;
    }
    return n;
  }
  static constexpr needed_here needed = find_needed(std::make_index_sequence<Program::size>{});

  template <int I, class Frame>
  static SINTER_HOST_INLINE void copy_once(values& once, Frame& f) {
    if constexpr (at[I].at != level::element && needed.is_read[I])
      lane_of<I>(once) = kernel::detail::widen(kernel::detail::find<I>(f).v[0]);
  }
  // The elements of a place that is not contiguous there are collected before the loop, or spread after it.
  template <int I, class Machine, class Frame>
  static SINTER_HOST_INLINE void enter(const Machine& m, Frame& f, addresses<Program>& a) {
    if constexpr (reads_kept<Select, I>() || writes_kept<Select, I>()) {
      constexpr int first = kept<Program>.place[I] * kept<Program>.capacity();
      a.at[I] = reinterpret_cast<unsigned char*>(m.kept + first + m.column);
    } else if constexpr (here::template runs<I> && at[I].kind == instruction_kind::position) {
      a.first[I] = m.offset[at[I].slot];
      a.step[I] = m.stride[at[I].slot];
    } else if constexpr (here::template runs<I> && at[I].bytes != 0) {
      constexpr int slot = at[I].slot;
      auto& buffer = buffer_of<I>(f);
      const bool direct = m.stride[slot] == 1 && m.base[slot] != nullptr && !m.skip[slot];
      a.at[I] = direct ? m.base[slot] + m.offset[slot] * at[I].bytes : reinterpret_cast<unsigned char*>(buffer);
      if constexpr (at[I].kind == instruction_kind::load) {
        if (!direct) m.template collect<slot>(buffer);
      }
    }
  }
  template <int I, class Machine, class Frame>
  static SINTER_HOST_INLINE void leave(const Machine& m, Frame& f, const addresses<Program>& a) {
    if constexpr (here::template runs<I> && at[I].kind == instruction_kind::store) {
      auto& buffer = buffer_of<I>(f);
      if (a.at[I] == reinterpret_cast<unsigned char*>(buffer)) m.template spread<at[I].slot>(buffer);
    }
  }

  // Element i, folded into accumulator k.
  template <std::size_t... N, class Frame, class Accumulators>
  static SINTER_HOST_INLINE void run_element(std::index_sequence<N...>, const addresses<Program>& a, const values& once,
                                             Frame& f, Accumulators& acc, int i, int k) {
    values v;
    [[maybe_unused]] const auto one = [&]<int K>(std::integral_constant<int, K>) __attribute__((always_inline)) {
      if constexpr (here::template runs<K>) run<K, Frame>(type_at<list, K>{}, a, once, v, f, i);
      if constexpr (folds::template picks<K>) {
        using F = kernel::detail::fold_types<type_at<list, K>>;
        auto& to = kernel::detail::accumulator_at<F::index>(acc)[k];
        to = F::combine(to, F::lift_from([&](auto arg) __attribute__((always_inline)) {
                          return operand<decltype(arg)::value>(a, once, v, f, i);
                        }));
      }
    };
    (one(std::integral_constant<int, needed.of[N]>{}), ...);
  }

  // Accumulators to and from a copy of this loop's own, which vector registers may hold.
  template <bool In, class Accumulators, class Lanes>
  static SINTER_HOST_INLINE void copy_accumulators(Accumulators& acc, const Lanes& lanes) {
    kernel::for_each_fold<Program, folds>([&](auto types, auto) {
      using F = decltype(types);
      auto& own = kernel::detail::accumulator_at<F::index>(acc);
      auto* outer = static_cast<typename F::accumulator*>(lanes.at[F::index]);
      for (int k = 0; k < lanes_of_fold; ++k) {
        if constexpr (In)
          own[k] = outer[k];
        else
          outer[k] = own[k];
      }
    });
  }

  template <std::size_t... N, class Machine, class Frame, class Lanes>
  static SINTER_HOST_INLINE void run_all(std::index_sequence<N...> all, const Machine& m, Frame& f, const Lanes& lanes,
                                         int begin, int end) {
    values once;
    addresses<Program> a;
    (copy_once<needed.of[N]>(once, f), ...);
    (enter<needed.of[N]>(m, f, a), ...);
    if constexpr ((folds::template picks<needed.of[N]> || ...)) {
      alignas(64) kernel::accumulators<Program, lanes_of_fold> acc;
      copy_accumulators<true>(acc, lanes);
      int i = begin;
      for (; i + lanes_of_fold <= end; i += lanes_of_fold) {
        SINTER_VECTORISE
#if defined(__clang__)
#pragma clang loop unroll(disable)  // it would unroll first, and vectorise what is left of the loop badly
#endif
        for (int k = 0; k < lanes_of_fold; ++k) run_element(all, a, once, f, acc, i + k, k);
      }
      SINTER_VECTORISE
      for (int k = 0; k < end - i; ++k) run_element(all, a, once, f, acc, i + k, k);
      copy_accumulators<false>(acc, lanes);
    } else {
      kernel::no_reg<0> none;
      SINTER_VECTORISE
      for (int i = begin; i < end; ++i) run_element(all, a, once, f, none, i, 0);
    }
    (leave<needed.of[N]>(m, f, a), ...);
  }
};

// g++ 12 has dropped a call whose only effect was an array that the next loop reads: memory counts as touched here.
SINTER_HOST_INLINE void touch_memory() { asm volatile("" ::: "memory"); }

// A function of its own: inlined into its caller, as g++ does where a region has internal linkage, some of its loops are no
// longer vectorised (measured: 2.3 times as slow).
template <class Run, class Program, class Machine, class Frame, class Lanes>
[[gnu::noinline, gnu::flatten]] void run_shared(const Machine& m, Frame& f, const Lanes& lanes, int begin, int end) {
  using loop = element_loop<Run>;
  loop::run_all(std::make_index_sequence<loop::needed.count>{}, m, f, lanes, begin, end);
  touch_memory();
}
template <class Program, int Loop, class Select, class Machine, class Frame>
[[gnu::noinline]] void run_alone(Machine& m, Frame& f) {
  kernel::run_selected<Program, tile<Program>, in_loop<Program, Loop, Select>>(m, f);
  touch_memory();
}

template <class Program, class Select>
constexpr bool any_picked(int loop, bool shared) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return ((Select::template picks<static_cast<int>(I)> && program_traits<Program>::at[I].at == level::element &&
             loops<Program>.loop[I] == loop && loops<Program>.shared[I] == shared) ||
            ...);
  }
  (std::make_index_sequence<Program::size>{});
}

}  // namespace detail

// Runs the element instructions that Select picks, and the folds of Folds that share their loops, on elements [begin, m.count).
template <class Program, class Select, class Folds, class Machine, class Frame, class Lanes>
void run_tile(Machine& m, Frame& f, const Lanes& lanes, int begin, int end) {
  [&]<std::size_t... L>(std::index_sequence<L...>) {
    [[maybe_unused]] const auto one = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      constexpr int loop = static_cast<int>(K);
      if constexpr (detail::any_picked<Program, Select>(loop, true))
        detail::run_shared<detail::loop_run<Program, loop, Select, Folds>, Program>(m, f, lanes, begin, end);
      else if constexpr (detail::any_picked<Program, Select>(loop, false))
        detail::run_alone<Program, loop, Select>(m, f);
    };
    (one(std::integral_constant<std::size_t, L>{}), ...);
  }
  (std::make_index_sequence<static_cast<std::size_t>(detail::loops<Program>.count)>{});
}

}  // namespace sinter::cpu
