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
  return widen(r.v[E == 1 ? 0 : e]);
}

}  // namespace detail

template <class Program, int E>
using frame = detail::frame_of<Program, E, std::make_index_sequence<Program::size>>;

namespace detail {

template <class Program, int I, int E, class Machine, class Frame, level L, class T, int Slot>
SINTER_INLINE void execute(Machine& m, Frame& f, load<L, T, Slot>) {
  m.template load<T, Slot, L>(find<I>(f).v);
}
template <class Program, int I, int E, class Machine, class Frame, class T, int Index>
SINTER_INLINE void execute(Machine& m, Frame& f, scalar<T, Index>) {
  find<I>(f).v[0] = m.template scalar<T>(Index);
}
template <class Program, int I, int E, class Machine, class Frame, class T, std::uint64_t Bits>
SINTER_INLINE void execute(Machine&, Frame& f, constant<T, Bits>) {
  if constexpr (std::is_same_v<T, float>) {
    find<I>(f).v[0] = __builtin_bit_cast(float, static_cast<std::uint32_t>(Bits));
  } else {
    find<I>(f).v[0] = static_cast<T>(Bits);
  }
}
// One element: ops may have a cheaper form for results that keep bf16's precision.
template <class Op, class T, class... A>
SINTER_INLINE auto evaluate(A... a) {
  if constexpr (std::is_same_v<T, bf16> && requires { &Op::eval_bf16; }) {
    return Op::eval_bf16(a...);
  } else {
    return Op::eval(a...);
  }
}

// A binary op may have a form for a vector of first operands and one second operand.
template <class Program, class Op, int... Args>
inline constexpr bool is_by_one = [] {
  if constexpr (sizeof...(Args) == 2) {
    constexpr int args[] = {Args...};
    return program_traits<Program>::at[args[0]].at == level::element &&
           program_traits<Program>::at[args[1]].at != level::element;
  } else {
    return false;
  }
}();
template <class Op, class T, int A, int B, class Frame, class Out>
SINTER_INLINE bool evaluate_by_one(Frame& f, Out& out) {
  const auto a = [&](int e) { return lane<A>(f, e); };
  if constexpr (requires { Op::template eval_all<T>(out, a, lane<B>(f, 0)); }) {
    Op::template eval_all<T>(out, a, lane<B>(f, 0));
    return true;
  } else {
    return false;
  }
}

template <class Program, int I, int E, class Machine, class Frame, level L, class Op, class T, int... Args>
SINTER_INLINE void execute(Machine& m, Frame& f, apply<L, Op, T, Args...>) {
  auto& out = find<I>(f).v;
  if constexpr (L == level::element) {
    if constexpr (SINTER_ON_DEVICE && is_by_one<Program, Op, Args...>) {
      if (evaluate_by_one<Op, T, Args...>(f, out)) return;
    }
    const int lanes = m.template lanes<E>();
    SINTER_UNROLL
    SINTER_VECTORISE
    for (int e = 0; e < lanes; ++e) out[e] = evaluate<Op, T>(lane<Args>(f, e)...);
  } else {
    out[0] = evaluate<Op, T>(lane<Args>(f, 0)...);
  }
}
template <class Program, int I, int E, class Machine, class Frame, level L, class Red, class T, class R, int Arg,
          int Index>
SINTER_INLINE void execute(Machine& m, Frame& f, fold<L, Red, T, R, Arg, Index>) {
  constexpr level from = program_traits<Program>::at[Arg].at;
  find<I>(f).v[0] = m.template fold<Red, T, Index, from>([&](int e) { return lane<Arg>(f, e); });
}
template <class Program, int I, int E, class Machine, class Frame, class Red, class T, class R, int Slot>
SINTER_INLINE void execute(Machine& m, Frame& f, finish<Red, T, R, Slot>) {
  find<I>(f).v[0] = m.template finish<Red, T, Slot>();
}
template <class Program, int I, int E, class Machine, class Frame, level L, class T, int Slot, int Arg>
SINTER_INLINE void execute(Machine& m, Frame& f, store<L, T, Slot, Arg>) {
  m.template store<T, Slot, L>([&](int e) { return static_cast<T>(lane<Arg>(f, e)); });
}
template <class Program, int I, int E, class Machine, class Frame, class T, int Slot, int Arg, int Index>
SINTER_INLINE void execute(Machine& m, Frame&, store_partials<T, Slot, Arg, Index>) {
  m.template store_partials<T, Slot, Index>();
}

template <class Program, int E, class Select, class Machine, class Frame, std::size_t... I>
SINTER_INLINE void execute_all(Machine& m, Frame& f, std::index_sequence<I...>) {
  const auto one = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
    if constexpr (Select::template picks<static_cast<int>(K)>) {
      execute<Program, static_cast<int>(K), E>(m, f, type_at<typename Program::list, static_cast<int>(K)>{});
    }
  };
  (one(std::integral_constant<std::size_t, I>{}), ...);
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
