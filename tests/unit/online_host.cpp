// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Online forms on the host, and the plain formulas, each op on its own.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_exact
#include "support/cases_online.hpp"
