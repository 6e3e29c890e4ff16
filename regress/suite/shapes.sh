#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Wide, deep and much-calling programs (regress/bench/shapes.py): every branch
# is decided, the dead ones by proof, within the time that a command may take.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite shapes

for name in wide deep calls pairs subsets chains reads; do
  python3 regress/bench/shapes.py $name >"$work/$name.c"
  expect 0 $name "$tp2ph" -o "$work/$name" "$work/$name.c"
  check "$name: verdicts" python3 regress/bench/shapes.py $name "$work/$name"
done
finish
