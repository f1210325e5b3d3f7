// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What an op's operands are converted to and what it returns. In: the operands' dtypes, strong or weak. Out: two dtypes.
// Invariant: the rules depend on dtypes alone, never on values, so every executor agrees.
#pragma once

#include <cstdint>

#include <sinter/core/dtype.hpp>

namespace sinter {

enum class typing : std::uint8_t {
  promoted,   // operands promote, bools as i32; the result has their type (add)
  floating,   // the same, integers become f32 (exp, division); complex stays complex
  predicate,  // operands promote; the result is bool (less)
  integral,   // as promoted, and floats are refused (shifts)
  bitwise,    // the same, but bool stays bool (bit_and)
  logical,    // operands become bool; so is the result (logical_and)
  select,     // the first operand becomes bool, the others promote (where)
  fixed       // operands stay as they are; the op names its result (cast)
};

struct operand_type {
  dtype type = dtype::boolean;
  bool weak = true;
};

// The common dtype of operands [first, n). All weak: they promote among themselves.
constexpr operand_type common_type(const operand_type* operand, int first, int n) {
  operand_type strong{dtype::boolean, true};
  operand_type weak{dtype::boolean, true};
  for (int i = first; i < n; ++i) {
    operand_type& side = operand[i].weak ? weak : strong;
    side.type = promote(side.type, operand[i].type);
    if (!operand[i].weak) strong.weak = false;
  }
  if (strong.weak) return weak;
  return {promote_weak(strong.type, weak.type), false};
}

// What operands of the common dtype are converted to before an op of the rule sees them.
constexpr dtype operand_dtype(typing rule, dtype common) {
  switch (rule) {
    case typing::logical:
      return dtype::boolean;
    case typing::floating:
      return kind_of(common) >= dtype_kind::floating ? common : dtype::f32;
    case typing::promoted:
    case typing::integral:
      return common == dtype::boolean ? dtype::i32 : common;
    default:
      return common;
  }
}

static_assert([] {
  constexpr operand_type half_and_literal[] = {{dtype::bf16, false}, {dtype::f32, true}};
  constexpr operand_type int_and_literal[] = {{dtype::i32, false}, {dtype::f32, true}};
  return common_type(half_and_literal, 0, 2).type == dtype::bf16 &&
         common_type(int_and_literal, 0, 2).type == dtype::f32;
}());

}  // namespace sinter
