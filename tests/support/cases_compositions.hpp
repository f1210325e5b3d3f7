// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of reductions, of several tensors, of broadcasts, used with and without their axis: where kernels must end, and
// where an operand is smaller than the rows around it. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include <limits>
#include <utility>

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::drop;

// Small integers: every sum is exact, so results are equal in every form.
template <class F>
struct integers {
  explicit integers(int64_t m, int64_t n, std::uint64_t seed = 1) : e{m, n}, v(m * n), x(make<F>(e, fill(seed))) {}
  values<float> fill(std::uint64_t seed) {
    const values<std::int32_t> k = random<std::int32_t>(v.size(), seed, -8, 8);
    for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(k[i]);
    return v;
  }
  float at(int64_t i, int64_t j) const { return v[i * e[1] + j]; }
  float row_sum(int64_t i) const {
    float s = 0;
    for (int64_t j = 0; j < e[1]; ++j) s += at(i, j);
    return s;
  }
  float row_max(int64_t i) const {
    float s = -inf;
    for (int64_t j = 0; j < e[1]; ++j) s = at(i, j) > s ? at(i, j) : s;
    return s;
  }
  float total() const {
    float s = 0;
    for (const float y : v) s += y;
    return s;
  }
  extents<2> e;
  values<float> v;
  tensor<F, float, 2> x;
};

inline constexpr int64_t shapes[][2] = {{1, 1}, {1, 9}, {9, 1}, {4, 8}, {7, 33}, {40, 128}, {3, 300}};

inline constexpr auto total_of_maxima =
    sinter::region<struct total_of_maxima_k>([](auto x) { return sum(max(x, axis<-1>)); });
inline constexpr auto total_of_centred =
    sinter::region<struct total_of_centred_k>([](auto x) { return sum(abs(x - max(x, axis<-1>))); });
TEST_CASE_TEMPLATE("compositions: a total of rows' results", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    const integers<F> a(s[0], s[1]);
    float maxima = 0;
    float distances = 0;
    for (int64_t i = 0; i < s[0]; ++i) {
      maxima += a.row_max(i);
      for (int64_t j = 0; j < s[1]; ++j) distances += a.row_max(i) - a.at(i, j);
    }
    const auto y = output<F, float>(extents<0>{});
    total_of_maxima(a.x.view()).into(y.view(), F::executor());
    CHECK(y.get()[0] == maxima);
    total_of_centred(a.x.view()).into(y.view(), F::executor());
    CHECK(y.get()[0] == distances);
  }
}

inline constexpr auto dropped_and_used = sinter::region<struct dropped_and_used_k>([](auto x, auto b) {
  auto s = sum(x, axis<-1>, drop);
  return sinter::outputs(s * 2.0f + b, max(s), x - sum(x, axis<-1>));
});
TEST_CASE_TEMPLATE("compositions: rows' sums without their axis meet a vector", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    CAPTURE(s[0]);
    CAPTURE(s[1]);
    const integers<F> a(s[0], s[1]);
    const values<float> b = random<float>(s[0], 2);
    const auto tb = make<F>(extents{s[0]}, b, arrangement::strided);
    const auto y = output<F, float>(extents{s[0]}, arrangement::gaps);
    const auto top = output<F, float>(extents<0>{});
    const auto z = output<F, float>(a.e);
    dropped_and_used(a.x.view(), tb.view()).into(sinter::outputs(y.view(), top.view(), z.view()), F::executor());
    values<float> want(s[0]);
    values<float> want_z(a.v.size());
    float most = -inf;
    for (int64_t i = 0; i < s[0]; ++i) {
      want[i] = a.row_sum(i) * 2.0f + b[i];
      most = a.row_sum(i) > most ? a.row_sum(i) : most;
      for (int64_t j = 0; j < s[1]; ++j) want_z[i * s[1] + j] = a.at(i, j) - a.row_sum(i);
    }
    CHECK(difference(y.get(), want) == "");
    CHECK(difference(z.get(), want_z) == "");
    CHECK(top.get()[0] == most);
    CHECK(y.gaps_are_untouched());
  }
}

inline constexpr auto of_two_tensors = sinter::region<struct of_two_tensors_k>(
    [](auto x, auto z) { return sinter::outputs(sum(x) * sum(z), x * sum(z), z + max(x)); });
TEST_CASE_TEMPLATE("compositions: totals of tensors of different extents", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    const integers<F> a(s[0], s[1], 1);
    const integers<F> b(s[1], 5, 2);
    const auto y = output<F, float>(extents<0>{});
    const auto u = output<F, float>(a.e);
    const auto w = output<F, float>(b.e, arrangement::transposed);
    of_two_tensors(a.x.view(), b.x.view()).into(sinter::outputs(y.view(), u.view(), w.view()), F::executor());
    float most = -inf;
    for (const float v : a.v) most = v > most ? v : most;
    values<float> want_u = a.v;
    for (float& v : want_u) v *= b.total();
    values<float> want_w = b.v;
    for (float& v : want_w) v += most;
    CHECK(y.get()[0] == a.total() * b.total());
    CHECK(difference(u.get(), want_u) == "");
    CHECK(difference(w.get(), want_w) == "");
  }
}

inline constexpr auto outer_product = sinter::region<struct outer_product_k>(
    [](auto a, auto b) { return sinter::outputs(sum(a * b), sum(a * b, axis<-1>)); });
TEST_CASE_TEMPLATE("compositions: a reduction of what broadcasts in both directions", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    const integers<F> a(s[0], 1, 1);
    const integers<F> b(1, s[1], 2);
    const auto y = output<F, float>(extents<0>{});
    const auto z = output<F, float>(extents{s[0], int64_t{1}});
    outer_product(a.x.view(), b.x.view()).into(sinter::outputs(y.view(), z.view()), F::executor());
    values<float> want(s[0]);
    for (int64_t i = 0; i < s[0]; ++i) want[i] = a.v[i] * b.total() + 0.0f;  // sums begin with +0
    CHECK(y.get()[0] == a.total() * b.total());
    CHECK(difference(z.get(), want) == "");
  }
}

// In one kernel with rows of [M,N], an operand that has the extent 1 there is summed over that one element.
inline constexpr auto narrow_beside_wide = sinter::region<struct narrow_beside_wide_k>(
    [](auto x, auto b) { return sinter::outputs((x + b) - sum(b, axis<-1>), sum(x + b, axis<-1>), sum(b, axis<-1>)); });
TEST_CASE_TEMPLATE("compositions: a broadcast operand is reduced over its own extent", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    for (const int64_t width : {int64_t{1}, s[1]}) {
      for (const int64_t height : {int64_t{1}, s[0]}) {
        CAPTURE(s[0]);
        CAPTURE(s[1]);
        CAPTURE(width);
        CAPTURE(height);
        const integers<F> a(s[0], s[1], 1);
        const integers<F> b(height, width, 2);
        const auto y = output<F, float>(a.e);
        const auto t = output<F, float>(extents{s[0], int64_t{1}});
        const auto u = output<F, float>(extents{height, int64_t{1}}, arrangement::gaps);
        narrow_beside_wide(a.x.view(), b.x.view()).into(sinter::outputs(y.view(), t.view(), u.view()), F::executor());
        values<float> want(a.v.size());
        values<float> want_t(s[0]);
        values<float> want_u(height);
        for (int64_t i = 0; i < height; ++i) want_u[i] = b.row_sum(i);
        for (int64_t i = 0; i < s[0]; ++i) {
          const int64_t r = height == 1 ? 0 : i;
          for (int64_t j = 0; j < s[1]; ++j) {
            const float both = a.at(i, j) + b.at(r, width == 1 ? 0 : j);
            want[i * s[1] + j] = both - b.row_sum(r);
            want_t[i] += both;
          }
        }
        CHECK(difference(y.get(), want) == "");
        CHECK(difference(t.get(), want_t) == "");
        CHECK(difference(u.get(), want_u) == "");
        CHECK(u.gaps_are_untouched());
      }
    }
  }
}

inline constexpr auto row_of_row = sinter::region<struct row_of_row_k>([](auto x) {
  auto m = max(x, axis<-1>);
  return sinter::outputs(sum(m * 2.0f, axis<-1>), sum(x * m, axis<-1>), max(m));
});
TEST_CASE_TEMPLATE("compositions: a reduction of a row's own reduction", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    const integers<F> a(s[0], s[1]);
    const extents<2> column{s[0], 1};
    const auto y = output<F, float>(column);
    const auto z = output<F, float>(column);
    const auto top = output<F, float>(extents<0>{});
    row_of_row(a.x.view()).into(sinter::outputs(y.view(), z.view(), top.view()), F::executor());
    values<float> want_y(s[0]);
    values<float> want_z(s[0]);
    float most = -inf;
    for (int64_t i = 0; i < s[0]; ++i) {
      want_y[i] = a.row_max(i) * 2.0f;
      want_z[i] = a.row_max(i) * a.row_sum(i);
      most = a.row_max(i) > most ? a.row_max(i) : most;
    }
    CHECK(difference(y.get(), want_y) == "");
    CHECK(difference(z.get(), want_z) == "");
    CHECK(top.get()[0] == most);
  }
}

// Three kernels: the last one's rows are b's, whose own reduction is needed by a reduction of x's rows.
inline constexpr auto rows_of_two =
    sinter::region<struct rows_of_two_k>([](auto x, auto b) { return max(x - min(b, axis<-1>), axis<-1>) + b; });
TEST_CASE_TEMPLATE("compositions: rows of one tensor wait for rows of another", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    for (const int64_t width : {int64_t{1}, s[1], int64_t{5}}) {
      CAPTURE(s[0]);
      CAPTURE(s[1]);
      CAPTURE(width);
      const integers<F> a(s[0], s[1], 1);
      const integers<F> b(s[0], width, 2);
      const auto y = output<F, float>(b.e, arrangement::gaps);
      rows_of_two(a.x.view(), b.x.view()).into(y.view(), F::executor());
      values<float> want(b.v.size());
      for (int64_t i = 0; i < s[0]; ++i) {
        float least = inf;
        for (int64_t j = 0; j < width; ++j) least = b.at(i, j) < least ? b.at(i, j) : least;
        for (int64_t j = 0; j < width; ++j) want[i * width + j] = a.row_max(i) - least + b.at(i, j);
      }
      CHECK(difference(y.get(), want) == "");
      CHECK(y.gaps_are_untouched());
    }
  }
}

// A reduction needs one along another axis: two kernels, whichever comes last.
inline constexpr auto across_and_down = sinter::region<struct across_and_down_k>([](auto x) {
  return sinter::outputs(sum(x - max(x, axis<-1>), axis<0>, drop), max(x + sum(x, axis<0>), axis<-1>, drop));
});
TEST_CASE_TEMPLATE("compositions: a reduction of columns needs one of rows, and the other way round", F,
                   SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    CAPTURE(s[0]);
    CAPTURE(s[1]);
    const integers<F> a(s[0], s[1], 1);
    const auto y = output<F, float>(extents{s[1]}, arrangement::gaps);
    const auto z = output<F, float>(extents{s[0]});
    across_and_down(a.x.view()).into(sinter::outputs(y.view(), z.view()), F::executor());
    values<float> sums(s[1]);
    values<float> want(s[1]);
    values<float> most(s[0], -inf);
    for (int64_t j = 0; j < s[1]; ++j) {
      for (int64_t i = 0; i < s[0]; ++i) sums[j] += a.at(i, j), want[j] += a.at(i, j) - a.row_max(i);
    }
    for (int64_t i = 0; i < s[0]; ++i) {
      for (int64_t j = 0; j < s[1]; ++j) most[i] = std::fmax(most[i], a.at(i, j) + sums[j]);
    }
    CHECK(difference(y.get(), want) == "");
    CHECK(difference(z.get(), most) == "");
    CHECK(y.gaps_are_untouched());
  }
}

// The row of a vector is everything: its reduction and one over everything are two kernels, although both are one value.
inline constexpr auto row_meets_total = sinter::region<struct row_meets_total_k>([](auto x, auto z) {
  auto m = max(x, axis<-1>);
  return sinter::outputs(m / sum(m) - max(z, axis<-1>), sum(x) + max(z, axis<-1>), max(x) * sum(z, axis<-1>, drop));
});
TEST_CASE_TEMPLATE("compositions: a vector's row meets a total", F, SINTER_TEST_FIXTURES) {
  for (const auto& s : shapes) {
    CAPTURE(s[0]);
    CAPTURE(s[1]);
    const integers<F> a(1, s[0] * s[1], 1);
    const integers<F> b(1, s[1], 2);
    const auto x = make<F>(extents{a.v.size()}, a.v);
    const auto z = make<F>(extents{b.v.size()}, b.v);
    const auto y = output<F, float>(extents{int64_t{1}});
    const auto t = output<F, float>(extents{int64_t{1}});
    const auto u = output<F, float>(extents<0>{});
    row_meets_total(x.view(), z.view()).into(sinter::outputs(y.view(), t.view(), u.view()), F::executor());
    const float most = a.row_max(0);
    CHECK(difference(y.get(), {most / most - b.row_max(0)}) == "");
    CHECK(t.get()[0] == a.total() + b.row_max(0));
    CHECK(u.get()[0] == most * b.total());
  }
}

inline constexpr auto higher =
    sinter::region<struct higher_k>([](auto x, auto w) { return (x - mean(x, axis<-1>)) * w; });
TEST_CASE_TEMPLATE("compositions: rows of a tensor of four axes with a weight", F, SINTER_TEST_FIXTURES) {
  const extents<4> e{2, 3, 4, 8};
  values<float> v(e.count());
  for (int64_t i = 0; i < v.size(); ++i) v[i] = static_cast<float>(i * i % 31);
  const values<float> w = random<float>(4 * 8, 3);
  values<float> want(v.size());
  for (int64_t i = 0; i < v.size(); ++i) {
    float s = 0;
    for (int64_t j = 0; j < 8; ++j) s += v[i / 8 * 8 + j];
    want[i] = (v[i] - s / 8.0f) * w[i % 32];
  }
  for (const arrangement how : every_arrangement) {
    CAPTURE(how);
    const auto x = make<F>(e, v, how);
    const auto tw = make<F>(extents{4, 8}, w);
    const auto y = output<F, float>(e, how);
    higher(x.view(), tw.view()).into(y.view(), F::executor());
    CHECK(difference(y.get(), want) == "");
    CHECK(y.gaps_are_untouched());
    higher(x.view(), tw.view()).into(x.view(), F::executor());  // in place
    CHECK(difference(x.get(), want) == "");
    CHECK(x.gaps_are_untouched());
  }
}

// Rows of each kind of row kernel, and a total that ends in another one.
inline constexpr auto rows_and_total = sinter::region<struct rows_and_total_k>([](auto x, auto w) {
  return sinter::outputs(max(x, axis<-1>) + sum(w), max(x, axis<0>) + sum(w), (x - max(x, axis<-1>)) * sum(w));
});
TEST_CASE_TEMPLATE("compositions: rows take up a total of another tensor", F, SINTER_TEST_FIXTURES) {
  for (const extents<2>& e :
       {extents<2>{1, 1}, extents<2>{8, 8}, extents<2>{5, 33}, extents<2>{3, 700}, extents<2>{2, 9001}}) {
    CAPTURE(e[1]);
    const integers<F> x(e[0], e[1]);
    const integers<F> w(e[1], e[0], 2);
    float total = 0;
    for (const float k : w.v) total += k;
    values<float> rows(e[0]), columns(e[1], -100.0f), apart(e.count());
    for (int64_t i = 0; i < e[0]; ++i) rows[i] = x.row_max(i) + total;
    for (int64_t i = 0; i < e.count(); ++i) {
      columns[i % e[1]] = std::fmax(columns[i % e[1]], x.v[i]);
      apart[i] = (x.v[i] - x.row_max(i / e[1])) * total;
    }
    for (float& c : columns) c += total;
    const auto a = output<F, float>(extents{e[0], int64_t{1}});
    const auto b = output<F, float>(extents{int64_t{1}, e[1]});
    const auto c = output<F, float>(e);
    rows_and_total(x.x.view(), w.x.view()).into(sinter::outputs(a.view(), b.view(), c.view()), F::executor());
    CHECK(difference(a.get(), rows) == "");
    CHECK(difference(b.get(), columns) == "");
    CHECK(difference(c.get(), apart) == "");
  }
}

// One value keeps as many axes as the view of it has.
inline constexpr auto one_value_moved = sinter::region<struct one_value_moved_k>([](auto x) {
  const auto root = sqrt(sum(max(x, axis<0>), sinter::axes<1, 2>));
  return sinter::outputs(squeeze(root, axis<1>), select(root, axis<0>, 0), unsqueeze(root, axis<0>),
                         permute(root + 1.0f, {2, 0, 1}));
});
TEST_CASE_TEMPLATE("compositions: a map of one value that is moved has the view's axes", F, SINTER_TEST_FIXTURES) {
  const auto x =
      make<F>(extents{2, 3, 2}, values<float>{0, 1, 2, 3, 4, 5, 1, 0, 5, 4, 3, 2});  // columns' maxima: 1 1 5 4 4 5
  const auto a = output<F, float>(extents{1, 1});
  const auto b = output<F, float>(extents{1, 1});
  const auto c = output<F, float>(extents{1, 1, 1, 1});
  const auto d = output<F, float>(extents{1, 1, 1});
  one_value_moved(x.view()).into(sinter::outputs(a.view(), b.view(), c.view(), d.view()), F::executor());
  const float root = std::sqrt(20.0f);
  for (const auto* y : {&a, &b}) CHECK(difference(y->get(), values<float>{root}) == "");
  CHECK(difference(c.get(), values<float>{root}) == "");
  CHECK(difference(d.get(), values<float>{root + 1.0f}) == "");
}

// Of what is not finite, and of integers whose differences wrap.
inline constexpr auto whole_moments = sinter::region<struct whole_moments_k>([](auto x) {
  const auto m = sinter::var_mean<0>(x);
  return sinter::outputs(m.var, m.mean);
});
inline constexpr auto log_sum_of_rows =
    sinter::region<struct log_sum_of_rows_k>([](auto x) { return logsumexp(x, axis<-1>); });
TEST_CASE_TEMPLATE("compositions: moments of what is not finite", F, SINTER_TEST_FIXTURES) {
  constexpr float inf = std::numeric_limits<float>::infinity();
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::pair<values<float>, float> rows[] = {
      {{nan}, nan},      {{inf}, inf},    {{-inf}, -inf},     {{1, inf}, inf},      {{inf, 1, 2}, inf},
      {{inf, inf}, inf}, {{1, nan}, nan}, {{-inf, inf}, nan}, {{3, 2, -inf}, -inf}, {{nan, inf}, nan}};
  for (const auto& [v, mean] : rows) {
    const auto x = make<F>(extents{v.size()}, v);
    const auto a = output<F, float>(extents<0>{});
    const auto b = output<F, float>(extents<0>{});
    whole_moments(x.view()).into(sinter::outputs(a.view(), b.view()), F::executor());
    CHECK(difference(a.get(), values<float>{nan}) == "");
    CHECK(difference(b.get(), values<float>{mean}) == "");
  }
}
inline constexpr auto norms_of_rows = sinter::region<struct norms_of_rows_k>(
    [](auto x) { return sinter::outputs(sinter::norm(x, axis<-1>), sinter::norm<3>(x, axis<-1>)); });
TEST_CASE_TEMPLATE("compositions: norms of integers whose squares wrap", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{2, 3}, values<std::int8_t>{-96, 72, 0, 0, 0, -128});
  const auto two = output<F, float>(extents{2, 1});
  const auto three = output<F, float>(extents{2, 1});
  norms_of_rows(x.view()).into(sinter::outputs(two.view(), three.view()), F::executor());
  CHECK(difference(two.get(), values<float>{120, 128}) == "");
  CHECK(std::fabs(three.get()[0] - std::cbrt(96.0f * 96 * 96 + 72.0f * 72 * 72)) < 1e-3f);
}
TEST_CASE_TEMPLATE("compositions: log-sum-exp of unsigned integers", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{2, 3}, values<std::uint8_t>{0, 0, 0, 200, 7, 1});
  const auto y = output<F, float>(extents{2, 1});
  log_sum_of_rows(x.view()).into(y.view(), F::executor());
  CHECK(std::fabs(y.get()[0] - std::log(3.0f)) < 1e-6f);
  CHECK(y.get()[1] == 200.0f);
}

}  // namespace test
