// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// More than 2^31 elements on the host, whose memory is one element, or a few, by strides of 0; and many short rows.
#include "support/large_regions.hpp"

namespace {

using test::beyond;

TEST_CASE("large: a row of more than 2^31 elements, counted and added up") {
  std::int8_t one = -3;
  std::int64_t sum = 0, count = 0;
  test::row_totals(sinter::view(&one, {std::int64_t{1}, beyond}, {0, 0}))
      .into(sinter::outputs(sinter::view(&sum, {1, 1}), sinter::view(&count, {1, 1})), sinter::host);
  CHECK(sum == -3 * beyond);
  CHECK(count == beyond);
}
TEST_CASE("large: the largest element and its place in a row that has it beyond 2^31") {
  std::int64_t most = 0, place = 0;
  const std::uint8_t one = 0;
  test::row_places(sinter::view(&one, {std::int64_t{1}, beyond}, {0, 0}))
      .into(sinter::outputs(sinter::view(&most, {1, 1}), sinter::view(&place, {1, 1})), sinter::host);
  CHECK(most == beyond - 2);
  CHECK(place == beyond - 2);
}
TEST_CASE("large: ten million rows of three") {
  constexpr std::int64_t rows = 10000000;
  test::values<std::uint8_t> v(3 * rows);
  for (std::int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<std::uint8_t>(i * 7 % 256);
  test::values<std::uint64_t> sum(rows);
  test::values<std::uint8_t> most(rows);
  test::values<std::int64_t> place(rows);
  test::short_rows(sinter::view(v.data(), {rows, 3}))
      .into(sinter::outputs(sinter::view(sum.data(), {rows, 1}), sinter::view(most.data(), {rows, 1}),
                            sinter::view(place.data(), {rows, 1})),
            sinter::host);
  CHECK(test::wrong_short_rows(v, sum, most, place) == 0);
}

}  // namespace
