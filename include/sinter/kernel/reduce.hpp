// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole-tensor reductions: any map before, and either the epilogue in the block that finishes last, or partials for the
// next kernel. In: the operands of a domain; a ticket counter that is 0 between launches. Out: element stores, partials,
// scalars. Invariant: block b folds the same elements whatever the machine; partials are combined in index order.
#pragma once

#include <cstdint>

#include <sinter/kernel/combine.hpp>
#include <sinter/kernel/frame.hpp>
#include <sinter/kernel/pointwise.hpp>
#include <sinter/kernel/strided.hpp>

// The CPU's machine, whose members are host functions, is one of the machines: nvcc need not warn that it can't run elsewhere.
#if defined(__CUDACC__)
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20011, 20013, 20014, 20015
#endif

namespace sinter::kernel {

// Scratch of a last-block reduction: the partials of fold k start at k * partials_stride bytes.
struct reduce_scratch {
  unsigned* ticket;
  unsigned char* partials;
  std::uint64_t partials_stride;
};
// Padding would be copied as it is, and a graph runner compares parameters bit by bit.
static_assert(std::has_unique_object_representations_v<reduce_scratch>);

namespace detail {

// Accumulators of a program's folds, W lanes each.
template <int Index, class A, int W>
struct accumulator {
  A v[W];
};
template <class T>
struct fold_types {};
template <level L, class Red, class T, class R, int Index, int... Args>
struct fold_types<fold<L, Red, T, R, Index, Args...>> {
  using reduction = Red;
  using operand = T;
  using accumulator = typename Red::template accumulator<T>;
  static constexpr int index = Index;
  // Element e of its operands as an accumulator.
  template <class Frame>
  SINTER_INLINE static accumulator lift(const Frame& f, int e) {
    return Red::template lift<T>(lane<Args>(f, e)...);
  }
  // The same from get(number of an instruction).
  template <class Get>
  SINTER_INLINE static accumulator lift_from(const Get& get) {
    return Red::template lift<T>(get(std::integral_constant<int, Args>{})...);
  }
  SINTER_INLINE static accumulator combine(const accumulator& a, const accumulator& b) {
    return Red::template combine<T>(a, b);
  }
  // Element e, which comes after all that `a` is made of.
  template <class Frame>
  SINTER_INLINE static accumulator accumulate(const accumulator& a, const Frame& f, int e) {
    if constexpr (requires { Red::template accumulate<T>(a, lane<Args>(f, e)...); })
      return Red::template accumulate<T>(a, lane<Args>(f, e)...);
    else
      return combine(a, lift(f, e));
  }
  // E elements that come after all that `a` is made of, if the reduction takes many at once.
  template <int E>
  static constexpr bool takes_many = requires(T (&x)[E]) {
    Red::template lift_all<T>(x);
  };
  template <int E, class Frame>
  SINTER_INLINE static accumulator accumulate_all(const accumulator& a, const Frame& f) {
    T x[E];
    SINTER_UNROLL
    for (int e = 0; e < E; ++e) x[e] = (lane<Args>(f, e), ...);
    return combine(a, Red::template lift_all<T>(x));
  }
};

template <class Program, int W, int I>
constexpr auto pick_accumulator() {
  using types = fold_types<type_at<typename Program::list, I>>;
  if constexpr (program_traits<Program>::at[I].kind == instruction_kind::fold) {
    return std::type_identity<accumulator<types::index, typename types::accumulator, W>>{};
  } else {
    return std::type_identity<no_reg<I>>{};
  }
}
template <class Program, int W, class Seq>
struct accumulators_of;
template <class Program, int W, std::size_t... I>
struct accumulators_of<Program, W, std::index_sequence<I...>>
    : decltype(pick_accumulator<Program, W, static_cast<int>(I)>())::type... {};

template <int Index, class A, int W>
SINTER_INLINE A (&accumulator_at(accumulator<Index, A, W>& a))[W] {
  return a.v;
}

}  // namespace detail

template <class Program, int W>
using accumulators = detail::accumulators_of<Program, W, std::make_index_sequence<Program::size>>;

// Calls f(fold instruction type) for each fold that Select picks.
template <class Program, class Select, class F>
SINTER_INLINE void for_each_fold(const F& f) {
  const auto visit = [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      constexpr instruction ins = program_traits<Program>::at[K];
      if constexpr (ins.kind == instruction_kind::fold && Select::template picks<static_cast<int>(K)>) {
        f(detail::fold_types<type_at<typename Program::list, static_cast<int>(K)>>{},
          std::integral_constant<int, static_cast<int>(K)>{});
      }
    };
    (one(std::integral_constant<std::size_t, I>{}), ...);
  };
  visit(std::make_index_sequence<Program::size>{});
}

namespace detail {

// Before the folds complete: what does not depend on one. After: the rest.
template <class Program>
constexpr bool after_fold(int i) {
  bool after[Program::size + 1] = {};
  for (int k = 0; k <= i; ++k) {
    const instruction& ins = program_traits<Program>::at[k];
    for (int a = 0; a < ins.nargs; ++a) {
      after[k] =
          after[k] || after[ins.arg[a]] || program_traits<Program>::at[ins.arg[a]].kind == instruction_kind::fold;
    }
  }
  return after[i];
}

template <class Program, int I>
inline constexpr bool is_after_fold = after_fold<Program>(I);
template <class Program, int I>
inline constexpr bool is_uniform_value =
    program_traits<Program>::at[I].at == level::uniform&& program_traits<Program>::at[I].kind != instruction_kind::fold;

template <class Program>
struct select_prologue {  // uniform values, once
  template <int I>
  static constexpr bool picks = is_uniform_value<Program, I> && !is_after_fold<Program, I>;
};
template <class Program>
struct select_map {  // element values and stores, in the loop
  template <int I>
  static constexpr bool picks = program_traits<Program>::at[I].at == level::element;
};
template <class Program>
struct select_epilogue {
  template <int I>
  static constexpr bool picks = is_uniform_value<Program, I>&& is_after_fold<Program, I>;
};
template <class Program>
inline constexpr bool has_epilogue = [] {
  for (int i = 0; i < Program::size; ++i) {
    const instruction& ins = program_traits<Program>::at[i];
    if (ins.kind == instruction_kind::store && ins.at == level::uniform) return true;
  }
  return false;
}();

#if SINTER_HAS_KERNELS
// The machine of a reduction: element accesses come from Elements (contiguous or strided), scalars are stored by one thread.
template <class Elements>
struct reduce_machine : Elements {
  template <class T, int Slot, level L, int N>
  SINTER_INLINE void load(T (&v)[N]) const {
    Elements::template load<T, Slot, L>(v);
  }
  template <class T, int Slot, level L, class Value>
  SINTER_INLINE void store(const Value& value) const {
    if constexpr (L == level::element) {
      Elements::template store<T, Slot, L>(value);
    } else if (this->c.thread() == 0) {
      this->c.store(this->template target<T, Slot>(), value(0));
    }
  }
  template <class T, int Slot, int Index>
  SINTER_INLINE void store_partials() const {}
};

// After the loop: every block's partials, then the epilogue in the last block to arrive. Threads of one block all call it.
template <class Program, class Machine, class Frame, class Accumulators, int W>
SINTER_INLINE void complete(Machine& m, Frame& f, Accumulators& acc, const reduce_scratch& scratch, std::int64_t n) {
  const auto& c = m.c;
  constexpr unsigned folds = program_traits<Program>::folds;
  // One accumulator a thread, one a block.
  for_each_fold<Program, select_all>([&](auto types, auto at) {
    using F = decltype(types);
    using Red = typename F::reduction;
    using T = typename F::operand;
    auto& lanes = accumulator_at<F::index>(acc);
    SINTER_UNROLL
    for (int step = W / 2; step > 0; step /= 2) {
      SINTER_UNROLL
      for (int v = 0; v < step; ++v) lanes[v] = Red::template combine<T>(lanes[v], lanes[v + step]);
    }
    lanes[0] = combine_threads<Red, T>(c, lanes[0], c.threads(), F::index * collective_bytes<Program>);
    (void)at;
  });
  const auto publish = [&](auto types, auto* to) {
    using F = decltype(types);
    if (c.thread() == 0) c.publish(to + c.block(), accumulator_at<F::index>(acc)[0]);
  };
  const auto visit_partials = [&]<std::size_t... I>(std::index_sequence<I...>) {
    const auto one = [&]<class T, int Slot, int Arg, int Index>(store_partials<T, Slot, Arg, Index>) {
      publish(fold_types<type_at<typename Program::list, Arg>>{}, m.template target<T, Slot>());
    };
    const auto look = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      if constexpr (program_traits<Program>::at[K].kind == instruction_kind::store_partials) {
        one(type_at<typename Program::list, static_cast<int>(K)>{});
      }
    };
    (look(std::integral_constant<std::size_t, I>{}), ...);
  };
  visit_partials(std::make_index_sequence<Program::size>{});

  if constexpr (has_epilogue<Program>) {
    if (c.blocks() > 1) {
      for_each_fold<Program, select_all>([&](auto types, auto) {
        using F = decltype(types);
        using A = typename F::accumulator;
        publish(types, reinterpret_cast<A*>(scratch.partials + F::index * scratch.partials_stride));
      });
      const auto last = c.template shared<unsigned>(2 * folds * collective_bytes<Program>, 1);
      if (c.thread() == 0) {
        c.fence();
        last.store(0, c.ticket(scratch.ticket, c.blocks() - 1) == c.blocks() - 1 ? 1U : 0U);
      }
      c.sync();
      if (last.load(0) == 0) return;
      c.fence();
      for_each_fold<Program, select_all>([&](auto types, auto) {
        using F = decltype(types);
        using A = typename F::accumulator;
        accumulator_at<F::index>(acc)[0] = combine_partials<typename F::reduction, typename F::operand, true>(
            c, reinterpret_cast<const A*>(scratch.partials + F::index * scratch.partials_stride), c.blocks(),
            (folds + F::index) * collective_bytes<Program>);
      });
    }
    for_each_fold<Program, select_all>([&](auto types, auto at) {
      using F = decltype(types);
      find<decltype(at)::value>(f).v[0] =
          F::reduction::template finish<typename F::operand>(accumulator_at<F::index>(acc)[0], n);
    });
    run_selected<Program, 1, select_epilogue<Program>>(m, f);
  }
}
#endif

template <class Program, int W, class Accumulators>
SINTER_INLINE void start(Accumulators& acc) {
  for_each_fold<Program, select_all>([&](auto types, auto) {
    using F = decltype(types);
    SINTER_UNROLL
    for (int v = 0; v < W; ++v) {
      accumulator_at<F::index>(acc)[v] = F::reduction::template identity<typename F::operand>();
    }
  });
}

}  // namespace detail

template <class Program>
inline constexpr unsigned reduce_shared = 2 * program_traits<Program>::folds* collective_bytes<Program> + 16;

// Contiguous operands. U vectors a thread are in flight at once.
template <class Program, int V>
struct reduce_flat {
  static constexpr int threads = 512;
  static constexpr int loads = program_traits<Program>::element_loads;
  // 64 bytes a thread are in flight.
  static constexpr int vectors = loads < 2 ? 4 : loads < 4 ? 2 : 1;
  // All of a large tensor's blocks are resident at once where the map is small: with a second wave a sum lost 9%.
  static constexpr int min_blocks = loads <= 2 && Program::size <= 16 ? 4 : 0;
  static constexpr unsigned shared_bytes = reduce_shared<Program>;
  struct params : common_params<Program> {
    std::int64_t n;
    reduce_scratch scratch;
  };
#if SINTER_HAS_KERNELS
  static constexpr int elements = V * vectors;
  // Partial results a thread: enough to hide an addition's latency, few enough to leave registers to what is in flight.
  static constexpr int lanes = V < 4 ? V : 4;

  template <class C>
  struct contiguous : machine_base<C, params> {
    std::int64_t first;
    std::int32_t left;  // elements from `first` on, a tile's at most; negative where none
    bool whole;         // every element of the tile exists: all loads are then in flight together
    static constexpr int step = threads * V;
    SINTER_INLINE bool exists(int e) const { return e / V * step + e % V < left; }
    template <class T, int Slot, level L, int N>
    SINTER_INLINE void load(T (&v)[N]) const {
      if constexpr (L == level::element) {
        const T* from = this->template source<T, Slot>();
        arriving<T, V> all[vectors];
        if (whole) {
          SINTER_UNROLL
          for (int u = 0; u < vectors; ++u) all[u] = this->c.template load_packet<T, V>(from + first + u * step);
        } else {
          SINTER_UNROLL
          for (int u = 0; u < vectors; ++u) all[u] = load_vector<V>(this->c, from, first + u * step, this->p.n);
        }
        SINTER_UNROLL
        for (int u = 0; u < vectors; ++u) all[u].arrive(this->c, v + u * V);
      } else {
        v[0] = this->c.load(this->template source<T, Slot>());
      }
    }
    template <int Slot, level L, int N>
    SINTER_INLINE void position(std::int64_t (&v)[N]) const {
      if constexpr (L != level::element) {
        v[0] = 0;
      } else {
        SINTER_UNROLL
        for (int e = 0; e < N; ++e) v[e] = first + e / V * step + e % V;
      }
    }
    template <class T, int Slot, level L, class Value>
    SINTER_INLINE void store(const Value& value) const {
      SINTER_UNROLL
      for (int u = 0; u < vectors; ++u) {
        store_vector<V>(this->c, this->template target<T, Slot>(), first + u * step, this->p.n,
                        [&](int i) { return value(u * V + i); });
      }
    }
  };

  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, elements> f;
    accumulators<Program, lanes> acc;
    detail::start<Program, lanes>(acc);
    detail::reduce_machine<contiguous<C>> m{{{c, p}, 0, 0, false}};
    run_selected<Program, elements, detail::select_prologue<Program>>(m, f);
    constexpr std::int64_t tile = threads * elements;
    for (std::int64_t t = c.block(); t * tile < p.n; t += c.blocks()) {
      m.first = t * tile + static_cast<std::int64_t>(c.thread()) * V;
      m.whole = (t + 1) * tile <= p.n;
      m.left = static_cast<std::int32_t>(m.whole ? tile : p.n - m.first);
      run_selected<Program, elements, detail::select_map<Program>>(m, f);
      for_each_fold<Program, select_all>([&](auto types, auto) {
        using F = decltype(types);
        auto& sums = detail::accumulator_at<F::index>(acc);
        const auto add = [&](int e) { sums[e % lanes] = F::accumulate(sums[e % lanes], f, e); };
        if (m.whole) {
          if constexpr (F::template takes_many<elements>) {
            sums[0] = F::template accumulate_all<elements>(sums[0], f);
          } else {
            SINTER_UNROLL
            for (int e = 0; e < elements; ++e) add(e);
          }
        } else {
          SINTER_UNROLL
          for (int e = 0; e < elements; ++e) {
            if (m.exists(e)) add(e);
          }
        }
      });
    }
    detail::complete<Program, decltype(m), decltype(f), decltype(acc), lanes>(m, f, acc, p.scratch, p.n);
  }
#endif
};

// Operands of any strides.
template <class Program, bool Small>
struct reduce_strided {
  static constexpr int threads = strided_threads;
  static constexpr int elements = strided_elements;
  static constexpr unsigned shared_bytes = reduce_shared<Program>;
  struct params : strided_params<Program> {
    reduce_scratch scratch;
  };

#if SINTER_HAS_KERNELS
  template <class C>
  SINTER_INLINE static void run(const C& c, const params& p) {
    frame<Program, elements> f;
    accumulators<Program, elements> acc;
    detail::start<Program, elements>(acc);
    detail::reduce_machine<strided_machine<Program, Small, C, params>> m{{{c, p}, {}, 0, 0, {}, {}, {}}};
    run_selected<Program, elements, detail::select_prologue<Program>>(m, f);
    for (std::int64_t tile = c.block(); tile < p.tiles; tile += c.blocks()) {
      m.enter(tile);
      SINTER_ROLLED
      for (int round = 0; round < m.rounds(); ++round) {
        m.place(round);
        run_selected<Program, elements, detail::select_map<Program>>(m, f);
        for_each_fold<Program, select_all>([&](auto types, auto) {
          using F = decltype(types);
          auto& lanes = detail::accumulator_at<F::index>(acc);
          SINTER_UNROLL
          for (int e = 0; e < elements; ++e) {
            if (m.exists[e]) {
              lanes[e] = F::combine(lanes[e], F::lift(f, e));
            }
          }
        });
      }
    }
    detail::complete<Program, decltype(m), decltype(f), decltype(acc), elements>(m, f, acc, p.scratch,
                                                                                 p.rows * p.columns);
  }
#endif
};

}  // namespace sinter::kernel

#if defined(__CUDACC__)
#pragma nv_diagnostic pop
#endif
