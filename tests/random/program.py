# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""A program: nodes in order, some of them results. Every node knows its dtype and its extents, as expressions over a few free
ones. Printed twice: as the region that a user would write, and as the reference's list of nodes."""

import vocabulary as v

OPEN = -2**63
EVERY_AXIS = -1
MAX_RANK = 5


class Node:
    """op; operands (places of earlier nodes); parameters (an axis first, from the left); a literal. The rest follows."""

    def __init__(self, op, args=(), params=(), literal=None, given=None):
        self.op, self.args, self.params, self.literal = op, tuple(args), tuple(params), literal
        self.given = given  # of an input: (dtype, extents, is a scalar of the call); of a literal and a cast: dtype
        self.type = self.operand = None
        self.weak = False
        self.dims = ()

    def copy(self):
        return Node(self.op, self.args, self.params, self.literal, self.given)


def broadcast(*shapes):
    rank = max(len(s) for s in shapes)
    result = [1] * rank
    for s in shapes:
        for k, d in enumerate(s, rank - len(s)):
            if d == 1 or d == result[k]:
                continue
            if result[k] != 1:
                raise v.Invalid("extents do not broadcast")
            result[k] = d
    return tuple(result)


def replaced(dims, axis, d):
    return dims[:axis] + (d,) + dims[axis + 1:]


def infer(n, a):
    """Fills in a node's dtype and extents from its operands'."""
    dims = a[0].dims if a else ()
    axis = n.params[0] if n.params else 0
    if a and n.op != "extent":
        n.type, n.weak, n.operand = a[0].type, a[0].weak, a[0].type
    if n.op == "input":
        n.type, n.dims, n.weak = n.given
    elif n.op == "literal":
        n.type, n.weak, n.dims = n.given, True, ()
    elif n.op in v.POINTWISE:
        n.operand, n.type, n.weak = v.typed(v.POINTWISE[n.op], [(x.type, x.weak) for x in a])
        n.dims = broadcast(*[x.dims for x in a])
        if all(x.op == "literal" for x in a):
            raise v.Invalid("nothing is traced")
    elif n.op == "cast":
        n.type, n.weak, n.dims = n.given, False, dims
    elif n.op in v.REDUCTIONS:
        row = v.REDUCTIONS[n.op]
        if not dims or (row.kinds is not None and v.kind(a[0].type) not in row.kinds):
            raise v.Invalid("operand of a reduction")
        n.type, n.weak = row.result(a[0].type), False
        axes = reduced_axes(n)
        if any(k >= len(dims) for k in axes) or len(set(axes)) < len(axes):
            raise v.Invalid("axis")
        kept = tuple(1 if k in axes else d for k, d in enumerate(dims))
        n.dims = () if axis == EVERY_AXIS else tuple(d for k, d in enumerate(kept) if k not in axes) if n.params[1] else kept
    elif n.op == "cond":
        if a[0].type != "bool" or a[0].dims or a[0].weak or a[1].type != a[2].type or len(a[1].dims) != len(a[2].dims):
            raise v.Invalid("cond")
        n.type = n.operand = a[1].type
        n.weak, n.dims = False, broadcast(a[1].dims, a[2].dims)
    elif n.op == "iota":
        n.type, n.weak = "i64", False
        n.dims = dims if axis < 0 else tuple(d if k == axis else 1 for k, d in enumerate(dims))
    elif n.op == "extent":
        n.type, n.weak, n.dims = "i64", False, ()
        n.operand = "i64"
    else:
        move(n, a, dims, axis)
    if len(n.dims) > MAX_RANK:
        raise v.Invalid("rank")
    if a and any(x.weak and n.op not in v.POINTWISE and n.op != "cast" for x in a):
        raise v.Invalid("movement of a scalar")


def reduced_axes(n):
    """Of a reduction: parameters are an axis, whether it is dropped, and maybe a second axis, from 1 on."""
    return (() if n.params[0] == EVERY_AXIS else n.params[:1]) + tuple(k - 1 for k in n.params[2:] if k > 0)


def move(n, a, dims, axis):
    p = n.params
    rank = len(dims)
    if n.op not in ("unsqueeze", "permute", "stack") and not 0 <= axis < rank and n.op not in ("tril", "triu"):
        raise v.Invalid("axis")
    if n.op == "permute":
        if rank == 0 or sorted(p) != list(range(rank)):
            raise v.Invalid("order")
        n.dims = tuple(dims[k] for k in p)
    elif n.op == "slice":
        n.dims = replaced(dims, axis, ("sliced", dims[axis], *p[1:]))
    elif n.op in ("flip", "roll"):
        n.dims = dims
    elif n.op == "select":
        n.dims = dims[:axis] + dims[axis + 1:]
    elif n.op == "unsqueeze":
        if not 0 <= axis <= rank:
            raise v.Invalid("axis")
        n.dims = dims[:axis] + (1,) + dims[axis:]
    elif n.op == "squeeze":
        if dims[axis] != 1 or not known_one(a[0], axis):
            raise v.Invalid("squeeze")
        n.dims = dims[:axis] + dims[axis + 1:]
    elif n.op == "diagonal":
        b = p[1]
        if not 0 <= b < rank or b == axis:
            raise v.Invalid("axes")
        n.dims = tuple(d for k, d in enumerate(dims) if k not in (axis, b)) + (("on_diagonal", dims[axis], dims[b], p[2]),)
    elif n.op == "unfold":
        n.dims = replaced(dims, axis, ("windows", dims[axis], p[1], p[2])) + (p[1],)
    elif n.op == "unflatten":
        n.dims = dims[:axis] + (("quotient", dims[axis], p[1]), p[1]) + dims[axis + 1:]
    elif n.op in ("tril", "triu"):
        if rank < 2:
            raise v.Invalid("axes")
        n.dims = dims
    elif n.op == "pad":
        n.dims = replaced(dims, axis, ("plus", dims[axis], p[1] + p[2]))
        if v.kind(n.type) < 2 and n.literal != int(n.literal):
            raise v.Invalid("fill")
    elif n.op in ("tile", "repeat"):
        n.dims = replaced(dims, axis, ("times", dims[axis], p[1]))
    elif n.op in ("concatenate", "stack"):
        shapes = [x.dims for x in a]
        if any(len(s) != rank for s in shapes) or (n.op == "stack" and not 0 <= axis <= rank):
            raise v.Invalid("axes")
        if n.op == "stack":
            shapes = [s[:axis] + (1,) + s[axis:] for s in shapes]
        n.type, n.weak = v.common([(x.type, x.weak) for x in a])
        n.operand = n.type
        joined = shapes[0][axis]
        for s in shapes[1:]:
            joined = ("sum", joined, s[axis])
        n.dims = replaced(broadcast(*[replaced(s, axis, 1) for s in shapes]), axis, joined)
    elif n.op == "take":
        if v.kind(a[1].type) != 1 or a[1].weak:
            raise v.Invalid("index")
        n.dims = dims[:axis] + a[1].dims + dims[axis + 1:]
    elif n.op == "take_along":
        if v.kind(a[1].type) != 1 or a[1].weak or len(a[1].dims) != rank:
            raise v.Invalid("index")
        n.dims = broadcast(replaced(dims, axis, 1), a[1].dims)
    else:
        raise v.Invalid(n.op)
    if n.op in ("take", "take_along", "roll", "pad", "concatenate", "stack", "tile", "repeat") and len(n.dims) >= 7:
        raise v.Invalid("rank")


def known_one(n, axis):
    """Whether the library knows, too, that an extent is 1: it comes from a reduction or from unsqueeze."""
    return (n.op in v.REDUCTIONS and n.params[1] == 0 and axis in reduced_axes(n)) or \
        (n.op == "unsqueeze" and n.params[0] == axis)


class Program:
    def __init__(self, nodes, outputs, policy="automatic"):
        self.nodes, self.outputs, self.policy = nodes, list(outputs), policy

    def copy(self):
        return Program([n.copy() for n in self.nodes], self.outputs, self.policy)

    def typed(self):
        """Without what no result needs; raises Invalid."""
        needed = set()
        stack = list(self.outputs)
        while stack:
            k = stack.pop()
            if k not in needed:
                needed.add(k)
                stack += self.nodes[k].args
        place, nodes = {}, []
        for k, n in enumerate(self.nodes):
            if k not in needed:
                continue
            place[k] = len(nodes)
            n = n.copy()
            n.args = tuple(place[a] for a in n.args)
            infer(n, [nodes[a] for a in n.args])
            nodes.append(n)
        outputs = []
        for k in self.outputs:
            if place[k] not in outputs:
                outputs.append(place[k])
        result = Program(nodes, outputs, self.policy)
        if any(nodes[k].weak or nodes[k].op == "literal" for k in outputs):
            raise v.Invalid("a result is a tensor's")
        if not any(n.op == "input" and not n.weak for n in nodes):
            raise v.Invalid("a call has a view")
        return result

    def inputs(self):
        return [k for k, n in enumerate(self.nodes) if n.op == "input"]

    def size(self):
        return sum(n.op not in ("input", "literal") for n in self.nodes)

    def bases(self):
        found = set()

        def walk(d):
            if isinstance(d, tuple):
                if d[0] == "base":
                    found.add(d[1])
                for x in d[1:]:
                    walk(x)
        for n in self.nodes:
            if n.op == "input":
                walk(("", *n.dims))
        return max(found, default=-1) + 1

    def extents(self, free):
        """Of the results, where the free extents are so many; raises Invalid where such a call is refused."""
        known = []
        for n in self.nodes:
            dims = [value(d, free) for d in n.dims]
            source = known[n.args[0]] if n.args else ()
            k = n.params[0] if n.params else 0
            if (n.op == "select" and not -source[k] <= n.params[1] < source[k]) or \
                    (n.op == "unfold" and source[k] < n.params[1]) or (n.op == "unflatten" and source[k] % n.params[1]):
                raise v.Invalid("refused")
            known.append(dims)
        return [known[k] for k in self.outputs]

    # ---- as text, one line -----------------------------------------------------------------------------------------------

    def to_json(self):
        nodes = [[n.op, n.args, n.params, n.literal, n.given] for n in self.nodes]
        return {"nodes": nodes, "results": self.outputs, "policy": self.policy}

    @staticmethod
    def from_json(data):
        def tuples(x):
            return tuple(tuples(y) for y in x) if isinstance(x, list) else x
        nodes = [Node(op, tuples(args), tuples(params), literal, tuples(given)) for op, args, params, literal, given in data["nodes"]]
        return Program(nodes, data["results"], data["policy"]).typed()

    # ---- printing ---------------------------------------------------------------------------------------------------------

    def region(self, name):
        names, lines = {}, []
        inputs = self.inputs()
        for i, k in enumerate(inputs):
            names[k] = f"x{i}"
        for k, n in enumerate(self.nodes):
            if n.op == "literal":
                names[k] = literal_text(n.literal, n.given)
            elif n.op != "input":
                names[k] = f"v{k}"
                lines.append(f"  const auto v{k} = {written(n, [names[a] for a in n.args], [self.nodes[a] for a in n.args])};")
        results = ", ".join(names[k] for k in self.outputs)
        if len(self.outputs) > 1:
            results = f"sinter::outputs({results})"
        parameters = ", ".join(f"auto x{i}" for i in range(len(inputs)))
        body = "\n".join(lines + [f"  return {results};"])
        return f"inline constexpr auto {name} = sinter::region<struct {name}_k>([]({parameters}) {{\n{body}\n}});\n"

    def listing(self, wrong):
        lines = []
        number = {k: i for i, k in enumerate(self.inputs())}
        for k, n in enumerate(self.nodes):
            args = list(n.args) + [0] * (3 - len(n.args))
            params = [number[k]] if n.op == "input" else list(n.params)
            literal = 0 if n.literal is None else n.literal
            text = literal_text(literal, "f32") if n.literal is not None and v.kind(n.operand or n.type) == 2 else repr(literal)
            lines.append('{"%s", %s, %s, %d, {%s}, {%s}, %s}' % (
                wrong.get(n.op, n.op), type_text(n.type), type_text(n.operand or n.type), len(n.args), ", ".join(map(str, args)),
                ", ".join("test::fuzz::open_end" if p == OPEN else str(p) for p in params), text))
        return ",\n      ".join(lines)

    def cpp(self, name, note, wrong=()):
        """wrong: ops that the reference shall take for others, which tests the test."""
        inputs = self.inputs()
        views = [f"test::fuzz::scalar_at<{v.CPP[self.nodes[k].type]}>(in[{i}])" if self.nodes[k].weak else
                 f"test::fuzz::view_of<{v.CPP[self.nodes[k].type]}, {len(self.nodes[k].dims)}>(in[{i}])"
                 for i, k in enumerate(inputs)]
        outs = [f"test::fuzz::view_of<{v.CPP[self.nodes[k].type]}, {len(self.nodes[k].dims)}>(out[{i}])"
                for i, k in enumerate(self.outputs)]
        target = outs[0] if len(outs) == 1 else f"sinter::outputs({', '.join(outs)})"
        extents = "".join(f"\n    e[{i}] = {{{', '.join(dim_text(d) for d in self.nodes[k].dims)}}};"
                          for i, k in enumerate(inputs))
        rows = ", ".join("{%s, %d, %s}" % (type_text(self.nodes[k].type), len(self.nodes[k].dims),
                                           "true" if self.nodes[k].weak else "false") for k in inputs)
        results = ", ".join(f"{{{k}, {len(self.nodes[k].dims)}}}" for k in self.outputs)
        region = self.region(name)
        return f"""// {note}
{region}
struct {name}_program {{
  static constexpr test::fuzz::node nodes[] = {{
      {self.listing(dict(wrong))}}};
  static constexpr test::fuzz::input inputs[] = {{{rows}}};
  static constexpr test::fuzz::result results[] = {{{results}}};
  static void extents([[maybe_unused]] const std::int64_t* n, std::vector<std::int64_t>* e) {{{extents}
  }}
  template <class Exec>
  static void launch([[maybe_unused]] const test::fuzz::memory* in, const test::fuzz::memory* out, const Exec& exec) {{
    {name}({', '.join(views)}).into({target}, {self.policy_text()});
  }}
  static constexpr const char* text = R"cpp({region})cpp";
  static constexpr test::fuzz::program data{{"{name}", text, nodes, {len(self.nodes)}, inputs, {len(inputs)}, results,
                                              {len(self.outputs)}, &extents, {self.bases()}, {self.only_maps()}}};
}};
"""

    def policy_text(self):
        # The reference grants the errors of the formula as it is written: no sum is taken online (tests/support/cases_online.hpp).
        policy = "plain" if self.policy == "automatic" else self.policy
        return f"test::fuzz::forced<sinter::fusion::{policy}>(exec)"

    def only_maps(self):
        maps = all(n.op in ("input", "literal", "cast") or n.op in v.POINTWISE for n in self.nodes)
        return "true" if maps and len(self.outputs) == 1 else "false"


def value(d, free):
    """An extent as a number."""
    if isinstance(d, int):
        return d
    if d[0] == "base":
        return free[d[1]]
    a = value(d[1], free)
    if d[0] == "sum":
        return a + value(d[2], free)
    if d[0] == "plus":
        return a + d[2]
    if d[0] == "times":
        return a * d[2]
    if d[0] == "quotient":
        return a // d[2]
    if d[0] == "sliced":
        ends = [None if x == OPEN else x for x in d[2:4]]
        return len(range(a)[slice(*ends, d[4])])
    if d[0] == "on_diagonal":
        return sum(0 <= i + d[3] < value(d[2], free) for i in range(a))
    return max(0, (a - d[2]) // d[3] + 1)


def type_text(t):
    return "test::fuzz::type::" + ("boolean" if t == "bool" else t)


def literal_text(x, t):
    if v.kind(t) == 2:
        text = repr(float(x))
        return text + "f"
    return str(int(x))


def dim_text(d):
    if isinstance(d, int):
        return str(d)
    if d[0] == "base":
        return f"n[{d[1]}]"
    args = [dim_text(x) for x in d[1:]]
    if d[0] in ("sum", "plus"):
        return f"({args[0]} + {args[1]})"
    if d[0] == "times":
        return f"({args[0]} * {args[1]})"
    if d[0] == "quotient":
        return f"({args[0]} / {args[1]})"
    return f"test::fuzz::{d[0]}({', '.join('test::fuzz::open_end' if x == str(OPEN) else x for x in args)})"


def written(n, x, operands):
    p = n.params
    axis = f"sinter::axis<{p[0]}>" if p else ""
    end = [("sinter::to_end" if q == OPEN else str(q)) for q in p]
    if n.op in v.POINTWISE:
        return v.POINTWISE[n.op].written.format(*x)
    if n.op == "cast":
        return f"sinter::cast<{v.CPP[n.given]}>({x[0]})"
    if n.op in v.REDUCTIONS:
        call = (v.REDUCTIONS[n.op].written or n.op + "({})").format
        if p[0] == EVERY_AXIS:
            return call(x[0])
        # The last axis is named from the end, as most users do.
        named = [k - len(operands[0].dims) if k == len(operands[0].dims) - 1 else k for k in reduced_axes(n)]
        name = f"sinter::ax{'i' if len(named) == 1 else 'e'}s<{', '.join(map(str, named))}>"
        return call(f"{x[0]}, {name}{', sinter::drop' if p[1] else ''}")
    if n.op == "cond":
        return f"cond({', '.join(x)})"
    if n.op == "iota":
        return f"iota({x[0]})" if p[0] < 0 else f"iota({x[0]}, {axis})"
    if n.op == "permute":
        return f"permute({x[0]}, {{{', '.join(map(str, p))}}})"
    if n.op == "diagonal":
        return f"diagonal({x[0]}, {p[2]}, {axis}, sinter::axis<{p[1]}>)"
    if n.op in ("tril", "triu"):
        return f"{n.op}({x[0]}, {p[0]})"
    if n.op == "pad":
        return f"pad({x[0]}, {axis}, {p[1]}, {p[2]}, {literal_text(n.literal, n.type)})"
    if n.op in ("concatenate", "stack"):
        return f"{n.op}({axis}, {', '.join(x)})"
    if n.op in ("take", "take_along"):
        return f"{n.op}({x[0]}, {axis}, {x[1]})"
    return f"{n.op}({', '.join([x[0], axis] + end[1:])})"
