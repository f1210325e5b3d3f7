// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Online forms in the emulated kernels.
#define SINTER_TEST_FIXTURES test::on_emulated
#include "support/cases_online.hpp"
