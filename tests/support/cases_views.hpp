// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Pointwise kernels on every kind of view: strides of both signs, gaps, misaligned bases, broadcasts, ranks 0 to 8, empty
// extents, in place, columns of one buffer. A test file defines SINTER_TEST_FIXTURES.
// Invariant: results are compared bit for bit, and memory between the elements of an output stays what it was.
#pragma once

#include <cmath>

#include "support/executors.hpp"

namespace test {

using sinter::axis;
using sinter::bf16;

inline constexpr auto affine = sinter::region<struct affine_k>([](auto x) { return relu(x * 2.0f + 1.0f); });

template <class T>
values<T> affine_of(const values<T>& x) {
  values<T> y(x.size());
  for (int64_t i = 0; i < x.size(); ++i) {
    const float v = static_cast<float>(number(x[i])) * 2.0f + 1.0f;
    y[i] = stored<T>(v < 0 ? 0.0f : v);
  }
  return y;
}

template <class F, class T, int R>
void check_arrangements(const extents<R>& e) {
  const values<T> v = random<T>(e.count(), 3);
  const values<T> want = affine_of(v);
  for (const arrangement in : every_arrangement) {
    for (const arrangement out : every_arrangement) {
      CAPTURE(in);
      CAPTURE(out);
      CAPTURE(e.count());
      const auto x = make<F>(e, v, in);
      const auto y = output<F, T>(e, out);
      affine(x.view()).into(y.view(), F::executor());
      CHECK(difference(y.get(), want) == "");
      CHECK(y.gaps_are_untouched());
      CHECK(x.is_untouched());
    }
  }
}

TEST_CASE_TEMPLATE("views: any arrangement of one axis gives the same bits", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 2, 3, 4, 5, 127, 128, 129, 1024, 1025, 4096}) check_arrangements<F, float>(extents{n});
}
TEST_CASE_TEMPLATE("views: any arrangement of two axes gives the same bits", F, SINTER_TEST_FIXTURES) {
  for (const auto& e :
       {extents{1, 1}, extents{1, 7}, extents{7, 1}, extents{3, 5}, extents{4, 8}, extents{17, 64}, extents{33, 33}}) {
    check_arrangements<F, float>(e);
  }
}
TEST_CASE_TEMPLATE("views: any arrangement of three bf16 axes gives the same bits", F, SINTER_TEST_FIXTURES) {
  for (const auto& e : {extents{2, 3, 4}, extents{5, 1, 6}, extents{4, 8, 16}, extents{1, 1, 9}})
    check_arrangements<F, bf16>(e);
}

TEST_CASE_TEMPLATE("views: f32[1025] from its second element on: 1024 values, no copy, nothing else touched", F,
                   SINTER_TEST_FIXTURES) {
  const values<float> v = random<float>(1025, 5);
  const auto x = make<F>(extents{1025}, v);
  const auto y = output<F, float>(extents{1024});
  const auto tail = sinter::slice(x.view(), 0, 1, 1025);
  sinter::run(F::executor(), y.view() = tail + 1.0f);
  values<float> want(1024);
  for (int64_t i = 0; i < 1024; ++i) want[i] = v[i + 1] + 1.0f;
  CHECK(difference(y.get(), want) == "");
  CHECK(x.is_untouched());
}

// x [M,N] with everything that broadcasts to it.
inline constexpr auto mixed = sinter::region<struct mixed_k>(
    [](auto x, auto row, auto column, auto flat_row, auto one) { return (x + row) * column - flat_row * one; });

template <class F>
void check_broadcast(int64_t m, int64_t n, arrangement how) {
  const values<float> x = random<float>(m * n, 7);
  const values<float> row = random<float>(n, 8);
  const values<float> column = random<float>(m, 9);
  const values<float> flat = random<float>(n, 10);
  const values<float> one = random<float>(1, 11);
  values<float> want(m * n);
  for (int64_t i = 0; i < m; ++i) {
    for (int64_t j = 0; j < n; ++j) want[i * n + j] = (x[i * n + j] + row[j]) * column[i] - flat[j] * one[0];
  }
  const auto tx = make<F>(extents{m, n}, x, how);
  const auto trow = make<F>(extents{n}, row, how);
  const auto tcolumn = make<F>(extents{m, int64_t{1}}, column, how);
  const auto tflat = make<F>(extents{int64_t{1}, n}, flat, how);
  const auto tone = make<F>(extents<0>{}, one);
  const auto y = output<F, float>(extents{m, n}, how);
  mixed(tx.view(), trow.view(), tcolumn.view(), tflat.view(), tone.view()).into(y.view(), F::executor());
  CAPTURE(m);
  CAPTURE(n);
  CAPTURE(how);
  CHECK(difference(y.get(), want) == "");
  CHECK(y.gaps_are_untouched());
}

TEST_CASE_TEMPLATE("views: [N], [M,1], [1,N] and rank 0 broadcast to [M,N]", F, SINTER_TEST_FIXTURES) {
  const int64_t sizes[][2] = {{1, 1}, {1, 7}, {7, 1}, {3, 5}, {4, 8}, {33, 128}, {5, 255}, {64, 64}, {0, 4}, {4, 0}};
  for (const auto& s : sizes) {
    for (const arrangement how : every_arrangement) check_broadcast<F>(s[0], s[1], how);
  }
}

TEST_CASE_TEMPLATE("views: an input of stride 0 is read again and again", F, SINTER_TEST_FIXTURES) {
  const auto one = make<F>(extents<1>{3}, values<float>{1.5f, -2.0f, 0.25f});
  const sinter::view everywhere(one.view().data(), {5, 6}, {0, 0});
  const sinter::view rows(one.view().data(), {5, 3}, {0, 1});
  const auto y = output<F, float>(extents{5, 6});
  affine(everywhere).into(y.view(), F::executor());
  CHECK(difference(y.get(), values<float>(30, 4.0f)) == "");
  const auto z = output<F, float>(extents{5, 3});
  affine(rows).into(z.view(), F::executor());
  values<float> want(15);
  for (int i = 0; i < 15; ++i) want[i] = i % 3 == 0 ? 4.0f : i % 3 == 1 ? 0.0f : 1.5f;
  CHECK(difference(z.get(), want) == "");
}

inline constexpr auto added = sinter::region<struct added_k>([](auto x, auto b) { return x + b; });

TEST_CASE_TEMPLATE("views: eight axes, permuted and broadcast", F, SINTER_TEST_FIXTURES) {
  const extents<8> e{2, 1, 3, 2, 1, 2, 3, 2};
  const extents<8> f{1, 4, 3, 1, 1, 2, 1, 2};
  const extents<8> both{2, 4, 3, 2, 1, 2, 3, 2};
  const values<float> x = random<float>(e.count(), 21);
  const values<float> b = random<float>(f.count(), 22);
  values<float> want(both.count());
  const auto at = [](const extents<8>& of, const int64_t* i) {
    int64_t r = 0;
    for (int a = 0; a < 8; ++a) r = r * of[a] + (of[a] == 1 ? 0 : i[a]);
    return r;
  };
  for (int64_t k = 0; k < want.size(); ++k) {
    int64_t i[8];
    int64_t rest = k;
    for (int a = 7; a >= 0; --a) {
      i[a] = rest % both[a];
      rest /= both[a];
    }
    want[k] = x[at(e, i)] + b[at(f, i)];
  }
  for (const arrangement how : every_arrangement) {
    CAPTURE(how);
    const auto tx = make<F>(e, x, how);
    const auto tb = make<F>(f, b, arrangement::permuted);
    const auto y = output<F, float>(both, how);
    added(tx.view(), tb.view()).into(y.view(), F::executor());
    CHECK(difference(y.get(), want) == "");
    CHECK(y.gaps_are_untouched());
  }
}

TEST_CASE_TEMPLATE("views: a rank that is lower broadcasts over the first axes", F, SINTER_TEST_FIXTURES) {
  const values<float> x = random<float>(24, 23);
  const values<float> b = random<float>(12, 24);
  const auto tx = make<F>(extents{2, 3, 4}, x);
  const auto tb = make<F>(extents{3, 4}, b, arrangement::transposed);
  const auto y = output<F, float>(extents{2, 3, 4});
  added(tx.view(), tb.view()).into(y.view(), F::executor());
  values<float> want(24);
  for (int i = 0; i < 24; ++i) want[i] = x[i] + b[i % 12];
  CHECK(difference(y.get(), want) == "");
}

TEST_CASE_TEMPLATE("views: a scalar in memory is a tensor of rank 0", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents<0>{}, values<float>{3.0f});
  const auto y = output<F, float>(extents<0>{});
  affine(x.view()).into(y.view(), F::executor());
  CHECK(y.get()[0] == 7.0f);
}

TEST_CASE_TEMPLATE("views: an empty tensor is written nowhere, and may be null", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F>(extents{0, 5}, values<float>{});
  const auto y = output<F, float>(extents{0, 5}, arrangement::gaps);
  affine(x.view()).into(y.view(), F::executor());
  CHECK(y.is_untouched());
  float* const nothing = nullptr;
  affine(sinter::view(nothing, {7, 0})).into(sinter::view(nothing, {7, 0}), F::executor());
  const auto row = make<F>(extents{5}, random<float>(5, 1));
  added(x.view(), row.view()).into(y.view(), F::executor());
  CHECK(y.is_untouched());
}

TEST_CASE_TEMPLATE("views: in place gives what another output gives", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) {
    for (const int64_t n : {1, 5, 64, 513}) {
      CAPTURE(how);
      CAPTURE(n);
      const values<float> v = random<float>(3 * n, 31);
      const auto x = make<F>(extents{int64_t{3}, n}, v, how);
      affine(x.view()).into(x.view(), F::executor());
      CHECK(difference(x.get(), affine_of(v)) == "");
      CHECK(x.gaps_are_untouched());
    }
  }
}

TEST_CASE_TEMPLATE("views: columns of one buffer are input and output at once", F, SINTER_TEST_FIXTURES) {
  const values<float> v = random<float>(16 * 12, 33);
  const auto all = make<F>(extents{16, 12}, v);
  affine(sinter::slice(all.view(), 1, 0, 4)).into(sinter::slice(all.view(), 1, 4, 8), F::executor());
  affine(sinter::slice(all.view(), 1, 9, 10)).into(sinter::slice(all.view(), 1, 11, 12), F::executor());
  const values<float> mapped = affine_of(v);
  values<float> want = v;
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 4; ++j) want[i * 12 + 4 + j] = mapped[i * 12 + j];
    want[i * 12 + 11] = mapped[i * 12 + 9];
  }
  CHECK(difference(all.get(), want) == "");
}

TEST_CASE_TEMPLATE("views: copy moves a transposed tensor, and any dtype", F, SINTER_TEST_FIXTURES) {
  const values<bf16> v = random<bf16>(15 * 33, 35);
  const auto x = make<F>(extents{15, 33}, v);
  const auto y = output<F, bf16>(extents{33, 15}, arrangement::gaps);
  sinter::copy(sinter::permute(x.view(), {1, 0})).into(y.view(), F::executor());
  values<bf16> want(v.size());
  for (int i = 0; i < 33; ++i) {
    for (int j = 0; j < 15; ++j) want[i * 15 + j] = v[j * 33 + i];
  }
  CHECK(difference(y.get(), want) == "");
  CHECK(y.gaps_are_untouched());
}

}  // namespace test
