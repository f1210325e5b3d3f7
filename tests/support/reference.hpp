// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// docs/reference.md, made from the registry: names and dtypes from the ops, derivatives from their vjps, traced and printed,
// bounds from the table that the tests check, examples run on the host. In: nothing. Out: the page.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <sinter/sinter.hpp>

#include "support/bounds.hpp"
#include "support/formula_text.hpp"
#include "support/reference_texts.hpp"
#include "support/registry.hpp"

namespace test {

// A vjp on arguments of its own: g, y, the operands, and the count of what a reduction adds.
template <class Count>
struct reduced_axes {
  Count number;
  constexpr auto sum(const auto& v) const { return sinter::sum(v, sinter::axis<-1>); }
  constexpr auto count() const { return number; }
};
template <class Op, int Operand>
struct cotangent_of {
  constexpr auto operator()(auto g, auto y, auto first, auto... more) const {
    if constexpr (sinter::Reduction<Op>)
      return sinter::item<Operand>(Op::vjp(g, y, first, reduced_axes<decltype(more)...>{more...}));
    else
      return sinter::item<Operand>(Op::vjp(g, y, first, more...));
  }
};

// Operands are real where the example's are.
template <class Op>
inline constexpr bool of_number = sinter::is_complex<std::remove_cvref_t<decltype(entry<Op>::example[0])>>;
template <class Op>
constexpr bool gives_number() {
  if constexpr (requires { Op::complex_valued; })
    return true;
  else
    return of_number<Op> && !requires { Op::real_valued; };
}
template <bool Complex, std::size_t = 0>
using argument = sinter::tensor_arg<std::conditional_t<Complex, sinter::complex<double>, double>, 1>;
template <class Op, int Operand, std::size_t... I>
std::string cotangent_text(std::index_sequence<I...>) {
  constexpr bool complex = of_number<Op>;
  using result = argument<gives_number<Op>()>;
  using result_value = typename result::placeholder;
  using formula_type = decltype(
      cotangent_of<Op, Operand>{}(result_value{}, result_value{}, typename argument<complex, I>::placeholder{}...));
  if constexpr (std::is_same_v<formula_type, sinter::derivative>) {
    return "0";
  } else {
    using traced = sinter::traced<cotangent_of<Op, Operand>, result, result, argument<complex, I>...>;
    const char* names[5] = {"g", "y", "", "", ""};
    int i = 2;
    for (const char* name : entry<Op>::operand) names[i++] = name;
    if constexpr (sinter::Reduction<Op>) names[i] = "count";
    return "`" + formula_of(traced::graph, traced::graph.output[0], names).text + "`";
  }
}
template <class Op>
std::string derivative_text() {
  if constexpr (sinter::detail::WithoutVjp<Op>) {
    return Op::vjp == sinter::derivative::zero ? "0" : "none";
  } else if constexpr (sinter::Reduction<Op>) {
    return cotangent_text<Op, 0>(std::make_index_sequence<2>{});
  } else if constexpr (Op::rule == sinter::typing::fixed) {
    return kind_of(Op::result) == sinter::dtype_kind::complex
               ? "`g`, of a real x `real(g)`, cast to x's dtype; 0 from an integer or bool"
               : "`g` cast to x's dtype; 0 from or to an integer or bool";
  } else if constexpr (Op::arity == 1) {
    return cotangent_text<Op, 0>(std::make_index_sequence<1>{});
  } else {
    constexpr auto all = std::make_index_sequence<Op::arity>{};
    const char* const* names = entry<Op>::operand;
    std::string text = std::string(names[0]) + ": " + cotangent_text<Op, 0>(all) + "<br>" + names[1] + ": " +
                       cotangent_text<Op, 1>(all);
    if constexpr (Op::arity == 3) text += std::string("<br>") + names[2] + ": " + cotangent_text<Op, 2>(all);
    return text;
  }
}

inline std::string types_text(sinter::typing rule, int arity, bool complex) {
  using sinter::typing;
  const std::string common = std::string(arity == 1 ? "any" : "common") + (complex ? " or complex" : "");
  switch (rule) {
    case typing::promoted:
      return common + ", bool as i32 → the same";
    case typing::floating:
      return common + ", integers and bool as f32 → the same";
    case typing::predicate:
      return common + " → bool";
    case typing::integral:
      return "integers, bool as i32 → the same";
    case typing::bitwise:
      return "integers or bool → the same";
    case typing::logical:
      return arity == 1 ? "as bool → bool" : "each as bool → bool";
    case typing::select:
      return "c as bool, a and b " + common + " → a and b's";
    case typing::fixed:
      return common + " → T";
  }
  return "";
}
template <class Op>
std::string types_text() {
  constexpr bool complex = sinter::detail::takes_complex<Op>();
  if constexpr (requires { entry<Op>::types; }) {
    return entry<Op>::types;
  } else if constexpr (requires { Op::real_valued; }) {
    return types_text(Op::rule, Op::arity, false) + (complex ? "<br>complex → real" : "");
  } else if constexpr (requires { Op::complex_valued; }) {
    const std::string text = types_text(Op::rule, Op::arity, complex);
    return text.substr(0, text.find(" → ")) + " → complex";
  } else if constexpr (!sinter::Reduction<Op>) {
    return types_text(Op::rule, Op::arity, complex);
  } else {
    // A kind's dtypes have one result, or keep theirs.
    using sinter::dtype;
    const auto result = [](dtype t) -> std::string {
      return Op::result(t) == t ? "the same" : sinter::name_of(Op::result(t));
    };
    static_assert(!complex || Op::result(dtype::c64) == dtype::c64);
    const std::string floats = result(dtype::f16);
    const std::string whole = result(dtype::i8);
    const std::string natural = result(dtype::u8);
    const std::string or_complex = complex ? " or complex → " : " → ";
    if (floats == whole && whole == natural) return "any" + or_complex + floats;
    if (whole == natural) return "floats" + or_complex + floats + "<br>integers, bool → " + whole;
    return "floats" + or_complex + floats + "<br>signed, bool → " + whole + "<br>unsigned → " + natural;
  }
}

template <class Op>
std::string bound_text() {
  if constexpr (sinter::index_of<sinter::type_list<ops::sum_t, ops::mean_t, ops::unbiased_mean_t>, Op> >= 0)
    return sum_bound_text;
  using stepwise =
      sinter::type_list<ops::prod_t, ops::moment_mean_t, ops::variance_t, ops::unbiased_variance_t, ops::logsumexp_t>;
  if constexpr (sinter::index_of<stepwise, Op> >= 0) return "each step rounds";
  using digits = sinter::type_list<ops::compensated_sum_t, ops::compensated_mean_t, ops::f64_sum_t, ops::f64_mean_t>;
  if constexpr (sinter::index_of<digits, Op> >= 0) return "1 of the sum of magnitudes";
  if (!has_bound(Op::name)) return "exact";
  const bound& b = bound_of(Op::name);
  std::string text = number_text(b.f32);
  if (b.absolute_f32 != 0) text += " or ± " + number_text(b.absolute_f32);
  if (b.f64 != b.f32 || b.absolute_f64 != 0) {
    text += "; f64 " + number_text(b.f64);
    if (b.absolute_f64 != 0) text += " or ± " + number_text(b.absolute_f64);
  }
  if (b.host != b.f32) text += "; f32 on the host " + number_text(b.host);
  return text;
}

// The variable of an example's result.
template <class R, class T>
const char* result_name() {
  if (sinter::is_complex<R>) return "w";
  if (sinter::real_of(sinter::dtype_of<T>) == sinter::dtype_of<R>) return "y";
  if (std::is_same_v<R, std::int64_t>) return "n";
  return std::is_same_v<R, bool> ? "flag" : std::is_same_v<R, std::uint32_t> ? "bits" : "whole";
}
template <class T>
const char* cpp_name() {
  return std::is_same_v<T, bool>           ? "bool"
         : std::is_same_v<T, float>        ? "float"
         : std::is_same_v<T, std::int32_t> ? "std::int32_t"
         : std::is_same_v<T, std::int64_t> ? "std::int64_t"
         : sinter::is_complex<T>           ? "sinter::complex<float>"
                                           : "std::uint32_t";
}
inline std::string value_text(bool v) { return v ? "true" : "false"; }
template <class T>
std::string value_text(T v) {
  return number_text(static_cast<double>(v));
}
template <class T>
std::string value_text(sinter::complex<T> v) {
  return value_text(v.re) + (v.im < 0 ? " - " : " + ") + value_text(std::fabs(v.im)) + "i";
}

// A line of the page, and of its block of code.
struct reference_row {
  std::string op, written, value, types, derivative, bound;
  std::string statement, outcome;
  std::vector<std::array<std::string, 2>> variables;  // name and type, the result's last
  bool reduces = false;
};

template <class Op>
reference_row row_of() {
  using E = entry<Op>;
  using T = std::remove_cvref_t<decltype(E::example[0])>;
  reference_row r{Op::name, E::written, E::value, types_text<Op>(),     derivative_text<Op>(), bound_text<Op>(),
                  "",       "",         {},       sinter::Reduction<Op>};
  const auto run = [&](const auto&... in) {
    using F = std::remove_cvref_t<decltype(E::formula)>;
    constexpr auto& g =
        sinter::traced<F, typename sinter::detail::signature_of<std::remove_cvref_t<decltype(in)>>::type...>::graph;
    using R = sinter::type_of<g.nodes[g.output[0]].type>;
    R out{};
    constexpr auto region = sinter::region(E::formula);
    region(in...).into(sinter::view(&out), sinter::host);
    for (const char* name : E::operand) r.variables.push_back({name, cpp_name<T>()});
    r.variables.push_back({result_name<R, T>(), cpp_name<R>()});
    r.outcome += ": " + value_text(out);
  };
  if constexpr (sinter::Reduction<Op>) {
    const float x[4] = {1, 2, 3, 6};
    r.outcome = "x = 1, 2, 3, 6";
    run(sinter::view(x, {4}));
  } else {
    int i = 0;
    for (const T v : E::example)
      r.outcome += std::string(i == 0 ? "" : ", ") + E::operand[i] + " = " + value_text(v), ++i;
    [&]<std::size_t... I>(std::index_sequence<I...>) { run(sinter::view(E::example + I)...); }
    (std::make_index_sequence<sizeof(E::example) / sizeof(T)>{});
  }
  const std::string result = r.variables.back()[0];
  if constexpr (requires { E::statement; })
    r.statement = E::statement;
  else
    r.statement = "sinter::run(sinter::host, " + result + " = " + E::written + ");";
  return r;
}
// Ops that are written alike have one line.
template <class... Ops>
std::vector<reference_row> rows_of(sinter::type_list<Ops...>) {
  std::vector<reference_row> rows;
  const auto add = [&](const reference_row& r) {
    if (!rows.empty() && rows.back().written == r.written)
      rows.back().op += ", " + r.op;
    else
      rows.push_back(r);
  };
  (add(row_of<Ops>()), ...);
  return rows;
}

inline std::string in_table(std::string s) {
  for (std::size_t at = 0; (at = s.find('|', at)) != std::string::npos; at += 2) s.insert(at, "\\");
  return s;
}

struct family_title {
  const char* title;
  const char* function;
  const char* note = "";
};
inline std::string section(const family_title& family, const std::vector<reference_row>& rows) {
  std::string page = std::string("\n## ") + family.title + "\n\n" + family.note +
                     "| op | written | value | operands → result | cotangents | ulp |\n|---|---|---|---|---|---|\n";
  std::vector<std::array<std::string, 2>> variables;
  std::size_t widest = 0;
  for (const reference_row& r : rows) {
    page += "| " + r.op + " | `" + in_table(r.written) + "` | " + in_table(r.value) + " | " + r.types + " | " +
            in_table(r.derivative) + " | " + in_table(r.bound) + " |\n";
    for (const auto& v : r.variables) {
      if (std::find(variables.begin(), variables.end(), v) == variables.end()) variables.push_back(v);
    }
    widest = std::max(widest, r.statement.size());
  }
  std::sort(variables.begin(), variables.end());
  std::string parameters, arguments, data;
  for (const auto& [name, type] : variables) {
    const bool elements = name == "x" && rows.front().reduces;
    parameters += (parameters.empty() ? "auto " : ", auto ") + name;
    arguments +=
        std::string(arguments.empty() ? "" : ", ") + "sinter::view(" + (elements ? name + ", {4}" : "&" + name) + ")";
    data += "  " + type + " " + name + (elements ? "[4] = {1, 2, 3, 6};\n" : "{};\n");
  }
  page += std::string("\n```cpp\nvoid ") + family.function + "(" + parameters + ") {\n";
  for (const reference_row& r : rows)
    page += "  " + r.statement + std::string(widest - r.statement.size() + 2, ' ') + "// " + r.outcome + "\n";
  return page + "}\n```\n<!-- test\nint main() {\n" + data + "  " + family.function + "(" + arguments + ");\n}\n-->\n";
}

inline constexpr family_title titles[] = {
    {"Arithmetic", "arithmetic"},
    {"Comparison, logic and selection", "comparison"},
    {"Casts", "casts"},
    {"Elementary functions", "elementary"},
    {"Reductions", "reductions",
     "Over everything; `sum(x, axis<-1>)` over one axis, which stays with the extent 1, `sum(x, axis<-1>, drop)` "
     "without it.\n"
     "`count` is how many elements one result is made of, and the sum in a cotangent goes over them.\n\n"},
    {"Whole numbers and remainders", "rounding"},
    {"Bits", "bits_of_integers"},
    {"Functions of the C library", "library"},
    {"Special functions and others", "special"},
    {"Complex numbers", "complex_numbers"},
    {"Statistics", "statistics",
     "Reductions behind functions that are formulas, or a choice of them (`docs/ops.md`).\n\n"}};
static_assert(sizeof(titles) / sizeof(*titles) + 1 == ops::families::size,
              "a family of ops has no title in the reference");

template <class... Families>
std::string sections(sinter::type_list<Families...>) {
  std::string page;
  int i = 0;
  const auto add = [&]<class Family>(Family) {
    if constexpr (!std::is_same_v<Family, ops::made_by_passes>) page += section(titles[i++], rows_of(Family{}));
  };
  (add(Families{}), ...);
  return page;
}

inline std::string reference_page() {
  return R"(# Reference of ops

Made from the registry by `tools/reference`: edit `tests/support/reference_texts.hpp`, never this page. `docs/ops.md` is the overview:
dtypes, promotion, movement, and functions that are formulas over these ops.

Columns:

- **op**: the name in graphs and messages.
- **operands → result**: dtypes. *any*: any real one; *common*: what the operands promote to; *complex*: c64 and c128, which ops
  without the word refuse; *real*: the dtype of their parts.
- **cotangents**: what the op's `vjp` gives an operand, of g, the cotangent of the result, y, the result, and the operands; printed from
  the graph that it traces to. 0: the derivative is 0 wherever it exists, or the operand is a condition. none: there is no formula, and
  to differentiate is an error. Operands that are no floats have no cotangent. Formulas are those of real operands where an op has
  any; of complex ones what multiplies or divides g is conjugated, `g * conj(y)` for `exp` (`docs/ops.md`, Complex numbers), and
  `sign` has `(g - real(g * conj(y)) * y) / abs(x)`, 0 at 0.
- **ulp**: the error that the tests grant every executor, in units in the last place of f32, and of f64 where that differs; ± is granted
  anyway, near zeros of the function. *exact* is IEEE's result, the same bits everywhere. Narrower floats are computed in f32 and
  rounded once; theirs may be off by )" +
         std::string("2^") + std::to_string(std::ilogb(coarse_bound)) +
         R"( of the value before that. Errors of complex
  operands are in `docs/ops.md`.

Edges that have no derivative: `abs`, `relu`, `copysign` and `hypot` give 0 at 0; `minimum`, `maximum`, `fmin` and `fmax` of equal
operands, and elements that are all the `max` or `min`, share; a NaN that `fmin` or `fmax` drops has 0. `sqrt` at 0 gives infinity.

In the examples the names are views: y of the operands' dtype, `flag` of bool, `whole` of i32, `bits` of u32, z and w of c64.
)" + sections(ops::families{});
}

}  // namespace test
