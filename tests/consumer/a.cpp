// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
#include "on_host.hpp"

bool runs_in_a() { return affine_is_right(-3.0f); }
