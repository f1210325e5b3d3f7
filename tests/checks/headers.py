#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Every header compiles alone, and twice: .hpp with g++ and clang++ and no CUDA in sight, .cuh with nvcc.

    headers.py [hpp|cuh] [header ...]
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
ENV = {name: value for name, value in os.environ.items() if name not in ("CPATH", "CPLUS_INCLUDE_PATH")}


def host(compiler):
    path = shutil.which(compiler)
    return path and [path, "-fsyntax-only", *WARNINGS]


def nvcc():
    path = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    return path and [path, "-x", "cu", "-arch=sm_90", "-c", "-Werror=all-warnings", "-Xcompiler=" + ",".join(WARNINGS)]


def compile_alone(command, header):
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch, "alone.cpp")
        source.write_text(f"#include <{header}>\n#include <{header}>\n")
        output = [] if "-fsyntax-only" in command else ["-o", f"{scratch}/alone.o"]
        command = [*command, "-std=c++20", f"-I{INCLUDE}", str(source), *output]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=ENV)
    return "" if done.returncode == 0 else (done.stdout + done.stderr)[:3000] or f"exit {done.returncode}"


def main():
    kinds = [kind for kind in ("hpp", "cuh") if kind in sys.argv[1:]] or ["hpp", "cuh"]
    chosen = [pathlib.Path(name).resolve() for name in sys.argv[1:] if name not in ("hpp", "cuh")]
    jobs = []
    for kind in kinds:
        headers = [h for h in chosen if h.suffix == f".{kind}"] if chosen else sorted(INCLUDE.rglob(f"*.{kind}"))
        compilers = {"g++": host("g++"), "clang++": host("clang++")} if kind == "hpp" else {"nvcc": nvcc()}
        for name, command in compilers.items():
            if not command:
                print(f"{name}: not found, skipped")
            jobs += [(name, command, h.relative_to(INCLUDE)) for h in headers if command]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for (name, _, header), said in zip(jobs, pool.map(lambda job: compile_alone(*job[1:]), jobs)):
            if said:
                failed += 1
                print(f"{header} does not compile alone with {name}:\n{said}\n", flush=True)
    print(f"{len(jobs) - failed} of {len(jobs)} compile alone")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
