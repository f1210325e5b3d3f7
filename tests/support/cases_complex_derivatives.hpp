// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// The derivative of every op that takes or makes complex numbers, against differences of the op itself along the real and the
// imaginary direction: of L = Re(conj(g) f(z)), the cotangent's parts are dL/d real(z) and dL/d imag(z). On cuts along them.
#pragma once

#include "support/cases_derivatives.hpp"
#include "support/complex_values.hpp"

namespace test {

using c128 = sinter::complex<double>;

// Ops of complex numbers but reductions, casts and where, by arity; those of real operands get real parts.
template <class List, int Arity, class Kept = sinter::type_list<>>
struct complex_ones;
template <int Arity, class... Kept>
struct complex_ones<sinter::type_list<>, Arity, sinter::type_list<Kept...>> {
  using type = sinter::type_list<Kept...>;
};
template <class Op, int Arity>
constexpr bool has_slope() {
  if constexpr (sinter::Reduction<Op>)
    return false;
  else
    return Op::arity == Arity && Op::rule != sinter::typing::fixed && Op::rule != sinter::typing::select &&
           !sinter::detail::WithoutVjp<Op>;
}
template <class Op, class... Ops, int Arity, class... Kept>
struct complex_ones<sinter::type_list<Op, Ops...>, Arity, sinter::type_list<Kept...>>
    : complex_ones<
          sinter::type_list<Ops...>, Arity,
          std::conditional_t<has_slope<Op, Arity>(), sinter::type_list<Kept..., Op>, sinter::type_list<Kept...>>> {};
template <int Arity>
using of_complex_ops =
    typename complex_ones<sinter::concat_lists<ops::complex_ops, sinter::type_list<ops::make_complex_t, ops::polar_t>>,
                          Arity>::type;
static_assert(of_complex_ops<1>::size == 30 && of_complex_ops<2>::size == 7);

template <class Op>
constexpr auto operand_of(const auto& z) {
  if constexpr (requires { Op::complex_valued; })
    return real(z);
  else
    return z;
}
template <class Op>
constexpr auto complex_cotangents(const auto& g, const auto&... z) {
  const auto y = sinter::call<Op>(operand_of<Op>(z)...);
  const auto results = [&](const auto& slope) {
    return sinter::pack(sinter::cast<c128>(y)) + Op::vjp(slope, y, operand_of<Op>(z)...).apply([&](const auto&... q) {
      static_assert(sizeof...(q) == sizeof...(z), "a vjp returns one cotangent an operand");
      return sinter::pack(sinter::cast<c128>(q)...);
    });
  };
  if constexpr (sinter::is_complex<typename decltype(y)::value_type>)
    return results(g);
  else
    return results(real(g));
}
template <class List>
struct complex_values_and_cotangents;
template <class... Ops>
struct complex_values_and_cotangents<sinter::type_list<Ops...>> {
  constexpr auto operator()(auto g, auto... z) const {
    return (sinter::pack<>{} + ... + complex_cotangents<Ops>(g, z...)).apply([](const auto&... v) {
      return sinter::outputs(v...);
    });
  }
};

struct complex_derivatives_k;
template <class F, class List, std::size_t... Result, class... Z>
std::vector<values<c128>> complex_results(const values<c128>& g, std::index_sequence<Result...>, const Z&... z) {
  const extents<1> n{g.size()};
  const auto tg = make<F>(n, g);
  const std::array<tensor<F, c128, 1>, sizeof...(Result)> out{(static_cast<void>(Result), output<F, c128>(n))...};
  constexpr auto region = sinter::region<complex_derivatives_k>(complex_values_and_cotangents<List>{});
  region(tg.view(), make<F>(n, z).view()...).into(sinter::outputs(out[Result].view()...), F::executor());
  return {out[Result].get()...};
}

// A third of them on an axis, with zeros of both signs.
inline values<c128> random_numbers(int64_t n, std::uint64_t seed) {
  generator r(seed);
  values<c128> v(n);
  for (int64_t i = 0; i < n; ++i) {
    const double re = r.uniform(-3, 3), im = r.uniform(-3, 3);
    const double zero = i % 2 == 0 ? 0.0 : -0.0;
    v[i] = i % 6 == 0 || i % 6 == 3 ? (i % 12 < 6 ? c128(re, zero) : c128(zero, im)) : c128(re, im);
  }
  return v;
}

template <class F, int Arity, class List>
void check_complex_differences(List list) {
  const int64_t n = 900;
  constexpr auto all = std::make_index_sequence<List::size*(1 + Arity)>{};
  // Of no special angle: beside a real one half of a slope on a cut would not show.
  values<c128> g = random_numbers(n, 41);
  for (c128& v : g) v = c128(v.re + 0.7, v.im - 0.4);
  std::array<values<c128>, 2> z{random_numbers(n, 43), random_numbers(n, 47)};
  const auto run = [&](const std::array<values<c128>, 2>& at) {
    if constexpr (Arity == 1)
      return complex_results<F, List>(g, all, at[0]);
    else
      return complex_results<F, List>(g, all, at[0], at[1]);
  };
  const auto at = run(z);
  for (std::size_t k = 0; k < Arity; ++k) {
    for (const bool imaginary : {false, true}) {
      std::array<std::vector<values<c128>>, 4> moved;
      const int steps[] = {-2, -1, 1, 2};
      for (std::size_t s = 0; s < 4; ++s) {
        auto m = z;
        for (c128& v : m[k]) (imaginary ? v.im : v.re) = stepped(imaginary ? v.im : v.re, steps[s]);
        moved[s] = run(m);
      }
      for (int o = 0; o < List::size; ++o) {
        const auto value = static_cast<std::size_t>(o * (1 + Arity));
        const auto loss = [&](const values<c128>& y, int64_t i) { return g[i].re * y[i].re + g[i].im * y[i].im; };
        int64_t checked = 0, on_axis = 0;
        std::string wrong;
        for (int64_t i = 0; i < n; ++i) {
          const c128 cotangent = at[value + 1 + k][i];
          const double got = imaginary ? cotangent.im : cotangent.re;
          const double scale = std::hypot(g[i].re, g[i].im) * (1 + std::hypot(at[value][i].re, at[value][i].im));
          const double x = imaginary ? z[k][i].im : z[k][i].re;
          const difference_quotient d = differentiated_at(
              bound{.op = "", .f32 = 16, .f64 = 16}, x, scale,
              {loss(moved[0][value], i), loss(moved[1][value], i), loss(moved[2][value], i), loss(moved[3][value], i)});
          if (!std::isfinite(d.error) || !std::isfinite(scale) || x == 0) continue;
          ++checked;
          on_axis += z[k][i].re == 0 || z[k][i].im == 0 ? 1 : 0;
          if (std::fabs(got - d.slope) <= d.error + 1e-9 * scale || !wrong.empty()) continue;
          wrong = "by operand " + std::to_string(k) + " at " + shown(z[0][i]) + " " + shown(z[1][i]) + ": " +
                  std::to_string(got) + " instead of " + std::to_string(d.slope);
        }
        CAPTURE(name_of_op(list, o));
        CAPTURE(imaginary);
        CHECK(wrong == "");
        CHECK(checked > n / 5);
        CHECK(on_axis > n / 25);
      }
    }
  }
}

template <class F>
void check_all_complex_differences() {
  in_portions<8>(of_complex_ops<1>{}, [](auto list) { check_complex_differences<F, 1>(list); });
  in_portions<8>(of_complex_ops<2>{}, [](auto list) { check_complex_differences<F, 2>(list); });
}

// At 0, where no direction is preferred, casts, a choice, and sums.
inline constexpr auto complex_corners = sinter::region<struct complex_corners_k>([](auto z, auto x, auto g, auto r) {
  using narrow = sinter::complex<float>;
  const auto first = [](const auto& q) { return sinter::item<0>(q); };
  const auto chosen = ops::where_t::vjp(g, z, abs(z) > 1, z, z);
  return sinter::outputs(
      first(ops::abs_t::vjp(r, abs(z), z)), first(ops::sign_t::vjp(g, sign(z), z)),
      first(ops::arg_t::vjp(r, arg(z), z)), first(ops::cast_t<c128>::vjp(g, sinter::cast<c128>(x), x)),
      first(ops::cast_t<narrow>::vjp(sinter::cast<narrow>(g), sinter::cast<narrow>(z), z)), sinter::item<1>(chosen),
      sinter::item<2>(chosen), first(ops::mean_t::vjp(g, z, z, axes_of_reduction{})));
});
template <class F>
void check_complex_corners() {
  const extents<1> n{3};
  const values<c128> z{{0, 0}, {-0.0, 0}, {3, 4}}, g{{1, 2}, {3, -4}, {5, 10}};
  const values<float> x{1, 2, 3};
  const values<double> r{1, 2, 5};
  const auto by_abs = output<F, c128>(n), by_sign = output<F, c128>(n), by_arg = output<F, c128>(n),
             wide = output<F, c128>(n), of_where = output<F, c128>(n), of_else = output<F, c128>(n),
             of_mean = output<F, c128>(n);
  const auto of_real = output<F, float>(n);
  complex_corners(make<F>(n, z).view(), make<F>(n, x).view(), make<F>(n, g).view(), make<F>(n, r).view())
      .into(sinter::outputs(by_abs.view(), by_sign.view(), by_arg.view(), of_real.view(), wide.view(), of_where.view(),
                            of_else.view(), of_mean.view()),
            F::executor());
  for (int64_t i = 0; i < 2; ++i) {
    CHECK(by_abs.get()[i] == c128(0));
    CHECK(by_sign.get()[i] == c128(0));
    CHECK(by_arg.get()[i] == c128(0));
    CHECK(of_where.get()[i] == c128(0));
    CHECK(of_else.get()[i] == g[i]);
  }
  CHECK(by_abs.get()[2] == c128(3, 4));
  CHECK(near_magnitude(by_sign.get()[2], exact_complex(-0.32, 0.24), 8));  // what of g lies along z does not turn it
  CHECK(near_magnitude(by_arg.get()[2], exact_complex(-0.8, 0.6), 8));
  CHECK(of_where.get()[2] == g[2]);
  CHECK(of_else.get()[2] == c128(0));
  CHECK(difference(of_real.get(), values<float>{1, 3, 5}) == "");
  CHECK(wide.get()[1] == g[1]);
  CHECK(near_parts(of_mean.get()[2], exact_complex(5 / 7.0L, 10 / 7.0L), 1));
}

}  // namespace test
