// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The derivative of every op of the registry at corners in f32, of casts and of reductions, on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#include "support/cuda.cuh"

#include "support/cases_derivatives.hpp"
