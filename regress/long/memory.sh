#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Memory does not grow with the number of runs: the peak with ten times as many
# is at most 1.1 times as high. usage: memory.sh [FEW MANY STRATEGY...]
set -u
cd "$(dirname "$0")/../.." || exit 2
[ $# -ge 3 ] || set -- 500000 5000000 random-input cfg random-branch uniform-random
few=$1
many=$2
shift 2
tp2ph=${TP2PH_BUILD:-build}/tp2ph
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
peak() { # peak STRATEGY RUNS SOURCE
  python3 regress/tools/peak.py "$tp2ph" -q --strategy "$1" --max-runs "$2" -o "$work/out" "$3"
}
for source in regress/memory/*.c; do
  for strategy; do
    low=$(peak $strategy "$few" "$source")
    high=$(peak $strategy "$many" "$source")
    runs=$(sed -n 's/^  "runs": \([0-9]*\),.*/\1/p' "$work/out/report.json")
    echo "count: $(basename "$source"), $strategy: $low kB at $few runs, $high kB at $runs"
    if [ "$runs" = "$many" ] && [ $((high * 10)) -le $((low * 11)) ]; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
    fi
  done
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
