// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements written where indices say, on the host, fused and not, and emulated.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_unfused, test::on_emulated
#include "support/cases_scatter.hpp"

TEST_CASE("scatter: in place nothing is copied, and only what indices name is touched") {
  using test::extents;
  const auto x = test::some_values<float>(40 * 16, 7, 61);
  const auto target = test::make<test::on_host, float>(extents{40, 16}, x);
  test::values<int32_t> ids(2);
  ids[1] = 30;
  const auto index_of = test::make<test::on_host, int32_t>(extents{2}, ids);
  const auto written = test::make<test::on_host, float>(extents{2, 16}, test::some_values<float>(2 * 16, 3, 17));
  const auto call = test::scatter_rows(target.view(), index_of.view(), written.view());
  int launches = 0;
  auto counting = sinter::emulated;
  counting.launches = &launches;
  const auto got = test::output<test::on_host, float>(extents{40, 16});
  call.into(got.view(), counting);
  CHECK(launches == sinter::plan(call).kernels());
  call.into(target.view(), counting);
  CHECK(launches == 3);
  CHECK(difference(got.get(), target.get()) == "");
}
