// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of bool and unsigned integers on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_TYPES bool, std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t
#include "support/cuda.cuh"

#include "support/cases_every_reduction.hpp"
