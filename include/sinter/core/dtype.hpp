// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Element types: how each is stored, in what it computes, and what two of them promote to.
// Rule: bool < integers < floats; within a kind the wider wins; a scalar (literal or run-time) is weak: it decides only
// when its kind is higher than every tensor's, and then as f32 or i32. A scalar is converted to the compute type, once.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/bf16.hpp>
#include <sinter/core/config.hpp>

namespace sinter {

enum class dtype : std::uint8_t { boolean, i32, i64, bf16, f32 };

enum class dtype_kind : std::uint8_t { boolean, integer, floating };

constexpr dtype_kind kind_of(dtype t) {
  return t == dtype::boolean ? dtype_kind::boolean : t <= dtype::i64 ? dtype_kind::integer : dtype_kind::floating;
}

constexpr const char* name_of(dtype t) {
  constexpr const char* names[] = {"bool", "i32", "i64", "bf16", "f32"};
  return names[static_cast<int>(t)];
}

constexpr int size_of(dtype t) {
  constexpr int sizes[] = {1, 4, 8, 2, 4};
  return sizes[static_cast<int>(t)];
}

// The dtype in which a value of `t` is computed: bf16 computes in f32 and is rounded once, when stored or cast.
constexpr dtype compute_of(dtype t) { return t == dtype::bf16 ? dtype::f32 : t; }

namespace detail {
template <class T>
struct dtype_tag;
template <>
struct dtype_tag<bool> : std::integral_constant<dtype, dtype::boolean> {};
template <>
struct dtype_tag<std::int32_t> : std::integral_constant<dtype, dtype::i32> {};
template <>
struct dtype_tag<std::int64_t> : std::integral_constant<dtype, dtype::i64> {};
template <>
struct dtype_tag<bf16> : std::integral_constant<dtype, dtype::bf16> {};
template <>
struct dtype_tag<float> : std::integral_constant<dtype, dtype::f32> {};

template <dtype D>
struct element_type;
template <>
struct element_type<dtype::boolean> : std::type_identity<bool> {};
template <>
struct element_type<dtype::i32> : std::type_identity<std::int32_t> {};
template <>
struct element_type<dtype::i64> : std::type_identity<std::int64_t> {};
template <>
struct element_type<dtype::bf16> : std::type_identity<bf16> {};
template <>
struct element_type<dtype::f32> : std::type_identity<float> {};
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
using compute_t = type_of<compute_of(dtype_of<T>)>;

// A C++ scalar that a formula accepts beside tensors, and the dtype it carries weakly.
template <class T>
concept Scalar = std::is_arithmetic_v<T>;

template <Scalar T>
inline constexpr dtype scalar_dtype = std::is_same_v<T, bool>       ? dtype::boolean
                                      : std::is_floating_point_v<T> ? dtype::f32
                                      : sizeof(T) == 8              ? dtype::i64
                                                                    : dtype::i32;

constexpr dtype promote(dtype a, dtype b) { return a > b ? a : b; }

// Promotion when `weak` comes from a scalar.
constexpr dtype promote_weak(dtype strong, dtype weak) {
  if (kind_of(weak) <= kind_of(strong)) return strong;
  return kind_of(weak) == dtype_kind::floating ? dtype::f32 : weak;
}

static_assert(promote(dtype::bf16, dtype::f32) == dtype::f32 && promote(dtype::i64, dtype::bf16) == dtype::bf16);
static_assert(promote_weak(dtype::bf16, dtype::f32) == dtype::bf16 &&
              promote_weak(dtype::i32, dtype::f32) == dtype::f32);

}  // namespace sinter
