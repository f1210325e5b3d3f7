// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs a formula on placeholders, in constant evaluation, and keeps the graph. In: a captureless function type and the
// arguments' signature. Out: `traced<F, Sig…>::graph`, numbered from its outputs, and the user's op types.
// Invariant: the graph depends on the types alone; tracing happens once per signature and never at run time.
#pragma once

#include <type_traits>

#include <sinter/graph/graph.hpp>
#include <sinter/trace/expression.hpp>
#include <sinter/trace/val.hpp>

namespace sinter {

// Several results: of a region's lambda (vals), or the views they go into.
template <class... Ts>
struct output_pack {
  std::tuple<Ts...> items;
};
template <class... Ts>
constexpr output_pack<Ts...> outputs(const Ts&... items) {
  return {{items...}};
}

// Elements of a signature.
template <Element T, int Rank>
struct tensor_arg {
  using placeholder = val<T, Rank>;
};
template <Element T>
struct scalar_arg {
  using placeholder = val<T, 0, true>;
};

namespace detail {

template <class T>
struct signature_of {
  static_assert(Scalar<T>, "a region takes views and C++ scalars: write the formula inside the region and pass its data");
  using type = scalar_arg<type_of<scalar_dtype<T>>>;
};
template <class T, int R>
struct signature_of<view<T, R>> {
  using type = tensor_arg<std::remove_const_t<T>, R>;
};
template <class T, int R>
struct signature_of<tensor<T, R>> {
  using type = tensor_arg<T, R>;
};

template <class S>
constexpr auto placeholder(graph::builder& b) {
  using V = typename S::placeholder;
  if constexpr (V::weak) {
    return V{&b, b.scalar(dtype_of<typename V::value_type>)};
  } else {
    return V{&b, b.input(dtype_of<typename V::value_type>, V::rank)};
  }
}

template <class R>
struct results {
  static_assert(is_val<R>, "a region's lambda returns a formula over its arguments, or outputs(...) of several");
  static constexpr int count = 1;
  using list = type_list<R>;
  static constexpr void ids(const R& r, std::int16_t* id) { id[0] = static_cast<std::int16_t>(r.id); }
};
template <class... Rs>
struct results<output_pack<Rs...>> {
  static_assert((is_val<Rs> && ...), "outputs(...) of a region holds formulas over its arguments");
  static constexpr int count = sizeof...(Rs);
  using list = type_list<Rs...>;
  static constexpr void ids(const output_pack<Rs...>& r, std::int16_t* id) {
    int i = 0;
    std::apply([&](const Rs&... v) { ((id[i++] = static_cast<std::int16_t>(v.id)), ...); }, r.items);
  }
};

template <class F, class... Sig>
struct tracer {
  using result = decltype(F{}(typename Sig::placeholder{}...));
  static constexpr int outs = results<result>::count;

  struct recorded : graph::builder {
    std::int16_t output[outs] = {};
  };
  static constexpr recorded record() {
    recorded r;
    // Braces order the placeholders; an argument list would not.
    std::tuple<typename Sig::placeholder...> in{placeholder<Sig>(r)...};
    const auto out = std::apply([](const auto&... v) { return F{}(v...); }, in);
    results<result>::ids(out, r.output);
    return r;
  }
  static constexpr int reachable() {
    const recorded r = record();
    bool reached[graph::max_nodes] = {};
    return graph::mark_reachable(r, r.output, outs, reached);
  }
  static constexpr int nodes = reachable();
  static constexpr graph::graph<nodes, outs> make() {
    const recorded r = record();
    return graph::compact<nodes, outs>(r, r.output);
  }
};

template <class List>
struct ops_in;
template <class... Rs>
struct ops_in<type_list<Rs...>> {
  using type = join_lists<typename Rs::ops...>;
};

}  // namespace detail

template <class F, class... Sig>
struct traced {
  using results = detail::results<typename detail::tracer<F, Sig...>::result>;
  using user_ops = typename detail::ops_in<typename results::list>::type;
  static constexpr int outs = results::count;
  static constexpr auto graph = detail::tracer<F, Sig...>::make();
};

}  // namespace sinter
