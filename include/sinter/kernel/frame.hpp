// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Straight-line execution of a program: one register array an instruction, E lanes for elements, one for rows and uniforms.
// In: a machine, which knows where elements are (load, store, fold, finish, lanes). Out: effects of its stores.
// Invariant: arrays are indexed by constants on the device, so they stay in registers; values arrive in compute types.
#pragma once

#include <utility>

#include <sinter/core/config.hpp>
#include <sinter/core/dtype.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/elementary.hpp>
#include <sinter/schedule/program.hpp>

// The CPU's machine, whose members are host functions, is one of the machines: nvcc need not warn that it can't run elsewhere.
#if defined(__CUDACC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

namespace sinter::kernel {

template <int I, class T, int E>
struct reg {
  T v[E];
};
template <int I>
struct no_reg {};

// What chooses one element: an index along each of the first axes of a tensor.
template <int N>
struct indices {
  std::int64_t along[N];
};

namespace detail {

template <class Program, int E, int I>
constexpr auto pick_reg() {
  using value = value_of<Program, I>;
  if constexpr (std::is_void_v<value>) {
    return std::type_identity<no_reg<I>>{};
  } else {
    return std::type_identity<reg<I, value, program_traits<Program>::at[I].at == level::element ? E : 1>>{};
  }
}
template <class Program, int E, class Seq>
struct frame_of;
template <class Program, int E, std::size_t... I>
struct frame_of<Program, E, std::index_sequence<I...>>
    : decltype(pick_reg<Program, E, static_cast<int>(I)>())::type... {};

template <int I, class T, int E>
SINTER_INLINE reg<I, T, E>& find(reg<I, T, E>& r) {
  return r;
}

template <class T>
SINTER_INLINE constexpr compute_t<T> widen(T v) {
  return static_cast<compute_t<T>>(v);
}

// Lane e of operand I, in its compute type.
template <int I, class T, int E>
SINTER_INLINE compute_t<T> lane(const reg<I, T, E>& r, int e) {
  if constexpr (std::is_same_v<T, e4m3> && converts_in_pairs<T> && E % 2 == 0)
    return widen_one_of(r.v[e & ~1], r.v[e | 1], (e & 1) != 0);
  else
    return widen(r.v[E == 1 ? 0 : e]);
}

// What a store rounds: the operand of a cast to the narrow float that is stored anyway, else the operand itself.
template <class Program, class T, class Instruction, int Arg>
struct before_cast : std::integral_constant<int, Arg> {};
template <class Program, class T, level L, int Operand, int Arg>
struct before_cast<Program, T, apply<L, ops::cast_t<T>, T, Operand>, Arg>
    : std::integral_constant<int, is_narrow<T> && std::is_same_v<compute_t<value_of<Program, Operand>>, float> ? Operand
                                                                                                               : Arg> {
};
template <class Program, class T, int Arg>
inline constexpr int rounded_operand =
    before_cast<Program, T, sinter::type_at<typename Program::list, Arg>, Arg>::value;

// What a program stores: lanes of operand Arg as T.
template <class T, int Arg, class Frame>
struct stored_lanes {
  const Frame& frame;
  SINTER_INLINE T operator()(int e) const { return static_cast<T>(lane<Arg>(frame, e)); }
  SINTER_INLINE std::uint32_t four(int e) const {
    return round_four<T>(lane<Arg>(frame, e), lane<Arg>(frame, e + 1), lane<Arg>(frame, e + 2),
                         lane<Arg>(frame, e + 3));
  }
};

}  // namespace detail

template <class Program, int E>
using frame = detail::frame_of<Program, E, std::make_index_sequence<Program::size>>;

// A constant or a run-time scalar, from the 64 bits that carry it; the host's from_bits no device can call.
template <class T>
SINTER_INLINE T scalar_from_bits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>) {
    return __builtin_bit_cast(float, static_cast<std::uint32_t>(bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return __builtin_bit_cast(double, bits);
  } else {
    return static_cast<T>(bits);
  }
}

namespace detail {

// One element: ops may have a cheaper form for results of narrow floats.
template <class Op, class T, class... A>
SINTER_INLINE auto evaluate(A... a) {
  if constexpr (requires { Op::template eval_as<T>(a...); }) {
    return Op::template eval_as<T>(a...);
  } else if constexpr (is_narrow<T>) {
    if constexpr (requires { &Op::eval_coarse; })
      return Op::eval_coarse(a...);
    else
      return Op::eval(a...);
  } else {
    return Op::eval(a...);
  }
}

// A binary op may have a form for a vector of first operands and one second operand, of floats.
template <class Program, class Op, class T, int A, int... B>
constexpr bool is_by_one() {
  if constexpr (requires { Op::by_one; } && std::is_same_v<compute_t<T>, float>) {
    static_assert(sizeof...(B) == 1, "by_one is for binary ops");
    return program_traits<Program>::at[A].at == level::element &&
           ((program_traits<Program>::at[B].at != level::element) && ...);
  } else {
    return false;
  }
}
template <class Op, class T, int A, int B, class Frame, class Out>
SINTER_INLINE void evaluate_by_one(Frame& f, Out& out) {
  Op::template eval_all<T>(
      out, [&](int e) { return lane<A>(f, e); }, lane<B>(f, 0));
}

// A ternary op may have a form for four first operands in a row and one second and third operand.
template <class Program, class Op, int E, int A, int... B>
constexpr bool is_by_four() {
  if constexpr (requires { Op::by_four; } && E % 4 == 0) {
    return program_traits<Program>::at[A].at == level::element &&
           ((program_traits<Program>::at[B].at != level::element) && ...);
  } else {
    return false;
  }
}
template <class Op, int A, int B, int C, class Frame, class T, int E>
SINTER_INLINE void evaluate_by_four(Frame& f, T (&out)[E]) {
  SINTER_UNROLL
  for (int e = 0; e < E; e += 4) {
    Op::template eval_four<T>(out + e, lane<A>(f, e), lane<A>(f, e + 1), lane<A>(f, e + 2), lane<A>(f, e + 3),
                              lane<B>(f, 0), lane<C>(f, 0));
  }
}

// Runs instruction I of a program.
template <class Instruction>
struct execute;
template <level L, class T, int Slot>
struct execute<load<L, T, Slot>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    m.template load<T, Slot, L>(find<I>(f).v);
  }
};
template <level L, int Slot>
struct execute<position<L, Slot>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    m.template position<Slot, L>(find<I>(f).v);
  }
};
template <level L, class T, int Slot, unsigned Masked, int... Args>
struct execute<gather<L, T, Slot, Masked, Args...>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    m.template gather<T, Slot, L, Masked>(
        find<I>(f).v, [&](int e) { return indices<sizeof...(Args)>{static_cast<std::int64_t>(lane<Args>(f, e))...}; });
  }
};
// A round for each summand: which one it is, then itself, of all lanes that have one left. Which one is the same for all lanes where
// its ends are.
template <level L, class T, int Slot, int First, int End>
struct execute<sum_chosen<L, T, Slot, First, End>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    constexpr level first = program_traits<Program>::at[First].at;
    constexpr level end = program_traits<Program>::at[End].at;
    constexpr level ends = first > end ? first : end;
    constexpr int most = L == level::element ? E : 1;
    auto& sum = find<I>(f).v;
    std::int64_t at[ends == level::element ? E : 1];
    T summand[most];
    const int lanes = L == level::element ? m.template lanes<E>() : 1;
    SINTER_UNROLL
    for (int e = 0; e < lanes; ++e) sum[e] = {};
    const auto left = [&](int e, std::int64_t round) { return lane<First>(f, e) + round < lane<End>(f, e); };
    for (std::int64_t round = 0;; ++round) {
      bool any = false;
      SINTER_UNROLL
      for (int e = 0; e < lanes; ++e) any = any || left(e, round);
      if (!any) return;
      m.template gather<std::int64_t, Slot - 1, ends, 1U>(
          at, [&](int e) { return indices<1>{{left(e, round) ? lane<First>(f, e) + round : -1}}; });
      m.template gather<T, Slot, L, 1U>(
          summand, [&](int e) { return indices<1>{{left(e, round) ? at[ends == level::element ? e : 0] : -1}}; });
      SINTER_UNROLL
      for (int e = 0; e < lanes; ++e) {
        if (left(e, round)) sum[e] = round == 0 ? widen(summand[e]) : ops::add_t::eval(sum[e], widen(summand[e]));
      }
    }
  }
};
template <level L, class T, int Slot, int Arg, int Index, graph::scatter_mode Mode>
struct execute<scatter_to<L, T, Slot, Arg, Index, Mode>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    m.template scatter<T, Slot, L, Mode>(stored_lanes<T, rounded_operand<Program, T, Arg>, Frame>{f},
                                         [&](int e) { return static_cast<std::int64_t>(lane<Index>(f, e)); });
  }
};
template <class T, int Index>
struct execute<scalar<T, Index>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    find<I>(f).v[0] = m.template scalar<T>(Index);
  }
};
template <class T, std::uint64_t Bits>
struct execute<constant<T, Bits>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine&, Frame& f) {
    find<I>(f).v[0] = scalar_from_bits<T>(Bits);
  }
};
template <level L, class Op, class T, int... Args>
struct execute<apply<L, Op, T, Args...>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    auto& out = find<I>(f).v;
    if constexpr (L != level::element) {
      out[0] = evaluate<Op, T>(lane<Args>(f, 0)...);
    } else if constexpr (SINTER_ON_DEVICE && is_by_one<Program, Op, T, Args...>()) {
      evaluate_by_one<Op, T, Args...>(f, out);
    } else if constexpr (SINTER_ON_DEVICE && is_by_four<Program, Op, E, Args...>()) {
      evaluate_by_four<Op, Args...>(f, out);
    } else {
      const int lanes = m.template lanes<E>();
      SINTER_UNROLL
      SINTER_VECTORISE
      for (int e = 0; e < lanes; ++e) out[e] = evaluate<Op, T>(lane<Args>(f, e)...);
    }
  }
};
template <level L, class Red, class T, class R, int Index, int... Args>
struct execute<fold<L, Red, T, R, Index, Args...>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    constexpr bool elements = program_traits<Program>::folds_elements.of[I];
    find<I>(f).v[0] =
        m.template fold<Red, T, Index, elements>([&](int e) { return Red::template lift<T>(lane<Args>(f, e)...); });
  }
};
template <level L, class Red, class T, class R, int Fold>
struct execute<outcome<L, Red, T, R, Fold>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine&, Frame& f) {
    const auto& all = find<Fold>(f).v[0];
    find<I>(f).v[0] = Red::template finish<T>(all.accumulator, all.count);
  }
};
template <class Red, class T, class R, int Slot>
struct execute<finish<Red, T, R, Slot>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    find<I>(f).v[0] = m.template finish<Red, T, Slot>();
  }
};
template <level L, class T, int Slot, int Arg>
struct execute<store<L, T, Slot, Arg>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame& f) {
    m.template store<T, Slot, L>(stored_lanes<T, rounded_operand<Program, T, Arg>, Frame>{f});
  }
};
template <class T, int Slot, int Arg, int Index>
struct execute<store_partials<T, Slot, Arg, Index>> {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine& m, Frame&) {
    m.template store_partials<T, Slot, Index>();
  }
};

struct pass_over {
  template <class Program, int I, int E, class Machine, class Frame>
  static SINTER_INLINE void run(Machine&, Frame&) {}
};

template <class Program, int E, class Select, class Machine, class Frame, std::size_t... I>
SINTER_INLINE void execute_all(Machine& m, Frame& f, std::index_sequence<I...>) {
  using list = typename Program::list;
  (std::conditional_t<Select::template picks<static_cast<int>(I)>, execute<sinter::type_at<list, static_cast<int>(I)>>,
                      pass_over>::template run<Program, static_cast<int>(I), E>(m, f),
   ...);
}

}  // namespace detail

// Runs the instructions that Select picks, in order. A choice is a variable: device code may not call host functions, not
// even in `if constexpr`.
template <class Program, int E, class Select, class Machine, class Frame>
SINTER_INLINE void run_selected(Machine& m, Frame& f) {
  detail::execute_all<Program, E, Select>(m, f, std::make_index_sequence<Program::size>{});
}

struct select_all {
  template <int I>
  static constexpr bool picks = true;
};
// By level: what runs once before a loop over elements, and what runs in it.
template <class Program, bool Element>
struct select_level {
  template <int I>
  static constexpr bool picks = (program_traits<Program>::at[I].at == level::element) == Element;
};

}  // namespace sinter::kernel

#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif
