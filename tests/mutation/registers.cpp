// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_registers: rows of 8, 32, 128 and more threads, several a block, the last block partial.
#define SINTER_MUTATION_BODIES registers
#include "mutation/row_statistics.hpp"

namespace test {

TEST_CASE("registers: short rows, several a block") {
  on_machines([](const auto& machine) {
    check_row_statistics(machine, 1, 4, arrangement::contiguous);
    check_row_statistics(machine, 17, 12, arrangement::contiguous);
    check_row_statistics(machine, 16, 16, arrangement::contiguous);
    check_row_statistics(machine, 5, 60, arrangement::contiguous);
    check_row_statistics(machine, 6, 200, arrangement::contiguous);
  });
}
TEST_CASE("registers: a block a row") {
  on_machines([](const auto& machine) {
    check_row_statistics(machine, 2, 700, arrangement::contiguous);
    check_row_statistics(machine, 2, 1500, arrangement::contiguous);
    check_row_statistics(machine, 1, 3000, arrangement::contiguous);
  });
}

}  // namespace test
