// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan + data → `binding`: the address and strides of every place, the value of every extent and scalar.
// All checks of a call happen here: shapes, null, memory, overlap. In: views and scalars. Out: a binding, or sinter::error.
// Invariant: nothing has been launched or written when it throws; a warm call allocates nothing here.
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

template <class S>
struct binding {
  static constexpr int places = S::plan.places();
  place_memory place[places + 1];
  std::uint64_t scalar[S::graph.scalars + graph::extent_values(S::graph) + 1];  // those of the call, then extents
  schedule::symbol_values<S::graph.symbols.count> symbols;
  memory_space space{memory_space::unknown};
};

namespace detail {

SINTER_WARM inline void bind_memory(place_memory& m, const void* data, int rank, int element_size,
                                    const std::int64_t* extents, const std::int64_t* strides) {
  m.data = const_cast<void*>(data);
  m.rank = rank;
  m.element_size = element_size;
  for (int a = 0; a < rank; ++a) {
    m.extent[a] = extents[a];
    m.stride[a] = strides[a];
  }
  m.measure();
}
template <class V>
void bind_view(place_memory& m, const V& v) {
  bind_memory(m, v.data(), V::rank, sizeof(typename V::value_type), v.extents(), v.strides());
}

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
      const bool gathers = S::plan.steps[s].computed.contains(i) && n.kind == graph::node_kind::gather;
      if (!gathers && !S::plan.steps[s].loaded.contains(i)) continue;
      const graph::node& from = S::graph.nodes[schedule::read_from(S::graph, gathers ? n.arg[0] : i)];
      if (from.kind != graph::node_kind::input) continue;
      // What is read through a view, or gathered, may not be written by the same kernel, nor by an earlier one.
      int& last = r.last_read[from.arg[0]];
      last = gathers || n.kind == graph::node_kind::view ? 1 << 21 : last > s ? last : s;
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
    r.element_write[k] = !row || S::graph.nodes[out.node].ext.axis[0] != 0;
  }
  return r;
}
template <class G>
constexpr bool any_needs_elements(const G& g) {
  for (int i = 0; i < g.count; ++i) {
    if (g.nodes[i].kind == graph::node_kind::reduce && g.nodes[i].op->needs_elements) return true;
    if (g.nodes[i].kind == graph::node_kind::gather && !graph::is_masked(g.nodes[i])) return true;
  }
  return false;
}
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
inline constexpr call_facts call_facts_of{S::graph.nodes,
                                          S::graph.count,
                                          &S::graph.symbols,
                                          schedule::moves_of(S::graph),
                                          check_moves_of<S>(),
                                          S::plan.inputs,
                                          S::graph_type::outs,
                                          any_needs_elements(S::graph),
                                          S::graph.output,
                                          place_steps_of<S>.last_read,
                                          place_steps_of<S>.first_write,
                                          place_steps_of<S>.element_write,
                                          place_steps_of<S>.write_domain};

SINTER_COLD [[noreturn]] inline void report_shapes(const call_facts& f, const std::int64_t* extent) {
  // The first node whose operands do not broadcast is what the user wrote.
  for (int i = 0; i < f.node_count; ++i) {
    const graph::node& n = f.nodes[i];
    for (int k = 0; k < max_rank; ++k) {
      bool bad = false;
      std::int64_t size = 1;
      for (int a = 0; a < n.nargs; ++a) {
        const graph::node& o = f.nodes[n.arg[a]];
        const std::int64_t e = a < graph::first_value(n) && k >= o.rank - 1 ? 1 : extent[o.ext.axis[k]];
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
           n.op != nullptr                      ? n.op->name
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

SINTER_PLAIN inline std::int64_t elements_of(const graph::extents& e, const std::int64_t* extent) {
  std::int64_t n = 1;
  for (const std::int16_t a : e.axis) n *= extent[a];
  return n;
}
// Where some extent is 0: does a reduction, or a gather, have elements, which needs some?
SINTER_PLAIN inline void check_elements(const call_facts& f, const std::int64_t* extent) {
  bool empty = false;
  for (int s = 0; s < f.symbols->count; ++s) empty = empty || extent[s] == 0;
  if (!empty) return;
  for (int i = 0; i < f.node_count; ++i) {
    const graph::node& n = f.nodes[i];
    if (n.kind == graph::node_kind::gather && !graph::is_masked(n) && extent[graph::gathered_symbol(n)] == 0 &&
        elements_of(n.ext, extent) != 0) {
      fail("take: the axis has no elements to choose from, and the result has %ld", elements_of(n.ext, extent));
    }
    if (n.kind != graph::node_kind::reduce || !n.op->needs_elements) continue;
    if (elements_of(f.nodes[n.arg[0]].ext, extent) == 0 && (n.rank == 0 || elements_of(n.ext, extent) != 0)) {
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

SINTER_COLD [[noreturn]] inline void report_spaces(memory_space one, memory_space other, int view) {
  char where[32] = "the host";
  if (one.device >= 0) std::snprintf(where, sizeof(where), "device %d", one.device);
  fail("views live in different memory: one on %s, view %d on %s: copy the data first", where, view,
       other.device < 0 ? "the host" : "another device");
}

// One space for all of a call's views.
struct common_space {
  memory_space space{memory_space::unknown};
  int views = 0;
  SINTER_WARM void add(memory_space s, const void* data) {
    ++views;
    if (s.device == memory_space::unknown || s.device == memory_space::anywhere || data == nullptr) return;
    if (space.device != memory_space::unknown && !(space == s)) report_spaces(space, s, views - 1);
    space = s;
  }
  template <class A>
  void add(const A& argument) {
    if constexpr (View<A>) add(argument.space(), argument.data());
  }
};

template <class S, class... Args>
void bind_arguments(binding<S>& b, common_space& space, const Args&... args) {
  int input = 0;
  int scalar = 0;
  const auto one = [&](const auto& a) {
    using A = std::remove_cvref_t<decltype(a)>;
    if constexpr (View<A>) {
      bind_view(b.place[input++], a);
      space.add(a);
    } else if constexpr (ComplexNumber<A>) {
      using part = type_of<real_of(carried_dtype<A, Args...>)>;
      b.scalar[scalar++] = to_bits(static_cast<part>(a.real()));
      b.scalar[scalar++] = to_bits(static_cast<part>(a.imag()));
    } else {
      b.scalar[scalar++] = to_bits(static_cast<type_of<carried_dtype<A, Args...>>>(a));
    }
  };
  (one(args), ...);
}

template <class S, int K, class Out>
void bind_output(binding<S>& b, common_space& space, const Out& out) {
  constexpr auto& n = S::graph.nodes[S::graph.output[K]];
  static_assert(View<Out>, "into: a result goes into a view; make one with sinter::view(pointer, {extents})");
  if constexpr (View<Out>) {
    static_assert(!std::is_const_v<std::remove_pointer_t<decltype(out.data())>>,
                  "into: the output is a view of const elements, which nothing can be written to; make it from a "
                  "pointer to non-const");
    static_assert(
        dtype_of<typename Out::value_type> == n.type,
        "into: the output's dtype is not the formula's: cast the formula, as in cast<float>(...), or change the view");
    static_assert(Out::rank == n.rank,
                  "into: the output's rank is not the formula's: give the view as many axes, or leave reduced ones out "
                  "with drop, as "
                  "in sum(x, axis<-1>, drop)");
    bind_view(b.place[S::plan.inputs + K], out);
    space.add(out);
  }
}

// Extents that a formula uses as values stand behind the call's scalars.
template <class S>
struct extent_scalars {
  std::int16_t symbol[graph::extent_values(S::graph) + 1] = {};
};
template <class S>
constexpr extent_scalars<S> find_extent_scalars() {
  extent_scalars<S> r;
  int n = 0;
  for (int i = 0; i < S::graph.count; ++i) {
    if (S::graph.nodes[i].kind == graph::node_kind::extent) {
      r.symbol[n++] = static_cast<std::int16_t>(S::graph.nodes[i].bits);
    }
  }
  return r;
}
template <class S>
inline constexpr extent_scalars<S> extent_scalars_of = find_extent_scalars<S>();

}  // namespace detail

// Binds a call. In: arguments in order (a pack of views and scalars), outputs (a pack of views). Throws sinter::error.
template <class S, class... Args, class... Outs>
SINTER_WARM void bind(binding<S>& b, const pack<Args...>& args, const pack<Outs...>& outs) {
  static_assert(sizeof...(Outs) == S::graph_type::outs,
                "into: give one view for every result, as into(outputs(a, b), executor)");
  detail::common_space space;
#if !SINTER_ON_DEVICE  // which needs to know of a call what is wrong with its types and which kernels it launches
  args.apply([&](const Args&... a) { detail::bind_arguments(b, space, a...); });
#endif
  if constexpr (sizeof...(Outs) == S::graph_type::outs) {
    const auto bind_all = [&]<std::size_t... K>(std::index_sequence<K...>) {
      (detail::bind_output<S, static_cast<int>(K)>(b, space, item<K>(outs)), ...);
    };
    bind_all(std::index_sequence_for<Outs...>{});
  }
#if !SINTER_ON_DEVICE
  b.space = space.space;
  detail::check_call(detail::call_facts_of<S>, b.place, b.symbols.extent);
  if constexpr (graph::extent_values(S::graph) > 0) {
    for (int k = 0; k < graph::extent_values(S::graph); ++k) {
      const std::int64_t n = b.symbols.extent[detail::extent_scalars_of<S>.symbol[k]];
      b.scalar[S::graph.scalars + k] = static_cast<std::uint64_t>(n);
    }
  }
#endif
}

}  // namespace sinter
