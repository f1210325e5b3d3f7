// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Online forms on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#include "support/cuda.cuh"

#include "support/cases_online.hpp"
