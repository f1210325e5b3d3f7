// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_loop over other axes than the last: columns, one thread or many to each, and rows of several axes.
#define SINTER_MUTATION_BODIES looped
#include "mutation/machine.hpp"

namespace test {

using sinter::axes;
using sinter::axis;

// Two folds, one after the other, through the same shared memory; w is [1,1,c] beside columns of [1,b,c].
inline constexpr auto columns = sinter::region<struct columns_k>([](auto x, auto w) {
  const auto most = max(x, axis<0>);
  return sinter::outputs((x - most) * w, w * 2, sum(x - most, axis<0>), most);
});
template <class Executor>
void check_columns(const Executor& machine, int64_t n, int64_t b, int64_t c, arrangement how) {
  CAPTURE(n);
  CAPTURE(b);
  CAPTURE(c);
  CAPTURE(how);
  const int64_t m = b * c;
  const values<std::int32_t> v = random<std::int32_t>(n * m, 1, -900, -7);
  const values<std::int32_t> weight = random<std::int32_t>(c, 2, -9, 9);
  values<std::int32_t> most(m, -1000), want(n * m), twice(c);
  values<std::int64_t> total(m);
  for (int64_t i = 0; i < n * m; ++i) most[i % m] = v[i] > most[i % m] ? v[i] : most[i % m];
  for (int64_t i = 0; i < n * m; ++i) total[i % m] += v[i] - most[i % m];
  for (int64_t i = 0; i < n * m; ++i) want[i] = (v[i] - most[i % m]) * weight[i % c];
  for (int64_t j = 0; j < c; ++j) twice[j] = weight[j] * 2;
  const auto x = input(extents{n, b, c}, v, how);
  const auto w = input(extents{c}, weight);
  const auto y = result<std::int32_t>(extents{n, b, c}, how);
  const auto z = result<std::int32_t>(extents{c});
  const auto s = result<std::int64_t>(extents{int64_t{1}, b, c}, how);
  const auto t = result<std::int32_t>(extents{int64_t{1}, b, c});
  columns(x.view(), w.view()).into(sinter::outputs(y.view(), z.view(), s.view(), t.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(z.get(), twice) == "");
  CHECK(difference(s.get(), total) == "");
  CHECK(difference(t.get(), most) == "");
  CHECK(y.gaps_are_untouched());
  CHECK(s.gaps_are_untouched());
}
TEST_CASE("axes: columns of a thread, of several, and of several chunks") {
  on_machines([](const auto& machine) {
    check_columns(machine, 1, 1, 1, arrangement::contiguous);
    check_columns(machine, 3, 2, 67, arrangement::contiguous);
    check_columns(machine, 9, 3, 7, arrangement::gaps);
    check_columns(machine, 31, 5, 11, arrangement::transposed);
    check_columns(machine, 131, 3, 13, arrangement::permuted);
  });
}
TEST_CASE("axes: no columns beside a result that has no such axis") {
  on_machines([](const auto& machine) { check_columns(machine, 5, 0, 7, arrangement::contiguous); });
}

// An accumulator of sixteen values and places is 256 bytes: those of 32 columns of 32 threads are more than a block may have.
inline constexpr auto sixteenth = sinter::region<struct sixteenth_k>([](auto x) {
  const auto top = sinter::top_k<16>(x, axis<0>);
  return sinter::outputs(sinter::item<0>(top.indices), sinter::item<15>(top.values));
});
TEST_CASE("axes: columns with large accumulators") {
  on_machines([](const auto& machine) {
    const int64_t n = 131;
    const int64_t m = 19;
    values<std::int64_t> v(n * m), want(m), place(m);
    // Column j holds 0 to 130, beginning with j * 5.
    for (int64_t i = 0; i < n * m; ++i) v[i] = (i / m + i % m * 5) % n;
    for (int64_t j = 0; j < m; ++j) {
      want[j] = n - 16;
      place[j] = n - 1 - j * 5;
    }
    const auto x = input(extents{n, m}, v);
    const auto a = result<std::int64_t>(extents{int64_t{1}, m});
    const auto b = result<std::int64_t>(extents{int64_t{1}, m});
    sixteenth(x.view()).into(sinter::outputs(a.view(), b.view()), machine);
    CHECK(difference(a.get(), place) == "");
    CHECK(difference(b.get(), want) == "");
  });
}

// A row has several axes, and a fold of w fewer elements where w has the extent 1.
template <int... Axes>
struct several_k;
template <int... Axes>
inline constexpr auto several = sinter::region<several_k<Axes...>>([](auto x, auto w) {
  const auto most = max(w, axes<Axes...>);
  return sinter::outputs(x * w - sum(w, axes<Axes...>), sum(x + w, axes<Axes...>) * most,
                         sum(sinter::iota(x) * (w - most), axes<Axes...>), w * 2);
});
extents<3> where_kept(extents<3> e, unsigned mask) {
  for (int a = 0; a < 3; ++a) e.axis[a] = (mask >> a & 1U) != 0 ? 1 : e[a];
  return e;
}
int64_t place_in(const extents<3>& small, const extents<3>& e, int64_t i) {
  const int64_t at[] = {i / (e[1] * e[2]), i / e[2] % e[1], i % e[2]};
  int64_t place = 0;
  for (int a = 0; a < 3; ++a) place = place * small[a] + (small[a] == 1 ? 0 : at[a]);
  return place;
}
// x of extents `e`, w of `small`, some of whose extents are 1.
template <int... Axes, class Executor>
void check_several(const Executor& machine, const extents<3>& e, const extents<3>& small, arrangement how) {
  CAPTURE(e[0]);
  CAPTURE(e[1]);
  CAPTURE(e[2]);
  CAPTURE(small.count());
  CAPTURE(how);
  const unsigned mask = ((1U << Axes) | ...);
  const extents<3> row = where_kept(e, mask);
  const values<std::int32_t> v = random<std::int32_t>(e.count(), 3, -90, -3);
  const values<std::int32_t> u = random<std::int32_t>(small.count(), 4, -90, -3);
  const extents<3> rest = where_kept(small, mask);
  values<std::int32_t> most(row.count(), -1000);
  values<std::int64_t> want(e.count()), both(row.count()), only(rest.count()), counted(row.count());
  for (int64_t i = 0; i < e.count(); ++i) {
    const std::int32_t w = u[place_in(small, e, i)];
    std::int32_t& m = most[place_in(row, e, i)];
    m = w > m ? w : m;
    both[place_in(row, e, i)] += v[i] + w;
  }
  values<std::int32_t> twice(u.size());
  for (int64_t i = 0; i < u.size(); ++i) {
    only[place_in(rest, small, i)] += u[i];
    std::int32_t& m = most[place_in(rest, small, i)];
    if (rest.count() == row.count()) m = u[i] > m ? u[i] : m;
    twice[i] = u[i] * 2;
  }
  for (int64_t i = 0; i < e.count(); ++i) {
    const int64_t r = place_in(row, e, i);
    const std::int32_t w = u[place_in(small, e, i)];
    want[i] = v[i] * w - only[place_in(rest, e, i)];
    counted[r] += i * (w - most[r]);
  }
  for (int64_t r = 0; r < row.count(); ++r) both[r] *= most[r];
  const auto x = input(e, v, how);
  const auto w = input(small, u, how);
  const auto y = result<std::int64_t>(e, how);
  const auto z = result<std::int32_t>(small, how);
  const auto a = result<std::int64_t>(row);
  const auto b = result<std::int64_t>(row, how);
  several<Axes...>(x.view(), w.view()).into(sinter::outputs(y.view(), a.view(), b.view(), z.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(z.get(), twice) == "");
  CHECK(difference(a.get(), both) == "");
  CHECK(difference(b.get(), counted) == "");
  CHECK(y.gaps_are_untouched());
}
TEST_CASE("axes: rows of the first and the last axis") {
  on_machines([](const auto& machine) {
    check_several<0, 2>(machine, {3, 5, 7}, {3, 5, 7}, arrangement::contiguous);
    check_several<0, 2>(machine, {4, 3, 70}, {1, 3, 70}, arrangement::gaps);
    check_several<0, 2>(machine, {4, 3, 70}, {4, 3, 1}, arrangement::misaligned);
    check_several<0, 2>(machine, {2, 17, 3}, {1, 1, 1}, arrangement::transposed);
  });
}
TEST_CASE("axes: columns of two axes that lie apart") {
  on_machines([](const auto& machine) {
    check_several<0, 1>(machine, {3, 5, 41}, {3, 5, 41}, arrangement::permuted);
    check_several<0, 1>(machine, {7, 9, 5}, {1, 9, 5}, arrangement::gaps);
    check_several<0, 1>(machine, {7, 9, 35}, {7, 1, 35}, arrangement::contiguous);
  });
}
TEST_CASE("axes: rows without elements beside a result that has some") {
  on_machines([](const auto& machine) {
    check_several<0, 2>(machine, {4, 3, 0}, {4, 3, 1}, arrangement::contiguous);
    check_several<0, 1>(machine, {4, 0, 7}, {4, 1, 7}, arrangement::contiguous);
  });
}

// w may have one element where x has a row of them: it is written by the thread that has the row's first.
template <int Axis>
struct narrow_k;
template <int Axis>
inline constexpr auto narrow = sinter::region<narrow_k<Axis>>([](auto x, auto w) {
  return sinter::outputs(x * w - sum(x, axis<Axis>), w * 2);
});
template <int Axis, class Executor>
void check_narrow(const Executor& machine, const extents<2>& e, bool has_axis) {
  CAPTURE(e[0]);
  CAPTURE(e[1]);
  CAPTURE(has_axis);
  extents<2> row = e;
  row[Axis] = 1;
  const extents<2> small = has_axis ? e : row;
  const values<std::int32_t> v = random<std::int32_t>(e.count(), 5, -90, -3);
  const values<std::int32_t> u = random<std::int32_t>(small.count(), 6, -90, -3);
  const auto place = [&](const extents<2>& of, int64_t i) {
    return (of[0] == 1 ? 0 : i / e[1]) * of[1] + (of[1] == 1 ? 0 : i % e[1]);
  };
  values<std::int64_t> sums(row.count()), want(e.count());
  values<std::int32_t> twice(u.size());
  for (int64_t i = 0; i < e.count(); ++i) sums[place(row, i)] += v[i];
  for (int64_t i = 0; i < e.count(); ++i) want[i] = v[i] * u[place(small, i)] - sums[place(row, i)];
  for (int64_t i = 0; i < u.size(); ++i) twice[i] = u[i] * 2;
  const auto x = input(e, v, arrangement::misaligned);
  const auto w = input(small, u);
  const auto y = result<std::int64_t>(e);
  const auto z = result<std::int32_t>(small);
  narrow<Axis>(x.view(), w.view()).into(sinter::outputs(y.view(), z.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(z.get(), twice) == "");
}
TEST_CASE("axes: a result that lacks the row's axis has one writer") {
  on_machines([](const auto& machine) {
    for (const bool has_axis : {false, true}) {
      check_narrow<0>(machine, {130, 9}, has_axis);
      check_narrow<1>(machine, {9, 130}, has_axis);
    }
    check_narrow<0>(machine, {0, 9}, false);
    check_narrow<1>(machine, {9, 0}, false);
  });
}

}  // namespace test
