#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Compiles and runs the C++ blocks of the pages that a newcomer reads. Usage: docs.py [COMPILER] [PAGE...].

A block that is followed by `<!-- test ... -->` is a program together with the comment's text; others are fragments and are
listed. Streams are the host executor here: what a page says for a stream must hold for the CPU too.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ["README.md", "CONTRIBUTING.md", "docs/ops.md", "docs/reference.md"]
PRELUDE = """#include <sinter/sinter.hpp>
using cudaStream_t = sinter::host_executor<sinter::fusion::automatic>;
"""


SPELLED = {"add": "a + b", "sub": "a - b", "mul": "a * b", "div": "a / b", "neg": "-a", "equal": "==", "not_equal": "!=", "less": "<",
           "less_equal": "<=", "logical_and": "&&", "logical_or": "||", "logical_not": "!", "bit_and": "a & b", "bit_or": "a | b", "bit_xor": "a ^ b", "bit_not": "~a", "shift_left": "a << b",
           "shift_right": "a >> b", "random_word": "random_bits(x, seed, offset)", "unbiased_mean": "var", "unbiased_variance": "var", "variance": "var<0>(x)", "moment_mean": "var_mean",
           "supremum": "logsumexp", "compensated_sum": "sum<accumulation::compensated>", "compensated_mean": "sum<accumulation::compensated>",
           "f64_sum": "mean<accumulation::f64>", "f64_mean": "mean<accumulation::f64>"}


def undocumented():
    """Functions and ops of include/sinter/op that docs/ops.md does not name; what namespace ops has beside ops is for their formulas."""
    page = (ROOT / "docs/ops.md").read_text(encoding="utf-8").replace("\\|", "|")
    registry = re.sub(r"std::\w+_t", "", (ROOT / "include/sinter/op/registry.hpp").read_text(encoding="utf-8"))
    ops = {op for block in re.findall(r"^using (?!made_by_passes)\w+\s*=\s*type_list<[^;]*;", registry, re.M) for op in re.findall(r"\b(\w+?)_t\b", block)} - {"cast"}
    names = {SPELLED.get(op, op) for op in ops}
    for header in sorted((ROOT / "include/sinter/op").glob("*.hpp")):
        public = re.sub(r"^namespace (detail|ops) \{.*?^\}  // namespace \1$", "", header.read_text(encoding="utf-8"), flags=re.M | re.S)
        names |= set(re.findall(r"^constexpr auto (\w+)\(const ", public, re.M)) - {"operator"}
    return sorted(n for n in names if not re.search(r"(?<!\w)" + re.escape(n) + (r"(?!\w)" if n[-1:].isalnum() else ""), page))


def main():
    compiler = sys.argv[1] if len(sys.argv) > 1 else "g++"
    failed = run = 0
    for page in sys.argv[2:] or PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        blocks = re.findall(r"```cpp\n(.*?)```\n(?:<!-- test\n(.*?)-->)?", text, re.S)
        for i, (code, test) in enumerate(blocks):
            if not test:
                print(f"{page} block {i + 1}: a fragment, not run")
                continue
            run += 1
            with tempfile.TemporaryDirectory() as folder:
                source = pathlib.Path(folder) / "block.cpp"
                source.write_text(PRELUDE + code + test, encoding="utf-8")
                binary = pathlib.Path(folder) / "block"
                command = [compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off", f"-I{ROOT}/include",
                           str(source), "-o", str(binary), "-lpthread"]
                built = subprocess.run(command, capture_output=True, text=True, check=False)
                ok = built.returncode == 0 and subprocess.run([str(binary)], check=False).returncode == 0
                print(f"{page} block {i + 1}: {'ok' if ok else 'FAILED'}")
                if not ok:
                    print(built.stderr[:3000])
                    failed += 1
    missing = undocumented()
    for name in missing:
        print(f"docs/ops.md does not name {name}")
    print(f"{run - failed} passed, {failed} failed")
    return 1 if failed or missing or not run else 0


if __name__ == "__main__":
    sys.exit(main())
