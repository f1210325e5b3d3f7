// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Extremes of special values on the host, fused and unfused.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_unfused
#include "support/cases_extremes.hpp"
