// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Activations against their definitions in double precision. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

inline constexpr auto activations = sinter::region<struct activations_k>([](auto x) {
  return sinter::outputs(silu(x), gelu_tanh(x), leaky_relu(x, 0.01f), relu6(x), hardtanh(x), hardsigmoid(x),
                         hardswish(x), softsign(x), threshold(x, 0.5f, -3.0f), hardshrink(x, 0.5f),
                         softshrink(x, 0.5f));
});
inline const char* const activation_names[] = {"silu",      "gelu_tanh",   "leaky_relu", "relu6",
                                               "hardtanh",  "hardsigmoid", "hardswish",  "softsign",
                                               "threshold", "hardshrink",  "softshrink"};
inline double activation(int which, double x) {
  const double six = x + 3 < 0 ? 0 : x + 3 > 6 ? 6 : x + 3;
  switch (which) {
    case 0:
      return x / (1 + std::exp(-x));
    case 1:
      return x / 2 * (1 + std::tanh(std::sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
    case 2:
      return x < 0 ? x * 0.01f : x;
    case 3:
      return x < 0 ? 0 : x > 6 ? 6 : x;
    case 4:
      return x < -1 ? -1 : x > 1 ? 1 : x;
    case 5:
      return std::isnan(x) ? x : six / 6;
    case 6:
      return x * (std::isnan(x) ? x : six) / 6;
    case 7:
      return x / (1 + std::fabs(x));
    case 8:
      return x <= 0.5 ? -3 : x;
    case 9:
      return std::fabs(x) <= 0.5 ? 0 : x;
    default:
      return x > 0.5 ? x - 0.5 : x < -0.5 ? x + 0.5 : std::isnan(x) ? x : 0;
  }
}

inline constexpr auto exponential = sinter::region<struct exponential_k>([](auto x) {
  return sinter::outputs(gelu(x), elu(x, 1.5f), celu(x, 1.5f), selu(x), softplus(x), log_sigmoid(x), mish(x));
});
inline const char* const exponential_names[] = {"gelu", "elu", "celu", "selu", "softplus", "log_sigmoid", "mish"};
inline double exponential_activation(int which, double x) {
  const double soft = x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
  switch (which) {
    case 0:
      return x / 2 * std::erfc(-x / std::sqrt(2.0));
    case 1:
      return x > 0 ? x : 1.5 * std::expm1(x);
    case 2:
      return x > 0 ? x : 1.5 * std::expm1(x / 1.5);
    case 3:
      return 1.0507009873554805 * (x > 0 ? x : 1.6732632423543772 * std::expm1(x));
    case 4:
      return soft;
    case 5:
      return x > 0 ? -std::log1p(std::exp(-x)) : x - std::log1p(std::exp(x));
    default:
      return x * std::tanh(soft);
  }
}

TEST_CASE_TEMPLATE("activations: their definitions, NaN included", F, SINTER_TEST_FIXTURES) {
  constexpr int count = 11;
  values<float> v(500);
  generator g(23);
  for (int64_t i = 0; i < v.size(); ++i) v[i] = g.uniform(-8, 8);
  const float special[] = {0.0f, -0.0f, 0.5f, -0.5f, 1.0f, -1.0f, 3.0f, -3.0f, 6.0f, 100.0f, -80.0f, inf, nan};
  for (int i = 0; i < 13; ++i) v[i] = special[i];
  const extents<1> n{v.size()};
  const auto x = make<F>(n, v);
  const tensor<F, float, 1> y[count] = {output<F, float>(n), output<F, float>(n), output<F, float>(n),
                                        output<F, float>(n), output<F, float>(n), output<F, float>(n),
                                        output<F, float>(n), output<F, float>(n), output<F, float>(n),
                                        output<F, float>(n), output<F, float>(n)};
  const auto check = [&](int k, const char* what, double (*want_of)(int, double)) {
    const std::string name = what;
    CAPTURE(name);
    values<double> want(v.size());
    for (int64_t i = 0; i < v.size(); ++i) want[i] = want_of(k, v[i]);
    CHECK(distance(y[k].get(), want, 1e-5, 1e-6) == "");
  };
  const auto into = [&](auto... k) { return sinter::outputs(y[k].view()...); };
  activations(x.view()).into(into(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), F::executor());
  for (int k = 0; k < count; ++k) check(k, activation_names[k], activation);
  exponential(x.view()).into(into(0, 1, 2, 3, 4, 5, 6), F::executor());
  for (int k = 0; k < 7; ++k) check(k, exponential_names[k], exponential_activation);
}

inline constexpr auto log_of_sum = sinter::region<struct logaddexp_k>([](auto a, auto b) { return logaddexp(a, b); });
TEST_CASE_TEMPLATE("activations: logaddexp at infinities and far apart", F, SINTER_TEST_FIXTURES) {
  const auto a = make<F>(extents{7}, values<float>{0, 1000, -1000, inf, -inf, -inf, nan});
  const auto b = make<F>(extents{7}, values<float>{0, 999, 0, inf, -inf, 3, 1});
  const auto y = output<F, float>(extents{7});
  log_of_sum(a.view(), b.view()).into(y.view(), F::executor());
  const double n = std::nan("");
  CHECK(distance(y.get(), {std::log(2.0), 1000 + std::log1p(std::exp(-1.0)), 0, HUGE_VAL, -HUGE_VAL, 3, n}, 1e-6) ==
        "");
}

inline constexpr auto mixed = sinter::region<struct lerp_k>([](auto a, auto b, auto w) { return lerp(a, b, w); });
inline constexpr auto clamped =
    sinter::region<struct clamp_k>([](auto x, auto low, auto high) { return clamp(x, low, high); });

TEST_CASE_TEMPLATE("activations: lerp meets both ends, clamp keeps NaN", F, SINTER_TEST_FIXTURES) {
  const auto a = make<F>(extents{5}, values<float>{1e8f, -3, 0.1f, 2, 5});
  const auto b = make<F>(extents{5}, values<float>{1, 7, 0.3f, 4, -5});
  const auto y = output<F, float>(extents{5});
  mixed(a.view(), b.view(), 0.0f).into(y.view(), F::executor());
  CHECK(difference(y.get(), a.get()) == "");
  mixed(a.view(), b.view(), 1.0f).into(y.view(), F::executor());
  CHECK(difference(y.get(), b.get()) == "");
  mixed(a.view(), b.view(), 0.25f).into(y.view(), F::executor());
  CHECK(distance(y.get(), {75000000.25, -0.5, 0.15, 2.5, 2.5}, 1e-6) == "");

  const auto x = make<F>(extents{4}, values<float>{-7, 0.5f, 9, nan});
  const auto z = output<F, float>(extents{4});
  clamped(x.view(), -1.0f, 2.0f).into(z.view(), F::executor());
  CHECK(difference(z.get(), {-1, 0.5f, 2, nan}) == "");
  clamped(x.view(), 3.0f, 2.0f).into(z.view(), F::executor());
  CHECK(difference(z.get(), {2, 2, 2, nan}) == "");
}

}  // namespace test
