// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "softmax.cuh"

static const bool has_softmax = bench::add_group("row_softmax_f32", bench::measure<bench::softmax_formula, float>);
