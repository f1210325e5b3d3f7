// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong data and failed calls: `sinter::error`, one sentence that says what, why and what to do instead.
// Invariant: it is thrown before anything is launched or written, except where it reports a failed CUDA call.
#pragma once

#include <cstring>
#include <exception>

#include <sinter/core/text.hpp>

namespace sinter {

class error : public std::exception {
 public:
  explicit error(const char* message) noexcept { copy(message); }
  explicit error(const text& message) noexcept { copy(message.c_str()); }
  const char* what() const noexcept override { return message_; }

 private:
  void copy(const char* message) noexcept {
    std::strncpy(message_, message, sizeof(message_) - 1);
    message_[sizeof(message_) - 1] = 0;
  }
  char message_[512];
};

}  // namespace sinter
