// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// pointwise_flat: contiguous maps, with and without a partial last vector, and scalars.
#define SINTER_MUTATION_BODIES flat
#include "mutation/machine.hpp"

namespace test {

inline constexpr auto affine = sinter::region<struct affine_k>([](auto x, auto s) { return x * s + 1.0f; });

TEST_CASE("flat: whole vectors, partial vectors, partial blocks") {
  on_machines([](const auto& machine) {
    for (const int64_t n : {1, 3, 4, 1023, 1024, 1025}) {
      CAPTURE(n);
      const values<float> v = random<float>(n, 1);
      values<float> want(n);
      for (int64_t i = 0; i < n; ++i) want[i] = v[i] * -2.5f + 1.0f;
      const auto x = input(extents{n}, v);
      const auto y = result<float>(extents{n});
      affine(x.view(), -2.5f).into(y.view(), machine);
      CHECK(difference(y.get(), want) == "");
    }
  });
}

TEST_CASE("flat: a scalar in memory is written by one thread") {
  on_machines([](const auto& machine) {
    const auto x = input(extents<0>{}, values<float>{3.0f});
    const auto y = result<float>(extents<0>{});
    affine(x.view(), 2.0f).into(y.view(), machine);
    CHECK(y.get()[0] == 7.0f);
  });
}

}  // namespace test
