// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds `sinter::emulated` to the umbrella: kernels on the CPU, thread by thread, every access checked. For tests.
#pragma once

#include <sinter/emulate/executor.hpp>
#include <sinter/sinter.hpp>
