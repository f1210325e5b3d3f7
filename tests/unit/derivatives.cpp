// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The derivative of every op of the registry, of complex numbers too, on the host.
#define SINTER_TEST_FIXTURES test::on_host
#include "support/cases_complex_derivatives.hpp"

TEST_CASE("derivatives: of every op by every operand, the slope of the op itself") {
  test::check_all_differences<test::on_host>();
}
TEST_CASE("derivatives: at zeros, infinities, ties, NaN and ends of domains, f64") {
  test::check_all_corners<test::on_host, double>();
}
TEST_CASE("derivatives: f32 is f64 but for rounding") { test::check_all_f32<test::on_host>(); }
TEST_CASE("derivatives: of complex ops the slopes along both directions, on their cuts as well") {
  test::check_all_complex_differences<test::on_host>();
}
TEST_CASE("derivatives: of complex numbers at 0, of casts, choices and means") {
  test::check_complex_corners<test::on_host>();
}
