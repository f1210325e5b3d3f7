// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "on_host.hpp"

#include <cstdio>

int main() {
  const bool right = runs_in_a() && affine_is_right(-1.0f);
  std::puts(right ? "both translation units ran the region" : "WRONG VALUES");
  return right ? 0 : 1;
}
