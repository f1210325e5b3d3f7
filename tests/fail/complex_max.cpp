// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: complex values have no order: reduce one of real(z), imag(z), abs(z), arg(z); sum and mean take z
#include <sinter/sinter.hpp>

void f(sinter::view<sinter::complex<float>, 2> x, sinter::view<float, 1> y) {
  const auto r = sinter::region([](auto x) {
#ifdef CONTROL
    return max(abs(x), sinter::axis<-1>, sinter::drop);
#else
    return max(x, sinter::axis<-1>, sinter::drop);
#endif
  });
  r(x).into(y, sinter::host);
}
