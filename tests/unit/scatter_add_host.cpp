// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Values added where indices say, on the host.
#define SINTER_TEST_FIXTURES test::on_host
#include "support/cases_scatter_add.hpp"
