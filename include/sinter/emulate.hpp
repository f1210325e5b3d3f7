// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds `sinter::emulated` to the umbrella: kernels on the CPU, thread by thread, every access checked. For tests.
#pragma once

// nvcc's half for the host has no bodies of kernels unless it is told before they are read.
#if defined(__CUDACC__) && !defined(SINTER_EMULATE)
#error "sinter/emulate.hpp in a .cu file: define SINTER_EMULATE before the first header of sinter"
#endif

#include <sinter/emulate/executor.hpp>
#include <sinter/sinter.hpp>
