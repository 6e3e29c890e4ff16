#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every proof can be repeated by a solver on its own, and names no condition
# that it does not need.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite proofs

solver=$(command -v yices-smt2 || ls .cache/yices-*/bin/yices-smt2 2>/dev/null | head -n 1)
if [ -z "$solver" ]; then
  skip "all proofs" "no yices-smt2"
  finish
fi

prove() { # prove NAME FILE
  expect "0 1" "$1" "$tp2ph" --timeout 20 --certify "$work/$1.proofs" -o "$work/$1" "$2"
  check "$1: proofs" python3 regress/tools/check_proofs.py "$solver" "$work/$1" "$work/$1.proofs"
}

"$tp2ph" gen --conditions 200 --seed 5 -o "$work/tc200.c"
prove tc200 "$work/tc200.c"
for name in tester_bins tester_ports tester_options tester_flow switches operators; do
  prove $name regress/programs/$name.c
done
finish
