// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Guards: a value that is known only at run time becomes a compile-time constant inside the region, chosen among the
// specialisations that the guard lists. In: a captureless lambda, guards. Out: a region-like function object.
// Invariant: every specialisation is an ordinary region; a call costs a comparison a guard.
#pragma once

#include <type_traits>

#include <sinter/trace/region.hpp>

namespace sinter {

// Argument number `Argument` is a bool that the lambda sees as a constant: if constexpr (use_it) …
template <int Argument>
struct flag {
  static constexpr int argument = Argument;
};

namespace detail {

// F with the constant Value in place of argument number `At`.
template <class F, int At, bool Value>
struct with_constant {
  template <class... Args>
  constexpr auto operator()(Args... args) const {
    return insert(std::tuple<Args...>(args...), std::make_index_sequence<At>{},
                  std::make_index_sequence<sizeof...(Args) - At>{});
  }

 private:
  template <class Tuple, std::size_t... Before, std::size_t... After>
  static constexpr auto insert(const Tuple& args, std::index_sequence<Before...>, std::index_sequence<After...>) {
    return F{}(std::get<Before>(args)..., std::bool_constant<Value>{}, std::get<At + After>(args)...);
  }
};

template <int At, class Tuple, std::size_t... Before, std::size_t... After>
constexpr auto without(const Tuple& args, std::index_sequence<Before...>, std::index_sequence<After...>) {
  return std::make_tuple(std::get<Before>(args)..., std::get<At + 1 + After>(args)...);
}

}  // namespace detail

// One call of a specialised region: which specialisation, with its data.
template <class F, class Tag, int At, class... Args>
struct specialized_invocation {
  std::tuple<Args...> args;
  bool value;

  template <class Out, class Exec>
  void into(const Out& out, const Exec& executor) const {
    visit([&](const auto& call) { call.into(out, executor); });
  }
  // Calls f with the invocation of the region that was chosen.
  template <class Visitor>
  auto visit(const Visitor& f) const {
    return value ? f(invocation<detail::with_constant<F, At, true>, Tag, Args...>{args})
                 : f(invocation<detail::with_constant<F, At, false>, Tag, Args...>{args});
  }
};

template <class F, class Tag, class Guard>
struct specialized {
  template <class... Args>
  constexpr auto operator()(const Args&... args) const {
    constexpr int at = Guard::argument;
    static_assert(at >= 0 && at < static_cast<int>(sizeof...(Args)),
                  "specialize: flag<N> names an argument that the call lacks");
    const auto all = std::make_tuple(args...);
    static_assert(std::is_same_v<std::tuple_element_t<at, std::tuple<Args...>>, bool>,
                  "specialize: the argument behind flag<N> is a bool");
    return make(
        detail::without<at>(all, std::make_index_sequence<at>{}, std::make_index_sequence<sizeof...(Args) - at - 1>{}),
        std::get<at>(all));
  }
  // The two regions, for plan() and explain().
  static constexpr region_type<detail::with_constant<F, Guard::argument, true>, Tag> on{};
  static constexpr region_type<detail::with_constant<F, Guard::argument, false>, Tag> off{};

 private:
  template <class... Rest>
  static constexpr auto make(const std::tuple<Rest...>& rest, bool value) {
    return specialized_invocation<F, Tag, Guard::argument, Rest...>{rest, value};
  }
};

// specialize([](auto x, auto use) { if constexpr (use) … }, flag<1>{}): a region for either value of argument 1.
template <class Tag = unnamed, class F, class Guard>
constexpr auto specialize(F, Guard) {
  static_assert(std::is_empty_v<F>,
                "specialize: the lambda may capture nothing; pass values as arguments of the region");
  return specialized<F, Tag, Guard>{};
}

}  // namespace sinter
