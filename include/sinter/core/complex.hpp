// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Complex numbers as storage and values: a real part, then an imaginary one, aligned as a whole. In and out: std::complex,
// cuda::std::complex and the like, by value or in place (`as_complex`). Operators stand in core/math/complex.hpp.
// Invariant: the bytes of std::complex<T> and of CUDA's float2 and double2; reading one through another is no aliasing.
#pragma once

#include <cstdint>
#include <type_traits>

#include <sinter/core/config.hpp>
#include <sinter/core/error.hpp>

namespace sinter {

// What a complex class of any library offers.
template <class T>
concept ComplexNumber = requires(const T& z) {
  typename T::value_type;
  requires sizeof(T) == 2 * sizeof(typename T::value_type);
  requires std::is_floating_point_v<typename T::value_type>;
  requires std::is_same_v<decltype(z.real() + z.imag()), typename T::value_type>;
};

template <class T>
struct [[gnu::may_alias]] alignas(2 * sizeof(T)) complex {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                "complex<T>: T is float or double; convert the data");
  using value_type = T;
  T re;
  T im;

  complex() = default;
  SINTER_FN constexpr complex(T real, T imag = T(0)) : re(real), im(imag) {}
  template <ComplexNumber C>
    requires(std::is_same_v<typename C::value_type, T> && !std::is_same_v<C, complex>)
  constexpr complex(const C& z) : re(z.real()), im(z.imag()) {}
  template <ComplexNumber C>
    requires(std::is_same_v<typename C::value_type, T> && !std::is_same_v<C, complex>)
  constexpr operator C() const { return C(re, im); }

  [[nodiscard]] SINTER_FN constexpr T real() const { return re; }
  [[nodiscard]] SINTER_FN constexpr T imag() const { return im; }
  // The parts are equal; a NaN equals nothing.
  friend SINTER_FN constexpr bool operator==(complex a, complex b) { return a.re == b.re && a.im == b.im; }
};

template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<complex<T>> = true;

namespace detail {
// One number of what as_complex takes: a complex class, a pair of x and y, or an interleaved part.
template <class P>
constexpr auto part_of() {
  if constexpr (ComplexNumber<P>)
    return typename P::value_type{};
  else if constexpr (requires(P p) { p.x + p.y; })
    return decltype(P::x){};
  else
    return P{};
}
template <class T, class P>
T* aligned_as(P* p) {
  if (reinterpret_cast<std::uintptr_t>(p) % alignof(T) != 0) {
    fail("as_complex: the data do not begin at a multiple of %d bytes, as a GPU's access to one number does: copy them",
         static_cast<int>(alignof(T)));
  }
  return reinterpret_cast<T*>(p);
}
}  // namespace detail

// Data of another library's complex type in place: std::complex, cuda::std::complex, thrust::complex, cuFloatComplex,
// cuDoubleComplex, or float and double pairs. sinter::view(sinter::as_complex(p), {n}). Throws where they are not aligned.
template <class P>
auto* as_complex(P* p) {
  using part = decltype(detail::part_of<std::remove_const_t<P>>());
  using number = complex<part>;
  static_assert(sizeof(P) == 2 * sizeof(part) || std::is_same_v<part, std::remove_const_t<P>>,
                "as_complex: takes pointers to complex numbers, or to floats or doubles in pairs");
  return detail::aligned_as<std::conditional_t<std::is_const_v<P>, const number, number>>(p);
}

static_assert(sizeof(complex<float>) == 8 && alignof(complex<double>) == 16);
static_assert(std::is_trivially_copyable_v<complex<float>> &&
              std::is_trivially_default_constructible_v<complex<double>>);

}  // namespace sinter
