# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# Sourced by the other commands: what machine is this?
has_nvcc() { command -v "${CUDACXX:-nvcc}" >/dev/null || [[ -x /usr/local/cuda/bin/nvcc ]]; }
has_gpu() { nvidia-smi -L 2>/dev/null | grep -q GPU || compgen -G '/dev/nvidia[0-9]*' >/dev/null; }

# build PRESET [TARGET...]
build() {
  local preset=$1
  shift
  cmake --preset "$preset" --log-level=WARNING >/dev/null
  cmake --build --preset "$preset" ${1:+--target "$@"} -- -k 0
}
