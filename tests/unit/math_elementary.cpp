// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// exp, log, tanh, sigmoid, rsqrt, expm1, log1p, exp2, erf, erfc of float against the C library's double: the largest error over a sample of all
// floats, in units in the last place of the result. The bounds are the worst over every float, rounded up
// (-DSINTER_TEST_FLOAT_STEP=1 repeats that, in minutes).
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include <sinter/core/math/coarse.hpp>
#include <sinter/core/math/elementary.hpp>
#include <sinter/core/math/library.hpp>

namespace math = sinter::math;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

#ifndef SINTER_TEST_FLOAT_STEP
#define SINTER_TEST_FLOAT_STEP 997
#endif

// |got - exact| in ulps of exact; infinite where one is NaN or where one overflows alone.
double ulps(float got, double exact) {
  if (std::isnan(exact)) return std::isnan(got) ? 0 : inf;
  if (exact == 0 || std::isinf(static_cast<float>(exact)))
    return static_cast<double>(got) == static_cast<float>(exact) ? 0 : inf;
  return std::fabs(got - exact) / std::ldexp(1.0, std::max(std::ilogb(exact), -126) - 23);
}

template <class F, class Reference>
double worst(const F& f, const Reference& reference) {
  double most = 0;
  float at = 0;
  for (std::uint64_t u = 0; u < 0x100000000u; u += SINTER_TEST_FLOAT_STEP) {
    const float x = math::bit_cast<float>(static_cast<std::uint32_t>(u));
    const double error = ulps(f(x), reference(static_cast<double>(x)));
    if (!(error <= most)) {
      most = error;
      at = x;
    }
  }
  MESSAGE("worst error " << most << " ulp at " << at);
  return most;
}

}  // namespace

TEST_CASE("exp: within 1 ulp, denormal results included") {
  CHECK(worst([](float x) { return math::exp(x); }, [](double x) { return std::exp(x); }) < 1.0);
  CHECK(math::exp(0.0f) == 1);
  CHECK(math::exp(-0.0f) == 1);
  CHECK(math::exp(inf) == inf);
  CHECK(math::exp(-inf) == 0);
  CHECK(std::isnan(math::exp(not_a_number)));
  CHECK(math::exp(0x1.62e42ep6f) < inf);
  CHECK(math::exp(0x1.62e430p6f) == inf);
  CHECK(math::exp(-103.9f) == 0x1p-149f);
  CHECK(math::exp(-104.5f) == 0);
}

TEST_CASE("log: within 1 ulp, denormal arguments included") {
  CHECK(worst([](float x) { return math::log(x); }, [](double x) { return std::log(x); }) < 1.0);
  CHECK(math::log(1.0f) == 0);
  CHECK(!std::signbit(math::log(1.0f)));
  CHECK(math::log(0.0f) == -inf);
  CHECK(math::log(-0.0f) == -inf);
  CHECK(math::log(inf) == inf);
  CHECK(std::isnan(math::log(-inf)));
  CHECK(std::isnan(math::log(-0x1p-149f)));
  CHECK(std::isnan(math::log(not_a_number)));
}

TEST_CASE("tanh: within 2.5 ulp, odd, and exact near zero") {
  CHECK(worst([](float x) { return math::tanh(x); }, [](double x) { return std::tanh(x); }) < 2.5);
  CHECK(math::tanh(inf) == 1);
  CHECK(math::tanh(-inf) == -1);
  CHECK(std::signbit(math::tanh(-0.0f)));
  CHECK(!std::signbit(math::tanh(0.0f)));
  CHECK(math::tanh(0x1p-149f) == 0x1p-149f);
  CHECK(std::isnan(math::tanh(not_a_number)));
}

TEST_CASE("sigmoid: within 2.5 ulp, denormal results included") {
  const auto reference = [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); };
  CHECK(worst([](float x) { return math::sigmoid(x); }, reference) < 2.5);
  CHECK(math::sigmoid(inf) == 1);
  CHECK(math::sigmoid(-inf) == 0);
  CHECK(math::sigmoid(-0.0f) == 0.5f);
  CHECK(std::isnan(math::sigmoid(not_a_number)));
}

TEST_CASE("rsqrt: within 1.5 ulp") {
  CHECK(worst([](float x) { return math::rsqrt(x); }, [](double x) { return 1 / std::sqrt(x); }) < 1.5);
  CHECK(math::rsqrt(0.0f) == inf);
  CHECK(math::rsqrt(-0.0f) == -inf);
  CHECK(math::rsqrt(inf) == 0);
  CHECK(std::isnan(math::rsqrt(-1.0f)));
}

TEST_CASE("expm1: within 1.5 ulp, and exact near zero") {
  CHECK(worst([](float x) { return math::expm1(x); }, [](double x) { return std::expm1(x); }) < 1.5);
  CHECK(math::expm1(inf) == inf);
  CHECK(math::expm1(-inf) == -1);
  CHECK(math::expm1(0x1.62e42ep6f) < inf);
  CHECK(math::expm1(0x1.62e430p6f) == inf);
  CHECK(std::signbit(math::expm1(-0.0f)));
  CHECK(math::expm1(-0x1p-149f) == -0x1p-149f);
  CHECK(std::isnan(math::expm1(not_a_number)));
}

TEST_CASE("log1p: within 1 ulp, and exact near zero") {
  CHECK(worst([](float x) { return math::log1p(x); }, [](double x) { return std::log1p(x); }) < 1.0);
  CHECK(math::log1p(inf) == inf);
  CHECK(math::log1p(-1.0f) == -inf);
  CHECK(std::isnan(math::log1p(-0x1.000002p0f)));
  CHECK(std::isnan(math::log1p(-inf)));
  CHECK(std::signbit(math::log1p(-0.0f)));
  CHECK(math::log1p(0x1p-149f) == 0x1p-149f);
  CHECK(std::isnan(math::log1p(not_a_number)));
}

TEST_CASE("exp2: within 1 ulp, denormal results included, and exact at whole numbers") {
  CHECK(worst([](float x) { return math::exp2(x); }, [](double x) { return std::exp2(x); }) < 1.0);
  CHECK(math::exp2(inf) == inf);
  CHECK(math::exp2(-inf) == 0);
  CHECK(math::exp2(128.0f) == inf);
  for (int i = -149; i < 128; ++i) CHECK(math::exp2(static_cast<float>(i)) == std::ldexp(1.0f, i));
  CHECK(std::isnan(math::exp2(not_a_number)));
}

TEST_CASE("erf: within 1.8 ulp, and odd") {
  CHECK(worst([](float x) { return math::erf(x); }, [](double x) { return std::erf(x); }) < 1.8);
  CHECK(math::erf(inf) == 1);
  CHECK(math::erf(-inf) == -1);
  CHECK(std::signbit(math::erf(-0.0f)));
  CHECK(!std::signbit(math::erf(0.0f)));
  CHECK(std::isnan(math::erf(not_a_number)));
}

TEST_CASE("erfc: within 3.5 ulp, denormal results included") {
  CHECK(worst([](float x) { return math::erfc(x); }, [](double x) { return std::erfc(x); }) < 3.5);
  CHECK(math::erfc(0.0f) == 1);
  CHECK(math::erfc(inf) == 0);
  CHECK(math::erfc(-inf) == 2);
  CHECK(math::erfc(10.0f) == static_cast<float>(std::erfc(10.0)));
  CHECK(std::isnan(math::erfc(not_a_number)));
}

TEST_CASE("elementary: constant evaluation gives the bits of the host at run time") {
  constexpr float inputs[] = {0x1p-149f, -0x1p-60f, 0x1p-41f, -0.001f, 0.3f,  1.0f, -7.25f,
                              20.0f,     -88.5f,    -100.0f,  88.7f,   3e38f, -inf, inf};
  constexpr int count = sizeof inputs / sizeof *inputs;
  struct table {
    float exp[count], log[count], tanh[count], sigmoid[count], rsqrt[count];
  };
  constexpr auto fill = [](const float* x) {
    table t{};
    for (int i = 0; i < count; ++i) {
      t.exp[i] = math::exp(x[i]);
      t.log[i] = math::log(math::abs(x[i]));
      t.tanh[i] = math::tanh(x[i]);
      t.sigmoid[i] = math::sigmoid(x[i]);
      t.rsqrt[i] = math::rsqrt(math::abs(x[i]));
    }
    return t;
  };
  static constexpr table folded = fill(inputs);
  float opaque[count];
  for (int i = 0; i < count; ++i) opaque[i] = *const_cast<const volatile float*>(inputs + i);
  const table run = fill(opaque);
  for (int i = 0; i < count; ++i) {
    CAPTURE(inputs[i]);
    CHECK(folded.exp[i] == run.exp[i]);
    CHECK(folded.log[i] == run.log[i]);
    CHECK(folded.tanh[i] == run.tanh[i]);
    CHECK(folded.sigmoid[i] == run.sigmoid[i]);
    CHECK(folded.rsqrt[i] == run.rsqrt[i]);
  }
}

TEST_CASE("coarse: within 2^-16 of the result, over all bf16 arguments and a sample of those between") {
  const auto worst_relative = [](auto f, auto reference) {
    double worst = 0;
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << 32; bits += bits % 0x10000 == 0 ? 4099 : 0x10000 - 4099) {
      const float x = math::bit_cast<float>(static_cast<std::uint32_t>(bits));
      const double want = reference(static_cast<double>(x));
      if (std::isnan(x) || std::abs(want) < 0x1p-126) continue;
      const double error = std::abs(f(x) - want) / std::abs(want);
      worst = error > worst ? error : worst;
    }
    return worst;
  };
  CHECK(worst_relative([](float x) { return math::coarse::exp(x > 88 ? 0 : x); },
                       [](double x) { return std::exp(x > 88 ? 0 : x); }) < 0x1p-16);
  CHECK(worst_relative([](float x) { return math::coarse::erfc(x); }, [](double x) { return std::erfc(x); }) < 0x1p-16);
  CHECK(worst_relative([](float x) { return math::coarse::tanh(x); }, [](double x) { return std::tanh(x); }) < 0x1p-16);
  CHECK(math::coarse::erfc(inf) == 0);
  CHECK(math::coarse::erfc(-inf) == 2);
  CHECK(std::isnan(math::coarse::erfc(not_a_number)));
  CHECK(math::coarse::tanh(inf) == 1);
  CHECK(math::coarse::tanh(-inf) == -1);
  CHECK(std::signbit(math::coarse::tanh(-0.0f)));
  CHECK(math::coarse::tanh(0x1p-149f) == 0x1p-149f);
  CHECK(std::isnan(math::coarse::tanh(not_a_number)));
}

TEST_CASE("elementary: double is the C library's") {
  CHECK(math::exp(1.0) == doctest::Approx(2.718281828459045).epsilon(1e-15));
  CHECK(math::log(2.0) == doctest::Approx(0.6931471805599453).epsilon(1e-15));
  CHECK(math::tanh(0.5) == doctest::Approx(0.46211715726000975).epsilon(1e-15));
  CHECK(math::sigmoid(-1000.0) == 0);
  CHECK(math::sigmoid(1000.0) == 1);
  CHECK(math::rsqrt(4.0) == 0.5);
}
