// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Products, moments and norms of other dtypes than f32 on the host.
#define SINTER_TEST_FIXTURES test::on_host
#define SINTER_TEST_TYPES \
  bool, std::int8_t, std::uint8_t, std::int32_t, std::uint64_t, sinter::bf16, sinter::f16, double
#include "support/cases_statistics.hpp"
