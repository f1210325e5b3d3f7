// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// row_loop without staging: folds over operands that are broadcast, results that are smaller than the rows.
#define SINTER_MUTATION_BODIES looped
#include "mutation/machine.hpp"

namespace test {

using sinter::axis;

// x may be [M,1] where w is [N]: a fold then runs over one element of n.
inline constexpr auto weighted = sinter::region<struct weighted_k>([](auto x, auto w) {
  return sinter::outputs((x - max(x, axis<-1>)) * w + sum(x, axis<-1>) * max(w, axis<-1>), w * 2);
});

TEST_CASE("loop: a fold over a broadcast operand, and results smaller than the rows") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {5, 64}) {
      CAPTURE(n);
      const int64_t m = 18;
      const values<std::int32_t> v = random<std::int32_t>(m, 4, -90, -3);
      const values<std::int32_t> w = random<std::int32_t>(n, 5, -90, -3);
      std::int32_t most = w[0];
      for (const std::int32_t x : w) most = x > most ? x : most;
      values<std::int64_t> want(m * n);
      values<std::int32_t> twice(n);
      for (int64_t i = 0; i < m * n; ++i) {
        want[i] = std::int64_t{v[i / n]} * most;
        twice[i % n] = w[i % n] * 2;
      }
      const auto x = input(extents{m, int64_t{1}}, v);
      const auto tw = input(extents{n}, w);
      const auto y = result<std::int64_t>(extents{m, n});
      const auto z = result<std::int32_t>(extents{n});
      weighted(x.view(), tw.view()).into(sinter::outputs(y.view(), z.view()), machine);
      CHECK(difference(y.get(), want) == "");
      CHECK(difference(z.get(), twice) == "");
    }
  });
}

// Row results smaller than the outer domain, along its first axis or its second: [1,K,1] and [B,1,1] beside [B,K,N].
inline constexpr auto outer = sinter::region<struct outer_k>(
    [](auto x, auto t) { return sinter::outputs(x - max(x, axis<-1>), max(t, axis<-1>)); });

template <class Executor>
void check_outer(const Executor& machine, int64_t b, int64_t k) {
  CAPTURE(b);
  CAPTURE(k);
  const values<std::int32_t> v = random<std::int32_t>(4 * 6 * 5, 6, -90, -3);
  const values<std::int32_t> t = random<std::int32_t>(b * k * 5, 7, -90, -3);
  const auto greatest = [](const values<std::int32_t>& row) {
    std::int32_t most = row[0];
    for (const std::int32_t x : row) most = x > most ? x : most;
    return most;
  };
  values<std::int32_t> want(v.size()), most(b * k);
  for (int64_t i = 0; i < v.size(); ++i) want[i] = v[i] - greatest(v.part(i / 5 * 5, 5));
  for (int64_t i = 0; i < b * k; ++i) most[i] = greatest(t.part(i * 5, 5));
  const auto x = input(extents{4, 6, 5}, v);
  const auto tt = input(extents{b, k, int64_t{5}}, t);
  const auto y = result<std::int32_t>(extents{4, 6, 5});
  const auto z = result<std::int32_t>(extents{b, k, int64_t{1}});
  outer(x.view(), tt.view()).into(sinter::outputs(y.view(), z.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(z.get(), most) == "");
}
TEST_CASE("loop: row results smaller than the outer axes") {
  on_machines([](const auto& machine) {
    check_outer(machine, 1, 6);
    check_outer(machine, 4, 1);
  });
}

}  // namespace test
