// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What a user holds: a region (a named formula), an invocation (a formula with its data), an assignment (and its target).
// In: a captureless lambda or an expression. Out: `.into(view, executor)`.
// Invariant: an executor sees a function type, a tag for the kernels' names and a pack of arguments; nothing else differs
// between the two spellings.
#pragma once

#include <type_traits>

#include <sinter/trace/trace.hpp>

namespace sinter {

// Specialised by executors: `type` is the executor that a value of T stands for (a cudaStream_t, say); make(t) gives it.
template <class T>
struct executor_traits {};

template <class T>
concept Executor = requires {
  typename executor_traits<std::remove_cvref_t<T>>::type;
};

// The tag of kernels whose region has no name.
struct unnamed;

namespace detail {
struct missing {};  // the type of an argument that was left out, so that a sentence can say so

template <class T>
struct as_pack {
  static constexpr auto get(const T& t) { return pack<T>(t); }
};
template <class... Ts>
struct as_pack<output_pack<Ts...>> {
  static constexpr auto& get(const output_pack<Ts...>& t) { return t.items; }
};
}  // namespace detail

// A formula with its data.
template <class F, class Tag, class... Args>
struct invocation {
  using function = F;
  using tag = Tag;
  pack<Args...> args;

  // Computes the formula into `out`: a view, or outputs(a, b, …) for a region with several results. Asynchronous where the
  // executor is. Throws sinter::error before anything is launched when shapes, memory or aliasing are wrong.
  template <class Out, class Exec = detail::missing>
  void into(const Out& out, const Exec& executor = {}) const {
    static_assert(
        Executor<Exec>,
        "into: the last argument is an executor: a cudaStream_t (in a .cu file), sinter::host, sinter::emulated, or "
        "one of them in unfused(...), two_pass(...), last_block(...)");
    if constexpr (Executor<Exec>) {
      if constexpr (detail::tracer<F, typename detail::signature_of<Args, Args...>::type...>::nodes != 0) {
        execute_into(executor_traits<Exec>::make(executor), *this, detail::as_pack<Out>::get(out));
      }
    }
  }
};

template <class F, class Tag>
struct region_type {
  using function = F;
  using tag = Tag;

  // On views and scalars: binds them. Inside another region's lambda, on its values: continues that formula.
  template <class... Args>
  constexpr auto operator()(const Args&... args) const {
    if constexpr ((detail::is_val<Args> || ...)) {
      if constexpr (std::is_same_v<decltype(detail::lambda_result<F, Args...>()),
                                   std::type_identity<detail::rejected>>) {
        return detail::first_val(args...);
      } else {
        return F{}(args...);
      }
    } else {
      constexpr bool data = ((View<Args> || Scalar<Args>)&&...);
      static_assert(data,
                    "a region takes views and C++ scalars: write the formula inside the region and pass its data");
      if constexpr (data)
        return invocation<F, Tag, Args...>{{args...}};
      else
        return detail::rejected{};
    }
  }
};

// Makes a region of a captureless generic lambda. `Tag` names its kernels in a profiler:
//   inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) { … });
template <class Tag = unnamed, class F>
constexpr auto region(F) {
  constexpr bool captures = !std::is_empty_v<F> || !std::is_default_constructible_v<F>;
  static_assert(
      !captures,
      "region: the lambda may capture nothing, not even by [&] or [=]; pass values as arguments of the region");
  if constexpr (captures)
    return detail::rejected{};
  else
    return region_type<F, Tag>{};
}

// One assignment of an expression to a view.
template <class View, class E>
struct assignment {
  View target;
  E formula;
};

namespace detail {
template <class T>
inline constexpr bool is_assignment = false;
template <class V, class E>
inline constexpr bool is_assignment<assignment<V, E>> = true;

template <class E>
constexpr auto invoke_expression(const E& e) {
  return leaves<E>::collect(e).apply([](const auto&... leaf) {
    return invocation<expression_function<E>, unnamed, std::remove_cvref_t<decltype(leaf)>...>{{leaf...}};
  });
}
}  // namespace detail

// Behind view::operator=.
template <class T, int R, class E>
constexpr auto make_assignment(const view<T, R>& target, const E& formula) {
  static_assert(
      !View<E>,
      "assignment: y = x rebinds a view and these two differ in dtype, constness or rank; to copy the values write "
      "copy(x).into(y, executor)");
  static_assert(
      View<E> || detail::is_expression<E>,
      "assignment: the right side is not a formula over views; a scalar is written as in y = x * 0.0f + s, a region "
      "as region(x).into(y, executor)");
  return assignment<view<T, R>, E>{target, formula};
}

// A copy as a formula: copy(x).into(y, executor).
struct copy_function {
  constexpr auto operator()(auto x) const { return x; }
};
struct copy_k;
template <class T, int R>
constexpr auto copy(const view<T, R>& x) {
  return invocation<copy_function, copy_k, view<T, R>>{{x}};
}

// Runs `y = formula`. For more than one reduction, or for values used twice, write a region: it is traced whole.
template <class Exec, class Assignment = detail::missing>
void run(const Exec& executor, const Assignment& a = {}) {
  static_assert(
      Executor<Exec>,
      "run: the first argument is an executor: a cudaStream_t (in a .cu file), sinter::host or sinter::emulated, as "
      "in run(sinter::host, y = relu(x + 1.0f))");
  static_assert(!View<Assignment>, "run: y = x rebinds the view and copies nothing; write copy(x).into(y, executor)");
  static_assert(
      View<Assignment> || detail::is_assignment<Assignment> || !Executor<Exec>,
      "run: takes an assignment of a formula to a view, as in run(stream, y = relu(x + 1.0f)); a region runs by "
      "region(x).into(y, executor)");
  if constexpr (detail::is_assignment<Assignment> && Executor<Exec>) {
    static_assert(detail::leaves<decltype(a.formula)>::reduction_depth <= 1,
                  "run: an expression holds at most one reduction stage; write a region, which is traced whole: "
                  "sinter::region([](auto x) { ... })(x).into(y, executor)");
    if constexpr (detail::is_expression<decltype(a.formula)> &&
                  detail::leaves<decltype(a.formula)>::reduction_depth <= 1) {
      detail::invoke_expression(a.formula).into(a.target, executor);
    }
  }
}

}  // namespace sinter
