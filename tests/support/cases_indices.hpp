// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements that several indices name, and gathers of gathers, which become such. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include <algorithm>

#include "support/executors.hpp"

namespace test {

using sinter::axis;

// What index i stands for on an axis of n.
inline int64_t named(int64_t i, int64_t n) { return std::clamp<int64_t>(i < 0 ? i + n : i, 0, n - 1); }

template <class F>
struct indexed_data {
  extents<3> e{4, 5, 6};
  extents<2> q{3, 4};
  values<float> v = values<float>(e.count());
  values<int32_t> a = values<int32_t>(q.count());
  values<int64_t> b = values<int64_t>(q.count()), c = values<int64_t>(q[1]);
  indexed_data() {
    for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * 11 % 127);
    for (int64_t i = 0; i < q.count(); ++i) {
      a[i] = static_cast<int32_t>(i % 5 == 4 ? 100 - 40 * i : i * 7 % 8 - 4);
      b[i] = i * 3 % 4 - (i % 2) * 4;
    }
    for (int64_t i = 0; i < q[1]; ++i) c[i] = i * 5 % 9 - 3;
  }
  float at(int64_t i, int64_t j, int64_t k) const {
    return v[(named(i, e[0]) * e[1] + named(j, e[1])) * e[2] + named(k, e[2])];
  }
};

inline constexpr auto by_two = sinter::region<struct by_two_k>([](auto x, auto a, auto b) {
  const auto adjacent = take(x, axis<0>, a, axis<1>, b);
  const auto apart = take(x * 2.0f + 1.0f, axis<-1>, b, axis<0>, a);
  return sinter::outputs(adjacent, apart, flip(take(x, axis<1>, a, axis<2>, b), axis<0>));
});
inline constexpr auto by_three = sinter::region<struct by_three_k>([](auto x, auto a, auto b, auto c) {
  return sinter::outputs(take(x, axis<0>, a, axis<1>, b, axis<2>, c),
                         sum(take(x, axis<0>, b, axis<2>, c), axis<-1>, sinter::drop));
});
inline constexpr auto by_two_whole =
    sinter::region<struct by_two_whole_k>([](auto x, auto a, auto b) { return sum(take(x, axis<0>, a, axis<2>, b)); });
static_assert(sinter::plan<by_two>(sinter::tensor<float, 3>{4, 5, 6}, sinter::tensor<int, 2>{3, 4},
                                   sinter::tensor<std::int64_t, 2>{3, 4})
                  .kernels() <= 3);

TEST_CASE_TEMPLATE("indices: elements that two or three of them name", F, SINTER_TEST_FIXTURES) {
  const indexed_data<F> d;
  const int64_t n = d.q.count();
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    const auto x = make<F, float>(d.e, d.v, how);
    const auto a = make<F, int32_t>(d.q, d.a, how);
    const auto b = make<F, int64_t>(d.q, d.b, how);
    const auto c = make<F, int64_t>(extents{d.q[1]}, d.c, how);
    const auto adjacent = output<F, float>(extents{d.q[0], d.q[1], d.e[2]}, how);
    const auto apart = output<F, float>(extents{d.q[0], d.q[1], d.e[1]}, how);
    const auto behind = output<F, float>(extents{d.e[0], d.q[0], d.q[1]}, how);
    by_two(x.view(), a.view(), b.view())
        .into(sinter::outputs(adjacent.view(), apart.view(), behind.view()), F::executor());
    values<float> want_adjacent(n * d.e[2]), want_apart(n * d.e[1]), want_behind(d.e[0] * n), want_all(n);
    values<float> want_sums(n);
    float total = 0;
    for (int64_t i = 0; i < n; ++i) {
      const int64_t col = d.c[i % d.q[1]];
      for (int64_t k = 0; k < d.e[2]; ++k) want_adjacent[i * d.e[2] + k] = d.at(d.a[i], d.b[i], k);
      for (int64_t j = 0; j < d.e[1]; ++j) {
        want_apart[i * d.e[1] + j] = d.at(d.a[i], j, d.b[i]) * 2 + 1;
        total += d.at(d.a[i], j, d.b[i]);
        want_sums[i] += d.at(d.b[i], j, col);
      }
      for (int64_t o = 0; o < d.e[0]; ++o) want_behind[(d.e[0] - 1 - o) * n + i] = d.at(o, d.a[i], d.b[i]);
      want_all[i] = d.at(d.a[i], d.b[i], col);
    }
    CHECK(difference(adjacent.get(), want_adjacent) == "");
    CHECK(difference(apart.get(), want_apart) == "");
    CHECK(difference(behind.get(), want_behind) == "");
    CHECK(behind.gaps_are_untouched());
    const auto all = output<F, float>(d.q, how);
    const auto sums = output<F, float>(d.q, how);
    by_three(x.view(), a.view(), b.view(), c.view()).into(sinter::outputs(all.view(), sums.view()), F::executor());
    CHECK(difference(all.get(), want_all) == "");
    CHECK(difference(sums.get(), want_sums) == "");
    const auto whole = output<F, float>(extents<0>{});
    by_two_whole(x.view(), a.view(), b.view()).into(whole.view(), F::executor());
    CHECK(whole.get()[0] == total);
  }
}

// Gathers of gathers: along one axis, along two, of maps in between, beside coordinates.
inline constexpr auto twice_one_axis = sinter::region<struct twice_one_axis_k>(
    [](auto x, auto a, auto c) { return take(take(x, axis<1>, a) + 1.0f, axis<1>, c); });
inline constexpr auto twice_two_axes = sinter::region<struct twice_two_axes_k>(
    [](auto x, auto a, auto c) { return take(roll(take(x, axis<0>, a), axis<-1>, 2) * 2.0f, axis<-1>, c); });
inline constexpr auto framed = sinter::region<struct framed_k>(
    [](auto x) { return pad(pad(pad(x, axis<-1>, 1, 2, -1.0f), axis<1>, 2, 0, -2.0f), axis<0>, 0, 1, -3.0f); });
inline constexpr auto chosen_from_frame = sinter::region<struct chosen_from_frame_k>([](auto x, auto a) {
  return take(concatenate(axis<0>, pad(x, axis<-1>, 1, 0, -1.0f), pad(x, axis<-1>, 0, 1, -2.0f)), axis<0>, a);
});
inline constexpr auto four_times = sinter::region<struct four_times_k>([](auto x, auto c) {
  return take_along(roll(roll(roll(x, axis<0>, 1), axis<1>, 1), axis<2>, 1), axis<-1>,
                    unsqueeze(unsqueeze(c, axis<0>), axis<0>));
});
static_assert(sinter::plan<twice_one_axis>(sinter::tensor<float, 3>{4, 5, 6}, sinter::tensor<int, 1>{3},
                                           sinter::tensor<std::int64_t, 1>{4})
                      .kernels() == 1 &&
              sinter::plan<twice_two_axes>(sinter::tensor<float, 3>{4, 5, 6}, sinter::tensor<int, 1>{3},
                                           sinter::tensor<std::int64_t, 1>{4})
                      .kernels() == 1);
static_assert(sinter::plan<framed>(sinter::tensor<float, 3>{4, 5, 6}).kernels() == 1);
static_assert(sinter::plan<chosen_from_frame>(sinter::tensor<float, 3>{4, 5, 6}, sinter::tensor<int, 1>{3}).kernels() ==
              1);

TEST_CASE_TEMPLATE("indices: a gather of a gather reads where its result is computed", F, SINTER_TEST_FIXTURES) {
  const indexed_data<F> d;
  const int64_t na = 7, nc = d.q[1];
  values<int32_t> ids(na);
  for (int64_t i = 0; i < na; ++i) ids[i] = d.a[i];
  for (const arrangement how : every_arrangement) {
    CAPTURE(static_cast<int>(how));
    const auto x = make<F, float>(d.e, d.v, how);
    const auto a = make<F, int32_t>(extents{na}, ids, how);
    const auto c = make<F, int64_t>(extents{nc}, d.c, how);
    const auto one = output<F, float>(extents{d.e[0], nc, d.e[2]}, how);
    twice_one_axis(x.view(), a.view(), c.view()).into(one.view(), F::executor());
    const auto two = output<F, float>(extents{na, d.e[1], nc}, how);
    twice_two_axes(x.view(), a.view(), c.view()).into(two.view(), F::executor());
    const auto frame = output<F, float>(extents{d.e[0] + 1, d.e[1] + 2, d.e[2] + 3}, how);
    framed(x.view()).into(frame.view(), F::executor());
    const auto joined = output<F, float>(extents{na, d.e[1], d.e[2] + 1}, how);
    chosen_from_frame(x.view(), a.view()).into(joined.view(), F::executor());
    const auto turned = output<F, float>(extents{d.e[0], d.e[1], nc}, how);
    four_times(x.view(), c.view()).into(turned.view(), F::executor());
    int wrong = 0;
    const auto got = [](const auto& t, const extents<3>& e, int64_t i, int64_t j, int64_t k) {
      return t[(i * e[1] + j) * e[2] + k];
    };
    const auto g1 = one.get(), g2 = two.get(), g3 = frame.get(), g4 = joined.get(), g5 = turned.get();
    for (int64_t i = 0; i < d.e[0] + 1; ++i) {
      for (int64_t j = 0; j < d.e[1] + 2; ++j) {
        for (int64_t k = 0; k < d.e[2] + 3; ++k) {
          const float want = i >= d.e[0] ? -3 : j < 2 ? -2 : k < 1 || k > d.e[2] ? -1 : d.at(i, j - 2, k - 1);
          wrong += got(g3, extents{d.e[0] + 1, d.e[1] + 2, d.e[2] + 3}, i, j, k) != want;
        }
      }
    }
    for (int64_t i = 0; i < d.e[0]; ++i) {
      for (int64_t j = 0; j < nc; ++j) {
        for (int64_t k = 0; k < d.e[2]; ++k) {
          wrong += got(g1, extents{d.e[0], nc, d.e[2]}, i, j, k) != d.at(i, ids[named(d.c[j], na)], k) + 1;
        }
        for (int64_t r = 0; r < d.e[1]; ++r) {
          wrong +=
              got(g5, extents{d.e[0], d.e[1], nc}, i, r, j) !=
              d.at((i + d.e[0] - 1) % d.e[0], (r + d.e[1] - 1) % d.e[1], (named(d.c[j], d.e[2]) + d.e[2] - 1) % d.e[2]);
        }
      }
    }
    for (int64_t i = 0; i < na; ++i) {
      const int64_t row = named(ids[i], 2 * d.e[0]);
      for (int64_t j = 0; j < d.e[1]; ++j) {
        for (int64_t k = 0; k < nc; ++k) {
          const int64_t from = (named(d.c[k], d.e[2]) + d.e[2] - 2) % d.e[2];
          wrong += got(g2, extents{na, d.e[1], nc}, i, j, k) != d.at(ids[i], j, from) * 2;
        }
        for (int64_t k = 0; k <= d.e[2]; ++k) {
          const float want =
              row < d.e[0] ? (k == 0 ? -1 : d.at(row, j, k - 1)) : (k == d.e[2] ? -2 : d.at(row - d.e[0], j, k));
          wrong += got(g4, extents{na, d.e[1], d.e[2] + 1}, i, j, k) != want;
        }
      }
    }
    CHECK(wrong == 0);
    CHECK(one.gaps_are_untouched());
  }
}

TEST_CASE_TEMPLATE("indices: of an axis without elements nothing can be chosen", F, SINTER_TEST_FIXTURES) {
  const auto none = make<F, float>(extents{int64_t{4}, int64_t{0}, int64_t{2}}, values<float>(0));
  const auto i = make<F, int32_t>(extents{int64_t{1}, int64_t{1}}, values<int32_t>(1));
  const auto j = make<F, int64_t>(extents{int64_t{1}, int64_t{1}}, values<int64_t>(1));
  const auto whole = output<F, float>(extents{int64_t{1}, int64_t{1}});
  const auto c = make<F, int64_t>(extents{int64_t{1}}, values<int64_t>(1));
  const auto sums = output<F, float>(extents{int64_t{1}, int64_t{1}});
  CHECK_THROWS_WITH_AS(by_three(none.view(), i.view(), j.view(), c.view())
                           .into(sinter::outputs(whole.view(), sums.view()), F::executor()),
                       "take: the axis has no elements to choose from, and the result has 1", sinter::error);
  CHECK(whole.is_untouched());
}

}  // namespace test
