// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_registers: softmax and RMS norm, rows of which several share a block and rows that have one.
#define SINTER_MUTATION_BODIES registers
#include "mutation/machine.hpp"

namespace test {

using sinter::axis;

inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto rms_norm =
    sinter::region<struct rms_norm_k>([](auto x, auto w) { return x * rsqrt(mean(x * x, axis<-1>) + 1e-6f) * w; });

TEST_CASE("norms: softmax and RMS norm") {
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
