// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// pointwise_tiled: operands that are contiguous along another axis than the result, of sizes that fill tiles and that don't.
#define SINTER_MUTATION_BODIES tiled
#include "mutation/machine.hpp"

namespace test {

// Small whole numbers, exact in every type.
template <class T>
values<T> whole_numbers(int64_t n, int64_t seed) {
  values<T> v(n);
  for (int64_t i = 0; i < n; ++i) v[i] = stored<T>(static_cast<double>((i * 7 + seed * 5) % 17 - 8));
  return v;
}

template <class T>
struct turned_k;
template <class T>
inline constexpr auto turned = sinter::region<turned_k<T>>([](auto x, auto y, auto row, auto one) {
  return sinter::outputs(transpose(x) * one + y + row, transpose(x) - y + row);
});

template <class T, class Executor>
void check_turned(const Executor& machine, int64_t b, int64_t m, int64_t n, arrangement how) {
  CAPTURE(b);
  CAPTURE(m);
  CAPTURE(n);
  const values<T> x = whole_numbers<T>(b * m * n, 1);
  const values<T> y = whole_numbers<T>(b * m * n, 2);
  const values<T> row = whole_numbers<T>(n, 3);
  values<T> want0(b * m * n), want1(b * m * n);
  for (int64_t i = 0; i < want0.size(); ++i) {
    const double from = number(x[(i / (m * n) * n + i % n) * m + i / n % m]);
    want0[i] = stored<T>(from * 2 + number(y[i]) + number(row[i % n]));
    want1[i] = stored<T>(from - number(y[i]) + number(row[i % n]));
  }
  const auto tx = input(extents{b, n, m}, x, how);
  const auto ty = input(extents{b, m, n}, y, how);
  const auto trow = input(extents{n}, row);
  const auto one = input(extents<0>{}, values<T>{stored<T>(2)});
  const auto y0 = result<T>(extents{b, m, n}, how);
  const auto y1 = result<T>(extents{b, m, n});
  turned<T>(tx.view(), ty.view(), trow.view(), one.view()).into(sinter::outputs(y0.view(), y1.view()), machine);
  CHECK(difference(y0.get(), want0) == "");
  CHECK(difference(y1.get(), want1) == "");
  CHECK(y0.gaps_are_untouched());
}

TEST_CASE("tiled: whole and partial tiles, aligned and not, in several planes") {
  on_machines([](const auto& machine) {
    for (const arrangement how : {arrangement::contiguous, arrangement::misaligned}) {
      check_turned<float>(machine, 1, 32, 32, how);
      check_turned<float>(machine, 3, 33, 71, how);
      check_turned<float>(machine, 1, 18, 96, how);
      check_turned<sinter::bf16>(machine, 2, 64, 136, how);
      check_turned<sinter::bf16>(machine, 1, 67, 35, how);
    }
  });
}

// One of two permuted operands lies like the result once it is permuted.
inline constexpr auto both_ways =
    sinter::region<struct both_ways_k>([](auto x, auto z) { return transpose(x) * 2.0f + transpose(z); });
TEST_CASE("tiled: a permuted operand that needs no turning") {
  on_machines([](const auto& machine) {
    const int64_t m = 40, n = 72;
    const values<float> x = random<float>(m * n, 6), z = random<float>(m * n, 7);
    values<float> want(m * n);
    for (int64_t i = 0; i < want.size(); ++i) want[i] = x[i % n * m + i / n] * 2.0f + z[i % n * m + i / n];
    const auto tx = input(extents{n, m}, x);
    const auto tz = input(extents{n, m}, z, arrangement::transposed);
    const auto y = result<float>(extents{m, n});
    both_ways(tx.view(), tz.view()).into(y.view(), machine);
    CHECK(difference(y.get(), want) == "");
  });
}

inline constexpr auto rotated = sinter::region<struct rotated_k>([](auto x) {
  return permute(x, {3, 1, 0, 2}) * 2.0f;
});
TEST_CASE("tiled: two outer axes") {
  on_machines([](const auto& machine) {
    const extents<4> e{2, 3, 20, 34};
    const values<float> x = random<float>(e.count(), 5);
    values<float> want(e.count());
    for (int64_t i = 0; i < e.count(); ++i) {
      const int64_t d = i / 120, b = i / 40 % 3, a = i / 20 % 2, c = i % 20;
      want[i] = x[((a * 3 + b) * 20 + c) * 34 + d] * 2.0f;
    }
    const auto y = result<float>(extents{34, 3, 2, 20});
    rotated(input(e, x).view()).into(y.view(), machine);
    CHECK(difference(y.get(), want) == "");
  });
}

}  // namespace test
