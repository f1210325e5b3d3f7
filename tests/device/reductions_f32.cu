// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions of f32 on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_ELEMENT float
#include "support/cuda.cuh"

#include "support/cases_reductions.hpp"
