// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Sums of special values in the kernels, emulated.
#define SINTER_TEST_FIXTURES test::on_emulated
#include "support/cases_sums.hpp"
