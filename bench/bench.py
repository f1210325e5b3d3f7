# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Behind tools/bench: runs the C++ and the Python side, merges them to one results file, prints the table, compares two runs."""
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
ROOT = HERE.parent
sys.path.insert(0, str(HERE))

import results  # noqa: E402


def output(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def ask_gpu(*fields):
    found = output("nvidia-smi", "--query-gpu=" + ",".join(fields), "--format=csv,noheader,nounits", "--id=0")
    return [x.strip() for x in found.split(",")] if found else ["unknown"] * len(fields)


def clocks():
    """MHz, asked right after work."""
    names = ("sm", "mem", "max.sm", "max.mem")
    return dict(zip(names, ask_gpu(*(f"clocks.{n}" for n in names))))


def describe_run():
    gpu, driver = ask_gpu("name", "driver_version")
    nvcc = output(os.environ.get("CUDACXX", "nvcc"), "--version") or output("/usr/local/cuda/bin/nvcc", "--version") or ""
    cuda = re.search(r"release (\S+),", nvcc)
    now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
    # A copied tree has no git, or another commit's: then the sender names the commit, with a + where there are changes.
    sent = os.environ.get("SINTER_COMMIT")
    commit = sent or output("git", "rev-parse", "--short", "HEAD") or "unknown"
    changes = None if sent else output("git", "status", "--porcelain", "--", "include", "bench")
    dirty = bool(changes) if changes is not None else "+" in commit or commit == "unknown"
    slug = re.sub(r"[^a-z0-9]+", "-", gpu.lower()).strip("-")
    return {"id": f"{now:%Y-%m-%d-%H%M}_{slug}_{commit}", "time": now.isoformat(), "gpu": gpu, "driver": driver,
            "cuda": cuda.group(1) if cuda else "unknown", "commit": commit, "dirty": dirty,
            "clocks": clocks()}


def measure(options):
    """Yields (rows so far, sides that failed) after each side, so that an interrupted run keeps what it has."""
    binary = pathlib.Path(options.binary)
    rows, failed = [], []
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder, "table")
        table.write_text(subprocess.run([binary, "--list"], capture_output=True, text=True, check=True).stdout)
        sides = {"bench_gpu": [binary]}
        if not options.no_peers:
            tuned = ["--max-autotune"] if options.max_autotune else []
            sides["torch"] = [sys.executable, HERE / "peers/torch_bench.py", "--table", table, *tuned]
        for name, command in sides.items():
            out = pathlib.Path(folder, name)
            if subprocess.run([*command, "--only", options.only, "--out", out]).returncode != 0:
                failed.append(name)
            if out.exists():
                rows += [json.loads(line) for line in out.read_text().splitlines() if line.endswith("}")]
            yield rows, failed


def main():
    parser = argparse.ArgumentParser(prog="tools/bench", description="Measures; the table's goals are in bench/goals.json.")
    parser.add_argument("--only", default=".", metavar="REGEX", help="workloads whose name matches (host_ ones too)")
    parser.add_argument("--sweep", action="store_const", const="^sweep_", dest="only",
                        help="sizes 2^10 to 2^28 by dtypes of two pointwise formulas; not measured unless asked for")
    parser.add_argument("--compare", metavar="OLD.json", help="say what moved beyond noise; exit code 1 if anything got slower")
    parser.add_argument("--out", metavar="FILE", help="where results go (default: bench/results/, named by date, GPU, commit)")
    parser.add_argument("--no-peers", action="store_true", help="without PyTorch")
    parser.add_argument("--max-autotune", action="store_true", help="also torch.compile's max-autotune (minutes more)")
    parser.add_argument("--binary", help=argparse.SUPPRESS)
    options = parser.parse_args()

    run = {"run": describe_run(), "rows": []}
    path = pathlib.Path(options.out or HERE / "results" / (run["run"]["id"] + ".json"))
    path.parent.mkdir(parents=True, exist_ok=True)
    failed = []
    for rows, failed in measure(options):
        run["rows"] = rows
        run["run"]["clocks"] = clocks()
        results.save(run, path)
    if not any(r["workload"] == "copy_1GiB" and r["contender"] == "copy" for r in run["rows"]):
        print("FAILED: bench_gpu did not finish: no copy to compare with")
        return 1
    print(results.table(run))
    print(f"\nwritten to {path}")
    wrong = results.wrong(run)
    for r in wrong:
        print(f"WRONG: {r['workload']}, {r['contender']}: error {r['max_error']}")
    for name in failed:
        print(f"FAILED: {name} ended with an error")
    slower = []
    if options.compare:
        text, slower = results.compare(results.load(options.compare), run)
        print(text)
    return 1 if slower or failed or any(r["contender"].startswith("sinter") for r in wrong) else 0


if __name__ == "__main__":
    sys.exit(main())
