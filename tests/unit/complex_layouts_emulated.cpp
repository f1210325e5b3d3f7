// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Complex tensors in every kernel, emulated.
#define SINTER_TEST_FIXTURES test::on_emulated
#include "support/cases_complex_layouts.hpp"
