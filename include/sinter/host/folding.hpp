// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The accumulators of the folds of one pass, `lanes_of_fold` of each. In: tiles of operands, folded in the loop that computes
// them or here. Out: one accumulator a fold.
// Invariant: which element is folded into which accumulator depends on where the range begins alone.
#pragma once

#include <cstdint>

#include <sinter/host/loops.hpp>
#include <sinter/kernel/reduce.hpp>
#include <sinter/kernel/row.hpp>

namespace sinter::cpu {

struct no_folds {
  template <int I>
  static constexpr bool picks = false;
};

// Where element i of a tile goes: accumulator i of each fold.
template <class Program>
struct fold_lanes {
  void* at[program_traits<Program>::folds + 1];
};

template <class Program, class Select>
class folding {
 public:
  folding() { kernel::detail::start<Program, lanes_of_fold>(used_); }

  fold_lanes<Program> all() {
    return lanes([](int) { return true; });
  }
  // Folds for which live(number) is false get accumulators that nobody reads.
  template <class Live>
  fold_lanes<Program> lanes(const Live& live) {
    fold_lanes<Program> l{};
    kernel::for_each_fold<Program, Select>([&](auto types, auto) {
      using F = decltype(types);
      l.at[F::index] = kernel::detail::accumulator_at<F::index>(used_);
      if (live(F::index)) return;
      if (!spare_started_) kernel::detail::start<Program, lanes_of_fold>(spare_);
      spare_started_ = true;
      l.at[F::index] = kernel::detail::accumulator_at<F::index>(spare_);
    });
    return l;
  }

  // A fold whose operand is an array of the frame: lane i % lanes_of_fold, so that the loop vectorises.
  template <class F, int I, class Frame>
  void accumulate(Frame& f, int count) {
    if constexpr (!detail::loops<Program>.shared[I]) {
      auto& lanes = kernel::detail::accumulator_at<F::index>(used_);
      const auto add = [&](int i, int k) { lanes[k] = F::combine(lanes[k], F::lift(f, i)); };
      int i = 0;
      constexpr int many = 8;
      if constexpr (F::template takes_many<many>) {
        for (; i + many * lanes_of_fold <= count; i += many * lanes_of_fold) {
          typename F::accumulator next[lanes_of_fold];
          SINTER_VECTORISE
          for (int k = 0; k < lanes_of_fold; ++k) next[k] = F::template lift_all<many>(f, i + k, lanes_of_fold);
          for (int k = 0; k < lanes_of_fold; ++k) lanes[k] = F::combine(lanes[k], next[k]);
        }
      }
      for (; i + lanes_of_fold <= count; i += lanes_of_fold) {
        SINTER_VECTORISE
        for (int k = 0; k < lanes_of_fold; ++k) add(i + k, k);
      }
      for (; i < count; ++i) add(i, i % lanes_of_fold);
    }
  }
  template <class F>
  auto complete() {
    return kernel::detail::combine_vector<typename F::reduction, typename F::operand, lanes_of_fold>(
        kernel::detail::accumulator_at<F::index>(used_));
  }

 private:
  using accumulators = kernel::accumulators<Program, lanes_of_fold>;
  alignas(64) accumulators used_;
  alignas(64) accumulators spare_;
  bool spare_started_ = false;
};

}  // namespace sinter::cpu
