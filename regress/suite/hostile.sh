#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs under test that fight back: what they write into the memory that
# tp2ph follows them by is data. It ends no run of tp2ph.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite hostile
out=$work/out-dir

counted() { # counted NAME: report.json has that count, and it is not 0
  grep -q "\"$1\": [1-9]" "$out/report.json"
}

expect "1 5" "records that make no sense" \
  "$tp2ph" -o "$out" --max-runs 300 --run-timeout 2 regress/hostile/forges.c -- -Isrc
check "the runs that wrote them are counted" counted damaged
expect "1 5" "anything at all" \
  "$tp2ph" -o "$out" --max-runs 100 --run-timeout 2 regress/hostile/scribbles.c
check "the runs that wrote it are counted" counted damaged

covered() { # covered TEXT SIDE: report.json says so of that branch
  grep -F "\"text\": \"$1\"" "$out/report.json" | grep -F "\"side\": \"$2\"" | grep -q '"verdict": "covered"'
}
not_covered() { ! covered "$@"; }
expect "1 5" "records of branches that were not taken" \
  "$tp2ph" -o "$out" --max-runs 300 --run-timeout 2 regress/hostile/pretends.c -- -Isrc
check "what is forged is not covered" not_covered "getpid() == -5" T
check "what the plain program takes is" covered "x == 7" T
finish
