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
  pack<Ts...> items;
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
inline constexpr bool holds_f64 = false;
template <class T, int R>
inline constexpr bool holds_f64<view<T, R>> = real_of(dtype_of<std::remove_const_t<T>>) == dtype::f64;
template <class T, int R>
inline constexpr bool holds_f64<tensor<T, R>> = real_of(dtype_of<T>) == dtype::f64;

// How a scalar travels to the kernel: a double as f32, unless a tensor beside it is f64 or c128. Of a complex number: its parts.
template <class T, class... Beside>
inline constexpr dtype carried_dtype = std::is_same_v<T, double> && (holds_f64<Beside> || ...) ? dtype::f64
                                                                                               : scalar_dtype<T>;
template <ComplexNumber T, class... Beside>
inline constexpr dtype carried_dtype<T, Beside...> = complex_of(carried_dtype<typename T::value_type, Beside...>);

template <class T, class... Beside>
struct signature_of {
  static_assert(Scalar<T>,
                "a region takes views and C++ scalars: write the formula inside the region and pass its data");
  using type = scalar_arg<type_of<carried_dtype<T, Beside...>>>;
};
template <class T, int R, class... Beside>
struct signature_of<view<T, R>, Beside...> {
  using type = tensor_arg<std::remove_const_t<T>, R>;
};
template <class T, int R, class... Beside>
struct signature_of<tensor<T, R>, Beside...> {
  using type = tensor_arg<T, R>;
};

template <class S>
constexpr auto placeholder(graph::builder& b) {
  using V = typename S::placeholder;
  if constexpr (V::weak && is_complex<typename V::value_type>) {
    constexpr dtype type = dtype_of<typename V::value_type>;
    const int re = b.scalar(real_of(type));
    return V{&b, join_parts<type>(b, re, b.scalar(real_of(type)))};
  } else if constexpr (V::weak) {
    return V{&b, b.scalar(dtype_of<typename V::value_type>)};
  } else {
    return V{&b, b.input(dtype_of<typename V::value_type>, V::rank)};
  }
}

// Stands in for what an error message has been given for: it takes everything, so that one mistake is one error.
struct rejected {
  template <class... Args>
  constexpr rejected operator()(const Args&...) const {
    return {};
  }
  template <class... Args>
  constexpr void into(const Args&...) const {}
};

// `valid`: the results can be traced; lambda_result says so where they cannot, and the graph is left empty.
template <class R>
struct results {
  static constexpr bool valid = is_val<R>, several = false;
  static constexpr int count = valid ? 1 : 0;
  using list = std::conditional_t<valid, type_list<R>, type_list<>>;
  template <class V>
  static constexpr void ids(const V& r, std::int16_t* id) {
    id[0] = static_cast<std::int16_t>(r.id);
  }
};
template <class... Rs>
struct results<output_pack<Rs...>> {
  static constexpr bool valid = (is_val<Rs> && ...), several = true;
  static constexpr int count = valid ? static_cast<int>(sizeof...(Rs)) : 0;
  using list = std::conditional_t<valid, type_list<Rs...>, type_list<>>;
  static constexpr void ids(const output_pack<Rs...>& r, std::int16_t* id) {
    int i = 0;
    r.items.apply([&](const Rs&... v) { ((id[i++] = static_cast<std::int16_t>(v.id)), ...); });
  }
};

// What a lambda returns for these operands.
template <class F, class... Vals>
constexpr auto lambda_result() {
  static_assert(std::is_invocable_v<F, const Vals&...>,
                "region: the lambda cannot be called with these arguments; pass as many views and scalars as it has "
                "parameters, and declare the parameters auto");
  if constexpr (std::is_invocable_v<F, const Vals&...>) {
    using R = std::invoke_result_t<F, const Vals&...>;
    static_assert(results<R>::valid || results<R>::several,
                  "a region's lambda returns a formula over its arguments, or outputs(...) of several");
    static_assert(results<R>::valid || !results<R>::several,
                  "outputs(...) of a region holds formulas over its arguments");
    return std::type_identity<std::conditional_t<results<R>::valid, R, rejected>>{};
  } else {
    return std::type_identity<rejected>{};
  }
}

// How many nodes a trace has, and movements times 65536; 0 when tracing is no constant expression, of which the compiler then shows the reason.
template <class Tracer>
constexpr int count_nodes() {
  if constexpr (Tracer::outs == 0) {
    return 0;
  } else if constexpr (requires { typename std::integral_constant<int, Tracer::reachable()>; }) {
    return std::integral_constant<int, Tracer::reachable()>::value;
  } else {
    static_assert(Tracer::reachable() != 0, "a region is traced by the compiler, and this one cannot be");
    return 0;
  }
}

template <class F, class... Sig>
struct tracer {
  using result = typename decltype(lambda_result<F, typename Sig::placeholder...>())::type;
  static constexpr int outs = results<result>::count;

  struct recorded : graph::builder {
    std::int16_t output[outs == 0 ? 1 : outs] = {};
  };
  static constexpr void record(recorded& r) {
    if constexpr (results<result>::valid) {
      // Braces order the placeholders; an argument list would not.
      const pack<typename Sig::placeholder...> in{placeholder<Sig>(r)...};
      const auto out = in.apply(F{});
      results<result>::ids(out, r.output);
    }
  }
  static constexpr int reachable() {
    recorded r;
    record(r);
    bool reached[graph::max_nodes] = {};
    return graph::mark_reachable(r, r.output, outs, reached) + (r.move_count << 16);
  }
  static constexpr int counted = count_nodes<tracer>();
  static constexpr int nodes = counted % 65536;
  static constexpr int moves = counted / 65536;
  static constexpr auto make() {
    if constexpr (nodes == 0) {
      return graph::graph<0, 0>{};
    } else {
      recorded r;
      record(r);
      return graph::compact<nodes, outs, moves>(r, r.output);
    }
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
  static constexpr auto graph = detail::tracer<F, Sig...>::make();
  static constexpr int outs = graph.outs;
};

}  // namespace sinter
