// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What the examples share: a check that also works in a release build, and floats that are equal but for rounding.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>

inline void check(bool holds, const char* claim) {
  std::printf("%s: %s\n", holds ? "ok" : "WRONG", claim);
  if (!holds) std::exit(1);
}

inline bool near(double a, double b, double tolerance = 1e-5) {
  return std::abs(a - b) <= tolerance * (1 + std::abs(b));
}
