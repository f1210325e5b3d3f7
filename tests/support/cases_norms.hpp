// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// RMS norm and layer norm from plain formulas: values at every size class, a transposed view, rows that overflowed
// elsewhere. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/formulas.hpp"

namespace test {

TEST_CASE_TEMPLATE("rms norm: of a transposed view", F, SINTER_TEST_FIXTURES) {
  values<float> v(12);
  for (int i = 0; i < 12; ++i) v[i] = static_cast<float>(i);
  const auto x = make<F>(extents{4, 3}, v);
  const auto y = output<F, float>(extents{3, 4});
  rms_norm(sinter::permute(x.view(), {1, 0}), 0.0f).into(y.view(), F::executor());
  CHECK(distance(y.get().part(0, 4), {0, 0.53452248, 1.06904497, 1.60356745}, 1e-6) == "");
}
TEST_CASE_TEMPLATE("rms norm: rows of equal elements are ones, whatever their length", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {300, 512, 2048, 4096}) {
    const auto x = make<F>(extents{int64_t{3}, n}, values<bf16>(3 * n, bf16(300.0f)));
    const auto y = output<F, bf16>(extents{int64_t{3}, n});
    rms_norm(x.view(), 0.0f).into(y.view(), F::executor());
    CHECK(distance(y.get(), values<double>(3 * n, 1.0), keeps_precision<F> ? 0 : 0x1p-7) == "");
  }
}
// 300 squared is beyond f16: unfused, it is in memory.
TEST_CASE_TEMPLATE("rms norm: squares beyond f16 do not overflow a row", F, SINTER_TEST_FIXTURES) {
  if constexpr (keeps_precision<F>) {
    const auto x = make<F>(extents{1, 2048}, values<sinter::f16>(2048, sinter::f16(300.0f)));
    const auto y = output<F, sinter::f16>(extents{1, 2048});
    rms_norm(x.view(), 0.0f).into(y.view(), F::executor());
    CHECK(distance(y.get(), values<double>(2048, 1.0), 0) == "");
  }
}
template <class F, class T>
void check_norms(int64_t n) {
  const values<T> v = random<T>(2 * n, 5, 3, 5);  // a mean far from 0: E[x²] − E[x]² would show
  const values<T> weight = random<T>(n, 6);
  const values<T> bias = random<T>(n, 7);
  const auto x = make<F>(extents{int64_t{2}, n}, v);
  const auto tweight = make<F>(extents{n}, weight);
  const auto tbias = make<F>(extents{n}, bias);
  const auto y = output<F, T>(extents{int64_t{2}, n});
  const auto z = output<F, T>(extents{int64_t{2}, n}, arrangement::misaligned);
  rms_norm(x.view(), 1e-6f).into(y.view(), F::executor());
  layer_norm(x.view(), tweight.view(), tbias.view()).into(z.view(), F::executor());
  CAPTURE(n);
  for (int64_t r = 0; r < 2; ++r) {
    CHECK(distance(y.get().part(r * n, n), rms_norm_of(v.part(r * n, n), 1e-6), row_tolerance<F, T>()) == "");
    const double absolute = std::is_same_v<T, float> ? 2e-5 : keeps_precision<F> ? 2e-5 : 0.2;
    CHECK(distance(z.get().part(r * n, n), layer_norm_of(v.part(r * n, n), weight, bias), row_tolerance<F, T>(),
                   absolute) == "");
  }
}
TEST_CASE_TEMPLATE("norms: equal float64 at every size class", F, SINTER_TEST_FIXTURES) {
  for (const int64_t n : {2, 3, 31, 32, 33, 100, 128, 256, 1000, 1024, 4096, 5000}) {
    check_norms<F, float>(n);
    check_norms<F, bf16>(n);
  }
}

}  // namespace test
