// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What the emulated machine throws when a kernel body breaks a rule of the GPU: one sentence that says where, what,
// and what to write instead. In: a place and a printf format. Out: a `fault`.
// Invariant: a fault holds its text inside itself, so throwing one allocates nothing but the exception.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <exception>

namespace sinter::emulate {

class fault final : public std::exception {
 public:
  static constexpr int capacity = 360;

  __attribute__((format(printf, 2, 0))) fault(const char* format, std::va_list arguments) noexcept {
    std::vsnprintf(text_, capacity, format, arguments);
  }
  const char* what() const noexcept override { return text_; }

 private:
  char text_[capacity];
};

// A thread of a launch, both indices counted from 0.
struct place {
  unsigned block;
  unsigned thread;
};

[[noreturn]] __attribute__((format(printf, 1, 2))) inline void fail(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const fault f(format, arguments);
  va_end(arguments);
  throw f;
}

// The same, said of one thread: the text begins with "block B, thread T ".
[[noreturn]] __attribute__((format(printf, 2, 3))) inline void fail_at(place at, const char* format, ...) {
  char sentence[fault::capacity];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(sentence, sizeof(sentence), format, arguments);
  va_end(arguments);
  fail("block %u, thread %u %s", at.block, at.thread, sentence);
}

}  // namespace sinter::emulate
