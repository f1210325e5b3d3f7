// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce_flat and reduce_strided: one block, many blocks of which the last one goes on, partials, maps beside reductions.
#define SINTER_MUTATION_BODIES totals
#include "mutation/machine.hpp"

namespace test {

// Integers: every order of additions gives one result. All values are negative: a 0 would be the maximum.
inline constexpr auto twice_total =
    sinter::region<struct twice_total_k>([](auto x, auto one) { return sinter::outputs(sum(x) * 2, x * one); });
inline constexpr auto greatest = sinter::region<struct greatest_k>([](auto x) { return max(x) - 1; });

template <class Executor>
void check_totals(const Executor& machine, int64_t m, int64_t n, arrangement how) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(how);
  const values<std::int32_t> v = random<std::int32_t>(m * n, 1, -900, -7);
  std::int64_t total = 0;
  std::int32_t most = v[0];
  values<std::int32_t> want(m * n);
  for (int64_t i = 0; i < v.size(); ++i) {
    total += v[i];
    most = v[i] > most ? v[i] : most;
    want[i] = v[i] * -3;
  }
  const auto x = input(extents{m, n}, v, how);
  const auto one = input(extents<0>{}, values<std::int32_t>{-3});
  const auto tsum = result<std::int64_t>(extents<0>{});
  const auto tmost = result<std::int32_t>(extents<0>{});
  const auto y = result<std::int32_t>(extents{m, n}, how);
  twice_total(x.view(), one.view()).into(sinter::outputs(tsum.view(), y.view()), machine);
  greatest(x.view()).into(tmost.view(), machine);
  CHECK(tsum.get()[0] == total * 2);
  CHECK(tmost.get()[0] == most - 1);
  CHECK(difference(y.get(), want) == "");
  CHECK(y.gaps_are_untouched());
}

TEST_CASE("totals: contiguous") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {1, 3, 4096, 4097, 13001}) check_totals(machine, 1, n, arrangement::contiguous);
  });
}
TEST_CASE("totals: strided") {
  on_machines([](const auto& machine) {
    check_totals(machine, 1, 1, arrangement::strided);
    check_totals(machine, 3, 5, arrangement::transposed);
    check_totals(machine, 1, 4096, arrangement::misaligned);
    check_totals(machine, 131, 99, arrangement::transposed);
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
TEST_CASE("totals: several rounds a block, and more partials than a block has threads") {
  const strict_executor<sinter::fusion::automatic> machine{4};
  const values<std::int64_t> v = random<std::int64_t>(9001, 3, -900, 900);
  std::int64_t want = 0;
  for (const std::int64_t x : v) want += x;
  const auto y = result<std::int64_t>(extents<0>{});
  total(input(extents{v.size()}, v).view()).into(y.view(), machine);
  CHECK(y.get()[0] == want);
  const values<bool> flags = random<bool>(257 * 4096, 4);
  want = 0;
  for (const bool f : flags) want += f ? 1 : 0;
  total(input(extents{flags.size()}, flags).view()).into(y.view(), machine);
  CHECK(y.get()[0] == want);
}

}  // namespace test
