// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The host executor's bits do not depend on its number of threads.
#include <doctest/doctest.h>

#include "support/formulas.hpp"

namespace {

using test::extents;
using test::values;

sinter::host_executor<sinter::fusion::automatic> threads(int n) {
  auto e = sinter::host;
  e.threads = n;
  return e;
}

// Runs with 1, 2 and 5 threads into outputs of these extents; all must be the bits of one thread.
template <class T, int R, class Call>
void check(const extents<R>& e, const Call& call) {
  values<T> first;
  for (const int n : {1, 2, 5}) {
    const auto y = test::output<test::on_host, T>(e);
    call(y.view(), threads(n));
    if (n == 1) first = y.get();
    CAPTURE(n);
    CHECK(difference(y.get(), first) == "");
  }
}

}  // namespace

TEST_CASE("host: any number of threads gives the same bits for a map") {
  const auto x = test::make<test::on_host>(extents{200000}, test::random<float>(200000, 1));
  check<float>(extents{200000}, [&](const auto& y, const auto& e) { sinter::run(e, y = tanh(x.view() * 1.7f)); });
}
TEST_CASE("host: any number of threads gives the same bits for a sum, in either form") {
  const auto x = test::make<test::on_host>(extents{3000, 100}, test::random<float>(300000, 2), test::arrangement::gaps);
  check<float>(extents<0>{}, [&](const auto& y, const auto& e) { sinter::run(e, y = sum(x.view())); });
  check<float>(extents<0>{},
               [&](const auto& y, const auto& e) { sinter::run(sinter::two_pass(e), y = mean(x.view())); });
  constexpr auto shares = sinter::region([](auto v) { return v / sum(v); });
  check<float>(extents{3000, 100}, [&](const auto& y, const auto& e) { shares(x.view()).into(y, e); });
}
TEST_CASE("host: any number of threads gives the same bits for rows, short and long") {
  for (const auto& s : {extents{5000, 40}, extents{3, 60000}}) {
    const auto x = test::make<test::on_host>(s, test::random<sinter::bf16>(s.count(), 3));
    check<sinter::bf16>(s, [&](const auto& y, const auto& e) { test::softmax(x.view()).into(y, e); });
  }
}
TEST_CASE("host: a change of policy keeps the number of threads") {
  auto e = threads(5);
  CHECK(sinter::unfused(e).threads == 5);
  CHECK(sinter::two_pass(e).threads == 5);
}
