// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The accumulators of the folds of one pass, `lanes_of_fold` of each. In: tiles of operands, folded in the loop that computes
// them or here. Out: one accumulator a fold.
// Invariant: element i of a range is folded into accumulator i % lanes_of_fold, wherever it lies: a row's bits do not depend on
// its neighbours. No tile begins at one accumulator and goes on after the last.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/host/loops.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/kernel/row.hpp>

namespace sinter::cpu {

struct no_folds {
  template <int I>
  static constexpr bool picks = false;
};

// Where element i of a tile goes: accumulator i % lanes_of_fold of each fold.
template <class Program>
struct fold_lanes {
  void* at[program_traits<Program>::folds + 1];
};

template <class Program, class Select>
class folding {
 public:
  folding() { kernel::detail::start<Program, lanes_of_fold>(used_); }

  // For a tile that begins with accumulator `first`. Folds for which live(number) is false get accumulators that nobody reads.
  template <class Live>
  fold_lanes<Program> lanes(int first, const Live& live) {
    fold_lanes<Program> l{};
    kernel::for_each_fold<Program, Select>([&](auto types, auto) {
      using F = decltype(types);
      auto& used = kernel::detail::accumulator_at<F::index>(used_);
      l.at[F::index] = first == 0 ? used : kernel::detail::accumulator_at<F::index>(turned_);
      if (first != 0) copy_turned<F, false>(first);
      if (live(F::index)) return;
      if (!spare_started_) kernel::detail::start<Program, lanes_of_fold>(spare_);
      spare_started_ = true;
      l.at[F::index] = kernel::detail::accumulator_at<F::index>(spare_);
    });
    return l;
  }

  // After such a tile.
  void settle(int first) {
    if (first == 0) return;
    kernel::for_each_fold<Program, Select>([&](auto types, auto) { copy_turned<decltype(types), true>(first); });
  }

  // A fold whose operand is an array of the frame; so that the loop vectorises, the accumulators in turn.
  template <class F, int I, class Frame>
  void accumulate(Frame& f, int count, int first) {
    if constexpr (!detail::loops<Program>.shared[I]) {
      auto& lanes = kernel::detail::accumulator_at<F::index>(used_);
      const auto add = [&](int i, int k) { lanes[k] = F::combine(lanes[k], F::lift(f, i)); };
      int i = 0;
      // Of whole tensors only: the bits of a row must not depend on where its tiles end.
      constexpr int many = 8;
      if constexpr (std::is_same_v<Select, kernel::select_all> && F::template takes_many<many>) {
        for (; first == 0 && i + many * lanes_of_fold <= count; i += many * lanes_of_fold) {
          typename F::accumulator next[lanes_of_fold];
          SINTER_VECTORISE
          for (int k = 0; k < lanes_of_fold; ++k) next[k] = F::template lift_all<many>(f, i + k, lanes_of_fold);
          for (int k = 0; k < lanes_of_fold; ++k) lanes[k] = F::combine(lanes[k], next[k]);
        }
      }
      for (; first == 0 && i + lanes_of_fold <= count; i += lanes_of_fold) {
        SINTER_VECTORISE
        for (int k = 0; k < lanes_of_fold; ++k) add(i + k, k);
      }
      for (; i < count; ++i) add(i, (first + i) % lanes_of_fold);
    }
  }
  template <class F>
  auto complete() {
    return kernel::detail::combine_vector<typename F::reduction, typename F::operand, lanes_of_fold>(
        kernel::detail::accumulator_at<F::index>(used_));
  }

 private:
  template <class F, bool Back>
  [[gnu::noinline]] void copy_turned(int first) {
    auto& used = kernel::detail::accumulator_at<F::index>(used_);
    auto& turned = kernel::detail::accumulator_at<F::index>(turned_);
    for (int k = 0; k < lanes_of_fold; ++k) {
      auto& own = used[(first + k) % lanes_of_fold];
      Back ? own = turned[k] : turned[k] = own;
    }
  }

  using accumulators = kernel::accumulators<Program, lanes_of_fold>;
  alignas(64) accumulators used_;
  alignas(64) accumulators spare_;
  alignas(64) accumulators turned_;
  bool spare_started_ = false;
};

}  // namespace sinter::cpu
