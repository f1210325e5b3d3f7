// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Online forms on the host, beside the formulas as they are written.
#define SINTER_TEST_FIXTURES test::on_host
#include <utility>

#include "support/cases_online.hpp"

namespace test {

TEST_CASE("online: near the formula as it is written, fused and each op on its own") {
  constexpr int64_t m = 400, n = 3;
  const auto x = make<on_host>(extents{m, n}, random<float>(m * n, 75, -8, 8));
  const auto g = make<on_host>(extents{m, n}, random<float>(m * n, 76, -1, 1));
  const auto run = [&](const auto& executor) {
    const auto y = output<on_host, float>(extents{m, n});
    softmax_backward(x.view(), g.view()).into(y.view(), executor);
    values<double> all(m * n);
    const values<float> got = y.get();
    std::copy(got.begin(), got.end(), all.begin());
    return std::pair(got, all);
  };
  const auto online = run(sinter::host);
  const auto plain = run(sinter::plain(sinter::host));
  const auto exact = run(sinter::exact(sinter::host));
  CHECK(distance(online.first, exact.second, 1e-5, 1e-7) == "");
  CHECK(distance(plain.first, exact.second, 1e-5, 1e-7) == "");
  // Another order of operations, so other bits: neither of the two is the other.
  CHECK(difference(online.first, plain.first) != "");
}

}  // namespace test
