# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""Results files: reading, fractions, goals, tables, comparisons. Rows keep what was measured; all else is computed here."""
import json
import math
import pathlib

GOALS = json.loads((pathlib.Path(__file__).resolve().parent / "goals.json").read_text())
PEERS = ("cub", "thrust", "torch_eager", "torch_compile", "torch_max_autotune")
WIDE = 0.10  # (p90 - p10) / median from which a row is marked ~
ROUNDING = {"bf16": 2**-7, "f16": 2**-10, "e4m3": 2**-3}  # twice half an ulp
NOISE = 0.02  # a smaller change is noise whatever the spread


def load(path):
    return json.loads(pathlib.Path(path).read_text())


def save(run, path):
    rows = ",\n  ".join(json.dumps(r) for r in run["rows"])
    pathlib.Path(path).write_text(f'{{"run": {json.dumps(run["run"])},\n "rows": [\n  {rows}\n ]}}\n')


def by_workload(run):
    """Workload -> contender -> row, in the order measured; the yardsticks (copy, empty kernel) are not among them."""
    found = {}
    for r in run["rows"]:
        if r["workload"] not in ("copy_1GiB", "empty_kernel"):
            found.setdefault(r["workload"], {})[r["contender"]] = r
    return found


def copy_rate(run):
    """Bytes a microsecond of the run's copy."""
    return next(r["bytes"] / r["us"] for r in run["rows"] if r["workload"] == "copy_1GiB" and r["contender"] == "copy")


def of_copy(row, rate):
    return row["bytes"] / row["us"] / rate


def is_wide(row):
    return (row["us_p90"] - row["us_p10"]) / row["us"] > WIDE


def tolerance(row):
    """One rounding of the output; contenders that store bf16 intermediates get more."""
    one = next((e for name, e in ROUNDING.items() if f"_{name}" in row["workload"]), 1e-4)
    return one if one == 1e-4 or row["contender"] == "sinter_fused" else 0.2


def wrong(run):
    return [r for r in run["rows"] if r["max_error"] is not None and r["max_error"] > tolerance(r)]


def goals(workload, contenders, rate):
    """[(goal in words, value, met)] for one workload."""
    ours = contenders.get("sinter_fused")
    if ours is None:
        return []
    found = []
    if workload in GOALS["of_copy_at_least"]:
        least, value = GOALS["of_copy_at_least"][workload], of_copy(ours, rate)
        found.append((f"≥ {least:.2f} of copy", value, round(value, 2) >= least))
    if workload in GOALS["of_cub_time_at_most"] and "cub" in contenders:
        most, value = GOALS["of_cub_time_at_most"][workload], ours["us"] / contenders["cub"]["us"]
        found.append((f"≤ {most:.2f} of CUB's time", value, round(value, 2) <= most))
    return found


def host_goals(all_rows):
    """[(goal in words, value, limit)] of the cost of a call; values in microseconds."""
    def us(workload, contender):
        return all_rows.get(workload, {}).get(contender, {}).get("us", math.nan)

    found = [
        ("warm pointwise call − raw launch of its kernel", us("host_call", "sinter_fused") - us("host_call", "raw_launch"), 0.3),
        ("warm row call − raw launch of its kernel", us("host_call", "sinter_row") - us("host_call", "raw_row"), 0.3),
        ("warm reduction call − raw launch of its kernel",
         us("host_call", "sinter_reduction") - us("host_call", "raw_reduction"), 0.3),
        ("guard hit, 64 entries in random order − raw launches of their kernels",
         us("host_guard", "sinter_64_entries") - us("host_guard", "raw_64_kernels"), 0.3),
        ("replay − raw cudaGraphLaunch", us("host_replay", "sinter_graphed") - us("host_replay", "raw_replay"), 0.5),
        ("rebound replay − raw launch with SetParams (3 kernels)",
         us("host_replay", "sinter_rebound") - us("host_replay", "raw_rebound"),
         0.5 + 0.2 * (us("host_replay", "raw_rebound") - us("host_replay", "raw_replay"))),
    ]
    return [f for f in found if not math.isnan(f[1])]


def best_peer(contenders):
    peers = [contenders[p]["us"] for p in PEERS if p in contenders]
    return min(peers) if peers else None


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else math.nan


def summary(run):
    """Sentences on the whole table."""
    rate = copy_rate(run)
    everything = {w: c for w, c in by_workload(run).items() if not w.startswith("sweep_")}
    lines = [f"copy of 1 GiB: {rate / 1e3:.0f} GB/s, read plus written"]
    lines += [f"an empty kernel: {r['us']:.1f} µs by the same method" for r in run["rows"] if r["workload"] == "empty_kernel"]
    torch_ratios = []
    for c in everything.values():
        peers = [c[p]["us"] for p in ("torch_eager", "torch_compile") if p in c]
        if peers and "sinter_fused" in c and c["sinter_fused"]["bytes"]:
            torch_ratios.append(min(peers) / c["sinter_fused"]["us"])
    if torch_ratios:
        lines.append(f"geometric mean over the best of eager and compiled, {len(torch_ratios)} rows: "
                     f"{geometric_mean(torch_ratios):.2f}x (goal 1.30x)")
    behind = [w for w, c in everything.items() if "sinter_fused" in c and c["sinter_fused"]["bytes"] and best_peer(c) is not None
              and best_peer(c) / c["sinter_fused"]["us"] < 0.99]
    lines.append("below 0.99 of the best peer: " + (", ".join(behind) or "none"))
    return lines


def grid(rows):
    """Columns aligned: the first to the left, the others to the right."""
    widths = [max(len(r[k]) for r in rows) for k in range(len(rows[0]))]
    return "\n".join("  ".join(c.ljust(w) if k == 0 else c.rjust(w) for k, (c, w) in enumerate(zip(r, widths))) for r in rows)


def table(run):
    rate = copy_rate(run)
    everything = by_workload(run)
    device = {w: c for w, c in everything.items() if not w.startswith("host_")}
    others = [name for name in ("sinter_unfused", *PEERS) if any(name in c for c in device.values())]
    lines = [["workload", "us", "of copy", "goal", "", "launches", "error"] + [f"vs {o}" for o in others]]
    for workload, c in device.items():
        ours = c.get("sinter_fused")
        if ours is None:
            lines.append([workload, "-"] + [""] * (len(lines[0]) - 2))
            continue
        goal = goals(workload, c, rate)
        lines.append([workload, f"{ours['us']:.1f}" + ("~" if is_wide(ours) else ""), f"{of_copy(ours, rate):.3f}",
                      ", ".join(g[0] for g in goal), " ".join("met" if g[2] else f"BEHIND ({g[1]:.2f})" for g in goal),
                      str(ours["launches"]), f"{ours['max_error']:.1e}"]
                     + [f"{c[o]['us'] / ours['us']:.2f}x" if o in c else "" for o in others])
    text = grid(lines) + "\n" if device else ""
    host = {w: c for w, c in everything.items() if w.startswith("host_")}
    if host:
        text += "\n" + grid([["host us of a call", "us", "p10", "p90"]]
                            + [[f"{w}: {n}", *(f"{r[k]:.2f}" for k in ("us", "us_p10", "us_p90"))]
                               for w, c in host.items() for n, r in c.items()]) + "\n"
        for words, value, limit in host_goals(everything):
            text += f"{words}: {value:.2f}, goal ≤ {limit:.2f}: {'met' if value <= limit else 'BEHIND'}\n"
    return text + "\n" + "\n".join(summary(run)) + "\n~: p90 - p10 is more than 10% of the median"


def compare(old, new):
    """What moved beyond noise, and the Sinter rows that got slower. Machines differ: times are scaled by the runs' copies, host
    times by their raw launches. A row moved when it changed by more than 2% and neither median lies in the other's p10..p90."""
    def host_scale(run):
        return by_workload(run).get("host_call", {}).get("raw_launch", {}).get("us")

    old_rows = by_workload(old)
    device_scale = copy_rate(new) / copy_rate(old)
    raw = (host_scale(old), host_scale(new))
    lines, slower = [], []
    for workload, contenders in by_workload(new).items():
        for name, now in contenders.items():
            was = old_rows.get(workload, {}).get(name)
            if was is None:
                continue
            scale = device_scale if not workload.startswith("host_") else raw[0] / raw[1] if all(raw) else 1
            us, p10, p90 = (now[k] * scale for k in ("us", "us_p10", "us_p90"))
            if abs(us / was["us"] - 1) <= NOISE or p10 <= was["us"] <= p90 or was["us_p10"] <= us <= was["us_p90"]:
                continue
            lines.append(f"  {workload}, {name}: {was['us']:.2f} -> {us:.2f} us ({us / was['us'] - 1:+.1%})")
            if name.startswith("sinter") and us > was["us"]:
                slower.append((workload, name))
    text = f"compared with {old['run']['id']} (scaled by the copy):\n" + ("\n".join(lines) or "  nothing moved beyond noise")
    return text + (f"\n{len(slower)} of Sinter's rows got slower" if slower else ""), slower
