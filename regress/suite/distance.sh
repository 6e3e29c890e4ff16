#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Distance-guided runs turn conditions of every kind that random inputs don't,
# without a call of the solver; also such that no expression over the inputs
# stands for: counters, tables that are too large, functions that are not
# modelled.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite distance
all='
import json, sys
r = json.load(open(sys.argv[1]))
print(r["branches"], r["runs"], r["solver_calls"])
sys.exit(r["branches"]["covered"] != r["branches"]["total"] or r["solver_calls"] != 0)
'
some='
import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(r["branches"]["covered"] == r["branches"]["total"])
'
program=regress/distance/kinds.c
runs=150000
expect "0 5" "distance" "$tp2ph" -q --strategy distance --max-runs $runs -o "$work/d" $program -- -lm
check "all branches, no solver" python3 -c "$all" "$work/d/report.json"
expect "1 5" "random inputs" "$tp2ph" -q --strategy random-input --max-runs $runs -o "$work/r" $program -- -lm
check "random inputs leave some" python3 -c "$some" "$work/r/report.json"
expect "0 5" "texts" "$tp2ph" -q --strategy distance --max-runs 4000 -o "$work/t" regress/distance/words.c
check "the program's texts are tried" python3 -c "$all" "$work/t/report.json"
# What is decided before the first input has nothing that could be moved: it
# keeps nobody busy.
expect "1 5" "a condition without inputs" timeout 60 "$tp2ph" -q --strategy distance --max-runs 20000 -o "$work/b" regress/distance/before.c
check "the others are taken" python3 -c 'import json, sys; sys.exit(json.load(open(sys.argv[1]))["branches"]["covered"] != 5)' "$work/b/report.json"
finish
