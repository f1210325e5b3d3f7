#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Holds bytes(shape) of every plan case against the DRAM counters of ncu. Usage: plan_facts.py PROGRAM [--out FILE]."""
import argparse
import csv
import io
import json
import subprocess
import sys

METRICS = "dram__bytes_read.sum,dram__bytes_write.sum"


def main():
    args = argparse.ArgumentParser()
    args.add_argument("program")
    args.add_argument("--out")
    args = args.parse_args()
    run = subprocess.run(
        ["ncu", "--clock-control", "none", "--csv", "--print-units", "base", "--metrics", METRICS, args.program],
        capture_output=True, text=True, check=False)
    plans = [line.split(maxsplit=3) for line in run.stdout.splitlines() if line.startswith("plan ")]
    table = "\n".join(line for line in run.stdout.splitlines() if line.startswith('"'))
    per_kernel = {}
    for row in csv.DictReader(io.StringIO(table)):
        if row.get("Metric Name", "").startswith("dram__bytes"):
            per_kernel.setdefault(int(row["ID"]), {})[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    kernels = [sum(m.values()) for _, m in sorted(per_kernel.items())]
    expected = sum(int(p[1]) for p in plans)
    if not plans or len(kernels) != expected:
        print(run.stdout[-2000:], run.stderr[-2000:])
        print(f"ncu saw {len(kernels)} kernels, the plans promise {expected}")
        return 1
    rows, worst = [], 0.0
    for _, count, bytes_, name in plans:
        seen, kernels = sum(kernels[:int(count)]), kernels[int(count):]
        off = seen / int(bytes_) - 1
        worst = max(worst, abs(off))
        rows.append({"case": name, "kernels": int(count), "plan_bytes": int(bytes_), "dram_bytes": seen, "off": off})
        print(f"{name:28} {count} kernels  plan {int(bytes_):12d}  dram {seen:14.0f}  {off:+.1%}")
    print(f"worst: {worst:.1%}")
    if args.out:
        with open(args.out, "w", encoding="utf-8") as f:
            json.dump(rows, f, indent=1)
    return 0 if worst <= 0.05 else 1


if __name__ == "__main__":
    sys.exit(main())
