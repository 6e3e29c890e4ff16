#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every claim of coverage is true: on each program of regress/programs and
# ate-samples the branches are as many as its comment says, all of them covered
# or proved dead, and the same as clang counts when the tests are replayed.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=330
suite coverage
mkdir "$work/kept"
export TP2PH_KEPT="$work/kept"

inputs=
cover() { # cover NAME HEADER FILE...
  name=$1 header=$2
  shift 2
  # Without --timeout one process searches, and does the same each time.
  expect "0 1" "$name" "$tp2ph" ${inputs:+--inputs "$inputs"} -o "$work/$name" "$@"
  check "$name: branches" python3 regress/tools/check_header.py "$header" "$work/$name"
  if command -v clang >/dev/null; then
    check "$name: as clang counts" python3 regress/tools/clang_compare.py "$work/$name" "$@"
  else
    skip "$name: as clang counts" "no clang"
  fi
}

# A program with a .inputs file beside it is given that.
for source in regress/programs/*.c ate-samples/*.c; do
  inputs=
  [ -e "${source%.c}.inputs" ] && inputs=${source%.c}.inputs
  cover "$(basename "$source" .c)" "$source" "$source"
done
inputs=
cover several regress/programs/several/main.c \
  regress/programs/several/compile_commands.json
cover several-files regress/programs/several/main.c \
  regress/programs/several/main.c regress/programs/several/leak.c \
  regress/programs/several/bins.c -- -DLEVEL=100

# The comparison itself: a claim that is not true is seen.
claim() { # claim TITLE PYTHON: changes the report r of the switches
  cp -r "$work/switches" "$work/lie"
  python3 - "$work/lie/report.json" "$2" <<'END'
import json, sys
r = json.load(open(sys.argv[1]))
exec(sys.argv[2])
json.dump(r, open(sys.argv[1], "w"))
END
  title="a false claim is seen: $1"
  if python3 regress/tools/clang_compare.py "$work/lie" regress/programs/switches.c >"$work/err" 2>&1; then
    bad "is not"
  else
    good
  fi
  rm -rf "$work/lie"
}
if command -v clang >/dev/null; then
  claim "a dead branch covered" \
    'next(b for b in r["branch"] if b["verdict"] != "covered")["verdict"] = "covered"'
  claim "a covered label dead" \
    'next(b for b in r["branch"] if b["side"] == "1")["verdict"] = "unknown"'
  claim "a condition left out" 'r["branch"] = [b for b in r["branch"] if b["text"] != "n > 0"]'
  claim "a test left out" 'del r["test"][1:]'
fi
finish
