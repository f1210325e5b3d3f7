// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements written where indices say: along every axis, in every layout, in place and beside the target, of inputs and of maps,
// against values written one after the other. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/scattered.hpp"

namespace test {

template <int K>
inline constexpr auto scatter_along_axis = [](auto x, auto i, auto v) { return scatter(x, axis<K>, i, v); };
inline constexpr auto scatter_first = sinter::region<struct scatter_first_k>(scatter_along_axis<0>);
inline constexpr auto scatter_middle = sinter::region<struct scatter_middle_k>(scatter_along_axis<1>);
inline constexpr auto scatter_last = sinter::region<struct scatter_last_k>(scatter_along_axis<-1>);

template <class F, int At, class T, class I, class Region>
void check_scatter(const Region& region, const extents<3>& e, const extents<2>& q) {
  const auto x = some_values<T>(e.count(), 7, 61);
  const values<I> ids = clashing_indices<I>(q.count(), e[At]);
  extents<4> of{};
  for (int a = 0, to = 0; a < 3; ++a) {
    if (a == At) of[to++] = q[0];
    of[to++] = a == At ? q[1] : e[a];
  }
  const auto v = some_values<T>(of.count(), 11, 53);
  const values<T> want = replaced(
      x, around_axis(e, At), q.count(), [&](int64_t, int64_t k, int64_t) { return int64_t(ids[k]); }, v);
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    const auto target = make<F, T>(e, x, how == arrangement::misaligned ? arrangement::transposed : how);
    const auto index_of = make<F, I>(q, ids, how);
    const auto written = make<F, T>(of, v, how);
    const auto got = output<F, T>(e, how);
    region(target.view(), index_of.view(), written.view()).into(got.view(), F::executor());
    CHECK(difference(got.get(), want) == "");
    CHECK(got.gaps_are_untouched());
    CHECK(target.is_untouched());
    // In place.
    region(target.view(), index_of.view(), written.view()).into(target.view(), F::executor());
    CHECK(difference(target.get(), want) == "");
    CHECK(target.gaps_are_untouched());
  }
}

TEST_CASE_TEMPLATE("scatter: along every axis, whatever the strides and indices; of equals the last one stays", F,
                   SINTER_TEST_FIXTURES) {
  check_scatter<F, 0, float, std::int32_t>(scatter_first, extents{6, 3, 16}, extents{2, 5});
  check_scatter<F, 0, float, std::int32_t>(scatter_first, extents{5, 3, 7}, extents{3, 4});
  check_scatter<F, 1, float, std::int64_t>(scatter_middle, extents{3, 5, 8}, extents{3, 4});
  check_scatter<F, 2, float, std::int32_t>(scatter_last, extents{3, 2, 9}, extents{1, 9});
  check_scatter<F, 0, sinter::bf16, std::int64_t>(scatter_first, extents{5, 4, 32}, extents{3, 3});
  if constexpr (!sinter::is_unfused(policy_of<F>)) {
    check_scatter<F, 1, double, std::uint8_t>(scatter_middle, extents{4, 3, 6}, extents{2, 4});
    check_scatter<F, 2, std::int8_t, std::int32_t>(scatter_last, extents{3, 2, 9}, extents{2, 3});
  }
}

// No two indices name one element, and the call says so.
inline constexpr auto scatter_rows = sinter::region<struct scatter_rows_k>(
    [](auto x, auto i, auto v) { return scatter(x, axis<0>, i, v * 2.0f, sinter::unique); });
static_assert(sinter::plan<scatter_rows>(sinter::tensor<float, 2>{1000, 64}, sinter::tensor<int, 1>{8},
                                         sinter::tensor<float, 2>{8, 64})
                  .kernels() == 2);  // one to copy the target, which a call in place leaves out
TEST_CASE_TEMPLATE("scatter: of rows, whose indices are unique", F, SINTER_TEST_FIXTURES) {
  for (const int64_t m : {int64_t{1}, int64_t{7}, int64_t{64}, int64_t{300}}) {
    CAPTURE(m);
    const int64_t n = 40, q = 12;
    const auto x = some_values<float>(n * m, 7, 61);
    const auto v = some_values<float>(q * m, 13, 47);
    values<int32_t> ids(q);
    for (int64_t k = 0; k < q; ++k) ids[k] = static_cast<int32_t>(k == 5 ? 1000 : k * 7 % n - (k % 2) * n);
    values<float> twice = v;
    for (int64_t i = 0; i < v.size(); ++i) twice[i] = v[i] * 2;
    const values<float> want = replaced(
        x, around{1, n, m}, q, [&](int64_t, int64_t k, int64_t) { return ids[k]; }, twice);
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::gaps}) {
      CAPTURE(static_cast<int>(how));
      const auto target = make<F, float>(extents{n, m}, x, how);
      const auto got = output<F, float>(extents{n, m}, how);
      const auto index_of = make<F, int32_t>(extents{q}, ids);
      const auto written = make<F, float>(extents{q, m}, v, how);
      scatter_rows(target.view(), index_of.view(), written.view()).into(got.view(), F::executor());
      scatter_rows(target.view(), index_of.view(), written.view()).into(target.view(), F::executor());
      CHECK(difference(got.get(), want) == "");
      CHECK(difference(target.get(), want) == "");
      CHECK(target.gaps_are_untouched());
    }
  }
}

// An index for every element.
inline constexpr auto put_last =
    sinter::region<struct put_last_k>([](auto x, auto i, auto v) { return scatter_along(x, axis<-1>, i, v); });
inline constexpr auto put_first =
    sinter::region<struct put_first_k>([](auto x, auto i, auto v) { return scatter_along(x, axis<0>, i, v); });
inline constexpr auto unsort = sinter::region<struct unsort_k>(
    [](auto x, auto order) { return scatter_along(zeros_like(x), axis<-1>, order, x * 2.0f, sinter::unique); });
TEST_CASE_TEMPLATE("scatter_along: an index for every element", F, SINTER_TEST_FIXTURES) {
  const extents<2> e{6, 8};
  const int64_t q = 5;
  const auto x = some_values<float>(e.count(), 7, 61);
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    const auto target = make<F, float>(e, x, how);
    const auto got = output<F, float>(e, how);
    const auto ids = clashing_indices<int32_t>(e[0] * q, e[1]);
    const auto v = some_values<float>(e[0] * q, 13, 47);
    put_last(target.view(), make<F, int32_t>(extents{e[0], q}, ids, how).view(),
             make<F, float>(extents{e[0], q}, v, how).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), replaced(
                                    x, around{e[0], e[1], 1}, q,
                                    [&](int64_t o, int64_t k, int64_t) { return ids[o * q + k]; }, v)) == "");
    CHECK(got.gaps_are_untouched());
    // One index a row for all of its elements, one value a column.
    const auto rows = clashing_indices<int64_t>(q, e[0]);
    const auto columns = some_values<float>(e[1], 5, 31);
    values<float> all(q * e[1]);
    for (int64_t i = 0; i < all.size(); ++i) all[i] = columns[i % e[1]];
    put_first(target.view(), make<F, int64_t>(extents{q, int64_t{1}}, rows, how).view(),
              make<F, float>(extents{int64_t{1}, e[1]}, columns, how).view())
        .into(got.view(), F::executor());
    CHECK(difference(got.get(), replaced(
                                    x, around{1, e[0], e[1]}, q, [&](int64_t, int64_t k, int64_t) { return rows[k]; },
                                    all)) == "");
    values<int32_t> order(e.count());
    for (int64_t i = 0; i < order.size(); ++i) order[i] = static_cast<int32_t>((i * 3 + i / e[1]) % e[1]);
    unsort(target.view(), make<F, int32_t>(e, order, how).view()).into(got.view(), F::executor());
    int wrong = 0;
    for (int64_t i = 0; i < e.count(); ++i) wrong += got.get()[i / e[1] * e[1] + order[i]] != x[i] * 2;
    CHECK(wrong == 0);
  }
}

// Scalars, one index, maps and reductions as values; a target that is a map; results that are read again.
inline constexpr auto set_row =
    sinter::region<struct set_row_k>([](auto x, auto i, auto v) { return scatter(x * 2.0f, axis<0>, i, v); });
inline constexpr auto one_hot = sinter::region<struct one_hot_k>([](auto x, auto i) {
  return scatter_along(full_like(x, -1), axis<-1>, unsqueeze(i, axis<-1>), 4.5f, sinter::unique);
});
inline constexpr auto set_means = sinter::region<struct set_means_k>([](auto x, auto i, auto v) {
  const auto changed = scatter(x, axis<0>, i, v - mean(v, axis<-1>));
  return sinter::outputs(changed, sum(changed, axis<-1>, sinter::drop), sum(changed), flip(changed, axis<-1>) + x);
});
inline constexpr auto set_twice = sinter::region<struct set_twice_k>([](auto x, auto i, auto v) {
  return scatter(scatter(x, axis<0>, i, v, sinter::unique), axis<-1>, i, 7.0f, sinter::unique);
});
inline constexpr auto set_pair = sinter::region<struct set_pair_k>([](auto k, auto v, auto slot, auto newk, auto newv) {
  return sinter::outputs(scatter(k, axis<0>, slot, newk, sinter::unique),
                         scatter(v, axis<0>, slot, newv, sinter::unique));
});
inline constexpr auto set_if = sinter::region<struct set_if_k>(
    [](auto x, auto i, auto v) { return cond(sum(x) > 0.0f, scatter(x, axis<0>, i, v), x * 3.0f); });
TEST_CASE_TEMPLATE("scatter: between other formulas", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 7, m = 8, q = 5;
  const auto x = some_values<float>(n * m, 7, 61);
  const auto v = some_values<float>(q * m, 13, 48);
  values<int32_t> ids(q);
  for (int64_t k = 0; k < q; ++k) ids[k] = static_cast<int32_t>(k * 3 % n);
  const auto at = [&](int64_t, int64_t k, int64_t) { return ids[k]; };
  const around rows{1, n, m};
  const auto target = make<F, float>(extents{n, m}, x);
  const auto index_of = make<F, int32_t>(extents{q}, ids);
  const auto written = make<F, float>(extents{q, m}, v);
  const auto got = output<F, float>(extents{n, m});

  values<float> doubled = x;
  for (int64_t i = 0; i < x.size(); ++i) doubled[i] = x[i] * 2;
  values<float> row(m);
  for (int64_t j = 0; j < m; ++j) row[j] = v[j];
  values<int64_t> last(1);
  last[0] = -1;
  set_row(target.view(), make<F, int64_t>(extents<0>{}, last).view(), make<F, float>(extents{m}, row).view())
      .into(got.view(), F::executor());
  CHECK(difference(got.get(), replaced(
                                  doubled, rows, 1, [](int64_t, int64_t, int64_t) { return -1; }, row)) == "");

  values<int32_t> hot(n);
  for (int64_t i = 0; i < n; ++i) hot[i] = static_cast<int32_t>(i * 3 % (m + 1));  // one of them outside
  one_hot(target.view(), make<F, int32_t>(extents{n}, hot).view()).into(got.view(), F::executor());
  CHECK(difference(got.get(), replaced(
                                  values<float>(n * m, -1.0f), around{n, m, 1}, 1,
                                  [&](int64_t o, int64_t, int64_t) { return hot[o]; }, values<float>(n, 4.5f))) == "");

  values<float> centred = v;
  for (int64_t k = 0; k < q; ++k) {
    float total = 0;
    for (int64_t j = 0; j < m; ++j) total += v[k * m + j];
    for (int64_t j = 0; j < m; ++j) centred[k * m + j] = v[k * m + j] - total / static_cast<float>(m);
  }
  const auto changed = replaced(x, rows, q, at, centred);
  values<float> row_sums(n), total(1), turned = changed;
  for (int64_t i = 0; i < changed.size(); ++i) {
    row_sums[i / m] += changed[i];
    total[0] += changed[i];
    turned[i] = changed[i / m * m + m - 1 - i % m] + x[i];
  }
  const auto sums = output<F, float>(extents{n});
  const auto all = output<F, float>(extents<0>{});
  const auto flipped = output<F, float>(extents{n, m});
  set_means(target.view(), index_of.view(), written.view())
      .into(sinter::outputs(got.view(), sums.view(), all.view(), flipped.view()), F::executor());
  CHECK(difference(got.get(), changed) == "");
  CHECK(difference(sums.get(), row_sums) == "");
  CHECK(difference(all.get(), total) == "");
  CHECK(difference(flipped.get(), turned) == "");

  set_twice(target.view(), index_of.view(), written.view()).into(got.view(), F::executor());
  CHECK(difference(got.get(),
                   replaced(replaced(x, rows, q, at, v), around{n, m, 1}, q, at, values<float>(n * q, 7.0f))) == "");

  const auto other = make<F, float>(extents{n, m}, doubled);
  const auto got_other = output<F, float>(extents{n, m});
  set_pair(target.view(), other.view(), index_of.view(), written.view(), written.view())
      .into(sinter::outputs(got.view(), got_other.view()), F::executor());
  CHECK(difference(got.get(), replaced(x, rows, q, at, v)) == "");
  CHECK(difference(got_other.get(), replaced(doubled, rows, q, at, v)) == "");

  set_if(target.view(), index_of.view(), written.view()).into(got.view(), F::executor());
  CHECK(difference(got.get(), replaced(x, rows, q, at, v)) == "");
}

// One element, and values without axes.
TEST_CASE_TEMPLATE("scatter: one element", F, SINTER_TEST_FIXTURES) {
  const auto x = some_values<float>(5, 7, 61);
  const auto got = output<F, float>(extents{int64_t{5}});
  set_row(make<F, float>(extents{int64_t{5}}, x).view(), make<F, int32_t>(extents<0>{}, values<int32_t>(1, -2)).view(),
          make<F, float>(extents<0>{}, values<float>(1, 8.5f)).view())
      .into(got.view(), F::executor());
  for (int64_t i = 0; i < 5; ++i) CHECK(got.get()[i] == (i == 3 ? 8.5f : x[i] * 2));
}

TEST_CASE_TEMPLATE("scatter: without indices, without elements", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 3, m = 4;
  const auto x = some_values<float>(n * m, 7, 61);
  const auto target = make<F, float>(extents{n, m}, x);
  const auto got = output<F, float>(extents{n, m});
  const auto no_ids = make<F, int32_t>(extents{int64_t{0}}, values<int32_t>(0));
  const auto no_rows = make<F, float>(extents{int64_t{0}, m}, values<float>(0));
  scatter_rows(target.view(), no_ids.view(), no_rows.view()).into(got.view(), F::executor());
  CHECK(difference(got.get(), x) == "");
  set_row(target.view(), no_ids.view(), no_rows.view()).into(got.view(), F::executor());
  CHECK(got.get()[5] == x[5] * 2);
  // Everything is outside of nothing.
  const auto some_ids = make<F, int32_t>(extents{int64_t{2}}, values<int32_t>(2));
  const auto some_rows = make<F, float>(extents{int64_t{2}, m}, some_values<float>(2 * m, 1, 5));
  const auto none = output<F, float>(extents{int64_t{0}, m});
  set_row(no_rows.view(), some_ids.view(), some_rows.view()).into(none.view(), F::executor());
  // Values that do not fit, and memory that is read after it was written.
  CHECK_THROWS_WITH_AS(scatter_rows(target.view(), some_ids.view(),
                                    make<F, float>(extents{m, m}, some_values<float>(m * m, 1, 5)).view())
                           .into(got.view(), F::executor()),
                       "shapes of scatter do not broadcast: (3, 1, 4) and (2, 1) and (4, 4) (extents of an axis, "
                       "counted from the last, must "
                       "be equal or 1)",
                       sinter::error);
  const auto one_index = make<F, int32_t>(extents{int64_t{1}}, values<int32_t>(1));
  CHECK_THROWS_WITH_AS(
      scatter_rows(target.view(), one_index.view(), some_rows.view()).into(got.view(), F::executor()),
      "scatter: values of shape (2, 4) do not broadcast to the shape of what their indices name, (1, 4)",
      sinter::error);
  const auto wide = make<F, float>(extents{n, int64_t{1}}, some_values<float>(n, 1, 5));
  const auto wide_out = output<F, float>(extents{n, int64_t{1}});
  CHECK_THROWS_WITH_AS(
      scatter_rows(wide.view(), some_ids.view(), some_rows.view()).into(wide_out.view(), F::executor()),
      "scatter: values of shape (2, 4) do not broadcast to the shape of what their indices name, (2, 1)",
      sinter::error);
  CHECK(wide_out.is_untouched());
  CHECK_THROWS_AS(scatter_rows(target.view(), some_ids.view(), some_rows.view()).into(some_rows.view(), F::executor()),
                  sinter::error);
}

}  // namespace test
