// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Scatters in both kernels that write by index, and the sort: indices inside, below and beyond; vectors that go to one row, to
// neighbours, to anything; more keys than a block has items, and fewer; digits that many keys share.
#define SINTER_MUTATION_BODIES flat | rows | strided | sorts
#include "mutation/machine.hpp"

#include "support/scattered.hpp"

namespace test {

inline constexpr auto written_rows = sinter::region<struct written_rows_k>(
    [](auto x, auto i, auto v) { return scatter(x, axis<0>, i, v * 2, sinter::unique); });
inline constexpr auto written_columns = sinter::region<struct written_columns_k>(
    [](auto x, auto i, auto v) { return scatter(x, axis<1>, i, v * 2, sinter::unique); });
inline constexpr auto last_rows =
    sinter::region<struct last_rows_k>([](auto x, auto i, auto v) { return scatter(x, axis<0>, i, v); });
inline constexpr auto added_rows =
    sinter::region<struct added_rows_k>([](auto x, auto i, auto v) { return scatter_add(x, axis<0>, i, v); });

template <class T>
values<T> twice(const values<T>& v) {
  values<T> all = v;
  for (int64_t i = 0; i < v.size(); ++i) all[i] = v[i] * 2;
  return all;
}
void check_written(arrangement how) {
  CAPTURE(static_cast<int>(how));
  on_machines([&](const auto& machine) {
    for (const int64_t m : {8, 16, 1028}) {
      CAPTURE(m);
      const int64_t n = 9;
      const values<std::int32_t> ids{2, 0, -1, 9, -12, 7, 4};
      const values<std::int32_t> clashes{2, 0, -1, 9, -12, 2, 0};
      const auto at = [&](const values<std::int32_t>& i) {
        return [&i](int64_t, int64_t k, int64_t) { return static_cast<int64_t>(i[k]); };
      };
      const int64_t q = ids.size();
      const auto v = random<std::int32_t>(q * m, 2, 1, 900);
      const auto x = random<std::int32_t>(n * m, 1, 1, 900);
      const auto target = input(extents{n, m}, x, how);
      const auto some = input(extents{q, m}, v, how);
      const auto out = result<std::int32_t>(extents{n, m}, how);
      const around rows_of{1, n, m};
      written_rows(target.view(), input(extents{q}, ids).view(), some.view()).into(out.view(), machine);
      CHECK(difference(out.get(), replaced(x, rows_of, q, at(ids), twice(v))) == "");
      last_rows(target.view(), input(extents{q}, clashes).view(), some.view()).into(out.view(), machine);
      CHECK(difference(out.get(), replaced(x, rows_of, q, at(clashes), v)) == "");
      added_rows(target.view(), input(extents{q}, clashes).view(), some.view()).into(out.view(), machine);
      CHECK(difference(out.get(), added(x, rows_of, q, at(clashes), v)) == "");
      // A vector's columns: neighbours, apart, outside.
      values<std::int32_t> columns(m);
      for (int64_t j = 0; j < m; ++j) {
        columns[j] = static_cast<std::int32_t>(j < m / 2        ? j + 1
                                               : j == m - 1     ? m + 3
                                               : j == m - 2     ? -m - 1
                                               : j * 5 % 4 == 0 ? j + 1
                                                                : j + 1 - m);
      }
      const auto of_columns = random<std::int32_t>(n * m, 3, 1, 900);
      written_columns(target.view(), input(extents{m}, columns).view(), input(extents{n, m}, of_columns, how).view())
          .into(out.view(), machine);
      CHECK(difference(out.get(), replaced(x, around{n, m, 1}, m, at(columns), twice(of_columns))) == "");
      CHECK(out.gaps_are_untouched());
    }
  });
}
TEST_CASE("scatter: rows of vectors") { check_written(arrangement::contiguous); }
TEST_CASE("scatter: strided") { check_written(arrangement::gaps); }

TEST_CASE("sort: the order of values that go to one element") {
  on_machines([&](const auto& machine) {
    for (const int64_t q : {1, 7, 2048, 2100, 4500}) {
      CAPTURE(q);
      const int64_t n = 5000;
      values<std::int32_t> ids(q);
      for (int64_t k = 0; k < q; ++k) ids[k] = static_cast<std::int32_t>(k % 3 == 0 ? 64 * (k % 5) : k * 7919 % n);
      const auto v = rough_values<float>(q);
      const auto x = some_values<float>(n, 7, 61);
      const auto out = result<float>(extents{n});
      added_rows(input(extents{n}, x).view(), input(extents{q}, ids).view(), input(extents{q}, v).view())
          .into(out.view(), machine);
      CHECK(difference(out.get(), added(
                                      x, around{1, n, 1}, q,
                                      [&](int64_t, int64_t k, int64_t) { return static_cast<int64_t>(ids[k]); }, v)) ==
            "");
    }
  });
}

}  // namespace test
