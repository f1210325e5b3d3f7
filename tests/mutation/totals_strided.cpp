// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce_strided: as totals.cpp, from any strides; and more partials than a block has threads.
#define SINTER_MUTATION_BODIES totals_strided
#include "mutation/totals.hpp"

namespace test {

TEST_CASE("totals: strided") {
  on_machines([](const auto& machine) {
    check_totals(machine, 1, 1, arrangement::misaligned);
    check_totals(machine, 3, 5, arrangement::gaps);
    check_totals(machine, 1, 4096, arrangement::misaligned);
    check_totals(machine, 131, 199, arrangement::gaps);
  });
}

TEST_CASE("totals: more partials than a block has threads") {
  const strict_executor<sinter::fusion::automatic> machine{4};
  const auto one = input(extents<0>{}, values<std::int32_t>{-3});
  const int64_t n = 513 * 8192;  // four rounds a tile
  const sinter::view everywhere(one.view().data(), {n}, {0});
  const auto sum_of_map = sinter::region<struct sum_of_map_k>([](auto x) { return sum(x * 2); });
  const auto y = result<std::int64_t>(extents<0>{});
  sum_of_map(everywhere).into(y.view(), machine);
  CHECK(y.get()[0] == n * -6);
}

}  // namespace test
