#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs without end (regress/forever): runs end where they ask for more
# inputs than they were given, on the instrumented program, on the plain one, in
# replay and in harness/run.sh alike; no strategy is held up by them; what
# computes without reading is still a hang.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=120 # hung runs wait for a busy machine
suite forever
for source in regress/forever/*.c; do
  name=$(basename "$source" .c)
  expect "0 1" "$name" "$tp2ph" --run-timeout 500ms -o "$work/$name" "$source"
  check "$name: as it says" python3 regress/tools/check_forever.py "$source" "$status" "$work/$name"
  expect 0 "replay of $name" "$tp2ph" replay --run-timeout 500ms "$work/$name"
done

# Every strategy has its runs, and none takes its time.
for strategy in two-phase dfs dfs-reach cfg random-branch uniform-random random-input distance greedy; do
  expect "0 5" "controller, $strategy" "$tp2ph" --strategy $strategy --run-timeout 100s \
    --max-runs 1000 -o "$work/folder" regress/forever/controller.c
  check "$strategy: no finding" grep -q '"findings": \[\]' "$work/folder/report.json"
done

expect 2 "microseconds" "$tp2ph" --run-timeout 100us -o "$work/folder" regress/forever/controller.c
says "'100us' is not a time"
finish
