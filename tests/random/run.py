#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Random programs of fresh seeds, until one fails; what fails is shrunk, printed and kept in failed.jsonl, whose programs the
tests run for ever.

  tools/fuzz                       100 programs of seeds by the clock, on the host
  tools/fuzz --seeds 1000 --start 7 --executor emulated --sanitize
  tools/fuzz --self-test           a reference that is wrong on purpose must be found, and shrunk to three nodes
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

import generate
import shrink

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIXTURES = {"host": "on_host", "emulated": "on_emulated", "cuda": "on_cuda"}


class Lab:
    """Compiles and runs programs."""

    def __init__(self, args):
        self.args = args
        self.folder = ROOT / "build" / "fuzz" / args.executor
        self.folder.mkdir(parents=True, exist_ok=True)
        flags = ["-std=c++20", f"-I{ROOT}/include", f"-I{ROOT}/tests"]
        host = ["-ffp-contract=off", "-fno-math-errno", "-Wall", "-Wextra", "-Werror", args.level]
        if args.sanitize:
            host += ["-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-g1"]
        if args.executor == "cuda":
            nvcc = os.environ.get("CUDACXX", "nvcc")
            self.compiler = [nvcc, *flags, "-arch=sm_90", "-Werror=all-warnings", "-Xcompiler=" + ",".join(host)]
            self.suffix, self.libraries, main = ".cu", ["-lcupti"], "gpu_main.cu"
        else:
            self.compiler = [args.compiler, *flags, *host]
            self.suffix, self.libraries, main = ".cpp", ["-pthread"], "doctest_main.cpp"
        self.wrong = [tuple(w.split("=")) for w in args.wrong]
        sources = [ROOT / "tests/support" / main, ROOT / "tests/random/driver.cpp", ROOT / "tests/random/reference.cpp"]
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            self.objects = list(pool.map(self.support, sources))

    def support(self, source):
        target = self.folder / (source.stem + ".o")
        extra = ["-x", "cu"] if self.suffix == ".cu" and source.suffix == ".cpp" else []
        subprocess.run([*self.compiler, *extra, "-c", source, "-o", target], check=True)
        return target

    def fails(self, programs, name):
        """Per program that fails: how, and the log. One program that does not compile hides the others: they go alone."""
        source = self.folder / (name + self.suffix)
        binary = self.folder / name
        source.write_text(generate.file_text(programs, FIXTURES[self.args.executor], self.args.exact, self.wrong))
        made = subprocess.run([*self.compiler, source, *self.objects, *self.libraries, "-o", binary], capture_output=True, text=True)
        if made.returncode != 0:
            if len(programs) > 1:
                return {k: f for i, p in enumerate(programs) for k, f in self.fails([p], f"{name}_{i}").items()}
            errors = [line for line in made.stderr.splitlines() if "error" in line] or made.stderr.splitlines()[-1:]
            return {programs[0][0]: ("compile", "\n".join(errors[:4]))}
        try:
            ran = subprocess.run([binary], capture_output=True, text=True, timeout=self.args.timeout, errors="replace")
        except subprocess.TimeoutExpired:
            ran = None
        binary.unlink()
        if ran is None or ran.returncode not in (0, 1, 77):
            if len(programs) > 1:
                return {k: f for i, p in enumerate(programs) for k, f in self.fails([p], f"{name}_{i}").items()}
            return {programs[0][0]: ("timeout", "") if ran is None else ("crash", ran.stdout[-2000:] + ran.stderr[-2000:])}
        failed = {}
        for part in re.split(r"^=+$", ran.stdout, flags=re.M):
            found = re.search(r"TEST CASE:  random: (\w+)", part)
            if found and "ERROR" in part:
                message = part[part.index("ERROR"):].strip()
                failed[found.group(1)] = ("wrong", message)
        return failed

    def failure_of(self, program, name):
        found = self.fails([(name, program, "shrinking")], f"shrink_{name}")
        return found.get(name, (None, ""))


def minimal(lab, name, program):
    logs = {}

    def failure_of(p):
        how, log = lab.failure_of(p, name)
        # Of compile errors the text counts, too: a program that is wrong itself fails otherwise.
        text = re.sub(r"^.*?error", "error", log.splitlines()[0]) if how == "compile" and log else ""
        if how == "wrong" and "exception: " in log:  # another exception is another fault
            text = re.sub(r"\d+", "", log.split("exception: ")[1].splitlines()[0])
        kind = (how, text) if how else None
        logs[str(p.to_json())] = log
        return kind
    small = shrink.shrink(program, failure_of, lambda text: print(f"  {name}: {text}", flush=True))
    return small, logs[str(small.to_json())]


def keep(program, note):
    line = json.dumps({"note": note, **program.to_json()})
    known = generate.FAILED.read_text().splitlines() if generate.FAILED.exists() else []
    if not any(json.loads(k)["nodes"] == json.loads(line)["nodes"] for k in known):
        generate.FAILED.write_text("\n".join(known + [line]) + "\n")


def self_test(args):
    args.wrong, args.level = ["maximum=minimum"], "-O0"
    os.environ["SINTER_RANDOM_CASES"] = "10"
    lab = Lab(args)
    for seed in range(1000):
        program = generate.program_of(seed)
        if not any(n.op == "maximum" for n in program.nodes) or program.size() > 8:
            continue
        if lab.failure_of(program, "self_test")[0] is None:
            continue  # the mistake is not seen: equal operands, say
        small, log = minimal(lab, "self_test", program)
        print(small.region("self_test"), log, sep="\n")
        right = small.size() <= 3 and any(n.op == "maximum" for n in small.nodes)
        print("found and shrunk" if right else f"NOT SHRUNK: {small.size()} nodes")
        return 0 if right else 1
    print("NOT FOUND: no program failed")
    return 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=100, help="how many programs")
    parser.add_argument("--start", type=int, help="the first seed; the clock's seconds if left out")
    parser.add_argument("--executor", choices=FIXTURES, default="host")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--level", default="-O1")
    parser.add_argument("--sanitize", action="store_true", help="under AddressSanitizer and UBSan")
    parser.add_argument("--exact", type=int, default=1 << 30, help="of each file so many are also run unfused")
    parser.add_argument("--batch", type=int, default=8, help="programs a file")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--timeout", type=int, default=300, help="seconds a file may run")
    parser.add_argument("--minutes", type=float, default=1e9, help="start nothing new after so long")
    parser.add_argument("--wrong", action="append", default=[], metavar="OP=OTHER", help="the reference takes an op for another")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--no-keep", action="store_true", help="do not write failed.jsonl")
    parser.add_argument("--self-test", action="store_true")
    args = parser.parse_args()
    if args.self_test:
        return self_test(args)
    start = int(time.time()) if args.start is None else args.start
    end = time.time() + 60 * args.minutes
    lab = Lab(args)
    programs = {}

    def batch(first):
        if time.time() > end:
            return {}
        seeds = range(first, min(first + args.batch, start + args.seeds))
        some = generate.named(seeds)
        programs.update({name: p for name, p, _ in some})
        return lab.fails(some, f"batch_{first}")
    failed = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(batch, range(start, start + args.seeds, args.batch)):
            for name, (how, log) in found.items():
                print(f"{name}: {how}\n{log}", flush=True)
            failed.update(found)
    for name in failed:
        if args.no_shrink:
            break
        small, log = minimal(lab, name, programs[name])
        print(f"---- {name}, minimal:\n{small.region(name)}\n{log}\n", flush=True)
        if not args.no_keep and not args.wrong:
            keep(small, name.replace("_", " "))
    print(f"{len(programs)} programs from seed {start}: {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
