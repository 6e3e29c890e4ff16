#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph under valgrind, on a few programs. The programs under test run as ever.
# Usage: valgrind.sh BUILD
set -u
passed=0
failed=0
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
for source in regress/programs/switches.c regress/programs/structs.c regress/programs/floats.c \
  regress/programs/machine.c ate-samples/fuse_trim.c ate-samples/job_options.c; do
  valgrind -q --error-exitcode=99 --child-silent-after-fork=yes \
    "$1/tp2ph" -q --timeout 600 -o "$out/report" "$source" 2>"$out/err"
  if [ $? -le 1 ] && [ ! -s "$out/err" ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "$source:"
    cat "$out/err"
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
