#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# Every source is formatted as .clang-format says; `format.sh --fix` formats instead of complaining.
set -euo pipefail
cd "$(dirname "$0")/../.."
command -v clang-format >/dev/null || { echo "clang-format not found: skipped"; exit 77; }
mode=(--dry-run -Werror)
[[ ${1:-} == --fix ]] && mode=(-i)
find include tests examples bench -type f \( -name '*.hpp' -o -name '*.cuh' -o -name '*.cpp' -o -name '*.cu' \) -print0 |
  xargs -0 -r clang-format "${mode[@]}"
