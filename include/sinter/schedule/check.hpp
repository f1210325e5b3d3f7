// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be wrong with a call's data: null and misaligned pointers, shapes, movements, axes without elements, overlap.
// In: a plan as plain tables, the memory of its places. Out: the symbols' extents, or sinter::error with a sentence.
// Invariant: one compiled function serves every region of a file.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstring>

#include <sinter/core/config.hpp>
#include <sinter/core/error.hpp>
#include <sinter/graph/print.hpp>
#include <sinter/schedule/cost.hpp>
#include <sinter/schedule/schedule.hpp>
#include <sinter/tensor/overlap.hpp>

namespace sinter {

// Memory of one place, axes from the left.
struct place_memory {
  void* data;
  std::int64_t extent[max_rank];
  std::int64_t stride[max_rank];
  std::int64_t size;  // elements
  int rank;
  int element_size;
  bool dense;  // one run, the last axis fastest
  byte_range bytes;

  // Fills in what follows from data, extents and strides.
  __attribute__((always_inline)) void measure() {
    size = 1;
    dense = true;
    bytes = {0, element_size};
    for (int a = rank - 1; a >= 0; --a) {
      if (stride[a] != size && extent[a] != 1) dense = false;
      size *= extent[a];
      const std::int64_t reach = (extent[a] - 1) * stride[a] * element_size;
      (reach < 0 ? bytes.low : bytes.high) += reach;
    }
    if (size == 0) bytes = {0, 0};
  }
};

namespace detail {

__attribute__((always_inline)) inline memory_extent extent_of(const place_memory& m) {
  return {static_cast<const unsigned char*>(m.data), m.extent, m.stride, m.rank, m.element_size};
}

// Extents as a user would write them, for messages.
struct shape_words {
  char at[max_rank * 21 + 3];
};
SINTER_COLD inline shape_words words_of(const std::int64_t* extent, int rank) {
  shape_words w;
  int size = 0;
  for (int a = 0; a < rank; ++a) {
    size += std::snprintf(w.at + size, sizeof(w.at) - static_cast<std::size_t>(size), "%s%ld", a == 0 ? "(" : ", ",
                          extent[a]);
  }
  std::snprintf(w.at + size, sizeof(w.at) - static_cast<std::size_t>(size), rank == 0 ? "()" : ")");
  return w;
}
SINTER_COLD inline shape_words words_of(const graph::node& n, const std::int64_t* extent) {
  std::int64_t e[max_rank] = {};
  for (int x = 0; x < n.rank; ++x) e[x] = extent[n.ext.axis[n.rank - 1 - x]];
  return words_of(e, n.rank);
}

// What the checks of a call need of a plan, as plain tables: one compiled function serves every region.
struct call_facts {
  const graph::node* nodes;
  int node_count;
  const graph::symbol_table* symbols;
  schedule::move_table moves;
  void (*check_moves)(const graph::move*, int, const std::int64_t*);
  void (*check_scatters)(const graph::node*, int, const std::int64_t*);
  int inputs;
  int outs;
  bool needs_elements;         // some reduction has no value for no elements, or something is gathered
  const std::int16_t* output;  // result nodes
  // Which kernels read an input last and write an output: in place is possible when none reads after the write.
  const int* last_read;
  const int* first_write;
  const bool* element_write;
  const graph::extents* write_domain;
};

template <class S>
struct place_steps {
  int last_read[S::plan.inputs + 1] = {};
  int first_write[S::graph_type::outs + 1] = {};
  bool element_write[S::graph_type::outs + 1] = {};
  graph::extents write_domain[S::graph_type::outs + 1] = {};
};
template <class S>
constexpr place_steps<S> find_place_steps() {
  place_steps<S> r;
  for (int& x : r.last_read) x = -1;
  for (int& x : r.first_write) x = 1 << 20;
  for (int s = 0; s < S::plan.step_count; ++s) {
    for (int i = 0; i < S::graph.count; ++i) {
      const graph::node& n = S::graph.nodes[i];
      const bool computed = S::plan.steps[s].computed.contains(i);
      if (!computed && !S::plan.steps[s].loaded.contains(i)) continue;
      for (int a = 0; a < (computed ? graph::first_value(n) : 1); ++a) {
        const graph::node& from = S::graph.nodes[schedule::read_from(S::graph, computed ? n.arg[a] : i)];
        if (from.kind != graph::node_kind::input) continue;
        // What is read through a view, or gathered, may not be written by the same kernel, nor by an earlier one.
        int& last = r.last_read[from.arg[0]];
        last = computed || n.kind == graph::node_kind::view ? 1 << 21 : last > s ? last : s;
      }
    }
  }
  for (int w = 0; w < S::plan.write_count; ++w) {
    const schedule::write& out = S::plan.writes[w];
    const int k = out.place - S::plan.inputs;
    if (k < 0 || k >= S::graph_type::outs) continue;
    if (out.step < r.first_write[k]) {
      r.first_write[k] = out.step;
      r.write_domain[k] = S::plan.steps[out.step].domain;
    }
    const bool row = S::plan.steps[out.step].kind == schedule::step_kind::row;
    r.element_write[k] = !row || schedule::differs_along(S::graph.nodes[out.node].ext, S::plan.steps[out.step].reduced);
  }
  return r;
}
template <class G>
constexpr bool any_needs_elements(const G& g) {
  for (int i = 0; i < g.count; ++i) {
    if (g.nodes[i].kind == graph::node_kind::reduce && g.nodes[i].op->needs_elements) return true;
    for (int a = 0; a < graph::chosen_axes(g.nodes[i]) && g.nodes[i].kind == graph::node_kind::gather; ++a) {
      if (!graph::is_masked(g.nodes[i], a)) return true;
    }
  }
  return false;
}
SINTER_PLAIN inline std::int64_t elements_of(const graph::extents& e, const std::int64_t* extent) {
  std::int64_t n = 1;
  for (const std::int16_t a : e.axis) n *= extent[a];
  return n;
}

#if SINTER_HAS_HOST
// A movement that the source's extents do not allow.
SINTER_COLD inline void check_moves(const graph::move* moves, int count, const std::int64_t* extent) {
  const int i = schedule::impossible_move(moves, count, extent);
  if (i < 0) return;
  const graph::move& m = moves[i];
  const std::int64_t n = extent[m.symbol];
  const int axis = m.rank - 1 - m.axis;
  if (m.kind == graph::move_kind::select) fail("select: index %ld leaves axis %d of extent %ld", m.begin, axis, n);
  if (m.kind == graph::move_kind::unfold) {
    fail("unfold: axis %d of extent %ld is shorter than a window of %ld elements", axis, n, m.end);
  }
  fail("unflatten: axis %d of extent %ld is not a multiple of %ld", axis, n, m.end);
}

// Values that go elsewhere have, or broadcast to, the extents of what their indices name.
SINTER_COLD inline void check_scatters(const graph::node* nodes, int count, const std::int64_t* extent) {
  for (int i = 0; i < count; ++i) {
    const graph::node& n = nodes[i];
    if (n.kind == graph::node_kind::sum_chosen) {
      const graph::node& source = nodes[n.arg[0]];
      const std::int64_t indices = extent[nodes[n.arg[1]].ext.axis[0]];
      for (int k = 0; k < source.rank; ++k) {
        const std::int64_t e = extent[source.ext.axis[k]];
        const bool indexed = k == source.rank - 1;
        const std::int64_t fits = indexed ? indices : extent[n.ext.axis[k]];
        if (e == 1 || e == fits) continue;
        fail("scatter_add: values with the extent %ld do not broadcast to the %ld %s", e, fits,
             indexed ? "indices" : "elements of the target's axis");
      }
    }
    if (n.kind != graph::node_kind::scatter) continue;
    graph::node named = n;
    bool fits = true;
    for (int k = 0; k < n.rank; ++k) {
      named.ext.axis[k] = nodes[n.arg[(n.reduced >> k & 1U) != 0 ? 0 : 1]].ext.axis[k];
      fits = fits && extent[named.ext.axis[k]] == extent[n.ext.axis[k]];
    }
    if (fits) continue;
    fail("scatter: values of shape %s do not broadcast to the shape of what their indices name, %s",
         words_of(nodes[n.arg[2]], extent).at, words_of(named, extent).at);
  }
}
#else
void check_moves(const graph::move* moves, int count, const std::int64_t* extent);
void check_scatters(const graph::node* nodes, int count, const std::int64_t* extent);
#endif

template <class S>
inline constexpr place_steps<S> place_steps_of = find_place_steps<S>();
template <class S>
constexpr auto check_moves_of() -> decltype(&check_moves) {
  if constexpr (S::graph_type::move_count == 0)
    return nullptr;
  else
    return &check_moves;
}
template <class S>
constexpr auto check_scatters_of() -> decltype(&check_scatters) {
  for (int i = 0; i < S::graph.count; ++i) {
    const graph::node_kind kind = S::graph.nodes[i].kind;
    if (kind == graph::node_kind::scatter || kind == graph::node_kind::sum_chosen) return &check_scatters;
  }
  return nullptr;
}
template <class S>
inline constexpr call_facts call_facts_of{S::graph.nodes,
                                          S::graph.count,
                                          &S::graph.symbols,
                                          schedule::moves_of(S::graph),
                                          check_moves_of<S>(),
                                          check_scatters_of<S>(),
                                          S::plan.inputs,
                                          S::graph_type::outs,
                                          any_needs_elements(S::graph),
                                          S::graph.output,
                                          place_steps_of<S>.last_read,
                                          place_steps_of<S>.first_write,
                                          place_steps_of<S>.element_write,
                                          place_steps_of<S>.write_domain};

#if SINTER_HAS_HOST
SINTER_COLD [[noreturn]] inline void report_shapes(const call_facts& f, const std::int64_t* extent) {
  // The first node whose operands do not broadcast is what the user wrote.
  for (int i = 0; i < f.node_count; ++i) {
    const graph::node& n = f.nodes[i];
    if (n.kind == graph::node_kind::scattered) continue;
    for (int k = 0; k < max_rank; ++k) {
      bool bad = false;
      std::int64_t size = 1;
      for (int a = 0; a < n.nargs; ++a) {
        const graph::node& o = f.nodes[n.arg[a]];
        const std::int64_t e =
            a < graph::first_value(n) && k >= o.rank - graph::chosen_axes(n) ? 1 : extent[o.ext.axis[k]];
        if (e == 1 || e == size) continue;
        if (size != 1) bad = true;
        size = e;
      }
      if (!bad) continue;
      char shapes[graph::max_args * sizeof(shape_words)] = "";
      for (int a = 0; a < n.nargs; ++a) {
        std::strcat(shapes, a == 0 ? "" : " and ");
        std::strcat(shapes, words_of(f.nodes[n.arg[a]], extent).at);
      }
      fail("shapes of %s do not broadcast: %s (extents of an axis, counted from the last, must be equal or 1)",
           n.kind == graph::node_kind::scatter  ? "scatter"
           : n.op != nullptr                    ? n.op->name
           : n.kind == graph::node_kind::gather ? "a source and its indices"
                                                : "cond",
           shapes);
    }
  }
  fail("the arguments' shapes do not broadcast");
}

SINTER_COLD [[noreturn]] inline void report_pointer(const place_memory& m, int place, int inputs) {
  const char* what = place < inputs ? "input" : "output";
  const int ordinal = place < inputs ? place : place - inputs;
  if (m.data == nullptr) fail("%s %d is null but has %ld elements", what, ordinal, m.size);
  fail("%s %d is not aligned to its element size of %d bytes", what, ordinal, m.element_size);
}
SINTER_COLD [[noreturn]] inline void report_output_shape(const place_memory& m, int o, const graph::node& n,
                                                         const std::int64_t* extent) {
  fail("output %d has the shape %s but the formula has %s", o, words_of(m.extent, m.rank).at, words_of(n, extent).at);
}

// Where some extent is 0: does a reduction, or a gather, have elements, which needs some?
SINTER_PLAIN inline void check_elements(const call_facts& f, const std::int64_t* extent) {
  bool empty = false;
  for (int s = 0; s < f.symbols->count; ++s) empty = empty || extent[s] == 0;
  if (!empty) return;
  for (int i = 0; i < f.node_count; ++i) {
    const graph::node& n = f.nodes[i];
    bool lacks = false;
    for (int a = 0; a < graph::chosen_axes(n) && n.kind == graph::node_kind::gather; ++a) {
      lacks = lacks || (!graph::is_masked(n, a) && extent[graph::gathered_symbol(n, a)] == 0);
    }
    if (lacks && elements_of(n.ext, extent) != 0) {
      fail("take: the axis has no elements to choose from, and the result has %ld", elements_of(n.ext, extent));
    }
    if (n.kind != graph::node_kind::reduce || !n.op->needs_elements) continue;
    if (elements_of(n.domain, extent) == 0 && (n.reduced == graph::every_axis || elements_of(n.ext, extent) != 0)) {
      fail("%s over no elements has no value: the reduced extent is 0", n.op->name);
    }
  }
}

// An output with gaps or a stride of 0.
SINTER_COLD inline void check_itself(const place_memory& out, int o) {
  if (!overlaps_itself(extent_of(out))) return;
  fail("output %d of shape %s has elements that share an address (a stride of 0?): copy into a tensor of its own", o,
       words_of(out.extent, out.rank).at);
}
SINTER_COLD [[noreturn]] inline void report_overlap(int o, int other, int inputs, bool same) {
  if (other >= inputs) fail("output %d overlaps output %d: write them to different memory", o, other - inputs);
  fail("output %d overlaps input %d%s: write to other memory", o, other,
       same ? ", which is read after the output has been written" : " without being equal to it");
}
__attribute__((always_inline)) inline bool same_run(const place_memory& a, const place_memory& b) {
  return a.data == b.data && a.dense && b.dense && a.rank == b.rank && a.element_size == b.element_size &&
         std::memcmp(a.extent, b.extent, static_cast<std::size_t>(a.rank) * sizeof(std::int64_t)) == 0;
}
// Output o and another place lie across each other: interleaved, in place, or wrong.
SINTER_PLAIN inline void check_shared(const call_facts& f, const place_memory* place, const std::int64_t* extent, int o,
                                      int other) {
  const place_memory& out = place[f.inputs + o];
  const place_memory& m = place[other];
  const aliasing a = same_run(out, m) ? aliasing::same : alias_of(extent_of(out), extent_of(m));
  if (a == aliasing::disjoint) return;
  if (other < f.inputs && a == aliasing::same && f.last_read[other] <= f.first_write[o] && f.element_write[o] &&
      elements_of(f.write_domain[o], extent) == out.size)
    return;
  report_overlap(o, other, f.inputs, a == aliasing::same);
}

// Everything that can be wrong with a call's data. In: places of inputs and outputs. Out: the symbols' extents.
SINTER_WARM inline void check_call(const call_facts& f, const place_memory* place, std::int64_t* extent) {
  for (int p = 0; p < f.inputs + f.outs; ++p) {
    const place_memory& m = place[p];
    const bool aligned = (reinterpret_cast<std::uintptr_t>(m.data) & static_cast<unsigned>(m.element_size - 1)) == 0;
    if (!aligned || (m.data == nullptr && m.size != 0)) report_pointer(m, p, f.inputs);
  }
  if (!schedule::evaluate_symbols(*f.symbols, f.moves, extent,
                                  [&](const graph::input_axis& a) { return place[a.input].extent[a.axis]; })) {
    report_shapes(f, extent);
  }
  if (f.check_moves != nullptr) f.check_moves(f.moves.moves, f.moves.count, extent);
  if (f.check_scatters != nullptr) f.check_scatters(f.nodes, f.node_count, extent);
  if (f.needs_elements) check_elements(f, extent);
  for (int o = 0; o < f.outs; ++o) {
    const graph::node& n = f.nodes[f.output[o]];
    const place_memory& out = place[f.inputs + o];
    for (int a = 0; a < n.rank; ++a) {
      if (out.extent[a] != extent[n.ext.axis[n.rank - 1 - a]]) report_output_shape(out, o, n, extent);
    }
    if (!out.dense) check_itself(out, o);
    const auto* data = static_cast<const unsigned char*>(out.data);
    for (int p = 0; p < f.inputs + o; ++p) {
      const place_memory& m = place[p];
      const auto* other = static_cast<const unsigned char*>(m.data);
      const bool apart = data + out.bytes.high <= other + m.bytes.low || other + m.bytes.high <= data + out.bytes.low;
      if (!apart && (p >= f.inputs || f.last_read[p] >= 0)) check_shared(f, place, extent, o, p);
    }
  }
}
#else
void check_call(const call_facts& f, const place_memory* place, std::int64_t* extent);
#endif

}  // namespace detail
}  // namespace sinter
