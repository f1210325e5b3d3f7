// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// cast<To>(x): every conversion between dtypes, total (no undefined behaviour) and the same bits on every executor. To
// an integer: truncates toward zero, saturates, NaN is 0; between integers: wraps. To bool: x != 0, so NaN is true. To
// a float: nearest, ties to even. Storage types (bf16, …) go through float, which rounds a double or a wide integer
// twice. A real number becomes complex with the imaginary part 0; a complex one becomes no real one.
#pragma once

#include <sinter/core/bf16.hpp>
#include <sinter/core/complex.hpp>
#include <sinter/core/math/bits.hpp>
#include <sinter/core/math/constant.hpp>

namespace sinter::math {

// A type that only stores: in and out through float.
template <class T>
concept StoredFloat = std::is_class_v<T> && std::is_constructible_v<T, float> && requires(T x) {
  static_cast<float>(x);
};

namespace detail {

template <Integer To, Float From>
[[nodiscard]] SINTER_FN constexpr To truncate(From x) {
  // Both bounds are exact: the least value is a power of two or zero, and so is the greatest plus one.
  constexpr int digits = static_cast<int>(8 * sizeof(To)) - (std::is_signed_v<To> ? 1 : 0);
  constexpr From beyond = static_cast<From>(std::uint64_t{1} << (digits - 1)) * 2;
  constexpr From least = std::is_signed_v<To> ? -beyond : From{0};
  constexpr To most = static_cast<To>(~std::uint64_t{0} >> (64 - digits));
  constexpr To fewest = static_cast<To>(~most);
  if (__builtin_is_constant_evaluated()) {
    if (is_nan(x)) return 0;
  } else {
#if SINTER_ON_DEVICE
    // cvt.rzi saturates; it turns a NaN into 0 only from float to 32 bits.
    if constexpr (std::is_same_v<To, std::int32_t> && sizeof(From) == 4) return __float2int_rz(x);
    if constexpr (std::is_same_v<To, std::int32_t> && sizeof(From) == 8) return is_nan(x) ? 0 : __double2int_rz(x);
    if constexpr (std::is_same_v<To, std::int64_t> && sizeof(From) == 4) return is_nan(x) ? 0 : __float2ll_rz(x);
    if constexpr (std::is_same_v<To, std::int64_t> && sizeof(From) == 8) return is_nan(x) ? 0 : __double2ll_rz(x);
#endif
  }
  // Selects around one conversion of a value that is always in range: no undefined behaviour, no branch.
  const From inside = x >= least && x < beyond ? x : From{0};
  To r = static_cast<To>(inside);
  r = x >= beyond ? most : r;
  r = x < least ? fewest : r;
  return r;
}

}  // namespace detail

template <class To, class From>
[[nodiscard]] SINTER_FN constexpr To cast(From x) {
  if constexpr (std::is_same_v<To, From>) {
    return x;
  } else if constexpr (is_complex<From>) {
    static_assert(is_complex<To>, "sinter::math::cast: a complex number is no real one");
    using part = typename To::value_type;
    return To(cast<part>(x.re), cast<part>(x.im));
  } else if constexpr (is_complex<To>) {
    return To(cast<typename To::value_type>(x));
  } else if constexpr (StoredFloat<From>) {
    return cast<To>(static_cast<float>(x));
  } else if constexpr (StoredFloat<To>) {
    return To(cast<float>(x));
  } else {
    static_assert(std::is_arithmetic_v<To> && std::is_arithmetic_v<From>,
                  "sinter::math::cast: only between arithmetic types and storage types made from a float");
    if constexpr (std::is_same_v<To, bool>) {
      return x != From{0};
    } else if constexpr (Integer<To> && Float<From>) {
      return detail::truncate<To>(x);
    } else if constexpr (std::is_same_v<To, float> && std::is_same_v<From, double>) {
      return __builtin_is_constant_evaluated() ? detail::constant::narrow<float>(x) : static_cast<float>(x);
    } else {
      return static_cast<To>(x);
    }
  }
}

static_assert(cast<std::int32_t>(-2.9f) == -2 && cast<std::int32_t>(3e9f) == 2147483647 &&
              cast<std::int64_t>(-1e30) < 0);
static_assert(cast<std::int32_t>(-infinity<float>) == -2147483647 - 1 && cast<std::int64_t>(quiet_nan<float>) == 0);
static_assert(cast<std::int64_t>(infinity<double>) == 0x7fffffffffffffff && cast<std::uint8_t>(-1.0f) == 0);
static_assert(cast<std::int8_t>(1e9f) == 127 && cast<std::uint8_t>(255.9f) == 255 &&
              cast<std::uint64_t>(1e30f) == ~0ull);
static_assert(cast<bool>(quiet_nan<float>) && cast<bool>(0x1p-149f) && !cast<bool>(-0.0) && cast<float>(true) == 1);
static_assert(cast<float>(16777217) == 16777216.0f && cast<float>(1e300) == infinity<float>);
static_assert(cast<complex<double>>(bf16(2.0f)) == complex<double>(2, 0) &&
              cast<complex<float>>(complex<double>(0.1, 1e300)) == complex<float>(0.1f, infinity<float>));
static_assert(cast<bf16>(1.0f).bits == 0x3f80 && cast<std::int32_t>(bf16(-3.0f)) == -3 && cast<bool>(bf16(2.0f)));

}  // namespace sinter::math
