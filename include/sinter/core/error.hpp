// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong data and failed calls: `sinter::error`, one sentence that says what, why and what to do instead.
// Invariant: it is thrown before anything is launched or written, except where it reports a failed CUDA call.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <exception>

#include <sinter/core/config.hpp>

namespace sinter {

class error : public std::exception {
 public:
  SINTER_COLD explicit error(const char* message) noexcept { std::snprintf(message_, sizeof(message_), "%s", message); }
  SINTER_COLD error(const char* format, std::va_list arguments) noexcept {
    std::vsnprintf(message_, sizeof(message_), format, arguments);
  }
  const char* what() const noexcept override { return message_; }

 private:
  char message_[512];
};

namespace detail {

// Throws an error with printf's message. A place that reports something is then one call, which compiles in no time.
SINTER_COLD [[noreturn]] __attribute__((format(printf, 1, 2))) inline void fail(const char* format, ...) {
  std::va_list arguments;
  va_start(arguments, format);
  const error e(format, arguments);
  va_end(arguments);
  throw e;
}

}  // namespace detail
}  // namespace sinter
