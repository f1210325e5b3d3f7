// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A formula as a value: nodes in SSA order (operands before users), usable in constant expressions.
// In: appended nodes. Out: `graph<N, Outs>`, exactly as large as it needs to be, numbered from its outputs.
// Invariant: a node's operands have smaller numbers; equal axis symbols mean equal extents, proved; see `extents`.
#pragma once

#include <cstdint>

#include <sinter/core/dtype.hpp>
#include <sinter/graph/move.hpp>
#include <sinter/tensor/view.hpp>

namespace sinter::graph {

inline constexpr int max_args = 4;
inline constexpr int max_nodes = 640;
inline constexpr int max_symbols = 160;
inline constexpr int max_input_axes = 128;
inline constexpr int max_moves = 64;

// index: where an element is, as i64: along axis `bits` - 1 from the right, or in row-major order of its extents (`bits` 0).
// view: the operand, moved as `bits` says, see move_of. extent: symbol `bits` as a value, i64.
// gather: of operand 0, which is read in memory, the element that operand 1 chooses along its first axis, operand 2 along its second,
// and so on; its other axes are the result's. `bits`: see gathered_symbol and is_masked.
// base: memory of its own, full of operand 0 broadcast to the extents; `bits` tells bases apart. scatter: of a view of a base,
// operand 0, the elements that operand 1 chooses become operand 2, as in a gather; `bits`: see gathered_symbol and mode_of.
// scattered: base operand 0 after scatter operand 1. order: the positions of the keys of operand 0, in memory, from 0 to the extent
// of symbol `bits`, by key and among equals as they stand. sum_chosen: of operand 0, in memory, the elements along its first axis
// that operand 1, in memory, names from operand 2 on and before operand 3, added from left to right.
enum class node_kind : std::uint8_t {
  input,
  scalar,
  constant,
  apply,
  reduce,
  squeeze,
  cond,
  index,
  view,
  gather,
  extent,
  base,
  scatter,
  scattered,
  order,
  sum_chosen
};

struct op_info;
using fold_function = std::uint64_t (*)(dtype operand, const std::uint64_t* bits);

// What a graph knows of an op: one object per op type. Ops are told apart by `id` (a place in the registry, or a hash
// of a user's type's name), because g++ under UBSan refuses to compare addresses in constant expressions.
struct op_info {
  std::uint64_t id;
  const char* name;
  int arity;  // of a map
  bool commutative;
  bool needs_elements;   // a reduction without a value for no elements (max, min)
  std::uint64_t monoid;  // of a reduction: equal where accumulator, identity, lift and combine are
  bool foldable;         // evaluated at compile time where its operands are constants, by `fold`
  fold_function fold;
};

// The extent of one axis: the broadcast of the input axes in the set. The empty set is the extent 1.
struct extent_symbol {
  std::uint64_t word[max_input_axes / 64];

  constexpr void insert(int axis) { word[axis / 64] |= std::uint64_t{1} << (axis % 64); }
  constexpr bool contains(int axis) const { return (word[axis / 64] >> (axis % 64) & 1U) != 0; }
  constexpr bool empty() const { return word[0] == 0 && word[1] == 0; }
  constexpr bool within(const extent_symbol& o) const {
    return (word[0] & ~o.word[0]) == 0 && (word[1] & ~o.word[1]) == 0;
  }
  constexpr extent_symbol united(const extent_symbol& o) const { return {{word[0] | o.word[0], word[1] | o.word[1]}}; }
  friend constexpr bool operator==(const extent_symbol&, const extent_symbol&) = default;
};

// Extents of a value, aligned to the right: axis[0] is the LAST axis, as broadcasting counts.
struct extents {
  std::int16_t axis[max_rank];  // index into the symbol table; 0 is the empty set
};

struct node {
  node_kind kind;
  dtype type;  // logical dtype; computed in compute_of(type)
  std::int8_t rank;
  std::int8_t nargs;
  bool implicit;         // a cast that promotion inserted: never a kernel of its own
  std::uint8_t reduced;  // reduce: bit k set = axis k from the right is reduced (kept with extent 1); see every_axis
  std::int16_t arg[max_args];  // input and scalar: arg[0] is the argument's ordinal
  const op_info* op;
  // constant: value in the compute dtype; squeeze: bit k set = axis k from the right of its operand falls away
  std::uint64_t bits;
  extents ext;
  extents domain;            // reduce: what it runs over, its operands broadcast together
  std::int16_t accumulator;  // reduce: bytes of one
};
// A reduction of a whole tensor; its partial results are combined between blocks. Others reduce rows.
inline constexpr std::uint8_t every_axis = 0xff;

// A view's bits: an entry of the graph's moves; lifted: of the axes but the first one, once or more.
inline constexpr std::uint64_t lifted_move = 1U << 16;
constexpr move move_of(const move* moves, const node& n) {
  move m = moves[n.bits & (lifted_move - 1)];
  for (std::uint64_t lifts = n.bits / lifted_move; lifts > 0; --lifts) m = lifted(m);
  return m;
}
// The bits of a gather and a scatter: the symbol of the extent that each index counts in; masked: an index outside of it reads
// nothing and gives any value, else one below 0 counts from the end and what is still outside is the nearest element.
inline constexpr int max_indices = max_args - 1;
constexpr int gathered_symbol(const node& n, int index = 0) {
  return static_cast<int>(n.bits >> (16 * index) & 0xffffU);
}
constexpr std::uint64_t gathered_bits(int symbol, bool masked, int index) {
  return static_cast<std::uint64_t>(symbol) << (16 * index) | std::uint64_t{masked} << (48 + index);
}
constexpr bool is_masked(const node& n, int index = 0) { return (n.bits >> (48 + index) & 1U) != 0; }
// How many of the first axes of operand 0 indices choose from.
constexpr int chosen_axes(const node& n) {
  return n.kind == node_kind::gather                                       ? n.nargs - 1
         : n.kind == node_kind::scatter || n.kind == node_kind::sum_chosen ? 1
                                                                           : 0;
}
// What a scatter does where it writes. store: of several values for one element, any; the others are of integers, in any order.
enum class scatter_mode : std::uint8_t { store, add, max };
inline constexpr int scatter_mode_shift = 56;
constexpr scatter_mode mode_of(const node& n) { return static_cast<scatter_mode>(n.bits >> scatter_mode_shift); }
// The first of the operands that are values; those before it are memory that is read, or written, elsewhere.
constexpr int first_value(const node& n) {
  switch (n.kind) {
    case node_kind::gather:
    case node_kind::scatter:
    case node_kind::order:
      return 1;
    case node_kind::scattered:
    case node_kind::sum_chosen:
      return 2;
    default:
      return 0;
  }
}
// Axis k, from the right, of what is left of a value without the axes of a mask: its place in the value; and back.
constexpr int axis_behind(std::uint64_t mask, int k) {
  int axis = 0;
  for (; (mask >> axis & 1U) != 0 || k > 0; ++axis) k -= (mask >> axis & 1U) != 0 ? 0 : 1;
  return axis;
}
constexpr int axis_without(std::uint64_t mask, int k) {
  return k - __builtin_popcountll(mask & ((std::uint64_t{1} << k) - 1));
}

constexpr bool has_op(const node& n) { return n.kind == node_kind::apply || n.kind == node_kind::reduce; }
// Two reductions that differ in how they finish, if at all.
constexpr bool equal_monoids(const node& a, const node& b) {
  bool equal = a.op->monoid == b.op->monoid && a.reduced == b.reduced && a.nargs == b.nargs;
  for (int i = 0; i < a.nargs; ++i) equal = equal && a.arg[i] == b.arg[i];
  return equal;
}
constexpr std::uint64_t op_id(const node& n) { return has_op(n) ? n.op->id : ~std::uint64_t{0}; }

// Whose extent a base symbol is: an axis, from the left, of an input; or what move `axis` makes of an axis.
inline constexpr std::int16_t counted_by_move = -1;
inline constexpr std::int16_t window_of_move = -2;
struct input_axis {
  std::int16_t input;
  std::int16_t axis;
};

// The extents' symbol table: symbols are unique, symbol 0 is the extent 1.
struct symbol_table {
  extent_symbol symbol[max_symbols] = {};
  int count = 1;
  input_axis base[max_input_axes] = {};
  int bases = 0;

  constexpr int intern(const extent_symbol& s) {
    for (int i = 0; i < count; ++i) {
      if (symbol[i] == s) return i;
    }
    if (count == max_symbols) throw "a region has at most 160 different extents: split it into two regions";
    symbol[count] = s;
    return count++;
  }
  constexpr int unite(int a, int b) { return a == b || b == 0 ? a : a == 0 ? b : intern(symbol[a].united(symbol[b])); }
  constexpr int add_base(int input, int axis) {
    if (bases == max_input_axes) throw "a region's tensors have at most 128 axes in all: split it into two regions";
    base[bases] = {static_cast<std::int16_t>(input), static_cast<std::int16_t>(axis)};
    extent_symbol s{};
    s.insert(bases++);
    return intern(s);
  }
};

constexpr extents broadcast(symbol_table& table, const extents& a, const extents& b) {
  extents r{};
  for (int k = 0; k < max_rank; ++k) r.axis[k] = static_cast<std::int16_t>(table.unite(a.axis[k], b.axis[k]));
  return r;
}

// What a move makes of extents. `broadcast`: axes of extent 1 stay so, as an operand's do whose other operands have more.
constexpr extents moved(const move& m, extents e, bool broadcast) {
  const auto symbol = [&](int axis, std::int16_t made) {
    return broadcast && e.axis[axis] == 0 ? std::int16_t{0} : made;
  };
  std::int16_t count = symbol(m.axis, m.count_symbol);
  const bool joins = m.kind == move_kind::diagonal || m.kind == move_kind::flatten;
  if (joins && e.axis[m.other] != 0) count = m.count_symbol;
  const std::int16_t window = symbol(m.axis, m.window_symbol);
  move_axes(m, e.axis, count, window, std::int16_t{0});
  return e;
}

// A gather's extents: the source's but its first axes, and the indices'.
constexpr extents gathered(symbol_table& table, const node* nodes, const node& n) {
  extents e = nodes[n.arg[0]].ext;
  const int kept = nodes[n.arg[0]].rank - chosen_axes(n);
  for (int k = kept < 0 ? 0 : kept; k < max_rank; ++k) e.axis[k] = 0;
  for (int a = 1; a <= chosen_axes(n); ++a) e = broadcast(table, e, nodes[n.arg[a]].ext);
  return e;
}

// A finished graph.
template <int N, int Outs, int Moves = 0>
struct graph {
  static constexpr int size = N;
  static constexpr int outs = Outs;
  static constexpr int move_count = Moves;
  node nodes[N == 0 ? 1 : N] = {};
  int count = 0;  // nodes in use; passes only shrink it
  std::int16_t output[Outs == 0 ? 1 : Outs] = {};
  int inputs = 0;
  int scalars = 0;
  symbol_table symbols = {};
  move moves[Moves == 0 ? 1 : Moves] = {};
};

// Extents that a formula uses as values: their number among the graph's, and how many there are.
template <class G>
constexpr int extent_ordinal(const G& g, int id) {
  int n = 0;
  for (int i = 0; i < id; ++i) n += g.nodes[i].kind == node_kind::extent ? 1 : 0;
  return n;
}
template <class G>
constexpr int extent_values(const G& g) {
  return extent_ordinal(g, g.count);
}

// Marks what the outputs reach. In: nodes, outputs. Out: reached[i]; returns their number.
template <class G>
constexpr int mark_reachable(const G& g, const std::int16_t* output, int outs, bool* reached) {
  int total = 0;
  for (int i = 0; i < g.count; ++i) reached[i] = false;
  for (int o = 0; o < outs; ++o) reached[output[o]] = true;
  for (int i = g.count - 1; i >= 0; --i) {
    if (!reached[i]) continue;
    ++total;
    for (int a = 0; a < g.nodes[i].nargs; ++a) reached[g.nodes[i].arg[a]] = true;
  }
  return total;
}

namespace detail {
// Numbers `id` and what it needs, operands first, left to right: the order does not depend on how the compiler evaluated
// the formula's operands.
template <class From, class To>
constexpr void number(const From& from, int id, std::int16_t* renamed, To& to) {
  if (renamed[id] >= 0) return;
  node n = from.nodes[id];
  for (int a = 0; a < n.nargs; ++a) {
    number(from, n.arg[a], renamed, to);
    n.arg[a] = renamed[n.arg[a]];
  }
  renamed[id] = static_cast<std::int16_t>(to.count);
  to.nodes[to.count++] = n;
}
}  // namespace detail

// Copies what the outputs reach, renumbered. In: any graph-like value, whose nodes may stand in any order. Out: a graph with at
// most N nodes; of each node its number there, or -1.
template <int N, int Outs, int Moves = 0, class From>
constexpr graph<N, Outs, Moves> compact(const From& from, const std::int16_t* output, std::int16_t* renamed) {
  graph<N, Outs, Moves> to;
  for (int i = 0; i < from.count; ++i) renamed[i] = -1;
  for (int o = 0; o < Outs; ++o) {
    detail::number(from, output[o], renamed, to);
    to.output[o] = renamed[output[o]];
  }
  to.inputs = from.inputs;
  to.scalars = from.scalars;
  to.symbols = from.symbols;
  for (int m = 0; m < Moves; ++m) to.moves[m] = from.moves[m];
  return to;
}
template <int N, int Outs, int Moves = 0, class From>
constexpr graph<N, Outs, Moves> compact(const From& from, const std::int16_t* output) {
  std::int16_t renamed[sizeof(from.nodes) / sizeof(node)] = {};
  return compact<N, Outs, Moves>(from, output, renamed);
}

}  // namespace sinter::graph
