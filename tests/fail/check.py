#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Wrong programs fail to compile, with the sentence they promise.

A file says `// expect: <part of one sentence>` (one or more lines), optionally `// only: g++,clang++`, and holds its correct
variant under `#ifdef CONTROL`. Without CONTROL the file must be rejected and every expected text be among the diagnostics;
with CONTROL it must compile, so that a test cannot pass for a wrong reason. The correct variants are compiled together, each in
a namespace of its own, and alone only where that fails; the library's header is precompiled for the wrong ones.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
INCLUDE = HERE.parents[1] / "include"
HOST_FLAGS = ["-fsyntax-only", "-Wall", "-Wextra", "-fmax-errors=50"]
FLAGS = {
    "g++": HOST_FLAGS,
    "clang++": [flag.replace("-fmax-errors", "-ferror-limit") for flag in HOST_FLAGS],
    "nvcc": ["-x", "cu", "-arch=sm_90", "-c"],
}


def find(compiler):
    path = shutil.which(compiler)
    if not path and compiler == "nvcc" and os.access("/usr/local/cuda/bin/nvcc", os.X_OK):
        path = "/usr/local/cuda/bin/nvcc"
    return path


def precompile(path, compiler, folder):
    """Flags with which the library's header is read precompiled; none where that is not possible."""
    if compiler == "nvcc":
        return []
    header = pathlib.Path(folder, f"{compiler}.hpp")
    header.write_text("#include <sinter/sinter.hpp>\n")
    binary = f"{header}.gch" if compiler == "g++" else f"{header}.pch"
    flags = [flag for flag in FLAGS[compiler] if flag != "-fsyntax-only"]
    command = [path, "-std=c++20", f"-I{INCLUDE}", *flags, "-x", "c++-header", str(header), "-o", binary]
    return ["-include", str(header)] if subprocess.run(command, capture_output=True).returncode == 0 else []


def run(path, compiler, source, *extra):
    """Exit status and diagnostics, with quotes and white space made alike for all compilers."""
    with tempfile.TemporaryDirectory() as scratch:
        command = [path, "-std=c++20", f"-I{INCLUDE}", *FLAGS[compiler], *extra, str(source)]
        if compiler == "nvcc":
            command += ["-o", f"{scratch}/out.o"]
        env = dict(os.environ, LC_ALL="C.UTF-8")
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=env)
    return done.returncode, alike(done.stdout + done.stderr)


def alike(text):
    return re.sub(r"\s+", " ", re.sub("[‘’`]", "'", text).replace('\\"', '"'))


def is_for(compiler, text):
    only = re.search(r"^// only:(.*)$", text, re.M)
    return not only or compiler in [name.strip() for name in only[1].split(",")]


def compile_controls(path, compiler, sources, folder):
    """True where all correct variants compile in one file: each in its namespace, what they include before them."""
    texts = {source: source.read_text() for source in sources}
    texts = {source: text for source, text in texts.items() if is_for(compiler, text)}
    includes = sorted({line for text in texts.values() for line in re.findall(r"^#include .*$", text, re.M)})
    blocks = [f'namespace {source.stem} {{\n#include "{source.resolve()}"\n}}' for source in texts]
    together = pathlib.Path(folder, f"controls-{compiler}.cpp")
    together.write_text("\n".join([*includes, "#define CONTROL", *blocks]) + "\n")
    return run(path, compiler, together)[0] == 0


def check(path, compiler, source, flags, controls):
    """None where the file is not for this compiler, else the list of complaints. controls(): do all correct variants compile?"""
    text = source.read_text()
    if not is_for(compiler, text):
        return None
    expected = [line.strip() for line in re.findall(r"^// expect:(.*)$", text, re.M) if line.strip()]
    if not expected:
        return ["no `// expect: <text>` line"]
    if not re.search(r"^\s*#\s*ifn?def CONTROL\b", text, re.M):
        return ["no `#ifdef CONTROL` with the correct variant"]
    complaints = []
    status, said = run(path, compiler, source, *flags)
    if status == 0:
        complaints.append("compiles, and should not")
    else:
        missing = [line for line in expected if alike(line) not in said]
        complaints += [f"does not say: {line}" for line in missing]
        if missing:
            complaints.append(f"says: {said[:1500]}")
    if not controls():
        status, said = run(path, compiler, source, "-DCONTROL")
        if status != 0:
            complaints.append(f"the correct variant does not compile: {said[:1500]}")
    return complaints


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--compiler", action="append", choices=list(FLAGS), help="default: all of them")
    parser.add_argument("files", nargs="*", type=pathlib.Path, help="default: every .cpp beside this script")
    args = parser.parse_args()
    files = args.files or sorted(HERE.glob("*.cpp"))
    compilers = {}
    for compiler in args.compiler or FLAGS:
        compilers[compiler] = find(compiler)
        if not compilers[compiler]:
            print(f"{compiler}: not found, skipped")
    jobs = [(path, compiler, source) for compiler, path in compilers.items() if path for source in files]
    if not jobs:
        print("nothing to check")
        return 77
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        found = {compiler: path for compiler, path in compilers.items() if path}
        controls = {c: pool.submit(compile_controls, path, c, files, folder).result for c, path in found.items()}
        flags = {c: precompile(path, c, folder) for c, path in found.items()}
        verdicts = pool.map(lambda job: check(*job, flags[job[1]], controls[job[1]]), jobs)
        for (_, compiler, source), complaints in zip(jobs, verdicts):
            verdict = "-" if complaints is None else "FAILED" if complaints else "ok"
            failed += verdict == "FAILED"
            passed += verdict == "ok"
            print(f"{source.stem:<44} {compiler:<8} {verdict}", flush=True)
            for complaint in complaints or []:
                print(f"    {complaint}", flush=True)
    print(f"{passed} rejected as promised, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
