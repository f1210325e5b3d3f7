// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every op of the registry on operands of type u32, on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_ELEMENT std::uint32_t
#include "support/cuda.cuh"

#include "support/cases_ops.hpp"
