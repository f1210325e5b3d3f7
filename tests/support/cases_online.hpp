// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums that are taken online: over columns, everything and long rows, against the plain formula in double; -inf, inf, NaN and the
// largest numbers; what the mask hides; nothing at all; a row's bits. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "support/formulas.hpp"

namespace test {

using sinter::axes;
using sinter::drop;

// Every way to say a law, of one fold of the exponentials, one of what is weighted, and so on.
inline constexpr int ways = 8;
template <class Axes>
struct shifted_sums {
  constexpr auto operator()(auto x, auto w, auto keep) const {
    constexpr Axes over{};
    const auto most = max(x, over);
    const auto least = min(x, over);
    const auto kept = max(where(keep, x, -inf), over);
    return sinter::outputs(sum(exp(x - most), over), sum(w * exp(-most + x), over),
                           sum(where(keep, exp(x - kept) * w, 0.0f), over), mean(exp2((most - x) * -0.5f), over),
                           -sum(exp(least - x) / (abs(most) + 1.0f), over), sum(where(keep, 0.0f, exp(x - most)), over),
                           sum(square(x - least), over), mean(square(x - mean(x, over)), over));
  }
};
inline constexpr auto of_columns = sinter::region<struct of_columns_k>(shifted_sums<sinter::axis_t<0>>{});
inline constexpr auto of_everything = sinter::region<struct of_everything_k>(shifted_sums<sinter::axes_t<0, 1>>{});

// The same of one column, as it is written.
inline std::array<double, ways> shifted_sums_of(const values<float>& x, const values<float>& w,
                                                const values<bool>& keep) {
  double most = -inf, least = inf, kept = -inf, mean = 0;
  const auto extreme = [](double a, double b, bool larger) {
    return std::isnan(a) || (larger ? a >= b : a <= b) ? a : b;
  };
  for (int64_t i = 0; i < x.size(); ++i) {
    most = extreme(most, x[i], true);
    least = extreme(least, x[i], false);
    if (keep[i]) kept = extreme(kept, x[i], true);
    mean += static_cast<double>(x[i]) / static_cast<double>(x.size());
  }
  std::array<double, ways> y{};
  for (int64_t i = 0; i < x.size(); ++i) {
    const double v = x[i];
    y[0] += std::exp(v - most);
    y[1] += w[i] * std::exp(v - most);
    y[2] += keep[i] ? w[i] * std::exp(v - kept) : 0;
    y[3] += std::exp2((most - v) * -0.5) / static_cast<double>(x.size());
    y[4] -= std::exp(least - v) / (std::fabs(most) + 1);
    y[5] += keep[i] ? 0 : std::exp(v - most);
    y[6] += (v - least) * (v - least);
    y[7] += (v - mean) * (v - mean) / static_cast<double>(x.size());
  }
  return y;
}

// Column j of m x n values.
template <class T>
values<T> column(const values<T>& v, int64_t n, int64_t j) {
  values<T> c(v.size() / n);
  for (int64_t i = 0; i < c.size(); ++i) c[i] = v[i * n + j];
  return c;
}
// The results of a region for m x n values, those of column j (or of everything) in row j.
template <class F, class Region>
values<float> shifted(const Region& region, int64_t m, int64_t n, const values<float>& x, const values<float>& w,
                      const values<bool>& keep, int64_t results, arrangement how) {
  const auto tx = make<F>(extents{m, n}, x, how);
  const auto tw = make<F>(extents{m, n}, w, how);
  const auto tk = make<F>(extents{m, n}, keep, how);
  std::array<tensor<F, float, 2>, ways> y{
      {output<F, float>(extents{int64_t{1}, results}), output<F, float>(extents{int64_t{1}, results}),
       output<F, float>(extents{int64_t{1}, results}), output<F, float>(extents{int64_t{1}, results}),
       output<F, float>(extents{int64_t{1}, results}), output<F, float>(extents{int64_t{1}, results}),
       output<F, float>(extents{int64_t{1}, results}), output<F, float>(extents{int64_t{1}, results})}};
  region(tx.view(), tw.view(), tk.view())
      .into(sinter::outputs(y[0].view(), y[1].view(), y[2].view(), y[3].view(), y[4].view(), y[5].view(), y[6].view(),
                            y[7].view()),
            F::executor());
  values<float> all(results * ways);
  for (int k = 0; k < ways; ++k) {
    const values<float> got = y[static_cast<std::size_t>(k)].get();
    for (int64_t j = 0; j < results; ++j) all[j * ways + k] = got[j];
  }
  return all;
}
inline values<double> expected_of(const values<float>& x, const values<float>& w, const values<bool>& keep) {
  const std::array<double, ways> y = shifted_sums_of(x, w, keep);
  values<double> v(ways);
  std::copy(y.begin(), y.end(), v.begin());
  return v;
}

TEST_CASE_TEMPLATE("online: over columns and everything, every form and arrangement", F, SINTER_TEST_FIXTURES) {
  for (const extents<2>& e :
       {extents<2>{1, 3}, extents<2>{37, 5}, extents<2>{300, 2}, extents<2>{130, 70}, extents<2>{300, 101}}) {
    const int64_t m = e[0], n = e[1];  // the last ones have partials
    const values<float> x = random<float>(m * n, 61, -4, 4);
    const values<float> w = random<float>(m * n, 62, -2, 2);
    const values<bool> keep = random<bool>(m * n, 63);
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::transposed}) {
      CAPTURE(m);
      CAPTURE(how);
      const values<float> got = shifted<F>(of_columns, m, n, x, w, keep, n, how);
      for (int64_t j = 0; j < n; ++j) {
        CAPTURE(j);
        CHECK(distance(got.part(j * ways, ways), expected_of(column(x, n, j), column(w, n, j), column(keep, n, j)),
                       2e-5, 2e-4) == "");
      }
      CHECK(distance(shifted<F>(of_everything, m, n, x, w, keep, 1, how), expected_of(x, w, keep), 3e-5,
                     1e-3 + 1e-7 * static_cast<double>(m * n)) == "");
    }
  }
}

inline constexpr auto softmax_of_everything = sinter::region<struct softmax_of_everything_k>([](auto x) {
  const auto e = exp(x - max(x));
  return e / sum(e);
});
TEST_CASE_TEMPLATE("online: softmax of everything, whose next kernel finishes", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 1000, 40000}) {
    values<float> v = random<float>(n, 74, -10, 10);
    for (const bool masked : {false, true}) {
      CAPTURE(n);
      const auto x = make<F>(extents{n}, v, arrangement::misaligned);
      const auto y = output<F, float>(extents{n});
      softmax_of_everything(x.view()).into(y.view(), F::executor());
      CHECK(distance(y.get(), softmax_of(v), 2e-5, 1e-40) == "");
      for (int64_t i = 1; i < n && !masked; i += 3) v[i] = -inf;
    }
  }
}

// Columns of 37 elements that formulas went wrong of; `kept`: where the mask is true.
struct hard_column {
  const char* what;
  values<float> x;
  values<bool> kept;
};
inline std::vector<hard_column> hard_columns() {
  constexpr int64_t n = 37;
  const float most = std::numeric_limits<float>::max();
  const values<float> plain = random<float>(n, 64, -4, 4);
  const values<bool> some = random<bool>(n, 65);
  const auto with = [&](int64_t at, float v) {
    values<float> x = plain;
    x[at] = v;
    return x;
  };
  values<float> partly = plain;
  for (int64_t i = 0; i < n; i += 2) partly[i] = -inf;
  values<float> lowest(n, -most);
  lowest[5] = 3;
  values<float> far(n, 1e14f);
  far[3] = 2e14f;
  values<bool> not_3(n, true);
  not_3[3] = false;
  return {{"partly -inf", partly, some},
          {"-inf but for what is masked", partly,
           [&] {
             values<bool> k(n, false);
             for (int64_t i = 0; i < n; i += 2) k[i] = true;
             return k;
           }()},
          {"all -inf", values<float>(n, -inf), some},
          {"inf", with(3, inf), some},
          {"inf is masked", with(3, inf), not_3},
          {"inf first", with(0, inf), some},
          {"nan", with(36, nan), some},
          {"nan is masked", with(3, nan), not_3},
          {"all the lowest", values<float>(n, -most), some},
          {"the lowest but one", lowest, some},
          {"far away", far, some},
          {"nothing is kept", plain, values<bool>(n, false)}};
}
TEST_CASE_TEMPLATE("online: infinities, NaN and the largest numbers are what the plain formula makes of them", F,
                   SINTER_TEST_FIXTURES) {
  const values<float> w = random<float>(37, 66, 0.5, 2);
  for (const hard_column& c : hard_columns()) {
    CAPTURE(c.what);
    values<double> want = expected_of(c.x, w, c.kept);
    values<float> columns = shifted<F>(of_columns, 37, 1, c.x, w, c.kept, 1, arrangement::contiguous);
    values<float> everything = shifted<F>(of_everything, 37, 1, c.x, w, c.kept, 1, arrangement::contiguous);
    // Squares of what is not small overflow, and moments of what is infinite are NaN.
    for (int k = 6; k < ways && c.what != std::string("nothing is kept"); ++k) {
      if (!std::isnan(want[k])) want[k] = columns[k] = everything[k] = 0;
    }
    CHECK(distance(columns, want, 2e-5, 1e-5) == "");
    CHECK(distance(everything, want, 2e-5, 1e-5) == "");
  }
}
inline constexpr auto of_nothing = sinter::region<struct of_nothing_k>([](auto x) {
  const auto q = sum(x, axis<0>);
  const auto e = exp(x - q);
  return sinter::outputs(sum(e, axis<0>), mean(e, axis<0>), logsumexp(x, axis<0>), sum(e / q, axis<0>),
                         sum(square(x - q), axis<0>), mean(square(x - q), axis<0>));
});
TEST_CASE_TEMPLATE("online: of no elements a sum is 0, a mean NaN and a logarithm -inf", F, SINTER_TEST_FIXTURES) {
  const auto x = output<F, float>(extents{0, 3});
  const extents row{1, 3};
  const auto a = output<F, float>(row), b = output<F, float>(row), c = output<F, float>(row), d = output<F, float>(row),
             e = output<F, float>(row), f = output<F, float>(row);
  of_nothing(x.view()).into(sinter::outputs(a.view(), b.view(), c.view(), d.view(), e.view(), f.view()), F::executor());
  CHECK(difference(a.get(), values<float>(3, 0.0f)) == "");
  CHECK(difference(b.get(), values<float>(3, nan)) == "");
  CHECK(difference(c.get(), values<float>(3, -inf)) == "");
  CHECK(difference(d.get(), values<float>(3, 0.0f)) == "");
  CHECK(difference(e.get(), values<float>(3, 0.0f)) == "");
  CHECK(difference(f.get(), values<float>(3, nan)) == "");
}

// Its sum waits for two others; both are taken.
inline constexpr auto softmax_backward = sinter::region<struct softmax_backward_k>([](auto x, auto g) {
  const auto e = exp(x - max(x, axis<0>));
  const auto y = e / sum(e, axis<0>);
  return y * (g - sum(g * y, axis<0>));
});
TEST_CASE_TEMPLATE("online: the backward pass of a softmax of columns, in f32 and f64", F, SINTER_TEST_FIXTURES) {
  const auto check = [](auto zero, double allowed) {
    using T = decltype(zero);
    constexpr int64_t m = 90, n = 6;
    const values<T> x = random<T>(m * n, 67, -6, 6);
    const values<T> g = random<T>(m * n, 68, -1, 1);
    values<double> want(m * n);
    for (int64_t j = 0; j < n; ++j) {
      const values<double> y = softmax_of(column(x, n, j));
      double along = 0;
      for (int64_t i = 0; i < m; ++i) along += y[i] * number(g[i * n + j]);
      for (int64_t i = 0; i < m; ++i) want[i * n + j] = y[i] * (number(g[i * n + j]) - along);
    }
    const auto tx = make<F>(extents{m, n}, x);
    const auto tg = make<F>(extents{m, n}, g);
    const auto out = output<F, T>(extents{m, n});
    softmax_backward(tx.view(), tg.view()).into(out.view(), F::executor());
    CHECK(distance(out.get(), want, allowed, allowed) == "");
  };
  check(float{}, 1e-5);
  check(double{}, 1e-13);
}

TEST_CASE_TEMPLATE("online: a column's bits depend on nothing but the column", F, SINTER_TEST_FIXTURES) {
  constexpr int64_t m = 150, n = 67;
  const values<float> x = random<float>(m * n, 69, -4, 4);
  const values<float> w = random<float>(m * n, 70, -2, 2);
  const values<bool> keep = random<bool>(m * n, 71);
  const values<float> all = shifted<F>(of_columns, m, n, x, w, keep, n, arrangement::gaps);
  for (const int64_t j : {0, 31, 66}) {
    const values<float> alone =
        shifted<F>(of_columns, m, 1, column(x, n, j), column(w, n, j), column(keep, n, j), 1, arrangement::contiguous);
    CHECK(difference(all.part(j * ways, ways), alone) == "");
  }
}

// Rows of more than 50944 floats are read again for every pass.
TEST_CASE_TEMPLATE("online: long rows, any arrangement, with the same bits", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {50944, 50945, 52003}) {
    const values<float> row = random<float>(n, 72, -10, 10);
    values<float> first;
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::strided}) {
      CAPTURE(n);
      CAPTURE(how);
      const auto x = make<F>(extents{int64_t{1}, n}, row, how);
      const auto y = output<F, float>(extents{int64_t{1}, n});
      softmax(x.view()).into(y.view(), F::executor());
      const values<float> got = y.get();
      if (how == arrangement::contiguous) {
        first = got;
        CHECK(distance(got, softmax_of(row), 2e-5, 1e-40) == "");
      }
      CHECK(difference(got, first) == "");
    }
  }
}
TEST_CASE_TEMPLATE("online: long rows with -inf, inf and NaN", F, SINTER_TEST_FIXTURES) {
  constexpr int64_t n = 51000;
  values<float> partly = random<float>(n, 73, -4, 4);
  for (int64_t i = 0; i < n; i += 2) partly[i] = -inf;
  values<float> infinite = partly;
  infinite[n - 1] = inf;
  values<float> undefined = partly;
  undefined[777] = nan;
  for (const values<float>& row : {partly, infinite, undefined, values<float>(n, -inf)}) {
    const auto x = make<F>(extents{int64_t{1}, n}, row);
    const auto y = output<F, float>(extents{int64_t{1}, n});
    softmax(x.view()).into(y.view(), F::executor());
    CHECK(distance(y.get(), softmax_of(row), 2e-5) == "");
  }
}

}  // namespace test
