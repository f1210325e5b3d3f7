# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Writes docs/measured.md from a results file: python3 bench/report.py bench/results/RUN.json [--compile-time FILE.json]"""
import argparse
import json
import pathlib
import re

import results
from compile_time import measure
from cpu import run as cpu_run

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = {"pw_": "Pointwise", "mv_": "Movement (unfused: the moved tensor in memory)", "ix_": "Elements chosen by indices", "red_": "Reductions over everything", "row_": "Rows", "col_": "Columns", "mid_": "Middle axes"}
SHOWN = {"cub": "CUB", "thrust": "Thrust", "torch_eager": "eager", "torch_compile": "compiled", "torch_max_autotune": "max-autotune"}


def markdown(rows):
    head, *body = rows
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head)] + ["| " + " | ".join(r) + " |" for r in body])


def group(run, prefix):
    rate = results.copy_rate(run)
    chosen = {w: c for w, c in results.by_workload(run).items() if w.startswith(prefix) and "sinter_fused" in c}
    if not chosen:
        return None
    peers = [p for p in SHOWN if any(p in c for c in chosen.values())]
    rows = [["workload", "µs", "of copy", "launches", "error", "unfused µs"] + [f"{SHOWN[p]} µs" for p in peers] + ["goal", ""]]
    for workload, c in chosen.items():
        ours = c["sinter_fused"]
        goals = results.goals(workload, c, rate)

        def us(name):
            return f"{c[name]['us']:.1f}" + ("~" if results.is_wide(c[name]) else "") if name in c else ""

        rows.append([workload, us("sinter_fused"), f"{results.of_copy(ours, rate):.2f}", str(ours["launches"]),
                     f"{ours['max_error']:.0e}", us("sinter_unfused"), *map(us, peers), "; ".join(g[0] for g in goals),
                     "; ".join("met" if g[2] else f"**behind**: {g[1]:.2f}" for g in goals)])
    return markdown(rows)


def sweep(run):
    """Fractions of copy of the sweep, a line a formula and dtype, a column a size; in brackets the best peer's time over ours."""
    rate = results.copy_rate(run)
    found = {}
    for workload, c in results.by_workload(run).items():
        name = re.match(r"sweep_(.*)_([a-z0-9]+)_(2\^\d+)$", workload)
        if name and "sinter_fused" in c:
            ours, peer = c["sinter_fused"], results.best_peer(c)
            found.setdefault((name[1], name[2]), {})[name[3]] = (
                f"{results.of_copy(ours, rate):.2f}" + (f" ({peer / ours['us']:.2f}x)" if peer is not None else ""))
    if not found:
        return None
    sizes = sorted({s for line in found.values() for s in line}, key=lambda s: int(s[2:]))
    return markdown([["formula", "dtype", *sizes]] + [[*key, *(line.get(s, "") for s in sizes)] for key, line in found.items()])


def behind(run):
    """Rows behind a goal or the best peer, each with the reason that bench/behind.json gives."""
    rate = results.copy_rate(run)
    reasons = json.loads((ROOT / "bench/behind.json").read_text())["reasons"]
    lines = []
    for workload, c in results.by_workload(run).items():
        ours = c.get("sinter_fused")
        if ours is None or workload.startswith(("host_", "sweep_")):
            continue
        missed = [f"{value:.2f}, goal {words}" for words, value, met in results.goals(workload, c, rate) if not met]
        peer = results.best_peer(c)
        if peer is not None and peer / ours["us"] < 0.99:
            missed.append(f"{peer / ours['us']:.2f}x the best peer's speed")
        if missed:
            why = next((text for pattern, text in reasons if re.search(pattern, workload)), "no reason is known yet")
            lines.append(f"- `{workload}`: {'; '.join(missed)}: {why}.")
    return "\n".join(lines)


def host(run):
    everything = results.by_workload(run)
    rows = [["call", "µs", "p10", "p90"]]
    for workload, c in everything.items():
        if workload.startswith("host_"):
            rows += [[f"{workload}: {name}", *(f"{r[k]:.2f}" for k in ("us", "us_p10", "us_p90"))] for name, r in c.items()]
    if len(rows) == 1:
        return None
    goals = [["goal", "measured", "limit", ""]]
    goals += [[words, f"{value:.2f}", f"{limit:.2f}", "met" if value <= limit else "**behind**"]
              for words, value, limit in results.host_goals(everything)]
    return markdown(rows) + "\n\n" + markdown(goals)


def compile_time(measured):
    rows = [["compiler", "program", "seconds", "over empty", "memory, MB", "object, KB", "kernels"]]
    for r in measured["rows"]:
        rows.append([r["compiler"], r["program"], f"{r['seconds']:.2f}", f"{r['over_empty']:.2f}", f"{r['peak_mb']:.0f}",
                     f"{r['object_kb']:.0f}", "" if r["kernels"] is None else str(r["kernels"])])
    sentences = "\n".join(f"- {sentence}." for sentence, _ in measure.judge(measured["rows"]))
    return f"CPU seconds, medians; the fastest of the same runs below.\n\n{markdown(rows)}\n\n{sentences}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results")
    parser.add_argument("--compile-time", help="output of bench/compile_time/measure.py --out")
    parser.add_argument("--sweep", help="results file of tools/bench --sweep, where it is another")
    parser.add_argument("--cpu", help="results file of tools/bench --cpu")
    parser.add_argument("--out", default=ROOT / "docs/measured.md")
    options = parser.parse_args()
    run = results.load(options.results)
    about = run["run"]
    dirty = " with uncommitted changes" if about["dirty"] else ""
    parts = [
        "# Measured",
        f"Generated by `bench/report.py` from `{pathlib.Path(options.results).name}`. {about['gpu']}, driver "
        f"{about['driver']}, CUDA {about['cuda']}, {about['time']}, commit {about['commit']}{dirty}.",
        "Medians of CUDA event times with the L2 cache flushed before each launch, contenders taking turns (`bench/support/"
        "session.hpp` has the method). `of copy` is least bytes over time, as a fraction of a 1 GiB copy in the same run. "
        "`error` is the largest |out − ref| / max(|ref|, mean |ref|) against double precision. ~ marks a spread (p90 − p10) above 10% of the median.",
        "\n".join(f"- {line}" for line in results.summary(run)),
    ]
    for prefix, title in GROUPS.items():
        text = group(run, prefix)
        if text:
            parts += [f"## {title}", text]
    text = sweep(results.load(options.sweep) if options.sweep else run)
    if text:
        source = f", from `{pathlib.Path(options.sweep).name}`" if options.sweep else ""
        parts += [f"## Sizes and dtypes{source}", "`of copy`, and in brackets how many times as long the best peer takes.", text]
    text = behind(run)
    if text:
        parts += ["## Behind, and why", text]
    text = host(run)
    if text:
        parts += ["## Cost of a call, on the host", text]
    if options.cpu:
        measured = results.load(options.cpu)
        about = measured["run"]
        parts += ["## The host executor", f"`{pathlib.Path(options.cpu).name}`: {about['cpu']}, commit {about['commit']}. Eigen and loop: their time "
                  "over the host executor's, with the same flags and as many threads.", markdown(cpu_run.table(measured["rows"]))]
    if options.compile_time:
        parts += ["## Compile time", compile_time(results.load(options.compile_time))]
    pathlib.Path(options.out).write_text("\n\n".join(parts) + "\n")
    print(f"written to {options.out}")


if __name__ == "__main__":
    main()
