// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: a complex value has no order, no bits and is no real number: this op takes one of real(z), imag(z), abs(z), arg(z)
#include <sinter/sinter.hpp>

void f(sinter::view<sinter::complex<double>, 1> x, sinter::view<double, 1> y) {
#ifdef CONTROL
  sinter::run(sinter::host, y = relu(real(x)));
#else
  sinter::run(sinter::host, y = relu(x));
#endif
}
