// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Tracing: the graph is a constant, values used often are nodes once, both spellings give one graph, and ops and reductions
// of a user's namespace are as good as the library's.
#include <tuple>
#include <type_traits>

#include <sinter/sinter.hpp>

namespace user {

struct cube_t final : sinter::unary<cube_t, "cube"> {
  static constexpr bool foldable = true;
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return sinter::math::mul(sinter::math::mul(x, x), x);
  }
};
template <class A>
constexpr auto cube(const A& a) {
  return sinter::call<cube_t>(a);
}

struct sum_of_squares_t final : sinter::reduction<sum_of_squares_t, "sum_of_squares"> {
  static constexpr sinter::dtype result(sinter::dtype) { return sinter::dtype::f32; }
  template <class T>
  using accumulator = float;
  template <class T>
  SINTER_FN static constexpr float identity() {
    return 0;
  }
  template <class T>
  SINTER_FN static constexpr float lift(T x) {
    return sinter::math::mul(static_cast<float>(x), static_cast<float>(x));
  }
  template <class T>
  SINTER_FN static constexpr float combine(float a, float b) {
    return sinter::math::add(a, b);
  }
  template <class T>
  SINTER_FN static constexpr float finish(float a, std::int64_t) {
    return a;
  }
};

}  // namespace user

namespace {

using sinter::axis;
using sinter::bf16;
using sinter::fusion;
using sinter::scalar_arg;
using sinter::tensor_arg;

template <class Region, class... Sig>
constexpr auto& graph_of = sinter::optimised<typename Region::function, Sig...>::graph;

// Graphs are equal when their nodes, outputs and extents are.
template <class A, class B>
constexpr bool equal(const A& a, const B& b) {
  if (a.count != b.count || a.inputs != b.inputs || a.scalars != b.scalars || A::outs != B::outs) return false;
  for (int o = 0; o < A::outs; ++o) {
    if (a.output[o] != b.output[o]) return false;
  }
  for (int i = 0; i < a.count; ++i) {
    if (!sinter::pass::equal_nodes(a.nodes[i], b.nodes[i])) return false;
    for (int k = 0; k < sinter::max_rank; ++k) {
      if (!(a.symbols.symbol[a.nodes[i].ext.axis[k]] == b.symbols.symbol[b.nodes[i].ext.axis[k]])) return false;
    }
  }
  return true;
}

// A plan as an argument: g++ does not compare the address of a temporary's member in a constant expression.
constexpr int kernels(const auto p) { return p.kernels(); }

// 40 levels of shared values are 40 * 2 + 2 nodes, not 2^40.
template <int Levels>
constexpr auto levels(auto h) {
  if constexpr (Levels == 0)
    return h;
  else
    return levels<Levels - 1>(h * h + 1.0f);
}
constexpr auto deep = sinter::region([](auto x) { return levels<40>(x); });
static_assert(graph_of<decltype(deep), tensor_arg<float, 1>>.count == 82);
static_assert(kernels(sinter::plan<deep>(sinter::tensor<float, 1>{{10}})) == 1);

// In a loop, too: a formula may overwrite its own value as long as the type stays.
constexpr auto looped = sinter::region([](auto x) {
  auto h = x * x;
  for (int i = 0; i < 39; ++i) h = h * h;
  return h;
});
static_assert(graph_of<decltype(looped), tensor_arg<float, 1>>.count == 41);

// One graph for both spellings, for any leaves: views and run-time scalars.
template <class E, class... Sig>
constexpr auto& bound_graph = sinter::optimised<sinter::detail::expression_function<E>, Sig...>::graph;
using view_1 = sinter::view<float, 1>;
template <class T, int R>
constexpr sinter::view<T, R> v = [] {
  constexpr std::int64_t none[R + 1] = {};
  return sinter::view<T, R>(nullptr, none, none, sinter::memory_space{sinter::memory_space::unknown});
}();
using affine_bound = decltype(relu((v<float, 1> + 1.0f) * 2.0f));
constexpr auto affine = sinter::region([](auto x, auto a, auto b) { return relu((x + a) * b); });
static_assert(equal(bound_graph<affine_bound, tensor_arg<float, 1>, scalar_arg<float>, scalar_arg<float>>,
                    graph_of<decltype(affine), tensor_arg<float, 1>, scalar_arg<float>, scalar_arg<float>>));
using reduced_bound = decltype(sum(v<bf16, 2> * v<float, 1>, axis<-1>));
constexpr auto reduced = sinter::region([](auto x, auto w) { return sum(x * w, axis<-1>); });
static_assert(equal(bound_graph<reduced_bound, tensor_arg<bf16, 2>, tensor_arg<float, 1>>,
                    graph_of<decltype(reduced), tensor_arg<bf16, 2>, tensor_arg<float, 1>>));

// The same formula, written in another order of statements, is the same graph.
constexpr auto one_order = sinter::region([](auto x, auto y) {
  auto a = exp(x);
  auto b = log(y);
  return a + b;
});
constexpr auto other_order = sinter::region([](auto x, auto y) {
  auto b = log(y);
  auto a = exp(x);
  return a + b;
});
static_assert(equal(graph_of<decltype(one_order), tensor_arg<float, 1>, tensor_arg<float, 1>>,
                    graph_of<decltype(other_order), tensor_arg<float, 1>, tensor_arg<float, 1>>));

// A region inside a region continues the formula.
constexpr auto softmax = sinter::region([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
constexpr auto nested = sinter::region([](auto x) { return softmax(x * 2.0f); });
constexpr auto flat = sinter::region([](auto x) {
  auto y = x * 2.0f;
  auto e = exp(y - max(y, axis<-1>));
  return e / sum(e, axis<-1>);
});
static_assert(equal(graph_of<decltype(nested), tensor_arg<float, 2>>, graph_of<decltype(flat), tensor_arg<float, 2>>));

// Ops and reductions from outside the library.
constexpr auto own =
    sinter::region([](auto x) { return user::cube(x) / sinter::reduce<user::sum_of_squares_t>(x, axis<-1>); });
static_assert(kernels(sinter::plan<own>(sinter::tensor<float, 2>{{4, 4}})) == 1);
static_assert(std::is_same_v<sinter::traced<decltype(own)::function, tensor_arg<float, 2>>::user_ops,
                             sinter::type_list<user::cube_t, user::sum_of_squares_t>>);
constexpr auto folded = sinter::region([](auto x) { return x * user::cube(x - x) + user::cube(x); });
static_assert(graph_of<decltype(folded), tensor_arg<float, 1>>.count == 6);
static_assert(
    std::is_same_v<sinter::traced<decltype(softmax)::function, tensor_arg<float, 2>>::user_ops, sinter::type_list<>>);

}  // namespace
