// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// How a row of n elements is mapped to threads. In: row length, vector width, element budget of a thread. Out: a rung.
// Invariant: the rung depends on the row's length and the program only, never on how many rows there are or how they are
// aligned: every variant of a rung combines a row's elements in the same order, so a row's bits are the same in all.
#pragma once

#include <cstdint>

#include <sinter/schedule/boundaries.hpp>
#include <sinter/schedule/plan.hpp>

namespace sinter::schedule {

struct row_rung {
  int threads;  // that share a row
  int chunks;   // vectors a thread holds; 0: as many as the row needs, in a loop
};

// The rungs whose rows stay in registers, short rows first; the last one with chunks == 0 loops.
inline constexpr int max_row_rungs = 12;
struct row_ladder {
  row_rung rung[max_row_rungs] = {};
  int count = 0;
};

// In: elements of one 16-byte vector of the widest operand; elements that a thread may hold.
constexpr row_ladder make_row_ladder(int vector, int elements_a_thread) {
  const int most = elements_a_thread / vector < 1 ? 1 : elements_a_thread / vector;
  row_ladder l;
  l.rung[l.count++] = {8, 1};
  for (int c = 1; c <= most; c *= 2) l.rung[l.count++] = {32, c};
  for (int c = most > 1 ? most / 2 : 1; c <= most; c *= 2) l.rung[l.count++] = {128, c};
  for (int t = 256; t <= 1024; t *= 2) l.rung[l.count++] = {t, most};
  l.rung[l.count++] = {1024, 0};
  return l;
}

// The rung of a row of n elements.
constexpr int pick_rung(const row_ladder& l, int vector, std::int64_t n) {
  for (int i = 0; i + 1 < l.count; ++i) {
    if (n <= static_cast<std::int64_t>(l.rung[i].threads) * l.rung[i].chunks * vector) return i;
  }
  return l.count - 1;
}

// Threads that share a row of n elements whose neighbouring threads have neighbouring rows: fixed by n alone.
constexpr int threads_of_column(int vector, std::int64_t n) {
  int threads = 1;
  while (threads < 32 && std::int64_t{threads} * vector < n) threads *= 2;
  return threads;
}

// Shared memory that the row of one block may take (a GPU of compute capability 9.0 grants 227 KB); longer rows are read again.
inline constexpr std::int64_t staged_row_bytes = 200 * 1024;

static_assert(make_row_ladder(8, 32).count <= max_row_rungs && make_row_ladder(4, 32).count <= max_row_rungs);

}  // namespace sinter::schedule
