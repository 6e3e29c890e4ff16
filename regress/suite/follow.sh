#!/bin/sh
# Every way of regress/follow/constructs.py, with every type: on a single path
# (dfs) and with all phases both sides of its condition are reached; what is not
# followed is named in the report. With gcc and, if it is there, clang.
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
for source in "$work"/programs/*.c; do
  follow gcc dfs "$source"
  follow gcc two-phase "$source"
  if command -v clang >/dev/null; then
    follow clang dfs "$source"
  fi
done
finish
