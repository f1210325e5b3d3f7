# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Compile time, peak memory, object size and number of kernels of small programs, under nvcc and g++.

    measure.py [--only REGEX] [--compiler nvcc|g++] [--runs N] [--out FILE]    the table
    measure.py --check                      a few programs, nvcc, three to five runs; exit code 1 if one is over its budget (budgets.json)

Seconds are CPU seconds (user + system, children included; the compilers are serial), the median of the runs: on a quiet machine
that is wall time, on a busy one it flickers less. Programs take turns, so that a slow minute hits all of them."""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BUDGETS = json.loads((HERE / "budgets.json").read_text())

EXECUTOR = {"nvcc": "cudaStream_t", "g++": "decltype(sinter::host)"}
SOFTMAX = "[](auto x) { auto e = exp(x - max(x, sinter::axis<-1>)); return e / sum(e, sinter::axis<-1>); }"


def region(name, formula):
    """A region and a function that calls it."""
    return (f"inline constexpr auto {name} = sinter::region<struct {name}_k>({formula});\n"
            f"void call_{name}(sinter::view<float, 2> x, sinter::view<float, 2> y, EXECUTOR e) {{ {name}(x).into(y, e); }}\n")


def programs():
    """Name -> source text or path. EXECUTOR is what the compiler has: a stream, or the host."""
    umbrella = "#include <sinter/sinter.hpp>\n"
    found = {
        "empty": "int main() {}\n",
        "string": "#include <string>\n",
        "umbrella": umbrella,
        "pointwise": umbrella + region("affine", "[](auto x) { return relu((x + 1.0f) * 2.0f); }"),
        "row": umbrella + region("softmax", SOFTMAX),
        "regions_50": umbrella + "".join(region(f"r{i}", f"[](auto x) {{ return relu((x + {i}.5f) * 2.0f); }}") for i in range(50)),
    }
    return found | {f"example_{p.stem}": p for p in sorted((ROOT / "examples").glob("[0-9]*.cpp"))}


def command(compiler, source, obj):
    flags = ["-std=c++20", "-O3", "-I", str(ROOT / "include"), "-I", str(ROOT / "examples"), "-c", str(source), "-o", str(obj)]
    if compiler == "g++":
        return ["g++", "-ffp-contract=off", "-x", "c++", *flags]
    nvcc = shutil.which(os.environ.get("CUDACXX", "nvcc")) or "/usr/local/cuda/bin/nvcc"
    return [nvcc, "-arch=sm_90", "-Xcompiler=-ffp-contract=off", "-x", "cu", *flags]


def compile_once(argv):
    """(CPU seconds, peak MB of the largest process), or the compiler's complaint."""
    with tempfile.TemporaryFile() as log:
        child = subprocess.Popen(argv, stdout=log, stderr=log)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            log.seek(0)
            return log.read().decode(errors="replace")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def commit():
    found = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else "unknown"


def count_kernels(obj):
    """A kernel template's instance leaves one guard variable in its host stub; None without nm."""
    if not shutil.which("nm"):
        return None
    names = subprocess.run(["nm", obj], capture_output=True, text=True).stdout.splitlines()
    return sum(1 for n in names if n.split()[-1].startswith("_ZGVZ") and "__device_stub__" in n)


def measure(compiler, chosen, runs, enough=lambda rows: False):
    """Rows of `runs` runs, or of fewer, three at least, once they are enough."""
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for name, source in chosen.items():
            if isinstance(source, str):
                path = pathlib.Path(folder, name + ".cpp")
                path.write_text(source.replace("EXECUTOR", EXECUTOR[compiler]))
                source = path
            commands[name] = command(compiler, source, pathlib.Path(folder, name + ".o"))
        samples = {name: [] for name in commands}
        for run in range(runs):
            for name in list(samples):
                got = compile_once(commands[name])
                if isinstance(got, str):
                    first = next((line for line in got.splitlines() if "error" in line), got[:200])
                    print(f"measure: {compiler} fails on {name}: {first}", file=sys.stderr)
                    del samples[name]
                else:
                    samples[name].append(got)
            rows = summarize(compiler, samples, folder)
            if run > 1 and enough(rows):
                break
    return rows


def summarize(compiler, samples, folder):
    rows = []
    for name, got in samples.items():
        obj = pathlib.Path(folder, name + ".o")
        rows.append({"compiler": compiler, "program": name, "seconds": statistics.median(s for s, _ in got), "fastest": min(s for s, _ in got),
                     "peak_mb": max(m for _, m in got), "object_kb": obj.stat().st_size / 1024,
                     "kernels": count_kernels(obj) if compiler == "nvcc" else None})
    empty = next((r["seconds"] for r in rows if r["program"] == "empty"), 0)
    for r in rows:
        r["over_empty"] = r["seconds"] - empty
    return rows


def judge(rows):
    """[(sentence, within)] for nvcc's rows. What a test may fail on is the ratio to the empty program of this run, of which each
    program's fastest sample counts: machines differ in speed, and within a minute too. The goals are seconds, for people, on the
    machine that they were set on: there <string> cost what budgets.json says."""
    fastest = {r["program"]: r["fastest"] for r in rows if r["compiler"] == "nvcc"}
    if "empty" not in fastest:
        return []
    verdicts = []
    speed = None
    if "string" in fastest:
        speed = BUDGETS["string_seconds"] / (fastest["string"] - fastest["empty"])
    for b in BUDGETS["budgets"]:
        if b["program"] in fastest and b["over"] in fastest:
            value = fastest[b["program"]] - fastest[b["over"]]
            ratio = value / fastest["empty"]
            scaled = f", {value * speed:.2f} s where <string> costs {BUDGETS['string_seconds']}" if speed else ""
            verdicts.append((f"{b['program']} over {b['over']}: {value:.2f} s here{scaled} (goal {b['goal_seconds']}), {ratio:.2f} of "
                             f"an empty program (at most {b['of_empty']})", ratio <= b["of_empty"]))
    memory = [r["peak_mb"] for r in rows if r["compiler"] == "nvcc" and r["program"] in ("umbrella", "pointwise", "row")]
    if memory:
        verdicts.append((f"peak memory {max(memory):.0f} MB, budget {BUDGETS['peak_mb']}",
                         max(memory) <= BUDGETS["peak_mb"]))
    return verdicts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=".")
    parser.add_argument("--compiler", choices=("nvcc", "g++"))
    parser.add_argument("--runs", type=int)
    parser.add_argument("--out")
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    compilers = ["nvcc"] if options.check else [options.compiler] if options.compiler else ["nvcc", "g++"]
    only = r"^(empty|string|umbrella|pointwise|row)$" if options.check else f"^empty$|{options.only}"
    chosen = {n: s for n, s in programs().items() if re.search(only, n)}
    rows = []
    for compiler in compilers:
        rows += measure(compiler, chosen, options.runs or 5,
                        lambda found: options.check and len(found) == len(chosen) and all(within for _, within in judge(found)))
    print(f"{'':5} {'program':34} {'seconds':>8} {'over empty':>11} {'peak MB':>8} {'object KB':>10} {'kernels':>8}")
    for r in rows:
        kernels = "" if r["kernels"] is None else r["kernels"]
        print(f"{r['compiler']:5} {r['program']:34} {r['seconds']:8.2f} {r['over_empty']:11.2f} {r['peak_mb']:8.0f} "
              f"{r['object_kb']:10.0f} {kernels:>8}")
    verdicts = judge(rows)
    for sentence, within in verdicts:
        print(f"{'ok' if within else 'OVER'}: {sentence}")
    if options.out:
        pathlib.Path(options.out).write_text(json.dumps({"run": {"time": time.strftime("%FT%TZ", time.gmtime()), "commit": commit()},
                                                       "rows": rows}, indent=1) + "\n")
    expected = len(chosen) * len(compilers)
    return 1 if len(rows) < expected or (options.check and not all(w for _, w in verdicts)) else 0


if __name__ == "__main__":
    sys.exit(main())
