// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a random program over many shapes, layouts and values. In: a program as tables, functions that launch its region, and the
// memory that they run on. Out: doctest failures, each with the smallest case that fails.
// Invariant: nothing here depends on the program's types; it is compiled once, in driver.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "random/reference.hpp"

namespace test::fuzz {

struct input {
  type dtype;
  int rank;
  bool scalar;  // a C++ scalar of the call
};

struct result {
  int node;
  int rank;
};

struct program {
  const char* name;
  const char* text;
  const node* nodes;
  int count;
  const input* inputs;
  int input_count;
  const result* results;
  int result_count;
  // The inputs' extents, from the free ones.
  void (*extents)(const std::int64_t* n, std::vector<std::int64_t>* e);
  int free_extents;
  bool only_maps;  // in place must work, where shapes and dtypes agree
};

// Memory of one operand.
struct memory {
  void* data;
  std::int64_t extent[8];
  std::int64_t stride[8];
};

// Where a fixture's operands live, and what a program costs there.
struct backend {
  const char* name;
  std::int64_t most_elements;  // of one value
  int cases;
  void* (*allocate)(std::size_t);  // nullptr for 0 bytes
  void (*release)(void*);
  void (*upload)(void* to, const void* from, std::size_t);
  void (*download)(void* to, const void* from, std::size_t);  // waits for what was launched
};
using launch_function = void (*)(const memory* in, const memory* out);

void check(const program& p, const backend& b, launch_function fused, launch_function exact);

}  // namespace test::fuzz
