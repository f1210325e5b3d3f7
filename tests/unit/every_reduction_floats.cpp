// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of floats and complex numbers on the host.
#define SINTER_TEST_FIXTURES test::on_host
#define SINTER_TEST_TYPES \
  float, double, sinter::e4m3, sinter::e5m2, sinter::f16, sinter::bf16, sinter::complex<float>, sinter::complex<double>
#include "support/cases_every_reduction.hpp"
