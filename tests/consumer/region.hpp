// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A region at namespace scope in a header: one closure type, whichever translation unit uses it.
#pragma once

#include <sinter/sinter.hpp>

inline constexpr auto affine = sinter::region([](auto x) { return relu((x + 1.0f) * 2.0f); });

bool runs_in_a();  // the other translation unit's use of it
