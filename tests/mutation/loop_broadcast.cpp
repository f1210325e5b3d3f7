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

// Operands and results without rows beside a result that has one: x [0,N], a [0,K], t [1,N].
inline constexpr auto beside = sinter::region<struct beside_k>([](auto x, auto a, auto t) {
  return sinter::outputs(x - max(a, axis<-1>), max(t, axis<-1>), max(x, axis<-1>) + 1);
});
TEST_CASE("loop: a row's result beside no rows at all") {
  on_machines([](const auto& machine) {
    const auto x = input(extents{0, 5}, values<std::int32_t>{});
    const auto a = input(extents{0, 3}, values<std::int32_t>{});
    const auto t = input(extents{1, 5}, values<std::int32_t>{-3, -9, -2, -4, -5});
    const auto y = result<std::int32_t>(extents{0, 5});
    const auto z = result<std::int32_t>(extents{1, 1});
    const auto w = result<std::int32_t>(extents{0, 1});
    beside(x.view(), a.view(), t.view()).into(sinter::outputs(y.view(), z.view(), w.view()), machine);
    CHECK(z.get()[0] == -2);
  });
}

}  // namespace test
