// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Values added where indices say, on the host, unfused.
#define SINTER_TEST_FIXTURES test::on_host_unfused
#include "support/cases_scatter_add.hpp"
