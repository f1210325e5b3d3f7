// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of a row that one pass computes and a later pass reads from memory, where computing them again would cost more: the
// exponentials of a softmax. In: a row program. Out: which values, in which pass, and what each pass still evaluates.
// Invariant: a value is kept as the float it was computed as, so results do not depend on whether the row fits.
#pragma once

#include <cstdint>

#include <sinter/host/loops.hpp>
#include <sinter/kernel/row.hpp>

namespace sinter::cpu {

// Floats of a row that a thread keeps, all kept values together.
inline constexpr int kept_floats = 16384;

namespace detail {

// Ops that cost about what a load costs.
using cheap_ops =
    concat_lists<ops::comparison, type_list<ops::add_t, ops::sub_t, ops::mul_t, ops::neg_t, ops::abs_t, ops::minimum_t,
                                            ops::maximum_t, ops::relu_t, ops::fma_t, ops::square_t, ops::copysign_t>>;
template <class Instruction>
inline constexpr bool is_costly = false;
template <class Op, class T, int... Args>
inline constexpr bool is_costly<apply<level::element, Op, T, Args...>> = index_of<cheap_ops, Op> < 0;

template <class Program>
struct kept_of;
template <class... Is>
struct kept_of<program<Is...>> {
  using Program = program<Is...>;
  static constexpr int size = sizeof...(Is);
  int count = 0;
  int place[size + 1] = {};              // its number; -1: not kept
  int pass[size + 1] = {};               // that computes it first
  bool needed[size + 1][size + 1] = {};  // [pass][i]: as the program's, without what is read instead

  constexpr kept_of() {
    constexpr bool costly[] = {is_costly<Is>..., false};
    constexpr bool narrow[] = {std::is_same_v<typename sinter::detail::decode<Is>::value, float>..., false};
    constexpr auto& at = program_traits<Program>::at;
    constexpr auto& row = program_traits<Program>::row;
    bool costs[size + 1] = {};
    for (int i = 0; i < size; ++i) {
      place[i] = -1;
      while (pass[i] < row.phases && !row.needed[pass[i]][i]) ++pass[i];
      costs[i] = costly[i];
      for (int a = 0; a < at[i].nargs && at[i].at == level::element; ++a) costs[i] = costs[i] || costs[at[i].arg[a]];
    }
    for (int i = 0; i < size; ++i) {
      const bool can = at[i].kind == instruction_kind::apply && at[i].at == level::element && loops<Program>.shared[i];
      bool wanted = false, shared = true;
      for (int j = i + 1; j < size; ++j) {
        for (int a = 0; a < at[j].nargs; ++a) {
          if (at[j].arg[a] != i) continue;
          wanted = wanted || pass[j] > pass[i];  // read by what is new in a later pass
          shared = shared && loops<Program>.shared[j];
        }
      }
      if (can && narrow[i] && costs[i] && wanted && shared && count < 8) place[i] = count++;
    }
    for (int p = 0; p < row.phases; ++p) {
      for (int i = size - 1; i >= 0; --i) {
        const bool root =
            row.needed[p][i] && (at[i].kind == instruction_kind::fold || at[i].kind == instruction_kind::store);
        if (root) needed[p][i] = true;
        if (!needed[p][i] || reads(p, i)) continue;
        for (int a = 0; a < at[i].nargs; ++a) {
          if (at[at[i].arg[a]].at == level::element) needed[p][at[i].arg[a]] = true;
        }
      }
      for (int i = 0; i < size; ++i) needed[p][i] = needed[p][i] && !reads(p, i);
    }
  }
  constexpr bool reads(int p, int i) const { return place[i] >= 0 && pass[i] < p; }
  constexpr bool writes(int p, int i) const { return place[i] >= 0 && pass[i] == p; }
  constexpr bool any_read(int p) const {
    for (int i = 0; i < size; ++i) {
      if (reads(p, i)) return true;
    }
    return false;
  }
  constexpr int capacity() const { return count == 0 ? 0 : kept_floats / count; }
};
template <class Program>
inline constexpr kept_of<Program> kept{};

// A pass that writes kept values and, where the row fits, reads them. Of a row that does not fit only the last tile is there.
template <class Program, int Phase, bool Fits>
struct select_pass {
  template <int I>
  static constexpr bool picks = (Fits ? kept<Program>.needed[Phase][I]
                                      : program_traits<Program>::row.needed[Phase][I]) &&
                                program_traits<Program>::at[I].kind != instruction_kind::fold;
  template <int I>
  static constexpr bool reads = Fits&& kept<Program>.reads(Phase, I);
  template <int I>
  static constexpr bool writes = kept<Program>.writes(Phase, I);
};
// A pass that reads no kept value is one function for both.
template <class Program, int Phase, bool Fits>
using pass_of = select_pass<Program, Phase, Fits || !kept<Program>.any_read(Phase)>;

template <class Select, int I>
constexpr bool reads_kept() {
  if constexpr (requires { Select::template reads<I>; })
    return Select::template reads<I>;
  else
    return false;
}
template <class Select, int I>
constexpr bool writes_kept() {
  if constexpr (requires { Select::template writes<I>; })
    return Select::template writes<I>;
  else
    return false;
}

}  // namespace detail
}  // namespace sinter::cpu
