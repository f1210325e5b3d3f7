// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Truth values as bits, in every layout, for any number of them. A test file defines SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"

namespace test {

using sinter::axis;

inline constexpr auto packed = sinter::region<struct packed_k>([](auto x) { return pack_bits(x); });
inline constexpr auto unpacked = sinter::region<struct unpacked_k>([](auto b) { return unpack_bits(b); });
// What a ReLU's backward pass needs of its forward pass.
inline constexpr auto relu_kept = sinter::region<struct relu_kept_k>(
    [](auto x) { return sinter::outputs(relu(x), pack_bits(x > 0.0f), pack_bits(x <= 0.0f)); });
inline constexpr auto relu_back =
    sinter::region<struct relu_back_k>([](auto g, auto kept) { return where(unpack_bits(kept, g), g, 0.0f); });
static_assert(
    sinter::plan<relu_back>(sinter::tensor<float, 2>{64, 100}, sinter::tensor<std::uint8_t, 2>{64, 13}).kernels() == 1);

// numpy.packbits([1, 0, 1, 1, 0, 0, 0, 1, 1], bitorder='little') is [141, 1].
TEST_CASE_TEMPLATE("pack_bits: eight to a byte, the first one lowest", F, SINTER_TEST_FIXTURES) {
  const auto x = make<F, int32_t>(extents{9}, values<int32_t>{1, 0, -2, 1, 0, 0, 0, 7, 1});
  const auto b = output<F, std::uint8_t>(extents{2});
  packed(x.view()).into(b.view(), F::executor());
  CHECK(difference(b.get(), values<std::uint8_t>{141, 1}) == "");
  const auto bits = output<F, bool>(extents{16});
  unpacked(b.view()).into(bits.view(), F::executor());
  for (int64_t i = 0; i < 16; ++i) CHECK(bits.get()[i] == (i == 0 || i == 2 || i == 3 || i == 7 || i == 8));
}

TEST_CASE_TEMPLATE("pack_bits: what is packed comes back, whatever the strides", F, SINTER_TEST_FIXTURES) {
  for (const int64_t m : {int64_t{1}, int64_t{7}, int64_t{8}, int64_t{33}, int64_t{256}}) {
    CAPTURE(m);
    const int64_t n = 5, bytes = (m + 7) / 8;
    const auto v = random<float>(n * m, 3);
    values<std::uint8_t> want(n * bytes), others(n * bytes);
    values<float> positive = v, kept = v;
    for (int64_t i = 0; i < v.size(); ++i) {
      const bool is = v[i] > 0;
      std::uint8_t& byte = (is ? want : others)[i / m * bytes + i % m / 8];
      byte = static_cast<std::uint8_t>(byte | 1 << i % m % 8);
      positive[i] = is ? v[i] : 0;
      kept[i] = is ? 2.0f : 0.0f;
    }
    for (const arrangement how : every_arrangement) {
      CAPTURE(static_cast<int>(how));
      const auto x = make<F, float>(extents{n, m}, v, how);
      const auto y = output<F, float>(extents{n, m}, how);
      const auto b = output<F, std::uint8_t>(extents{n, bytes}, how);
      const auto not_b = output<F, std::uint8_t>(extents{n, bytes});
      relu_kept(x.view()).into(sinter::outputs(y.view(), b.view(), not_b.view()), F::executor());
      CHECK(difference(not_b.get(), others) == "");
      CHECK(difference(y.get(), positive) == "");
      CHECK(difference(b.get(), want) == "");
      CHECK(b.gaps_are_untouched());
      const auto g = make<F, float>(extents{n, m}, values<float>(n * m, 2.0f), how);
      relu_back(g.view(), b.view()).into(y.view(), F::executor());
      CHECK(difference(y.get(), kept) == "");
    }
  }
  const auto none = output<F, std::uint8_t>(extents{int64_t{3}, int64_t{0}});
  packed(make<F, float>(extents{int64_t{3}, int64_t{0}}, values<float>(0)).view()).into(none.view(), F::executor());
}

}  // namespace test
