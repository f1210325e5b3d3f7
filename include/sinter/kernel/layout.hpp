// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a step's operands are, as few axes as possible: axes of extent 1 vanish, neighbours that every operand walks as one
// are merged, and a pointwise domain is put in the order of its output's strides. In: an emitted step, a binding.
// Out: extents and strides, slowest axis first. Invariant: the set of (index, address) pairs is unchanged.
#pragma once

#include <cstdint>

#include <sinter/schedule/bind.hpp>
#include <sinter/schedule/emit.hpp>

namespace sinter::kernel {

inline constexpr std::int64_t body_margin = 1 << 20;

template <class E>
struct step_layout {
  static constexpr int slots = E::traits::slots;
  static constexpr int stored = slots == 0 ? 1 : slots;

  int rank = 0;  // outer axes when the last one is a row's
  std::int64_t extent[max_rank] = {};
  std::int64_t stride[stored][max_rank] = {};
  std::int64_t row_length = 1;
  std::int64_t row_stride[stored] = {};
  std::uintptr_t address[stored] = {};
  bool small[stored] = {};  // a written slot smaller than the domain

  // `merge_last`: the last axis is an axis like the others (pointwise, whole reductions); else it is the row.
  template <class B>
  step_layout(const B& b, bool merge_last) {
    const auto& domain = E::step.domain;
    std::int64_t total = 1;
    for (int k = 0; k < E::step.rank; ++k) total *= b.symbols.extent[domain.axis[k]];
    for (int s = 0; s < slots; ++s) {
      address[s] = reinterpret_cast<std::uintptr_t>(b.place[E::layout.slot[s].place].data);
    }
    if (!merge_last) {
      row_length = b.symbols.extent[domain.axis[0]];
      for (int s = 0; s < slots; ++s) row_stride[s] = stride_of(b, s, 0);
    }
    for (int k = E::step.rank - 1; k >= (merge_last ? 0 : 1); --k) {
      const std::int64_t n = b.symbols.extent[domain.axis[k]];
      if (n == 1) continue;
      std::int64_t step[stored] = {};
      bool merges = rank > 0;
      for (int s = 0; s < slots; ++s) {
        step[s] = stride_of(b, s, k);
        if (written(s) && !partials(s) && extent_of(b, s, k) != n && !folded_away(s)) small[s] = true;
        merges = merges && stride[s][rank - 1] == step[s] * n;
      }
      // An output that is smaller than the domain must keep its broadcast axes apart.
      for (int s = 0; s < slots; ++s) merges = merges && !small[s];
      if (merges) {
        extent[rank - 1] *= n;
        for (int s = 0; s < slots; ++s) stride[s][rank - 1] = step[s];
      } else {
        extent[rank] = n;
        for (int s = 0; s < slots; ++s) stride[s][rank] = step[s];
        ++rank;
      }
    }
    if (merge_last) sort_by_output();
  }

  std::int64_t elements() const {
    std::int64_t n = 1;
    for (int a = 0; a < rank; ++a) n *= extent[a];
    return n;
  }
  std::int64_t rows() const { return elements(); }

  // Every element operand is one contiguous run in domain order.
  bool contiguous() const {
    if (rank > 1) return false;
    for (int s = 0; s < slots; ++s) {
      if (small[s] || (element(s) && rank == 1 && stride[s][0] != 1)) return false;
    }
    return true;
  }
  // All vectors of V elements are aligned: base addresses and, for several rows, the step from row to row.
  bool aligned(int v, bool rows) const {
    for (int s = 0; s < slots; ++s) {
      if (!element(s)) continue;
      const auto bytes = static_cast<std::uintptr_t>(v * E::layout_bytes(s));
      if (address[s] % bytes != 0) return false;
      if (rows && rank == 1 && stride[s][0] % v != 0) return false;
    }
    return true;
  }
  // Two axes, the inner one contiguous or broadcast, whole aligned vectors.
  bool rows_of_vectors(int v) const {
    if (rank < 1 || rank > 2 || extent[rank - 1] % v != 0) return false;
    for (int s = 0; s < slots; ++s) {
      if (small[s]) return false;
      if (!element(s)) continue;
      const std::int64_t inner = stride[s][rank - 1];
      if (inner != 1 && (inner != 0 || written(s))) return false;
      const auto bytes = static_cast<std::uintptr_t>(v * E::layout_bytes(s));
      if (inner == 1 && (address[s] % bytes != 0 || (rank == 2 && stride[s][0] % v != 0))) return false;
    }
    return true;
  }
  // Rows of element operands are contiguous and not broadcast.
  bool row_contiguous() const {
    for (int s = 0; s < slots; ++s) {
      if (element(s) && row_stride[s] != 1) return false;
    }
    return true;
  }
  bool any_once() const {
    for (int s = 0; s < slots; ++s) {
      if (small[s]) return true;
    }
    return false;
  }
  std::uint8_t once(int s) const {
    if (!small[s]) return 0;
    unsigned mask = 0;
    for (int a = 0; a < rank; ++a) {
      if (stride[s][a] == 0) mask |= 1U << a;
    }
    return static_cast<std::uint8_t>(mask);
  }

 private:
  static constexpr bool written(int s) { return E::layout.slot[s].written; }
  static constexpr bool partials(int s) { return E::layout.slot[s].partials; }
  static constexpr bool element(int s) { return !partials(s) && E::level_of(E::layout.slot[s].node) == level::element; }
  // A scalar of a whole reduction, written by one thread: not an element of the domain.
  static constexpr bool folded_away(int s) { return E::level_of(E::layout.slot[s].node) == level::uniform; }

  template <class B>
  static std::int64_t extent_of(const B& b, int s, int k) {
    return b.symbols.extent[E::graph.nodes[E::layout.slot[s].node].ext.axis[k]];
  }
  // Elements from one index of domain axis k (from the right) to the next; 0 where the operand is broadcast.
  template <class B>
  static std::int64_t stride_of(const B& b, int s, int k) {
    const slot_binding& slot = E::layout.slot[s];
    const place_memory& m = b.place[slot.place];
    if (slot.partials || k < slot.dropped || k - slot.dropped >= m.rank) return 0;
    const int a = m.rank - 1 - (k - slot.dropped);
    return m.extent[a] == 1 ? 0 : m.stride[a];
  }

  void sort_by_output() {
    if (rank < 2 || slots == 0) return;
    const int out = slots - 1;
    const auto size = [](std::int64_t v) { return v < 0 ? -v : v; };
    bool moved = false;
    for (int i = 1; i < rank; ++i) {
      for (int j = i; j > 0 && size(stride[out][j - 1]) < size(stride[out][j]); --j) {
        swap_axes(j - 1, j);
        moved = true;
      }
    }
    if (!moved) return;
    int kept = 1;
    for (int a = 1; a < rank; ++a) {
      bool merges = true;
      for (int s = 0; s < slots; ++s) merges = merges && !small[s] && stride[s][kept - 1] == stride[s][a] * extent[a];
      if (merges) {
        extent[kept - 1] *= extent[a];
        for (int s = 0; s < slots; ++s) stride[s][kept - 1] = stride[s][a];
      } else {
        extent[kept] = extent[a];
        for (int s = 0; s < slots; ++s) stride[s][kept] = stride[s][a];
        ++kept;
      }
    }
    rank = kept;
  }
  void swap_axes(int a, int b) {
    const auto swap = [](std::int64_t& x, std::int64_t& y) {
      const std::int64_t t = x;
      x = y;
      y = t;
    };
    swap(extent[a], extent[b]);
    for (int s = 0; s < slots; ++s) swap(stride[s][a], stride[s][b]);
  }
};

}  // namespace sinter::kernel
