// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_loop with staging: aligned rows that are too long for registers.
#define SINTER_MUTATION_BODIES staged
#include "mutation/machine.hpp"

namespace test {

using sinter::axis;

inline constexpr auto statistics = sinter::region<struct statistics_k>([](auto x, auto w, auto one) {
  auto most = max(x, axis<-1>);
  auto total = sum(x - most, axis<-1>);
  return sinter::outputs(x * w - most * one, most, total);
});

TEST_CASE("staged: two passes, an operand that is read once, results of rows") {
  on_machines([](const auto& machine) {
    const int64_t m = 2;
    const int64_t n = 33000;  // above the register ladder
    const values<std::int32_t> v = random<std::int32_t>(m * n, 1, -900, -7);
    const values<std::int32_t> w = random<std::int32_t>(n, 2, -9, 9);
    values<std::int32_t> most(m, -1000);
    values<std::int64_t> total(m);
    values<std::int32_t> want(m * n);
    for (int64_t i = 0; i < m * n; ++i) most[i / n] = v[i] > most[i / n] ? v[i] : most[i / n];
    for (int64_t i = 0; i < m * n; ++i) total[i / n] += v[i] - most[i / n];
    for (int64_t i = 0; i < m * n; ++i) want[i] = v[i] * w[i % n] - most[i / n] * 3;
    const auto x = input(extents{m, n}, v);
    const auto tw = input(extents{n}, w);
    const auto one = input(extents<0>{}, values<std::int32_t>{3});
    const auto y = result<std::int32_t>(extents{m, n});
    const auto tmost = result<std::int32_t>(extents{m, int64_t{1}});
    const auto ttotal = result<std::int64_t>(extents{m, int64_t{1}});
    statistics(x.view(), tw.view(), one.view()).into(sinter::outputs(y.view(), tmost.view(), ttotal.view()), machine);
    CHECK(difference(y.get(), want) == "");
    CHECK(difference(tmost.get(), most) == "");
    CHECK(difference(ttotal.get(), total) == "");
  });
}

inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});

TEST_CASE("staged: softmax") {
  const int64_t n = 32768 + 4;
  const values<float> v = random<float>(n, 3, -6, -4);
  double total = 0;
  values<double> want(n);
  for (const float x : v) total += std::exp(double{x});
  for (int64_t i = 0; i < n; ++i) want[i] = std::exp(double{v[i]}) / total;
  on_machines([&](const auto& machine) {
    const auto x = input(extents{int64_t{1}, n}, v);
    const auto y = result<float>(extents{int64_t{1}, n});
    softmax(x.view()).into(y.view(), machine);
    CHECK(distance(y.get(), want, 2e-5) == "");
  });
}

}  // namespace test
