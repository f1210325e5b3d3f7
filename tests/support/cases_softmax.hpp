// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// softmax from its plain formula: values at every length, any arrangement, and rows that went wrong elsewhere. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/formulas.hpp"

namespace test {

template <class F, class T>
void check_softmax(const values<T>& row, arrangement how = arrangement::contiguous) {
  const extents e{int64_t{1}, row.size()};
  const auto x = make<F>(e, row, how);
  const auto y = output<F, T>(e, how);
  softmax(x.view()).into(y.view(), F::executor());
  CAPTURE(row.size());
  CHECK(distance(y.get(), softmax_of(row), std::is_same_v<T, bf16> && !keeps_precision<F> ? 0.1 : row_tolerance<F, T>(),
                 1e-40) == "");
  CHECK(y.gaps_are_untouched());
}

TEST_CASE_TEMPLATE("softmax: rows of every length 1 to 130 sum to 1 and equal float64", F, SINTER_TEST_FIXTURES) {
  for (int64_t n = 1; n <= 130; ++n) {
    const values<float> v = random<float>(3 * n, static_cast<std::uint64_t>(n), -10, 10);
    const auto x = make<F>(extents{int64_t{3}, n}, v);
    const auto y = output<F, float>(extents{int64_t{3}, n});
    softmax(x.view()).into(y.view(), F::executor());
    CAPTURE(n);
    for (int64_t r = 0; r < 3; ++r) {
      const values<float> got = y.get().part(r * n, n);
      CHECK(distance(got, softmax_of(v.part(r * n, n)), 2e-5) == "");
      double total = 0;
      for (const float p : got) total += p;
      CHECK(total == doctest::Approx(1).epsilon(1e-5));
    }
  }
}
TEST_CASE_TEMPLATE("softmax: rows at the borders of the ladder, staged and looped", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {255, 256, 257, 1023, 1024, 1025, 4095, 4096, 4097, 8192, 16384, 20000, 40000}) {
    check_softmax<F>(random<float>(n, 1, -10, 10));
    check_softmax<F>(random<bf16>(n, 2, -10, 10));
  }
  if (F::most_elements >= 300000) check_softmax<F>(random<float>(300000, 3, -10, 10));
}
TEST_CASE_TEMPLATE("softmax: any arrangement", F, SINTER_TEST_FIXTURES) {
  for (const arrangement how : every_arrangement) {
    CAPTURE(how);
    for (const int64_t n : {1, 33, 256, 5000}) check_softmax<F>(random<float>(n, 4, -10, 10), how);
  }
}
TEST_CASE_TEMPLATE("softmax: huge, infinite and masked rows", F, SINTER_TEST_FIXTURES) {
  const auto one = [](const values<float>& row) {
    const auto x = make<F>(extents{int64_t{1}, row.size()}, row);
    const auto y = output<F, float>(extents{int64_t{1}, row.size()});
    softmax(x.view()).into(y.view(), F::executor());
    return y.get();
  };
  CHECK(difference(one({1e14f, 2e14f, 3e14f}), {0, 0, 1}) == "");
  CHECK(difference(one({-1e14f, -2e14f, -3e14f}), {1, 0, 0}) == "");
  CHECK(difference(one({-inf, -inf, -inf}), {nan, nan, nan}) == "");
  CHECK(difference(one({1, inf, 2}), {nan, nan, nan}) == "");
  CHECK(difference(one({-inf, 0, -inf}), {0, 1, 0}) == "");
  CHECK(difference(one({0, nan, 0}), {nan, nan, nan}) == "");
  const float most = std::numeric_limits<float>::max();
  for (const int64_t n : {1, 2, 64, 128, 1024}) {
    CHECK(difference(one(values<float>(n, -most)), values<float>(n, 1 / static_cast<float>(n))) == "");
    values<float> masked(n + 1, -most);
    masked[n / 2] = 3;
    values<float> want(n + 1, 0.0f);
    want[n / 2] = 1;
    CHECK(difference(one(masked), want) == "");
  }
}

// As docs/ops.md has it.
inline constexpr auto masked_softmax = sinter::region<struct masked_softmax_k>([](auto x) {
  const auto top = max(x, axis<-1>);
  const auto e = exp(x - where(isfinite(top), top, 0));
  const auto total = sum(e, axis<-1>);
  return e / where(total == 0, 1, total);
});
TEST_CASE_TEMPLATE("softmax: the form for masks gives zeros where a row is masked whole", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {1, 3, 64, 1000}) {
    CAPTURE(n);
    values<float> v(2 * n, -inf), want(2 * n, 0.0f);
    v[n + n / 2] = 2;
    want[n + n / 2] = 1;
    const auto x = make<F>(extents{int64_t{2}, n}, v);
    const auto y = output<F, float>(extents{int64_t{2}, n});
    masked_softmax(x.view()).into(y.view(), F::executor());
    CHECK(difference(y.get(), want) == "");
  }
}

}  // namespace test
