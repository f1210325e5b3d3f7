// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of integers on the host.
#define SINTER_TEST_FIXTURES test::on_host
#define SINTER_TEST_TYPES \
  bool, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, std::int8_t, std::int16_t, std::int32_t, std::int64_t
#include "support/cases_every_reduction.hpp"
