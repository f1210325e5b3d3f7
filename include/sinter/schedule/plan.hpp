// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The plan: what is executed, in order, as a constexpr value. Every consumer (executors, explain, cost, capture) reads it.
// A place is memory: an input, an output or a temporary. A step reads places, computes nodes and writes places.
// Invariant: a place is written by one step (one side of a branch each) before any step reads it.
#pragma once

#include <cstdint>

#include <sinter/graph/graph.hpp>

namespace sinter {

// How a graph is cut; chosen by the executor's type.
enum class fusion : std::uint8_t {
  automatic,   // as few kernels as possible, and sums online where that saves a pass over memory
  plain,       // as few kernels as possible; every formula, here and below, as it is written
  last_block,  // whole-tensor reductions always finish in the kernel that started them
  two_pass,    // whole-tensor reductions leave partials; the next kernel finishes them
  unfused,     // one kernel an op, intermediates in memory in the promoted dtype: the baseline
  exact        // unfused, with intermediates in the compute dtype: the reference of differential tests
};

constexpr bool is_unfused(fusion f) { return f >= fusion::unfused; }

namespace schedule {

enum class step_kind : std::uint8_t { pointwise, row, reduce, branch, sort };

// Why a value is written to memory, that is: why a kernel ends.
enum class boundary : std::uint8_t {
  none,
  result,
  whole_reduction,
  partials,
  rows_apart,
  other_rows,
  other_axes,
  other_domain,
  squeezed,
  moved,
  base,
  scattered,
  chosen,
  sorted,
  predicate,
  decided,
  branch,
  registers,
  unfused
};

constexpr const char* reason_of(boundary b) {
  constexpr const char* reasons[] = {"",
                                     "a result",
                                     "every element needs the whole reduction",
                                     "partials of a whole-tensor reduction, finished by the next kernel",
                                     "its rows finish in different blocks, and the reduction needs them all",
                                     "it reduces rows of another extent",
                                     "it reduces other axes",
                                     "it reduces a tensor of other extents",
                                     "it is used without its reduced axes",
                                     "its elements are read elsewhere than where they are computed",
                                     "it is written into where indices say",
                                     "its elements go where indices say",
                                     "what goes where indices say is computed before",
                                     "it is sorted",
                                     "the host decides on it",
                                     "the decision and what follows it both need it",
                                     "one of two values, known only after the decision",
                                     "too many values would be live in registers",
                                     "unfused: every op is a kernel"};
  return reasons[static_cast<int>(b)];
}

template <int N>
struct node_set {
  std::uint64_t word[N / 64 + 1];
  constexpr void insert(int i) { word[i / 64] |= std::uint64_t{1} << (i % 64); }
  constexpr void erase(int i) { word[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }
  constexpr bool contains(int i) const { return (word[i / 64] >> (i % 64) & 1U) != 0; }
  constexpr void insert(const node_set& o) {
    for (int w = 0; w < N / 64 + 1; ++w) word[w] |= o.word[w];
  }
  constexpr bool meets(const node_set& o) const {
    for (int w = 0; w < N / 64 + 1; ++w) {
      if ((word[w] & o.word[w]) != 0) return true;
    }
    return false;
  }
};

template <int N>
struct step {
  step_kind kind;
  node_set<N> computed;  // evaluated here
  node_set<N> loaded;    // read from their place
  node_set<N> finished;  // whole reductions completed here from another step's partials
  node_set<N> partial;   // whole reductions of which this step writes partials only
  graph::extents domain;
  std::uint8_t reduced;  // row: the axes that are a row, bit k for axis k from the right
  std::int8_t rank;
  std::int16_t registers;  // estimate of live values an element
  // branch: the predicate's node, and how many of the following steps are the one side and the other
  std::int16_t predicate;
  std::int16_t yes_steps;
  std::int16_t no_steps;
};

struct write {
  std::int16_t step;
  std::int16_t node;
  std::int16_t place;
  std::uint8_t dropped;  // axes that the place lacks, bit k for axis k from the right
  boundary why;
};

struct temporary {
  std::int16_t node;
  boundary why;
  bool partials;
  dtype type;
};

// A view of a place: a pointer and strides, computed for each call.
struct view_place {
  std::int16_t node;
  std::int16_t source;  // the place
};

template <int N, int Outs, int Views>
struct plan_data {
  static constexpr int capacity = 2 * N + Outs + 2;
  step<N> steps[capacity] = {};
  int step_count = 0;
  write writes[capacity] = {};
  int write_count = 0;
  temporary temps[N + 1] = {};
  int temp_count = 0;
  std::int16_t place_of[N + 1] = {};  // per node: where a later step reads it; -1: nowhere
  view_place views[Views == 0 ? 1 : Views] = {};
  int view_count = 0;
  int inputs = 0;

  constexpr int output_place(int k) const { return inputs + k; }
  constexpr int temp_place(int t) const { return inputs + Outs + t; }
  constexpr int view_of_place(int v) const { return inputs + Outs + temp_count + v; }
  constexpr int places() const { return inputs + Outs + temp_count + view_count; }
  // The place whose memory it is.
  constexpr int source_of(int place) const {
    const int first = inputs + Outs + temp_count;
    return place >= first ? views[place - first].source : place;
  }
};

}  // namespace schedule
}  // namespace sinter
