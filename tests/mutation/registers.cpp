// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_registers: rows of 8, 32, 128 and more threads, several a block, the last block partial.
#include "mutation/machine.hpp"

namespace test {

using sinter::axis;

// An operand of the rows' own length, one value a row that another kernel left, and results of both kinds. Integers, so that
// sums are exact; all negative, so that a 0 would be the maximum.
inline constexpr auto statistics = sinter::region<struct statistics_k>([](auto a, auto b) {
  auto most = max(b, axis<-1>);
  return sinter::outputs(b * sum(a, axis<-1>) - most, most, sum(b, axis<-1>));
});

void check_rows(const auto& machine, int64_t m, int64_t n) {
  CAPTURE(m);
  CAPTURE(n);
  const values<std::int32_t> a = random<std::int32_t>(m * 4, 1, -9, 9);
  const values<std::int32_t> b = random<std::int32_t>(m * n, 2, -900, -7);
  values<std::int64_t> sums(m), of_a(m), want(m * n);
  values<std::int32_t> most(m, -1000);
  for (int64_t i = 0; i < m * 4; ++i) of_a[i / 4] += a[i];
  for (int64_t i = 0; i < m * n; ++i) {
    sums[i / n] += b[i];
    most[i / n] = b[i] > most[i / n] ? b[i] : most[i / n];
  }
  for (int64_t i = 0; i < m * n; ++i) want[i] = b[i] * of_a[i / n] - most[i / n];
  const auto ta = input(extents{m, int64_t{4}}, a);
  const auto tb = input(extents{m, n}, b);
  const auto y = result<std::int64_t>(extents{m, n});
  const auto tmost = result<std::int32_t>(extents{m, int64_t{1}});
  const auto tsum = result<std::int64_t>(extents{m, int64_t{1}});
  statistics(ta.view(), tb.view()).into(sinter::outputs(y.view(), tmost.view(), tsum.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(tmost.get(), most) == "");
  CHECK(difference(tsum.get(), sums) == "");
}

TEST_CASE("registers: short rows, several a block") {
  on_machines([](const auto& machine) {
    check_rows(machine, 1, 2);
    check_rows(machine, 17, 12);
    check_rows(machine, 16, 16);
    check_rows(machine, 5, 30);
    check_rows(machine, 6, 200);
  });
}
TEST_CASE("registers: a block a row") {
  on_machines([](const auto& machine) {
    check_rows(machine, 2, 700);
    check_rows(machine, 2, 1500);
    check_rows(machine, 1, 3000);
  });
}

inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto rms_norm = sinter::region<struct rms_norm_k>(
    [](auto x, auto w) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w; });

TEST_CASE("registers: softmax and RMS norm") {
  on_machines([](const auto& machine) {
    const int64_t m = 5;
    for (const int64_t n : {8, 100, 1100}) {
      CAPTURE(n);
      const values<float> v = random<float>(m * n, 3, -6, -4);
      const values<float> w = random<float>(n, 4);
      values<double> soft(m * n), norm(m * n);
      for (int64_t r = 0; r < m; ++r) {
        double total = 0;
        double squares = 0;
        for (int64_t i = r * n; i < (r + 1) * n; ++i) {
          total += std::exp(double{v[i]});
          squares += double{v[i]} * double{v[i]};
        }
        for (int64_t i = r * n; i < (r + 1) * n; ++i) {
          soft[i] = std::exp(double{v[i]}) / total;
          norm[i] = v[i] / std::sqrt(squares / static_cast<double>(n) + 1e-6) * w[i % n];
        }
      }
      const auto x = input(extents{m, n}, v);
      const auto tw = input(extents{n}, w);
      const auto y = result<float>(extents{m, n});
      softmax(x.view()).into(y.view(), machine);
      CHECK(distance(y.get(), soft, 2e-5) == "");
      const auto z = result<float>(extents{m, n});
      rms_norm(x.view(), tw.view()).into(z.view(), machine);
      CHECK(distance(z.get(), norm, 2e-5) == "");
    }
  });
}

}  // namespace test
