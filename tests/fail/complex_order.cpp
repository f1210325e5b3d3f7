// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a complex value has no order, no bits and is no real number: this op takes one of real(z), imag(z), abs(z), arg(z)
#include <sinter/sinter.hpp>

void f(sinter::view<sinter::complex<float>, 1> x, sinter::view<bool, 1> y) {
  const auto r = sinter::region([](auto x) {
#ifdef CONTROL
    return abs(x) < 2.0f;
#else
    return x < 2.0f;
#endif
  });
  r(x).into(y, sinter::host);
}
