// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Guards: every combination of flags chooses its own region, wherever the flags stand among the arguments.
#include <doctest/doctest.h>

#include <sinter/emulate.hpp>
#include <sinter/sinter.hpp>

namespace {

inline constexpr auto chosen = sinter::specialize<struct chosen_k>(
    [](auto twice, auto x, auto shifted, auto y, auto negative) {
      const auto a = [&] {
        if constexpr (twice)
          return x * 2.0f;
        else
          return x + 0.0f;
      }();
      const auto b = [&] {
        if constexpr (shifted)
          return a + y;
        else
          return a * y;
      }();
      if constexpr (negative)
        return -b;
      else
        return relu(b);
    },
    sinter::flag<2>{}, sinter::flag<0>{}, sinter::flag<4>{});

float expected(bool twice, float x, bool shifted, float y, bool negative) {
  const float a = twice ? x * 2 : x;
  const float b = shifted ? a + y : a * y;
  return negative ? -b : b < 0 ? 0 : b;
}

TEST_CASE("specialize: eight combinations of three flags are eight regions") {
  float x[4] = {1, -2, 3, -4}, y[4] = {0.5f, 3, -7, 2};
  for (int bits = 0; bits < 8; ++bits) {
    CAPTURE(bits);
    const bool twice = bits & 1, shifted = bits & 2, negative = bits & 4;
    const auto check = [&](const auto& executor) {
      float out[4] = {};
      chosen(twice, sinter::view(x, {4}), shifted, sinter::view(y, {4}), negative)
          .into(sinter::view(out, {4}), executor);
      for (int i = 0; i < 4; ++i) CHECK(out[i] == expected(twice, x[i], shifted, y[i], negative));
    };
    check(sinter::host);
    check(sinter::emulated);
  }
}

TEST_CASE("specialize: plan and visit see the region of the flags' values") {
  constexpr auto p =
      sinter::plan(chosen.with<true, false, true>, sinter::tensor<float, 1>{4}, sinter::tensor<float, 1>{4});
  static_assert(p.kernels() == 1);
  float x[4] = {1, 2, 3, 4}, out[4] = {};
  const auto v = sinter::view(x, {4});
  const auto call = chosen(false, v, true, v, true);
  call.visit([&](const auto& region) { region.into(sinter::view(out, {4}), sinter::host); });
  CHECK(out[3] == -8);
  CHECK(call.values == 5);  // bit g: flag number g, in the order in which the flags were given
}

}  // namespace
