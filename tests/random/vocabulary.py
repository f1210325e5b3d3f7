# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""What a random program may say: dtypes and how they promote, pointwise ops, reductions. One row adds an op; the reference
(reference.cpp) has a row of the same name."""

from collections import namedtuple

# In the library's order, which promotion relies on.
TYPES = ["bool", "u8", "u32", "u64", "i8", "i32", "i64", "f16", "bf16", "f32", "f64"]
CPP = {"bool": "bool", "u8": "std::uint8_t", "u32": "std::uint32_t", "u64": "std::uint64_t", "i8": "std::int8_t",
       "i32": "std::int32_t", "i64": "std::int64_t", "f16": "sinter::f16", "bf16": "sinter::bf16", "f32": "float",
       "f64": "double"}
WIDER = {"u8": "i32", "u32": "i64"}  # the narrowest signed type here that holds an unsigned one; u8 with i8 is i16, see promote


class Invalid(Exception):
    """The program would not compile, and that is no bug."""


def kind(t):
    return 0 if t == "bool" else 2 if t in ("f16", "bf16", "f32", "f64") else 1


def promote(a, b):
    if TYPES.index(a) > TYPES.index(b):
        a, b = b, a
    if a == b or kind(a) != kind(b):
        return b
    if (a, b) == ("f16", "bf16"):
        return "f32"
    if a.startswith("u") and b.startswith("i"):
        if a == "u64" or (a, b) == ("u8", "i8"):
            raise Invalid("no common dtype among those that are tested")
        wide = WIDER[a]
        return wide if TYPES.index(wide) > TYPES.index(b) else b
    return b


def promote_weak(strong, weak):
    if kind(weak) <= kind(strong):
        return strong
    return "f32" if kind(weak) == 2 else weak


def common(operands):
    """operands: (dtype, weak). The common dtype, and whether all are weak."""
    strong, weak, any_strong = "bool", "bool", False
    for t, is_weak in operands:
        if is_weak:
            weak = promote(weak, t)
        else:
            strong, any_strong = promote(strong, t), True
    return (promote_weak(strong, weak), False) if any_strong else (weak, True)


# op; typing rule as in trace/typing.hpp; how it is written; weight; of what kinds of operands (None: any).
Pointwise = namedtuple("Pointwise", "name rule arity written weight kinds")


def rows(rule, arity, text, weight, kinds=None):
    result = []
    for entry in text.split():
        name, _, operator = entry.partition("=")
        names = "{0}", "{1}", "{2}"
        if not operator:
            written = f"{name}({', '.join(names[:arity])})"
        elif arity == 1:
            written = operator + "{0}"
        else:
            written = f"{{0}} {operator} {{1}}"
        result.append(Pointwise(name, rule, arity, written, weight, kinds))
    return result


POINTWISE = {row.name: row for row in (
    rows("promoted", 2, "add=+ sub=- mul=*", 8) +
    rows("promoted", 2, "minimum maximum", 3) +
    rows("promoted", 2, "fmin fmax fmod remainder", 0.7) +
    rows("promoted", 2, "floor_divide", 0.7, (0, 1)) +
    rows("promoted", 1, "neg=- abs relu square", 3) +
    rows("promoted", 1, "sign floor ceil trunc round", 0.7) +
    rows("promoted", 3, "fma", 2) +
    rows("promoted", 2, "pow", 0.4, (2,)) +
    rows("floating", 2, "div=/", 6) +
    rows("floating", 2, "copysign atan2 hypot", 0.6) +
    rows("floating", 1, "exp sqrt tanh sigmoid reciprocal", 2) +
    rows("floating", 1, "log rsqrt erf sin cos", 1) +
    rows("floating", 1, "expm1 log1p exp2 log2 log10 cbrt tan asin acos atan sinh cosh asinh acosh atanh erfc", 0.3) +
    rows("predicate", 2, "equal=== not_equal=!= less=< less_equal=<= greater=> greater_equal=>=", 1.2) +
    rows("predicate", 1, "isnan isinf isfinite signbit", 0.5) +
    rows("logical", 2, "logical_and=&& logical_or=|| logical_xor", 0.8) +
    rows("logical", 1, "logical_not=!", 0.8) +
    rows("bitwise", 2, "bit_and=& bit_or=| bit_xor=^", 0.8, (0, 1)) +
    rows("bitwise", 1, "bit_not=~", 0.8, (0, 1)) +
    rows("integral", 2, "shift_left=<< shift_right=>>", 0.8, (0, 1)) +
    rows("select", 3, "where", 5))}

# reduction; its result of a dtype; weight; how it is written; of what kinds of operands (None: any).
Reduction = namedtuple("Reduction", "name result weight written kinds", defaults=(None, None))


def same(t):
    return t


def wide_sum(t):
    return t if kind(t) == 2 else "u64" if t.startswith("u") else "i64"


def floating(t):
    return t if kind(t) == 2 else "f32"


def index(t):
    return "i64"


def truth(t):
    return "bool"


REDUCTIONS = {row.name: row for row in (
    Reduction("sum", wide_sum, 3),
    Reduction("mean", floating, 2),
    Reduction("max", same, 2),
    Reduction("min", same, 1),
    Reduction("prod", wide_sum, 0.5),
    Reduction("any", truth, 0.5),
    Reduction("all", truth, 0.5),
    Reduction("count_nonzero", index, 0.5),
    Reduction("argmax", index, 0.7),
    Reduction("argmin", index, 0.4),
    Reduction("var0", floating, 0.5, "sinter::var<0>({})"),
    Reduction("var1", floating, 0.5, "sinter::var<1>({})"),
    Reduction("stddev", floating, 0.3),
    Reduction("logsumexp", floating, 0.6),
    Reduction("norm1", same, 0.3, "sinter::norm<1>({})", (2,)),
    Reduction("norm", floating, 0.4),
    Reduction("least", same, 0.3, "minmax({}).min"),
    Reduction("most", same, 0.3, "minmax({}).max"),
    Reduction("top_value", same, 0.2, "sinter::item<0>(sinter::top_k<2>({}).values)"),
    Reduction("top_index", index, 0.2, "sinter::item<0>(sinter::top_k<2>({}).indices)"),
    Reduction("second_value", same, 0.2, "sinter::item<1>(sinter::top_k<2>({}).values)"),
    Reduction("second_index", index, 0.2, "sinter::item<1>(sinter::top_k<2>({}).indices)"))}


def typed(row, operands):
    """A pointwise op on (dtype, weak) operands: the dtype they are converted to, the result's, and whether it is weak."""
    t, weak = common(operands[1:] if row.rule == "select" else operands)
    if row.kinds is not None and kind(t) not in row.kinds:
        raise Invalid(f"{row.name} of {t}")
    if row.rule == "logical":
        return "bool", "bool", weak
    if row.rule == "floating" and kind(t) < 2:
        t = "f32"
    if row.rule in ("promoted", "integral") and t == "bool":
        t = "i32"
    return t, "bool" if row.rule == "predicate" else t, weak and row.rule != "predicate"
