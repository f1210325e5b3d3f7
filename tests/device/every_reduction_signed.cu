// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of signed integers on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_TYPES std::int8_t, std::int16_t, std::int32_t, std::int64_t
#include "support/cuda.cuh"

#include "support/cases_every_reduction.hpp"
