// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Laws of shift: a sum over values p - q, where q is known for a row only after another reduction of it, from a fold over p alone.
// In: a rewriter that looks at a sum or mean. Out: what stands for it, or `nothing` where the law does not say. Each law
// is a struct of the table at the end: what it recognises, what it makes, and its name for `explain`.
// Invariant: q is any value of the row; p, weights and masks are known before it. No op but arithmetic, exp and exp2 is known by name.
#pragma once

#include <sinter/pass/rewriter.hpp>

namespace sinter::pass {

// value = element + row, either of which may be `nothing`; `waited`: a value in `row` that is late; `sound`: it was taken apart.
struct shifted {
  int element = nothing;
  int row = nothing;
  int waited = nothing;
  bool sound = false;
};

namespace detail {

template <class W>
constexpr int add(W& w, int a, int b) {
  return a == nothing ? b : b == nothing ? a : w.template make<ops::add_t>(a, b);
}
template <class W>
constexpr int negate(W& w, int a) {
  if (a == nothing) return nothing;
  return w.template is<ops::neg_t>(a) ? static_cast<int>(w.nodes[a].arg[0]) : w.template make<ops::neg_t>(a);
}
template <class W>
constexpr int multiply(W& w, int a, int b) {
  return a == nothing ? b : b == nothing ? a : w.template make<ops::mul_t>(a, b);
}
// a + b, where b may be the negative of a value.
template <class W>
constexpr int add_row(W& w, int a, int b) {
  return w.template is<ops::neg_t>(b) ? w.template make<ops::sub_t>(a, w.nodes[b].arg[0])
                                      : w.template make<ops::add_t>(a, b);
}

// Takes a value apart along sums, differences, and scales that are one value a row. `steps`: how many nodes it may open.
template <class W>
constexpr shifted split(W& w, int id, int& steps) {
  if (w.is_row(id)) return {nothing, id, w.is_late(id) ? id : nothing, true};
  if (!w.is_late(id)) return {id, nothing, nothing, true};
  if (!w.is_open(id) || --steps < 0 || !w.has_room(4)) return {};
  const int a = w.nodes[id].arg[0];
  const int b = w.nodes[id].arg[1];
  if (w.template is<ops::add_t>(id) || w.template is<ops::sub_t>(id)) {
    const bool minus = w.template is<ops::sub_t>(id);
    const shifted x = split(w, a, steps);
    const shifted y = split(w, b, steps);
    const int element = minus && x.element != nothing && y.element != nothing
                            ? w.template make<ops::sub_t>(x.element, y.element)
                            : add(w, x.element, minus ? negate(w, y.element) : y.element);
    const int row = minus && x.row != nothing && y.row != nothing ? w.template make<ops::sub_t>(x.row, y.row)
                                                                  : add(w, x.row, minus ? negate(w, y.row) : y.row);
    return {element, row, x.waited == nothing ? y.waited : x.waited, x.sound && y.sound};
  }
  if (w.template is<ops::neg_t>(id)) {
    const shifted x = split(w, a, steps);
    return {negate(w, x.element), negate(w, x.row), x.waited, x.sound};
  }
  if (w.is_widening(id)) return split(w, a, steps);
  const bool divides = w.template is<ops::div_t>(id) && w.is_row(b);
  const bool scales = w.template is<ops::mul_t>(id) && (w.is_row(a) || w.is_row(b));
  if (!divides && !scales) return {};
  const int by = w.is_row(b) ? b : a;
  shifted x = split(w, by == b ? a : b, steps);
  if (x.element != nothing) x.element = w.repeat(id, x.element, by);
  if (x.row != nothing) x.row = w.repeat(id, x.row, by);
  return x;
}
// Is a value that was taken apart one that was not known yet, and its elements were?
template <class W>
constexpr bool waits(const W& w, const shifted& s) {
  return s.sound && s.element != nothing && s.waited != nothing && !w.is_late(s.element);
}

// A sum's summand, from the outside in: factors that are one value a row, weights, a mask (false: the summand is 0), a core.
struct row_factor {
  int node = nothing;  // multiplies, divides or negates
  int by = nothing;
  bool masked = false;  // stands behind the mask
};
struct factored {
  static constexpr int most = 6;
  int core = nothing;
  int weight = nothing;
  int mask = nothing;
  row_factor factor[most] = {};
  int factors = 0;

  constexpr bool add(int node, int by) {
    if (factors == most) return false;
    factor[factors++] = {node, by, mask != nothing};
    return true;
  }
};

// The operand of a product or a choice in which the core is: late, and no row value.
template <class W>
constexpr bool leads_on(const W& w, int id) {
  return w.is_late(id) && !w.is_row(id);
}
// What is left of a mask where `keep` holds too.
template <class W>
constexpr int mask_by(W& w, int mask, int keep) {
  return mask == nothing ? keep : w.apply(sinter::detail::op_info_of<ops::logical_and_t>, dtype::boolean, mask, keep);
}

// Law::is_core(w, id) says where to stop. Out: `core` is nothing where the summand is no product around one.
template <class Law, class W>
constexpr factored factor(W& w) {
  factored f;
  int hidden = nothing;  // weights behind the mask
  int id = w.sum().arg[0];
  for (int steps = 0; !Law::is_core(w, id); ++steps) {
    if (steps == 16 || !w.is_open(id) || !leads_on(w, id) || !w.has_room(8)) return factored();
    const int a = w.nodes[id].arg[0];
    const int b = w.nodes[id].arg[1];
    int next = a;
    if (w.template is<ops::mul_t>(id) || w.template is<ops::div_t>(id)) {
      const bool divides = w.template is<ops::div_t>(id);
      if (!divides && !leads_on(w, a)) next = b;
      const int by = next == a ? b : a;
      if (w.is_row(by)) {
        if (!f.add(id, by)) return factored();
      } else if (w.is_late(by)) {
        return factored();
      } else {
        int& weight = f.mask == nothing ? f.weight : hidden;
        if (divides)
          weight = w.template make<ops::div_t>(weight == nothing ? w.constant(1.0f) : weight, by);
        else
          weight = multiply(w, weight, by);
      }
    } else if (w.template is<ops::neg_t>(id)) {
      if (!f.add(id, nothing)) return factored();
    } else if (w.template is<ops::where_t>(id)) {
      const int no = w.nodes[id].arg[2];
      const bool inverted = w.is_zero(b);
      if (w.is_late(a) || w.nodes[a].type != dtype::boolean || !(inverted || w.is_zero(no))) return factored();
      next = inverted ? no : b;
      f.mask =
          mask_by(w, f.mask, inverted ? w.apply(sinter::detail::op_info_of<ops::logical_not_t>, dtype::boolean, a) : a);
    } else if (!w.is_widening(id)) {
      return factored();
    }
    id = next;
  }
  if (hidden != nothing) hidden = w.template make<ops::where_t>(f.mask, hidden, w.constant(0.0f));
  f.weight = multiply(w, f.weight, hidden);
  f.core = id;
  return f;
}
// A sum's factors that stand behind the mask, or the others.
template <class W>
constexpr int with_factors(W& w, const factored& f, int value, bool masked) {
  for (int i = f.factors - 1; i >= 0; --i) {
    if (f.factor[i].masked == masked) value = w.repeat(f.factor[i].node, value, f.factor[i].by);
  }
  return value;
}

}  // namespace detail

// sum(w * exp(p - q)) = s * exp(r - q), where s = sum(w * exp(p - r)) and r is the largest p: one fold over p and w.
template <class Exp, class Shift, class Sum, class Mean>
struct shifted_exponentials {
  static constexpr const char* name = "exponentials relative to a running maximum";

  template <class W>
  static constexpr bool is_core(const W& w, int id) {
    return w.template is<Exp>(id) && w.is_open(id);
  }
  template <class W>
  static constexpr shifted take(W& w) {
    const detail::factored f = detail::factor<shifted_exponentials>(w);
    if (f.core == nothing) return {};
    int steps = 16;
    const shifted p = detail::split(w, w.nodes[f.core].arg[0], steps);
    if (!detail::waits(w, p) || !w.has_room(20)) return {};
    const int weight = f.weight == nothing && f.mask != nothing ? w.constant(1.0f) : f.weight;
    const int shift = w.template reduce<Shift>(p.element, weight, f.mask);
    if (shift == nothing) return {};
    const bool mean = w.sum().op->id == sinter::detail::op_id_of<ops::mean_t>();
    const int sum =
        mean ? w.template reduce<Mean>(p.element, weight, f.mask) : w.template reduce<Sum>(p.element, weight, f.mask);
    int value = w.template make<ops::mul_t>(sum, w.template make<Exp>(detail::add_row(w, shift, p.row)));
    value = detail::with_factors(w, f, value, f.mask != nothing);
    // Of no elements the sum is its own, whatever q is.
    const int none = w.apply(sinter::detail::op_info_of<ops::equal_t>, dtype::boolean, shift,
                             w.constant(-std::numeric_limits<float>::infinity()));
    value = w.template make<ops::where_t>(none, sum, value);
    if (f.mask != nothing) value = detail::with_factors(w, f, value, false);
    return {value, nothing, p.waited, true};
  }
};

// sum((p - q)^2) = d + n * (m - q)^2, where n values p have the mean m and the squared deviations d: one fold over p.
struct shifted_squares {
  static constexpr const char* name = "squares from moments";

  template <class W>
  static constexpr bool is_core(const W& w, int id) {
    const bool squares =
        w.template is<ops::square_t>(id) || (w.template is<ops::mul_t>(id) && w.nodes[id].arg[0] == w.nodes[id].arg[1]);
    return squares && w.is_open(id);
  }
  template <class W>
  static constexpr shifted take(W& w) {
    const detail::factored f = detail::factor<shifted_squares>(w);
    if (f.core == nothing || f.weight != nothing || f.mask != nothing) return {};
    int steps = 16;
    const shifted p = detail::split(w, w.nodes[f.core].arg[0], steps);
    if (!detail::waits(w, p) || !w.has_room(20)) return {};
    const int mean = w.template reduce<ops::moment_mean_t>(p.element);
    if (mean == nothing) return {};
    const int apart = detail::add_row(w, mean, p.row);
    int value = w.template make<ops::mul_t>(apart, apart);
    if (w.sum().op->id == sinter::detail::op_id_of<ops::mean_t>()) {
      value = w.template make<ops::add_t>(w.template reduce<ops::variance_t>(p.element), value);
      return {detail::with_factors(w, f, value, false), nothing, p.waited, true};
    }
    const int count = w.template reduce<ops::moment_count_t>(p.element);
    const int around = w.template reduce<ops::deviation_t>(p.element);
    value = w.template make<ops::add_t>(around, w.template make<ops::mul_t>(count, value));
    value = detail::with_factors(w, f, value, false);
    const int none = w.apply(sinter::detail::op_info_of<ops::equal_t>, dtype::boolean, count, w.constant(0.0f));
    return {w.template make<ops::where_t>(none, around, value), nothing, p.waited, true};
  }
};

using shifted_exp = shifted_exponentials<ops::exp_t, ops::exp_shift_t, ops::exp_sum_t, ops::exp_mean_t>;
using shifted_exp2 = shifted_exponentials<ops::exp2_t, ops::exp2_shift_t, ops::exp2_sum_t, ops::exp2_mean_t>;
// The table. take(): what stands for the sum, as `element`, and the row value that it no longer waits for.
using shift_laws = type_list<shifted_exp, shifted_exp2, shifted_squares>;
// Its beginning, for rows that are kept unless they are long: moments would cost each norm a second of nvcc for rows of 50000.
using shift_laws_of_long_rows = type_list<shifted_exp, shifted_exp2>;
template <class... Laws>
constexpr auto law_names(type_list<Laws...>) {
  struct names {
    const char* of[sizeof...(Laws)];
  };
  return names{{Laws::name...}};
}

}  // namespace sinter::pass
