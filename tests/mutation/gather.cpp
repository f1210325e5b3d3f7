// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Gathers in every kernel: indices inside, below and beyond; vectors of one row, of neighbours, of anything; sources that end
// where they end.
#define SINTER_MUTATION_BODIES rows | strided | registers | looped | staged | totals_strided
#include "mutation/machine.hpp"

namespace test {

using sinter::axis;

inline constexpr auto chosen_rows =
    sinter::region<struct chosen_rows_k>([](auto x, auto i) { return take(x, axis<0>, i); });
inline constexpr auto chosen_columns =
    sinter::region<struct chosen_columns_k>([](auto x, auto i) { return take(x, axis<1>, i); });
inline constexpr auto shifted = sinter::region<struct shifted_k>([](auto x) { return roll(x, axis<-1>, 5); });
inline constexpr auto framed =
    sinter::region<struct framed_k>([](auto x) { return pad(pad(x, axis<-1>, 6, 2, -1), axis<0>, 1, 1, -1); });

// What an index stands for on an axis of n.
int64_t meant(int64_t i, int64_t n) {
  if (i < 0) i += n;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}
const values<std::int32_t>& rows_wanted() {
  static const values<std::int32_t> ids{2, 0, -1, 9, -9, 1, 2, 2, 4, 0, 5, -5};
  return ids;
}

void check_pointwise(arrangement how) {
  CAPTURE(static_cast<int>(how));
  on_machines([&](const auto& machine) {
    for (const int64_t n : {8, 16, 1028}) {
      CAPTURE(n);
      const int64_t m = 5;
      const values<std::int32_t>& ids = rows_wanted();
      const int64_t q = ids.size();
      const values<std::int32_t> v = random<std::int32_t>(m * n, 1, 1, 900);
      values<std::int32_t> columns(n);
      for (int64_t j = 0; j < n; ++j) columns[j] = static_cast<std::int32_t>(j * 7 % n - (j % 2 == 0 ? n : 0));
      values<std::int32_t> rows_of(q * n), columns_of(m * n), rolled(m * n), frame((m + 2) * (n + 8), -1);
      for (int64_t k = 0; k < q * n; ++k) rows_of[k] = v[meant(ids[k / n], m) * n + k % n];
      for (int64_t k = 0; k < m * n; ++k) {
        columns_of[k] = v[k / n * n + meant(columns[k % n], n)];
        rolled[k] = v[k / n * n + (k % n + 2 * n - 5) % n];
        frame[(k / n + 1) * (n + 8) + k % n + 6] = v[k];
      }
      const auto x = input(extents{m, n}, v, how);
      const auto i = input(extents{q}, ids);
      const auto j = input(extents{n}, columns);
      const auto a = result<std::int32_t>(extents{q, n}, how);
      const auto b = result<std::int32_t>(extents{m, n}, how);
      const auto c = result<std::int32_t>(extents{m, n}, how);
      const auto d = result<std::int32_t>(extents{m + 2, n + 8}, how);
      chosen_rows(x.view(), i.view()).into(a.view(), machine);
      chosen_columns(x.view(), j.view()).into(b.view(), machine);
      shifted(x.view()).into(c.view(), machine);
      framed(x.view()).into(d.view(), machine);
      CHECK(difference(a.get(), rows_of) == "");
      CHECK(difference(b.get(), columns_of) == "");
      CHECK(difference(c.get(), rolled) == "");
      CHECK(difference(d.get(), frame) == "");
    }
  });
}
TEST_CASE("gather: rows of vectors") { check_pointwise(arrangement::contiguous); }
TEST_CASE("gather: strided") { check_pointwise(arrangement::gaps); }

// One index for the launch, inside and outside; a source without elements.
inline constexpr auto chosen_once = sinter::region<struct chosen_once_k>(
    [](auto x, auto t, auto i) { return x + take(t, axis<0>, i) + select(pad(t, axis<0>, 1, 0, 7), axis<0>, 0); });
inline constexpr auto joined = sinter::region<struct joined_k>(
    [](auto x, auto y) { return sinter::outputs(concatenate(axis<-1>, x, y), sum(x, axis<-1>, sinter::drop)); });
TEST_CASE("gather: one value for all, and nothing to choose from") {
  on_machines([](const auto& machine) {
    for (const std::int32_t at : {1, -3, 8}) {
      const int64_t m = 4, n = 8;
      const values<std::int32_t> v = random<std::int32_t>(m * n, 2, 1, 900);
      const values<std::int32_t> t{40, 50, 60};
      values<std::int32_t> want(m * n);
      for (int64_t k = 0; k < m * n; ++k) want[k] = v[k] + t[meant(at, 3)] + 7;
      const auto y = result<std::int32_t>(extents{m, n});
      chosen_once(input(extents{m, n}, v).view(), input(extents{int64_t{3}}, t).view(),
                  input(extents<0>{}, values<std::int32_t>{at}).view())
          .into(y.view(), machine);
      CHECK(difference(y.get(), want) == "");
    }
    const values<std::int32_t> v = random<std::int32_t>(8, 3, 1, 900);
    const auto y = result<std::int32_t>(extents{int64_t{2}, int64_t{4}});
    const auto none = result<std::int64_t>(extents{int64_t{2}});
    joined(input(extents{int64_t{2}, int64_t{0}}, values<std::int32_t>(0)).view(),
           input(extents{int64_t{2}, int64_t{4}}, v).view())
        .into(sinter::outputs(y.view(), none.view()), machine);
    CHECK(difference(y.get(), v) == "");
    CHECK(difference(none.get(), values<std::int64_t>(2)) == "");
  });
}

// Below a row's reduction: rows of a table, rows of padding, elements of padding, a target and a value of padding a row.
inline constexpr auto table_rows = sinter::region<struct table_rows_k>([](auto x, auto i) {
  const auto e = take(x, axis<0>, i);
  return e * 2 - sum(e, axis<-1>);
});
inline constexpr auto padded_rows = sinter::region<struct padded_rows_k>([](auto x, auto r) {
  const auto e = pad(x, axis<0>, 1, 1, 3);
  return e * 2 - sum(e, axis<-1>) + unsqueeze(pad(r, axis<0>, 2, 0, 9), axis<-1>);
});
inline constexpr auto padded_columns = sinter::region<struct padded_columns_k>([](auto x, auto target) {
  const auto e = pad(x, axis<-1>, 2, 1, 4);
  return sinter::outputs(e * 2 - sum(e, axis<-1>),
                         take_along(x, axis<-1>, unsqueeze(target, axis<-1>)) + sum(x, axis<-1>));
});
inline constexpr auto targets = sinter::region<struct targets_k>([](auto x, auto target) {
  const auto total = sum(x, axis<-1>);
  return sinter::outputs(x * 2 - total, take_along(x, axis<-1>, unsqueeze(target, axis<-1>)) + total);
});
// Every row twice less its sum.
values<std::int64_t> less_sum(const values<std::int32_t>& v, int64_t n) {
  values<std::int64_t> want(v.size());
  for (int64_t k = 0; k < v.size(); k += n) {
    std::int64_t total = 0;
    for (int64_t j = 0; j < n; ++j) total += v[k + j];
    for (int64_t j = 0; j < n; ++j) want[k + j] = std::int64_t{v[k + j]} * 2 - total;
  }
  return want;
}
void check_rows(int64_t n, arrangement how, bool columns) {
  CAPTURE(n);
  CAPTURE(static_cast<int>(how));
  on_machines([&](const auto& machine) {
    const int64_t m = 5;
    const values<std::int32_t>& ids = rows_wanted();
    const int64_t q = ids.size();
    const values<std::int32_t> v = random<std::int32_t>(m * n, 4, 1, 900);
    const values<std::int32_t> r = random<std::int32_t>(m, 5, 1, 900);
    const auto x = input(extents{m, n}, v, how);
    values<std::int32_t> taken(q * n), padded((m + 2) * n, 3);
    for (int64_t k = 0; k < q * n; ++k) taken[k] = v[meant(ids[k / n], m) * n + k % n];
    for (int64_t k = 0; k < m * n; ++k) padded[k + n] = v[k];
    values<std::int64_t> want_padded = less_sum(padded, n);
    for (int64_t k = 0; k < want_padded.size(); ++k) want_padded[k] += k < 2 * n ? 9 : r[k / n - 2];
    const auto a = result<std::int64_t>(extents{q, n}, how);
    const auto b = result<std::int64_t>(extents{m + 2, n}, how);
    table_rows(x.view(), input(extents{q}, ids).view()).into(a.view(), machine);
    padded_rows(x.view(), input(extents{m}, r).view()).into(b.view(), machine);
    CHECK(difference(a.get(), less_sum(taken, n)) == "");
    CHECK(difference(b.get(), want_padded) == "");
    values<std::int32_t> target(m);
    values<std::int64_t> want_target(m);
    for (int64_t k = 0; k < m; ++k) {
      target[k] = static_cast<std::int32_t>(k * 5 % n - (k == 2 ? n : 0));
      for (int64_t j = 0; j < n; ++j) want_target[k] += v[k * n + j];
      want_target[k] += v[k * n + meant(target[k], n)];
    }
    const auto i = input(extents{m}, target);
    const auto c = result<std::int64_t>(extents{m, n}, how);
    const auto t = result<std::int64_t>(extents{m, int64_t{1}});
    // Rows that do not exist lie in memory that no view shows.
    auto alone = place(extents{m, n}, how);
    alone.size += 64 * n;
    targets(tensor<host_memory, std::int32_t, 2>(extents{m, n}, v, alone).view(), i.view())
        .into(sinter::outputs(c.view(), t.view()), machine);
    CHECK(difference(c.get(), less_sum(v, n)) == "");
    CHECK(difference(t.get(), want_target) == "");
    if (!columns) return;
    values<std::int32_t> wide(m * (n + 3), 4);
    for (int64_t k = 0; k < m * n; ++k) wide[k / n * (n + 3) + k % n + 2] = v[k];
    const auto d = result<std::int64_t>(extents{m, n + 3}, how);
    padded_columns(x.view(), i.view()).into(sinter::outputs(d.view(), t.view()), machine);
    CHECK(difference(d.get(), less_sum(wide, n + 3)) == "");
    CHECK(difference(t.get(), want_target) == "");
  });
}
TEST_CASE("gather: rows in registers") {
  check_rows(16, arrangement::contiguous, false);
  check_rows(520, arrangement::contiguous, false);
}
TEST_CASE("gather: rows in a loop") {
  check_rows(13, arrangement::contiguous, true);
  check_rows(70, arrangement::gaps, true);
}
// Beside an operand that is staged, since both passes read it.
inline constexpr auto padded_beside = sinter::region<struct padded_beside_k>([](auto x, auto z) {
  const auto e = pad(x, axis<0>, 1, 1, 3) + z;
  return e * 2 - max(e, axis<-1>);
});
TEST_CASE("gather: rows of padding beside staged ones") {
  on_machines([](const auto& machine) {
    const int64_t m = 2, n = 33000;  // above the register ladder
    const values<std::int32_t> v = random<std::int32_t>(m * n, 6, 1, 900);
    const values<std::int32_t> z = random<std::int32_t>((m + 2) * n, 7, 1, 900);
    values<std::int32_t> want(z.size());
    for (int64_t row = 0; row < m + 2; ++row) {
      const auto e = [&](int64_t k) { return z[row * n + k] + (row > 0 && row <= m ? v[(row - 1) * n + k] : 3); };
      std::int32_t most = e(0);
      for (int64_t k = 0; k < n; ++k) most = std::max(most, e(k));
      for (int64_t k = 0; k < n; ++k) want[row * n + k] = e(k) * 2 - most;
    }
    const auto y = result<std::int32_t>(extents{m + 2, n});
    const extents<2> shape{m, n};
    auto alone = place(shape, arrangement::contiguous);  // beside rows that no view shows
    alone.offset = n;
    alone.size = (m + 2) * n;
    padded_beside(tensor<host_memory, std::int32_t, 2>(shape, v, alone).view(), input(extents{m + 2, n}, z).view())
        .into(y.view(), machine);
    CHECK(difference(y.get(), want) == "");
  });
}

// Nothing is chosen, from nothing, beside a result that has elements: the source is null.
inline constexpr auto beside = sinter::region<struct beside_k>(
    [](auto x, auto w, auto i) { return sinter::outputs(take(x, axis<0>, i) + w, w * 2); });
inline constexpr auto beside_row = sinter::region<struct beside_row_k>([](auto x, auto w, auto i) {
  const auto e = take(x, axis<0>, i) + w;
  return sinter::outputs(e - sum(e, axis<-1>), w * 2);
});
inline constexpr auto beside_value = sinter::region<struct beside_value_k>([](auto r, auto w, auto i) {
  const auto e = unsqueeze(take(r, axis<0>, i), axis<-1>) + w;
  return sinter::outputs(e - sum(e, axis<-1>), w * 2);
});
TEST_CASE("gather: from nothing beside a result") {
  on_machines([](const auto& machine) {
    const int64_t n = 9, none = 0;
    const values<std::int32_t> v = random<std::int32_t>(n, 7, 1, 900);
    values<std::int32_t> twice(n);
    for (int64_t k = 0; k < n; ++k) twice[k] = v[k] * 2;
    const auto x = input(extents{none, n}, values<std::int32_t>(0));
    const auto r = input(extents{none}, values<std::int32_t>(0));
    const auto w = input(extents{n}, v);
    const auto i = input(extents{none}, values<std::int32_t>(0));
    const auto check = [&](const auto& region, const auto& source, auto element) {
      const auto y = result<decltype(element)>(extents{none, n});
      const auto z = result<std::int32_t>(extents{n});
      region(source.view(), w.view(), i.view()).into(sinter::outputs(y.view(), z.view()), machine);
      CHECK(difference(z.get(), twice) == "");
    };
    check(beside, x, std::int32_t{});
    check(beside_row, x, std::int64_t{});
    check(beside_value, r, std::int64_t{});
  });
}

inline constexpr auto chosen_sum =
    sinter::region<struct chosen_sum_k>([](auto x, auto i) { return sum(take(x, axis<0>, i)); });
TEST_CASE("gather: below a whole reduction") {
  on_machines([](const auto& machine) {
    const int64_t m = 5, n = 33;
    const values<std::int32_t> v = random<std::int32_t>(m * n, 5, 1, 900);
    std::int64_t want = 0;
    for (const std::int32_t i : rows_wanted()) {
      for (int64_t j = 0; j < n; ++j) want += v[meant(i, m) * n + j];
    }
    const auto y = result<std::int64_t>(extents<0>{});
    chosen_sum(input(extents{m, n}, v).view(), input(extents{rows_wanted().size()}, rows_wanted()).view())
        .into(y.view(), machine);
    CHECK(y.get()[0] == want);
  });
}

}  // namespace test
