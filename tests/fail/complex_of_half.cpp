// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: complex<T>: T is float or double; convert the data
#include <sinter/sinter.hpp>

#ifdef CONTROL
using part = float;
#else
using part = sinter::f16;
#endif

sinter::complex<part> f() { return {}; }
