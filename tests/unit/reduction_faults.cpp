// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of inputs that went wrong elsewhere, on the host, fused and not, and emulated.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_unfused, test::on_emulated
#include "support/cases_reduction_faults.hpp"
