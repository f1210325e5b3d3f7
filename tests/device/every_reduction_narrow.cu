// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of floats narrower than f32 on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_TYPES sinter::e4m3, sinter::e5m2, sinter::f16, sinter::bf16
#include "support/cuda.cuh"

#include "support/cases_every_reduction.hpp"
