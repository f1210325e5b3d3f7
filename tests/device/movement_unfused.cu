// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Movement of axes on the GPU, one kernel an op.
#define SINTER_TEST_FIXTURES test::on_cuda_unfused
#include "support/cuda.cuh"

#include "support/cases_movement.hpp"
