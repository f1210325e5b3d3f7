# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
"""What nvcc makes of the kernels: 16-byte loads and stores where data is contiguous, 8-bit floats converted in pairs, no local
memory, no spills.

Compiles a few regions for sm_90 and reads the PTX and what ptxas says of registers. Where cuobjdump is, the machine code too."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
NVCC = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
CUOBJDUMP = shutil.which("cuobjdump") or "/usr/local/cuda/bin/cuobjdump"

SOURCE = """
#include <sinter/sinter.hpp>
using sinter::axis;
inline constexpr auto affine = sinter::region<struct affine_k>([](auto x) { return relu((x + 1.0f) * 2.0f); });
inline constexpr auto softmax = sinter::region<struct softmax_k>([](auto x) {
  auto e = exp(x - max(x, axis<-1>));
  return e / sum(e, axis<-1>);
});
inline constexpr auto total = sinter::region<struct total_k>([](auto x) { return sum(x); });
void a(sinter::view<float, 2> x, sinter::view<float, 2> y, cudaStream_t s) { affine(x).into(y, s); }
void b(sinter::view<sinter::bf16, 2> x, sinter::view<sinter::bf16, 2> y, cudaStream_t s) { softmax(x).into(y, s); }
void c(sinter::view<float, 2> x, sinter::view<float, 0> y, cudaStream_t s) { total(x).into(y, s); }
inline constexpr auto eighth = sinter::region<struct eighth_k>([](auto x) { return x * 0.125f; });
inline constexpr auto quantise = sinter::region<struct quantise_k>([](auto x) { return sinter::cast<sinter::e5m2>(x); });
void d(sinter::view<sinter::e4m3, 1> x, sinter::view<sinter::e4m3, 1> y, cudaStream_t s) { eighth(x).into(y, s); }
void e(sinter::view<sinter::bf16, 1> x, sinter::view<sinter::e5m2, 1> y, cudaStream_t s) { quantise(x).into(y, s); }
"""
# Kernel -> how many 16-byte loads and stores of global memory its PTX has at least; all have no local memory and no spills.
FACTS = {
    "affine_k.*pointwise_flat": (1, 1),
    "affine_k.*pointwise_rows": (1, 1),
    "affine_k.*pointwise_strided": (0, 0),
    "softmax_k.*row_registers": (1, 1),
    "softmax_k.*row_loop.*Lb1E": (1, 1),  # staged in shared memory
    "softmax_k.*row_loop.*Lb0E": (0, 0),  # any strides
    "total_k.*reduce_flat": (4, 0),
    "total_k.*reduce_strided": (0, 0),
    "eighth_k.*pointwise_flat": (1, 1),
    "quantise_k.*pointwise_flat": (1, 0),  # 8 elements of bf16 are 8 bytes of e5m2
}
# Kernel -> what its PTX has so often, of a thread's 16 or 8 elements: two elements a conversion, and no rounding twice. A pair is
# widened once for each of its two: ptxas merges them, so that the machine code has the half.
CONVERSIONS = {
    "eighth_k.*pointwise_flat": {r"cvt\.rn\.f16x2\.e4m3x2": 16, r"cvt\.rn\.satfinite\.e4m3x2\.f32 (?:low|high)": 8},
    "quantise_k.*pointwise_flat": {r"cvt\.rn\.satfinite\.e5m2x2\.f32 (?:low|high)": 4, r"cvt\.f32\.f16": 0},
}


def nvcc(*arguments):
    done = subprocess.run([NVCC, "-arch=sm_90", "-std=c++20", "-O3", "-I", str(ROOT / "include"), *arguments],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr[-2000:])
    return done.stderr


def vectors(body, kind):
    """16-byte accesses of global memory: v4 of 32 bits or v2 of 64; loads are also asynchronous copies to shared memory."""
    found = len(re.findall(rf"\b{kind}\.global\.(?:\w+\.)*(?:v4\.\w*32|v2\.\w*64|v8\.\w*16)\b", body))
    if kind == "ld":
        found += len(re.findall(r"\bcp\.async\.\w+\.shared\.global\S* [^;]*, 16\b", body))
    return found


def main():
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "kernels.cu")
        source.write_text(SOURCE)
        ptx_file, cubin = pathlib.Path(folder, "kernels.ptx"), pathlib.Path(folder, "kernels.cubin")
        nvcc("-ptx", str(source), "-o", str(ptx_file))
        said = nvcc("-cubin", "-Xptxas=-v", str(source), "-o", str(cubin))
        bodies = re.split(r"\n\s*\.visible \.entry ", ptx_file.read_text())[1:]
        kernels = {body.split("(", 1)[0].strip(): body for body in bodies}
        spills = dict(re.findall(r"Function properties for (\S+)\n.*?(\d+) bytes spill stores", said))
        sass = {}
        if pathlib.Path(CUOBJDUMP).exists():
            listing = subprocess.run([CUOBJDUMP, "-sass", str(cubin)], capture_output=True, text=True).stdout
            sass = {f.split("\n", 1)[0].strip(): f for f in listing.split("Function : ")[1:]}
        print(f"{'kernel':34} {'loads':>6} {'stores':>7} {'local':>6} {'spills':>7} {'LDG.128':>8}")
        for pattern, (loads, stores) in FACTS.items():
            found = [name for name in kernels if re.search(pattern, name)]
            if not found:
                wrong.append(f"no kernel is like {pattern}")
            for name in found:
                body = kernels[name]
                local = len(re.findall(r"\.local\b", body))
                spilled = int(spills.get(name, -1))
                wide = len(re.findall(r"LDG(?:STS)?\.\S*128", sass[name])) if name in sass else "-"
                print(f"{pattern:34} {vectors(body, 'ld'):6} {vectors(body, 'st'):7} {local:6} {spilled:7} {wide:>8}")
                if vectors(body, "ld") < loads or vectors(body, "st") < stores:
                    wrong.append(f"{name}: fewer than {loads} loads or {stores} stores of 16 bytes")
                if wide != "-" and wide < loads:
                    wrong.append(f"{name}: fewer than {loads} loads of 128 bits in the machine code")
                if local != 0:
                    wrong.append(f"{name}: local memory")
                if spilled != 0:
                    wrong.append(f"{name}: {spilled} bytes spilled")
        for pattern, expected in CONVERSIONS.items():
            name = next((name for name in kernels if re.search(pattern, name)), "")
            body = kernels.get(name, "")
            unpacked = len(re.findall(r"F2FP\.F16\.E4M3\.UNPACK_B", sass.get(name, "")))
            if name in sass and unpacked != expected.get(r"cvt\.rn\.f16x2\.e4m3x2", 0) // 2:
                wrong.append(f"{pattern}: {unpacked} pairs are widened in the machine code")
            for conversion, count in expected.items():
                found = len(re.findall(conversion, body))
                if found != count:
                    wrong.append(f"{pattern}: {found} of {conversion} instead of {count}")
    for w in wrong:
        print("WRONG:", w[:300])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
