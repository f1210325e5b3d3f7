// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The derivative of every op of the registry: against differences of the op itself in f64, at corners, and f32 against f64.
// A region computes each op's value and its cotangents, so that the same kernel gives both sides of a comparison.
// What needs f64 is called by tests/unit alone: a vjp is one formula for all dtypes, and kernels of every op in f64 cost nvcc
// as much as the rest.
// A test file defines SINTER_TEST_FIXTURES. Invariant: an op that joins the registry without a derivative does not compile.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "support/bounds.hpp"
#include "support/corners.hpp"
#include "support/executors.hpp"
#include "support/registry.hpp"

namespace test {

using sinter::derivative;

template <class Op, class... X>
concept HasVjp = requires(sinter::val<double, 1> g, X... x) {
  Op::vjp(g, g, x...);
};
template <std::size_t>
using any_operand = sinter::val<double, 1>;
template <class Op, std::size_t... I>
constexpr bool has_vjp(std::index_sequence<I...>) {
  return HasVjp<Op, any_operand<I>...>;
}
struct axes_of_reduction;
template <class Op>
constexpr bool says_its_derivative() {
  if constexpr (sinter::detail::WithoutVjp<Op>)
    return true;
  else if constexpr (sinter::Reduction<Op>)
    return HasVjp<Op, sinter::val<double, 1>, axes_of_reduction>;
  else
    return has_vjp<Op>(std::make_index_sequence<Op::arity>{});
}
template <class Op>
constexpr bool is_unknown() {
  if constexpr (sinter::detail::WithoutVjp<Op>)
    return Op::vjp == derivative::unknown;
  else
    return false;
}

// What these tests reduce: the last axis, of 7 elements.
struct axes_of_reduction {
  constexpr auto sum(const auto& v) const { return sinter::sum(v, sinter::axis<-1>); }
  constexpr auto count() const { return 7.0; }
};

template <class Op>
struct must_say_its_derivative {
  static_assert(says_its_derivative<Op>(), "an op without a derivative: give it a vjp, or vjp = derivative::zero");
  static constexpr bool value = true;
};
template <class... Ops>
constexpr bool all_say(sinter::type_list<Ops...>) {
  return (must_say_its_derivative<Ops>::value && ...);
}
static_assert(all_say(typename flat<ops::families>::type{}));

// What a vjp gives as a formula that can be computed; zero becomes one of zeros.
template <class Q>
constexpr auto computed(const auto& g, const Q& q) {
  if constexpr (std::is_same_v<Q, derivative>)
    return g * 0;
  else
    return q;
}
// The value of one op and its cotangents, all of the operands' dtype.
template <class Op>
constexpr auto value_and_cotangents(const auto& g, const auto& first, const auto&... more) {
  using T = typename std::remove_cvref_t<decltype(first)>::value_type;
  const auto y = sinter::call<Op>(first, more...);
  const auto value = sinter::pack(sinter::cast<T>(y));
  if constexpr (sinter::detail::WithoutVjp<Op>) {
    return value + sinter::pack(g * 0, (static_cast<void>(more), g * 0)...);
  } else {
    return value + Op::vjp(g, y, first, more...).apply([&](const auto&... q) {
      static_assert(sizeof...(q) == 1 + sizeof...(more), "a vjp returns one cotangent an operand");
      return sinter::pack(computed(g, q)...);
    });
  }
}
template <class List>
struct values_and_cotangents;
template <class... Ops>
struct values_and_cotangents<sinter::type_list<Ops...>> {
  constexpr auto operator()(auto g, auto... x) const {
    return (sinter::pack<>{} + ... + value_and_cotangents<Ops>(g, x...)).apply([](const auto&... v) {
      return sinter::outputs(v...);
    });
  }
};

// The ops of an arity that are checked by differences: a cast to a narrower type has steps, and an unknown derivative is none.
template <class Op>
inline constexpr bool is_cast = Op::rule == sinter::typing::fixed;
template <class List, class Kept = sinter::type_list<>>
struct smooth_ones;
template <class... Kept>
struct smooth_ones<sinter::type_list<>, sinter::type_list<Kept...>> {
  using type = sinter::type_list<Kept...>;
};
template <class Op, class... Ops, class... Kept>
struct smooth_ones<sinter::type_list<Op, Ops...>, sinter::type_list<Kept...>>
    : smooth_ones<sinter::type_list<Ops...>,
                  std::conditional_t<is_cast<Op> || is_unknown<Op>(), sinter::type_list<Kept...>,
                                     sinter::type_list<Kept..., Op>>> {};
template <int Arity, class T>
using differentiated = typename smooth_ones<typename of_arity<Arity, T, every_pointwise>::type>::type;

struct derivatives_k;  // names the kernel

template <class T, int Arity>
using operands = std::array<values<T>, Arity>;

// All results for all operands, op after op: the value, then its cotangents.
template <class F, class T, int Arity, class List, std::size_t... Result, std::size_t... Operand>
std::vector<values<T>> results_of(const values<T>& g, const operands<T, Arity>& x, std::index_sequence<Result...>,
                                  std::index_sequence<Operand...>) {
  const extents<1> n{g.size()};
  const auto tg = make<F>(n, g);
  const std::array<tensor<F, T, 1>, Arity> tx{make<F>(n, x[Operand])...};
  const std::array<tensor<F, T, 1>, sizeof...(Result)> out{(static_cast<void>(Result), output<F, T>(n))...};
  constexpr auto region = sinter::region<derivatives_k>(values_and_cotangents<List>{});
  region(tg.view(), tx[Operand].view()...).into(sinter::outputs(out[Result].view()...), F::executor());
  return {out[Result].get()...};
}
template <class F, class T, int Arity, class List>
std::vector<values<T>> results(const values<T>& g, const operands<T, Arity>& x) {
  return results_of<F, T, Arity, List>(g, x, std::make_index_sequence<List::size*(1 + Arity)>{},
                                       std::make_index_sequence<Arity>{});
}

// Random points, two thirds of them in [-4, 4], the others of every magnitude from 2^-10 to 2^10. Moderate: from 2^-4 to 2^4,
// so that a step by one operand does not cross several multiples of another.
// All are floats, so that f32 and f64 see the same points.
inline values<double> random_points(int64_t n, std::uint64_t seed, bool moderate) {
  generator r(seed);
  values<double> v(n);
  const int least = moderate ? -4 : -10, most = moderate ? 2 : 10;
  for (int64_t i = 0; i < n; ++i) {
    const double near = r.uniform(-4, 4);
    const auto exponent = static_cast<int>(r.integer(least, most));
    double x = i % 3 != 0 ? near : std::ldexp(near, exponent);
    if (moderate) x = std::copysign(std::fmax(std::fabs(x), 0x1p-4), x);
    v[i] = static_cast<float>(x);
  }
  return v;
}
inline values<double> random_cotangents(int64_t n) {
  generator r(5);
  values<double> v(n);
  for (double& x : v) {
    x = r.uniform(-1.5, 1.5);
    x = static_cast<float>(x + std::copysign(0.5, x));
  }
  return v;
}
template <int Arity>
operands<double, Arity> random_operands(int64_t n) {
  operands<double, Arity> x;
  for (std::size_t k = 0; k < Arity; ++k) x[k] = random_points(n, 11 + k, Arity > 1);
  return x;
}
template <class T, class S>
values<T> as(const values<S>& v) {
  values<T> r(v.size());
  for (int64_t i = 0; i < v.size(); ++i) r[i] = static_cast<T>(v[i]);
  return r;
}

template <class... Ops>
std::string name_of_op(sinter::type_list<Ops...>, int o) {
  const char* const names[] = {Ops::name...};
  return names[o];
}
// What the op itself may be off.
inline bound granted_to(std::string_view op) {
  return has_bound(op) ? bound_of(op) : bound{.op = "", .f32 = 1, .f64 = 1};
}

// x plus `steps` steps, each 2^-12 of x, at least 2^-16 and at most 2^-10.
inline double stepped(double x, int steps) {
  return x + std::ldexp(std::fmin(std::fmax(std::fabs(x), 0x1p-4), 4.0), -12) * static_cast<double>(steps);
}
// The derivative by central differences with steps of one and two, extrapolated (L. F. Richardson, 1911), and its error.
// Where the two differ the op has an edge or a pole near x: no difference says anything there, and the error is infinite.
struct difference_quotient {
  double slope;
  double error;
};
inline difference_quotient differentiated_at(const bound& op, double x, double y, const std::array<double, 4>& moved) {
  const double one = (moved[2] - moved[1]) / (stepped(x, 1) - stepped(x, -1));
  const double two = (moved[3] - moved[0]) / (stepped(x, 2) - stepped(x, -2));
  const double apart = std::fabs(one - two);
  if (!(apart <= 3e-6 * std::fabs(one) + 1e-7 * (1 + std::fabs(y)))) return {0, infinite};
  const double slope = (4 * one - two) / 3;
  // Bounds that are not relative are those of large arguments, where a step is 2^-10.
  const double rounding = op.f64 * 0x1p-52 * (1 + std::fabs(y)) / (stepped(x, 1) - x) + op.absolute_f64 * 0x1p10;
  return {slope, 2e-9 * std::fabs(slope) + 4 * rounding};
}

template <class F, int Arity, class List>
void check_differences(List list) {
  const int64_t n = 1500;
  const values<double> g = random_cotangents(n);
  const operands<double, Arity> x = random_operands<Arity>(n);
  const auto at = results<F, double, Arity, List>(g, x);
  for (std::size_t k = 0; k < Arity; ++k) {
    std::array<std::vector<values<double>>, 4> moved;
    const int steps[] = {-2, -1, 1, 2};
    for (std::size_t s = 0; s < 4; ++s) {
      operands<double, Arity> m = x;
      for (double& v : m[k]) v = stepped(v, steps[s]);
      moved[s] = results<F, double, Arity, List>(g, m);
    }
    for (int o = 0; o < List::size; ++o) {
      const auto value = static_cast<std::size_t>(o * (1 + Arity));
      const bound granted = granted_to(name_of_op(list, o));
      int64_t checked = 0;
      std::string wrong;
      for (int64_t i = 0; i < n; ++i) {
        const double y = at[value][i];
        const double got = at[value + 1 + k][i];
        const difference_quotient d = differentiated_at(
            granted, x[k][i], y, {moved[0][value][i], moved[1][value][i], moved[2][value][i], moved[3][value][i]});
        if (!std::isfinite(d.error) || !std::isfinite(y)) continue;
        ++checked;
        if (std::fabs(got - g[i] * d.slope) <= std::fabs(g[i]) * d.error || !wrong.empty()) continue;
        wrong = "by operand " + std::to_string(k) + " at";
        for (const auto& v : x) wrong += " " + std::to_string(v[i]);
        wrong += ": " + std::to_string(got / g[i]) + " instead of " + std::to_string(d.slope) + ", off by " +
                 std::to_string(std::fabs(got / g[i] - d.slope) / d.error) + " bounds";
      }
      CAPTURE(name_of_op(list, o));
      CHECK(wrong == "");
      CHECK(checked > n / 5);
    }
  }
}

template <class F>
void check_all_differences() {
  in_portions<16>(differentiated<1, double>{}, [](auto list) { check_differences<F, 1>(list); });
  in_portions<14>(differentiated<2, double>{}, [](auto list) { check_differences<F, 2>(list); });
  in_portions<10>(differentiated<3, double>{}, [](auto list) { check_differences<F, 3>(list); });
}

// Whether `got` is the exact value to a few units in the last place of what formulas of several roundings give.
template <class T>
bool is_exactly(double got, double want) {
  if (std::isnan(want)) return std::isnan(got);
  if (std::isinf(want) || want == 0) return got == want;
  return std::fabs(got - want) <= 32 * std::fabs(want) * std::ldexp(1.0, -digits<T>);
}
template <class F, class T, int Arity, class List>
int check_corners(List list) {
  const int64_t n = sizeof(corners) / sizeof(*corners);
  operands<T, Arity> x;
  for (std::size_t k = 0; k < Arity; ++k) {
    x[k] = values<T>(n);
    for (int64_t i = 0; i < n; ++i) x[k][i] = static_cast<T>(corners[i].operand[k]);
  }
  const auto at = results<F, T, Arity, List>(values<T>(n, T(1)), x);
  int checked = 0;
  for (int o = 0; o < List::size; ++o) {
    const std::string name = name_of_op(list, o);
    for (int64_t i = 0; i < n; ++i) {
      if (name != corners[i].op) continue;
      for (std::size_t k = 0; k < Arity; ++k) {
        const double got = at[static_cast<std::size_t>(o * (1 + Arity)) + 1 + k][i];
        CAPTURE(name);
        CAPTURE(corners[i].operand[0]);
        CAPTURE(corners[i].operand[1]);
        CAPTURE(k);
        CAPTURE(got);
        CAPTURE(corners[i].cotangent[k]);
        CHECK(is_exactly<T>(got, corners[i].cotangent[k]));
      }
      ++checked;
    }
  }
  return checked;
}
template <class F, class T>
void check_all_corners() {
  int checked = 0;
  in_portions<16>(differentiated<1, T>{}, [&](auto list) { checked += check_corners<F, T, 1>(list); });
  in_portions<14>(differentiated<2, T>{}, [&](auto list) { checked += check_corners<F, T, 2>(list); });
  in_portions<10>(differentiated<3, T>{}, [&](auto list) { checked += check_corners<F, T, 3>(list); });
  CHECK(checked == sizeof(corners) / sizeof(*corners));
}
TEST_CASE_TEMPLATE("derivatives: at zeros, infinities, ties, NaN and ends of domains, f32", F, SINTER_TEST_FIXTURES) {
  check_all_corners<F, float>();
}

// A formula in f32 loses what its roundings lose: relative to the derivative, or to 1 where that is a small difference.
template <class F, int Arity, class List>
void check_f32(List list) {
  const int64_t n = 1500;
  const values<double> g = random_cotangents(n);
  const operands<double, Arity> x = random_operands<Arity>(n);
  operands<float, Arity> narrow;
  for (std::size_t k = 0; k < Arity; ++k) narrow[k] = as<float>(x[k]);
  const auto want = results<F, double, Arity, List>(g, x);
  const auto got = results<F, float, Arity, List>(as<float>(g), narrow);
  for (int o = 0; o < List::size; ++o) {
    const auto value = static_cast<std::size_t>(o * (1 + Arity));
    const bound granted = granted_to(name_of_op(list, o));
    for (std::size_t k = 1; k <= Arity; ++k) {
      std::string wrong;
      int64_t checked = 0;
      for (int64_t i = 0; i < n; ++i) {
        const double exact = want[value + k][i];
        if (!std::isfinite(want[value][i]) || !std::isfinite(got[value][i]) || !(std::fabs(exact) < 3e38)) continue;
        ++checked;
        const double off = std::fabs(got[value + k][i] - exact);
        if (off <= 4e-6 * std::fabs(exact) + (4e-6 + 2 * granted.absolute_f32) * std::fabs(g[i]) || !wrong.empty())
          continue;
        wrong = "by operand " + std::to_string(k - 1) + " at";
        for (const auto& v : x) wrong += " " + std::to_string(v[i]);
        wrong += ": " + std::to_string(got[value + k][i]) + " instead of " + std::to_string(exact);
      }
      CAPTURE(name_of_op(list, o));
      CHECK(wrong == "");
      CHECK(checked > n / 5);
    }
  }
}
template <class F>
void check_all_f32() {
  in_portions<16>(differentiated<1, double>{}, [](auto list) { check_f32<F, 1>(list); });
  in_portions<14>(differentiated<2, double>{}, [](auto list) { check_f32<F, 2>(list); });
  in_portions<10>(differentiated<3, double>{}, [](auto list) { check_f32<F, 3>(list); });
}

// The cotangent of a cast is the result's, cast back.
inline constexpr auto cast_cotangents = sinter::region<struct cast_cotangents_k>([](auto x, auto narrow, auto whole) {
  const auto back = [](auto to, auto from) {
    using To = typename decltype(to)::value_type;
    return sinter::item<0>(ops::cast_t<To>::vjp(to, sinter::cast<To>(from), from));
  };
  static_assert(std::is_same_v<decltype(back(whole, x)), derivative>);
  static_assert(std::is_same_v<decltype(back(x, whole)), derivative>);
  return sinter::outputs(back(narrow, x), back(x, narrow));
});
TEST_CASE_TEMPLATE("derivatives: a cast's cotangent is cast back, and integers have none", F, SINTER_TEST_FIXTURES) {
  const values<float> g{1.00390625f, -3, 0.1f};
  const auto x = make<F>(extents{3}, g);
  const auto narrow = make<F>(
      extents{3}, values<sinter::bf16>{stored<sinter::bf16>(0.5), stored<sinter::bf16>(-7), stored<sinter::bf16>(0.1)});
  const auto whole = make<F>(extents{3}, values<int32_t>{1, 2, 3});
  const auto wide = output<F, float>(extents{3});
  const auto rounded = output<F, sinter::bf16>(extents{3});
  cast_cotangents(x.view(), narrow.view(), whole.view())
      .into(sinter::outputs(wide.view(), rounded.view()), F::executor());
  CHECK(difference(wide.get(), values<float>{0.5f, -7, 0.10009765625f}) == "");
  CHECK(difference(rounded.get(), values<sinter::bf16>{stored<sinter::bf16>(1), stored<sinter::bf16>(-3),
                                                       stored<sinter::bf16>(0.1)}) == "");
}

template <class Red>
struct reduction_cotangent {
  constexpr auto operator()(auto g, auto x) const {
    const auto y = sinter::reduce<Red>(x, sinter::axis<-1>);
    const auto q = sinter::item<0>(Red::vjp(g, y, x, axes_of_reduction{}));
    return sinter::outputs(y, q + g * 0 + x * 0);  // of x's extents, as the operand's cotangent
  }
};
struct reduction_k;
template <class F, class Red>
std::array<values<double>, 2> reduced(const values<double>& g, const values<double>& x) {
  const extents<2> rows{g.size(), int64_t{1}};
  const extents<2> all{g.size(), int64_t{7}};
  const auto tg = make<F>(rows, g);
  const auto tx = make<F>(all, x);
  const auto y = output<F, double>(rows);
  const auto q = output<F, double>(all);
  constexpr auto region = sinter::region<reduction_k>(reduction_cotangent<Red>{});
  region(tg.view(), tx.view()).into(sinter::outputs(y.view(), q.view()), F::executor());
  return {y.get(), q.get()};
}
template <class F, class... Reds>
void check_reductions(sinter::type_list<Reds...>) {
  const int64_t m = 40;
  const values<double> g = random_cotangents(m);
  const values<double> x = random_points(7 * m, 3, true);
  const auto check = [&](const char* name, auto run) {
    const auto at = run(g, x);
    for (int64_t j = 0; j < 7; ++j) {
      std::array<values<double>, 4> moved;
      const int steps[] = {-2, -1, 1, 2};
      for (std::size_t s = 0; s < 4; ++s) {
        values<double> v = x;
        for (int64_t i = 0; i < m; ++i) v[7 * i + j] = stepped(v[7 * i + j], steps[s]);
        moved[s] = run(g, v)[0];
      }
      for (int64_t i = 0; i < m; ++i) {
        const difference_quotient d = differentiated_at(granted_to(name), x[7 * i + j], at[0][i],
                                                        {moved[0][i], moved[1][i], moved[2][i], moved[3][i]});
        if (!std::isfinite(d.error)) continue;
        CAPTURE(name);
        CAPTURE(x[7 * i + j]);
        CHECK(std::fabs(at[1][7 * i + j] - g[i] * d.slope) <= std::fabs(g[i]) * d.error);
      }
    }
  };
  const auto check_one = [&]<class Red>(std::type_identity<Red>) {
    if constexpr (!sinter::detail::WithoutVjp<Red>)
      check(Red::name, [](const values<double>& a, const values<double>& b) { return reduced<F, Red>(a, b); });
  };
  (check_one(std::type_identity<Reds>{}), ...);
}
TEST_CASE_TEMPLATE("derivatives: of every reduction, the slope of the reduction itself", F, SINTER_TEST_FIXTURES) {
  check_reductions<F>(ops::reductions{});
  check_reductions<F>(ops::statistics{});
}
TEST_CASE_TEMPLATE("derivatives: elements that are all the maximum share its cotangent", F, SINTER_TEST_FIXTURES) {
  const values<double> g{12, 5};
  const values<double> x{3, 1, 3, 0, 3, 3, -infinite, 0, 0, 0, undefined, 0, 0, 0};
  CHECK(difference(reduced<F, ops::max_t>(g, x)[1].part(0, 6), values<double>{3, 0, 3, 0, 3, 3}) == "");
  const values<double> low{1, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6};
  CHECK(difference(reduced<F, ops::min_t>(g, low)[1], values<double>{6, 6, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0}) == "");
}

}  // namespace test
