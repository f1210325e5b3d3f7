// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What a random program's formula means: NumPy's semantics in naive loops over dense arrays of doubles and integers, with the
// error that an implementation may have made carried along. In: a list of nodes, the inputs' elements. Out: each output's
// elements, each with its error: 0 where every bit is known, infinite where anything is right.
// Invariant: nothing of the library is used here; a reference must not share its faults.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace test::fuzz {

enum class type : std::uint8_t { boolean, u8, u32, u64, i8, i32, i64, f16, bf16, f32, f64 };

constexpr bool is_float(type t) { return t >= type::f16; }
constexpr bool is_narrow(type t) { return t == type::f16 || t == type::bf16; }
constexpr bool is_unsigned(type t) { return t >= type::u8 && t <= type::u64; }
constexpr std::size_t size_of(type t) {
  constexpr std::size_t sizes[] = {1, 1, 4, 8, 1, 4, 8, 2, 2, 4, 8};
  return sizes[static_cast<int>(t)];
}
constexpr const char* name_of(type t) {
  constexpr const char* names[] = {"bool", "u8", "u32", "u64", "i8", "i32", "i64", "f16", "bf16", "f32", "f64"};
  return names[static_cast<int>(t)];
}

// What the bits of a value depend on besides its operands: the order in which a sum was rounded. Of a row it is one in each
// kernel, whatever the strides; of everything it follows memory.
enum class rounding : std::uint8_t { alone, of_a_row, of_all };

// A float is `number` with an absolute error of at most `error`; an integer or bool is `whole`, whose error is 0 or infinite.
struct element {
  double number = 0;
  double error = 0;
  std::int64_t whole = 0;
  rounding by = rounding::alone;
};

struct array {
  std::vector<std::int64_t> extent;
  std::vector<element> at;  // row-major
};

// One line of a program. Operands come before; `operand` is the dtype that they are converted to first.
inline constexpr int max_operands = 3;
inline constexpr int max_parameters = 8;
struct node {
  const char* op;
  type result;
  type operand;
  int operands;
  int operand_at[max_operands];
  std::int64_t parameter[max_parameters];  // an axis first, counted from the left; then what the op's function takes
  double literal;
};

// An open end of a slice, and the axis of a reduction over everything.
inline constexpr std::int64_t open_end = INT64_MIN;
inline constexpr std::int64_t every_axis = -1;

// Extents that movements make of others, for the extents of inputs that have to fit.
std::int64_t sliced(std::int64_t n, std::int64_t begin, std::int64_t end, std::int64_t step);
std::int64_t on_diagonal(std::int64_t rows, std::int64_t columns, std::int64_t offset);
std::int64_t windows(std::int64_t n, std::int64_t size, std::int64_t step);

// Every node's value. `fault` says why a call must be refused (extents that do not fit); then the values mean nothing.
struct evaluation {
  std::vector<array> value;
  std::string fault;
};
evaluation evaluate(const node* nodes, int count, const std::vector<array>& inputs);
// The extents alone: what a call would cost, before it is paid.
std::int64_t elements_of_largest(const node* nodes, int count, const std::vector<std::vector<std::int64_t>>& inputs,
                                 std::string& fault);

// Elements in memory. `accepts`: may an implementation have stored these bytes for this value?
element load(type t, const void* at);
void store(type t, void* at, const element& e);
bool accepts(type t, const void* at, const element& want);
std::string text_of(type t, const element& e);
// What gaps hold: a NaN, or a number that stands out.
void poison(type t, void* at);

}  // namespace test::fuzz
