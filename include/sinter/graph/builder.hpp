// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// A graph under construction: nodes, symbols of extents and movements, appended one by one. In: operands by number. Out: the
// number of a node. Invariant: operands come before their users; a movement and a set of extents stand in their tables once.
#pragma once

#include <cstdint>

#include <sinter/core/dtype.hpp>
#include <sinter/graph/graph.hpp>
#include <sinter/graph/move.hpp>

namespace sinter::graph {

// What tracing appends to.
struct builder {
  node nodes[max_nodes];  // those below `count`
  int count = 0;
  int inputs = 0;
  int scalars = 0;
  symbol_table symbols = {};
  move moves[max_moves];  // those below `move_count`
  int move_count = 0;

  constexpr int append(const node& n) {
    if (count == max_nodes) throw "a region has at most 640 operations: split it into two regions";
    nodes[count] = n;
    return count++;
  }
  constexpr int input(dtype type, int rank) {
    node n{};
    n.kind = node_kind::input;
    n.type = type;
    n.rank = static_cast<std::int8_t>(rank);
    n.arg[0] = static_cast<std::int16_t>(inputs);
    for (int a = 0; a < rank; ++a) {
      n.ext.axis[rank - 1 - a] = static_cast<std::int16_t>(symbols.add_base(inputs, a));
    }
    ++inputs;
    return append(n);
  }
  constexpr int scalar(dtype type) {
    node n{};
    n.kind = node_kind::scalar;
    n.type = type;
    n.arg[0] = static_cast<std::int16_t>(scalars++);
    return append(n);
  }
  constexpr int constant(dtype type, std::uint64_t bits) {
    node n{};
    n.kind = node_kind::constant;
    n.type = type;
    n.bits = bits;
    return append(n);
  }
  constexpr int index(int like, int axis) {
    node n{};
    n.kind = node_kind::index;
    n.type = dtype::i64;
    n.rank = nodes[like].rank;
    n.bits = static_cast<std::uint64_t>(axis) + 1;
    n.ext = nodes[like].ext;
    for (int k = 0; k < max_rank && axis >= 0; ++k) {
      if (k != axis) n.ext.axis[k] = 0;
    }
    return append(n);
  }
  // The row-major index of a value like `like`, whose axis k from the right has another extent.
  constexpr int recounted(int like, int k, int symbol) {
    const int id = index(like, -1);
    nodes[id].ext.axis[k] = static_cast<std::int16_t>(symbol);
    return id;
  }
  constexpr int apply(const op_info* op, dtype type, const int* args, int nargs, bool implicit = false) {
    node n{};
    n.kind = node_kind::apply;
    n.type = type;
    n.op = op;
    n.nargs = static_cast<std::int8_t>(nargs);
    n.implicit = implicit;
    for (int i = 0; i < nargs; ++i) {
      const node& a = nodes[args[i]];
      n.arg[i] = static_cast<std::int16_t>(args[i]);
      n.rank = n.rank > a.rank ? n.rank : a.rank;
      n.ext = broadcast(symbols, n.ext, a.ext);
    }
    return append(n);
  }
  // axes: those that are reduced, or every_axis, for which the result has `rank` axes of extent 1.
  constexpr int reduce(const op_info* op, dtype type, const int* args, int nargs, std::uint8_t axes, int rank,
                       int accumulator) {
    const int id = apply(op, type, args, nargs);
    node& n = nodes[id];
    n.kind = node_kind::reduce;
    n.reduced = axes;
    n.rank = static_cast<std::int8_t>(rank);
    n.accumulator = static_cast<std::int16_t>(accumulator);
    n.domain = n.ext;
    for (int k = 0; k < max_rank; ++k) {
      if ((axes >> k & 1U) != 0) n.ext.axis[k] = 0;
    }
    return id;
  }
  // Drops the axes of a mask, bit k for axis k from the right, which have the extent 1.
  constexpr int squeeze(int arg, std::uint64_t axes) {
    node n{};
    n.kind = node_kind::squeeze;
    n.type = nodes[arg].type;
    n.nargs = 1;
    n.arg[0] = static_cast<std::int16_t>(arg);
    n.bits = axes;
    n.rank = static_cast<std::int8_t>(axis_without(axes, nodes[arg].rank));
    for (int k = 0; k < n.rank; ++k) n.ext.axis[k] = nodes[arg].ext.axis[axis_behind(axes, k)];
    return append(n);
  }
  // The operand moved; `m` without its symbols and rank.
  constexpr int view(int arg, move m) {
    m.rank = nodes[arg].rank;
    m.symbol = nodes[arg].ext.axis[m.axis];
    m.other_symbol = nodes[arg].ext.axis[m.other];
    node n{};
    n.kind = node_kind::view;
    n.type = nodes[arg].type;
    n.nargs = 1;
    n.arg[0] = static_cast<std::int16_t>(arg);
    n.rank = static_cast<std::int8_t>(rank_after(m));
    n.bits = static_cast<std::uint64_t>(intern(m));
    n.ext = moved(moves[n.bits], nodes[arg].ext, false);
    return append(n);
  }
  // source: its first axes are chosen from, one by each index, an integer; the others are the result's.
  constexpr int gather(int source, const int* index, const int* symbol, int count, bool masked) {
    node n{};
    n.kind = node_kind::gather;
    n.type = nodes[source].type;
    n.nargs = static_cast<std::int8_t>(1 + count);
    n.arg[0] = static_cast<std::int16_t>(source);
    n.rank = static_cast<std::int8_t>(nodes[source].rank - count);
    for (int i = 0; i < count; ++i) {
      n.arg[1 + i] = static_cast<std::int16_t>(index[i]);
      n.bits |= gathered_bits(symbol[i], masked, i);
      n.rank = n.rank > nodes[index[i]].rank ? n.rank : nodes[index[i]].rank;
    }
    n.ext = gathered(symbols, nodes, n);
    return append(n);
  }
  // A node of `kind` with the extents of another.
  constexpr node with_extents(node_kind kind, dtype type, int like, int first_operand) const {
    node n{};
    n.kind = kind;
    n.type = type;
    n.rank = nodes[like].rank;
    n.ext = nodes[like].ext;
    n.nargs = 1;
    n.arg[0] = static_cast<std::int16_t>(first_operand);
    return n;
  }
  // Memory with the extents of `like`, full of `value`, which is cast by `cast`.
  constexpr int base(const op_info* cast, dtype type, int like, int value) {
    node n = with_extents(node_kind::base, type, like, value);
    n.op = cast;
    n.bits = static_cast<std::uint64_t>(count);
    return append(n);
  }
  // target: a view of base `of`, its first axis is chosen from; `own`: bit k set = axis k of it, from the right, is the base's, and
  // is not broadcast.
  constexpr int scatter(int of, int target, int index, int value, int symbol, std::uint8_t own, scatter_mode mode) {
    node n{};
    n.kind = node_kind::scatter;
    n.type = nodes[of].type;
    n.nargs = 3;
    n.arg[0] = static_cast<std::int16_t>(target);
    n.arg[1] = static_cast<std::int16_t>(index);
    n.arg[2] = static_cast<std::int16_t>(value);
    n.bits = gathered_bits(symbol, false, 0) | static_cast<std::uint64_t>(mode) << scatter_mode_shift;
    n.reduced = own;
    n.ext = broadcast(symbols, gathered(symbols, nodes, n), nodes[value].ext);
    n.rank = static_cast<std::int8_t>(nodes[target].rank - 1);
    node after = with_extents(node_kind::scattered, n.type, of, of);
    after.nargs = 2;
    after.arg[1] = static_cast<std::int16_t>(append(n));
    return append(after);
  }
  constexpr int order(int keys, int symbol) {
    node n = with_extents(node_kind::order, dtype::i64, keys, keys);
    n.bits = static_cast<std::uint64_t>(symbol);
    return append(n);
  }
  // With the extents of `like`, to which the source's others broadcast.
  constexpr int sum_chosen(int source, int order, int first, int end, int like) {
    node n = with_extents(node_kind::sum_chosen, nodes[source].type, like, source);
    n.nargs = 4;
    n.arg[1] = static_cast<std::int16_t>(order);
    n.arg[2] = static_cast<std::int16_t>(first);
    n.arg[3] = static_cast<std::int16_t>(end);
    return append(n);
  }
  constexpr int extent(int symbol) {
    node n{};
    n.kind = node_kind::extent;
    n.type = dtype::i64;
    n.bits = static_cast<std::uint64_t>(symbol);
    return append(n);
  }
  // The symbol of an extent that a move makes of others.
  constexpr int derive(move_kind kind, int symbol, int other, std::int64_t begin, std::int64_t end,
                       std::int64_t step = 0) {
    move m{};
    m.step = step;
    m.kind = kind;
    m.symbol = static_cast<std::int16_t>(symbol);
    m.other_symbol = static_cast<std::int16_t>(other);
    m.begin = begin;
    m.end = end;
    const int i = intern(m);
    return moves[i].count_symbol;
  }
  // The index along an axis of any extent, in a value of `rank` axes.
  constexpr int coordinate(int symbol, int axis, int rank) {
    node n{};
    n.kind = node_kind::index;
    n.type = dtype::i64;
    n.rank = static_cast<std::int8_t>(rank);
    n.bits = static_cast<std::uint64_t>(axis) + 1;
    n.ext.axis[axis] = static_cast<std::int16_t>(symbol);
    return append(n);
  }
  constexpr int intern(move m) {
    for (int i = 0; i < move_count; ++i) {
      m.count_symbol = moves[i].count_symbol;
      m.window_symbol = moves[i].window_symbol;
      if (moves[i] == m) return i;
    }
    if (move_count == max_moves) throw "a region has at most 64 different movements of axes: split it into two regions";
    m.count_symbol = m.window_symbol = 0;
    const bool counts = m.kind == move_kind::slice || m.kind == move_kind::diagonal || m.kind >= move_kind::unfold;
    if (counts) m.count_symbol = static_cast<std::int16_t>(symbols.add_base(counted_by_move, move_count));
    if (rank_after(m) > m.rank && m.kind != move_kind::unsqueeze) {
      m.window_symbol = static_cast<std::int16_t>(symbols.add_base(window_of_move, move_count));
    }
    moves[move_count] = m;
    return move_count++;
  }
  constexpr int cond(dtype type, int predicate, int yes, int no) {
    const int args[] = {predicate, yes, no};
    const int id = apply(nullptr, type, args, 3);
    nodes[id].kind = node_kind::cond;
    return id;
  }
};

}  // namespace sinter::graph
