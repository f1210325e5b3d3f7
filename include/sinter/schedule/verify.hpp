// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What must hold of every plan, checked at compile time where a region is scheduled. In: a graph and its plan.
// Out: the first fault, or none.
#pragma once

#include <sinter/schedule/boundaries.hpp>
#include <sinter/schedule/plan.hpp>

namespace sinter::schedule {

enum class fault : std::uint8_t {
  none,
  unwritten_read,
  two_writers,
  unwritten_result,
  unknown_operand,
  mixed_reductions,
  mixed_axes,
  finishing_rows
};

constexpr const char* name_of(fault f) {
  constexpr const char* names[] = {"none",
                                   "a step reads a place that no step before it has written",
                                   "two steps that both run write one place",
                                   "a result is not written",
                                   "a step computes a node without one of its operands",
                                   "a step holds both a row and a whole-tensor reduction",
                                   "a step reduces rows along different axes"};
  return names[static_cast<int>(f)];
}

namespace detail {

template <class G, class P>
class plan_checker {
 public:
  constexpr plan_checker(const G& g, const P& p) : g_(g), p_(p) {}

  constexpr fault check() {
    bool written[P::capacity + G::size + 8] = {};
    for (int i = 0; i < p_.inputs; ++i) written[i] = true;
    const fault f = run(0, p_.step_count, written);
    if (f != fault::none) return f;
    for (int o = 0; o < G::outs; ++o) {
      if (!written[p_.output_place(o)]) return fault::unwritten_result;
    }
    return fault::none;
  }

 private:
  // Steps [first, last): marks what they write.
  constexpr fault run(int first, int last, bool* written) {
    for (int s = first; s < last; ++s) {
      const auto& step = p_.steps[s];
      if (step.kind == step_kind::branch) {
        if (!written[p_.source_of(p_.place_of[step.predicate])]) return fault::unwritten_read;
        const int yes = s + 1;
        const int no = yes + step.yes_steps;
        const int end = no + step.no_steps;
        // Each side starts from what is there; both must write what follows.
        bool other[P::capacity + G::size + 8] = {};
        for (int i = 0; i < p_.places(); ++i) other[i] = written[i];
        if (const fault f = run(yes, no, written); f != fault::none) return f;
        if (const fault f = run(no, end, other); f != fault::none) return f;
        for (int i = 0; i < p_.places(); ++i) written[i] = written[i] && other[i];
        s = end - 1;
        continue;
      }
      if (const fault f = check_step(s, written); f != fault::none) return f;
    }
    return fault::none;
  }

  constexpr fault check_step(int s, bool* written) {
    const auto& step = p_.steps[s];
    bool rows = false;
    bool wholes = false;
    std::uint8_t axes = 0;
    for (int i = 0; i < g_.count; ++i) {
      if ((step.loaded.contains(i) || step.finished.contains(i)) &&
          !written[p_.source_of(p_.place_of[resolve(g_, i).node])]) {
        return fault::unwritten_read;
      }
      if (!step.computed.contains(i)) continue;
      for (int a = 0; a < graph::first_value(g_.nodes[i]); ++a) {
        if (!written[p_.source_of(p_.place_of[resolve(g_, g_.nodes[i].arg[a]).node])]) return fault::unwritten_read;
      }
      if (is_row_reduction(g_.nodes[i])) {
        if (rows && g_.nodes[i].reduced != axes) return fault::mixed_axes;
        axes = g_.nodes[i].reduced;
        rows = true;
      }
      wholes = wholes || is_whole_reduction(g_.nodes[i]);
      for (int a = graph::first_value(g_.nodes[i]); a < g_.nodes[i].nargs; ++a) {
        const int o = g_.nodes[i].arg[a];
        if (!step.computed.contains(o) && !step.loaded.contains(o) && !step.finished.contains(o)) {
          return fault::unknown_operand;
        }
      }
    }
    if (rows && wholes) return fault::mixed_reductions;
    for (int i = 0; i < g_.count; ++i) {
      if (rows && step.finished.contains(i)) return fault::finishing_rows;
    }
    for (int w = 0; w < p_.write_count; ++w) {
      const write& out = p_.writes[w];
      if (out.step != s) continue;
      if (written[out.place] != (g_.nodes[out.node].kind == node_kind::scatter)) {
        return written[out.place] ? fault::two_writers : fault::unwritten_read;
      }
      written[out.place] = true;
    }
    return fault::none;
  }

  const G& g_;
  const P& p_;
};

}  // namespace detail

template <class G, class P>
constexpr fault verify(const G& g, const P& p) {
  return detail::plan_checker<G, P>(g, p).check();
}

}  // namespace sinter::schedule
