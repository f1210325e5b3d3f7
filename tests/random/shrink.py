# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""The smallest program that fails alike. In: a program, a function that says how a program fails (None: it does not). Out: a
program of which no part can be left out. Shapes, layouts and values shrink in the driver, which need not compile for that."""

import itertools

import vocabulary as v
from program import Node, Program


def replace_uses(p, old, new):
    for n in p.nodes:
        n.args = tuple(new if a == old else a for a in n.args)
    p.outputs = [new if k == old else k for k in p.outputs]
    return p


def with_input(p, place):
    """A node becomes an argument of its dtype and extents."""
    q = p.copy()
    n = q.nodes[place]
    q.nodes[place] = Node("input", given=(p.nodes[place].type, p.nodes[place].dims, False)) if not n.weak else n
    return q


def candidates(p):
    work = [k for k, n in enumerate(p.nodes) if n.op not in ("input", "literal")]
    if len(p.outputs) > 1:
        for k in p.outputs:
            yield Program(p.nodes, [k], p.policy)
    for k in work:  # a part of the program, the shortest first
        if [k] != p.outputs:
            yield Program(p.nodes, [k], p.policy)
    for count in range(len(p.outputs) - 1, 1, -1):
        for some in itertools.combinations(p.outputs, count):
            yield Program(p.nodes, some, p.policy)
    for k in reversed(work):
        yield with_input(p, k)
    for k in reversed(work):
        n = p.nodes[k]
        for a in n.args:
            if p.nodes[a].op != "literal" and p.nodes[a].type == n.type and len(p.nodes[a].dims) == len(n.dims):
                yield replace_uses(p.copy(), k, a)
    if p.policy != "automatic":
        yield Program(p.nodes, p.outputs, "automatic")
    inputs = p.inputs()
    for i, j in itertools.combinations(inputs, 2):
        if p.nodes[i].given == p.nodes[j].given:
            yield replace_uses(p.copy(), j, i)
    for k in inputs:
        t, dims, scalar = p.nodes[k].given
        if t != "f32":
            q = p.copy()
            q.nodes[k].given = ("f32", dims, scalar)
            yield q
        for axis, d in enumerate(dims):
            if isinstance(d, tuple) and d[0] != "base":  # an extent that something made: any other, or 1
                for other in (("base", p.bases()), 1):
                    q = p.copy()
                    q.nodes[k].given = (t, dims[:axis] + (other,) + dims[axis + 1:], scalar)
                    yield q
        if len(dims) > 1:
            q = p.copy()
            q.nodes[k].given = (t, dims[1:], scalar)
            yield q
    for k, n in enumerate(p.nodes):
        if n.op == "literal" and n.literal not in (1, 1.0):
            q = p.copy()
            q.nodes[k].literal = 1
            yield q


def size_of(p):
    """What counts as smaller."""
    axes = sum(len(n.dims) for n in p.nodes if n.op == "input")
    derived = sum(isinstance(d, tuple) and d[0] != "base" for n in p.nodes if n.op == "input" for d in n.dims)
    plain = sum(n.given[0] != "f32" for n in p.nodes if n.op == "input")
    odd = sum(n.op == "literal" and n.literal not in (1, 1.0) for n in p.nodes)
    return (p.size(), len(p.outputs), len(p.inputs()), p.policy != "automatic", axes, derived, plain, odd)


def shrink(p, failure_of, say=lambda text: None):
    wanted = failure_of(p)
    assert wanted is not None, "the program does not fail"
    tried = set()
    while True:
        for c in candidates(p):
            try:
                smaller = c.typed()
            except v.Invalid:
                continue
            key = str(smaller.to_json())
            if size_of(smaller) >= size_of(p) or key in tried:
                continue
            tried.add(key)
            if failure_of(smaller) == wanted:
                p = smaller
                say(f"{p.size()} nodes")
                break
        else:
            return p
