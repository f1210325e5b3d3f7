// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions over any axes on the host, fused and not, and emulated.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_unfused, test::on_emulated
#include "support/cases_axes.hpp"
