// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong data and failed calls: `sinter::error`, one sentence that says what, why and what to do instead.
// Invariant: it is thrown before anything is launched or written, except where it reports a failed CUDA call.
#pragma once

#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <exception>

#include <sinter/core/config.hpp>

namespace sinter {

class error : public std::exception {
 public:
  SINTER_COLD explicit error(const char* message) noexcept { std::snprintf(message_, sizeof(message_), "%s", message); }
  const char* what() const noexcept override { return message_; }
  static constexpr std::size_t room = 512;  // a longer message is cut

 private:
  char message_[room];
};

namespace detail {

// Throws an error with printf's message. A place that reports something is then one call, which compiles in no time.
SINTER_COLD [[noreturn]] __attribute__((format(printf, 1, 2))) inline void fail(const char* format, ...) {
  char message[error::room];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(message, sizeof(message), format, arguments);
  va_end(arguments);
  throw error(message);
}

}  // namespace detail
}  // namespace sinter
