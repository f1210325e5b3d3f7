// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// cast: each pair of dtypes against long double arithmetic, at every boundary of the target and on a sample of all
// floats.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>

#include <sinter/core/math/cast.hpp>

namespace math = sinter::math;

namespace {

template <class To>
To saturated(long double x) {
  if (std::isnan(x)) return 0;
  const long double t = std::trunc(x);
  if (t <= static_cast<long double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
  if (t >= static_cast<long double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
  return static_cast<To>(t);
}

}  // namespace

TEST_CASE_TEMPLATE("cast: a float or double truncates and saturates, NaN is 0", To, std::int8_t, std::uint8_t,
                   std::int16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
  int wrong = 0;
  for (std::uint64_t u = 0; u < 0x100000000u; u += 9973) {
    const float x = math::bit_cast<float>(static_cast<std::uint32_t>(u));
    if (math::cast<To>(x) != saturated<To>(x)) ++wrong;
    const double y = math::bit_cast<double>(u << 32 | u);
    if (math::cast<To>(y) != saturated<To>(y)) ++wrong;
  }
  for (const long double edge : {static_cast<long double>(std::numeric_limits<To>::min()),
                                 static_cast<long double>(std::numeric_limits<To>::max()), 0.0L, 1.0L}) {
    float x = static_cast<float>(edge);
    double y = static_cast<double>(edge);
    for (int i = 0; i < 4; ++i, x = std::nextafter(x, -1e30f), y = std::nextafter(y, -1e300)) {
      if (math::cast<To>(x) != saturated<To>(x) || math::cast<To>(y) != saturated<To>(y)) ++wrong;
    }
    x = static_cast<float>(edge);
    y = static_cast<double>(edge);
    for (int i = 0; i < 4; ++i, x = std::nextafter(x, 1e30f), y = std::nextafter(y, 1e300)) {
      if (math::cast<To>(x) != saturated<To>(x) || math::cast<To>(y) != saturated<To>(y)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("cast: infinities saturate and every NaN is 0") {
  const float inf = std::numeric_limits<float>::infinity();
  CHECK(math::cast<std::int32_t>(inf) == std::numeric_limits<std::int32_t>::max());
  CHECK(math::cast<std::int64_t>(-inf) == std::numeric_limits<std::int64_t>::min());
  CHECK(math::cast<std::uint32_t>(-inf) == 0);
  CHECK(math::cast<std::int64_t>(-std::numeric_limits<float>::quiet_NaN()) == 0);
  CHECK(math::cast<bool>(std::numeric_limits<double>::quiet_NaN()));
}

TEST_CASE("cast: an integer rounds to the nearest float, ties to even") {
  CHECK(math::cast<float>(std::int32_t{16777217}) == 16777216.0f);
  CHECK(math::cast<float>(std::int32_t{16777219}) == 16777220.0f);
  CHECK(math::cast<double>(std::int64_t{9007199254740993}) == 9007199254740992.0);
  CHECK(math::cast<float>(std::numeric_limits<std::int64_t>::max()) == 0x1p63f);
}

TEST_CASE("cast: a double rounds to float in constant evaluation as in hardware") {
  int wrong = 0;
  for (std::uint64_t u = 0x3680000000000000u; u < 0x4800000000000000u; u += 0x0000012345678912u) {  // 2^-151 … 2^129
    for (const double x : {math::bit_cast<double>(u), -math::bit_cast<double>(u & ~0x0fffffffu)}) {
      if (math::detail::constant::narrow<float>(x) != static_cast<float>(x)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}

TEST_CASE("cast: bf16 goes through float") {
  CHECK(math::cast<sinter::bf16>(std::int32_t{257}).bits == sinter::bf16(257.0f).bits);
  CHECK(math::cast<std::int64_t>(sinter::bf16(-2.75f)) == -2);
  CHECK(math::cast<sinter::bf16>(sinter::bf16(3.0f)).bits == 0x4040);
  CHECK(math::cast<sinter::bf16>(true).bits == 0x3f80);
  CHECK(math::cast<double>(sinter::bf16(0.5f)) == 0.5);
}
