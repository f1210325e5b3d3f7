// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Values of different types side by side: a call's arguments, its results. std::tuple does this and more, for which every
// translation unit that traces a region would pay with compile time. In: values. Out: `pack<Ts…>`, read by number or at once.
#pragma once

#include <cstddef>
#include <utility>

namespace sinter {

namespace detail {

template <std::size_t I, class T>
struct packed {
  T value;
};

template <class Seq, class... Ts>
struct packing;
template <std::size_t... I, class... Ts>
struct packing<std::index_sequence<I...>, Ts...> : packed<I, Ts>... {
  constexpr explicit packing(const Ts&... values) : packed<I, Ts>{values}... {}

  // f(first, second, …).
  template <class F>
  constexpr auto apply(const F& f) const {
    return f(static_cast<const packed<I, Ts>&>(*this).value...);
  }
};

}  // namespace detail

template <class... Ts>
struct pack : detail::packing<std::index_sequence_for<Ts...>, Ts...> {
  constexpr pack(const Ts&... values) : detail::packing<std::index_sequence_for<Ts...>, Ts...>(values...) {}
};

// The value with the number I, as in item<0>(p).
template <std::size_t I, class T>
constexpr const T& item(const detail::packed<I, T>& p) {
  return p.value;
}

namespace detail {
template <class... A, class... B, std::size_t... I, std::size_t... J>
constexpr pack<A..., B...> both(const pack<A...>& a, const pack<B...>& b, std::index_sequence<I...>,
                                std::index_sequence<J...>) {
  return {item<I>(a)..., item<J>(b)...};
}
}  // namespace detail

// The values of both.
template <class... A, class... B>
constexpr pack<A..., B...> operator+(const pack<A...>& a, const pack<B...>& b) {
  return detail::both(a, b, std::index_sequence_for<A...>{}, std::index_sequence_for<B...>{});
}

}  // namespace sinter
