// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A node of a graph as the formula that a reader would write. In: a graph and its arguments' names. Out: text such as
// `g * (1 - y * y)`. Shared nodes are written out each time.
#pragma once

#include <bit>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sinter/graph/graph.hpp>

namespace test {

// Whole numbers in full, others with six digits, and an ellipsis where there are more.
inline std::string number_text(double v) {
  char text[32];
  if (std::fabs(v) < 0x1p40 && v == std::floor(v)) {
    std::snprintf(text, sizeof(text), "%.0f", v);
    return text;
  }
  std::snprintf(text, sizeof(text), "%.6g", v);
  if (std::strtod(text, nullptr) == v) return text;
  std::snprintf(text, sizeof(text), "%#.6g", v);
  return std::string(text) + "…";
}

struct infix {
  std::string_view op;
  const char* sign;
  int rank;  // binds tighter than lower ones
};
inline constexpr infix infixes[] = {{"logical_or", "||", 1}, {"logical_and", "&&", 2}, {"equal", "==", 3},
                                    {"less", "<", 4},        {"less_equal", "<=", 4},  {"add", "+", 5},
                                    {"sub", "-", 5},         {"mul", "*", 6},          {"div", "/", 6}};
inline constexpr int negation_rank = 7;
inline constexpr int call_rank = 8;

struct formula {
  std::string text;
  int rank;
};
inline std::string in_parentheses(const formula& f, int least) { return f.rank < least ? "(" + f.text + ")" : f.text; }

template <class G>
formula formula_of(const G& g, int id, const char* const* names) {
  using sinter::graph::node_kind;
  const auto& n = g.nodes[id];
  if (n.kind == node_kind::input || n.kind == node_kind::scalar) return {names[n.arg[0]], call_rank};
  if (n.kind == node_kind::constant) {
    const std::string text =
        number_text(n.type == sinter::dtype::f64 ? std::bit_cast<double>(n.bits)
                                                 : static_cast<double>(static_cast<int64_t>(n.bits)));
    return {text, text[0] == '-' ? negation_rank : call_rank};
  }
  if (n.kind == node_kind::squeeze || n.implicit) return formula_of(g, n.arg[0], names);
  const std::string op = n.op->name;
  for (const infix& i : infixes) {
    if (i.op != op) continue;
    return {in_parentheses(formula_of(g, n.arg[0], names), i.rank) + " " + i.sign + " " +
                in_parentheses(formula_of(g, n.arg[1], names), i.rank + 1),
            i.rank};
  }
  if (op == "neg") {
    const formula f = formula_of(g, n.arg[0], names);
    return {"-" + in_parentheses(f, f.rank == 6 ? 6 : call_rank), f.rank == 6 ? 6 : negation_rank};
  }
  std::string text = op + "(";
  for (int a = 0; a < n.nargs; ++a) text += (a == 0 ? "" : ", ") + formula_of(g, n.arg[a], names).text;
  return {text + ")", call_rank};
}

}  // namespace test
