// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The norms cases on the host, fused and exact.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_exact
#include "support/cases_norms.hpp"
