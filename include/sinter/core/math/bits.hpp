// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Looking at a number's bits: bit_cast, is_nan, is_inf, and a branch-free select. Classification goes through
// integers, so that it survives -ffinite-math-only and is a constant expression everywhere (g++ refuses to fold an
// ordered comparison with a NaN).
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/config.hpp>

namespace sinter::math {

template <class T>
concept Float = std::is_same_v<T, float> || std::is_same_v<T, double>;

template <class T>
concept Integer = std::is_integral_v<T>;

// The unsigned integer that holds a T's bits; 32 bits at least, because narrower ones promote to int.
template <class T>
using bits_of = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;

template <class To, class From>
[[nodiscard]] SINTER_FN constexpr To bit_cast(const From& x) {
  static_assert(sizeof(To) == sizeof(From), "bit_cast: both types must have the same size");
  return __builtin_bit_cast(To, x);
}

template <Float T>
inline constexpr T infinity = static_cast<T>(__builtin_inff());
template <Float T>
inline constexpr T quiet_nan = static_cast<T>(__builtin_nanf(""));

namespace detail {

template <Float T>
inline constexpr bits_of<T> sign_bit = bits_of<T>{1} << (8 * sizeof(T) - 1);
template <Float T>
inline constexpr bits_of<T> infinity_bits = bit_cast<bits_of<T>>(infinity<T>);

template <Float T>
[[nodiscard]] SINTER_FN constexpr bits_of<T> magnitude(T x) {
  return bit_cast<bits_of<T>>(x) & ~sign_bit<T>;
}

}  // namespace detail

template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_nan(T x) {
  return detail::magnitude(x) > detail::infinity_bits<T>;
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_inf(T x) {
  return detail::magnitude(x) == detail::infinity_bits<T>;
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_negative(T x) {
  return (bit_cast<bits_of<T>>(x) & detail::sign_bit<T>) != 0;
}

template <Float T>
[[nodiscard]] SINTER_FN constexpr bool is_finite(T x) {
  return detail::magnitude(x) < detail::infinity_bits<T>;
}

template <Integer T>
[[nodiscard]] SINTER_FN constexpr bool is_nan(T) {
  return false;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr bool is_inf(T) {
  return false;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr bool is_finite(T) {
  return true;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr bool is_negative([[maybe_unused]] T x) {
  if constexpr (std::is_signed_v<T>)
    return x < T(0);
  else
    return false;
}

// c ? a : b without a branch: on the host the choice is between integers, which g++ vectorises; between floats it branches.
template <class T>
[[nodiscard]] SINTER_FN constexpr T select(bool c, T a, T b) {
  if constexpr (Float<T> && !SINTER_ON_DEVICE) {
    const bits_of<T> mask = bits_of<T>{0} - static_cast<bits_of<T>>(c);
    return bit_cast<T>((bit_cast<bits_of<T>>(a) & mask) | (bit_cast<bits_of<T>>(b) & ~mask));
  } else {
    return c ? a : b;
  }
}

// x < 0 ? 0 : x: -0 and NaNs stay.
template <class T>
[[nodiscard]] SINTER_FN constexpr T rectify(T x) {
  if constexpr (Float<T>) {
    if (__builtin_is_constant_evaluated() && is_nan(x)) return x;
    return x < T(0) ? T(0) : x;
  } else {
    return is_negative(x) ? T(0) : x;
  }
}

#if !SINTER_ON_DEVICE  // whose form compares with a NaN, which no constant expression may
static_assert(is_nan(rectify(-quiet_nan<float>)) && is_nan(rectify(quiet_nan<double>)));
#endif
static_assert(is_negative(rectify(-0.0f)) && rectify(-infinity<double>) == 0 &&
              rectify(infinity<float>) == infinity<float> && rectify(-1e-45f) == 0 && rectify(3.0) == 3 &&
              rectify(-3) == 0);
static_assert(!is_negative(rectify(-1.0f)));
static_assert(is_nan(select(true, quiet_nan<float>, 1.0f)) && is_negative(select(false, 1.0, -0.0)));
static_assert(is_nan(quiet_nan<float>) && is_nan(-quiet_nan<double>) && !is_nan(infinity<float>) && !is_nan(-0.0));
static_assert(is_inf(-infinity<float>) && is_inf(infinity<double>) && !is_inf(quiet_nan<double>) && !is_inf(3e38f));
static_assert(is_negative(-0.0f) && !is_negative(0.0));

}  // namespace sinter::math
