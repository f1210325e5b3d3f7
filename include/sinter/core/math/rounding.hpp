// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// To whole numbers, and division that leaves a remainder: trunc, floor, ceil, round (half to even), fmod (sign of the
// dividend), remainder (sign of the divisor), floor_divide. Of floats the first five are exact; remainder rounds where it adds
// the divisor, floor_divide in its subtraction and its division. Integers: x / 0 and x % 0 are 0; the least value over -1
// wraps. The first four are free of branches on the host.
#pragma once

#include <sinter/core/math/arithmetic.hpp>

namespace sinter::math {

namespace detail {

// Whole numbers begin where a step of one ulp is 1.
template <Float T>
inline constexpr T whole = sizeof(T) == 4 ? T(0x1p23) : T(0x1p52);
template <Float T>
[[nodiscard]] SINTER_FN constexpr bool has_fraction(T x) {
  return magnitude(x) < bit_cast<bits_of<T>>(whole<T>);
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr T with_sign_of(T magnitude_of, T sign_of) {
  return bit_cast<T>(magnitude(magnitude_of) | (bit_cast<bits_of<T>>(sign_of) & sign_bit<T>));
}
// trunc of a value with |x| < whole, other values as 0.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T small_trunc(T x) {
  using I = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
  return with_sign_of(static_cast<T>(static_cast<I>(select(has_fraction(x), x, T(0)))), x);
}

}  // namespace detail

template <Float T>
[[nodiscard]] SINTER_FN constexpr T copysign(T magnitude_of, T sign_of) {
  return detail::with_sign_of(magnitude_of, sign_of);
}

// The device has an instruction for each; elsewhere, and in constant evaluation, arithmetic.
#if SINTER_ON_DEVICE
#define SINTER_ON_DEVICE_RETURN(for_float, for_double) \
  if (!__builtin_is_constant_evaluated()) {            \
    if constexpr (sizeof(T) == 4)                      \
      return for_float(x);                             \
    else                                               \
      return for_double(x);                            \
  }
#else
#define SINTER_ON_DEVICE_RETURN(for_float, for_double)
#endif

// Each keeps the sign of a zero and of what becomes one; infinities and NaNs stay.
template <Float T>
[[nodiscard]] SINTER_FN constexpr T trunc(T x) {
  SINTER_ON_DEVICE_RETURN(::truncf, ::trunc)
  return select(detail::has_fraction(x), detail::small_trunc(x), x);
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr T floor(T x) {
  SINTER_ON_DEVICE_RETURN(::floorf, ::floor)
  const T t = detail::small_trunc(x);
  return select(detail::has_fraction(x), select(t > x, sub(t, T(1)), t), x);
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr T ceil(T x) {
  SINTER_ON_DEVICE_RETURN(::ceilf, ::ceil)
  const T t = detail::small_trunc(x);
  return select(detail::has_fraction(x), detail::with_sign_of(select(t < x, add(t, T(1)), t), x), x);
}
template <Float T>
[[nodiscard]] SINTER_FN constexpr T round(T x) {
  SINTER_ON_DEVICE_RETURN(::rintf, ::rint)
  // Added to `whole` a magnitude loses its fraction, by the rounding of the addition.
  const T m = select(detail::has_fraction(x), detail::with_sign_of(x, T(0)), T(0));
  return select(detail::has_fraction(x), detail::with_sign_of(sub(add(m, detail::whole<T>), detail::whole<T>), x), x);
}

#undef SINTER_ON_DEVICE_RETURN

// a - b * trunc(a / b), exactly.
template <Float T>
[[nodiscard]] SINTER_FN T fmod(T a, T b) {
#if SINTER_ON_DEVICE
  if constexpr (sizeof(T) == 4)
    return fmodf(a, b);
  else
    return ::fmod(a, b);
#else
  return sizeof(T) == 4 ? __builtin_fmodf(a, b) : __builtin_fmod(a, b);
#endif
}
// As Python's %: b's sign, a zero's too.
template <Float T>
[[nodiscard]] SINTER_FN T remainder(T a, T b) {
  const T r = fmod(a, b);
  if (r == 0) return copysign(r, b);
  return is_nan(r) || is_negative(r) == is_negative(b) ? r : add(r, b);
}
// As Python's //. A quotient by 0 is division's.
template <Float T>
[[nodiscard]] SINTER_FN T floor_divide(T a, T b) {
  if (b == 0) return div(a, b);
  const T r = fmod(a, b);
  T q = div(sub(a, r), b);
  if (r != 0 && !is_nan(r) && is_negative(r) != is_negative(b)) q = sub(q, T(1));
  return q == 0 ? copysign(q, div(a, b)) : round(q);
}

template <Integer T>
[[nodiscard]] SINTER_FN constexpr T trunc(T x) {
  return x;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T floor(T x) {
  return x;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T ceil(T x) {
  return x;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T round(T x) {
  return x;
}
namespace detail {
// -1, by which a division may overflow.
template <Integer T>
[[nodiscard]] SINTER_FN constexpr bool is_minus_one(T x) {
  return std::is_signed_v<T> && x == static_cast<T>(-1);
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr bool signs_differ(T a, T b) {
  return std::is_signed_v<T> && ((a ^ b) >> (8 * sizeof(T) - 1)) != 0;
}
}  // namespace detail
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T fmod(T a, T b) {
  return b == T(0) || detail::is_minus_one(b) ? T(0) : static_cast<T>(a % b);
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T remainder(T a, T b) {
  const T r = fmod(a, b);
  return r != T(0) && detail::signs_differ(r, b) ? add(r, b) : r;
}
template <Integer T>
[[nodiscard]] SINTER_FN constexpr T floor_divide(T a, T b) {
  if (b == T(0)) return T(0);
  if (detail::is_minus_one(b)) return neg(a);
  const T q = static_cast<T>(a / b);
  return fmod(a, b) != T(0) && detail::signs_differ(a, b) ? sub(q, T(1)) : q;
}

static_assert(trunc(-1.5f) == -1 && floor(-1.5f) == -2 && ceil(-1.5) == -1 && floor(8388607.5f) == 8388607);
static_assert(is_negative(ceil(-0.25f)) && is_negative(trunc(-0.25f)) && is_negative(floor(-0.0f)) &&
              is_negative(round(-0.5f)));
static_assert(!is_negative(floor(0.25f)) && floor(-0.25) == -1 && ceil(0.25f) == 1 &&
              trunc(4.5e15) == 4500000000000000.0);
static_assert(round(0.5f) == 0 && round(1.5f) == 2 && round(2.5) == 2 && round(-2.5f) == -2 &&
              round(8388607.5f) == 8388608);
static_assert(floor(infinity<float>) == infinity<float> && round(-3e38f) == -3e38f);
static_assert(remainder(-7, 3) == 2 && remainder(7, -3) == -2 && fmod(-7, 3) == -1 && floor_divide(-7, 3) == -3);
static_assert(floor_divide(-2147483647 - 1, -1) == -2147483647 - 1 && remainder(5, 0) == 0 && floor_divide(5, 0) == 0);
static_assert(fmod(7U, 4294967295U) == 7U && floor_divide(7U, 4294967295U) == 0U);

}  // namespace sinter::math
