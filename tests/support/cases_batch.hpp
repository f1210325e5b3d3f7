// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Batch invariance: a row's bits depend on its length and dtype, not on how many rows there are, where they lie or how they
// are strided. A test file defines SINTER_TEST_FIXTURES and SINTER_TEST_ELEMENT.
#pragma once

#include "support/formulas.hpp"

namespace test {

// The same row `m` times, arranged: every result must be the row alone, contiguous and aligned.
template <class F, class T, class Formula>
void check_invariance(int64_t n, const Formula& formula) {
  const values<T> row = random<T>(n, 41, -3, 4);
  const auto alone = make<F>(extents{int64_t{1}, n}, row);
  const auto result = output<F, T>(extents{int64_t{1}, n});
  formula(alone.view(), result.view());
  const values<T> want = result.get();
  for (const int64_t m : {1, 7, 132}) {
    if (m * n > F::most_elements) continue;
    values<T> v(m * n);
    for (int64_t i = 0; i < m * n; ++i) v[i] = row[i % n];
    for (const arrangement how :
         {arrangement::contiguous, arrangement::misaligned, arrangement::gaps, arrangement::transposed}) {
      if (m == 132 && how == arrangement::gaps) continue;
      CAPTURE(n);
      CAPTURE(m);
      CAPTURE(how);
      const auto x = make<F>(extents{m, n}, v, how);
      const auto y = output<F, T>(extents{m, n}, m == 7 ? arrangement::contiguous : how);
      formula(x.view(), y.view());
      const values<T> got = y.get();
      int64_t wrong = 0;
      for (int64_t r = 0; r < m; ++r) wrong += difference(got.part(r * n, n), want).empty() ? 0 : 1;
      CHECK(wrong == 0);
    }
  }
}

template <class F, class T, class Formula>
void check_invariance(const Formula& formula) {
  for (const int64_t n : {1, 5, 33, 100, 256, 1000, 1024, 4096, 5000, 9000}) check_invariance<F, T>(n, formula);
}

TEST_CASE_TEMPLATE("softmax: a row's bits depend on nothing but the row", F, SINTER_TEST_FIXTURES) {
  check_invariance<F, SINTER_TEST_ELEMENT>([](const auto& x, const auto& y) { softmax(x).into(y, F::executor()); });
}
TEST_CASE_TEMPLATE("rms norm: a row's bits depend on nothing but the row", F, SINTER_TEST_FIXTURES) {
  check_invariance<F, SINTER_TEST_ELEMENT>(
      [](const auto& x, const auto& y) { rms_norm(x, 1e-6f).into(y, F::executor()); });
}
TEST_CASE_TEMPLATE("layer norm: a row's bits depend on nothing but the row", F, SINTER_TEST_FIXTURES) {
  using T = SINTER_TEST_ELEMENT;
  check_invariance<F, T>([](const auto& x, const auto& y) {
    const auto weight = make<F>(extents{x.extent(1)}, random<T>(x.extent(1), 51));
    const auto bias = make<F>(extents{x.extent(1)}, random<T>(x.extent(1), 52));
    layer_norm(x, weight.view(), bias.view()).into(y, F::executor());
  });
}

}  // namespace test
