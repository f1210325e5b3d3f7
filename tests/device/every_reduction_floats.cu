// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Every reduction of f32, f64 and complex numbers on the GPU.
#define SINTER_TEST_FIXTURES test::on_cuda
#define SINTER_TEST_TYPES float, double, sinter::complex<float>, sinter::complex<double>
#include "support/cuda.cuh"

#include "support/cases_every_reduction.hpp"
