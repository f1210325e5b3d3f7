#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""The house rules that a script can check: includes point backward along the pipeline, headers are small, open with their
purpose, bring no slow standard header to the umbrella, and keep their macros to themselves."""
import pathlib
import re
import sys

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"
SINTER = INCLUDE / "sinter"
# Folders of one line stand side by side and may not include each other.
PIPELINE = ["core", "tensor", "graph", "trace", "op", "pass autodiff", "schedule", "kernel", "host emulate launch",
            "runtime", "interop"]
RANK = {folder: rank for rank, line in enumerate(PIPELINE) for folder in line.split()}
SPDX = ["// SPDX-FileCopyrightText: ", "// SPDX-License-Identifier: Apache-2.0"]
SLOW = re.compile(r"string|iostream|functional|thread|vector|cuda/std(/.*)?")  # seconds under nvcc: DESIGN.md, section 3
MAX_LINES = 500
MAX_MACROS = 12

complaints = []


def complain(header, text):
    complaints.append(f"{header.relative_to(INCLUDE)}: {text}")


def folder(header):
    parts = header.relative_to(SINTER).parts
    return parts[0] if len(parts) > 1 else None  # None: an umbrella, which may include anything


def includes(text):
    return re.findall(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', text, re.M)


def check_opening(header, lines):
    if len(lines) < 4 or not all(line.startswith(start) for line, start in zip(lines, SPDX)):
        return complain(header, "the first two lines are not the SPDX header")
    if lines[2] != "//" or not re.match(r"// \S", lines[3]):
        complain(header, "no comment after the SPDX header that says what comes in, what goes out and what holds")
    if "#pragma once" not in lines:
        complain(header, "no #pragma once")


def check_includes(header, text):
    own = folder(header)
    if own and own not in RANK:
        return complain(header, f"folder {own} is not in the pipeline (tests/checks/layers.py)")
    for quote, name in includes(text):
        if quote == '"':
            complain(header, f'#include "{name}": write <sinter/...>')
        if not name.startswith("sinter/"):
            continue
        target = INCLUDE / name
        other = folder(target)
        if not target.is_file():
            complain(header, f"<{name}> does not exist")
        elif own and other is None:
            complain(header, f"<{name}>: a folder's header may not include an umbrella")
        elif own and other != own and RANK.get(other, 99) >= RANK[own]:
            complain(header, f"<{name}>: {own}/ comes before or stands beside {other}/ in the pipeline")


def check_macros(header, text):
    defined = set(re.findall(r"^\s*#\s*define\s+(\w+)", text, re.M))
    if header == SINTER / "core/config.hpp":
        macros = {name for name in defined if name.startswith("SINTER_") and not name.startswith("SINTER_VERSION")}
        if len(macros) > MAX_MACROS:
            complain(header, f"{len(macros)} macros, more than {MAX_MACROS}: {', '.join(sorted(macros))}")
        return
    for name in sorted(defined - set(re.findall(r"^\s*#\s*undef\s+(\w+)", text, re.M))):
        complain(header, f"macro {name} is not #undef-ed in the file that defines it")


def check_reachable(texts):
    """No slow standard header behind the umbrella, whichever way the preprocessor goes."""
    pending, seen = [(SINTER / "sinter.hpp", "")], set()
    while pending:
        header, via = pending.pop()
        if header in seen or header not in texts:
            continue
        seen.add(header)
        for quote, name in includes(texts[header]):
            if quote == "<" and SLOW.fullmatch(name):
                complain(header, f"#include <{name}> is too slow to stand behind <sinter/sinter.hpp>{via}")
            pending.append((INCLUDE / name, f" (included by {header.relative_to(INCLUDE)})"))


def main():
    texts = {h: h.read_text() for h in sorted(SINTER.rglob("*")) if h.suffix in (".hpp", ".cuh")}
    for header, text in texts.items():
        lines = text.splitlines()
        check_opening(header, lines)
        check_includes(header, text)
        check_macros(header, text)
        if len(lines) > MAX_LINES:
            complain(header, f"{len(lines)} lines, more than {MAX_LINES}: split it")
    check_reachable(texts)
    print("\n".join(complaints + [f"{len(texts)} headers, {len(complaints)} complaints"]))
    return bool(complaints)


if __name__ == "__main__":
    sys.exit(main())
