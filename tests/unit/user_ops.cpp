// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Ops and reductions from outside the library, on the host and emulated.
#define SINTER_TEST_FIXTURES test::on_host, test::on_emulated, test::on_host_unfused
#include "support/cases_user_ops.hpp"
