// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of more elements than an int counts, and of many short rows: the same on the host and on the GPU.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;

inline constexpr std::int64_t beyond = (std::int64_t{1} << 31) + 5;

inline constexpr auto row_totals = sinter::region<struct l_row_totals_k>(
    [](auto x) { return sinter::outputs(sum(x, axis<-1>), count_nonzero(x, axis<-1>)); });
// Of 0, 1, 2, … but for the last, which is -1.
inline constexpr auto row_places = sinter::region<struct l_row_places_k>([](auto x) {
  const auto i = sinter::iota(x, axis<-1>);
  const auto y = where(i == extent(x, axis<-1>) - 1, -1, i);
  return sinter::outputs(max(y, axis<-1>), argmax(y, axis<-1>));
});
inline constexpr auto short_rows = sinter::region<struct l_short_rows_k>(
    [](auto x) { return sinter::outputs(sum(x, axis<-1>), max(x, axis<-1>), argmax(x, axis<-1>)); });
inline std::int64_t wrong_short_rows(const values<std::uint8_t>& v, const values<std::uint64_t>& sum,
                                     const values<std::uint8_t>& most, const values<std::int64_t>& place) {
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < sum.size(); ++r) {
    const std::uint8_t* x = v.data() + 3 * r;
    const std::int64_t first = x[1] > x[0] ? (x[2] > x[1] ? 2 : 1) : x[2] > x[0] ? 2 : 0;
    const std::uint64_t total = std::uint64_t{x[0]} + x[1] + x[2];
    wrong += sum[r] == total && most[r] == x[first] && place[r] == first ? 0 : 1;
  }
  return wrong;
}

}  // namespace test
