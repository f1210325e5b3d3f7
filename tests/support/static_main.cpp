// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The static_asserts ran when the objects linked into this program were compiled; running it says how many files they are.
#include <cstdio>

int main() { std::printf("static: %d files of static_asserts compiled\n", SINTER_STATIC_FILES); }
