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

// Results smaller than the outer domain: t is [B,1,1] or [1,K,1] beside [B,K,N], and another kernel has left it.
inline constexpr auto outer = sinter::region<struct outer_k>([](auto x, auto a, auto b) {
  auto t = max(a, axis<-1>);
  auto u = max(b, axis<-1>);
  return sinter::outputs(x - max(x, axis<-1>) + t * u, t * 2, u * 3);
});

values<std::int32_t> greatest_of_rows(const values<std::int32_t>& v, int64_t n) {
  values<std::int32_t> most(v.size() / n, -1000);
  for (int64_t i = 0; i < v.size(); ++i) most[i / n] = v[i] > most[i / n] ? v[i] : most[i / n];
  return most;
}

// x [b,k,5]; a [b or 1, k or 1, 3], b [b,k,4].
template <class Executor>
void check_outer(const Executor& machine, int64_t b, int64_t k, bool along_b) {
  CAPTURE(b);
  CAPTURE(k);
  const int64_t ab = along_b ? b : 1;
  const int64_t ak = along_b ? 1 : k;
  const values<std::int32_t> vx = random<std::int32_t>(b * k * 5, 6, -90, -3);
  const values<std::int32_t> va = random<std::int32_t>(ab * ak * 3, 7, -90, -3);
  const values<std::int32_t> vb = random<std::int32_t>(b * k * 4, 8, -90, -3);
  const values<std::int32_t> most = greatest_of_rows(vx, 5);
  const values<std::int32_t> t = greatest_of_rows(va, 3);
  const values<std::int32_t> u = greatest_of_rows(vb, 4);
  values<std::int32_t> want(vx.size()), twice(t.size()), thrice(u.size());
  for (int64_t i = 0; i < vx.size(); ++i) {
    const int64_t row = i / 5;
    want[i] = vx[i] - most[row] + t[along_b ? row / k : row % k] * u[row];
  }
  for (int64_t i = 0; i < t.size(); ++i) twice[i] = t[i] * 2;
  for (int64_t i = 0; i < u.size(); ++i) thrice[i] = u[i] * 3;
  const auto x = input(extents{b, k, int64_t{5}}, vx);
  const auto ta = input(extents{ab, ak, int64_t{3}}, va);
  const auto tb = input(extents{b, k, int64_t{4}}, vb, arrangement::misaligned);
  const auto y = result<std::int32_t>(extents{b, k, int64_t{5}});
  const auto z = result<std::int32_t>(extents{ab, ak, int64_t{1}});
  const auto w = result<std::int32_t>(extents{b, k, int64_t{1}});
  outer(x.view(), ta.view(), tb.view()).into(sinter::outputs(y.view(), z.view(), w.view()), machine);
  CHECK(difference(y.get(), want) == "");
  CHECK(difference(z.get(), twice) == "");
  CHECK(difference(w.get(), thrice) == "");
}
TEST_CASE("loop: a row's results smaller than the outer axes") {
  on_machines([](const auto& machine) {
    check_outer(machine, 4, 6, true);
    check_outer(machine, 4, 6, false);
  });
}
TEST_CASE("loop: a row's result beside no rows at all") {
  on_machines([](const auto& machine) {
    check_outer(machine, 4, 0, true);
    check_outer(machine, 0, 6, false);
  });
}

}  // namespace test
