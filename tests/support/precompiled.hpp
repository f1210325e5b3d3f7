// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What every unit test includes, parsed once. A test still includes what it uses: without this it compiles alike.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include <sinter/emulate.hpp>
#include <sinter/sinter.hpp>
