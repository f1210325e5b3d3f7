// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction in the kernels, emulated: accumulators of each size.
#define SINTER_TEST_FIXTURES test::on_emulated
#define SINTER_TEST_TYPES std::int8_t, sinter::f16, double
#include "support/cases_every_reduction.hpp"
