// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Branches on the host, one kernel an op.
#define SINTER_TEST_FIXTURES test::on_host_unfused
#include "support/cases_branches.hpp"
