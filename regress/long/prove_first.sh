#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Decide must prove before anything was run, on thousands of random programs,
# with gcc and with clang: no verdict is wrong. usage: [COUNT=N] prove_first.sh
set -u
cd "$(dirname "$0")/../.." || exit 2
count=${COUNT:-2000}
first=${FIRST:-20000}
tp2ph=${TP2PH_BUILD:-build}/tp2ph
log=$(mktemp) || exit 1
trap 'rm -f "$log"' EXIT
passed=0
failed=0
for cc in gcc clang; do
  python3 regress/prop/sound.py "$tp2ph" "$count" --first "$first" --prove-first --cc $cc >"$log" 2>&1
  grep -v -E '^[0-9]+ passed' "$log"
  last=$(grep -E '^[0-9]+ passed, [0-9]+ failed$' "$log" || echo "0 passed, 1 failed")
  bad=${last#*, }
  passed=$((passed + ${last%% passed*}))
  failed=$((failed + ${bad%% failed*}))
  echo "count: $cc, $count random programs, decided before anything was run"
  first=$((first + count))
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
