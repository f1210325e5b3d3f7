// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types: how each is stored, in what it computes, and what two of them promote to.
// Rule: bool < integers < floats < complex; within a kind the narrowest type that holds both, a scalar (literal or run-time) is
// weak: it decides only when its kind is higher than every tensor's, and then as f32, i32 or c64. A scalar is converted to the
// compute type, once. No integer holds u64 and a negative number: those two have no common type. f64 and a complex type are
// c128, a real type below f64 and a complex type the latter.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/bf16.hpp>
#include <sinter/core/complex.hpp>
#include <sinter/core/config.hpp>
#include <sinter/core/f16.hpp>

namespace sinter {

// `none` is no dtype: what u64 and a signed integer promote to.
enum class dtype : std::uint8_t {
  boolean,
  u8,
  u16,
  u32,
  u64,
  i8,
  i16,
  i32,
  i64,
  e4m3,
  e5m2,
  f16,
  bf16,
  f32,
  f64,
  c64,   // complex<float>: named by its bits, as all are
  c128,  // complex<double>
  none
};

enum class dtype_kind : std::uint8_t { boolean, integer, floating, complex };

constexpr dtype_kind kind_of(dtype t) {
  return t == dtype::boolean                   ? dtype_kind::boolean
         : t <= dtype::i64                     ? dtype_kind::integer
         : t == dtype::c64 || t == dtype::c128 ? dtype_kind::complex
                                               : dtype_kind::floating;
}
constexpr bool is_unsigned(dtype t) { return t >= dtype::u8 && t <= dtype::u64; }

constexpr const char* name_of(dtype t) {
  constexpr const char* names[] = {"bool", "u8",   "u16", "u32",  "u64", "i8",  "i16", "i32",  "i64",
                                   "e4m3", "e5m2", "f16", "bf16", "f32", "f64", "c64", "c128", "none"};
  return names[static_cast<int>(t)];
}

constexpr int size_of(dtype t) {
  constexpr int sizes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 1, 1, 2, 2, 4, 8, 8, 16, 0};
  return sizes[static_cast<int>(t)];
}

// The dtype in which a value of `t` is computed: floats narrower than f32 compute in f32 and are rounded once, when stored or
// cast.
constexpr bool is_narrow_float(dtype t) { return t >= dtype::e4m3 && t <= dtype::bf16; }
constexpr dtype compute_of(dtype t) { return is_narrow_float(t) ? dtype::f32 : t; }

// Of a complex number's parts; of a real dtype itself.
constexpr dtype real_of(dtype t) { return t == dtype::c64 ? dtype::f32 : t == dtype::c128 ? dtype::f64 : t; }
// Of a complex number with real parts of dtype `t`.
constexpr dtype complex_of(dtype t) { return t == dtype::f64 || t == dtype::c128 ? dtype::c128 : dtype::c64; }

namespace detail {
template <class T>
struct dtype_tag;
template <dtype D>
struct element_type;
#define SINTER_DTYPE(name, ...)                                                  \
  template <>                                                                    \
  struct dtype_tag<__VA_ARGS__> : std::integral_constant<dtype, dtype::name> {}; \
  template <>                                                                    \
  struct element_type<dtype::name> : std::type_identity<__VA_ARGS__> {};
SINTER_DTYPE(boolean, bool)
SINTER_DTYPE(u8, std::uint8_t)
SINTER_DTYPE(u16, std::uint16_t)
SINTER_DTYPE(u32, std::uint32_t)
SINTER_DTYPE(u64, std::uint64_t)
SINTER_DTYPE(i8, std::int8_t)
SINTER_DTYPE(i16, std::int16_t)
SINTER_DTYPE(i32, std::int32_t)
SINTER_DTYPE(i64, std::int64_t)
SINTER_DTYPE(e4m3, sinter::e4m3)
SINTER_DTYPE(e5m2, sinter::e5m2)
SINTER_DTYPE(f16, sinter::f16)
SINTER_DTYPE(bf16, sinter::bf16)
SINTER_DTYPE(f32, float)
SINTER_DTYPE(f64, double)
SINTER_DTYPE(c64, complex<float>)
SINTER_DTYPE(c128, complex<double>)
#undef SINTER_DTYPE
}  // namespace detail

template <class T>
concept Element = requires {
  detail::dtype_tag<T>::value;
};

template <Element T>
inline constexpr dtype dtype_of = detail::dtype_tag<T>::value;

template <dtype D>
using type_of = typename detail::element_type<D>::type;

template <Element T>
inline constexpr bool is_narrow = is_narrow_float(dtype_of<T>);  // device code may ask a variable, no host function

template <Element T>
using compute_t = type_of<compute_of(dtype_of<T>)>;

// A C++ scalar that a formula accepts beside tensors, and the dtype it carries weakly.
template <class T>
concept Scalar = std::is_arithmetic_v<T> || ComplexNumber<T>;

template <Scalar T>
inline constexpr dtype scalar_dtype = ComplexNumber<T>              ? dtype::c64
                                      : std::is_same_v<T, bool>     ? dtype::boolean
                                      : std::is_floating_point_v<T> ? dtype::f32
                                      : sizeof(T) == 8              ? dtype::i64
                                                                    : dtype::i32;

constexpr dtype promote(dtype a, dtype b) {
  if (a > b) return promote(b, a);
  if (kind_of(b) == dtype_kind::complex && a == dtype::f64) return dtype::c128;
  if (a == b || kind_of(a) != kind_of(b)) return b;
  if (a == dtype::e4m3 && b == dtype::e5m2) return dtype::f16;
  if (a == dtype::f16 && b == dtype::bf16) return dtype::f32;
  if (is_unsigned(a) && !is_unsigned(b)) {
    // A signed type twice as wide holds an unsigned one.
    if (a == dtype::u64) return dtype::none;
    const auto wider =
        static_cast<dtype>(static_cast<int>(a) - static_cast<int>(dtype::u8) + static_cast<int>(dtype::i16));
    return wider > b ? wider : b;
  }
  return b;
}

// Promotion when `weak` comes from a scalar.
constexpr dtype promote_weak(dtype strong, dtype weak) {
  if (kind_of(weak) <= kind_of(strong)) return strong;
  if (kind_of(weak) == dtype_kind::complex) return complex_of(strong);
  return kind_of(weak) == dtype_kind::floating ? dtype::f32 : weak;
}

static_assert(promote(dtype::bf16, dtype::f32) == dtype::f32 && promote(dtype::i64, dtype::bf16) == dtype::bf16);
static_assert(promote(dtype::f16, dtype::bf16) == dtype::f32 && promote(dtype::e4m3, dtype::f16) == dtype::f16 &&
              promote(dtype::e5m2, dtype::e4m3) == dtype::f16 && promote(dtype::f64, dtype::u64) == dtype::f64);
static_assert(promote(dtype::u8, dtype::i8) == dtype::i16 && promote(dtype::i32, dtype::u8) == dtype::i32 &&
              promote(dtype::u32, dtype::i8) == dtype::i64 && promote(dtype::i64, dtype::u64) == dtype::none);
static_assert(promote_weak(dtype::bf16, dtype::f32) == dtype::bf16 &&
              promote_weak(dtype::i32, dtype::f32) == dtype::f32 && promote_weak(dtype::u8, dtype::i32) == dtype::u8);
static_assert(promote(dtype::c64, dtype::f64) == dtype::c128 && promote(dtype::f32, dtype::c64) == dtype::c64 &&
              promote(dtype::c128, dtype::c64) == dtype::c128 && promote(dtype::u64, dtype::c64) == dtype::c64);
static_assert(promote_weak(dtype::c64, dtype::f64) == dtype::c64 &&
              promote_weak(dtype::f64, dtype::c64) == dtype::c128 &&
              promote_weak(dtype::bf16, dtype::c64) == dtype::c64);

}  // namespace sinter
