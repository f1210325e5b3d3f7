# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the other commands: what machine is this?
nvcc_path() { command -v "${CUDACXX:-nvcc}" || { [[ -x /usr/local/cuda/bin/nvcc ]] && echo /usr/local/cuda/bin/nvcc; }; }
has_nvcc() { nvcc_path >/dev/null; }
has_gpu() { nvidia-smi -L 2>/dev/null | grep -q GPU || compgen -G '/dev/nvidia[0-9]*' >/dev/null; }

# Device code that no GPU here will run is compiled with its slowest optimisations off, where nvcc has such an option (12.9).
device_flags() {
  local flags=${CUDAFLAGS:-}
  if ! has_gpu && [[ $("$(nvcc_path)" --help) == *--Ofast-compile* ]]; then flags+=" -Ofc=mid"; fi
  echo "$flags"
}

# build PRESET [TARGET...]
build() {
  local preset=$1 options=()
  shift
  if [[ $preset == cuda ]]; then options=(-D CMAKE_CUDA_FLAGS="$(device_flags)"); fi
  cmake --preset "$preset" "${options[@]}" --log-level=WARNING >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"} -- -k 0
}
