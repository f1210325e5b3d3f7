// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What test bodies are made of besides executors: lists of values (bool included), random and special values, and the
// comparison of lists. Invariant: nothing here uses the library's arithmetic; a reference must not share its faults.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <memory>
#include <string>

#include <sinter/core/dtype.hpp>

namespace test {

using std::int32_t;
using std::int64_t;

// std::vector<bool> has no data(); this has.
template <class T>
class values {
 public:
  values() = default;
  explicit values(int64_t n, T fill = T{}) : size_(n), data_(new T[static_cast<std::size_t>(n)]) {
    for (T& v : *this) v = fill;
  }
  values(std::initializer_list<T> list) : values(static_cast<int64_t>(list.size())) {
    int64_t i = 0;
    for (const T& v : list) data_[i++] = v;
  }
  values(const values& o) : values(o.size_) {
    for (int64_t i = 0; i < size_; ++i) data_[i] = o.data_[i];
  }
  values(values&&) noexcept = default;
  // Not inline: where g++ 12 merges the loop above with the release, it warns of freeing the pointer one past the first.
  [[gnu::noinline]] ~values() {}
  values& operator=(values o) noexcept {
    std::swap(size_, o.size_);
    std::swap(data_, o.data_);
    return *this;
  }
  int64_t size() const { return size_; }
  T* data() const { return data_.get(); }
  T& operator[](int64_t i) const { return data_[i]; }
  T* begin() const { return data(); }
  T* end() const { return data() + size_; }
  values part(int64_t first, int64_t count) const {
    values r(count);
    for (int64_t i = 0; i < count; ++i) r[i] = data_[first + i];
    return r;
  }

 private:
  int64_t size_ = 0;
  std::unique_ptr<T[]> data_ = nullptr;
};

inline constexpr float inf = std::numeric_limits<float>::infinity();
inline constexpr float nan = std::numeric_limits<float>::quiet_NaN();

// A float that only stores: a class.
template <class T>
inline constexpr bool is_narrow = std::is_class_v<T> && !sinter::is_complex<T>;
// Bits of precision and the least exponent of a float type.
template <class T>
inline constexpr int digits = std::numeric_limits<T>::digits;
template <class T>
inline constexpr int least_exponent = std::numeric_limits<T>::min_exponent - 1;
#define SINTER_NARROW(type, precision, exponent) \
  template <>                                    \
  inline constexpr int digits<type> = precision; \
  template <>                                    \
  inline constexpr int least_exponent<type> = exponent;
SINTER_NARROW(sinter::bf16, 8, -126)
SINTER_NARROW(sinter::f16, 11, -14)
SINTER_NARROW(sinter::e4m3, 4, -6)
SINTER_NARROW(sinter::e5m2, 3, -14)
#undef SINTER_NARROW

// A storage type and the number it stands for. A negative one wraps around in an unsigned type.
template <class T>
T stored(long double v) {
  if constexpr (std::is_same_v<T, bool>)
    return v != 0;
  else if constexpr (is_narrow<T>)
    return T(static_cast<float>(v));
  else if constexpr (std::is_unsigned_v<T>)
    return static_cast<T>(v < 0 ? 0 - static_cast<std::uint64_t>(-v) : static_cast<std::uint64_t>(v));
  else
    return static_cast<T>(v);
}
template <class T>
double number(T v) {
  if constexpr (is_narrow<T>)
    return static_cast<float>(v);
  else if constexpr (sinter::is_complex<T>)
    return v.re;  // for messages
  else
    return static_cast<double>(v);
}
template <class T>
bool is_nan(T v) {
  if constexpr (std::is_integral_v<T>)
    return false;
  else if constexpr (sinter::is_complex<T>)
    return std::isnan(v.re) && std::isnan(v.im);
  else
    return std::isnan(number(v));
}

// splitmix64: the same numbers everywhere.
class generator {
 public:
  explicit generator(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53); }
  int64_t integer(int64_t low, int64_t high) {  // both included
    return low + static_cast<int64_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }

 private:
  std::uint64_t state_;
};

// Floats uniform in [low, high), integers in the same range, bools either way.
template <class T>
values<T> random(int64_t n, std::uint64_t seed, double low = -2, double high = 2) {
  generator g(seed);
  values<T> v(n);
  for (T& x : v) {
    if constexpr (std::is_same_v<T, bool>)
      x = (g.bits() >> 40 & 1U) != 0;
    else if constexpr (std::is_integral_v<T>)
      x = static_cast<T>(g.integer(static_cast<int64_t>(low), static_cast<int64_t>(high)));
    else if constexpr (sinter::is_complex<T>)
      x.re = static_cast<decltype(x.re)>(g.uniform(low, high)),
      x.im = static_cast<decltype(x.im)>(g.uniform(low, high));
    else
      x = stored<T>(g.uniform(low, high));
  }
  return v;
}

// A value that no computation of these tests gives: what memory holds where nothing may be written.
template <class T>
T poison() {
  if constexpr (std::is_same_v<T, bool>)
    return true;
  else if constexpr (is_narrow<T>)
    return T::from_bits(sizeof(T) == 2 ? 0x7fa5 : std::is_same_v<T, sinter::e5m2> ? 0x7d : 0x7f);
  else if constexpr (std::is_same_v<T, float>)
    return __builtin_bit_cast(float, 0x7fa5a5a5U);
  else if constexpr (std::is_same_v<T, double>)
    return __builtin_bit_cast(double, 0x7ffa5a5a5a5a5a5aU);
  else if constexpr (sinter::is_complex<T>)
    return T(poison<typename T::value_type>(), poison<typename T::value_type>());
  else
    return static_cast<T>(0x5a5a5a5a);
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// The first difference as text, or nothing: CHECK(difference(got, want) == ""). Any NaN equals any NaN.
template <class T, class Equal>
std::string difference(const values<T>& got, const values<T>& want, const Equal& equal) {
  if (got.size() != want.size()) return "sizes " + std::to_string(got.size()) + " and " + std::to_string(want.size());
  int64_t count = 0;
  int64_t first = -1;
  for (int64_t i = 0; i < got.size(); ++i) {
    if (equal(got[i], want[i]) || (is_nan(got[i]) && is_nan(want[i]))) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return "";
  char text[160];
  std::snprintf(text, sizeof(text), "%lld of %lld differ, first [%lld]: %.9g instead of %.9g",
                static_cast<long long>(count), static_cast<long long>(got.size()), static_cast<long long>(first),
                number(got[first]), number(want[first]));
  return text;
}
template <class T>
std::string difference(const values<T>& got, const values<T>& want) {
  return difference(got, want, [](const T& a, const T& b) { return same_bits(a, b); });
}

// One unit in the last place of `exact` in T.
template <class T>
long double unit(long double exact) {
  constexpr int least = least_exponent<T>;
  const int e = exact == 0 ? least : std::ilogb(exact);
  return std::ldexp(1.0L, (e < least ? least : e) - (digits<T> - 1));
}

// Within `ulps` of an exact value, where infinity is the value after the largest.
template <class T>
bool within_ulps(T got, long double exact, double ulps) {
  const long double g = number(got);
  if (std::isnan(exact)) return std::isnan(g);
  const double rounded = number(stored<T>(exact));
  const bool saturates = sizeof(T) == 1 && rounded == number(T(std::copysign(inf, static_cast<float>(exact))));
  if (std::isinf(g) && !std::isinf(rounded) && std::signbit(g) == std::signbit(rounded)) {
    const long double farthest = exact + std::copysign(ulps * unit<T>(exact), exact);
    return ulps >= 1 && std::isinf(number(stored<T>(farthest)));
  }
  if (std::isinf(rounded) || std::isinf(g) || saturates) return g == rounded;
  return std::fabs(g - exact) <= ulps * unit<T>(exact);
}

// Close relative to the exact values, as text like difference(): |got - exact| <= relative * |exact| + absolute.
template <class T>
std::string distance(const values<T>& got, const values<double>& exact, double relative, double absolute = 0) {
  if (got.size() != exact.size()) return "sizes " + std::to_string(got.size()) + " and " + std::to_string(exact.size());
  for (int64_t i = 0; i < got.size(); ++i) {
    const double g = number(got[i]);
    const bool same = std::isnan(exact[i]) ? std::isnan(g) : g == exact[i];
    if (same || std::fabs(g - exact[i]) <= relative * std::fabs(exact[i]) + absolute) continue;
    char text[120];
    std::snprintf(text, sizeof(text), "[%lld]: %.9g instead of %.9g", static_cast<long long>(i), g, exact[i]);
    return text;
  }
  return "";
}

}  // namespace test
