// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Values added where indices say: bit by bit what adding them one after the other gives, whatever the executor.
// A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/scattered.hpp"

namespace test {

template <int K>
inline constexpr auto add_along_axis = [](auto x, auto i, auto v) { return scatter_add(x, axis<K>, i, v); };
inline constexpr auto add_first = sinter::region<struct add_first_k>(add_along_axis<0>);
inline constexpr auto add_middle = sinter::region<struct add_middle_k>(add_along_axis<1>);
inline constexpr auto add_last = sinter::region<struct add_last_k>(add_along_axis<-1>);

template <class F, int At, class T, class I, class Region>
void check_add(const Region& region, const extents<3>& e, const extents<2>& q, bool every = true) {
  const bool exact = std::is_integral_v<T> || sizeof(T) < 4;
  const auto x = some_values<T>(e.count(), 7, 61);
  const values<I> ids = clashing_indices<I>(q.count(), e[At]);
  extents<4> of{};
  for (int a = 0, to = 0; a < 3; ++a) {
    if (a == At) of[to++] = q[0];
    of[to++] = a == At ? q[1] : e[a];
  }
  const auto v = exact ? some_values<T>(of.count(), 11, 53) : rough_values<T>(of.count());
  const values<T> want = added(
      x, around_axis(e, At), q.count(), [&](int64_t, int64_t k, int64_t) { return int64_t(ids[k]); }, v);
  for (const arrangement how : every_arrangement) {
    // The index axes of the values are one run in memory.
    const bool apart = how != arrangement::contiguous && how != arrangement::misaligned && how != arrangement::strided;
    if (apart || (!every && how != arrangement::misaligned)) continue;
    CAPTURE(static_cast<int>(how));
    const auto target = make<F, T>(e, x, how);
    const auto index_of = make<F, I>(q, ids, arrangement::transposed);
    const auto summands = make<F, T>(of, v, how);
    const auto got = output<F, T>(e, how == arrangement::strided ? arrangement::gaps : how);
    region(target.view(), index_of.view(), summands.view()).into(got.view(), F::executor());
    CHECK(difference(got.get(), want) == "");
    CHECK(got.gaps_are_untouched());
    CHECK(target.is_untouched());
    region(target.view(), index_of.view(), summands.view()).into(target.view(), F::executor());
    CHECK(difference(target.get(), want) == "");
  }
}

TEST_CASE_TEMPLATE("scatter_add: floats along every axis, in the order of the values", F, SINTER_TEST_FIXTURES) {
  check_add<F, 0, float, std::int32_t>(add_first, extents{6, 3, 16}, extents{2, 5});
  check_add<F, 1, float, std::int64_t>(add_middle, extents{3, 5, 8}, extents{3, 4});
  check_add<F, 2, float, std::int32_t>(add_last, extents{3, 2, 9}, extents{2, 9});
  check_add<F, 0, sinter::bf16, std::int64_t>(add_first, extents{5, 4, 32}, extents{3, 3}, false);
  if constexpr (!sinter::is_unfused(policy_of<F>)) {
    check_add<F, 1, double, std::uint8_t>(add_middle, extents{4, 3, 6}, extents{2, 4}, false);
  }
}
TEST_CASE_TEMPLATE("scatter_add: integers, which wrap", F, SINTER_TEST_FIXTURES) {
  check_add<F, 0, std::int32_t, std::int32_t>(add_first, extents{6, 3, 16}, extents{2, 5});
  check_add<F, 1, std::int64_t, std::int64_t>(add_middle, extents{3, 5, 8}, extents{3, 4}, false);
  check_add<F, 2, std::uint32_t, std::int32_t>(add_last, extents{3, 2, 9}, extents{1, 9}, false);
  if constexpr (!sinter::is_unfused(policy_of<F>)) {
    check_add<F, 0, std::int8_t, std::int32_t>(add_first, extents{3, 2, 9}, extents{40, 3}, false);
  }
}

// An index for every element.
inline constexpr auto add_to_columns = sinter::region<struct add_to_columns_k>(
    [](auto x, auto i, auto v) { return scatter_add_along(x, axis<-1>, i, v); });
inline constexpr auto add_to_rows = sinter::region<struct add_to_rows_k>(
    [](auto x, auto i, auto v) { return scatter_add_along(x, axis<0>, i, v * 0.5f); });
TEST_CASE_TEMPLATE("scatter_add_along: an index for every element", F, SINTER_TEST_FIXTURES) {
  const extents<2> e{6, 8};
  const int64_t q = 13;
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    const auto x = some_values<float>(e.count(), 7, 61);
    const auto target = make<F, float>(e, x, how);
    const auto got = output<F, float>(e, how);
    const auto ids = clashing_indices<int32_t>(e[0] * q, e[1]);
    const auto v = rough_values<float>(e[0] * q);
    const auto at = [&](int64_t o, int64_t k, int64_t) { return ids[o * q + k]; };
    add_to_columns(target.view(), make<F, int32_t>(extents{e[0], q}, ids, how).view(),
                   make<F, float>(extents{e[0], q}, v, how).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), added(x, around{e[0], e[1], 1}, q, at, v)) == "");
    CHECK(got.gaps_are_untouched());
    const auto rows = clashing_indices<int64_t>(q, e[0]);
    const auto columns = rough_values<float>(e[1]);
    values<float> all(q * e[1]);
    for (int64_t i = 0; i < all.size(); ++i) all[i] = columns[i % e[1]] * 0.5f;
    add_to_rows(target.view(), make<F, int64_t>(extents{q, int64_t{1}}, rows, how).view(),
                make<F, float>(extents{int64_t{1}, e[1]}, columns, how).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), added(
                                    x, around{1, e[0], e[1]}, q, [&](int64_t, int64_t k, int64_t) { return rows[k]; },
                                    all)) == "");
    values<int64_t> counts(e.count());
    values<int64_t> ones(e[0] * q, 1);
    const auto counted = output<F, int64_t>(e, how);
    add_to_columns(make<F, int64_t>(e, counts, how).view(), make<F, int32_t>(extents{e[0], q}, ids, how).view(),
                   make<F, int64_t>(extents{e[0], q}, ones, how).view())
        .into(counted.view(), F::executor());
    CHECK(difference(counted.get(), added(counts, around{e[0], e[1], 1}, q, at, ones)) == "");
  }
}

// The gradient of an embedding, under a step of descent: many indices, more than a block sorts, for one digit and for several.
inline constexpr auto descend = sinter::region<struct descend_k>(
    [](auto table, auto ids, auto g) { return table - scatter_add(zeros_like(table), axis<0>, ids, g) * 0.5f; });
inline constexpr auto count =
    sinter::region<struct count_k>([](auto bins, auto i) { return scatter_add(bins, axis<0>, i, 1); });
inline constexpr auto total_by =
    sinter::region<struct total_by_k>([](auto totals, auto i, auto v) { return scatter_add(totals, axis<0>, i, v); });
TEST_CASE_TEMPLATE("scatter_add: many indices", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {int64_t{40}, int64_t{5000}}) {
    CAPTURE(n);
    const int64_t q = 4500;
    const auto x = some_values<float>(n, 7, 61);
    const auto v = rough_values<float>(q);
    values<int32_t> ids(q);
    for (int64_t k = 0; k < q; ++k) ids[k] = static_cast<int32_t>(k % 5 == 0 ? 3 : k * 7919 % n);
    const auto at = [&](int64_t, int64_t k, int64_t) { return ids[k]; };
    const auto index_of = make<F, int32_t>(extents{q}, ids);
    const auto got = output<F, float>(extents{n});
    total_by(make<F, float>(extents{n}, x).view(), index_of.view(), make<F, float>(extents{q}, v).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), added(x, around{1, n, 1}, q, at, v)) == "");
    const auto bins = output<F, int32_t>(extents{n});
    count(make<F, int32_t>(extents{n}, values<int32_t>(n)).view(), index_of.view()).into(bins.view(), F::executor());
    CHECK(difference(bins.get(), added(values<int32_t>(n), around{1, n, 1}, q, at, values<int32_t>(q, 1))) == "");
  }
}
inline values<int64_t> as_wide(const values<int32_t>& v) {
  values<int64_t> w(v.size());
  for (int64_t i = 0; i < v.size(); ++i) w[i] = v[i];
  return w;
}
// Runs of 0, 1, 255, 256, 257, 512, 513 and more values, of whole rows and of single elements: each in parts, which other runs do
// not move.
TEST_CASE_TEMPLATE("scatter_add: few elements with many values each", F, SINTER_TEST_FIXTURES) {
  const int64_t lengths[] = {255, 0, 256, 257, 1, 512, 513, 1100};
  const int64_t n = 8, m = 3;
  for (const int64_t turn : {int64_t{0}, int64_t{3}}) {
    CAPTURE(turn);
    std::vector<int32_t> order;
    for (int64_t k = 0; k < 1100; ++k) {
      for (int64_t e = 0; e < n; ++e) {
        if (k < lengths[(e + turn) % n]) order.push_back(static_cast<int32_t>(e));
      }
    }
    const auto q = static_cast<int64_t>(order.size());
    values<int32_t> ids(q);
    for (int64_t k = 0; k < q; ++k) ids[k] = order[static_cast<std::size_t>(k)];
    const auto x = some_values<float>(n * m, 7, 61);
    const auto v = rough_values<float>(q * m);
    const auto at = [&](int64_t, int64_t k, int64_t) { return ids[k]; };
    const auto target = make<F, float>(extents{n, m}, x);
    const auto got = output<F, float>(extents{n, m});
    total_by(target.view(), make<F, int32_t>(extents{q}, ids).view(), make<F, float>(extents{q, m}, v).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), added(x, around{1, n, m}, q, at, v)) == "");
    values<float> halves(v.size());
    for (int64_t i = 0; i < v.size(); ++i) halves[i] = v[i] * 0.5f;
    add_to_rows(target.view(), make<F, int64_t>(extents{q, int64_t{1}}, as_wide(ids)).view(),
                make<F, float>(extents{q, m}, v).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), added(x, around{1, n, m}, q, at, halves)) == "");
  }
}
TEST_CASE_TEMPLATE("scatter_add: the gradient of an embedding", F, SINTER_TEST_FIXTURES) {
  for (const int64_t m : {int64_t{1}, int64_t{6}, int64_t{64}}) {
    CAPTURE(m);
    const int64_t n = 20, b = 3, t = 11;
    const auto x = some_values<float>(n * m, 7, 61);
    const auto g = rough_values<float>(b * t * m);
    const auto ids = clashing_indices<int64_t>(b * t, n);
    const auto sums = added(
        values<float>(n * m), around{1, n, m}, b * t, [&](int64_t, int64_t k, int64_t) { return ids[k]; }, g);
    values<float> want = x;
    for (int64_t i = 0; i < x.size(); ++i) want[i] = x[i] - sums[i] * 0.5f;
    const auto table = make<F, float>(extents{n, m}, x);
    descend(table.view(), make<F, int64_t>(extents{b, t}, ids).view(), make<F, float>(extents{b, t, m}, g).view())
        .into(table.view(), F::executor());
    CHECK(difference(table.get(), want) == "");
  }
}

// One index, values that broadcast, complex values, a sum that is reduced in the kernel that adds it up.
inline constexpr auto add_one =
    sinter::region<struct add_one_k>([](auto x, auto i, auto v) { return scatter_add(x, axis<0>, i, v); });
inline constexpr auto add_same = sinter::region<struct add_same_k>([](auto x, auto i, auto v) {
  const auto all = scatter_add(x, axis<0>, i, 2.5f);
  const auto lines = scatter_add(x, axis<0>, i, v);
  return sinter::outputs(all, lines / sum(lines, axis<-1>));
});
inline constexpr auto add_ones =
    sinter::region<struct add_ones_k>([](auto x, auto i) { return sum(scatter_add(x, axis<-1>, i, 1.0f)); });
TEST_CASE_TEMPLATE("scatter_add: between other formulas", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 5, q = 9;
  for (const int64_t m : {int64_t{8}, int64_t{33}, int64_t{64}, int64_t{128}}) {
    CAPTURE(m);
    const auto x = some_values<float>(n * m, 7, 61);
    const auto ids = clashing_indices<int32_t>(q, n);
    const auto at = [&](int64_t, int64_t k, int64_t) { return ids[k]; };
    const auto target = make<F, float>(extents{n, m}, x);
    const auto index_of = make<F, int32_t>(extents{q}, ids);
    const auto row = rough_values<float>(m);
    const auto line = make<F, float>(extents{m}, row);
    const auto got = output<F, float>(extents{n, m});
    const auto shares = output<F, float>(extents{n, m});
    const auto total = output<F, float>(extents<0>{});
    add_same(target.view(), index_of.view(), line.view())
        .into(sinter::outputs(got.view(), shares.view()), F::executor());
    add_ones(target.view(), index_of.view()).into(total.view(), F::executor());
    CHECK(difference(got.get(), added(x, around{1, n, m}, q, at, values<float>(q * m, 2.5f))) == "");
    values<float> lines(q * m);
    for (int64_t i = 0; i < lines.size(); ++i) lines[i] = row[i % m];
    const auto sums = added(x, around{1, n, m}, q, at, lines);
    double most = 0;
    for (int64_t r = 0; r < n; ++r) {
      double of_row = 0;
      for (int64_t j = 0; j < m; ++j) of_row += static_cast<double>(sums[r * m + j]);
      for (int64_t j = 0; j < m; ++j) {
        const double share = static_cast<double>(sums[r * m + j]) / of_row;
        most = std::max(most, std::fabs(share - static_cast<double>(shares.get()[r * m + j])) / (1 + std::fabs(share)));
      }
    }
    CHECK(most < 1e-4);
    const auto ones = added(x, around{n, m, 1}, q, at, values<float>(n * q, 1.0f));
    double all = 0;
    for (int64_t i = 0; i < ones.size(); ++i) all += static_cast<double>(ones[i]);
    CHECK(static_cast<double>(total.get()[0]) == all);
    values<int64_t> last(1);
    last[0] = -1;
    add_one(target.view(), make<F, int64_t>(extents<0>{}, last).view(), line.view()).into(got.view(), F::executor());
    CHECK(difference(got.get(), added(
                                    x, around{1, n, m}, 1, [](int64_t, int64_t, int64_t) { return -1; }, row)) == "");
  }
}
TEST_CASE_TEMPLATE("scatter_add: what is not hit keeps its bits; without indices, without elements; complex", F,
                   SINTER_TEST_FIXTURES) {
  const int64_t n = 4;
  values<float> x(n, -0.0f);
  const auto target = make<F, float>(extents{n}, x);
  values<int32_t> one(1, 2);
  const auto got = output<F, float>(extents{n});
  total_by(target.view(), make<F, int32_t>(extents{int64_t{1}}, one).view(),
           make<F, float>(extents{int64_t{1}}, values<float>(1, 3.0f)).view())
      .into(got.view(), F::executor());
  x[2] = 3.0f;
  CHECK(difference(got.get(), x) == "");
  const auto no_ids = make<F, int32_t>(extents{int64_t{0}}, values<int32_t>(0));
  const auto nothing = make<F, float>(extents{int64_t{0}}, values<float>(0));
  total_by(target.view(), no_ids.view(), nothing.view()).into(got.view(), F::executor());
  x[2] = -0.0f;
  CHECK(difference(got.get(), x) == "");
  total_by(nothing.view(), no_ids.view(), nothing.view()).into(nothing.view(), F::executor());
  CHECK_THROWS_WITH_AS(
      total_by(target.view(), make<F, int32_t>(extents{int64_t{3}}, values<int32_t>(3)).view(), target.view())
          .into(got.view(), F::executor()),
      "scatter_add: values with the extent 4 do not broadcast to the 3 indices", sinter::error);
  using C = sinter::complex<float>;
  values<C> z(n, C(1, -1));
  values<C> w(3, C(0.5f, 2));
  values<int32_t> ids(3, 1);
  const auto sums = output<F, C>(extents{n});
  total_by(make<F, C>(extents{n}, z).view(), make<F, int32_t>(extents{int64_t{3}}, ids).view(),
           make<F, C>(extents{int64_t{3}}, w).view())
      .into(sums.view(), F::executor());
  CHECK((sums.get()[1] == C(2.5f, 5)));
  CHECK((sums.get()[0] == C(1, -1)));
}

}  // namespace test
