#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Time is kept and nothing is lost: a tp2ph in which a stage never ends, or
# crashes (regress/sleepy), signals, memory, kill -9.
# LATE_KILLS and LATE_SECONDS: more of the last (make check-long).
. regress/tools/check.sh
suite late
sample=docs/part.c
sleepy=${tp2ph}-sleepy
kills=${LATE_KILLS:-5}
seconds=${LATE_SECONDS:-6}

# in_time TITLE: the last command took at most so long after its --timeout of 3 s
in_time() {
  check "$1: in time" test $(($(date +%s) - began)) -le $((6 * patience))
}

stuck() { # stuck STAGE:N TITLE
  began=$(date +%s)
  rm -rf "$work/dir"
  expect 5 "$2" env TP2PH_SLEEP="$1" "$sleepy" -q --timeout 3s -o "$work/dir" $sample
  in_time "$2"
}

for stage in "reading the program:1" "the graph:1" "compiling:1"; do
  stuck "$stage" "stuck in $stage"
  says "stopped in ${stage%:*}"
done
for stage in "the model:1" "a query:3" "the solver:2" "decoding:7" "confirming:1"; do
  stuck "$stage" "stuck in $stage"
  check "stuck in $stage: a report" grep -q '"stopped": "time"' "$work/dir/report.json"
  check "stuck in $stage: no journal" test ! -e "$work/dir/.tp2ph-journal"
done
expect 0 "a map that takes for ever" env TP2PH_SLEEP="drawing the map:1" "$sleepy" -q -o "$work/dir" $sample
says "no map.svg"
expect 0 "a map that can't be drawn" env TP2PH_CRASH="drawing the map:1" "$sleepy" -q -o "$work/dir" $sample
says "no map.svg"
stuck "confirming:1" "stuck while confirming"
check "stuck while confirming: its proofs are there" grep -q '"verdict": "infeasible"' "$work/dir/report.json"

# What can't be written is not lost.
stuck "writing:1" "stuck while writing"
says "--resume"
check "stuck while writing: only the journal" test "$(ls -A "$work/dir")" = .tp2ph-journal
expect 0 "the journal, not resumed" "$tp2ph" -q -o "$work/dir" $sample
says "has the journal of a run that was killed"
stuck "writing:1" "stuck while writing again"
expect 0 "the journal, resumed" "$tp2ph" -q --resume -o "$work/dir" $sample
check "the journal, resumed: all from it" python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
first = r["phases"][0]
sys.exit(not (first["name"] == "resume" and first["covered"] > 0 and r["branches"]["unknown"] == 0))' "$work/dir/report.json"
check "the journal, resumed: gone" test ! -e "$work/dir/.tp2ph-journal"

# A torn record at its end is dropped, a damaged one ends it.
stuck "writing:1" "stuck while writing, torn"
python3 - "$work/dir/.tp2ph-journal" <<'PY'
import sys
data = open(sys.argv[1], "rb").read()
open(sys.argv[1], "wb").write(data[:len(data) * 2 // 3])
PY
expect 0 "a torn journal" "$tp2ph" -q --resume -o "$work/dir" $sample
check "a torn journal: its tests are used" grep -q '"name": "resume"' "$work/dir/report.json"
stuck "writing:1" "stuck while writing, damaged"
head -c 4096 /dev/urandom >"$work/dir/.tp2ph-journal"
expect 0 "noise for a journal" "$tp2ph" -q --resume -o "$work/dir" $sample

for stage in "the solver:2" "decoding:7" "confirming:2"; do
  rm -rf "$work/dir"
  expect 70 "crash in $stage" env TP2PH_CRASH="$stage" "$sleepy" -q -o "$work/dir" $sample
  says "tp2ph crashed"
  check "crash in $stage: a report" grep -q '"stopped": "crash"' "$work/dir/report.json"
done
check "crash while confirming: what was confirmed before" test -e "$work/dir/test-suite/testcase-0001.xml"
expect 70 "crash in the graph" env TP2PH_CRASH="the graph:1" "$sleepy" -q -o "$work/dir" $sample
says "a bug, please report it"

# Signals reach only the process that the user knows.
for signal in INT TERM; do
  rm -rf "$work/dir"
  TP2PH_SLEEP="the solver:2" "$sleepy" -q -o "$work/dir" $sample 2>"$work/err" &
  pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10; do
    [ -e "$work/dir/.tp2ph-journal" ] && break
    sleep 0.3
  done
  sleep 0.5
  began=$(date +%s)
  kill -s $signal $pid
  wait $pid
  status=$?
  check "SIG$signal while it hangs: status" test $status = 5
  in_time "SIG$signal while it hangs"
  check "SIG$signal while it hangs: a report" grep -q '"stopped": "signal"' "$work/dir/report.json"
done

check "no process stays" test -z "$(strays)"
check "no folder stays" test -z "$(ls -A "$work/tmp")"

mkdir "$work/kills"
python3 regress/tools/killed.py "$tp2ph" "$kills" $((seconds * patience)) "$work/kills" >"$work/killed"
cat "$work/killed"
check "kill -9 at $kills moments" grep -q "^$kills passed, 0 failed" "$work/killed"
finish
