#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A run that goes elsewhere though nothing is free in the model voids all proofs:
# whatever is found out later, in either process, and also if tp2ph is killed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite guard
result=$work/result
report() { # report PYTHON: an expression over the report r is true
  check "$title: $1" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(not (eval(sys.argv[2])))' "$result/report.json" "$1"
}

expect 70 "the reason of another call" "$tp2ph" -o "$result" regress/guard/forgotten.c
says "a proof was refuted at regress/guard/forgotten.c:10"
report 'r["branches"]["infeasible"] == 0'
knows() { # knows SECONDS: one of two processes, after that
  "$tp2ph" -q --threads 2 --timeout "$1" -o "$result" regress/guard/endless.c >/dev/null 2>"$work/err"
  [ $? = 70 ]
}
knows_some_time() { for s in 4 8 16 32; do knows $s && return 0; done; return 1; }
check "of two processes the second knows" knows_some_time
says "a proof was refuted at regress/guard/endless.c:18"
report 'r["branches"]["infeasible"] == 0'

# ---- killed, and resumed without a run in which it would be found again ----------
is_known() { # is_known SECONDS: after that
  rm -rf "$result"
  "$tp2ph" -q --timeout 100 -o "$result" regress/guard/endless.c >/dev/null 2>&1 &
  pid=$!
  sleep "$1"
  kill -9 $pid
  wait $pid 2>/dev/null
  "$tp2ph" -q --resume --max-runs 1 -o "$result" regress/guard/endless.c >/dev/null 2>"$work/err"
  [ $? = 70 ]
}
is_known_some_time() { for s in 4 8 16 32; do is_known $s && return 0; done; return 1; }
check "it is in the journal" is_known_some_time
says "a proof was refuted at regress/guard/endless.c:18"
finish
