// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// How far an op's result may be from the exact value: what the tests grant and docs/reference.md says. In: an op's name. Out:
// units in the last place. Invariant: an op that is not here is right in every bit. Of complex operands (but arg's) docs/ops.md
// has the errors.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

namespace test {

struct bound {
  const char* op;
  double f32;               // every executor
  double f64;               // the same
  double absolute_f32 = 0;  // granted anyway: near zeros of the function that are no numbers of the type
  double absolute_f64 = 0;
  double host = f32;  // f32 on the host, where the library's own functions are better
};

// A narrow result is the rounding of an f32 one; of its ops' coarse forms this is the relative error.
inline constexpr double coarse_bound = 0x1p-16;
// Beyond this a Bessel function's phase is its argument's rounding: only the special values are checked.
inline constexpr double bessel_range = 1e4;

inline constexpr bound bounds[] = {
    {.op = "floor_divide", .f32 = 2, .f64 = 2},
    {.op = "exp", .f32 = 2, .f64 = 2, .host = 1},
    {.op = "log", .f32 = 2, .f64 = 2, .host = 1},
    {.op = "rsqrt", .f32 = 2.5, .f64 = 2.5, .host = 1.5},
    {.op = "tanh", .f32 = 3, .f64 = 3, .host = 2.5},
    {.op = "sigmoid", .f32 = 4, .f64 = 4, .host = 2.5},
    {.op = "expm1", .f32 = 1.5, .f64 = 1.5},
    {.op = "log1p", .f32 = 1.5, .f64 = 1.5, .host = 1},
    {.op = "exp2", .f32 = 2.5, .f64 = 2.5, .host = 1},
    {.op = "log2", .f32 = 1.5, .f64 = 1.5},
    {.op = "log10", .f32 = 2.5, .f64 = 2.5},
    {.op = "cbrt", .f32 = 1.5, .f64 = 4},
    {.op = "sin", .f32 = 2.5, .f64 = 2.5},
    {.op = "cos", .f32 = 2.5, .f64 = 2.5},
    {.op = "tan", .f32 = 4.5, .f64 = 4.5},
    {.op = "asin", .f32 = 2.5, .f64 = 2.5},
    {.op = "acos", .f32 = 2.5, .f64 = 2.5},
    {.op = "atan", .f32 = 2.5, .f64 = 2.5},
    {.op = "sinh", .f32 = 3.5, .f64 = 3.5},
    {.op = "cosh", .f32 = 2.5, .f64 = 2.5},
    {.op = "asinh", .f32 = 3.5, .f64 = 3.5},
    {.op = "acosh", .f32 = 4.5, .f64 = 4.5},
    {.op = "atanh", .f32 = 3.5, .f64 = 3.5},
    {.op = "erf", .f32 = 2.5, .f64 = 2.5, .host = 1.8},
    {.op = "erfc", .f32 = 4.5, .f64 = 4.5, .host = 3.5},
    {.op = "atan2", .f32 = 3.5, .f64 = 3.5},
    {.op = "hypot", .f32 = 3.5, .f64 = 3.5},
    {.op = "pow", .f32 = 4.5, .f64 = 4.5},
    {.op = "polar", .f32 = 4, .f64 = 4},  // each part
    {.op = "arg", .f32 = 3.5, .f64 = 3.5},
    {.op = "lgamma", .f32 = 8, .f64 = 8, .absolute_f32 = 2e-6, .absolute_f64 = 1e-14},
    {.op = "digamma", .f32 = 4, .f64 = 4, .absolute_f64 = 1e-14},
    {.op = "trigamma", .f32 = 4, .f64 = 8},
    {.op = "erfinv", .f32 = 4, .f64 = 4},
    {.op = "bessel_j0", .f32 = 16, .f64 = 16, .absolute_f32 = 4e-6, .absolute_f64 = 5e-12},
    {.op = "bessel_j1", .f32 = 16, .f64 = 16, .absolute_f32 = 4e-6, .absolute_f64 = 5e-12},
    {.op = "bessel_y0", .f32 = 16, .f64 = 16, .absolute_f32 = 4e-6, .absolute_f64 = 5e-12},
    {.op = "bessel_y1", .f32 = 16, .f64 = 16, .absolute_f32 = 4e-6, .absolute_f64 = 5e-12},
};

// Of the sum of n floats: so many roundings of the sum of their magnitudes.
inline double sum_bound(std::int64_t n) {
  return 8 + std::log2(static_cast<double>(n) + 1) + static_cast<double>(n) / 256;
}
inline constexpr const char* sum_bound_text =
    "f32, n elements: (8 + log₂(n + 1) + n / 256) 2⁻²⁴ times the sum of magnitudes";

constexpr bool has_bound(std::string_view op) {
  for (const bound& b : bounds) {
    if (op == b.op) return true;
  }
  return false;
}
constexpr const bound& bound_of(std::string_view op) {
  for (const bound& b : bounds) {
    if (op == b.op) return b;
  }
  throw "no bound for this op";
}

}  // namespace test
