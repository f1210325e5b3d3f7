#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Random programs. In: seeds. Out: C++ files, each with some programs and their test cases. The same seed gives the same
program for ever, or until this file changes.

  generate.py --count 60 a.cpp b.cpp     programs 0 to 59, spread over two files
  generate.py --seeds 17 18 --print      two regions, to be read
"""

import argparse
import json
import pathlib
import random
import sys

import vocabulary as v
from program import EVERY_AXIS, OPEN, Node, Program, broadcast, infer, known_one

FAILED = pathlib.Path(__file__).resolve().parent / "failed.jsonl"

# Families of ops, and what kinds of programs are made of them.
FLAVOURS = {
    "pointwise": {"map": 10, "cast": 1, "iota": 0.3},
    "movement": {"map": 5, "move": 5, "cast": 0.4, "iota": 0.5, "reduce": 0.5},
    "reductions": {"map": 6, "reduce": 3, "idiom": 1.5, "move": 0.4},
    "gathers": {"map": 5, "gather": 4, "move": 1.5, "reduce": 0.7, "iota": 0.4},
    "integers": {"map": 8, "cast": 1.5, "reduce": 1, "move": 1, "gather": 0.7, "iota": 1},
    "mixed": {"map": 7, "move": 2, "gather": 1.5, "reduce": 2, "idiom": 0.8, "cast": 0.6, "iota": 0.4, "cond": 0.3},
}
FLAVOUR_WEIGHTS = {"pointwise": 2, "movement": 2, "reductions": 3, "gathers": 2, "integers": 1.3, "mixed": 4}
TYPE_WEIGHTS = {"f32": 10, "bf16": 2.5, "f16": 2, "f64": 1.5, "i32": 1.2, "i64": 0.8, "bool": 0.8, "u8": 0.5, "i8": 0.3, "u32": 0.3}
FLOAT_LITERALS = [0.5, 2.0, 1.0, 0.0, -0.0, -1.0, 0.25, 3.0, 1e-5, 0.1, -2.5]
INTEGER_LITERALS = [0, 1, 2, 3, -1, 7]


def pick(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


class Writer:
    """Adds nodes to a program; what does not fit raises Invalid and leaves no trace."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.nodes = []
        self.flavour = pick(self.rng, FLAVOUR_WEIGHTS)
        types = TYPE_WEIGHTS if self.flavour != "integers" else {"i32": 3, "i64": 2, "bool": 2, "u8": 1, "i8": 1, "u32": 1, "f32": 1}
        self.type = pick(self.rng, types)  # of most inputs
        self.types = types
        rank = pick(self.rng, {1: 2, 2: 6, 3: 3, 4: 1})
        self.shape = tuple(("base", k) for k in range(rank))
        self.free = rank
        self.target = self.rng.choice([3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 18, 25])

    def add(self, op, args=(), params=(), literal=None, given=None):
        n = Node(op, args, params, literal, given)
        infer(n, [self.nodes[a] for a in n.args])
        self.nodes.append(n)
        return len(self.nodes) - 1

    def input(self, dims=None, type=None, scalar=False):
        t = type or (self.type if self.rng.random() < 0.75 else pick(self.rng, self.types))
        if dims is None:
            dims = self.shape
            shape = self.rng.random()
            if shape < 0.12:
                dims = dims[-1:]
            elif shape < 0.2 and len(dims) > 1:
                dims = (1,) * (len(dims) - 1) + dims[-1:]
            elif shape < 0.32:
                dims = dims[:-1] + (1,)
            elif shape < 0.36:
                dims = ()
            elif shape < 0.4 and len(dims) > 2:
                k = self.rng.randrange(len(dims))
                dims = dims[:k] + (1,) + dims[k + 1:]
        return self.add("input", given=(t, dims, scalar))

    def scalar(self):
        return self.input((), self.rng.choice(["f32", "f32", "i32"]), True)

    # ---- operands -----------------------------------------------------------------------------------------------------------

    def values(self, wanted=lambda n: True):
        return [k for k, n in enumerate(self.nodes) if n.op != "literal" and wanted(n)]

    def operand(self, wanted=lambda n: True):
        found = self.values(lambda n: not n.weak and wanted(n))
        if not found:
            raise v.Invalid("no operand")
        used = {a for n in self.nodes for a in n.args}
        unused = [k for k in found if k not in used]
        if unused and self.rng.random() < 0.6:
            return self.rng.choice(unused[-3:])
        return self.rng.choice(found[-8:] if self.rng.random() < 0.7 else found)

    def fitting(self, dims, wanted=lambda n: True):
        """Something that broadcasts with these extents: a value, or a new input."""
        def fits(n):
            try:
                return wanted(n) and len(n.dims) <= max(len(dims), 1) and broadcast(n.dims, dims) is not None
            except v.Invalid:
                return False
        found = self.values(fits)
        if found and self.rng.random() < 0.75:
            return self.rng.choice(found[-6:])
        inputs = sum(n.op == "input" for n in self.nodes)
        if inputs >= 5:
            raise v.Invalid("enough inputs")
        if self.rng.random() < 0.3 and len(dims) > 0:
            dims = self.rng.choice([dims[-1:], dims[:-1] + (1,), (1,) * (len(dims) - 1) + dims[-1:]])
        for t in [self.type, "f32", "i32", "bool"]:
            probe = Node("input", given=(t, dims, False))
            infer(probe, [])
            if wanted(probe):
                return self.add("input", given=probe.given)
        raise v.Invalid("no operand")

    def literal(self, beside):
        whole = v.kind(beside.type) < 2 and self.rng.random() < 0.8
        if whole:
            return self.add("literal", literal=self.rng.choice(INTEGER_LITERALS), given="i32")
        return self.add("literal", literal=self.rng.choice(FLOAT_LITERALS), given="f32")

    # ---- families -----------------------------------------------------------------------------------------------------------

    def map(self):
        row = v.POINTWISE[pick(self.rng, {name: r.weight for name, r in v.POINTWISE.items()})]
        allowed = (lambda n: v.kind(n.type) in row.kinds) if row.kinds else (lambda n: True)
        if row.rule == "select":
            condition = self.condition()
            dims = self.nodes[condition].dims
            a = self.fitting(dims)
            b = self.literal(self.nodes[a]) if self.rng.random() < 0.3 else self.fitting(self.nodes[a].dims)
            args = [condition, a, b] if self.rng.random() < 0.5 else [condition, b, a]
            return self.add("where", args)
        first = self.operand(allowed)
        args = [first]
        while len(args) < row.arity:
            beside = self.nodes[first]
            literal = row.rule != "logical" and self.rng.random() < 0.3
            args.append(self.literal(beside) if literal else self.fitting(beside.dims, allowed))
        self.rng.shuffle(args)
        return self.add(row.name, args)

    def condition(self):
        found = self.values(lambda n: n.type == "bool" and not n.weak)
        if found and self.rng.random() < 0.6:
            return self.rng.choice(found)
        a = self.operand()
        b = self.literal(self.nodes[a]) if self.rng.random() < 0.5 else self.fitting(self.nodes[a].dims)
        return self.add(self.rng.choice(["less", "greater", "less_equal", "greater_equal", "equal", "not_equal"]), [a, b])

    def cast(self):
        a = self.operand()
        return self.add("cast", [a], given=self.rng.choice(["f32", "f32", "bf16", "f16", "f64", "i32", "i64", "bool", "u8"]))

    def iota(self):
        a = self.operand(lambda n: len(n.dims) > 0)
        k = self.rng.choice([-1] + list(range(len(self.nodes[a].dims))))
        i = self.add("iota", [a], [k])
        return self.add("cast", [i], given="f32") if self.rng.random() < 0.5 else i

    def axis_of(self, a):
        rank = len(self.nodes[a].dims)
        return rank - 1 if self.rng.random() < 0.5 else self.rng.randrange(rank)

    def move(self):
        rng = self.rng
        op = pick(rng, {"permute": 3, "slice": 3, "flip": 1.5, "select": 1, "unsqueeze": 1, "squeeze": 1, "diagonal": 0.7,
                        "unfold": 1.2, "unflatten": 0.7, "tril": 0.6, "triu": 0.6})
        if op == "squeeze":
            a = self.operand(lambda n: any(known_one(n, k) for k in range(len(n.dims))))
            return self.add(op, [a], [next(k for k in range(len(self.nodes[a].dims)) if known_one(self.nodes[a], k))])
        a = self.operand(lambda n: len(n.dims) >= (2 if op in ("permute", "diagonal", "tril", "triu") else 1))
        rank = len(self.nodes[a].dims)
        k = self.axis_of(a)
        if op == "permute":
            order = list(range(rank))
            rng.shuffle(order)
            if rng.random() < 0.4:
                order = list(range(rank - 2)) + [rank - 1, rank - 2]
            return self.add(op, [a], order)
        if op == "slice":
            step = rng.choice([1, 1, 1, 2, 3, -1, -2])
            ends = [OPEN, 0, 1, 2, -1, -2, 5]
            return self.add(op, [a], [k, rng.choice(ends[:1] + ends), rng.choice(ends[:1] * 3 + ends), step])
        if op == "select":
            return self.add(op, [a], [k, rng.choice([0, 0, -1, 1])])
        if op == "unsqueeze":
            return self.add(op, [a], [rng.randrange(rank + 1)])
        if op == "diagonal":
            b = rng.choice([x for x in range(rank) if x != k])
            return self.add(op, [a], [k, b, rng.choice([0, 0, 1, -1, 2])])
        if op == "unfold":
            return self.add(op, [a], [k, rng.choice([1, 2, 3, 4]), rng.choice([1, 1, 2, 3])])
        if op == "unflatten":
            return self.add(op, [a], [k, rng.choice([1, 2, 4])])
        if op in ("tril", "triu"):
            return self.add(op, [a], [rng.choice([0, 0, 1, -1, 3])], 0)
        return self.add(op, [a], [k])

    def gather(self):
        rng = self.rng
        op = pick(rng, {"take": 3, "take_along": 2, "roll": 2, "pad": 2, "concatenate": 2, "stack": 1, "tile": 1, "repeat": 1,
                        "extent": 0.4})
        a = self.operand(lambda n: len(n.dims) > 0)
        n = self.nodes[a]
        k = self.axis_of(a)
        index = lambda m: v.kind(m.type) == 1 and not m.weak
        if op == "take":
            found = self.values(lambda m: index(m) and len(m.dims) <= 2)
            if found and rng.random() < 0.4:
                i = rng.choice(found)
            else:
                dims = rng.choice([(("base", self.free),), (n.dims[k],), (3,), (), (2, ("base", self.free))])
                self.free += any(isinstance(d, tuple) and d == ("base", self.free) for d in dims)
                i = self.add("input", given=(rng.choice(["i32", "i64", "i64", "u8"]), dims, False))
            return self.add(op, [a, i], [k])
        if op == "take_along":
            dims = n.dims[:k] + (rng.choice([n.dims[k], 1, 3]),) + n.dims[k + 1:]
            found = self.values(lambda m: index(m) and m.dims == dims)
            i = rng.choice(found) if found and rng.random() < 0.5 else \
                self.add("input", given=(rng.choice(["i32", "i64"]), dims, False))
            return self.add(op, [a, i], [k])
        if op == "roll":
            return self.add(op, [a], [k, rng.choice([1, -1, 2, 5, -7])])
        if op == "pad":
            fill = rng.choice([0, 0, 1] if v.kind(n.type) < 2 else [0.0, 1.0, -2.5])
            return self.add(op, [a], [k, rng.choice([0, 1, 2]), rng.choice([0, 1, 3])], fill)
        if op in ("concatenate", "stack"):
            same = self.values(lambda m: len(m.dims) == len(n.dims) and not m.weak)
            b = rng.choice(same[-5:])
            return self.add(op, [a, b], [rng.randrange(len(n.dims) + 1) if op == "stack" else k])
        if op == "extent":
            return self.add(op, [a], [k])
        return self.add(op, [a], [k, rng.choice([1, 2, 3])])

    def reduce(self):
        a = self.operand(lambda n: len(n.dims) > 0)
        name = pick(self.rng, {name: r.weight for name, r in v.REDUCTIONS.items()})
        form = pick(self.rng, {"keep": 4, "drop": 2, "all": 1.5})
        if form == "all":
            return self.add(name, [a], [EVERY_AXIS, 0])
        k = self.axis_of(a)
        other = self.rng.randrange(len(self.nodes[a].dims)) + 1 if self.rng.random() < 0.2 else 0
        return self.add(name, [a], [k, int(form == "drop"), other])

    def idiom(self):
        """What users write of reductions and what broadcasts back."""
        a = self.operand(lambda n: len(n.dims) > 0 and v.kind(n.type) == 2)
        last = [len(self.nodes[a].dims) - 1, 0]
        how = self.rng.choice(["softmax", "norm", "centred", "share", "share_of_all", "log_softmax"])
        if how == "share_of_all":
            return self.add("div", [a, self.add("sum", [a], [EVERY_AXIS, 0])])
        if how == "share":
            return self.add("div", [a, self.add("sum", [a], last)])
        if how in ("norm", "centred"):
            c = self.add("sub", [a, self.add("mean", [a], last)]) if how == "centred" else a
            squares = self.add("mean", [self.add("mul", [c, c])], last)
            epsilon = self.add("literal", literal=1e-5, given="f32")
            return self.add("mul", [c, self.add("rsqrt", [self.add("add", [squares, epsilon])])])
        c = self.add("sub", [a, self.add("max", [a], last)])
        e = self.add("exp", [c])
        s = self.add("sum", [e], last)
        return self.add("div", [e, s]) if how == "softmax" else self.add("sub", [c, self.add("log", [s])])

    def cond(self):
        """A branch on a computed value: the sum of something is positive."""
        a = self.operand(lambda n: len(n.dims) > 0 and n.type != "bool")
        s = self.add("sum", [a], [EVERY_AXIS, 0])
        c = self.add("greater", [s, self.add("literal", literal=0, given="i32")])
        b = self.operand(lambda n: n.dims == self.nodes[a].dims and n.type == self.nodes[a].type)
        return self.add("cond", [c, a, b])

    # ---- a program ----------------------------------------------------------------------------------------------------------

    def write(self):
        self.input(self.shape)
        for _ in range(self.rng.choice([0, 1, 1, 2])):
            self.input()
        if self.rng.random() < 0.15:
            self.scalar()
        families = FLAVOURS[self.flavour]
        for _ in range(200):
            if sum(n.op not in ("input", "literal") for n in self.nodes) >= self.target:
                break
            kept = len(self.nodes)
            try:
                getattr(self, pick(self.rng, families))()
            except v.Invalid:
                del self.nodes[kept:]
        return self.finish()

    def finish(self):
        used = {a for n in self.nodes for a in n.args}
        ends = [k for k in self.values(lambda n: not n.weak and n.op != "input") if k not in used]
        most = pick(self.rng, {1: 5, 2: 3, 3: 1})
        while len(ends) > most:  # two of them become one, where they fit
            a, b = ends[0], ends[1]
            try:
                ends = ends[2:] + [self.add(self.rng.choice(["add", "mul", "maximum", "sub"]), [a, b])]
            except v.Invalid:
                ends = ends[1:] if len(self.nodes[a].dims) < 2 else ends[:1] + ends[2:]
        if self.rng.random() < 0.15 and len(ends) < 3:  # something in between is a result, too
            ends.append(self.rng.choice(self.values(lambda n: not n.weak and n.op != "input") or ends))
        policy = "automatic"
        if any(n.op in v.REDUCTIONS and n.params[0] == EVERY_AXIS for n in self.nodes) and self.rng.random() < 0.3:
            policy = self.rng.choice(["two_pass", "last_block"])
        return Program(self.nodes, ends, policy).typed()


def computes(p):
    """Some shapes give every result elements."""
    for n in (8, 12, 16, 17, 64):
        try:
            if all(all(e) for e in p.extents([n] * 8)):
                return True
        except v.Invalid:
            pass
    return False


def program_of(seed):
    for attempt in range(100):
        try:
            p = Writer(f"{seed}/{attempt}").write()
        except v.Invalid:
            continue
        if p.outputs and 2 <= p.size() <= 32 and computes(p):
            return p
    raise SystemExit(f"seed {seed} gives no program")


HEADER = """// SPDX-FileCopyrightText: 2026 The Sinter authors
// SPDX-License-Identifier: Apache-2.0
//
// Written by tests/random/generate.py: edit that, never this.
#include "random/launches.hpp"

namespace {

"""


def file_text(programs, fixture, exact=1 << 30, wrong=()):
    """programs: (name, program, note). exact: how many are run unfused, too."""
    text = [HEADER if fixture != "on_cuda" else HEADER.replace("launches.hpp", "launches.cuh")]
    for i, (name, p, note) in enumerate(programs):
        text.append(p.cpp(name, note, wrong))
        text.append(f'TEST_CASE("random: {name}") {{ test::fuzz::check<test::{fixture}, {name}_program, '
                    f'{"true" if i < exact else "false"}>(); }}\n\n')
    return "".join(text) + "}  // namespace\n"


def write_if_new(path, text):
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def named(seeds):
    return [(f"seed_{s}", program_of(s), f"seed {s}") for s in seeds]


def once_failed():
    """Programs that found a fault: they are run for ever."""
    rows = [json.loads(line) for line in FAILED.read_text().splitlines()] if FAILED.exists() else []
    return [(f"failed_{i}", Program.from_json(row), row["note"]) for i, row in enumerate(rows)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", nargs="+", default=[], help="seeds of the programs")
    parser.add_argument("--count", type=int, default=0, help="or as many, from --start")
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--fixture", default="on_host")
    parser.add_argument("--exact", type=int, default=1 << 30, help="so many are also run unfused")
    parser.add_argument("--failed", action="store_true", help="and those that once failed")
    parser.add_argument("--print", action="store_true", help="print the regions only")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="spread over these")
    args = parser.parse_args()
    programs = once_failed() if args.failed else []
    programs += named(args.seeds or range(args.start, args.start + args.count))
    if args.print:
        for name, p, _ in programs:
            print(p.region(name))
        return 0
    for i, path in enumerate(args.files):
        share = programs[i::len(args.files)]
        write_if_new(path, file_text(share, args.fixture, -(-args.exact // len(args.files))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
