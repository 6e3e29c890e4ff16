#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs that crash, hang, fork and misbehave (regress/findings): each ends
# its own run only, is a finding of the right kind at the right line, its test
# replays, no process is left, and a second run gives the same results.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=90 # none takes long, but hung runs wait for a busy machine
ulimit -S -s 8192 # stack_of_plain needs more
suite findings
for source in regress/findings/*.c; do
  name=$(basename "$source" .c)
  limits="--run-timeout 0.15s --run-memory 64M --max-runs 1000" # what is open stays so
  # shellcheck disable=SC2086 # a list
  expect "0 1" "$name" "$tp2ph" $limits -o "$work/$name" "$source"
  first=$status
  # shellcheck disable=SC2086
  expect "$first" "$name, again" "$tp2ph" $limits -o "$work/$name-2" "$source"
  check "$name: findings" python3 regress/tools/check_findings.py "$source" \
    "$first" "$work/$name" "$work/$name-2"
done

# Debug information has a name for the file that nobody had before: below the
# working folder a shorter one.
mkdir "$work/below"
cat >"$work/below/zero.c" <<'END'
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int c = __VERIFIER_nondet_int();
    if (c > 'x')
        c = 'x';
    return c == 'x' ? 10 / (c - 'x') : 0;
}
END
expect "0 1" "a file below the working folder" sh -c 'cd "$1" && exec "$2" -q -o zero --stdin 4 "$1/below/zero.c"' - "$work" "$(realpath "$tp2ph")"
check "its finding has a place" grep -q 'crash (SIGFPE) at below/zero.c:7' "$work/zero/summary.txt"
finish
