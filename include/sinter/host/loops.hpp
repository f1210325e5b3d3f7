// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Which instructions the CPU runs in one loop over a tile. In: a program. Out: the number of each element instruction's loop,
// the values that are arrays of a tile because another loop reads them, and the frame that holds them.
// Invariant: a loop holds either instructions of one width that g++ and clang vectorise, or one other instruction.
#pragma once

#include <sinter/kernel/frame.hpp>
#include <sinter/op/registry.hpp>
#include <sinter/schedule/program.hpp>

namespace sinter::cpu {

inline constexpr int lanes_of_fold = 32;  // accumulators of one fold, for the vector units

namespace detail {

// Bytes of a value where they bind a loop to one width of vectors; 0: any (a bool); -1: no arithmetic type.
template <class T>
inline constexpr int width_of = !std::is_arithmetic_v<T>  ? -1
                                : std::is_same_v<T, bool> ? 0
                                : sizeof(T) == 8          ? 8
                                                          : 4;
constexpr int common_width(int a, int b) {
  if (a < 0 || b < 0) return -1;
  return a == 0 || a == b ? b : b == 0 ? a : -1;
}

// A loop over any other op calls a library, or holds what vector units lack. A user's op may: it has a loop of its own.
using vectorised_ops = concat_lists<
    ops::arithmetic,
    concat_lists<
        ops::comparison,
        concat_lists<ops::casts, type_list<ops::bit_and_t, ops::bit_or_t, ops::bit_xor_t, ops::bit_not_t, ops::sqrt_t,
                                           ops::rsqrt_t, ops::floor_t, ops::ceil_t, ops::trunc_t, ops::round_t>>>>;
using vectorised_float_ops = type_list<ops::exp_t, ops::log_t, ops::tanh_t, ops::sigmoid_t, ops::expm1_t, ops::log1p_t,
                                       ops::exp2_t, ops::erf_t, ops::erfc_t>;

// Without the instruction fma goes through double, or through the C library.
#if defined(__FMA__)
inline constexpr bool has_fma = true;
#else
inline constexpr bool has_fma = false;
#endif

template <class Op, class T>
inline constexpr bool is_vectorised = (index_of<vectorised_ops, Op> >= 0 &&
                                       (has_fma || !std::is_same_v<Op, ops::fma_t>)) ||
                                      (index_of<vectorised_float_ops, Op> >= 0 && std::is_same_v<T, float>);

// The width of the loops that an instruction can share; -1: it has one of its own.
template <class Program, class Instruction>
inline constexpr int loop_width = -1;
template <class Program, class T, int Slot>
inline constexpr int loop_width<Program, load<level::element, T, Slot>> = width_of<compute_t<T>>;
template <class Program, int Slot>
inline constexpr int loop_width<Program, position<level::element, Slot>> = 8;
template <class Program, class Op, class T, int... Args>
inline constexpr int loop_width<Program, apply<level::element, Op, T, Args...>> = [] {
  if (!is_vectorised<Op, compute_t<T>>) return -1;
  int width = width_of<compute_t<T>>;
  ((width = common_width(width, width_of<compute_t<value_of<Program, Args>>>)), ...);
  return width;
}();
template <class Program, class T, int Slot, int Arg>
inline constexpr int loop_width<Program, store<level::element, T, Slot, Arg>> =
    common_width(width_of<compute_t<T>>, width_of<compute_t<value_of<Program, Arg>>>);
// A fold of one operand shares its loop, if its accumulator is a number.
template <class Program, level L, class Red, class T, class R, int Index, int Arg>
inline constexpr int loop_width<Program, fold<L, Red, T, R, Index, Arg>> =
    sinter::detail::registered_place<finished<Red>>() < 0 || std::is_class_v<typename Red::template accumulator<T>>
        ? -1
        : common_width(width_of<T>, width_of<typename Red::template accumulator<T>>);

template <class Program>
struct loops_of;
template <class... Is>
struct loops_of<program<Is...>> {
  using Program = program<Is...>;
  static constexpr int size = sizeof...(Is);
  int count = 0;
  int loop[size + 1] = {};     // of element instructions; of folds: of their operand
  bool shared[size + 1] = {};  // runs element by element with the others of its loop
  bool array[size + 1] = {};   // an element value that is read outside its loop

  constexpr loops_of() {
    constexpr int width[] = {loop_width<Program, Is>..., -1};
    constexpr auto& at = program_traits<Program>::at;
    int open = -1;
    for (int i = 0; i < size; ++i) {
      if (at[i].at != level::element) continue;
      const int joined = open < 0 ? width[i] : common_width(open, width[i]);
      shared[i] = width[i] >= 0;
      if (open < 0 || joined < 0) {
        ++count;
        open = width[i];
      } else {
        open = joined;
      }
      loop[i] = count - 1;
      array[i] = !shared[i];
    }
    for (int i = 0; i < size; ++i) {
      const bool folds = at[i].kind == instruction_kind::fold;
      if (folds && at[i].nargs == 1 && at[at[i].arg[0]].at == level::element) {
        loop[i] = loop[at[i].arg[0]];
        shared[i] = width[i] >= 0 && shared[at[i].arg[0]];
      }
      for (int a = 0; a < at[i].nargs; ++a) {
        const int o = at[i].arg[a];
        if (at[o].at == level::element && (folds ? !shared[i] : loop[i] != loop[o])) array[o] = true;
      }
    }
  }
};
template <class Program>
inline constexpr loops_of<Program> loops{};

// Elements of a tile: few where values of it are arrays, which must stay in the first cache.
template <class Program>
inline constexpr int tile = [] {
  for (const bool a : loops<Program>.array) {
    if (a) return 256;
  }
  return 1024;
}();

// What a place that isn't contiguous there is collected into, or spread from.
template <int I, class T, int E>
struct collected {
  T v[E];
};
template <class Program, int I, class Instruction>
struct place_buffer {};
template <class Program, int I, class T, int Slot>
struct place_buffer<Program, I, load<level::element, T, Slot>> : collected<I, T, tile<Program>> {};
template <class Program, int I, class T, int Slot, int Arg>
struct place_buffer<Program, I, store<level::element, T, Slot, Arg>> : collected<I, T, tile<Program>> {};

template <class Program, int I>
constexpr auto pick_reg() {
  using value = value_of<Program, I>;
  if constexpr (std::is_void_v<value>) {
    return std::type_identity<kernel::no_reg<I>>{};
  } else if constexpr (program_traits<Program>::at[I].at != level::element) {
    return std::type_identity<kernel::reg<I, value, 1>>{};
  } else if constexpr (loops<Program>.array[I]) {
    return std::type_identity<kernel::reg<I, value, tile<Program>>>{};
  } else {
    return std::type_identity<kernel::no_reg<I>>{};
  }
}
template <class Program, class Seq>
struct frame_of;
template <class Program, std::size_t... I>
struct frame_of<Program, std::index_sequence<I...>>
    : decltype(pick_reg<Program, static_cast<int>(I)>())::type...,
      place_buffer<Program, static_cast<int>(I), type_at<typename Program::list, static_cast<int>(I)>>... {};

// One element's values, in compute types.
template <int I, class T>
struct lane {
  T v;
};
template <class Program, int I>
constexpr auto pick_lane() {
  using value = value_of<Program, I>;
  if constexpr (std::is_void_v<value> || is_unfinished<value>)
    return std::type_identity<kernel::no_reg<I>>{};
  else
    return std::type_identity<lane<I, compute_t<value>>>{};
}
template <class Program, class Seq>
struct element_of;
template <class Program, std::size_t... I>
struct element_of<Program, std::index_sequence<I...>> : decltype(pick_lane<Program, static_cast<int>(I)>())::type... {};

template <int I, class T>
SINTER_HOST_INLINE T& lane_of(lane<I, T>& l) {
  return l.v;
}
template <int I, class T, int E>
SINTER_HOST_INLINE T (&buffer_of(collected<I, T, E>& b))[E] {
  return b.v;
}

}  // namespace detail

// A tile's values that outlive a loop, and those of its row.
template <class Program>
using frame = detail::frame_of<Program, std::make_index_sequence<Program::size>>;

}  // namespace sinter::cpu
