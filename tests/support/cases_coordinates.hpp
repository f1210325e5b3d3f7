// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Coordinates and random numbers: functions of the logical index, in every kernel and layout. A test file defines
// SINTER_TEST_FIXTURES.
#pragma once

#include "support/executors.hpp"
#include "support/philox.hpp"

namespace test {

using sinter::axis;

inline constexpr auto where_am_i = sinter::region<struct where_am_i_k>([](auto x) {
  return sinter::outputs(iota(x), iota(x, axis<0>) * 100 + iota(x, axis<1>) * 10 + iota(x, axis<-1>),
                         x + sinter::cast<float>(iota(x, axis<1>)));
});

TEST_CASE_TEMPLATE("iota: indices in row-major order and along each axis, whatever the strides", F,
                   SINTER_TEST_FIXTURES) {
  for (const extents<3> e :
       {extents{4, 3, 16}, extents{2, 5, 7}, extents{1, 6, 1}, extents{3, 1, 8}, extents{0, 2, 3}}) {
    for (const arrangement how : every_arrangement) {
      CAPTURE(e[0]);
      CAPTURE(static_cast<int>(how));
      const values<float> v = random<float>(e.count(), 3);
      const auto x = make<F, float>(e, v, how);
      const auto n = output<F, int64_t>(e, how);
      const auto digits_of = output<F, int64_t>(e);
      const auto sum = output<F, float>(e, how);
      where_am_i(x.view()).into(sinter::outputs(n.view(), digits_of.view(), sum.view()), F::executor());
      values<int64_t> want_n(e.count()), want_digits(e.count());
      values<float> want_sum(e.count());
      for (int64_t i = 0; i < e.count(); ++i) {
        const int64_t a = i / (e[1] * e[2]), b = i / e[2] % e[1], c = i % e[2];
        want_n[i] = i;
        want_digits[i] = a * 100 + b * 10 + c;
        want_sum[i] = v[i] + static_cast<float>(b);
      }
      CHECK(difference(n.get(), want_n) == "");
      CHECK(difference(digits_of.get(), want_digits) == "");
      CHECK(difference(sum.get(), want_sum) == "");
      CHECK(n.gaps_are_untouched());
    }
  }
}

// A row's softmax up to its own number, one kernel: row kernels take coordinates along and across the row.
inline constexpr auto causal = sinter::region<struct causal_k>([](auto x) {
  const auto s = where(iota(x, axis<-1>) <= iota(x, axis<-2>), x, -1e30f);
  const auto e = exp(s - max(s, axis<-1>));
  return e / sum(e, axis<-1>);
});
static_assert(sinter::plan<causal>(sinter::tensor<float, 3>{2, 64, 64}).kernels() == 1);

TEST_CASE_TEMPLATE("iota: a masked softmax, in registers, staged and strided", F, SINTER_TEST_FIXTURES) {
  for (const extents<3> e : {extents{2, 5, 8}, extents{1, 9, 130}, extents{3, 3, 1000}, extents{1, 3, 17000}}) {
    if (e.count() > F::most_elements) continue;
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned, arrangement::transposed}) {
      CAPTURE(e[2]);
      CAPTURE(static_cast<int>(how));
      const values<float> v = random<float>(e.count(), 5);
      const auto x = make<F, float>(e, v, how);
      const auto y = output<F, float>(e, how);
      causal(x.view()).into(y.view(), F::executor());
      values<double> want(e.count());
      for (int64_t row = 0; row < e[0] * e[1]; ++row) {
        const int64_t last = row % e[1];
        double total = 0;
        for (int64_t c = 0; c <= last && c < e[2]; ++c) total += std::exp(static_cast<double>(v[row * e[2] + c]));
        for (int64_t c = 0; c < e[2]; ++c) {
          want[row * e[2] + c] = c <= last ? std::exp(static_cast<double>(v[row * e[2] + c])) / total : 0;
        }
      }
      CHECK(distance(y.get(), want, 2e-6) == "");
    }
  }
}

inline constexpr auto moment =
    sinter::region<struct moment_k>([](auto x) { return sinter::outputs(sum(x * iota(x)), max(iota(x, axis<0>))); });

TEST_CASE_TEMPLATE("iota: whole-tensor reductions over coordinates", F, SINTER_TEST_FIXTURES) {
  for (const extents<2> e : {extents{1, 5}, extents{33, 100}, extents{300, 77}}) {
    for (const arrangement how : {arrangement::contiguous, arrangement::transposed, arrangement::gaps}) {
      values<int64_t> v(e.count());
      int64_t want = 0;
      for (int64_t i = 0; i < v.size(); ++i) {
        v[i] = i % 7 - 3;
        want += v[i] * i;
      }
      const auto x = make<F, int64_t>(e, v, how);
      const auto s = output<F, int64_t>(extents<0>{});
      const auto m = output<F, int64_t>(extents<0>{});
      moment(x.view()).into(sinter::outputs(s.view(), m.view()), F::executor());
      CHECK(s.get()[0] == want);
      CHECK(m.get()[0] == e[0] - 1);
    }
  }
}

template <class T>
struct noise_k;
template <class T>
inline constexpr auto noise = sinter::region<noise_k<T>>([](auto x, auto seed, auto offset) {
  return sinter::outputs(random_bits(x, seed, offset), where(random_bernoulli(x, 0.5f, seed, offset), x, 0));
});

template <class F, class T>
void check_noise() {
  const std::int64_t seed = 0x123456789abcdef, offset = (std::int64_t{5} << 32) + 77;
  for (const extents<2> e : {extents{1, 4}, extents{3, 1001}, extents{16, 64}}) {
    for (const arrangement how : every_arrangement) {
      CAPTURE(e[1]);
      CAPTURE(static_cast<int>(how));
      const auto x = make<F, T>(e, values<T>(e.count(), stored<T>(1)), how);
      const auto bits = output<F, std::uint32_t>(e, how);
      const auto kept = output<F, T>(e, how);
      noise<T>(x.view(), seed, offset).into(sinter::outputs(bits.view(), kept.view()), F::executor());
      const auto got = bits.get();
      const auto got_kept = kept.get();
      int wrong = 0;
      for (int64_t i = 0; i < e.count(); ++i) {
        const std::uint32_t want = philox_word(static_cast<std::uint64_t>(i), static_cast<std::uint64_t>(seed),
                                               static_cast<std::uint64_t>(offset));
        wrong += got[i] != want || number(got_kept[i]) != (want < 0x80000000U ? 1 : 0) ? 1 : 0;
      }
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE_TEMPLATE("random: bits are Philox's for the seed, the offset and the index, whatever the layout", F,
                   SINTER_TEST_FIXTURES) {
  check_noise<F, float>();
  check_noise<F, sinter::bf16>();
}

inline constexpr auto dice = sinter::region<struct dice_k>([](auto x, auto seed) {
  return sinter::outputs(random_bits(x, 0), random_uniform(x, seed), random_normal(x, seed, 1),
                         random_integers(x, -3, 5, seed, 2), random_bernoulli(x, 0.25f, seed, 3));
});

TEST_CASE_TEMPLATE("random: published vectors, ranges and moments", F, SINTER_TEST_FIXTURES) {
  const int64_t n = F::most_elements < 100000 ? 20000 : 100000;
  const auto x = make<F, float>(extents{n}, values<float>(n, 0));
  const auto bits = output<F, std::uint32_t>(extents{n});
  const auto uniform = output<F, float>(extents{n});
  const auto normal = output<F, float>(extents{n});
  const auto integer = output<F, int64_t>(extents{n});
  const auto heads = output<F, bool>(extents{n});
  dice(x.view(), 2026)
      .into(sinter::outputs(bits.view(), uniform.view(), normal.view(), integer.view(), heads.view()), F::executor());
  const auto b = bits.get();
  CHECK(b[0] == 0x6627e8d5U);
  CHECK(b[1] == 0xe169c58dU);
  CHECK(b[2] == 0xbc57ac4cU);
  CHECK(b[3] == 0x9b00dbd8U);
  const auto u = uniform.get();
  const auto g = normal.get();
  const auto k = integer.get();
  const auto h = heads.get();
  double mean_u = 0, mean_g = 0, square_g = 0, fourth_g = 0, together = 0;
  int64_t count[8] = {}, head_count = 0;
  bool in_range = true;
  for (int64_t i = 0; i < n; ++i) {
    in_range = in_range && u[i] >= 0 && u[i] < 1 && k[i] >= -3 && k[i] < 5 && std::abs(g[i]) < 7;
    mean_u += u[i] / static_cast<double>(n);
    mean_g += g[i] / static_cast<double>(n);
    square_g += static_cast<double>(g[i]) * g[i] / static_cast<double>(n);
    fourth_g += std::pow(g[i], 4) / static_cast<double>(n);
    if (i % 2 == 1) together += static_cast<double>(g[i]) * g[i - 1] / static_cast<double>(n / 2);
    if (in_range) ++count[k[i] + 3];
    head_count += h[i] ? 1 : 0;
  }
  REQUIRE(in_range);
  // Five standard deviations of each estimate.
  const double five = 5 / std::sqrt(static_cast<double>(n));
  CHECK(std::abs(mean_u - 0.5) < five * 0.289);
  CHECK(std::abs(mean_g) < five);
  CHECK(std::abs(square_g - 1) < five * 1.42);
  CHECK(std::abs(fourth_g - 3) < five * 9.8);
  CHECK(std::abs(together) < five * 1.42);
  for (const int64_t c : count) CHECK(std::abs(static_cast<double>(c) / static_cast<double>(n) - 0.125) < five * 0.331);
  CHECK(std::abs(static_cast<double>(head_count) / static_cast<double>(n) - 0.25) < five * 0.434);
}

}  // namespace test
