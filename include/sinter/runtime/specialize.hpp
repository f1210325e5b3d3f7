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

// Where the guards of a specialised region stand among its arguments.
template <int... At>
struct guarded {
  static constexpr int count = sizeof...(At);
  static constexpr bool has(int argument) { return ((At == argument) || ...); }
  static constexpr int guard(int argument) {
    int g = 0;
    (void)((At == argument || (++g, false)) || ...);
    return g;
  }
  // Guards before an argument.
  static constexpr int before(int argument) { return ((At < argument ? 1 : 0) + ... + 0); }
  // The guards' values, in their order, as bits.
  static constexpr unsigned bits_of(const bool (&value)[sizeof...(At)]) {
    unsigned bits = 0;
    for (int g = 0; g < count; ++g) bits |= static_cast<unsigned>(value[g]) << g;
    return bits;
  }
  static constexpr bool distinct() {
    constexpr int at[] = {At...};
    for (int i = 0; i < count; ++i) {
      if (guard(at[i]) != i) return false;
    }
    return true;
  }
};

// F with bit g of Values as the constant in place of guard g's argument.
template <class F, class Guards, unsigned Values>
struct with_constants {
  template <class... Args>
  constexpr auto operator()(Args... args) const {
    return insert(pack<Args...>(args...), std::make_index_sequence<sizeof...(Args) + Guards::count>{});
  }

 private:
  template <int Argument, class Pack>
  static constexpr auto pick(const Pack& rest) {
    if constexpr (Guards::has(Argument))
      return std::bool_constant<(Values >> Guards::guard(Argument) & 1U) != 0>{};
    else
      return item<Argument - Guards::before(Argument)>(rest);
  }
  template <class Pack, std::size_t... I>
  static constexpr auto insert(const Pack& rest, std::index_sequence<I...>) {
    return F{}(pick<static_cast<int>(I)>(rest)...);
  }
};

// An argument, unless a guard stands before it.
template <class Guards, std::size_t I, class T>
constexpr auto unless_guarded(const T& argument) {
  if constexpr (Guards::has(static_cast<int>(I)))
    return pack<>{};
  else
    return pack<T>(argument);
}

}  // namespace detail

// One call of a specialised region: which specialisation, with its data.
template <class F, class Tag, class Guards, class... Args>
struct specialized_invocation {
  pack<Args...> args;
  unsigned values;

  template <class Out, class Exec>
  void into(const Out& out, const Exec& executor) const {
    visit([&](const auto& call) { call.into(out, executor); });
  }
  // Calls f with the invocation of the region that was chosen.
  template <class Visitor>
  auto visit(const Visitor& f) const {
    return choose<0, 0>(f);
  }

 private:
  template <int Guard, unsigned Values, class Visitor>
  auto choose(const Visitor& f) const {
    if constexpr (Guard == Guards::count) {
      return f(invocation<detail::with_constants<F, Guards, Values>, Tag, Args...>{args});
    } else {
      return (values >> Guard & 1U) != 0 ? choose<Guard + 1, Values | 1U << Guard>(f) : choose<Guard + 1, Values>(f);
    }
  }
};

template <class F, class Tag, int... At>
struct specialized {
  using guards = detail::guarded<At...>;

  template <class... Args>
  constexpr auto operator()(const Args&... args) const {
    static_assert(((At >= 0 && At < static_cast<int>(sizeof...(Args))) && ...),
                  "specialize: flag<N> names an argument that the call lacks");
    const pack<Args...> all(args...);
    static_assert((std::is_same_v<type_at<type_list<Args...>, At>, bool> && ...),
                  "specialize: the argument behind flag<N> is a bool");
    return make(guards::bits_of({item<At>(all)...}), all, std::index_sequence_for<Args...>{});
  }
  // The region in which the guards have these values, for plan() and explain(): moe.with<true>.
  template <bool... Values>
    requires(sizeof...(Values) == sizeof...(At))
  static constexpr region_type<detail::with_constants<F, guards, guards::bits_of({Values...})>, Tag> with{};

 private:
  template <class All, std::size_t... I>
  static constexpr auto make(unsigned values, const All& all, std::index_sequence<I...>) {
    return make(values, (pack<>{} + ... + detail::unless_guarded<guards, I>(item<I>(all))));
  }
  template <class... Rest>
  static constexpr auto make(unsigned values, const pack<Rest...>& rest) {
    return specialized_invocation<F, Tag, guards, Rest...>{rest, values};
  }
};

// specialize([](auto x, auto use) { if constexpr (use) … }, flag<1>{}): a region for either value of argument 1. Several
// flags make a region for each combination of their values, at most 64.
template <class Tag = unnamed, class F, int... At>
constexpr auto specialize(F, flag<At>...) {
  static_assert(std::is_empty_v<F>,
                "specialize: the lambda may capture nothing; pass values as arguments of the region");
  static_assert(sizeof...(At) >= 1 && sizeof...(At) <= 6,
                "specialize: one to six flags; each doubles the number of regions, which all are compiled");
  static_assert(detail::guarded<At...>::distinct(), "specialize: two flags name the same argument");
  return specialized<F, Tag, At...>{};
}

}  // namespace sinter
