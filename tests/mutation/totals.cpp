// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce_flat: one block, many blocks of which the last one goes on, maps beside reductions.
#define SINTER_MUTATION_BODIES totals_flat
#include "mutation/totals.hpp"

namespace test {

TEST_CASE("totals: contiguous") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {1, 3, 4096, 4097, 13001}) check_totals(machine, 1, n, arrangement::contiguous);
  });
}
// Two bytes an element: a block's share is more than 4096 elements, and some blocks have none.
TEST_CASE("totals: blocks without elements") {
  on_machines([](const auto& machine) {
    const int64_t n = 8192 + 5;
    const values<sinter::bf16> v = random<sinter::bf16>(n, 2, -9, -3);
    float most = -10;
    for (const sinter::bf16 x : v) most = static_cast<float>(x) > most ? static_cast<float>(x) : most;
    const auto x = input(extents{n}, v);
    const auto y = result<sinter::bf16>(extents<0>{});
    greatest(x.view()).into(y.view(), machine);
    CHECK(static_cast<float>(y.get()[0]) == static_cast<float>(sinter::bf16(most - 1)));
  });
}

// Eight bytes an element: a block walks twice.
inline constexpr auto total = sinter::region<struct total_k>([](auto x) { return sum(x); });
TEST_CASE("totals: several rounds a block") {
  on_machines([](const auto& machine) {
    const values<std::int64_t> v = random<std::int64_t>(9001, 3, -900, 900);
    std::int64_t want = 0;
    for (const std::int64_t x : v) want += x;
    const auto y = result<std::int64_t>(extents<0>{});
    total(input(extents{v.size()}, v).view()).into(y.view(), machine);
    CHECK(y.get()[0] == want);
  });
}

}  // namespace test
