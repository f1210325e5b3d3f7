#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Sinter authors
# SPDX-License-Identifier: Apache-2.0
#
# Runs the GPU tests under compute-sanitizer's four tools, several at a time. Usage: compute_sanitizer.sh FOLDER [LOGS]
# FOLDER holds the device_* programs. Left out: launches (CUPTI and the sanitizer exclude one another: the others don't count
# launches here) and large (hours).
set -uo pipefail
folder=$1
logs=${2:-$(mktemp -d)}
mkdir -p "$logs"
status=0
export SINTER_COUNT_LAUNCHES=0
for tool in memcheck racecheck initcheck synccheck; do
  begin=$(date +%s)
  for program in "$folder"/device_*; do
    case $program in *launches | *large | *.*) continue ;; esac
    echo "$program"
  done | xargs -P 8 -I{} sh -c '
    log="$1/$2.$(basename "$3").txt"
    timeout 240 compute-sanitizer --tool "$2" --error-exitcode 9 "$3" >"$log" 2>&1
    echo "$(basename "$3") $?"' _ "$logs" "$tool" {} >"$logs/$tool.txt"
  bad=$(grep -v " 0$" "$logs/$tool.txt" | tr '\n' ' ')
  echo "$tool: $(grep -c " 0$" "$logs/$tool.txt") programs clean in $(($(date +%s) - begin)) s${bad:+, NOT: $bad}"
  [[ -z $bad ]] || status=1
done
exit $status
