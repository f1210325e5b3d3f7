// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Two passes: partials of whole-tensor reductions, finished by pointwise kernels of each kind, in one round or in several.
#define SINTER_MUTATION_BODIES totals_flat | totals_strided | flat | rows | strided
#include "mutation/machine.hpp"

namespace test {

// Integers: every order of additions gives one result. All values are negative: a 0 would be the maximum.
inline constexpr auto centred =
    sinter::region<struct centred_k>([](auto x, auto b) { return x * b + sum(x) * 2 - max(x); });

template <class Executor>
void check_centred(const Executor& machine, int64_t m, int64_t n, arrangement how, bool broadcast) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(how);
  const values<std::int32_t> v = random<std::int32_t>(m * n, 1, -900, -7);
  const values<std::int32_t> b = random<std::int32_t>(broadcast ? m : m * n, 2, -5, 5);
  std::int64_t total = 0;
  std::int32_t most = v[0];
  for (const std::int32_t x : v) {
    total += x;
    most = x > most ? x : most;
  }
  values<std::int64_t> want(m * n);
  for (int64_t i = 0; i < m * n; ++i) want[i] = v[i] * b[broadcast ? i / n : i] + total * 2 - most;
  const auto x = input(extents{m, n}, v, how);
  const auto tb = input(extents{m, broadcast ? 1 : n}, b);
  const auto y = result<std::int64_t>(extents{m, n}, how);
  centred(x.view(), tb.view()).into(y.view(), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(y.gaps_are_untouched());
}

TEST_CASE("finish: a flat kernel combines the partials, then walks") {
  on_machines<sinter::fusion::two_pass>([](const auto& machine) {
    check_centred(machine, 1, 5, arrangement::contiguous, false);
    check_centred(machine, 1, 17001, arrangement::contiguous, false);
  });
}
TEST_CASE("finish: a rows kernel combines the partials, then walks") {
  on_machines<sinter::fusion::two_pass>(
      [](const auto& machine) { check_centred(machine, 290, 60, arrangement::contiguous, true); });
}
TEST_CASE("finish: a strided kernel combines the partials, then walks") {
  on_machines<sinter::fusion::two_pass>([](const auto& machine) {
    check_centred(machine, 170, 101, arrangement::misaligned, true);
    check_centred(machine, 3, 5, arrangement::transposed, false);
  });
}

}  // namespace test
