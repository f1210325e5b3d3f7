// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A formula for both row kernels: rows of one tensor, one value a row that an earlier kernel left (a reduction of rows of
// another length), results of both kinds. Integers, so that sums are exact; all negative, so that a 0 would be the maximum.
#pragma once

#include "mutation/machine.hpp"

namespace test {

using sinter::axis;

inline constexpr auto row_statistics = sinter::region<struct row_statistics_k>([](auto a, auto b) {
  auto most = max(b, axis<-1>);
  return sinter::outputs(b * max(a, axis<-1>) - most, most, sum(b, axis<-1>));
});

// `a` is [m,4], `b` [m,n].
template <class Executor>
void check_row_statistics(const Executor& machine, int64_t m, int64_t n, arrangement how) {
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(how);
  const values<std::int32_t> a = random<std::int32_t>(m * 4, 1, -9, -1);
  const values<std::int32_t> b = random<std::int32_t>(m * n, 2, -900, -7);
  values<std::int64_t> sums(m);
  values<std::int32_t> want(m * n), most(m, -1000), of_a(m, -10);
  for (int64_t i = 0; i < m * 4; ++i) of_a[i / 4] = a[i] > of_a[i / 4] ? a[i] : of_a[i / 4];
  for (int64_t i = 0; i < m * n; ++i) {
    sums[i / n] += b[i];
    most[i / n] = b[i] > most[i / n] ? b[i] : most[i / n];
  }
  for (int64_t i = 0; i < m * n; ++i) want[i] = b[i] * of_a[i / n] - most[i / n];
  const auto ta = input(extents{m, int64_t{4}}, a, how);
  const auto tb = input(extents{m, n}, b, how);
  const auto y = result<std::int32_t>(extents{m, n}, how);
  const auto tmost = result<std::int32_t>(extents{m, int64_t{1}});
  const auto tsum = result<std::int64_t>(extents{m, int64_t{1}}, how);
  row_statistics(ta.view(), tb.view()).into(sinter::outputs(y.view(), tmost.view(), tsum.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(y.gaps_are_untouched());
  CHECK(difference(tmost.get(), most) == "");
  CHECK(difference(tsum.get(), sums) == "");
}

}  // namespace test
