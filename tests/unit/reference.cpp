// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// docs/reference.md is what the registry says. tools/reference writes it.
#include "support/reference.hpp"

#include <doctest/doctest.h>

#include "support/golden.hpp"

TEST_CASE("reference: the page is the one that the registry makes") {
  CHECK(test::same_as_file(SINTER_GOLDEN_DIR "/../../docs/reference.md", test::reference_page()) == "");
}

TEST_CASE("reference: formulas are written with the parentheses that they need and no others") {
  constexpr auto formula = [](auto a, auto b) { return -(a * (b - 2)) / (b / (a - (b - a)) + 0.1); };
  using arg = sinter::tensor_arg<double, 1>;
  using traced = sinter::traced<decltype(formula), arg, arg>;
  const char* const names[] = {"a", "b"};
  CHECK(test::formula_of(traced::graph, traced::graph.output[0], names).text ==
        "-a * (b - 2) / (b / (a - (b - a)) + 0.1)");
}
