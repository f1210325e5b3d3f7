// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The host's loops over tiles: at their edges, with a library call in the middle, with widths mixed, with any strides, in
// place, and with rows that are kept or too long to be.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <sinter/sinter.hpp>

using sinter::axis;

namespace {

std::vector<float> wave(std::int64_t n) {
  std::vector<float> v(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = static_cast<float>(static_cast<int>(i * 7919 % 2003) - 1000) / 300.0f;
  return v;
}

inline constexpr auto affine = sinter::region<struct affine_k>([](auto x) { return relu((x + 1.0f) * 2.0f); });
inline constexpr auto broken_up =
    sinter::region<struct broken_up_k>([](auto x) { return exp(x) + atan(x * 2.0f) * sinter::cast<std::int64_t>(x); });
inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto two_kept = sinter::region<struct two_kept_k>([](auto x) {
  auto e = exp(x);
  auto t = tanh(x) * e;
  return e / sum(e, axis<-1>) + t / max(t, axis<-1>);
});
inline constexpr auto turned_sum =
    sinter::region<struct turned_sum_k>([](auto x, auto y) { return sqrt(x * x + 1.0f) + transpose(y); });

}  // namespace

TEST_CASE("host loops: every length around a vector and a tile, at every alignment") {
  for (const std::int64_t n : {1, 3, 15, 31, 33, 255, 257, 1023, 1024, 1025, 2049, 40001}) {
    for (const std::int64_t skip : {0, 1, 3}) {
      const auto x = wave(n);
      std::vector<float> y(static_cast<std::size_t>(n + 8), -7.0f);
      affine(sinter::view(x.data(), {n})).into(sinter::view(y.data() + skip, {n}), sinter::host);
      std::int64_t wrong = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        const float want = (x[static_cast<std::size_t>(i)] + 1.0f) * 2.0f;
        wrong += y[static_cast<std::size_t>(i + skip)] != (want < 0 ? 0 : want);
      }
      CAPTURE(n);
      CHECK(wrong == 0);
      CHECK(y[static_cast<std::size_t>(n + skip)] == -7.0f);
      if (skip > 0) CHECK(y[static_cast<std::size_t>(skip - 1)] == -7.0f);
    }
  }
}

TEST_CASE("host loops: a library call and another width in the middle, in place") {
  for (const std::int64_t n : {5, 256, 1000}) {
    const auto x = wave(n);
    auto y = x;
    broken_up(sinter::view(y.data(), {n})).into(sinter::view(y.data(), {n}), sinter::host);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double v = x[i];
      const double want = std::exp(v) + std::atan(2 * v) * std::trunc(v);
      worst = std::max(worst, std::abs(y[i] - want) / std::max(1.0, std::abs(want)));
    }
    CHECK(worst < 1e-5);
  }
}

TEST_CASE("host loops: a row that is kept and one too long to be give the same accuracy") {
  for (const std::int64_t n : {1, 2, 31, 32, 63, 1024, 1025, 8192, 8193, 16384, 16385}) {
    const auto x = wave(2 * n);
    std::vector<float> y(x.size()), z(x.size());
    softmax(sinter::view(x.data(), {std::int64_t{2}, n}))
        .into(sinter::view(y.data(), {std::int64_t{2}, n}), sinter::host);
    two_kept(sinter::view(x.data(), {std::int64_t{2}, n}))
        .into(sinter::view(z.data(), {std::int64_t{2}, n}), sinter::host);
    double worst = 0;
    for (std::size_t row = 0; row < 2; ++row) {
      const auto columns = static_cast<std::size_t>(n);
      double total = 0, most = -1e300;
      for (std::size_t i = 0; i < columns; ++i) {
        const double v = x[row * columns + i];
        total += std::exp(v);
        most = std::max(most, std::tanh(v) * std::exp(v));
      }
      for (std::size_t i = 0; i < columns; ++i) {
        const double v = x[row * columns + i];
        const double p = std::exp(v) / total;
        const double q = std::tanh(v) * std::exp(v) / most;
        worst = std::max(worst, std::abs(y[row * columns + i] - p) / p);
        worst = std::max(worst, std::abs(z[row * columns + i] - (p + q)) / (std::abs(p) + std::abs(q)));
      }
    }
    CAPTURE(n);
    CHECK(worst < 2e-6);
  }
}

TEST_CASE("host loops: strides that are neither one nor zero are gathered") {
  const std::int64_t rows = 37, cols = 1100;
  const auto x = wave(rows * cols), y = wave(rows * cols);
  std::vector<float> z(x.size());
  turned_sum(sinter::view(x.data(), {rows, cols}), sinter::view(y.data(), {cols, rows}))
      .into(sinter::view(z.data(), {rows, cols}), sinter::host);
  std::int64_t wrong = 0;
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < cols; ++c) {
      const auto at = static_cast<std::size_t>(r * cols + c);
      wrong += z[at] != std::sqrt(x[at] * x[at] + 1.0f) + y[static_cast<std::size_t>(c * rows + r)];
    }
  }
  CHECK(wrong == 0);
}
