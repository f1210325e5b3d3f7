// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
// expect: pack_bits: the value has no axis to pack along
#include <sinter/sinter.hpp>

void f(sinter::view<int, 1> b, sinter::view<std::uint8_t, 1> y) {
#ifdef CONTROL
  const auto r = sinter::region([](auto b) { return pack_bits(b); });
#else
  const auto r = sinter::region([](auto b) { return pack_bits(sum(b)); });
#endif
  r(b).into(y, sinter::host);
}
