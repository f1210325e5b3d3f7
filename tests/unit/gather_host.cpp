// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Elements chosen by indices on the host, fused and not.
#define SINTER_TEST_FIXTURES test::on_host, test::on_host_unfused
#include "support/cases_gather.hpp"
