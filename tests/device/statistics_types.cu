// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Products, moments and norms of other dtypes than f32 on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_TYPES bool, std::uint8_t, std::int32_t, sinter::bf16, double
#include "support/cuda.cuh"

#include "support/cases_statistics.hpp"
