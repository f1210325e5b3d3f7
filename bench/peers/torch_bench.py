# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""PyTorch on the same workloads by the same method as bench_gpu: turns, an L2 flush before each launch, CUDA events, medians,
a reference in double precision. In: the table from `bench_gpu --list` (names, shapes). Out: one JSON object a line."""
import argparse
import json
import math
import re
import statistics
import sys
import time

import torch
import torch.nn.functional as F

FLUSH_BYTES = 256 << 20
DTYPES = {"f32": torch.float32, "bf16": torch.bfloat16, "f16": torch.float16, "e4m3": torch.float8_e4m3fn}
BUDGET_US, LEAST, MOST = 400e3, 25, 150


def adamw(p, g, m, v):
    m1 = m * 0.9 + g * 0.1
    v1 = v * 0.999 + g * g * 0.001
    fix1, fix2 = 1 / (1 - 0.9**10), 1 / (1 - 0.999**10)
    return p * (1 - 1e-3 * 0.01) - m1 * fix1 / (torch.sqrt(v1 * fix2) + 1e-8) * 1e-3, m1, v1


def rmsnorm(x, w):
    xf = x.float()
    return (xf * torch.rsqrt(xf.pow(2).mean(-1, keepdim=True) + 1e-6) * w.float()).to(x.dtype)


def softmax_bwd(dy, y):
    return ((dy.float() - (dy.float() * y.float()).sum(-1, keepdim=True)) * y.float()).to(y.dtype)


def narrowly(f, x):
    """f of x; of 8-bit floats, which have no arithmetic there, through float."""
    return f(x.float()).to(x.dtype) if x.dtype == torch.float8_e4m3fn else f(x)


# Family -> number of inputs, of weights, positive data, formula as PyTorch users write it, formula for doubles (None: the same).
FAMILIES = {
    "pw_quantise": (1, 0, False, lambda x: (x.float() * 64).clamp(-448, 448).to(torch.float8_e4m3fn), lambda x: (x * 64).clamp(-448, 448)),
    "sweep_relu_affine": (1, 0, False, lambda x: narrowly(lambda y: torch.relu((y + 1) * 2), x), lambda x: torch.relu((x + 1) * 2)),
    "sweep_gelu": (1, 0, False, lambda x: narrowly(F.gelu, x), F.gelu),
    "pw_relu_affine": (1, 0, False, lambda x: torch.relu((x + 1) * 2), None),
    "pw_bias_gelu_residual": (2, 1, False, lambda x, r, b: F.gelu(x + b) + r, None),
    "pw_swiglu": (2, 0, False, lambda g, x: F.silu(g) * x, None),
    "pw_adamw": (4, 0, True, adamw, None),
    "pw_transpose_add": (2, 0, False, lambda x, y: x.view(y.shape[1], y.shape[0]).t() + y, None),
    "mv_flip": (1, 0, False, lambda x: (x.flip(-1) + 1) * 2, None),
    "mv_permute": (1, 0, False, lambda x: ((x.view(128, -1, x.shape[1]).permute(1, 0, 2) + 1) * 2).contiguous(), None),
    "mv_rotate": (1, 0, False, lambda x: ((x.view(128, -1, x.shape[1]).permute(2, 0, 1) + 1) * 2).contiguous(), None),
    "mv_slice": (1, 0, False, lambda x: (x[:, 1:-1] + 1) * 2, None),
    "mv_laplace": (1, 0, False, lambda x: x[:-2, 1:-1] + x[2:, 1:-1] + x[1:-1, :-2] + x[1:-1, 2:] - 4 * x[1:-1, 1:-1], None),
    "mv_roll": (1, 0, False, lambda x: (x.roll(1001, -1) + 1) * 2, None),
    "mv_pad": (1, 0, False, lambda x: (F.pad(x, (2, 2), value=-1.0) + 1) * 2, None),
    "mv_concat": (1, 0, False, lambda x: (torch.cat((x[:, 4096:], x[:, :4096]), -1) + 1) * 2, None),
    "ix_embedding": (1, 0, False, lambda x, i: x[i], None),
    "ix_embedding_rmsnorm": (1, 1, False, lambda x, w, i: rmsnorm(x[i], w), lambda x, w, i: x[i] * torch.rsqrt(x[i].pow(2).mean(-1, keepdim=True) + 1e-6) * w),
    "ix_take_along": (1, 0, False, lambda x, i: torch.gather(x, -1, i), None),
    "red_sum": (1, 0, True, lambda x: x.sum(), None),
    "red_map_sum": (1, 0, True, lambda x: (x * 1.5 + 0.25).sum(), None),
    "red_relu_sum": (1, 0, True, lambda x: torch.relu(x.float().sum()), lambda x: torch.relu(x.sum())),
    "red_l2dist": (2, 0, False, lambda x, y: torch.sqrt(((x - y) ** 2).sum()), None),
    "red_var_mean": (1, 0, True, torch.var_mean, None),
    "col_sum": (1, 0, True, lambda x: x.sum(0), None),
    "col_var_mean": (1, 0, True, lambda x: torch.var_mean(x, 0), None),
    "mid_sum": (1, 0, True, lambda x: x.view(-1, 2048, x.shape[1]).sum(1), None),
    "row_argmax": (1, 0, False, lambda x: x.argmax(-1), None),
    "row_softmax": (1, 0, False, lambda x: torch.softmax(x, -1), None),
    "row_rmsnorm": (1, 1, False, rmsnorm, lambda x, w: x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * w),
    "row_layernorm": (1, 2, False, lambda x, w, b: F.layer_norm(x, x.shape[-1:], w, b, 1e-5), None),
    "row_softmax_bwd": (2, 0, False, softmax_bwd, lambda dy, y: (dy - (dy * y).sum(-1, keepdim=True)) * y),
}


TABLE_ROWS = 65536  # of an embedding


def indices(stem, w):
    """What a formula chooses by, as its last argument. torch.gather takes 64-bit ones only."""
    if stem == "ix_take_along":
        return [torch.randint(w["cols"], (w["rows"], w["cols"]), device="cuda")]
    return [torch.randint(TABLE_ROWS, (w["rows"],), device="cuda", dtype=torch.int32)] if stem.startswith("ix_") else []


class Timer:
    def __init__(self):
        self.flushed = torch.empty(FLUSH_BYTES, dtype=torch.uint8, device="cuda")
        self.start, self.stop = (torch.cuda.Event(enable_timing=True) for _ in range(2))

    def __call__(self, call):
        self.flushed.fill_(0x5A)
        # The device waits until the host has queued the whole call: what is timed is the kernels, not Python.
        torch.cuda._sleep(2_000_000)
        self.start.record()
        call()
        self.stop.record()
        self.stop.synchronize()
        return self.start.elapsed_time(self.stop) * 1000


def quantile(us, q):
    us = sorted(us)
    at = q * (len(us) - 1)
    below = int(at)
    above = min(below + 1, len(us) - 1)
    return us[below] + (us[above] - us[below]) * (at - below)


def row(workload, contender, us, size, max_error, launches):
    return {"workload": workload, "contender": contender, "us": round(statistics.median(us), 3),
            "us_p10": round(quantile(us, 0.1), 3), "us_p90": round(quantile(us, 0.9), 3),
            "bytes": size, "max_error": max_error, "launches": launches}


def as_tuple(x):
    return x if isinstance(x, tuple) else (x,)


def max_error(outs, refs):
    """The largest |out - ref| / max(|ref|, mean |ref|)."""
    worst = 0.0
    for out, ref in zip(outs, refs):
        magnitude = ref.abs()
        e = ((out.double() - ref).abs() / torch.maximum(magnitude, magnitude.mean())).max().item()
        worst = max(worst, e if math.isfinite(e) else 1e308)
    return float(f"{worst:.3g}")


def count_launches(call):
    from torch.profiler import ProfilerActivity, profile
    with profile(activities=[ProfilerActivity.CUDA]) as p:
        call()
        torch.cuda.synchronize()
    kernels = [e for e in p.events() if e.device_type == torch.autograd.DeviceType.CUDA]
    return sum(1 for e in kernels if not re.match(r"Mem(cpy|set)", e.name)) or None


def compare(workload, size, calls, reference, timer, emit):
    print(f"torch: {workload}", file=sys.stderr, flush=True)
    alive = {}
    for name, call in calls.items():
        try:
            for _ in range(3):
                timer(call)
            alive[name] = call
        except Exception as e:  # a compiler's failure must not end the run
            print(f"torch: {workload}, {name}: {str(e).splitlines()[0] if str(e) else e!r}", file=sys.stderr)
    if not alive:
        return
    rounds = min(MOST, max(LEAST, int(BUDGET_US / sum(timer(call) for call in alive.values()))))
    us = {name: [] for name in alive}
    for r in range(rounds):
        order = list(alive)
        for name in order[r % len(order):] + order[: r % len(order)]:
            us[name].append(timer(alive[name]))
    refs = tuple(r.double() for r in as_tuple(reference()))  # of places too
    for name, call in alive.items():
        error = max_error(as_tuple(call()), refs)
        try:
            launches = count_launches(call)
        except Exception as e:
            launches = None
            print(f"torch: launches of {workload}, {name}: {e!r}", file=sys.stderr)
        emit(row(workload, name, us[name], size, error, launches))


def measure(w, timer, emit, max_autotune):
    stem = re.match(r"(.*?)_(f32|bf16|f16|e4m3)(_|$)", w["workload"]).group(1)
    inputs, weights, positive, formula, exact = FAMILIES[stem]
    dtype = DTYPES[w["dtype"]]
    make = torch.rand if positive else torch.randn
    shape = [w["cols"]] if w["rows"] == 1 else [w["rows"], w["cols"]]
    if stem.startswith("ix_embedding"):
        shape[0] = TABLE_ROWS
    drawn = torch.float32 if dtype == torch.float8_e4m3fn else dtype
    args = [make(shape, device="cuda", dtype=drawn).to(dtype) for _ in range(inputs)]
    args += [torch.randn(w["cols"], device="cuda", dtype=dtype) for _ in range(weights)]
    index = indices(stem, w)
    args += index
    torch._dynamo.reset()
    calls = {"torch_eager": lambda: formula(*args)}
    compiled = torch.compile(formula, dynamic=False)
    calls["torch_compile"] = lambda: compiled(*args)
    if max_autotune:
        tuned = torch.compile(formula, dynamic=False, mode="max-autotune-no-cudagraphs")
        calls["torch_max_autotune"] = lambda: tuned(*args)
    compare(w["workload"], w["bytes"], calls, lambda: (exact or formula)(*(a.double() for a in args[: len(args) - len(index)]), *index), timer, emit)
    del args, index
    torch.cuda.empty_cache()


def measure_host(emit):
    """Host microseconds of three small ops."""
    x = torch.zeros(16, 512, device="cuda")
    three = lambda x: torch.relu((x + 1) * 2)
    torch._dynamo.reset()
    default = torch.compile(three, dynamic=False)
    graph = torch.compile(three, dynamic=False, mode="reduce-overhead")
    calls = {"torch_eager": three, "torch_compile": default, "torch_reduce_overhead": graph}
    us = {name: [] for name in calls}
    for r in range(-20, 200):
        for name, call in calls.items():
            begin = time.perf_counter()
            for _ in range(20):
                call(x)
            spent = time.perf_counter() - begin
            torch.cuda.synchronize()
            if r >= 0:
                us[name].append(spent / 20 * 1e6)
    for name in calls:
        emit(row("host_call", name, us[name], 0, None, None))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--table", required=True, help="lines of bench_gpu --list")
    parser.add_argument("--only", default=".")
    parser.add_argument("--out", required=True)
    parser.add_argument("--max-autotune", action="store_true")
    options = parser.parse_args()
    torch.set_grad_enabled(False)
    with open(options.table) as f:
        table = [json.loads(line) for line in f]
    # A sweep is measured only where the pattern says so.
    wanted = [w for w in table if re.search(options.only, w["workload"])
              and ("sweep" in options.only or not w["workload"].startswith("sweep_"))]
    timer = Timer()
    with open(options.out, "w") as out:
        def emit(r):
            print(json.dumps(r), file=out, flush=True)

        if re.search(options.only, "host_call"):
            measure_host(emit)  # first: the profiler that counts launches must not have been here
        a, b = torch.rand(2, 1 << 28, device="cuda")
        compare("copy_1GiB", 2 << 30, {"torch_eager": lambda: b.copy_(a)}, lambda: a.double(), timer, emit)
        del a, b
        for w in wanted:
            measure(w, timer, emit, options.max_autotune)


if __name__ == "__main__":
    main()
