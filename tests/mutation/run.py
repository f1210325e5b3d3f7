#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Every barrier, fence, wait and check of the kernel bodies is needed: without it an emulated test fails.

Mutants are found in the sources by rules, so that a new check is a new mutant; a condition that no rule covers is an error.
One mutant changes one place: a statement is removed, one operand of a condition becomes true or false, a loop runs once, never
or for ever. Each is compiled against the tests of this folder, those of the kernels it is in first, until one fails; a mutant
that no test notices survives, and the exit status says so. Nothing in include/ is touched: a mutated header lies in a folder of
its own, before include/.

  run.py            all mutants; writes results.md
  run.py --quick    five of them, the same ones every time
  run.py --list     what would be mutated, and what is structure
  run.py --match REGEX   those whose `file:line change` matches
  run.py --excused       only those that SHORTCUTS and EQUIVALENT say no test can notice: a test that does is an error
"""
import argparse
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
FILES = ["combine", "vector", "pointwise", "strided", "tiled", "row", "row_loop", "reduce", "sort"]
FLAGS = ["-std=c++20", "-O1", "-w"]
CPU_SECONDS = 5  # a test that takes longer hangs: all of them together take one second

# The tests of a kernel, by a word in the mutant's scope; the first match counts, and all other tests follow.
TESTS = [
    ("scatter|locate_target|sort_|enter_digit", "scatter"),
    ("gather|locate|place_chosen", "gather"),
    ("pointwise_flat", "flat finish"),
    ("load_vector|store_vector", "flat totals"),
    ("pointwise_rows", "rows finish"),
    ("pointwise_strided|strided_machine", "strided finish"),
    ("pointwise_tiled", "tiled"),
    ("row_registers", "registers norms"),
    ("row_loop::machine::(place|folds_one|combine|writes)", "axes"),
    ("row_loop", "loop loop_broadcast staged"),
    ("combine_vector", "registers"),
    ("reduce_strided", "totals_strided finish"),
    ("combine_partials|reduce_|complete|start", "totals totals_strided finish"),
    ("combine_lanes|combine_threads", "totals registers"),
]

# A shortcut's other side does the same work more slowly: the direction that takes the long way cannot be noticed.
# (scope, condition, what it becomes, why)
SHORTCUTS = [
    ("load_vector|store_vector", r"first \+ V <= n", "false",
     "the partial path handles a whole vector too, element by element"),
    ("reduce_flat", r"\(t \+ 1\) \* tile <= p\.n|(?:m\.)?whole", "false", "without the shortcut every element is checked, and exists"),
    ("strided_machine::take_index", r"a != 0", "true", "the slowest axis has a divisor of 0, with which any quotient leaves the index"),
    ("pointwise_rows::machine::place_chosen", r"run|exists\[i\]|at\[i\] == at\[0\] \+ i|\(address & .*", "false",
     "without packets every element is moved alone"),
    ("pointwise_rows::machine::(gather|scatter)", r"run|Mode == graph::scatter_mode::store", "false",
     "without packets every element is moved alone"),
    ("pointwise_tiled::machine::fetch", r"packets|left >= V", "false", "without packets every element is read alone"),
    ("pointwise_tiled::machine", r".*packets_bit\) != 0", "false", "without packets every element is moved alone"),
    ("pointwise_tiled::machine::store", r"columns - column >= V", "false", "without packets every element is moved alone"),
    ("row_loop::machine", "Staged", "false", "without the shortcut a staged row looks at its pointers, which are never null"),
]
# A check that cannot be noticed missing is redundant: each entry is a debt. (scope, condition, what it becomes, why)
EQUIVALENT = [
    ("row_loop::machine::load", "active", "true",
     "enter_row wraps a row beyond the last one around the slowest axis, so its offsets may be read; a value of a row is never "
     "written by the kernel that loads it, and nothing of the row is stored"),
]


# ---------------------------------------------------------------------------------------------------------------- reading


def blank(text):
    """The same length without comments, strings and preprocessor lines."""
    def hide(m):
        return re.sub(r"[^\n]", " ", m[0])
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', hide, text, flags=re.S | re.M)


class Source:
    """A header: its code, its brackets (those of templates included) and its scopes. clang-format puts spaces around
    operators and none inside template brackets; that is how `<` and `&&` are told apart."""

    OPEN, CLOSE = "([{", ")]}"

    def __init__(self, path):
        self.path = path
        self.text = path.read_text()
        self.code = blank(self.text)
        self.match = {}
        stack = []
        for i, ch in enumerate(self.code):
            before, after = self.code[i - 1], self.code[i + 1 : i + 2]
            opens = ch in self.OPEN or (ch == "<" and not after.isspace() and after not in "<=" and before != "<")
            shift = before == ">" and self.code[i - 2].isspace()
            closes = ch in self.CLOSE or (ch == ">" and not before.isspace() and before not in "-=" and not shift)
            if opens:
                stack.append(i)
            elif closes:
                j = stack.pop()
                assert self.code[j] + ch in ("()", "[]", "{}", "<>"), f"{path}:{self.line(i)}: {self.code[j]} meets {ch}"
                self.match[i], self.match[j] = j, i
        assert not stack, f"{path}:{self.line(stack[-1])}: unmatched {self.code[stack[-1]]}"

    def line(self, i):
        return self.text.count("\n", 0, i) + 1

    def scope(self, i):
        """Names of what encloses a place, outermost first."""
        names = []
        for j in sorted(j for j, k in self.match.items() if self.code[j] == "{" and j < i < k):
            head = re.split(r"[;{}]", self.code[:j])[-1]
            head = re.sub(r"\btemplate\s*<.*?>\s*(?=\w+ |\n)", "", head, flags=re.S)
            m = re.search(r"\bstruct (\w+)", head) or re.search(r"(\w+)\((?:[^()]|\([^()]*\))*\)\s*(?:const\s*)?$", head)
            if m and m[1] not in ("if", "for", "while"):
                names.append(m[1])
        return "::".join(names)

    def compile_time(self):
        """Spans evaluated by the compiler: constexpr declarations, static_assert, template heads."""
        spans = []
        for m in re.finditer(r"\bstatic_assert\s*\(", self.code):
            spans.append((m.start(), self.match[m.end() - 1]))
        for m in re.finditer(r"\btemplate\s*<", self.code):
            spans.append((m.start(), self.match[m.end() - 1]))
        for m in re.finditer(r"(?<!if )\b(?:constexpr|consteval)\b", self.code):
            i = m.end()
            while self.code[i] != ";":
                if i in self.match and self.match[i] > i:
                    brace = self.code[i] == "{"
                    i = self.match[i]
                    if brace and self.code[i + 1 :].lstrip()[:1] not in tuple(";(),"):
                        break
                i += 1
            spans.append((m.start(), i))
        return spans

    def extent(self, i):
        """The whole expression around an operator: up to a bracket, comma, assignment, return or another `? :`."""
        lo = i
        while True:
            ch = self.code[lo - 1]
            if lo - 1 in self.match:
                if self.match[lo - 1] > lo - 1:
                    break
                lo = self.match[lo - 1]
                continue
            if ch in ",;?" or (ch == ":" and self.code[lo - 2] != ":" and self.code[lo] != ":"):
                break
            if ch == "=" and self.code[lo] == " " and self.code[lo - 2] not in "=!<>":
                break
            lo -= 1
        m = re.match(r"\s*return\b", self.code[lo:])
        lo += m.end() if m else 0
        hi = i
        while True:
            ch = self.code[hi]
            if hi in self.match:
                if self.match[hi] < hi:
                    break
                hi = self.match[hi]
            elif ch in ",;?" or (ch == ":" and self.code[hi + 1] != ":" and self.code[hi - 1] != ":"):
                break
            hi += 1
        return self.strip(lo, hi)

    def strip(self, lo, hi):
        while self.code[lo].isspace():
            lo += 1
        while self.code[hi - 1].isspace():
            hi -= 1
        return lo, hi

    def atoms(self, lo, hi):
        """Operands of && and ||, through brackets and !."""
        lo, hi = self.strip(lo, hi)
        if self.code[lo] == "!":
            return self.atoms(lo + 1, hi)
        if self.code[lo] == "(" and self.match[lo] == hi - 1:
            return self.atoms(lo + 1, hi - 1)
        parts, start, i = [], lo, lo
        while i < hi:
            if i in self.match and self.match[i] > i:
                i = self.match[i]
            elif self.code[i : i + 2] in ("&&", "||"):
                parts.append((start, i))
                start = i + 2
            i += 1
        if not parts:
            return [(lo, hi)]
        return [a for part in [*parts, (start, hi)] for a in self.atoms(*part)]


# ---------------------------------------------------------------------------------------------------------------- mutants


@dataclasses.dataclass
class Mutant:
    source: Source
    start: int
    end: int
    new: str
    change: str  # for people
    condition: str = ""
    excuse: str = ""  # why no test can notice it
    debt: bool = False

    def __post_init__(self):
        self.line = self.source.line(self.start)
        self.name = self.source.path.name
        self.scope = self.source.scope(self.start)
        for table, debt in ((SHORTCUTS, False), (EQUIVALENT, True)):
            for scope, condition, new, why in table:
                if re.search(scope, self.scope) and new == self.new.strip("()") and re.fullmatch(condition, self.condition):
                    self.excuse, self.debt = why, debt

    def __str__(self):
        return f"{self.name}:{self.line} {self.change}"

    def text(self):
        return self.source.text[: self.start] + self.new + self.source.text[self.end :]

    def tests(self, every):
        first = next((tests.split() for scope, tests in TESTS if re.search(scope, self.scope)), [])
        return first + [t for t in every if t not in first]


def flat(text):
    return re.sub(r"\s+", " ", text).strip()


def find_mutants(source):
    """Mutants, and (place, reason) of every construct that is structure rather than a check."""
    code, mutants, structure, covered = source.code, [], [], []
    compile_time = source.compile_time()

    def inside(i, spans):
        return any(lo <= i < hi for lo, hi in spans)

    def condition(lo, hi):
        if (lo, hi) in covered:
            return
        covered.append((lo, hi))
        for a, b in source.atoms(lo, hi):
            for new in ("true", "false"):
                text = flat(code[a:b])
                mutants.append(Mutant(source, a, b, f"({new})", f"`{text}` → {new}", text))

    # Statements.
    for m in re.finditer(r"\b(?:\w+(?:\.|->))*c\.\w+\(\);", code):
        if code[: m.start()].rstrip()[-1:] not in tuple(";{})"):
            continue
        mutants.append(Mutant(source, m.start(), m.end(), ";", f"`{m[0]}` removed"))
    for m in re.finditer(r"\bc\.(publish)\(", code):
        mutants.append(Mutant(source, m.start(1), m.end(1), "store", "`publish` → store"))
    for m in re.finditer(r"\bc\.(?:template )?ticket(\()", code):
        close = source.match[m.start(1)]
        comma = code.rindex(",", m.start(), close)
        mutants.append(Mutant(source, comma + 2, close, "~0U", f"ticket that wraps at `{flat(code[comma + 2:close])}` → never"))

    # Control flow.
    fragment_bounds = []
    for m in re.finditer(r"\b(if constexpr|if|for|while|switch|do)\b", code):
        if inside(m.start(), compile_time):
            continue
        if m[1] == "if constexpr":
            head = code.index("(", m.end())
            structure.append((m.start(), "compile-time selection"))
            compile_time.append((m.start(), source.match[head]))
        elif m[1] in ("if", "while"):
            head = code.index("(", m.end())
            condition(head + 1, source.match[head])
        elif m[1] == "for":
            head = code.index("(", m.end())
            close = source.match[head]
            semicolons, i = [], head + 1
            while i < close:
                if i in source.match and source.match[i] > i:
                    i = source.match[i]
                elif code[i] == ";":
                    semicolons.append(i)
                i += 1
            if len(semicolons) != 2:
                structure.append((m.start(), "range for"))
                continue
            lo, hi = source.strip(semicolons[0] + 1, semicolons[1])
            text = flat(code[lo:hi])
            unrolled = re.search(r"SINTER_UNROLL\s*$", code[: m.start()])
            counter = re.match(r"\s*(?:int|unsigned|std::size_t) (\w+) = 0$", code[head + 1 : semicolons[0]])
            if unrolled and counter and re.match(rf"{counter[1]} < ", text) and flat(code[semicolons[1] + 1 : close]) == f"++{counter[1]}":
                structure.append((m.start(), "fragment loop, its count a constant"))
                fragment_bounds.append(re.compile(r"< ").search(code, lo).start())
                continue
            covered.append((lo, hi))
            mutants.append(Mutant(source, lo, hi, "false", f"loop while `{text}` → never"))
            if not unrolled:
                mutants.append(Mutant(source, m.start(), close + 1, f"if ({code[head + 1:semicolons[0]]};{code[lo:hi]})",
                                      f"loop while `{text}` → once"))
                for a, b in source.atoms(lo, hi):
                    mutants.append(Mutant(source, a, b, "(true)", f"loop while `{text}`: `{flat(code[a:b])}` → true", flat(code[a:b])))

    # Conditions elsewhere: comparisons, logic, and choices.
    for m in re.finditer(r"(?<=\s)(?:==|!=|<=|>=|<|>|&&|\|\|)(?=\s)|\?", code):
        i = m.start()
        if inside(i, compile_time) or inside(i, covered) or i in fragment_bounds:
            continue
        if m[0] == "?":
            lo, hi = source.extent(i - 1)
        else:
            lo, hi = source.extent(i)
        condition(lo, hi)

    # clang-format takes some `a&& b` for a reference: an operator that does not look like one.
    hidden = [f"{source.path.name}:{source.line(m.start())}: `{m[0]}`: put the operand in brackets"
              for m in re.finditer(r"[\w)\]](?<!auto)&& [\w(!]", code) if not inside(m.start(), compile_time)]

    # Nothing hides: every construct, found again by line, is a mutant, structure or compile time.
    seen = [(s, s + 1) for s, _ in structure] + covered + compile_time + [(b, b + 1) for b in fragment_bounds]
    for m in re.finditer(r"\bif\b[^(]*\(\s*|\bwhile\s*\(\s*|\bfor\s*\(|\bswitch\b|\bdo\b|\bgoto\b|\S[ \n]*\?|\s(?:&&|\|\||[=!<>]=|[<>])\s|\bassert\b", code):
        i = m.start()
        if m[0].startswith("for"):
            i = m.start() if inside(m.start(), seen) else code.index(";", m.end()) + 2
        elif m[0].startswith(("if", "while")):
            i = m.start() if inside(m.start(), seen) else m.end()
        elif m[0][0].isspace():
            i = m.start() + 1
        if not inside(i, seen):
            hidden.append(f"{source.path.name}:{source.line(m.start())}: {source.text.splitlines()[source.line(m.start()) - 1].strip()}")
    mutants.sort(key=lambda m: (m.start, m.end))
    return mutants, structure, hidden


# ---------------------------------------------------------------------------------------------------------------- running


class Bench:
    """A snapshot of the headers and tests, and a compiled doctest main."""

    def __init__(self, scratch, compiler):
        self.scratch, self.compiler = scratch, compiler
        self.include, self.tests = scratch / "include", scratch / "tests"
        shutil.copytree(ROOT / "include", self.include)
        for folder in ("mutation", "support"):
            shutil.copytree(ROOT / "tests" / folder, self.tests / folder)
        self.every = sorted(p.stem for p in (self.tests / "mutation").glob("*.cpp"))
        self.main = scratch / "main.o"

    def compile(self, arguments):
        return subprocess.run([self.compiler, *FLAGS, *arguments], capture_output=True, text=True, errors="replace")

    def prepare(self):
        done = self.compile(["-c", str(self.tests / "support/doctest_main.cpp"), "-o", str(self.main)])
        if done.returncode:
            sys.exit(done.stderr)

    def run(self, test, folder, overlay):
        """None when a test passes, else how it failed."""
        program = folder / test
        done = self.compile([*overlay, f"-I{self.include}", f"-I{self.tests}", str(self.tests / f"mutation/{test}.cpp"),
                             str(self.main), "-o", str(program)])
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr]
            return "does not compile", errors[0][:300]

        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        run = subprocess.run([str(program), "--abort-after=1", "--no-colors"], capture_output=True, text=True, errors="replace",
                             preexec_fn=limit)
        program.unlink()
        if run.returncode == 0:
            return None
        name = re.search(r"TEST CASE:\s*(.*)", run.stdout)
        message = re.search(r"ERROR: (.*(?:\n  values: .*)?)", run.stdout)
        if run.returncode < 0 and not message:
            name, what = None, "hangs" if -run.returncode in (9, 24) else f"dies of signal {-run.returncode}"
        else:
            what = flat(message[1]) if message else run.stdout.strip().splitlines()[-1]
        return f"{test}.cpp" if not name else name[1].strip(), what

    def judge(self, mutant):
        with tempfile.TemporaryDirectory(dir=self.scratch) as folder:
            folder = pathlib.Path(folder)
            header = folder / "sinter/kernel" / mutant.name
            header.parent.mkdir(parents=True)
            header.write_text(mutant.text())
            for test in mutant.tests(self.every):
                killed = self.run(test, folder, [f"-I{folder}"])
                if killed:
                    return killed
        return None


def clean(message):
    message = re.sub(r"test case THREW exception: ", "", message)
    message = re.sub(r"^(?:CHECK|REQUIRE)\( (.*?) \) is NOT correct! values: [A-Z]+\( (.*?)(?: ==)?\s*\)$", r"\1: \2", message)
    return message[:200].replace("|", "\\|")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--match")
    parser.add_argument("--excused", action="store_true")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    if not shutil.which(args.compiler):
        print(f"{args.compiler} not found: skipped")
        return 77

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sinter-mutation-") as scratch:
        bench = Bench(pathlib.Path(scratch), args.compiler)
        mutants, structure, hidden = [], 0, []
        for name in FILES:
            source = Source(bench.include / f"sinter/kernel/{name}.hpp")
            found, kept, missed = find_mutants(source)
            mutants += found
            hidden += missed
            structure += len(kept)
            if args.list:
                for m in found:
                    print(f"{m}  [{m.scope}]" + (f"  EXCUSED: {m.excuse}" if m.excuse else ""))
                for place, why in kept:
                    print(f"{source.path.name}:{source.line(place)} structure: {why}")
        for line in hidden:
            print(f"no rule covers {line}")
        for table, name in ((SHORTCUTS, "SHORTCUTS"), (EQUIVALENT, "EQUIVALENT")):
            for entry in table:
                if not any(m.excuse == entry[3] for m in mutants):
                    hidden.append(entry)
                    print(f"{name}: nothing is like {entry[:3]} any more: remove the entry")
        chosen = [m for m in mutants if bool(m.excuse) == args.excused and re.search(args.match or "", str(m))]
        if args.quick:
            chosen = random.Random(1).sample(chosen, 5)
        print(f"{len(mutants)} mutants, {len([m for m in mutants if m.excuse])} excused, {structure} constructs are structure; "
              f"{len(chosen)} to run")
        if args.list:
            return 1 if hidden else 0

        bench.prepare()
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            if not args.match:
                # Without a mutant all tests pass, or a kill would mean nothing.
                for test, failed in zip(bench.every, pool.map(lambda t: bench.run(t, bench.scratch, []), bench.every)):
                    if failed:
                        print(f"{test}.cpp fails without a mutant: {failed[0]}: {failed[1]}")
                        return 1
            results = []
            for m, killed in zip(chosen, pool.map(bench.judge, chosen)):
                results.append((m, killed))
                verdict = "SURVIVES" if not killed else "IS NO MUTANT" if killed[0] == "does not compile" else "killed"
                print(f"{verdict:8} {m}" + (f"  ({killed[0]}: {clean(killed[1])[:140]})" if killed else ""), flush=True)

    bad = [m for m, killed in results if (killed is None) != bool(m.excuse) or (killed and killed[0] == "does not compile")]
    wall = time.monotonic() - began
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = used.ru_utime + used.ru_stime
    killed = len([1 for m, k in results if k])
    summary = f"{killed} of {len(results)} mutants killed in {wall:.0f} s ({cpu:.0f} s of CPU)"
    print(summary)
    for m in bad:
        print(f"{'NOTICED, though excused' if m.excuse else 'SURVIVED or invalid'}: {m} in {m.scope}")
    if not (args.quick or args.match or args.excused):
        write(mutants, results)
    return 1 if bad or hidden else 0


def write(mutants, results):
    by = {id(m): killed for m, killed in results}
    with open(HERE / "results.md", "w") as out:
        ran = [m for m in mutants if id(m) in by and not m.excuse]
        out.write("# Mutants of the kernel bodies\n\nWritten by `tests/mutation/run.py`; do not edit. "
                  f"{len([m for m in ran if by[id(m)]])} of {len(ran)} mutants are killed.\n\n"
                  "| Place | Change | Killed by |\n|---|---|---|\n")
        for m in ran:
            killed = by[id(m)]
            verdict = f"{killed[0]}: {clean(killed[1])}" if killed else "**survives**"
            out.write(f"| {m.name}:{m.line} `{m.scope.split('::')[0]}` | {m.change.replace('|', chr(92) + '|')} | {verdict} |\n")
        for title, debt in (("Shortcuts", False), ("Equivalent", True)):
            excused = [m for m in mutants if m.excuse and m.debt == debt]
            if excused:
                out.write(f"\n## {title}\n\n| Place | Change | Why no test can notice |\n|---|---|---|\n")
                for m in excused:
                    out.write(f"| {m.name}:{m.line} `{m.scope.split('::')[0]}` | {m.change.replace('|', chr(92) + '|')} | {m.excuse} |\n")


if __name__ == "__main__":
    sys.exit(main())
