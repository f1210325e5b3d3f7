// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: unpack_bits: bits are packed in bytes
#include <sinter/sinter.hpp>

void f(sinter::view<int, 1> b, sinter::view<bool, 1> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto b) { return unpack_bits(cast<std::uint8_t>(b)); });
#else
  const auto r = sinter::region([](auto b) { return unpack_bits(b); });
#endif
  r(b).into(y, sinter::host);
}
