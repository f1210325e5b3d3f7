// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: std::complex is one through as_complex(pointer)
#include <complex>

#include <sinter/sinter.hpp>

void f(std::complex<float>* p, sinter::view<float, 1> y) {
#ifdef CONTROL
  const auto x = sinter::view(sinter::as_complex(p), {8});
#else
  const auto x = sinter::view(p, {8});
#endif
  sinter::run(sinter::host, y = abs(x));
}
