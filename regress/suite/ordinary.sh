#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Small programs of ordinary C, one thing in each: all of their branches are
# decided, and as they say themselves; so are those that C leaves open.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite ordinary

decided() { # decided SOURCE: its counts are those of the report
  sed -n -e 's/.*Decided: \([0-9]*\) covered, \([0-9]*\) infeasible, \([0-9]*\) unknown.*/\1 \2 \3/p' \
    -e 's/.*Decided: \([0-9]*\) covered, \([0-9]*\) infeasible \*.*/\1 \2 0/p' "$1" >"$work/want"
  python3 -c 'import json, sys
b = json.load(open(sys.argv[1]))["branches"]
print(b["covered"], b["infeasible"], b["unknown"])' "$work/report/report.json" | cmp -s - "$work/want"
}

for source in regress/ordinary/*.c; do
  name=$(basename "$source" .c)
  rm -rf "$work/report"
  expect "0 1 5" "$name" "$tp2ph" -q --max-runs 2000 -o "$work/report" "$source" -- -lm
  check "$name: verdicts" decided "$source"
done
finish
