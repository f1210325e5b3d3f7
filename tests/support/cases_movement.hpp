// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Movement without arithmetic: every view of an input and of a map, in every layout and kernel, against indices computed here.
// A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/moves.hpp"

namespace test {

SINTER_TEST_MOVE(move_transpose, transpose(v));
SINTER_TEST_MOVE(move_rotate, permute(v, {2, 0, 1}));
SINTER_TEST_MOVE(move_swap_outer, transpose(v, axis<0>, axis<1>));
SINTER_TEST_MOVE(move_slice, slice(v, axis<-1>, 1, -1));
SINTER_TEST_MOVE(move_slice_step, slice(slice(v, axis<-1>, 1, to_end, 2), axis<0>, -3, to_end));
SINTER_TEST_MOVE(move_slice_back, slice(v, axis<1>, to_end, 0, -2));
SINTER_TEST_MOVE(move_flip, flip(flip(v, axis<-1>), axis<0>));
SINTER_TEST_MOVE(move_select, select(v, axis<1>, -1));
SINTER_TEST_MOVE(move_select_last, select(v, axis<-1>, 0));
SINTER_TEST_MOVE(move_unsqueeze, unsqueeze(v, axis<1>));
SINTER_TEST_MOVE(move_unsqueeze_last, unsqueeze(v, axis<-1>));
SINTER_TEST_MOVE(move_diagonal, diagonal(v, 1));
SINTER_TEST_MOVE(move_diagonal_low, diagonal(v, -1, axis<0>, axis<-1>));
SINTER_TEST_MOVE(move_unfold, unfold(v, axis<-1>, 3));
SINTER_TEST_MOVE(move_unfold_step, unfold(v, axis<0>, 1, 2));
SINTER_TEST_MOVE(move_unflatten, unflatten(v, axis<1>, 2));
SINTER_TEST_MOVE(move_flatten, flatten(unflatten(v, axis<1>, 2), axis<1>));
SINTER_TEST_MOVE(move_many, flip(transpose(slice(transpose(v, axis<0>, axis<2>), axis<1>, 0, 3)), axis<-1>));

template <class F, class T>
void check_all_moves() {
  for (const extents<3> e : {extents{4, 6, 16}, extents{3, 4, 5}, extents{5, 2, 3}}) {
    const int64_t a = e[0], b = e[1], c = e[2];
    const auto at = [](int64_t i, int64_t j, int64_t k) { return index{i, j, k, 0}; };
    check_move<F, T>(move_transpose, e, extents{a, c, b}, [&](const index& o) { return at(o[0], o[2], o[1]); });
    check_move<F, T>(move_slice_step, e, extents{int64_t{3}, b, c / 2},
                     [&](const index& o) { return at(o[0] + a - 3, o[1], 2 * o[2] + 1); });
    check_move<F, T>(move_slice_back, e, extents{a, b / 2, c},
                     [&](const index& o) { return at(o[0], b - 1 - 2 * o[1], o[2]); });
    check_move<F, T>(move_select, e, extents{a, c}, [&](const index& o) { return at(o[0], b - 1, o[1]); });
    check_move<F, T>(move_diagonal, e, extents{a, std::min(b, c - 1)},
                     [&](const index& o) { return at(o[0], o[1], o[1] + 1); });
    check_move<F, T>(move_unfold, e, extents{a, b, c - 2, int64_t{3}},
                     [&](const index& o) { return at(o[0], o[1], o[2] + o[3]); });
    check_move<F, T>(move_flatten, e, e, [&](const index& o) { return at(o[0], o[1], o[2]); });
    check_move<F, T>(move_many, e, extents{c, a, std::min(b, int64_t{3})},
                     [&](const index& o) { return at(o[1], std::min(b, int64_t{3}) - 1 - o[2], o[0]); });
    // Unfused, a view of a map is a view of memory, as that of an input is: a few formulas show it.
    if constexpr (!sinter::is_unfused(policy_of<F>)) {
      check_move<F, T>(move_rotate, e, extents{c, a, b}, [&](const index& o) { return at(o[1], o[2], o[0]); });
      check_move<F, T>(move_swap_outer, e, extents{b, a, c}, [&](const index& o) { return at(o[1], o[0], o[2]); });
      check_move<F, T>(move_slice, e, extents{a, b, c - 2}, [&](const index& o) { return at(o[0], o[1], o[2] + 1); });
      check_move<F, T>(move_flip, e, e, [&](const index& o) { return at(a - 1 - o[0], o[1], c - 1 - o[2]); });
      check_move<F, T>(move_select_last, e, extents{a, b}, [&](const index& o) { return at(o[0], o[1], 0); });
      check_move<F, T>(move_unsqueeze, e, extents{a, int64_t{1}, b, c},
                       [&](const index& o) { return at(o[0], o[2], o[3]); });
      check_move<F, T>(move_unsqueeze_last, e, extents{a, b, c, int64_t{1}},
                       [&](const index& o) { return at(o[0], o[1], o[2]); });
      check_move<F, T>(move_diagonal_low, e, extents{b, std::min(a - 1, c)},
                       [&](const index& o) { return at(o[1] + 1, o[0], o[1]); });
      check_move<F, T>(move_unfold_step, e, extents{(a - 1) / 2 + 1, b, c, int64_t{1}},
                       [&](const index& o) { return at(2 * o[0], o[1], o[2]); });
      check_move<F, T>(move_unflatten, e, extents{a, b / 2, int64_t{2}, c},
                       [&](const index& o) { return at(o[0], 2 * o[1] + o[2], o[3]); });
    }
  }
}

TEST_CASE_TEMPLATE("movement: every view of an input and of a map, whatever the strides", F, SINTER_TEST_FIXTURES) {
  check_all_moves<F, float>();
}
TEST_CASE_TEMPLATE("movement: of narrow and wide elements", F, SINTER_TEST_FIXTURES) {
  const auto at = [](int64_t i, int64_t j, int64_t k) { return index{i, j, k, 0}; };
  const auto turn = [&](auto type) {
    using T = decltype(type);
    for (const extents<3> e : {extents{3, 40, 64}, extents{2, 67, 35}, extents{1, 130, 72}}) {
      check_move<F, T>(move_transpose, e, extents{e[0], e[2], e[1]},
                       [&](const index& o) { return at(o[0], o[2], o[1]); });
      check_move<F, T>(move_rotate, e, extents{e[2], e[0], e[1]}, [&](const index& o) { return at(o[1], o[2], o[0]); });
    }
    const extents<3> e{4, 6, 32};
    check_move<F, T>(move_slice, e, extents{e[0], e[1], e[2] - 2},
                     [&](const index& o) { return at(o[0], o[1], o[2] + 1); });
    check_move<F, T>(move_swap_outer, e, extents{e[1], e[0], e[2]},
                     [&](const index& o) { return at(o[1], o[0], o[2]); });
  };
  turn(sinter::bf16{});
  if constexpr (!sinter::is_unfused(policy_of<F>)) {
    turn(float{});
    turn(double{});
    turn(std::uint8_t{});
  }
}

// One value in memory, wider than the elements: a kernel's packets are of elements alone.
inline constexpr auto wide_scalars = sinter::region<struct wide_scalars_k>([](auto x, auto row, auto d, auto i) {
  const auto scaled = cast<float>(d) * row + cast<float>(i);
  return sinter::outputs(x + scaled, transpose(x) * scaled);
});
TEST_CASE_TEMPLATE("movement: beside wider scalars in memory", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 64;
  values<float> v(n * n), r(n);
  for (int64_t k = 0; k < v.size(); ++k) v[k] = static_cast<float>(k % 101);
  for (int64_t k = 0; k < n; ++k) r[k] = static_cast<float>(k);
  const auto x = make<F, float>(extents{n, n}, v);
  const auto row = make<F, float>(extents{n}, r);
  const auto d = make<F, double>(extents<0>{}, values<double>(1, 3.0));
  const auto i = make<F, int64_t>(extents<0>{}, values<int64_t>(1, 5));
  const auto sum = output<F, float>(extents{n, n});
  const auto turned = output<F, float>(extents{n, n});
  wide_scalars(x.view(), row.view(), d.view(), i.view())
      .into(sinter::outputs(sum.view(), turned.view()), F::executor());
  int wrong = 0;
  for (int64_t k = 0; k < n * n; ++k) {
    const float scaled = 3 * r[k % n] + 5;
    wrong += sum.get()[k] != v[k] + scaled || turned.get()[k] != v[k % n * n + k / n] * scaled;
  }
  CHECK(wrong == 0);
}

// Axes that become one: of contiguous memory, of results, of a map whose other operand lacks one of them.
inline constexpr auto merged = sinter::region<struct merged_k>([](auto x, auto w) {
  return sinter::outputs(flatten(x * 2.0f), flatten(x + w, axis<0>), flatten(sum(x, axis<-1>, sinter::drop)) + 1.0f);
});
TEST_CASE_TEMPLATE("movement: axes that become one", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{3, 4, 8};
  values<float> v(e.count()), w(8);
  for (int64_t k = 0; k < v.size(); ++k) v[k] = static_cast<float>(k % 29);
  for (int64_t k = 0; k < 8; ++k) w[k] = static_cast<float>(k);
  const auto x = make<F, float>(e, v);
  const auto row = make<F, float>(extents{int64_t{8}}, w);
  const auto all = output<F, float>(extents{e.count()});
  const auto first = output<F, float>(extents{e[0] * e[1], e[2]}, arrangement::gaps);
  const auto sums = output<F, float>(extents{e[0] * e[1]});
  merged(x.view(), row.view()).into(sinter::outputs(all.view(), first.view(), sums.view()), F::executor());
  int wrong = 0;
  for (int64_t k = 0; k < e.count(); ++k) {
    wrong += all.get()[k] != v[k] * 2 || first.get()[k] != v[k] + w[k % 8];
    if (k % 8 != 0) continue;
    float sum = 1;
    for (int64_t j = 0; j < 8; ++j) sum += v[k + j];
    wrong += sums.get()[k / 8] != sum;
  }
  CHECK(wrong == 0);
  CHECK(flatten(x.view()).extent(0) == e.count());
  const auto apart = make<F, float>(e, v, arrangement::gaps);
  CHECK_THROWS_WITH_AS(
      merged(apart.view(), row.view()).into(sinter::outputs(all.view(), first.view(), sums.view()), F::executor()),
      "flatten: the axes of a tensor of shape (3, 4, 8) are not one run in memory: copy it into a contiguous one first",
      sinter::error);
  CHECK_THROWS_WITH_AS(flatten(apart.view(), axis<1>), "flatten: axes 1 and 2 of the view are not one run in memory",
                       sinter::error);
}

// Operands that have an axis of extent 1, known only when called, are broadcast before they move.
inline constexpr auto outer_moved = sinter::region<struct outer_moved_k>([](auto a, auto b) {
  const auto s = a + b;
  return sinter::outputs(slice(s, axis<-1>, 1, to_end, 2), flip(s, axis<0>), diagonal(s), transpose(s),
                         unfold(s, axis<-1>, 2), select(s, axis<0>, 1));
});
TEST_CASE_TEMPLATE("movement: of broadcast operands", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 4, m = 7;
  values<float> column(n), row(m);
  for (int64_t i = 0; i < n; ++i) column[i] = static_cast<float>(100 * i);
  for (int64_t j = 0; j < m; ++j) row[j] = static_cast<float>(j);
  const auto a = make<F, float>(extents{n, int64_t{1}}, column);
  const auto b = make<F, float>(extents{int64_t{1}, m}, row);
  const auto sliced = output<F, float>(extents{n, int64_t{3}});
  const auto flipped = output<F, float>(extents{n, m});
  const auto corner = output<F, float>(extents{n});
  const auto turned = output<F, float>(extents{m, n});
  const auto windows = output<F, float>(extents{n, m - 1, int64_t{2}});
  const auto one = output<F, float>(extents{m});
  outer_moved(a.view(), b.view())
      .into(sinter::outputs(sliced.view(), flipped.view(), corner.view(), turned.view(), windows.view(), one.view()),
            F::executor());
  const auto sum = [](int64_t i, int64_t j) { return static_cast<float>(100 * i + j); };
  int wrong = 0;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t j = 0; j < m; ++j) {
      if (j < 3) wrong += sliced.get()[i * 3 + j] != sum(i, 2 * j + 1);
      wrong += flipped.get()[i * m + j] != sum(n - 1 - i, j);
      wrong += turned.get()[j * n + i] != sum(i, j);
      if (j < m - 1)
        wrong += windows.get()[(i * (m - 1) + j) * 2] != sum(i, j) ||
                 windows.get()[(i * (m - 1) + j) * 2 + 1] != sum(i, j + 1);
      if (i == 1) wrong += one.get()[j] != sum(1, j);
    }
    wrong += corner.get()[i] != sum(i, i);
  }
  CHECK(wrong == 0);
}

// A five-point stencil, a pooling and a column sum: windows and transpositions under reductions.
inline constexpr auto laplace = sinter::region<struct laplace_k>([](auto x) {
  const auto inner = [&](int di, int dj) {
    return slice(slice(x, axis<0>, 1 + di, di == 1 ? to_end : -1 + di), axis<1>, 1 + dj, dj == 1 ? to_end : -1 + dj);
  };
  return inner(-1, 0) + inner(1, 0) + inner(0, -1) + inner(0, 1) - 4.0f * inner(0, 0);
});
inline constexpr auto pooled = sinter::region<struct pooled_k>(
    [](auto x) { return max(unfold(relu(x), axis<-1>, 4, 3), axis<-1>, sinter::drop); });
inline constexpr auto column_sums =
    sinter::region<struct column_sums_k>([](auto x) { return sum(transpose(x), axis<-1>, sinter::drop); });
static_assert(sinter::plan<laplace>(sinter::tensor<float, 2>{64, 64}).kernels() == 1);
static_assert(sinter::plan<pooled>(sinter::tensor<float, 2>{64, 64}).kernels() == 1);
static_assert(sinter::plan<column_sums>(sinter::tensor<float, 2>{64, 64}).kernels() == 1);

TEST_CASE_TEMPLATE("movement: stencils, pooling and sums along columns are one kernel", F, SINTER_TEST_FIXTURES) {
  for (const extents<2> e : {extents{3, 4}, extents{37, 64}, extents{130, 33}}) {
    for (const arrangement how : {arrangement::contiguous, arrangement::gaps, arrangement::transposed}) {
      const int64_t n = e[0], m = e[1];
      values<float> v(e.count());
      for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 13 % 29 - 14);
      const auto x = make<F, float>(e, v, how);
      const auto l = output<F, float>(extents{n - 2, m - 2}, how);
      const auto p = output<F, float>(extents{n, (m - 4) / 3 + 1}, how);
      const auto s = output<F, float>(extents{m});
      laplace(x.view()).into(l.view(), F::executor());
      pooled(x.view()).into(p.view(), F::executor());
      column_sums(x.view()).into(s.view(), F::executor());
      values<float> want_l((n - 2) * (m - 2)), want_p(n * ((m - 4) / 3 + 1)), want_s(m);
      for (int64_t i = 0; i < n; ++i) {
        for (int64_t j = 0; j < m; ++j) {
          const auto at = [&](int64_t r, int64_t c) { return v[r * m + c]; };
          want_s[j] += at(i, j);
          if (i > 0 && j > 0 && i < n - 1 && j < m - 1) {
            want_l[(i - 1) * (m - 2) + j - 1] =
                at(i - 1, j) + at(i + 1, j) + at(i, j - 1) + at(i, j + 1) - 4 * at(i, j);
          }
          if (j % 3 == 0 && j + 4 <= m) {
            float most = 0;
            for (int64_t k = 0; k < 4; ++k) most = std::max(most, at(i, j + k));
            want_p[i * ((m - 4) / 3 + 1) + j / 3] = most;
          }
        }
      }
      CHECK(difference(l.get(), want_l) == "");
      CHECK(difference(p.get(), want_p) == "");
      CHECK(difference(s.get(), want_s) == "");
    }
  }
}

// What is moved has been reduced, counted, chosen or divided by a whole sum: it goes through memory, or its operands do.
inline constexpr auto moved_results = sinter::region<struct moved_results_k>([](auto x) {
  const auto centred = x - max(x, axis<-1>);
  const auto share = x / sum(x);
  return sinter::outputs(transpose(centred), slice(centred, axis<-1>, 1, 3), transpose(share),
                         flip(iota(x, axis<-1>), axis<-1>), unsqueeze(sum(x), axis<0>),
                         flip(cond(sum(x) > 0.0f, x, -x), axis<0>), select(max(x, axis<-1>, sinter::drop), axis<0>, 2));
});
inline constexpr auto chosen_views = sinter::region<struct chosen_views_k>(
    [](auto x) { return cond(select(select(x, axis<0>, 0), axis<0>, 0) > 0.0f, transpose(x), transpose(x) * 2.0f); });
TEST_CASE_TEMPLATE("movement: of reductions, coordinates and branches", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 5, m = 6;
  values<float> v(n * m);
  for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 11 % 16 + 1);
  float total = 0;
  for (int64_t i = 0; i < v.size(); ++i) total += v[i];
  const auto x = make<F, float>(extents{n, m}, v);
  const auto t = output<F, float>(extents{m, n});
  const auto s = output<F, float>(extents{n, int64_t{2}});
  const auto share = output<F, float>(extents{m, n});
  const auto back = output<F, int64_t>(extents{int64_t{1}, m});
  const auto sum = output<F, float>(extents{int64_t{1}});
  const auto chosen = output<F, float>(extents{n, m});
  const auto third = output<F, float>(extents<0>{});
  moved_results(x.view()).into(
      sinter::outputs(t.view(), s.view(), share.view(), back.view(), sum.view(), chosen.view(), third.view()),
      F::executor());
  const auto either = output<F, float>(extents{m, n});
  chosen_views(x.view()).into(either.view(), F::executor());
  int wrong = 0;
  for (int64_t i = 0; i < n; ++i) {
    float most = 0;
    for (int64_t j = 0; j < m; ++j) most = std::max(most, v[i * m + j]);
    for (int64_t j = 0; j < m; ++j) {
      wrong += t.get()[j * n + i] != v[i * m + j] - most;
      wrong += share.get()[j * n + i] != v[i * m + j] / total;
      wrong += chosen.get()[i * m + j] != v[(n - 1 - i) * m + j];
      wrong += either.get()[j * n + i] != v[i * m + j];
      if (j < 2) wrong += s.get()[i * 2 + j] != v[i * m + j + 1] - most;
      if (i == 0) wrong += back.get()[j] != m - 1 - j;
    }
    if (i == 2) wrong += third.get()[0] != most;
  }
  CHECK(wrong == 0);
  CHECK(sum.get()[0] == total);
}

// One coordinate is one value: a constant once it is folded, with an axis that may be moved, shortened or chosen from.
constexpr auto moved_constants = sinter::region<struct moved_constants_k>([](auto x, auto s) {
  const auto one = select(iota(x, axis<1>), axis<1>, 2);
  const auto none = slice(one, axis<0>, 1);
  return sinter::outputs(flip(one / one, axis<0>), slice(one, axis<0>, 0, 1), none,
                         unfold(unsqueeze(s * 2.0f, axis<0>), axis<0>, 1), x + take(one, axis<0>, one));
});
TEST_CASE_TEMPLATE("movement: of one coordinate, constants and scalars", F, SINTER_TEST_FIXTURES) {
  const extents<1> single{1};
  const auto x = make<F, float>(extents{2, 3}, values<float>{1, 2, 3, 4, 5, 6});
  const auto flipped = output<F, float>(single);
  const auto first = output<F, int64_t>(single);
  const auto nothing = output<F, int64_t>(extents<1>{0});
  const auto scaled = output<F, float>(extents{1, 1});
  const auto chosen = output<F, float>(extents{2, 3});
  moved_constants(x.view(), 1.5f)
      .into(sinter::outputs(flipped.view(), first.view(), nothing.view(), scaled.view(), chosen.view()), F::executor());
  CHECK(flipped.get()[0] == 1);
  CHECK(first.get()[0] == 2);
  CHECK(scaled.get()[0] == 3);
  CHECK(difference(chosen.get(), values<float>{3, 4, 5, 6, 7, 8}) == "");
}

// Slices that hold nothing, and of nothing.
TEST_CASE_TEMPLATE("movement: without elements", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F, float>(extents{0, 3, 4}, values<float>(0));
  const auto w = make<F, float>(extents{3, 4}, values<float>(12));
  const auto none = output<F, float>(extents{0, 4, 3});
  const auto none_too = output<F, float>(extents{0, 4, 3});
  move_transpose(x.view(), w.view()).into(sinter::outputs(none.view(), none_too.view()), F::executor());
  const auto y = make<F, float>(extents{2, 3, 1}, values<float>(6));
  const auto v = make<F, float>(extents{3, 1}, values<float>(3));
  const auto empty = output<F, float>(extents{2, 3, 0});
  const auto empty_too = output<F, float>(extents{2, 3, 0});
  move_slice(y.view(), v.view()).into(sinter::outputs(empty.view(), empty_too.view()), F::executor());
}

template <class F, class Call>
std::string complaint_of(const Call& call) {
  try {
    call();
  } catch (const sinter::error& e) {
    return e.what();
  }
  return "";
}
inline constexpr auto flipped = sinter::region<struct flipped_k>([](auto x) { return flip(x, axis<0>); });
TEST_CASE_TEMPLATE("movement: what extents or memory do not allow is said, and nothing is written", F,
                   SINTER_TEST_FIXTURES) {
  const auto x = make<F, float>(extents{2, 3, 2}, values<float>(12));
  const auto w = make<F, float>(extents{3, 2}, values<float>(6));
  const auto y = output<F, float>(extents{2, 3, 2});
  const auto windows = output<F, float>(extents{2, 3, 1, 3});
  const auto halves = output<F, float>(extents{2, 1, 2, 2});
  CHECK(complaint_of<F>([&] {
          move_unfold(x.view(), w.view()).into(sinter::outputs(windows.view(), windows.view()), F::executor());
        }) == "unfold: axis 2 of extent 2 is shorter than a window of 3 elements");
  CHECK(complaint_of<F>([&] {
          move_unflatten(x.view(), w.view()).into(sinter::outputs(halves.view(), halves.view()), F::executor());
        }) == "unflatten: axis 1 of extent 3 is not a multiple of 2");
  const auto none = make<F, float>(extents{2, 0, 2}, values<float>(0));
  const auto plane = make<F, float>(extents{0, 2}, values<float>(0));
  const auto edge = output<F, float>(extents{2, 2});
  CHECK(complaint_of<F>([&] {
          move_select(none.view(), plane.view()).into(sinter::outputs(edge.view(), edge.view()), F::executor());
        }) == "select: index -1 leaves axis 1 of extent 0");
  const auto line = output<F, float>(extents{4});
  CHECK(complaint_of<F>([&] { flipped(line.view()).into(line.view(), F::executor()); }).find("overlaps input 0") !=
        std::string::npos);
  CHECK(complaint_of<F>([&] {
          move_slice(x.view(), w.view()).into(sinter::outputs(y.view(), y.view()), F::executor());
        }).find("output 0 has the shape (2, 3, 2) but the formula has (2, 3, 0)") != std::string::npos);
}

inline constexpr auto triangles =
    sinter::region<struct triangles_k>([](auto x) { return sinter::outputs(tril(x), triu(x, 1), tril(x * 2, -1)); });
TEST_CASE_TEMPLATE("movement: triangles", F, SINTER_TEST_FIXTURES) {
  for (const extents<3> e : {extents{2, 4, 4}, extents{1, 3, 8}, extents{2, 7, 5}}) {
    const values<float> v = random<float>(e.count(), 9);
    values<float> low(e.count()), high(e.count()), lower(e.count());
    for (int64_t i = 0; i < e.count(); ++i) {
      const int64_t row = i / e[2] % e[1], column = i % e[2];
      low[i] = column <= row ? v[i] : 0;
      high[i] = column >= row + 1 ? v[i] : 0;
      lower[i] = column <= row - 1 ? v[i] * 2 : 0;
    }
    const auto x = make<F, float>(e, v);
    const auto a = output<F, float>(e), b = output<F, float>(e), c = output<F, float>(e);
    triangles(x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
    CHECK(difference(a.get(), low) == "");
    CHECK(difference(b.get(), high) == "");
    CHECK(difference(c.get(), lower) == "");
  }
}

// The same names outside of a region move a view, for reading and for writing.
inline constexpr auto doubled = sinter::region<struct doubled_k>([](auto x) { return x * 2; });
TEST_CASE_TEMPLATE("movement: of views of memory", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 4, m = 6;
  values<float> v(n * m);
  for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i);
  const auto x = make<F, float>(extents{n, m}, v);
  const auto check = [&](const auto& moved, const values<float>& want) {
    constexpr int rank = std::remove_cvref_t<decltype(moved)>::rank;
    extents<rank> e{};
    for (int a = 0; a < rank; ++a) e[a] = moved.extent(a);
    const auto y = output<F, float>(e);
    doubled(moved).into(y.view(), F::executor());
    values<float> twice(want.size());
    for (int64_t i = 0; i < want.size(); ++i) twice[i] = want[i] * 2;
    CHECK(difference(y.get(), twice) == "");
  };
  check(slice(slice(x.view(), axis<0>, -1, to_end, -3), axis<-1>, 1, 3), {19, 20, 1, 2});
  check(flip(slice(x.view(), axis<0>, 0, 1), axis<1>), {5, 4, 3, 2, 1, 0});
  check(select(x.view(), axis<1>, -1), {5, 11, 17, 23});
  check(diagonal(x.view(), 2), {2, 9, 16, 23});
  check(diagonal(x.view(), -2), {12, 19});
  check(unfold(select(x.view(), axis<0>, 1), axis<0>, 4, 2), {6, 7, 8, 9, 8, 9, 10, 11});
  check(select(unflatten(x.view(), axis<-1>, 3), axis<1>, 1), {3, 4, 5, 9, 10, 11, 15, 16, 17, 21, 22, 23});
  check(select(transpose(unsqueeze(x.view(), axis<0>)), axis<-1>, 3), {18, 19, 20, 21, 22, 23});
  const auto y = output<F, float>(extents{n, m});
  doubled(x.view()).into(transpose(transpose(flip(y.view(), axis<0>))), F::executor());
  CHECK(y.get()[0] == 36);
  CHECK(complaint_of<F>([&] { (void)select(x.view(), axis<0>, 4); }) == "select: 4 does not fit axis 0 of extent 4");
  CHECK(complaint_of<F>([&] { (void)unflatten(x.view(), axis<1>, 4); }) ==
        "unflatten: 4 does not fit axis 1 of extent 6");
  CHECK(complaint_of<F>([&] { (void)slice(x.view(), axis<1>, 0, 4, 0); }) == "slice: the step is 0");
}

#undef SINTER_TEST_MOVE
}  // namespace test
