// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by indices, given or computed: of inputs and maps, in every layout and kernel, against indices computed here.
// A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/moves.hpp"

namespace test {

SINTER_TEST_MOVE(roll_last, roll(v, axis<-1>, 3));
SINTER_TEST_MOVE(roll_back, roll(v, axis<1>, -13));
SINTER_TEST_MOVE(pad_last, pad(v, axis<-1>, 2, 1, padding));
SINTER_TEST_MOVE(pad_first, pad(v, axis<0>, 1, 0, padding));
SINTER_TEST_MOVE(pad_both, pad(pad(v, axis<-1>, 4, 0, padding), axis<1>, 0, 2, padding));
SINTER_TEST_MOVE(joined_last, concatenate(axis<-1>, v, flip(v, axis<0>)));
SINTER_TEST_MOVE(joined_first, concatenate(axis<0>, v, slice(v, axis<0>, 0, 1), v));
SINTER_TEST_MOVE(stacked, stack(axis<1>, v, flip(v, axis<-1>)));
SINTER_TEST_MOVE(tiled_middle, tile(v, axis<1>, 3));
SINTER_TEST_MOVE(repeated_last, repeat(v, axis<-1>, 2));
// Movement of what index arithmetic has made: its coordinates move too.
SINTER_TEST_MOVE(padded_windows, unfold(pad(v, axis<-1>, 1, 1, padding), axis<-1>, 3, 2));
SINTER_TEST_MOVE(padded_turned, flip(transpose(pad(v, axis<-1>, 2, 0, padding)), axis<-1>));
SINTER_TEST_MOVE(padded_sliced, slice(pad(v, axis<1>, 2, 2, padding), axis<1>, -2, to_end, -2));
SINTER_TEST_MOVE(padded_selected, select(pad(v, axis<-1>, 1, 0, padding), axis<-1>, -1));
SINTER_TEST_MOVE(padded_diagonal, diagonal(pad(v, axis<-1>, 1, 0, padding), -1, axis<1>, axis<2>));
SINTER_TEST_MOVE(joined_parts, unflatten(concatenate(axis<1>, v, v), axis<1>, 2));

template <class F, class T>
void check_index_arithmetic() {
  for (const extents<3> e : {extents{4, 6, 16}, extents{3, 4, 5}, extents{5, 2, 8}}) {
    const int64_t a = e[0], b = e[1], c = e[2];
    const auto at = [](int64_t i, int64_t j, int64_t k) { return index{i, j, k, 0}; };
    const index pads{0, 0, 0, 1};
    check_move<F, T>(roll_last, e, e, [&](const index& o) { return at(o[0], o[1], (o[2] + 2 * c - 3) % c); });
    check_move<F, T>(pad_both, e, extents{a, b + 2, c + 4},
                     [&](const index& o) { return o[1] >= b || o[2] < 4 ? pads : at(o[0], o[1], o[2] - 4); });
    check_move<F, T>(joined_first, e, extents{2 * a + 1, b, c}, [&](const index& o) {
      return at(o[0] < a ? o[0] : o[0] == a ? 0 : o[0] - a - 1, o[1], o[2]);
    });
    check_move<F, T>(padded_windows, e, extents{a, b, (c - 1) / 2 + 1, int64_t{3}}, [&](const index& o) {
      const int64_t k = 2 * o[2] + o[3] - 1;
      return k < 0 || k >= c ? pads : at(o[0], o[1], k);
    });
    // Unfused, each op of the index arithmetic is a kernel of its own: a few formulas show it.
    if constexpr (!sinter::is_unfused(policy_of<F>)) {
      check_move<F, T>(roll_back, e, e, [&](const index& o) { return at(o[0], (o[1] + 13) % b, o[2]); });
      check_move<F, T>(pad_last, e, extents{a, b, c + 3},
                       [&](const index& o) { return o[2] < 2 || o[2] >= c + 2 ? pads : at(o[0], o[1], o[2] - 2); });
      check_move<F, T>(pad_first, e, extents{a + 1, b, c},
                       [&](const index& o) { return o[0] == 0 ? pads : at(o[0] - 1, o[1], o[2]); });
      check_move<F, T>(joined_last, e, extents{a, b, 2 * c}, [&](const index& o) {
        return o[2] < c ? at(o[0], o[1], o[2]) : at(a - 1 - o[0], o[1], o[2] - c);
      });
      check_move<F, T>(stacked, e, extents{a, int64_t{2}, b, c},
                       [&](const index& o) { return at(o[0], o[2], o[1] == 0 ? o[3] : c - 1 - o[3]); });
      check_move<F, T>(tiled_middle, e, extents{a, 3 * b, c}, [&](const index& o) { return at(o[0], o[1] % b, o[2]); });
      check_move<F, T>(repeated_last, e, extents{a, b, 2 * c},
                       [&](const index& o) { return at(o[0], o[1], o[2] / 2); });
      check_move<F, T>(padded_turned, e, extents{a, c + 2, b},
                       [&](const index& o) { return o[1] < 2 ? pads : at(o[0], b - 1 - o[2], o[1] - 2); });
      check_move<F, T>(padded_sliced, e, extents{a, b / 2 + 2, c}, [&](const index& o) {
        const int64_t j = b + 2 - 2 * o[1] - 2;
        return j < 0 || j >= b ? pads : at(o[0], j, o[2]);
      });
      check_move<F, T>(padded_selected, e, extents{a, b}, [&](const index& o) { return at(o[0], o[1], c - 1); });
      check_move<F, T>(padded_diagonal, e, extents{a, std::min(b - 1, c + 1)},
                       [&](const index& o) { return o[1] == 0 ? pads : at(o[0], o[1] + 1, o[1] - 1); });
      check_move<F, T>(joined_parts, e, extents{a, b, int64_t{2}, c},
                       [&](const index& o) { return at(o[0], (2 * o[1] + o[2]) % b, o[3]); });
    }
  }
}

TEST_CASE_TEMPLATE("gather: roll, pad, concatenate, stack, tile, repeat and views of them", F, SINTER_TEST_FIXTURES) {
  check_index_arithmetic<F, float>();
}
TEST_CASE_TEMPLATE("gather: index arithmetic of narrow elements", F, SINTER_TEST_FIXTURES) {
  const extents<3> e{4, 6, 32};
  const index pads{0, 0, 0, 1};
  const auto all = [&](auto type) {
    using T = decltype(type);
    check_move<F, T>(pad_both, e, extents{e[0], e[1] + 2, e[2] + 4}, [&](const index& o) {
      return o[1] >= e[1] || o[2] < 4 ? pads : index{o[0], o[1], o[2] - 4, 0};
    });
    check_move<F, T>(roll_back, e, e, [&](const index& o) { return index{o[0], (o[1] + 13) % e[1], o[2], 0}; });
  };
  all(sinter::bf16{});
  if constexpr (!sinter::is_unfused(policy_of<F>)) {
    all(std::int8_t{});
    all(double{});
  }
}

// x[.., index, ..] along each axis, of an input and of a map.
template <int K>
inline constexpr auto take_along_axis =
    [](auto x, auto w, auto i) { return sinter::outputs(take(x, axis<K>, i), take(mapped(x, w), axis<K>, i)); };
inline constexpr auto take_first = sinter::region<struct take_first_k>(take_along_axis<0>);
inline constexpr auto take_middle = sinter::region<struct take_middle_k>(take_along_axis<1>);
inline constexpr auto take_last = sinter::region<struct take_last_k>(take_along_axis<-1>);

// What index i stands for on an axis of n.
inline int64_t meant(int64_t i, int64_t n) { return std::clamp<int64_t>(i < 0 ? i + n : i, 0, n - 1); }

template <class I>
values<I> some_indices(int64_t count, int64_t n) {
  values<I> i(count);
  for (int64_t k = 0; k < count; ++k) {
    const int64_t from_end = std::is_signed_v<I> && k % 3 == 1 ? n : 0;
    // Some lie outside, on both sides.
    i[k] = static_cast<I>(k % 7 == 6 ? (k % 2 == 0 || !std::is_signed_v<I> ? n + k : -n - k) : k * 5 % n - from_end);
  }
  return i;
}

template <class F, int K, class T, class I, class Region>
void check_take(const Region& region, const extents<3>& e, const extents<2>& q) {
  constexpr int axis_at = K < 0 ? K + 3 : K;
  values<T> v(e.count()), w(e[1] * e[2]);
  for (int64_t i = 0; i < v.size(); ++i) v[i] = stored<T>(static_cast<double>(i * 7 % 61));
  for (int64_t i = 0; i < w.size(); ++i) w[i] = stored<T>(static_cast<double>(i % 5));
  const values<I> ids = some_indices<I>(q.count(), e[axis_at]);
  extents<4> out{};
  for (int a = 0, to = 0; a < 3; ++a) {
    if (a == axis_at) {
      out[to++] = q[0];
      out[to++] = q[1];
    } else {
      out[to++] = e[a];
    }
  }
  values<T> want_x(out.count()), want_f(out.count());
  for (int64_t i = 0; i < out.count(); ++i) {
    int64_t rest = i;
    int64_t at[4];
    for (int a = 3; a >= 0; --a) {
      at[a] = rest % out[a];
      rest /= out[a];
    }
    int64_t from[3];
    for (int a = 0, of = 0; a < 3; ++a) {
      if (a == axis_at) {
        from[a] = meant(static_cast<int64_t>(ids[at[of] * q[1] + at[of + 1]]), e[a]);
        of += 2;
      } else {
        from[a] = at[of++];
      }
    }
    const int64_t n = (from[0] * e[1] + from[1]) * e[2] + from[2];
    want_x[i] = v[n];
    want_f[i] = stored<T>(number(v[n]) * 2 + number(w[from[1] * e[2] + from[2]]));
  }
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    const auto x = make<F, T>(e, v, how);
    const auto wt = make<F, T>(extents{e[1], e[2]}, w, how);
    const auto i = make<F, I>(q, ids, how == arrangement::misaligned ? arrangement::transposed : how);
    const auto taken = output<F, T>(out, how == arrangement::misaligned ? how : arrangement::contiguous);
    const auto of_map = output<F, T>(out, how);
    region(x.view(), wt.view(), i.view()).into(sinter::outputs(taken.view(), of_map.view()), F::executor());
    CHECK(difference(taken.get(), want_x) == "");
    CHECK(difference(of_map.get(), want_f) == "");
    CHECK(of_map.gaps_are_untouched());
  }
}

TEST_CASE_TEMPLATE("gather: take along every axis, whatever the strides and indices", F, SINTER_TEST_FIXTURES) {
  for (const extents<3> e : {extents{6, 3, 16}, extents{3, 5, 7}}) {
    check_take<F, 0, float, std::int32_t>(take_first, e, extents{2, 5});
    check_take<F, 1, float, std::int64_t>(take_middle, e, extents{3, 4});
    check_take<F, -1, float, std::int32_t>(take_last, e, extents{1, 9});
  }
  check_take<F, 0, sinter::bf16, std::int64_t>(take_first, extents{5, 4, 32}, extents{3, 3});
  check_take<F, 1, double, std::uint8_t>(take_middle, extents{4, 3, 6}, extents{2, 4});
}

// One index for all, and an index a row; the same table twice; indices that are computed.
inline constexpr auto take_one = sinter::region<struct take_one_k>([](auto x, auto i) { return take(x, axis<0>, i); });
inline constexpr auto pairs = sinter::region<struct pairs_k>(
    [](auto x, auto i, auto j) { return take(x, axis<0>, i) - take(x, axis<0>, j + 1) * 2.0f; });
inline constexpr auto sorted_by = sinter::region<struct sorted_by_k>([](auto x, auto order) {
  return sinter::outputs(take_along(x, axis<-1>, order), take_along(x * x, axis<0>, remainder(order, 2)));
});
TEST_CASE_TEMPLATE("gather: one index, two gathers of a table, an index for every element", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 6, m = 8;
  values<float> v(n * m);
  for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 11 % 47);
  const auto x = make<F, float>(extents{n, m}, v);
  values<int64_t> one(1);
  one[0] = -2;
  const auto i0 = make<F, int64_t>(extents<0>{}, one);
  const auto row = output<F, float>(extents{m});
  take_one(x.view(), i0.view()).into(row.view(), F::executor());
  values<int32_t> a(m), b(m);
  for (int64_t k = 0; k < m; ++k) {
    a[k] = static_cast<int32_t>(k * 5 % n);
    b[k] = static_cast<int32_t>(k * 7 % (n - 1));
  }
  const auto ia = make<F, int32_t>(extents{m}, a);
  const auto ib = make<F, int32_t>(extents{m}, b);
  const auto both = output<F, float>(extents{m, m});
  pairs(x.view(), ia.view(), ib.view()).into(both.view(), F::executor());
  values<int64_t> order(n * m);
  for (int64_t k = 0; k < order.size(); ++k) order[k] = (k * 3 + k / m) % m;
  const auto io = make<F, int64_t>(extents{n, m}, order, arrangement::gaps);
  const auto sorted = output<F, float>(extents{n, m});
  const auto squares = output<F, float>(extents{n, m});
  sorted_by(x.view(), io.view()).into(sinter::outputs(sorted.view(), squares.view()), F::executor());
  int wrong = 0;
  for (int64_t j = 0; j < m; ++j) {
    wrong += row.get()[j] != v[(n - 2) * m + j];
    for (int64_t k = 0; k < m; ++k) {
      wrong += both.get()[k * m + j] != v[a[k] * m + j] - v[(b[k] + 1) * m + j] * 2.0f;
    }
    for (int64_t k = 0; k < n; ++k) {
      wrong += sorted.get()[k * m + j] != v[k * m + order[k * m + j]];
      const float s = v[order[k * m + j] % 2 * m + j];
      wrong += squares.get()[k * m + j] != s * s;
    }
  }
  CHECK(wrong == 0);
}

// Rows of a table, normalised; the loss of a target; sums over what is chosen: a kernel each.
inline constexpr auto embedded_norm = sinter::region<struct embedded_norm_k>([](auto table, auto ids, auto w) {
  const auto e = embedding(table, ids);
  return e * rsqrt(mean(e * e, axis<-1>) + 1e-5f) * w;
});
inline constexpr auto target_loss = sinter::region<struct target_loss_k>([](auto x, auto target) {
  const auto top = max(x, axis<-1>);
  const auto chosen = take_along(x, axis<-1>, unsqueeze(target, axis<-1>));
  return squeeze(log(sum(exp(x - top), axis<-1>)) + top - chosen, axis<-1>);
});
inline constexpr auto chosen_sum = sinter::region<struct chosen_sum_k>(
    [](auto x, auto i) { return sinter::outputs(sum(take(x, axis<-1>, i)), sum(roll(x, axis<0>, 1) * x)); });
inline constexpr auto shuffled_norm = sinter::region<struct shuffled_norm_k>([](auto x, auto order) {
  const auto e = take(x, axis<-1>, order);
  return e / sum(e, axis<-1>);
});
static_assert(sinter::plan<embedded_norm>(sinter::tensor<float, 2>{1000, 64}, sinter::tensor<int, 1>{8},
                                          sinter::tensor<float, 1>{64})
                  .kernels() == 1);
static_assert(sinter::plan<target_loss>(sinter::tensor<float, 2>{8, 100}, sinter::tensor<int, 1>{8}).kernels() == 1);

TEST_CASE_TEMPLATE("gather: under row and whole-tensor reductions", F, SINTER_TEST_FIXTURES) {
  for (const int64_t m : {int64_t{8}, int64_t{33}, int64_t{64}, int64_t{1024}}) {
    for (const arrangement how : {arrangement::contiguous, arrangement::gaps, arrangement::misaligned}) {
      CAPTURE(m);
      CAPTURE(static_cast<int>(how));
      const int64_t n = 9, q = 5;
      values<float> v(n * m), w(m);
      for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 13 % 31 + 1);
      for (int64_t i = 0; i < m; ++i) w[i] = static_cast<float>(i % 3 + 1);
      values<int32_t> rows(q), target(n), order(m);
      for (int64_t i = 0; i < q; ++i) rows[i] = static_cast<int32_t>(i * 4 % n);
      for (int64_t i = 0; i < n; ++i) target[i] = static_cast<int32_t>(i * 5 % m);
      for (int64_t i = 0; i < m; ++i) order[i] = static_cast<int32_t>(m - 1 - i);
      const auto x = make<F, float>(extents{n, m}, v, how);
      const auto wt = make<F, float>(extents{m}, w);
      const auto ir = make<F, int32_t>(extents{q}, rows);
      const auto it = make<F, int32_t>(extents{n}, target);
      const auto io = make<F, int32_t>(extents{m}, order);
      const auto normed = output<F, float>(extents{q, m}, how);
      const auto loss = output<F, float>(extents{n});
      const auto total = output<F, float>(extents<0>{});
      const auto product = output<F, float>(extents<0>{});
      const auto shuffled = output<F, float>(extents{n, m});
      embedded_norm(x.view(), ir.view(), wt.view()).into(normed.view(), F::executor());
      target_loss(x.view(), it.view()).into(loss.view(), F::executor());
      chosen_sum(x.view(), io.view()).into(sinter::outputs(total.view(), product.view()), F::executor());
      shuffled_norm(x.view(), io.view()).into(shuffled.view(), F::executor());
      values<double> want_normed(q * m), want_loss(n), want_shuffled(n * m);
      double sum = 0, dot = 0;
      for (int64_t i = 0; i < n; ++i) {
        double row = 0, exps = 0;
        for (int64_t j = 0; j < m; ++j) {
          const double at = v[i * m + j];
          row += at;
          exps += std::exp(at);
          dot += at * v[(i + n - 1) % n * m + j];
        }
        sum += row;
        for (int64_t j = 0; j < m; ++j) want_shuffled[i * m + j] = v[i * m + m - 1 - j] / row;
        want_loss[i] = std::log(exps) - v[i * m + target[i]];
      }
      for (int64_t i = 0; i < q; ++i) {
        double squares = 0;
        for (int64_t j = 0; j < m; ++j) squares += static_cast<double>(v[rows[i] * m + j]) * v[rows[i] * m + j];
        for (int64_t j = 0; j < m; ++j) {
          want_normed[i * m + j] =
              static_cast<double>(v[rows[i] * m + j]) * w[j] / std::sqrt(squares / static_cast<double>(m) + 1e-5);
        }
      }
      CHECK(distance(normed.get(), want_normed, 8e-6) == "");
      CHECK(distance(loss.get(), want_loss, 8e-6) == "");
      CHECK(distance(shuffled.get(), want_shuffled, 8e-6) == "");
      CHECK(total.get()[0] == static_cast<float>(sum));
      CHECK(product.get()[0] == doctest::Approx(dot).epsilon(1e-6));
    }
  }
}

// What a reduction, a branch or another gather has computed is stored, then chosen from; views and maps of chosen elements.
inline constexpr auto chosen_results = sinter::region<struct chosen_results_k>([](auto x, auto i, auto j) {
  const auto top = max(x, axis<-1>, sinter::drop);
  const auto picked = take(x + 1.0f, axis<0>, i);
  return sinter::outputs(take(top * 2.0f, axis<0>, i), take(take(x, axis<0>, i), axis<-1>, j), transpose(picked),
                         flip(slice(picked, axis<0>, 1, to_end), axis<-1>), select(picked, axis<0>, -1),
                         take(cond(sum(x) > 0.0f, x, -x), axis<-1>, j), take(iota(x, axis<-1>), axis<-1>, j),
                         unfold(picked, axis<0>, 2));
});
TEST_CASE_TEMPLATE("gather: of reductions, branches, gathers and coordinates; views of gathers", F,
                   SINTER_TEST_FIXTURES) {
  const int64_t n = 5, m = 6, q = 4;
  values<float> v(n * m);
  for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 11 % 32 + 1);
  values<int32_t> a(q), b(3);
  for (int64_t k = 0; k < q; ++k) a[k] = static_cast<int32_t>(k * 3 % n);
  for (int64_t k = 0; k < 3; ++k) b[k] = static_cast<int32_t>(m - 1 - 2 * k);
  const auto x = make<F, float>(extents{n, m}, v);
  const auto ia = make<F, int32_t>(extents{q}, a);
  const auto ib = make<F, int32_t>(extents{int64_t{3}}, b);
  const auto tops = output<F, float>(extents{q});
  const auto twice = output<F, float>(extents{q, int64_t{3}});
  const auto turned = output<F, float>(extents{m, q});
  const auto flipped = output<F, float>(extents{q - 1, m});
  const auto last = output<F, float>(extents{m});
  const auto branched = output<F, float>(extents{n, int64_t{3}});
  const auto counted = output<F, int64_t>(extents{int64_t{1}, int64_t{3}});
  const auto windows = output<F, float>(extents{q - 1, m, int64_t{2}});
  chosen_results(x.view(), ia.view(), ib.view())
      .into(sinter::outputs(tops.view(), twice.view(), turned.view(), flipped.view(), last.view(), branched.view(),
                            counted.view(), windows.view()),
            F::executor());
  int wrong = 0;
  for (int64_t k = 0; k < q; ++k) {
    float top = 0;
    for (int64_t j = 0; j < m; ++j) {
      const float at = v[a[k] * m + j] + 1;
      top = std::max(top, v[a[k] * m + j]);
      wrong += turned.get()[j * q + k] != at;
      if (k > 0) wrong += flipped.get()[(k - 1) * m + m - 1 - j] != at;
      if (k == q - 1) wrong += last.get()[j] != at;
      if (k > 0) wrong += windows.get()[((k - 1) * m + j) * 2 + 1] != at;
      if (k < q - 1) wrong += windows.get()[(k * m + j) * 2] != at;
    }
    wrong += tops.get()[k] != top * 2;
    for (int64_t j = 0; j < 3; ++j) wrong += twice.get()[k * 3 + j] != v[a[k] * m + b[j]];
  }
  for (int64_t j = 0; j < 3; ++j) {
    wrong += counted.get()[j] != b[j];
    for (int64_t i = 0; i < n; ++i) wrong += branched.get()[i * 3 + j] != v[i * m + b[j]];
  }
  CHECK(wrong == 0);
}

// Operands that have the extent 1, known only when called, along the axis that is chosen from.
inline constexpr auto outer_taken = sinter::region<struct outer_taken_k>(
    [](auto a, auto b, auto i) { return sinter::outputs(take(a + b, axis<0>, i), roll(a + b, axis<1>, 1)); });
TEST_CASE_TEMPLATE("gather: of broadcast operands", F, SINTER_TEST_FIXTURES) {
  const int64_t n = 4, m = 7, q = 6;
  values<float> column(n), row(m);
  for (int64_t i = 0; i < n; ++i) column[i] = static_cast<float>(100 * i);
  for (int64_t j = 0; j < m; ++j) row[j] = static_cast<float>(j);
  values<int32_t> ids(q);
  for (int64_t k = 0; k < q; ++k) ids[k] = static_cast<int32_t>(k * 3 % n);
  const auto a = make<F, float>(extents{n, int64_t{1}}, column);
  const auto b = make<F, float>(extents{int64_t{1}, m}, row);
  const auto i = make<F, int32_t>(extents{q}, ids);
  const auto taken = output<F, float>(extents{q, m});
  const auto rolled = output<F, float>(extents{n, m});
  outer_taken(a.view(), b.view(), i.view()).into(sinter::outputs(taken.view(), rolled.view()), F::executor());
  int wrong = 0;
  for (int64_t j = 0; j < m; ++j) {
    for (int64_t k = 0; k < q; ++k) wrong += taken.get()[k * m + j] != static_cast<float>(100 * ids[k] + j);
    for (int64_t k = 0; k < n; ++k) wrong += rolled.get()[k * m + j] != static_cast<float>(100 * k + (j + m - 1) % m);
  }
  CHECK(wrong == 0);
}

// One element, and a result without axes.
inline constexpr auto element_of = sinter::region<struct element_of_k>(
    [](auto x, auto i) { return sinter::outputs(take(x, axis<0>, i), take(x + 1.0f, axis<0>, i) * 2.0f); });
TEST_CASE_TEMPLATE("gather: one element", F, SINTER_TEST_FIXTURES) {
  values<float> v(5);
  for (int64_t i = 0; i < 5; ++i) v[i] = static_cast<float>(i * i);
  const auto i = make<F, int32_t>(extents<0>{}, values<int32_t>(1, -2));
  const auto of_input = output<F, float>(extents<0>{});
  const auto of_map = output<F, float>(extents<0>{});
  element_of(make<F, float>(extents{int64_t{5}}, v).view(), i.view())
      .into(sinter::outputs(of_input.view(), of_map.view()), F::executor());
  CHECK(of_input.get()[0] == 9);
  CHECK(of_map.get()[0] == 20);
}

// Axes without elements: padding and joining them is possible, choosing from them is not.
inline constexpr auto grown = sinter::region<struct grown_k>([](auto x, auto y) {
  return sinter::outputs(pad(x, axis<-1>, 1, 2, 5.0f), concatenate(axis<-1>, x, y), roll(x, axis<-1>, 2));
});
inline constexpr auto extents_as_values = sinter::region<struct extents_as_values_k>(
    [](auto x) { return x * cast<float>(extent(x, axis<0>)) + cast<float>(extent(x, axis<-1>)); });
inline constexpr auto flags = sinter::region<struct flags_k>(
    [](auto x) { return sinter::outputs(pad(x, axis<-1>, 1, 0), tril(x), concatenate(axis<-1>, x, !x)); });
// A chosen vector has fewer axes than what it is added to: the choice is along an axis of its own, however that sum is moved.
inline constexpr auto moved_with_vector = sinter::region<struct moved_with_vector_k>([](auto x, auto b, auto ids) {
  const auto y = x + roll(b, axis<0>, 1);
  return sinter::outputs(transpose(y), slice(y, axis<0>, 1), unsqueeze(y, axis<1>), take(y, axis<0>, ids));
});
TEST_CASE_TEMPLATE("gather: a chosen vector in a map that is moved", F, SINTER_TEST_FIXTURES) {
  values<float> v(6);
  for (int64_t i = 0; i < 6; ++i) v[i] = static_cast<float>(10 * i);
  const auto x = make<F>(extents{2, 3}, v);
  const auto b = make<F>(extents{3}, values<float>{1, 2, 3});
  const auto ids = make<F>(extents{2}, values<int32_t>{1, 0});
  const auto turned = output<F, float>(extents{3, 2}, arrangement::gaps);
  const auto last = output<F, float>(extents{1, 3});
  const auto apart = output<F, float>(extents{2, 1, 3});
  const auto taken = output<F, float>(extents{2, 3});
  moved_with_vector(x.view(), b.view(), ids.view())
      .into(sinter::outputs(turned.view(), last.view(), apart.view(), taken.view()), F::executor());
  CHECK(difference(turned.get(), {3, 33, 11, 41, 22, 52}) == "");
  CHECK(difference(last.get(), {33, 41, 52}) == "");
  CHECK(difference(apart.get(), {3, 11, 22, 33, 41, 52}) == "");
  CHECK(difference(taken.get(), {33, 41, 52, 3, 11, 22}) == "");
  CHECK(turned.gaps_are_untouched());
}

TEST_CASE_TEMPLATE("gather: bool stays bool", F, SINTER_TEST_FIXTURES) {
  values<bool> v(4, true);
  v[2] = false;
  const auto x = make<F, bool>(extents{int64_t{2}, int64_t{2}}, v);
  const auto padded = output<F, bool>(extents{int64_t{2}, int64_t{3}});
  const auto low = output<F, bool>(extents{int64_t{2}, int64_t{2}});
  const auto joined = output<F, bool>(extents{int64_t{2}, int64_t{4}});
  flags(x.view()).into(sinter::outputs(padded.view(), low.view(), joined.view()), F::executor());
  CHECK(difference(padded.get(), values<bool>{false, true, true, false, false, true}) == "");
  CHECK(difference(low.get(), values<bool>{true, false, false, true}) == "");
  CHECK(difference(joined.get(), values<bool>{true, true, false, false, false, true, true, false}) == "");
}
TEST_CASE_TEMPLATE("gather: without elements, and extents as values", F, SINTER_TEST_FIXTURES) {
  const auto none = make<F, float>(extents{int64_t{2}, int64_t{0}}, values<float>(0));
  values<float> v(6);
  for (int64_t i = 0; i < 6; ++i) v[i] = static_cast<float>(i);
  const auto some = make<F, float>(extents{int64_t{2}, int64_t{3}}, v);
  const auto padded = output<F, float>(extents{int64_t{2}, int64_t{3}});
  const auto joined = output<F, float>(extents{int64_t{2}, int64_t{3}});
  const auto rolled = output<F, float>(extents{int64_t{2}, int64_t{0}});
  grown(none.view(), some.view()).into(sinter::outputs(padded.view(), joined.view(), rolled.view()), F::executor());
  CHECK(difference(padded.get(), values<float>(6, 5.0f)) == "");
  CHECK(difference(joined.get(), v) == "");
  values<int32_t> zero(1);
  const auto i = make<F, int32_t>(extents{int64_t{1}}, zero);
  const auto row = output<F, float>(extents{int64_t{1}, int64_t{3}});
  const auto empty = make<F, float>(extents{int64_t{0}, int64_t{3}}, values<float>(0));
  CHECK_THROWS_WITH_AS(take_one(empty.view(), i.view()).into(row.view(), F::executor()),
                       "take: the axis has no elements to choose from, and the result has 3", sinter::error);
  CHECK(row.is_untouched());
  const auto no_rows = output<F, float>(extents{int64_t{0}, int64_t{3}});
  const auto no_ids = make<F, int32_t>(extents{int64_t{0}}, values<int32_t>(0));
  take_one(some.view(), no_ids.view()).into(no_rows.view(), F::executor());
  take_one(empty.view(), no_ids.view()).into(no_rows.view(), F::executor());
  // What is chosen from can't be written in place.
  CHECK_THROWS_AS(take_one(some.view(), make<F, int32_t>(extents{int64_t{2}}, values<int32_t>(2)).view())
                      .into(some.view(), F::executor()),
                  sinter::error);
  const auto scaled = output<F, float>(extents{int64_t{2}, int64_t{3}});
  extents_as_values(some.view()).into(scaled.view(), F::executor());
  for (int64_t k = 0; k < 6; ++k) CHECK(scaled.get()[k] == v[k] * 2 + 3);
}

}  // namespace test
