#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# clang-tidy over the four largest unit tests, and through them over the headers: tidy.sh BUILD_DIR [FILE...].
set -euo pipefail
build=$(realpath "$1")
shift
cd "$(dirname "$0")/../.."
command -v clang-tidy >/dev/null || { echo "clang-tidy not found: skipped"; exit 77; }
[[ -f $build/compile_commands.json ]] || { echo "no $build/compile_commands.json: skipped"; exit 77; }
files=("$@")
((${#files[@]})) || mapfile -t files < <(find tests/unit -name '*.cpp' -printf '%s %p\n' | sort -rn | head -4 | cut -d' ' -f2)
((${#files[@]})) || { echo "no files: skipped"; exit 77; }
# g++'s precompiled headers mean nothing to clang.
commands=$(mktemp -d)
trap 'rm -r "$commands"' EXIT
sed -E 's/ -Winvalid-pch -include [^ ]+//' "$build/compile_commands.json" >"$commands/compile_commands.json"
printf '%s\0' "${files[@]}" | xargs -0 -P "$(nproc)" -n 1 clang-tidy -p "$commands" --quiet
