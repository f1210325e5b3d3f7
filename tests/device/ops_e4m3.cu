// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every op of the registry on operands of type e4m3, on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_ELEMENT sinter::e4m3
#include "support/cuda.cuh"

#include "support/cases_ops.hpp"
