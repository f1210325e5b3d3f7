// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The operations that round once: against the compiler's arithmetic and the C library, at the edges and on random bit
// patterns.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/special.hpp>

namespace math = sinter::math;

namespace {

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

bool same(float a, float b) {
  return std::isnan(a) ? std::isnan(b) : math::bit_cast<std::uint32_t>(a) == math::bit_cast<std::uint32_t>(b);
}

// splitmix64
std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::vector<float> edges() {
  std::vector<float> all;
  for (const float x : {0.0f, 0x1p-149f, 0x1.8p-148f, 0x1.fffffcp-127f, 0x1p-126f, 0x1p-75f, 0x1p-24f, 0x1.000002p-1f,
                        1.0f, 0x1.000002p0f, 0x1.fffffep0f, 3.0f, 0x1p24f, 0x1p64f, 0x1.fffffep127f, inf}) {
    all.push_back(x);
    all.push_back(-x);
  }
  all.push_back(not_a_number);
  return all;
}

// The same operations as constant evaluation computes them, reached at run time.
namespace constant = sinter::math::detail::constant;

}  // namespace

TEST_CASE("arithmetic: constant evaluation gives the bits of the hardware") {
  int wrong = 0;
  for (const float a : edges()) {
    if (!same(constant::sqrt(a), std::sqrt(a))) ++wrong;
    for (const float b : edges()) {
      if (!same(constant::add(a, b), math::add(a, b))) ++wrong;
      if (!same(constant::add(a, -b), math::sub(a, b))) ++wrong;
      if (!same(constant::mul(a, b), math::mul(a, b))) ++wrong;
      if (!same(constant::div(a, b), math::div(a, b))) ++wrong;
    }
  }
  std::uint64_t state = 1;
  for (int i = 0; i < 2'000'000; ++i) {
    const std::uint64_t r = next_random(state);
    const float a = math::bit_cast<float>(static_cast<std::uint32_t>(r));
    const float b = math::bit_cast<float>(static_cast<std::uint32_t>(r >> 32));
    if (!same(constant::sqrt(a), math::sqrt(a))) ++wrong;
    if (!same(constant::add(a, b), math::add(a, b))) ++wrong;
    if (!same(constant::mul(a, b), math::mul(a, b))) ++wrong;
    if (!same(constant::div(a, b), math::div(a, b))) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("fma: rounds once, as the C library's does") {
  int wrong = 0;
  const auto check = [&](float a, float b, float c) {
    if (!same(math::fma(a, b, c), std::fma(a, b, c))) ++wrong;
    if (!same(static_cast<float>(math::detail::fma_to_odd(a, b, c)), std::fma(a, b, c))) ++wrong;
  };
  for (const float a : edges()) {
    for (const float b : edges()) {
      for (const float c : edges()) check(a, b, c);
    }
  }
  std::uint64_t state = 2;
  for (int i = 0; i < 2'000'000; ++i) {
    const std::uint64_t r = next_random(state);
    const float a = math::bit_cast<float>(static_cast<std::uint32_t>(r));
    const float b = math::bit_cast<float>(static_cast<std::uint32_t>(r >> 32));
    // Near -a*b, where cancellation shows a rounded product; and within 60 binades, where a sticky bit decides.
    check(a, b, -a * b);
    check(a, b, std::ldexp(a * b, static_cast<int>(next_random(state) % 61) - 30));
  }
  CHECK(wrong == 0);
}

TEST_CASE("maximum and minimum: the first NaN wins, -0 is below +0, otherwise the C library's fmax and fmin") {
  int wrong = 0;
  for (const float a : edges()) {
    for (const float b : edges()) {
      const bool zeros = a == 0 && b == 0;
      const float larger = std::isnan(a) ? a : std::isnan(b) ? b : zeros ? (std::signbit(a) ? b : a) : std::fmax(a, b);
      const float smaller = std::isnan(a) ? a : std::isnan(b) ? b : zeros ? (std::signbit(a) ? a : b) : std::fmin(a, b);
      if (!same(math::maximum(a, b), larger) || !same(math::minimum(a, b), smaller)) ++wrong;
      if (!same(static_cast<float>(math::maximum<double>(a, b)), larger)) ++wrong;
      if (!same(static_cast<float>(math::minimum<double>(a, b)), smaller)) ++wrong;
    }
  }
  CHECK(wrong == 0);
  const auto first = math::bit_cast<float>(0x7fc00001u), second = math::bit_cast<float>(0xffc00002u);
  CHECK(math::bit_cast<std::uint32_t>(math::maximum(first, second)) == 0x7fc00001u);
  CHECK(math::bit_cast<std::uint32_t>(math::minimum(1.0f, second)) == 0xffc00002u);
}

TEST_CASE("neg and abs: touch the sign bit only") {
  for (const float x : edges()) {
    CHECK(same(math::neg(x), -x));
    CHECK(same(math::abs(x), std::fabs(x)));
  }
}

TEST_CASE_TEMPLATE("integers: arithmetic wraps as two's complement", T, std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t) {
  using wide = __int128;
  std::uint64_t state = 3;
  const T lowest = std::numeric_limits<T>::lowest(), greatest = std::numeric_limits<T>::max();
  for (int i = 0; i < 10'000; ++i) {
    const T a = i == 0 ? lowest : static_cast<T>(next_random(state));
    const T b = i == 0 ? greatest : static_cast<T>(next_random(state));
    REQUIRE(math::add(a, b) == static_cast<T>(wide{a} + b));
    REQUIRE(math::sub(a, b) == static_cast<T>(wide{a} - b));
    REQUIRE(math::mul(a, b) == static_cast<T>(wide{a} * b));
    REQUIRE(math::fma(a, b, a) == static_cast<T>(wide{a} * b + a));
    REQUIRE(math::neg(a) == static_cast<T>(-wide{a}));
    REQUIRE(math::abs(a) == static_cast<T>(a < 0 ? -wide{a} : wide{a}));
    REQUIRE(math::maximum(a, b) == (a < b ? b : a));
    REQUIRE(math::minimum(a, b) == (a < b ? a : b));
  }
}

TEST_CASE("ldexp: rounds once, whatever the exponent") {
  std::uint64_t state = 11;
  const auto both = [](float x, double y, int n) {
    REQUIRE(same(math::ldexp(x, static_cast<float>(n)), std::ldexp(x, n)));
    const double got = math::ldexp(y, static_cast<double>(n)), want = std::ldexp(y, n);
    REQUIRE((std::isnan(want) ? std::isnan(got)
                              : math::bit_cast<std::uint64_t>(got) == math::bit_cast<std::uint64_t>(want)));
  };
  for (const float x : edges()) {
    for (int n = -2400; n <= 2400; ++n) both(x, static_cast<double>(x), n);
  }
  for (int i = 0; i < 100'000; ++i) {
    const auto bits = next_random(state);
    const int n = static_cast<int>(next_random(state) % 4400) - 2200;
    both(math::bit_cast<float>(static_cast<std::uint32_t>(bits)), math::bit_cast<double>(bits), i % 2 == 0 ? n : n / 8);
  }
  CHECK(math::ldexp(1.0f, inf) == inf);
  CHECK(math::ldexp(1.0f, -inf) == 0);
  CHECK(math::ldexp(-3.0f, 2.9f) == -12);
  CHECK(std::isnan(math::ldexp(1.0f, not_a_number)));
  CHECK(std::isnan(math::ldexp(not_a_number, 1.0f)));
}
