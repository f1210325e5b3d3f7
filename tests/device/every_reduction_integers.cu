// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of narrow integers on the GPU; of other dtypes the host and reductions_*.cu have it.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_TYPES std::int8_t
#include "support/cuda.cuh"

#include "support/cases_every_reduction.hpp"
