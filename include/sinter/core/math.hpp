// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// sinter::math: the scalar functions that ops are made of, one name for constant evaluation, host and device. IEEE
// operations, casts and integers give the same bits on all three; elementary functions agree to their stated errors.
#pragma once

#include <sinter/core/math/arithmetic.hpp>
#include <sinter/core/math/bits.hpp>
#include <sinter/core/math/cast.hpp>
#include <sinter/core/math/coarse.hpp>
#include <sinter/core/math/complex.hpp>
#include <sinter/core/math/divisor.hpp>
#include <sinter/core/math/elementary.hpp>
#include <sinter/core/math/elementary_complex.hpp>
#include <sinter/core/math/inverse_complex.hpp>
#include <sinter/core/math/library.hpp>
#include <sinter/core/math/rounding.hpp>
