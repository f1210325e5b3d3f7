# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""The host executor beside Eigen, a plain loop and memcpy: behind tools/bench --cpu.

    run.py [--only REGEX] [--out FILE]

Every contender is compiled with the same flags, once for any x86-64 and once for this processor, and runs with 1 and 2 threads."""
import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent))

import results  # noqa: E402

FLAGS = {"default": [], "native": ["-march=native"]}
TOLERANCE = 1e-4


def processor():
    cpu = pathlib.Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cpu.read_text()) if cpu.exists() else None
    return f"{found[1] if found else 'unknown'}, {os.cpu_count()} threads"


def commit():
    def git(*args):
        return subprocess.run(["git", *args], capture_output=True, text=True, cwd=ROOT).stdout.strip()

    return git("rev-parse", "--short", "HEAD") or "unknown", bool(git("status", "--porcelain", "--", "include", "bench/cpu"))


def build(folder, name):
    binary = pathlib.Path(folder, name)
    command = ["g++", "-std=c++20", "-O3", "-DNDEBUG", "-ffp-contract=off", "-fno-math-errno", *FLAGS[name], "-I", str(ROOT / "include"),
               "-isystem", "/usr/include/eigen3", str(HERE / "cpu.cpp"), "-o", str(binary), "-lpthread"]
    subprocess.run(command, check=True)
    return binary


def table(rows):
    """Microseconds of the host executor, and how many times as long the others take."""
    found = {}
    for r in rows:
        found.setdefault((r["workload"], r["flags"], r["threads"]), {})[r["contender"]] = r
    lines = [["workload", "flags", "threads", "us", "GB/s", "error", "Eigen", "loop", "memcpy's rate"]]
    for (workload, flags, threads), c in found.items():
        ours = c["sinter_host"]
        rate = ours["bytes"] / ours["us"] / 1e3
        lines.append([workload, flags, str(threads), f"{ours['us']:.0f}" + ("~" if results.is_wide(ours) else ""), f"{rate:.1f}",
                      f"{ours['max_error']:.0e}", f"{c['eigen']['us'] / ours['us']:.2f}x", f"{c['loop']['us'] / ours['us']:.2f}x",
                      f"{rate / (c['memcpy']['bytes'] / c['memcpy']['us'] / 1e3):.2f}"])
    return lines


def main():
    parser = argparse.ArgumentParser(prog="tools/bench --cpu", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=".", metavar="REGEX")
    parser.add_argument("--out", metavar="FILE")
    options = parser.parse_args()
    if not pathlib.Path("/usr/include/eigen3/Eigen/Core").exists():
        print("tools/bench --cpu: Eigen is missing: apt-get install libeigen3-dev", file=sys.stderr)
        return 1
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    name, dirty = commit()
    run = {"run": {"id": f"{now:%Y-%m-%d-%H%M}_cpu_{name}", "time": now.isoformat(), "cpu": processor(), "commit": name,
                   "dirty": dirty}, "rows": []}
    with tempfile.TemporaryDirectory() as folder:
        for flags in FLAGS:
            binary = build(folder, flags)
            for threads in ("1", "2"):
                print(f"bench: {flags}, {threads} thread(s)", file=sys.stderr)
                out = subprocess.run([binary, "--threads", threads, "--flags", flags, "--only", options.only],
                                     capture_output=True, text=True, check=True).stdout
                run["rows"] += [json.loads(line) for line in out.splitlines()]
    path = pathlib.Path(options.out or HERE.parent / "results" / (run["run"]["id"] + ".json"))
    results.save(run, path)
    print(results.grid(table(run["rows"])))
    print("Eigen, loop: their time over the host executor's. ~: p90 - p10 is more than 10% of the median")
    print(f"\nwritten to {path}")
    wrong = [r for r in run["rows"] if r["max_error"] is not None and r["max_error"] > TOLERANCE]
    for r in wrong:
        print(f"WRONG: {r['workload']}, {r['contender']}: error {r['max_error']}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
