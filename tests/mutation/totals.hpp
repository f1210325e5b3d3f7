// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Formulas for both kernels of whole-tensor reductions, and what they are.
#pragma once

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

}  // namespace test
