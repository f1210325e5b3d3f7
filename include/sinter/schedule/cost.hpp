// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What a plan costs for given extents: kernels launched and bytes moved, as constexpr functions. `plan<region>(tensor…)`.
// In: a region and the arguments' shapes. Out: kernels(), max_kernels(), bytes().
// Invariant: kernels() is what an executor launches; of a branch, the side with more kernels counts.
#pragma once

#include <cstdint>

#include <sinter/schedule/row_ladder.hpp>
#include <sinter/schedule/schedule.hpp>

namespace sinter {
namespace schedule {

// The extents of every symbol, once the inputs are known. `conflict` is the first symbol whose axes do not broadcast, or -1.
template <int N>
struct symbol_values {
  std::int64_t extent[N];
  int conflict;
};

template <int N>
constexpr void evaluate_symbols(symbol_values<N>& v, const graph::symbol_table& table, const std::int64_t (*input)[max_rank]) {
  v.conflict = -1;
  for (int s = 0; s < table.count; ++s) {
    std::int64_t n = 1;
    for (int b = 0; b < table.bases; ++b) {
      if (!table.symbol[s].contains(b)) continue;
      const std::int64_t e = input[table.base[b].input][table.base[b].axis];
      if (e == 1 || e == n) continue;
      if (n != 1 && v.conflict < 0) v.conflict = s;
      n = e;
    }
    v.extent[s] = n;
  }
}

template <class V>
constexpr std::int64_t elements(const V& v, const graph::extents& e) {
  std::int64_t n = 1;
  for (const std::int16_t a : e.axis) n *= v.extent[a];
  return n;
}

// Partials of a whole-tensor reduction over n elements: fixed by n alone, so that results do not depend on the machine.
inline constexpr std::int64_t max_partials = 1056;
inline constexpr std::int64_t elements_per_partial = 4096;
constexpr std::int64_t partials_of(std::int64_t n) {
  const std::int64_t p = (n + elements_per_partial - 1) / elements_per_partial;
  return p < 1 ? 1 : p > max_partials ? max_partials : p;
}

// A step with nothing to do launches nothing: no elements to write, unless a reduction must say what nothing sums to.
template <class P, class V>
constexpr bool is_idle(const P& plan, int step, const V& v) {
  if (plan.steps[step].kind == step_kind::reduce) return false;
  std::int64_t n = 1;
  for (int k = plan.steps[step].kind == step_kind::row ? 1 : 0; k < max_rank; ++k) n *= v.extent[plan.steps[step].domain.axis[k]];
  return n == 0;
}

template <class P, class V>
constexpr int count_kernels(const P& plan, int first, int last, const V* v) {
  int n = 0;
  for (int s = first; s < last; ++s) {
    const auto& step = plan.steps[s];
    if (step.kind != step_kind::branch) {
      n += v == nullptr || !is_idle(plan, s, *v) ? 1 : 0;
      continue;
    }
    const int yes = count_kernels(plan, s + 1, s + 1 + step.yes_steps, v);
    const int no = count_kernels(plan, s + 1 + step.yes_steps, s + 1 + step.yes_steps + step.no_steps, v);
    n += yes > no ? yes : no;
    s += step.yes_steps + step.no_steps;
  }
  return n;
}

template <class G, class P>
constexpr std::int64_t place_element_size(const G& g, const P& plan, int node) {
  const int place = plan.place_of[node];
  if (place >= plan.inputs + G::outs) return size_of(plan.temps[place - plan.inputs - G::outs].type);
  return size_of(g.nodes[node].type);
}

template <class G, class P, class V>
constexpr std::int64_t step_bytes(const G& g, const P& plan, int s, const V& v) {
  const auto& step = plan.steps[s];
  if (step.kind == step_kind::branch) return 1;
  if (is_idle(plan, s, v)) return 0;
  const std::int64_t reads = step.kind == step_kind::row ? 1 : 1;
  std::int64_t total = 0;
  for (int i = 0; i < g.count; ++i) {
    if (step.loaded.contains(i)) {
      const bool rows = step.kind == step_kind::row && g.nodes[i].ext.axis[0] != 0;
      total += elements(v, g.nodes[i].ext) * place_element_size(g, plan, resolve(g, i).node) * (rows ? reads : 1);
    }
    if (step.finished.contains(i)) total += partials_of(elements(v, g.nodes[g.nodes[i].arg[0]].ext)) * 8;
  }
  for (int w = 0; w < plan.write_count; ++w) {
    const write& out = plan.writes[w];
    if (out.step != s) continue;
    const graph::node& n = g.nodes[out.node];
    const bool output = out.place < plan.inputs + G::outs;
    const int size = output ? size_of(n.type) : size_of(plan.temps[out.place - plan.inputs - G::outs].type);
    total += step.partial.contains(out.node) ? partials_of(elements(v, step.domain)) * 8 : elements(v, n.ext) * size;
  }
  return total;
}

template <class G, class P, class V>
constexpr std::int64_t count_bytes(const G& g, const P& plan, int first, int last, const V& v) {
  std::int64_t n = 0;
  for (int s = first; s < last; ++s) {
    n += step_bytes(g, plan, s, v);
    const auto& step = plan.steps[s];
    if (step.kind != step_kind::branch) continue;
    const std::int64_t yes = count_bytes(g, plan, s + 1, s + 1 + step.yes_steps, v);
    const std::int64_t no = count_bytes(g, plan, s + 1 + step.yes_steps, s + 1 + step.yes_steps + step.no_steps, v);
    n += yes > no ? yes : no;
    s += step.yes_steps + step.no_steps;
  }
  return n;
}

}  // namespace schedule

// A plan with its arguments' extents.
template <fusion Policy, class F, class... Sig>
struct shaped_plan {
  using scheduled_type = scheduled<Policy, F, Sig...>;
  using symbols_type = schedule::symbol_values<scheduled_type::graph.symbols.count>;
  symbols_type symbols;

  // Kernels that a call with these extents launches.
  constexpr int kernels() const {
    return schedule::count_kernels(scheduled_type::plan, 0, scheduled_type::plan.step_count, &symbols);
  }
  // Kernels that a call with any extents launches at most.
  static constexpr int max_kernels() {
    return schedule::count_kernels(scheduled_type::plan, 0, scheduled_type::plan.step_count,
                                   static_cast<const symbols_type*>(nullptr));
  }
  // Bytes read and written by those kernels, each operand once a kernel unless a row is too long to keep.
  constexpr std::int64_t bytes() const {
    return schedule::count_bytes(scheduled_type::graph, scheduled_type::plan, 0, scheduled_type::plan.step_count, symbols);
  }
};

namespace detail {
template <class T>
constexpr void copy_extents(const T& arg, std::int64_t* to) {
  if constexpr (is_view<T>) {
    for (int a = 0; a < T::rank; ++a) to[a] = arg.extent(a);
  } else if constexpr (is_tensor<T>) {
    for (int a = 0; a < T::rank; ++a) to[a] = arg.extent[a];
  }
}
// Extents of the tensors among the arguments, in order; scalars are no inputs.
template <class... Args>
constexpr void collect_extents(std::int64_t (*to)[max_rank], const Args&... args) {
  int i = 0;
  ((is_view<Args> || is_tensor<Args> ? copy_extents(args, to[i++]) : void()), ...);
}
}  // namespace detail

// The plan of a region for these arguments: tensors (or views) and scalars. Throws, or fails to compile in a constant
// expression, where the shapes do not broadcast.
template <fusion Policy = fusion::automatic, class Region, class... Args>
constexpr auto plan(const Region&, const Args&... args) {
  shaped_plan<Policy, typename Region::function, typename detail::signature_of<Args>::type...> p{};
  std::int64_t extents[sizeof...(Args) + 1][max_rank] = {};
  detail::collect_extents(extents, args...);
  schedule::evaluate_symbols(p.symbols, decltype(p)::scheduled_type::graph.symbols, extents);
  if (p.symbols.conflict >= 0) throw error("plan: the arguments' shapes do not broadcast");
  return p;
}
template <const auto& Region, fusion Policy = fusion::automatic, class... Args>
constexpr auto plan(const Args&... args) {
  return plan<Policy>(Region, args...);
}

}  // namespace sinter
