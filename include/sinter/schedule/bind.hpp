// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan + data → `binding`: the address and strides of every place, the value of every extent and scalar.
// All checks of a call happen here: shapes, null, memory, overlap. In: views and scalars. Out: a binding, or sinter::error.
// Invariant: nothing has been launched or written when it throws; a warm call allocates nothing here.
#pragma once

#include <cstdint>

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
  int rank;
  int element_size;
};

template <class S>
struct binding {
  static constexpr int places = S::plan.inputs + S::graph_type::outs + S::plan.temp_count;
  place_memory place[places + 1];
  std::uint64_t scalar[S::graph.scalars + 1];
  schedule::symbol_values<S::graph.symbols.count> symbols;
  memory_space space{memory_space::unknown};
};

namespace detail {

template <class V>
place_memory memory_of(const V& v) {
  place_memory m;
  m.data = const_cast<void*>(static_cast<const void*>(v.data()));
  m.rank = V::rank;
  m.element_size = sizeof(typename V::value_type);
  for (int a = 0; a < V::rank; ++a) {
    m.extent[a] = v.extent(a);
    m.stride[a] = v.stride(a);
  }
  return m;
}

inline memory_extent extent_of(const place_memory& m) {
  return {static_cast<const unsigned char*>(m.data), m.extent, m.stride, m.rank, m.element_size};
}
inline std::int64_t size_of(const place_memory& m) {
  std::int64_t n = 1;
  for (int a = 0; a < m.rank; ++a) n *= m.extent[a];
  return n;
}

// The place's extents as a user would write them.
inline text shape_text(const place_memory& m) {
  text t;
  print_extents(t, m.extent, m.rank);
  return t;
}

// Which kernels read an input last and write an output: in place is possible when none reads after the write.
template <class S>
struct place_steps {
  int last_read[S::plan.inputs + 1] = {};
  int first_write[S::graph_type::outs + 1] = {};
  bool element_write[S::graph_type::outs + 1] = {};
};
template <class S>
constexpr place_steps<S> find_place_steps() {
  place_steps<S> r;
  for (int& x : r.last_read) x = -1;
  for (int& x : r.first_write) x = 1 << 20;
  for (int s = 0; s < S::plan.step_count; ++s) {
    for (int i = 0; i < S::graph.count; ++i) {
      if (S::plan.steps[s].loaded.contains(i) && S::graph.nodes[i].kind == graph::node_kind::input) {
        r.last_read[S::graph.nodes[i].arg[0]] = s;
      }
    }
  }
  for (int w = 0; w < S::plan.write_count; ++w) {
    const schedule::write& out = S::plan.writes[w];
    const int k = out.place - S::plan.inputs;
    if (k < 0 || k >= S::graph_type::outs) continue;
    if (out.step < r.first_write[k]) r.first_write[k] = out.step;
    const bool row = S::plan.steps[out.step].kind == schedule::step_kind::row;
    r.element_write[k] = !row || S::graph.nodes[out.node].ext.axis[0] != 0;
  }
  return r;
}

template <class S>
[[noreturn]] void report_shapes(const binding<S>& b) {
  // The first node whose operands do not broadcast is what the user wrote.
  const auto& g = S::graph;
  for (int i = 0; i < g.count; ++i) {
    for (int k = 0; k < max_rank; ++k) {
      bool bad = false;
      std::int64_t n = 1;
      for (int a = 0; a < g.nodes[i].nargs; ++a) {
        const std::int64_t e = b.symbols.extent[g.nodes[g.nodes[i].arg[a]].ext.axis[k]];
        if (e == 1 || e == n) continue;
        if (n != 1) bad = true;
        n = e;
      }
      if (!bad) continue;
      text t("shapes of ");
      t << (g.nodes[i].op != nullptr ? g.nodes[i].op->name : "cond") << " do not broadcast:";
      for (int a = 0; a < g.nodes[i].nargs; ++a) {
        const graph::node& o = g.nodes[g.nodes[i].arg[a]];
        std::int64_t e[max_rank] = {};
        for (int x = 0; x < o.rank; ++x) e[x] = b.symbols.extent[o.ext.axis[o.rank - 1 - x]];
        t << (a == 0 ? " " : " and ");
        print_extents(t, e, o.rank);
      }
      t << " (extents of an axis, counted from the last, must be equal or 1)";
      throw error(t);
    }
  }
  throw error("the arguments' shapes do not broadcast");
}

inline void check_pointer(const place_memory& m, const char* what, int ordinal) {
  if (m.data == nullptr && size_of(m) != 0) {
    throw error(text(what) << ' ' << ordinal << " is null but has " << size_of(m) << " elements");
  }
  if (reinterpret_cast<std::uintptr_t>(m.data) % static_cast<std::uintptr_t>(m.element_size) != 0) {
    throw error(text(what) << ' ' << ordinal << " is not aligned to its element size of " << m.element_size
                           << " bytes");
  }
}

template <class S>
void check_overlap(const binding<S>& b) {
  static constexpr place_steps<S> steps = find_place_steps<S>();
  constexpr int inputs = S::plan.inputs;
  constexpr int outs = S::graph_type::outs;
  for (int o = 0; o < outs; ++o) {
    const place_memory& out = b.place[inputs + o];
    if (overlaps_itself(extent_of(out))) {
      throw error(
          text("output ") << o << " of shape " << shape_text(out)
                          << " has elements that share an address (a stride of 0?): copy into a tensor of its own");
    }
    for (int i = 0; i < inputs; ++i) {
      const aliasing a = alias_of(extent_of(out), extent_of(b.place[i]));
      if (a == aliasing::disjoint || steps.last_read[i] < 0) continue;
      const auto& domain = S::plan.steps[steps.first_write[o] < S::plan.step_count ? steps.first_write[o] : 0].domain;
      if (a == aliasing::same && steps.last_read[i] <= steps.first_write[o] && steps.element_write[o] &&
          schedule::elements(b.symbols, domain) == size_of(out)) {
        continue;
      }
      throw error(text("output ") << o << " overlaps input " << i
                                  << (a == aliasing::same ? ", which is read after the output has been written"
                                                          : " without being equal to it")
                                  << ": write to other memory");
    }
    for (int k = 0; k < o; ++k) {
      if (alias_of(extent_of(out), extent_of(b.place[inputs + k])) != aliasing::disjoint) {
        throw error(text("output ") << o << " overlaps output " << k << ": write them to different memory");
      }
    }
  }
}

template <class S, class... Args>
void bind_arguments(binding<S>& b, const Args&... args) {
  int input = 0;
  int scalar = 0;
  const auto one = [&](const auto& a) {
    using A = std::remove_cvref_t<decltype(a)>;
    if constexpr (View<A>) {
      b.place[input++] = memory_of(a);
    } else {
      b.scalar[scalar++] = to_bits(static_cast<type_of<scalar_dtype<A>>>(a));
    }
  };
  (one(args), ...);
}

template <class S>
void check_inputs(binding<S>& b) {
  std::int64_t extents[S::plan.inputs + 1][max_rank] = {};
  for (int i = 0; i < S::plan.inputs; ++i) {
    check_pointer(b.place[i], "input", i);
    for (int a = 0; a < b.place[i].rank; ++a) extents[i][a] = b.place[i].extent[a];
  }
  schedule::evaluate_symbols(b.symbols, S::graph.symbols, extents);
  if (b.symbols.conflict >= 0) report_shapes(b);
  for (int i = 0; i < S::graph.count; ++i) {
    const graph::node& n = S::graph.nodes[i];
    if (n.kind == graph::node_kind::reduce && n.op->needs_elements) {
      const std::int64_t all = schedule::elements(b.symbols, S::graph.nodes[n.arg[0]].ext);
      if (all == 0 && (n.rank == 0 || schedule::elements(b.symbols, n.ext) != 0)) {
        throw error(text(n.op->name) << " over no elements has no value: the reduced extent is 0");
      }
    }
  }
}

template <class S, int K, class Out>
void bind_output(binding<S>& b, const Out& out) {
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
    place_memory& m = b.place[S::plan.inputs + K];
    m = memory_of(out);
    check_pointer(m, "output", K);
    for (int a = 0; a < n.rank; ++a) {
      if (m.extent[a] == b.symbols.extent[n.ext.axis[n.rank - 1 - a]]) continue;
      std::int64_t e[max_rank] = {};
      for (int x = 0; x < n.rank; ++x) e[x] = b.symbols.extent[n.ext.axis[n.rank - 1 - x]];
      text t("output ");
      t << K << " has the shape " << shape_text(m) << " but the formula has ";
      print_extents(t, e, n.rank);
      throw error(t);
    }
  }
}

// One space for all of a call's views; throws when they live apart.
template <class... Views>
memory_space common_space(const Views&... views) {
  memory_space s{memory_space::unknown};
  int ordinal = 0;
  const auto one = [&](const auto& v) {
    if constexpr (View<decltype(v)>) {
      const memory_space t = v.space();
      ++ordinal;
      if (t.device == memory_space::unknown || t.device == memory_space::anywhere || v.data() == nullptr) return;
      if (s.device != memory_space::unknown && !(s == t)) {
        throw error(text("views live in different memory: one ")
                    << (s.device < 0 ? "on the host" : "on device ") << (s.device < 0 ? 0 : s.device) << ", view "
                    << ordinal - 1 << (t.device < 0 ? " on the host" : " on another device")
                    << ": copy the data first");
      }
      s = t;
    }
  };
  (one(views), ...);
  return s;
}

}  // namespace detail

// Binds a call. In: arguments in order (a tuple of views and scalars), outputs (a tuple of views). Throws sinter::error.
template <class S, class... Args, class... Outs>
void bind(binding<S>& b, const std::tuple<Args...>& args, const std::tuple<Outs...>& outs) {
  static_assert(sizeof...(Outs) == S::graph_type::outs,
                "into: give one view for every result, as into(outputs(a, b), executor)");
  std::apply([&](const Args&... a) { detail::bind_arguments(b, a...); }, args);
  b.space = std::apply([&](const auto&... v) { return detail::common_space(v...); }, std::tuple_cat(args, outs));
  detail::check_inputs(b);
  if constexpr (sizeof...(Outs) == S::graph_type::outs) {
    const auto bind_all = [&]<std::size_t... K>(std::index_sequence<K...>) {
      (detail::bind_output<S, static_cast<int>(K)>(b, std::get<K>(outs)), ...);
    };
    bind_all(std::index_sequence_for<Outs...>{});
  }
  detail::check_overlap(b);
}

// Bytes of temporaries, and their places within one allocation that starts at `base`.
template <class S>
std::size_t place_temporaries(binding<S>& b, unsigned char* base) {
  std::size_t at = 0;
  for (int t = 0; t < S::plan.temp_count; ++t) {
    const schedule::temporary& temp = S::plan.temps[t];
    const graph::node& n = S::graph.nodes[temp.node];
    place_memory& m = b.place[S::plan.temp_place(t)];
    m.rank = n.rank;
    m.element_size = size_of(temp.type);
    std::int64_t stride = 1;
    for (int k = 0; k < n.rank; ++k) {
      const int a = n.rank - 1 - k;
      m.extent[a] = b.symbols.extent[n.ext.axis[k]];
      m.stride[a] = stride;
      stride *= m.extent[a];
    }
    std::size_t bytes = static_cast<std::size_t>(stride) * static_cast<std::size_t>(m.element_size);
    if (temp.partials) {
      bytes = 16 * static_cast<std::size_t>(
                       schedule::partials_of(schedule::elements(b.symbols, S::graph.nodes[n.arg[0]].ext)));
    }
    m.data = base + at;
    at += (bytes + 255) / 256 * 256;
  }
  return at;
}

}  // namespace sinter
