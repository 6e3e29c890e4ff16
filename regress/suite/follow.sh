#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every way of regress/follow/constructs.py, with every type: on a single path
# (dfs) and with all phases both sides of its condition are reached; what is not
# followed is named in the report. With gcc and, if it is there, clang.
# And order.py: no path is lost where both sides of an assignment decide.
# Usage: follow.sh [all]: otherwise each program is put to dfs with gcc, and one
# in four to all phases, another one to clang.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite follow

follow() { # follow COMPILER STRATEGY FILE
  name=$(basename "$3" .c)
  expect "0 1" "$name with $1, $2" env CC="$1" "$tp2ph" -q --strategy "$2" --timeout 60 \
    -o "$work/$name-$1-$2" "$3" -- -lm
  check "$name with $1, $2: followed" \
    python3 regress/follow/matrix.py missed "$3" "$work/$name-$1-$2/report.json"
}

check "programs" python3 regress/follow/matrix.py write "$work/programs"
turn=0
for source in "$work"/programs/*.c; do
  turn=$(((turn + 1) % 4))
  follow gcc dfs "$source"
  if [ $turn = 0 ] || [ "${1:-}" = all ]; then
    follow gcc two-phase "$source"
  fi
  if { [ $turn = 2 ] || [ "${1:-}" = all ]; } && command -v clang >/dev/null; then
    follow clang dfs "$source"
  fi
done

# Order of evaluation: the graph's is the compiler's own.
check "programs of order" python3 regress/follow/order.py write "$work/order"
for compiler in gcc clang; do
  command -v "$compiler" >/dev/null || continue
  CC=$compiler "$tp2ph" batch -q -j 2 --strategy dfs -o "$work/order-$compiler" "$work/order" \
    >"$work/out" 2>"$work/err"
  for source in "$work"/order/*.c; do
    name=$(basename "$source" .c)
    check "$name with $compiler: $(sed -n '21p' "$source")" \
      python3 regress/follow/order.py check "$work/order-$compiler/$name/report.json"
  done
done
finish
