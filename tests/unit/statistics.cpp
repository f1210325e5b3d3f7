// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Argmax, moments, norms and the like on the host and emulated.
#define SINTER_TEST_FIXTURES test::on_host, test::on_emulated
#include "support/cases_statistics.hpp"
