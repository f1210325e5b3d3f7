// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Plan + data → `binding`: the address and strides of every place, the value of every extent and scalar.
// What can be wrong with a call is found here (check.hpp). In: views and scalars. Out: a binding, or sinter::error.
// Invariant: nothing has been launched or written when it throws; a warm call allocates nothing here.
#pragma once

#include <cstdint>
#include <cstdio>

#include <sinter/core/config.hpp>
#include <sinter/core/error.hpp>
#include <sinter/schedule/check.hpp>
#include <sinter/schedule/cost.hpp>
#include <sinter/schedule/schedule.hpp>

namespace sinter {

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
