// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A step as a type: `program<load<…>, apply<add_t, …>, store<…>>`. Kernels are parametrised by it because a kernel's
// template arguments may be types and integers only. In: instructions. Out: `program_traits`, tables over them.
// Invariant: operands are earlier instructions; a level never exceeds what its kernel iterates over.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/dtype.hpp>
#include <sinter/core/type_list.hpp>
#include <sinter/graph/graph.hpp>

namespace sinter {

// How often a value differs: once a launch, once a row, for every element.
enum class level : int { uniform, row, element };

// Instructions. T: storage type of a place, or compute type of a value; Slot: which of the kernel's tensors.
template <level L, class T, int Slot>
struct load {};
template <class T, int Index>
struct scalar {};
template <class T, std::uint64_t Bits>
struct constant {};
// T: the dtype of the result, which tells an op what precision is wanted; its value has the compute type.
template <level L, class Op, class T, int... Args>
struct apply {};
// Where the element is: tensor Slot has no memory, and its offset is the value.
template <level L, int Slot>
struct position {};
// The element of tensor Slot that operands Args choose, one along each of its first axes; Masked, a bit for each: nothing where
// it is outside.
template <level L, class T, int Slot, unsigned Masked, int... Args>
struct gather {};
// Elements of tensor Slot, added up: those that tensor Slot - 1 names from First on and before End.
template <level L, class T, int Slot, int First, int End>
struct sum_chosen {};
// Operand Arg into the element of tensor Slot that operand Index chooses; nowhere where that is outside.
template <level L, class T, int Slot, int Arg, int Index, graph::scatter_mode Mode>
struct scatter_to {};
// A reduction over the row (L == row) or the whole domain (L == uniform) of operands, the first of compute type T.
template <level L, class Red, class T, class R, int Index, int... Args>
struct fold {};
// One of several results of a fold that was left unfinished.
template <level L, class Red, class T, class R, int Fold>
struct outcome {};
// A whole reduction, completed from another kernel's partials.
template <class Red, class T, class R, int Slot>
struct finish {};
template <level L, class T, int Slot, int Arg>
struct store {};
// Partials of fold number Index.
template <class T, int Slot, int Arg, int Index>
struct store_partials {};

// A fold that several reductions share is one of this: its value is the accumulator, which each of them finishes.
template <class A>
struct unfinished_value {
  A accumulator;
  std::int64_t count;
};
template <class Red>
struct unfinished {
  template <class T>
  using accumulator = typename Red::template accumulator<T>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return Red::template identity<T>();
  }
  template <class T, class... More>
  SINTER_FN static constexpr accumulator<T> lift(T x, More... more) {
    return Red::template lift<T>(x, more...);
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    return Red::template combine<T>(a, b);
  }
  template <class T, class... More>
    requires requires(const accumulator<T>& a, T x, More... more) { Red::template accumulate<T>(a, x, more...); }
  SINTER_FN static constexpr accumulator<T> accumulate(const accumulator<T>& a, T x, More... more) {
    return Red::template accumulate<T>(a, x, more...);
  }
  template <class T, int E>
    requires requires(const T (&x)[E]) { Red::template lift_all<T>(x); }
  SINTER_FN static constexpr accumulator<T> lift_all(const T (&x)[E]) { return Red::template lift_all<T>(x); }
  template <class T>
  SINTER_FN static constexpr auto finish(const accumulator<T>& a, std::int64_t count) {
    return unfinished_value<accumulator<T>>{a, count};
  }
};
template <class Red>
struct finishing {
  using type = Red;
};
template <class Red>
struct finishing<unfinished<Red>> {
  using type = Red;
};
template <class Red>
using finished = typename finishing<Red>::type;
template <class T>
inline constexpr bool is_unfinished = false;
template <class A>
inline constexpr bool is_unfinished<unfinished_value<A>> = true;

template <class... Instructions>
struct program {
  static constexpr int size = sizeof...(Instructions);
  using list = type_list<Instructions...>;
};

enum class instruction_kind : std::uint8_t {
  load,
  scalar,
  constant,
  apply,
  fold,
  finish,
  store,
  store_partials,
  position,
  gather,
  scatter,
  sum_chosen,
  outcome
};

struct instruction {
  instruction_kind kind = instruction_kind::constant;
  level at = level::uniform;
  int slot = -1;
  int bytes = 0;  // storage size of one element, loads and stores
  int index = 0;  // fold: its number; scalar: its argument
  int nargs = 0;
  int arg[4] = {};
  int accumulator = 0;  // fold and finish: its bytes
};

// Reads elements that an index chooses.
constexpr bool chooses(const instruction& i) {
  return i.kind == instruction_kind::gather || i.kind == instruction_kind::sum_chosen;
}

namespace detail {

template <class I>
struct decode;
template <level L, class T, int Slot>
struct decode<load<L, T, Slot>> {
  using value = T;
  static constexpr instruction get() { return {instruction_kind::load, L, Slot, sizeof(T), 0, 0, {}}; }
};
template <class T, int Index>
struct decode<scalar<T, Index>> {
  using value = T;
  static constexpr instruction get() { return {instruction_kind::scalar, level::uniform, -1, 0, Index, 0, {}}; }
};
template <class T, std::uint64_t Bits>
struct decode<constant<T, Bits>> {
  using value = T;
  static constexpr instruction get() { return {instruction_kind::constant, level::uniform, -1, 0, 0, 0, {}}; }
};
template <level L, class Op, class T, int... Args>
struct decode<apply<L, Op, T, Args...>> {
  using value = compute_t<T>;
  static constexpr instruction get() {
    // nvcc's host pass loses a pack that is expanded inside nested braces.
    constexpr int args[] = {Args...};
    instruction i{instruction_kind::apply, L, -1, 0, 0, sizeof...(Args), {}};
    for (int a = 0; a < i.nargs; ++a) i.arg[a] = args[a];
    return i;
  }
};
template <level L, int Slot>
struct decode<position<L, Slot>> {
  using value = std::int64_t;
  static constexpr instruction get() { return {instruction_kind::position, L, Slot, 0, 0, 0, {}}; }
};
template <level L, class T, int Slot, unsigned Masked, int... Args>
struct decode<gather<L, T, Slot, Masked, Args...>> {
  using value = T;
  static constexpr instruction get() {
    constexpr int args[] = {Args...};
    instruction i{instruction_kind::gather, L, Slot, sizeof(T), 0, sizeof...(Args), {}};
    for (int a = 0; a < i.nargs; ++a) i.arg[a] = args[a];
    return i;
  }
};
template <level L, class T, int Slot, int First, int End>
struct decode<sum_chosen<L, T, Slot, First, End>> {
  using value = compute_t<T>;
  static constexpr instruction get() { return {instruction_kind::sum_chosen, L, Slot, sizeof(T), 0, 2, {First, End}}; }
};
template <level L, class T, int Slot, int Arg, int Index, graph::scatter_mode Mode>
struct decode<scatter_to<L, T, Slot, Arg, Index, Mode>> {
  using value = void;
  static constexpr instruction get() {
    return {instruction_kind::scatter, L, Slot, sizeof(T), static_cast<int>(Mode), 2, {Arg, Index}};
  }
};
template <level L, class Red, class T, class R, int Index, int... Args>
struct decode<fold<L, Red, T, R, Index, Args...>> {
  using value = R;
  static constexpr instruction get() {
    constexpr int args[] = {Args...};
    instruction i{instruction_kind::fold, L, -1, 0, Index, sizeof...(Args), {}};
    for (int a = 0; a < i.nargs; ++a) i.arg[a] = args[a];
    i.accumulator = sizeof(typename Red::template accumulator<T>);
    return i;
  }
};
template <level L, class Red, class T, class R, int Fold>
struct decode<outcome<L, Red, T, R, Fold>> {
  using value = R;
  static constexpr instruction get() { return {instruction_kind::outcome, L, -1, 0, 0, 1, {Fold}}; }
};
template <class Red, class T, class R, int Slot>
struct decode<finish<Red, T, R, Slot>> {
  using value = R;
  static constexpr instruction get() {
    constexpr int bytes = sizeof(typename Red::template accumulator<T>);
    return {instruction_kind::finish, level::uniform, Slot, 0, 0, 0, {}, bytes};
  }
};
template <level L, class T, int Slot, int Arg>
struct decode<store<L, T, Slot, Arg>> {
  using value = void;
  static constexpr instruction get() { return {instruction_kind::store, L, Slot, sizeof(T), 0, 1, {Arg}}; }
};
template <class T, int Slot, int Arg, int Index>
struct decode<store_partials<T, Slot, Arg, Index>> {
  using value = void;
  static constexpr instruction get() {
    return {instruction_kind::store_partials, level::uniform, Slot, sizeof(T), Index, 1, {Arg}};
  }
};

}  // namespace detail

template <class Program>
struct program_traits;
template <class... Is>
struct program_traits<program<Is...>> {
  static constexpr int size = sizeof...(Is);
  static constexpr instruction at[size + 1] = {detail::decode<Is>::get()...};

  static constexpr int slots = [] {
    int n = 0;
    for (const instruction& i : at) n = i.slot >= n ? i.slot + 1 : n;
    return n;
  }();
  static constexpr int folds = [] {
    int n = 0;
    for (int i = 0; i < size; ++i) n += at[i].kind == instruction_kind::fold ? 1 : 0;
    return n;
  }();
  // Room for one accumulator of any fold, a multiple of 16.
  static constexpr int accumulator_bytes = [] {
    int n = 1;
    for (const instruction& i : at) n = i.accumulator > n ? i.accumulator : n;
    return (n + 15) / 16 * 16;
  }();
  static constexpr bool finishes =
      ((at[0].kind == instruction_kind::finish) || ... || (detail::decode<Is>::get().kind == instruction_kind::finish));
  static constexpr int scalars = [] {
    int n = 0;
    for (int i = 0; i < size; ++i) {
      if (at[i].kind == instruction_kind::scalar && at[i].index >= n) n = at[i].index + 1;
    }
    return n;
  }();
  // Storage size of the widest operand that is read or written per element: its 16 bytes are one vector.
  static constexpr int widest = [] {
    int n = 1;
    for (int i = 0; i < size; ++i) {
      if (at[i].at == level::element && at[i].bytes > n) n = at[i].bytes;
    }
    return n;
  }();

  static constexpr int element_loads = [] {
    int n = 0;
    for (int i = 0; i < size; ++i) {
      const bool reads = at[i].kind == instruction_kind::load || chooses(at[i]);
      n += reads && at[i].at == level::element ? 1 : 0;
    }
    return n;
  }();

  // Reads or writes elements that are chosen by an index.
  static constexpr bool gathers = [] {
    for (int i = 0; i < size; ++i) {
      if (chooses(at[i]) || at[i].kind == instruction_kind::scatter) return true;
    }
    return false;
  }();
  // Along how many axes of one tensor.
  static constexpr int indices = [] {
    int n = 1;
    for (int i = 0; i < size; ++i) n = at[i].kind == instruction_kind::gather && at[i].nargs > n ? at[i].nargs : n;
    return n;
  }();
  // Adds to what is there: no element may be computed twice.
  static constexpr bool accumulates = [] {
    for (int i = 0; i < size; ++i) {
      if (at[i].kind == instruction_kind::scatter && at[i].index != 0) return true;
    }
    return false;
  }();
  // Some gather's index differs from element to element.
  static constexpr bool gathers_elements = [] {
    for (int i = 0; i < size; ++i) {
      for (int a = 0; a < at[i].nargs && chooses(at[i]); ++a) {
        if (at[at[i].arg[a]].at == level::element) return true;
      }
    }
    return false;
  }();

  // [i]: some operand of fold i differs from element to element; else it has one element.
  struct flags {
    bool of[size + 1] = {};
  };
  static constexpr flags folds_elements = [] {
    flags f;
    for (int i = 0; i < size; ++i) {
      for (int a = 0; a < at[i].nargs; ++a) {
        if (at[i].kind == instruction_kind::fold && at[at[i].arg[a]].at == level::element) f.of[i] = true;
      }
    }
    return f;
  }();

  struct tables {
    int stage[size + 1] = {};              // row folds that must be complete before an instruction can run
    bool needed[size + 1][size + 1] = {};  // [phase][i]: element instructions that the phase's folds or stores evaluate
    int phases = 0;                        // passes over a row: one per depth of folds, one more to store elements
    bool stores_elements = false;
  };
  static constexpr tables row = [] {
    tables t;
    int folded = 0;
    for (int i = 0; i < size; ++i) {
      for (int a = 0; a < at[i].nargs; ++a) {
        const instruction& o = at[at[i].arg[a]];
        const int ready = t.stage[at[i].arg[a]] + (o.kind == instruction_kind::fold && o.at == level::row ? 1 : 0);
        if (ready > t.stage[i]) t.stage[i] = ready;
      }
      if (at[i].kind == instruction_kind::fold && t.stage[i] + 1 > folded) folded = t.stage[i] + 1;
      if (at[i].kind == instruction_kind::store && at[i].at == level::element) t.stores_elements = true;
    }
    t.phases = folded + (t.stores_elements ? 1 : 0);
    for (int p = 0; p < t.phases; ++p) {
      for (int i = size - 1; i >= 0; --i) {
        const bool wanted_fold = at[i].kind == instruction_kind::fold && t.stage[i] == p && p < folded;
        const bool wanted_store = at[i].kind == instruction_kind::store && at[i].at == level::element && p == folded;
        if (wanted_fold || wanted_store) t.needed[p][i] = true;
        if (!t.needed[p][i]) continue;
        for (int a = 0; a < at[i].nargs; ++a) {
          if (at[at[i].arg[a]].at == level::element) t.needed[p][at[i].arg[a]] = true;
        }
      }
    }
    return t;
  }();

  // How many passes over a long row read load i.
  static constexpr int passes_reading(int i) {
    int n = 0;
    for (int p = 0; p < row.phases; ++p) n += row.needed[p][i] ? 1 : 0;
    return n;
  }
  // Loads that several passes read are worth a place in shared memory; an asynchronous copy moves vectors of 16 bytes.
  static constexpr bool is_staged(int i) {
    return at[i].kind == instruction_kind::load && at[i].at == level::element && at[i].bytes == widest &&
           passes_reading(i) > 1;
  }
  // Bytes of shared memory that an element of a staged row takes.
  static constexpr int staged_bytes = [] {
    int n = 0;
    for (int i = 0; i < size; ++i) n += is_staged(i) ? at[i].bytes : 0;
    return n;
  }();
};

// Compute type of instruction I's value: what an operand converts to.
template <class Program, int I>
using value_of = typename detail::decode<type_at<typename Program::list, I>>::value;

}  // namespace sinter
