// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Reductions that choose: places of extremes, the k largest, both extremes, histograms. In: a value, the axes as reductions take
// them. Out: values of the reduction's extents. Invariant: ties go to the lowest index, and the first NaN is before every
// number; what is chosen from one value is one fold.
#pragma once

#include <sinter/core/math.hpp>
#include <sinter/op/arithmetic.hpp>
#include <sinter/op/gather.hpp>
#include <sinter/op/iota.hpp>
#include <sinter/op/op.hpp>
#include <sinter/op/reductions.hpp>
#include <sinter/op/rounding.hpp>

namespace sinter {
namespace ops {
namespace detail {

// An element and where it is; a negative index: none.
template <class T>
struct placed {
  T value;
  std::int64_t index;
};
// Is a before b, from the largest or from the smallest?
template <bool Largest, class T>
SINTER_FN constexpr bool is_before(const placed<T>& a, const placed<T>& b) {
  if (a.index < 0 || b.index < 0) return a.index >= 0;
  const bool nan_a = a.value != a.value;
  const bool nan_b = b.value != b.value;
  if (nan_a != nan_b) return nan_a;
  if (nan_a || a.value == b.value) return a.index < b.index;
  return Largest ? a.value > b.value : a.value < b.value;
}

// The place of an extreme element, of an element and its index.
template <bool Largest>
struct placing {
  static constexpr bool needs_elements = true;
  static constexpr auto vjp = derivative::zero;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  using accumulator = placed<wide<T>>;
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    return {0, -1};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x, std::int64_t index) {
    return {x, index};
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(const accumulator<T>& a, const accumulator<T>& b) {
    return is_before<Largest>(b, a) ? b : a;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> accumulate(const accumulator<T>& a, T x, std::int64_t index) {
    const bool better = Largest ? !(x <= a.value) : !(x >= a.value);
    return (better && a.value == a.value) || a.index < 0 ? accumulator<T>{x, index} : a;
  }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(const accumulator<T>& a, std::int64_t) {
    return a.index;
  }
};

}  // namespace detail

struct argmax_t final : reduction<argmax_t, "argmax">, detail::placing<true> {};
struct argmin_t final : reduction<argmin_t, "argmin">, detail::placing<false> {};

}  // namespace ops

// Reductions with a number in their type are a region's own, as a user's are.
namespace reductions {

// The first K elements in order.
template <int K, bool Largest>
struct selecting {
  static_assert(K >= 1 && K <= 16, "top_k: k is 1 to 16; for more, sort the elements");
  template <class T>
  struct accumulator {
    ops::detail::placed<ops::detail::wide<T>> of[K];
  };
  template <class T>
  SINTER_FN static constexpr accumulator<T> identity() {
    accumulator<T> none{};
    for (int i = 0; i < K; ++i) none.of[i].index = -1;
    return none;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> lift(T x, std::int64_t index) {
    accumulator<T> one = identity<T>();
    one.of[0] = {x, index};
    return one;
  }
  template <class T>
  SINTER_FN static constexpr accumulator<T> combine(accumulator<T> a, const accumulator<T>& b) {
    SINTER_ROLLED
    for (int j = 0; j < K; ++j) {
      auto next = b.of[j];
      if (next.index < 0) break;
      SINTER_UNROLL
      for (int i = 0; i < K; ++i) {
        if (!ops::detail::is_before<Largest>(next, a.of[i])) continue;
        const auto moved = a.of[i];
        a.of[i] = next;
        next = moved;
      }
    }
    return a;
  }
};
// The element at place I of that order, and its index. Where there are fewer: 0, and -1.
template <int K, bool Largest, int I>
struct selected_value final : reduction<selected_value<K, Largest, I>, "top_k">, selecting<K, Largest> {
  using monoid = selected_value<K, Largest, 0>;
  static constexpr dtype result(dtype t) { return t; }
  template <class T>
  SINTER_FN static constexpr T finish(const typename selecting<K, Largest>::template accumulator<T>& a, std::int64_t) {
    return static_cast<T>(a.of[I].value);
  }
  static constexpr auto vjp = derivative::unknown;
};
template <int K, bool Largest, int I>
struct selected_index final : reduction<selected_index<K, Largest, I>, "top_k_index">, selecting<K, Largest> {
  using monoid = selected_value<K, Largest, 0>;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(const typename selecting<K, Largest>::template accumulator<T>& a,
                                                 std::int64_t) {
    return a.of[I].index;
  }
  static constexpr auto vjp = derivative::zero;
};

// How many operands are 0, 1, … Bins - 1; bin I of them.
template <int Bins>
struct tallying {
  static_assert(Bins >= 1 && Bins <= 32, "histogram: there are 1 to 32 bins");
  struct counts {
    std::int64_t of[Bins];
  };
  template <class T>
  using accumulator = counts;
  template <class T>
  SINTER_FN static constexpr counts identity() {
    return {};
  }
  template <class T>
  SINTER_FN static constexpr counts lift(T bin) {
    counts one{};
    SINTER_UNROLL
    for (int i = 0; i < Bins; ++i) one.of[i] = bin == i ? 1 : 0;
    return one;
  }
  template <class T>
  SINTER_FN static constexpr counts combine(counts a, const counts& b) {
    SINTER_UNROLL
    for (int i = 0; i < Bins; ++i) a.of[i] += b.of[i];
    return a;
  }
};
template <int Bins, int I>
struct tally final : reduction<tally<Bins, I>, "histogram">, tallying<Bins> {
  using monoid = tally<Bins, 0>;
  static constexpr dtype result(dtype) { return dtype::i64; }
  template <class T>
  SINTER_FN static constexpr std::int64_t finish(const typename tallying<Bins>::counts& a, std::int64_t) {
    return a.of[I];
  }
  static constexpr auto vjp = derivative::zero;
};

}  // namespace reductions

namespace detail {

// Where an element is among those that are reduced with it, in row-major order.
template <class A>
constexpr auto place_among(const A& a) {
  return iota(a);
}
template <class A, int Axis, class... Drop>
constexpr auto place_among(const A& a, axis_t<Axis> along, Drop...) {
  if constexpr (has_axis<Axis, A::rank>)
    return iota(a, along);
  else
    return iota(a);
}
template <unsigned Mask, int K, class A, class I>
constexpr auto place_along(const A& a, const I& before) {
  if constexpr (K == A::rank) {
    return before;
  } else if constexpr ((Mask >> (A::rank - 1 - K) & 1U) == 0) {
    return place_along<Mask, K + 1>(a, before);
  } else if constexpr (Scalar<I>) {
    return place_along<Mask, K + 1>(a, iota(a, axis_t<K>{}));
  } else {
    return place_along<Mask, K + 1>(a, before * extent(a, axis_t<K>{}) + iota(a, axis_t<K>{}));
  }
}
template <class A, int... Axes, class... Drop>
constexpr auto place_among(const A& a, axes_t<Axes...>, Drop...) {
  constexpr unsigned mask = reduced_axes<Axes...>::mask(A::rank);
  if constexpr (mask == 0)
    return iota(a);
  else
    return place_along<mask, 0>(a, 0);
}
template <class Red, class A, class... How>
constexpr auto reduce_placed(const A& a, How... how) {
  static_assert(is_val<A>, "argmax, argmin, top_k: the places of elements are counted inside a region; write one");
  if constexpr (is_val<A>)
    return reduce<Red>(zip(a, place_among(a, how...)), how...);
  else
    return a;
}

}  // namespace detail

// Where the largest, or the smallest, element is: its index along the axis, in row-major order where there are several; i64.
// The first NaN is before every number, ties go to the lowest index; of no elements an error. Inside a region.
template <class A, class... How>
  requires Traced<A>
constexpr auto argmax(const A& a, How... how) { return detail::reduce_placed<ops::argmax_t>(a, how...); }
template <class A, class... How>
  requires Traced<A>
constexpr auto argmin(const A& a, How... how) { return detail::reduce_placed<ops::argmin_t>(a, how...); }

template <class V>
struct least_and_most {
  V min;
  V max;
};
// Both of one pass.
template <class A, class... How>
  requires(detail::is_val<A>)
constexpr auto minmax(const A& a, How... how) {
  const auto least = min(a, how...);
  return least_and_most<std::remove_const_t<decltype(least)>>{least, max(a, how...)};
}

template <class Values, class Indices>
struct selection {
  Values values;
  Indices indices;
};
namespace detail {
template <int K, bool Largest, class A, std::size_t... I, class... How>
constexpr auto select_first(const A& a, std::index_sequence<I...>, How... how) {
  const auto values = pack(reduce_placed<reductions::selected_value<K, Largest, static_cast<int>(I)>>(a, how...)...);
  const auto indices = pack(reduce_placed<reductions::selected_index<K, Largest, static_cast<int>(I)>>(a, how...)...);
  return selection<std::remove_const_t<decltype(values)>, std::remove_const_t<decltype(indices)>>{values, indices};
}
template <int Bins, class B, std::size_t... I, class... How>
constexpr auto tally_all(const B& bin, std::index_sequence<I...>, How... how) {
  return pack(reduce<reductions::tally<Bins, static_cast<int>(I)>>(bin, how...)...);
}
}  // namespace detail
// The K largest (smallest) elements and their indices, in that order, each a value of the reduction's extents:
// item<0>(t.values), item<0>(t.indices), … with ties and NaN as argmax has them. Where there are fewer: 0, and -1. K <= 16.
template <int K, class A, class... How>
  requires(detail::is_val<A>)
constexpr auto top_k(const A& a, How... how) {
  return detail::select_first<K, true>(a, std::make_index_sequence<K>{}, how...);
}
template <int K, class A, class... How>
  requires(detail::is_val<A>)
constexpr auto bottom_k(const A& a, How... how) {
  return detail::select_first<K, false>(a, std::make_index_sequence<K>{}, how...);
}

// How many elements are in each of Bins equal parts of [low, high], i64, each a value of the reduction's extents: item<0>(h), …
// The last part includes high; what is outside, and NaN, is in none. Bins <= 32.
template <int Bins, class A, class L, class H, class... How>
  requires(detail::is_val<A>)
constexpr auto histogram(const A& a, const L& low, const H& high, How... how) {
  const auto part = floor((a - low) / (high - low) * static_cast<float>(Bins));
  const auto bin = minimum(cast<std::int32_t>(part), Bins - 1);
  return detail::tally_all<Bins>(where(a >= low && a <= high, bin, -1), std::make_index_sequence<Bins>{}, how...);
}

}  // namespace sinter
