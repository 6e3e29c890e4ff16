#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs generated tests on the plain program: built with cc, without tp2ph.
#
# usage: run.sh [TEST...]    a number (7) or a testcase file; without one: all
#
# Prints how each test ends: "testcase-0001 exit 0", "signal 11", "timeout",
# "inputs" (it asked for more of them than the test has).
# One that ends otherwise than it did for tp2ph is told: ", not exit 1".
# What the program itself prints goes to stderr.
# Environment: CC, CFLAGS (added to the flags below), TP2PH_TIMEOUT (seconds a
# test, 10), TP2PH_ROOT (where the sources are, if they were moved).
# Ends with 0, 1 (a test does not end as expected), 2 (no such test), 3 (does
# not build), 4 (no folder for it) or 5 (interrupted).
here=$(cd "$(dirname "$0")" && pwd) || exit 4
work=$(mktemp -d "${TMPDIR:-/tmp}/tp2ph-replay-XXXXXX") || exit 4
trap 'rm -rf "$work"' EXIT
trap 'exit 5' HUP INT TERM

unit() { # number, folder, file, flags
  number=$1 folder=$2 file=$3
  shift 3
  if [ -f "$here/unit-$number.i" ]; then # a driver replaces functions of it
    file=$here/unit-$number.i
  elif [ -f "$here/inputs-$number.c" ]; then # functions of the tester
    set -- "$@" -include "$file"
    file=$here/inputs-$number.c
  fi
  (cd "$folder" && $cc "$@" $CFLAGS -I"$here/include" -fno-lto -c \
    -o "$work/$number.o" "$file") || exit 3
}
