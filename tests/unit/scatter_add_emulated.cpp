// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Values added where indices say, emulated.
#define SINTER_TEST_FIXTURES test::on_emulated
#include "support/cases_scatter_add.hpp"
