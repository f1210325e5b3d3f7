// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A growing string for printers and error messages. <string> costs 0.6 s of compile time in every translation unit; this
// costs nothing. In: characters and numbers. Out: a null-terminated buffer. Invariant: data()[size()] is 0.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include <sinter/core/config.hpp>

namespace sinter {

class text {
 public:
  text() = default;
  text(const char* s) { *this << s; }
  text(const text& other) { append(other.data(), other.size_); }
  text(text&& other) noexcept : data_(other.data_), size_(other.size_), room_(other.room_) {
    other.data_ = nullptr;
    other.size_ = other.room_ = 0;
  }
  text& operator=(text other) noexcept {
    swap(other);
    return *this;
  }
  ~text() { std::free(data_); }

  const char* data() const { return data_ != nullptr ? data_ : ""; }
  const char* c_str() const { return data(); }
  std::size_t size() const { return size_; }

  // Out of line, like all that only errors and printers call: inlined copies would cost every translation unit.
  SINTER_COLD text& append(const char* s, std::size_t n) {
    if (size_ + n + 1 > room_) {
      const std::size_t room = 2 * (size_ + n + 32);
      void* grown = std::realloc(data_, room);
      if (grown == nullptr) throw std::bad_alloc();
      data_ = static_cast<char*>(grown);
      room_ = room;
    }
    if (n != 0) std::memcpy(data_ + size_, s, n);
    size_ += n;
    data_[size_] = 0;
    return *this;
  }
  text& operator<<(const char* s) { return append(s, std::strlen(s)); }
  text& operator<<(const text& t) { return append(t.data(), t.size()); }
  text& operator<<(char c) { return append(&c, 1); }
  template <class I>
    requires(std::is_integral_v<I> && !std::is_same_v<I, char> && !std::is_same_v<I, bool>)
  text& operator<<(I value) {
    bool negative = false;
    if constexpr (std::is_signed_v<I>) negative = value < 0;
    const auto magnitude = static_cast<std::uint64_t>(value);
    return append_integer(negative ? 0 - magnitude : magnitude, negative);
  }
  // Shortest of a few fixed precisions that reads back as the same float.
  text& operator<<(double value) {
    char digits[40];
    for (int precision = 6; precision <= 17; ++precision) {
      std::snprintf(digits, sizeof(digits), "%.*g", precision, value);
      if (static_cast<float>(std::strtod(digits, nullptr)) == static_cast<float>(value)) break;
    }
    return *this << static_cast<const char*>(digits);
  }
  // Fixed point with one decimal: for microseconds and mebibytes.
  text& fixed(double value) {
    const auto tenths = static_cast<std::int64_t>(value * 10 + (value < 0 ? -0.5 : 0.5));
    return *this << tenths / 10 << '.' << (tenths < 0 ? -tenths : tenths) % 10;
  }

  void swap(text& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  // Streams that have write(): std::cout << explain(…) works without this header knowing <iostream>.
  template <class Stream>
    requires requires(Stream& s, const char* c) { s.write(c, 1); }
  friend Stream& operator<<(Stream& s, const text& t) {
    s.write(t.data(), static_cast<std::int64_t>(t.size()));
    return s;
  }

 private:
  SINTER_COLD text& append_integer(std::uint64_t rest, bool negative) {
    char digits[24];
    int at = sizeof(digits);
    do {
      digits[--at] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest != 0);
    if (negative) digits[--at] = '-';
    return append(digits + at, sizeof(digits) - static_cast<std::size_t>(at));
  }

  char* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace sinter
