// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Truth values as bits, on the GPU, fused and not.
#define SINTER_TEST_FIXTURES test::on_cuda, test::on_cuda_unfused
#include "support/cuda.cuh"

#include "support/cases_packed_bits.hpp"
