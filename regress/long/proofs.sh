#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every proof about regress/programs and about random programs, put to z3:
# unsat, and sat without any one of its statements. Few runs: what is unknown is
# not searched for. usage: [COUNT=N] [FIRST=SEED] [PROGRAMS="FILE..."] proofs.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
count=${COUNT:-200}
first=${FIRST:-70000}
tp2ph=${TP2PH_BUILD:-build}/tp2ph
z3=$(sh regress/tools/z3.sh) || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0
failed=0
proofs=0
folded=0
unanswered=0

seconds=100 # for one program

prove() { # prove FILE OPTION...
  rm -rf "$work/proofs" "$work/out"
  timeout $((seconds + 60)) "$tp2ph" -q --max-runs 300 --timeout "$seconds" --certify "$work/proofs" -o "$work/out" "$@" >/dev/null 2>&1
  [ -n "$(ls "$work/proofs" 2>/dev/null)" ] || return 0
  if "$tp2ph" check-proofs --solver "$z3" "$work/proofs" >"$work/said"; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$1: (seed ${seed:-none})"
    cat "$work/said"
  fi
  proofs=$((proofs + $(ls "$work/proofs" | wc -l)))
  unanswered=$((unanswered + $(grep -c 'no answer' "$work/said")))
  folded=$((folded + $(grep -l ' (as folded)' "$work"/proofs/* | wc -l)))
}

for file in ${PROGRAMS-regress/programs/*.c}; do
  inputs=${file%.c}.inputs
  if [ -f "$inputs" ]; then prove "$file" --inputs "$inputs"; else prove "$file"; fi
done
echo "count: $proofs proofs about regress/programs, $folded of them with a condition as it was folded, $unanswered without an answer in time"
proofs=0
folded=0
unanswered=0
for seed in $(seq "$first" $((first + count - 1))); do
  python3 regress/prop/sound.py "$tp2ph" 1 --first "$seed" --print >"$work/random.c" 2>/dev/null && prove "$work/random.c"
done
echo "count: $proofs proofs about $count random programs, $folded of them with a condition as it was folded, $unanswered without an answer in time"
echo "$passed passed, $failed failed"
[ $failed = 0 ]
