// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every dtype, emulated.
#define SINTER_TEST_FIXTURES test::on_emulated
#include "support/cases_dtypes.hpp"
