// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What vjps are as formulas: their dtypes, and which of the result and the operands they read.
#include <sinter/sinter.hpp>

#include "support/registry.hpp"

namespace {

using sinter::derivative;

// Literals in a vjp promote nothing: the cotangents have the operands' dtype.
template <class T, class Q>
inline constexpr bool has_dtype = std::is_same_v<typename Q::value_type, T>;
template <class T>
inline constexpr bool has_dtype<T, derivative> = true;
template <class T, class... Q>
constexpr bool have_dtype(std::type_identity<sinter::pack<Q...>>) {
  return (has_dtype<T, Q> && ...);
}
template <class Op, class T, std::size_t... I>
constexpr bool keeps_dtype(std::index_sequence<I...>) {
  using operand = sinter::val<T, 1>;
  using result = decltype(sinter::call<Op>((void(I), operand{})...));
  return have_dtype<T>(std::type_identity<decltype(Op::vjp(result{}, result{}, (void(I), operand{})...))>{});
}
template <class T, class Op>
constexpr bool check_dtype() {
  // A cast's has its operand's dtype whatever the result's: tests/support/cases_derivatives.hpp.
  if constexpr (!sinter::detail::WithoutVjp<Op> && Op::rule != sinter::typing::fixed) {
    static_assert(keeps_dtype<Op, T>(std::make_index_sequence<Op::arity>{}), "a cotangent has another dtype");
  }
  return true;
}
template <class T, class... Ops>
constexpr bool check_dtypes(sinter::type_list<Ops...>) {
  return (check_dtype<T, Ops>() && ...);
}
static_assert(check_dtypes<float>(test::every_pointwise{}));
static_assert(check_dtypes<double>(test::every_pointwise{}));
static_assert(check_dtypes<sinter::bf16>(test::every_pointwise{}));
static_assert(check_dtypes<sinter::e4m3>(test::every_pointwise{}));

// Of complex operands cotangents are complex, whatever the result is; a condition is real.
template <class... Ops>
constexpr bool check_complex(sinter::type_list<Ops...>) {
  return ([] {
    if constexpr (!sinter::Reduction<Ops>) {
      if constexpr (Ops::rule != sinter::typing::select) return check_dtype<sinter::complex<float>, Ops>();
    }
    return true;
  }() && ...);
}
static_assert(check_complex(sinter::ops::complex_ops{}));
static_assert(keeps_dtype<sinter::ops::make_complex_t, sinter::bf16>(std::make_index_sequence<2>{}) &&
              keeps_dtype<sinter::ops::polar_t, double>(std::make_index_sequence<2>{}) &&
              keeps_dtype<sinter::ops::conj_t, sinter::f16>(std::make_index_sequence<1>{}) &&
              keeps_dtype<sinter::ops::arg_t, float>(std::make_index_sequence<1>{}));

// Which arguments a cotangent reads.
struct reads {
  bool g, y, x;
  friend constexpr bool operator==(const reads&, const reads&) = default;
};
template <class Op>
struct first_cotangent {
  constexpr auto operator()(auto g, auto y, auto x) const { return sinter::item<0>(Op::vjp(g, y, x)); }
};
template <class Op>
constexpr reads read_by() {
  using arg = sinter::tensor_arg<float, 1>;
  constexpr auto& g = sinter::traced<first_cotangent<Op>, arg, arg, arg>::graph;
  bool used[3] = {};
  for (int i = 0; i < g.count; ++i) {
    if (g.nodes[i].kind == sinter::graph::node_kind::input) used[g.nodes[i].arg[0]] = true;
  }
  return {used[0], used[1], used[2]};
}
template <class... Ops>
constexpr bool read_only_y() {
  return ((read_by<Ops>() == reads{true, true, false}) && ...);
}
template <class... Ops>
constexpr bool read_only_x() {
  return ((read_by<Ops>() == reads{true, false, true}) && ...);
}

namespace ops = sinter::ops;
static_assert(read_by<ops::neg_t>() == reads{true, false, false});
static_assert(read_only_y<ops::relu_t, ops::reciprocal_t, ops::exp_t, ops::sqrt_t, ops::rsqrt_t, ops::tanh_t,
                          ops::sigmoid_t, ops::expm1_t, ops::exp2_t, ops::cbrt_t, ops::tan_t, ops::erfinv_t>());
static_assert(read_only_x<ops::abs_t, ops::square_t, ops::log_t, ops::sin_t, ops::erf_t, ops::lgamma_t>());

// A user's op has one like the library's.
struct cube_t final : sinter::unary<cube_t, "cube"> {
  template <class T>
  SINTER_FN static constexpr T eval(T x) {
    return sinter::math::mul(sinter::math::mul(x, x), x);
  }
  static constexpr auto vjp(auto g, auto, auto x) { return sinter::pack(3 * g * square(x)); }
};
static_assert(read_only_x<cube_t>());
static_assert(keeps_dtype<cube_t, sinter::bf16>(std::make_index_sequence<1>{}));

}  // namespace
