// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The umbrella: formulas, regions, plans, the host executor and, in a .cu file, the CUDA executor.
// Not here: emulation (sinter/emulate.hpp, for tests) and interop, each its own header.
#pragma once

#include <sinter/host/executor.hpp>
#include <sinter/op/activations.hpp>
#include <sinter/op/gather.hpp>
#include <sinter/op/movement.hpp>
#include <sinter/op/packed_bits.hpp>
#include <sinter/op/registry.hpp>
#include <sinter/op/scatter.hpp>
#include <sinter/runtime/specialize.hpp>
#include <sinter/schedule/explain.hpp>
#include <sinter/tensor/buffer.hpp>

#if defined(__CUDACC__)
#include <sinter/launch/executor.cuh>
#include <sinter/runtime/graphed.cuh>
#endif
