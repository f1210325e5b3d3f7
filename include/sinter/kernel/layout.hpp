// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a step's operands are, as few axes as possible: axes of extent 1 vanish, neighbours that every operand walks as one
// are merged, and a pointwise domain is put in the order of its output's strides. In: an emitted step, a binding.
// Out: extents and strides, slowest axis first. Invariant: the set of (index, address) pairs is unchanged.
// One compiled function serves all steps: what it needs of a step is a table.
#pragma once

#include <cstdint>

#include <sinter/core/config.hpp>
#include <sinter/schedule/bind.hpp>
#include <sinter/schedule/emit.hpp>

namespace sinter::kernel {

inline constexpr int max_slots = 48;

struct layout_slot {
  std::int16_t place;
  std::int16_t dropped;  // slot_binding's
  std::int8_t bytes;     // of an element
  bool element;          // differs from element to element, and is no partials
  bool written;          // at the element's own place
  bool partials;
  bool scalar;         // one value for the launch
  std::int8_t counts;  // slot_binding's
  std::int8_t chosen;  // of its first axes, by indices
  std::int16_t gathered[graph::max_indices];
  graph::extents ext;
  graph::extents folded;  // partials: of what was folded
};

// A step as plain tables.
struct layout_facts {
  const layout_slot* slot;
  int slots;
  int scalars;
  bool finishes;
  int rank;  // of the domain
  graph::extents domain;
  std::uint8_t reduced;  // axes of a row, bit k for axis k from the right; none where there are no rows
};

namespace detail {
template <class E>
struct layout_table {
  layout_slot slot[E::traits::slots + 1] = {};
};
template <class E>
constexpr layout_table<E> make_layout_table() {
  static_assert(E::traits::slots <= max_slots, "a kernel touches at most 48 tensors: split the region into two");
  layout_table<E> t;
  for (int s = 0; s < E::traits::slots; ++s) {
    const slot_binding& b = E::layout.slot[s];
    const level at = E::level_of(b.node);
    layout_slot& l = t.slot[s];
    l.place = b.place;
    l.dropped = b.dropped;
    l.bytes = static_cast<std::int8_t>(E::layout_bytes(s));
    l.element = !b.partials && at == level::element;
    l.chosen = 0;
    for (int a = 0; a < graph::max_indices; ++a) {
      l.gathered[a] = b.gathered[a];
      if (b.gathered[a] != 0) l.chosen = static_cast<std::int8_t>(a + 1);
    }
    l.written = b.written && l.chosen == 0;
    l.partials = b.partials;
    l.scalar = at == level::uniform;
    l.counts = b.counts;
    l.ext = E::graph.nodes[b.node].ext;
    if (l.partials) l.folded = E::graph.nodes[b.node].domain;
  }
  return t;
}
template <class E>
inline constexpr layout_table<E> layout_table_of = make_layout_table<E>();
}  // namespace detail

#if SINTER_ON_DEVICE  // which compiles no launch
template <class E>
inline constexpr layout_facts layout_facts_of{};
#else
template <class E>
inline constexpr layout_facts layout_facts_of{detail::layout_table_of<E>.slot,
                                              E::traits::slots,
                                              E::traits::scalars,
                                              E::traits::finishes,
                                              E::step.rank,
                                              E::step.domain,
                                              E::step.reduced};
#endif

// A binding as plain tables.
struct call_data {
  const place_memory* place;
  const std::uint64_t* scalar;
  const std::int64_t* symbol;  // extents by symbol, as bind computed them
};
template <class B>
call_data call_data_of(const B& b) {
  return {b.place, b.scalar, b.symbols.extent};
}

// From one element of a gather's source to the next along one of its first axes.
inline std::int64_t gathered_stride(const place_memory& source, int axis) {
  return source.extent[axis] == 1 ? 0 : source.stride[axis];
}

struct step_layout {
  const layout_slot* slot;
  int slots;
  int rank = 0;  // of the axes that are no row's
  std::int64_t row_length = 1;
  std::int64_t extent[max_rank];
  std::int64_t stride[max_slots][max_rank];
  // Of a row, which is one range of elements where inner_rank is at most 1.
  int inner_rank = 0;
  std::int64_t inner_extent[max_rank];
  std::int64_t inner_stride[max_slots][max_rank];
  std::int64_t row_stride[max_slots];  // along its last axis
  std::int8_t
      inner_axis[max_rank];  // of the domain's axes, from the right, those that are a row's; -1: its extent is 1
  std::uintptr_t address[max_slots];
  bool small[max_slots] = {};  // a written slot smaller than the domain
  bool dead[max_slots] = {};   // a slot without elements in a domain that was revived: neither read nor written
  std::int64_t gathered_steps[max_slots];  // of slots that are gathered from: each axis' bits

  SINTER_WARM step_layout(const layout_facts& f, const call_data& d) : slot(f.slot), slots(f.slots) {
    for (int s = 0; s < slots; ++s) {
      address[s] = slot[s].counts != 0 ? 0 : reinterpret_cast<std::uintptr_t>(d.place[slot[s].place].data);
      gathered_steps[s] = 0;
      for (int a = 0; a < slot[s].chosen; ++a) gathered_steps[s] |= gathered_stride(d.place[slot[s].place], a);
    }
    if (!one_run(f, d)) axis_by_axis(f, d);
  }
  // A domain without elements may still have a result with some: one that lacks the axis of extent 0. Then the domain, and a row
  // of it, is walked once along such axes, for those results only. Returns whether there is anything to do.
  SINTER_COLD bool revive(const place_memory* place) {
    bool any = false;
    bool along_rows = false;
    for (int s = 0; s < slots; ++s) {
      dead[s] = place[slot[s].place].size == 0;
      // No address is computed from that of nothing.
      for (int a = 0; a < max_rank && dead[s]; ++a) stride[s][a] = inner_stride[s][a] = row_stride[s] = 0;
      any = any || (slot[s].written && !dead[s]);
      along_rows = along_rows || (slot[s].written && slot[s].element && !dead[s]);
    }
    for (int a = 0; a < rank; ++a) extent[a] = extent[a] == 0 ? 1 : extent[a];
    if (!along_rows || row_length != 0) return any;
    row_length = 1;
    for (int a = 0; a < inner_rank; ++a) {
      inner_extent[a] = inner_extent[a] == 0 ? 1 : inner_extent[a];
      row_length *= inner_extent[a];
    }
    return any;
  }
  // For row steps: nothing is to be done. Revives where a row, or what there are rows of, has no elements.
  SINTER_WARM bool without_rows(const place_memory* place) {
    return (rows() == 0 || row_length == 0) && !revive(place);
  }

  SINTER_WARM std::int64_t elements() const {
    std::int64_t n = 1;
    for (int a = 0; a < rank; ++a) n *= extent[a];
    return n;
  }
  std::int64_t rows() const { return elements(); }
  // Too large for 32-bit indices of elements.
  bool wide() const { return elements() >= std::int64_t{1} << 31; }

  // A fold over `folded`: bit a where it has one element along the row's axis a, which has more.
  SINTER_PLAIN std::uint8_t fold_once(const layout_facts& f, const call_data& d, const graph::extents& folded) const {
    unsigned mask = 0;
    for (int k = 0; k < max_rank && inner_rank > 0; ++k) {
      if ((f.reduced >> k & 1U) != 0 && inner_axis[k] >= 0 && d.symbol[folded.axis[k]] != d.symbol[f.domain.axis[k]])
        mask |= 1U << inner_axis[k];
    }
    return static_cast<std::uint8_t>(mask);
  }

  // A written slot: bit a where its elements along the row's axis a are one.
  SINTER_COLD std::uint8_t inner_once(int s) const {
    unsigned mask = 0;
    for (int a = 0; a < inner_rank; ++a) mask |= inner_stride[s][a] == 0 ? 1U << a : 0U;
    return static_cast<std::uint8_t>(mask);
  }

  // Every element operand is one contiguous run in domain order, of aligned vectors of v elements, a power of two.
  SINTER_WARM bool is_flat(int v) const {
    bool flat = rank <= 1;
    for (int s = 0; s < slots; ++s) {
      const bool vectors = is_aligned(s, v) && (rank == 0 || stride[s][0] == 1);
      flat = flat && !small[s] && slot[s].chosen == 0 && (vectors || !slot[s].element);
    }
    return flat;
  }
  // The inner axis is contiguous or broadcast, in whole aligned vectors; 32-bit indices of vectors and outer strides.
  SINTER_PLAIN bool rows_of_vectors(int v) const {
    if (rank < 1 || (extent[rank - 1] & (v - 1)) != 0) return false;
    if (elements() / v >= (std::int64_t{1} << 31) - (1 << 20)) return false;
    for (int s = 0; s < slots; ++s) {
      if (small[s]) return false;
      if (!slot[s].element) continue;
      const std::int64_t inner = stride[s][rank - 1];
      if (inner != 1 && (inner != 0 || slot[s].written)) return false;
      if (inner != 0 && v * slot[s].bytes > 16) return false;
      const bool packets = inner != 0 && slot[s].counts == 0 && slot[s].chosen == 0;
      if (packets && (address[s] & static_cast<std::uintptr_t>(v * slot[s].bytes - 1)) != 0) return false;
      for (int a = 0; a < rank - 1; ++a) {
        const std::int64_t step = stride[s][a];
        if (step != static_cast<std::int32_t>(step) || (packets && (step & (v - 1)) != 0)) return false;
      }
    }
    return true;
  }
  // Rows of element operands are contiguous and not broadcast, and each begins with an aligned vector of v elements.
  SINTER_WARM bool has_flat_rows(int v) const {
    bool flat = rank <= 1;
    for (int s = 0; s < slots; ++s) {
      const bool chosen = (gathered_steps[s] & (v - 1)) == 0;
      const bool steps = chosen && (rank == 0 || slot[s].counts != 0 || (stride[s][0] & (v - 1)) == 0);
      flat = flat && ((steps && row_stride[s] == 1 && is_aligned(s, v)) || !slot[s].element);
    }
    return flat;
  }
  SINTER_PLAIN bool any_once() const {
    for (int s = 0; s < slots; ++s) {
      if (small[s]) return true;
    }
    return false;
  }
  // Bit a: a written slot smaller than the domain is written only where the index of axis a is 0.
  SINTER_COLD std::uint8_t once(int s) const {
    if (!small[s]) return 0;
    unsigned mask = 0;
    for (int a = 0; a < rank; ++a) {
      if (stride[s][a] == 0) mask |= 1U << a;
    }
    return static_cast<std::uint8_t>(mask);
  }

 private:
  __attribute__((always_inline)) bool is_aligned(int s, int v) const {
    return (address[s] & static_cast<std::uintptr_t>(v * slot[s].bytes - 1)) == 0;
  }
  // The common case at once: operands are dense and of the domain's extents, or one value; rows are the last axes.
  __attribute__((always_inline)) bool one_run(const layout_facts& f, const call_data& d) {
    // Kernels of rows of several axes ask where each axis leads.
    if ((f.reduced & (f.reduced + 1U)) != 0 || (f.reduced & (f.reduced - 1U)) != 0) return false;
    std::int64_t row = 1;
    std::int64_t rows = 1;
    for (int k = 0; k < f.rank || (f.reduced >> k & 1U) != 0; ++k) {
      const std::int64_t e = d.symbol[f.domain.axis[k]];
      if ((f.reduced >> k & 1U) != 0)
        row *= e;
      else
        rows *= e;
    }
    const std::int64_t n = rows * row;
    if (n == 0) return false;
    for (int s = 0; s < slots; ++s) {
      const layout_slot& l = slot[s];
      const place_memory& m = d.place[l.place];
      row_stride[s] = 1;
      stride[s][0] = l.element ? row : 0;
      if (l.counts != 0 ? counts_domain(f, l) : !l.element && f.reduced == 0) continue;
      // Each of its axes is the domain's or has the extent 1: of the domain's size, they are all the domain's.
      if (l.counts != 0 || l.chosen != 0 || !l.element || !m.dense || m.size != n || m.rank != f.rank || l.dropped != 0)
        return false;
    }
    row_length = row;
    extent[0] = rows;
    rank = rows == 1 ? 0 : 1;
    return true;
  }
  // Every other case.
  SINTER_PLAIN void axis_by_axis(const layout_facts& f, const call_data& d) {
    rank = collapse(f, d, static_cast<std::uint8_t>(~f.reduced), extent, stride);
    if (f.reduced == 0) {
      if (rank > 1) sort_by_output();
      return;
    }
    inner_rank = collapse(f, d, f.reduced, inner_extent, inner_stride, inner_axis);
    for (int a = 0; a < inner_rank; ++a) row_length *= inner_extent[a];
    for (int s = 0; s < slots; ++s) row_stride[s] = inner_rank == 0 ? 0 : inner_stride[s][inner_rank - 1];
  }
  // The domain's axes of a mask, as few as possible, slowest first: their number, extents and strides.
  SINTER_PLAIN int collapse(const layout_facts& f, const call_data& d, std::uint8_t axes, std::int64_t* e,
                            std::int64_t (*step)[max_rank], std::int8_t* place = nullptr) {
    int count = 0;
    std::uint64_t had = 0;  // by the slots whose bits are set, of the axis before
    for (int k = max_rank - 1; k >= 0; --k) {
      const std::int64_t n = d.symbol[f.domain.axis[k]];
      if (place != nullptr) place[k] = -1;
      if (n == 1 || (axes >> k & 1U) == 0) continue;
      bool merges = count > 0;
      std::uint64_t has = 0;
      for (int s = 0; s < slots; ++s) {
        step[s][count] = stride_of(d, s, k);
        has |= (has_axis(d, s, k) ? std::uint64_t{1} : 0) << s;
        const layout_slot& l = slot[s];
        if (l.written && !l.partials && !l.scalar && (f.reduced >> k & 1U) == 0 && d.symbol[l.ext.axis[k]] != n)
          small[s] = true;
        // An output that is smaller than the domain must keep its broadcast axes apart.
        merges = merges && !small[s] && step[s][count - 1] == step[s][count] * n;
      }
      // A fold may have one of two axes along which memory repeats, and lack the other.
      if (place != nullptr) merges = merges && has == had;
      had = has;
      if (merges) {
        e[count - 1] *= n;
        for (int s = 0; s < slots; ++s) step[s][count - 1] = step[s][count];
      } else {
        e[count++] = n;
      }
      if (place != nullptr) place[k] = static_cast<std::int8_t>(count - 1);
    }
    return count;
  }
  // The slot counts the domain's own elements in row-major order.
  SINTER_PLAIN static bool counts_domain(const layout_facts& f, const layout_slot& l) {
    bool all = l.counts == 1 && l.element;
    for (int k = 0; k < f.rank; ++k) all = all && l.ext.axis[k] == f.domain.axis[k];
    return all;
  }
  // What a slot without memory counts from one index of axis k to the next.
  SINTER_PLAIN static std::int64_t count_of(const layout_slot& l, const std::int64_t* symbol, int k) {
    if (symbol[l.ext.axis[k]] == 1) return 0;
    if (l.counts != 1) return l.counts - 2 == k ? 1 : 0;
    std::int64_t n = 1;
    for (int j = 0; j < k; ++j) n *= symbol[l.ext.axis[j]];
    return n;
  }
  // Axis k of the domain, from the right, in a place that lacks some axes or has some beyond; -1: it lacks this one.
  __attribute__((always_inline)) static int axis_of_place(int dropped, int k) {
    if (dropped == 0) return k;
    if (dropped < 0) return graph::axis_behind(static_cast<std::uint64_t>(-dropped), k);
    return (dropped >> k & 1) != 0 ? -1 : graph::axis_without(static_cast<std::uint64_t>(dropped), k);
  }
  // The axis of a slot's memory that is axis k of the domain, from the right; -1: it lacks it, or has one element along it.
  __attribute__((always_inline)) int memory_axis(const call_data& d, int s, int k) const {
    const layout_slot& l = slot[s];
    const place_memory& m = d.place[l.place];
    const int at = axis_of_place(l.dropped, k);
    // The first axes of a gather's source are none of the domain's.
    if (l.partials || at < 0 || at >= m.rank - l.chosen) return -1;
    const int a = m.rank - 1 - at;
    return m.extent[a] == 1 ? -1 : a;
  }
  SINTER_PLAIN bool has_axis(const call_data& d, int s, int k) const {
    return slot[s].counts != 0 ? d.symbol[slot[s].ext.axis[k]] != 1 : memory_axis(d, s, k) >= 0;
  }
  // Elements from one index of domain axis k (from the right) to the next; 0 where the operand is broadcast.
  __attribute__((always_inline)) std::int64_t stride_of(const call_data& d, int s, int k) const {
    const layout_slot& l = slot[s];
    if (l.counts != 0) return count_of(l, d.symbol, k);
    const int a = memory_axis(d, s, k);
    return a < 0 ? 0 : d.place[l.place].stride[a];
  }
  SINTER_PLAIN void merge_into(int outer, int inner, std::int64_t n) {
    extent[outer] *= n;
    for (int s = 0; s < slots; ++s) stride[s][outer] = stride[s][inner];
  }

  SINTER_COLD void sort_by_output() {
    if (slots == 0) return;
    // The order of a result that has all of the domain's axes, if there is one.
    int out = slots - 1;
    while (out > 0 && small[out] && slot[out - 1].written) --out;
    if (!slot[out].written) return;  // it is scattered to
    bool moved = false;
    for (int i = 1; i < rank; ++i) {
      for (int j = i; j > 0; --j) {
        const std::int64_t size = stride[out][j] < 0 ? -stride[out][j] : stride[out][j];
        if (stride[out][j - 1] >= size || -stride[out][j - 1] >= size) break;
        const std::int64_t n = extent[j];
        extent[j] = extent[j - 1];
        extent[j - 1] = n;
        for (int s = 0; s < slots; ++s) {
          const std::int64_t step = stride[s][j];
          stride[s][j] = stride[s][j - 1];
          stride[s][j - 1] = step;
        }
        moved = true;
      }
    }
    if (!moved) return;
    int kept = 0;
    for (int a = 1; a < rank; ++a) {
      bool merges = true;
      for (int s = 0; s < slots; ++s) merges = merges && !small[s] && stride[s][kept] == stride[s][a] * extent[a];
      if (merges) {
        merge_into(kept, a, extent[a]);
        continue;
      }
      ++kept;
      extent[kept] = extent[a];
      for (int s = 0; s < slots; ++s) stride[s][kept] = stride[s][a];
    }
    rank = kept + 1;
  }
};

}  // namespace sinter::kernel
