// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce_flat: one block, many blocks of which the last one goes on, maps beside reductions.
#define SINTER_MUTATION_BODIES totals_flat
#include "mutation/totals.hpp"

namespace test {

TEST_CASE("totals: contiguous") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {1, 3, 8192, 8193, 25001}) check_totals(machine, 1, n, arrangement::contiguous);
  });
}
inline constexpr auto both =
    sinter::region<struct both_k>([](auto x) { return sinter::outputs(sum(x) + 1, max(x), min(x) * 2); });
TEST_CASE("totals: several reductions in one kernel") {
  on_machines([](const auto& machine) {
    const values<std::int32_t> v = random<std::int32_t>(17001, 5, -900, -7);
    std::int64_t total = 0;
    std::int32_t most = v[0];
    std::int32_t least = v[0];
    for (const std::int32_t x : v) {
      total += x;
      most = x > most ? x : most;
      least = x < least ? x : least;
    }
    const auto tsum = result<std::int64_t>(extents<0>{});
    const auto tmost = result<std::int32_t>(extents<0>{});
    const auto tleast = result<std::int32_t>(extents<0>{});
    both(input(extents{v.size()}, v).view()).into(sinter::outputs(tsum.view(), tmost.view(), tleast.view()), machine);
    CHECK(tsum.get()[0] == total + 1);
    CHECK(tmost.get()[0] == most);
    CHECK(tleast.get()[0] == least * 2);
  });
}

// Two bytes an element: a block's share is more than 8192 elements, and some blocks have none.
TEST_CASE("totals: blocks without elements") {
  on_machines([](const auto& machine) {
    const int64_t n = 16384 + 5;
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
