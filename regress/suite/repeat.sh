#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The same program, options and seed give the same report, but for times and
# memory: work, not time, decides whose turn it is. Of programs that one of the
# ways decides alone, and of such that all of them share.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite repeat
plain='
import json, sys
def strip(x):
    if isinstance(x, dict):
        return {k: strip(v) for k, v in x.items() if k not in ("seconds", "time", "peak_rss_kb", "timeline")}
    return [strip(v) for v in x] if isinstance(x, list) else x
print(json.dumps(strip(json.load(open(sys.argv[1]))), indent=1))
'
same() { # same PROGRAM [OPTIONS]
  program=$1
  shift
  for i in 1 2; do
    "$tp2ph" -q "$@" -o "$work/$i" "$program" >/dev/null 2>"$work/err"
    python3 -c "$plain" "$work/$i/report.json" >"$work/$i.txt"
  done
  check "$program $*" diff "$work/1.txt" "$work/2.txt"
}
same regress/programs/tester_flow.c
same regress/programs/machine.c
same regress/programs/parser.c
same regress/programs/machine_volatile.c
same regress/programs/machine_volatile.c --seed 7
# Also where a question from a state that a run had finds what nothing else does.
same regress/onward/lock.c
check "the lock is opened by a question about the turns behind a run" python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
arms = {a["name"]: a["covered"] for a in r["arms"]}
print(r["branches"], arms)
sys.exit(r["branches"]["covered"] != r["branches"]["total"] or arms["onward"] < 1)' "$work/1/report.json"
finish
