// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: u64 and a signed integer have no common dtype: cast one of them, as in cast<std::int64_t>(x)
#include <sinter/sinter.hpp>

void f(sinter::view<std::uint64_t, 1> x, sinter::view<std::int32_t, 1> n, sinter::view<std::int64_t, 1> y) {
  const auto r = sinter::region([](auto x, auto n) {
#ifdef CONTROL
    return sinter::cast<std::int64_t>(x) + n;
#else
    return x + n;
#endif
  });
  r(x, n).into(y, sinter::host);
}
