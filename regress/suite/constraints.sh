#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --constraints and --paths: whatever of a path is put to the solver, dfs runs
# each feasible path of a program once, and the report says how large the
# questions were.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite constraints

# What field a.b of a report is.
field() { # field REPORT NAME.NAME
  python3 -c '
import functools, json, sys
print(functools.reduce(lambda x, k: x[k], sys.argv[2].split("."), json.load(open(sys.argv[1]))))
' "$1" "$2"
}

smaller() { # smaller A B: numbers
  awk "BEGIN { exit !($1 < $2) }"
}

# How many paths 256 values of a byte take: what the program does with them is
# its count of comparisons, printed with -DCOUNT.
cat >"$work/few.c" <<'END'
#ifdef COUNT
#include <stdio.h>
#else
#include "tp2ph.h"
#endif
static unsigned steps;
static int divides(unsigned d, unsigned n) {
  while (n > 0) {
    steps = steps * 31 + d;
    if (n < d)
      return 0;
    n -= d;
  }
  return 1;
}
static int kind(unsigned n) {
  if (n < 2)
    return 0;
  return divides(2, n) || divides(3, n) || divides(7, n);
}
int main(void) {
  unsigned char n;
#ifdef COUNT
  for (unsigned i = 0; i < 256; i++) {
    steps = 0;
    n = (unsigned char)i;
    int found = kind(n);
    printf("%d %d %u\n", n < 2, found, steps);
  }
  return 0;
#else
  tp2ph_input(n);
  return kind(n);
#endif
}
END
cc -DCOUNT -o "$work/few" "$work/few.c" || exit 1
paths=$("$work/few" | sort -u | wc -l)
for how in full partial partial-last auto; do
  expect 0 "$how: all paths" "$tp2ph" -q --strategy dfs --paths all --constraints $how -o "$work/$how" "$work/few.c"
  check "$how: each once" [ "$(field "$work/$how/report.json" runs)" = "$paths" ]
  check "$how: no path is left" [ "$(field "$work/$how/report.json" complete)" = True ]
  check "$how: said" [ "$(field "$work/$how/report.json" constraints.kind)" = $how ]
done
full=$(field "$work/full/report.json" constraints.average_size)
for how in partial partial-last auto; do
  size=$(field "$work/$how/report.json" constraints.average_size)
  check "$how: smaller questions" smaller "10 * $size" "$full"
  check "$how: more of them" smaller "$(field "$work/full/report.json" constraints.calls)" \
    "$(field "$work/$how/report.json" constraints.calls)"
done

# Counted by hand: four paths, so the last condition is turned, the first, and
# the last again: questions of 2, 1 and 2 conditions that share no input.
cat >"$work/two.c" <<'END'
#include "tp2ph.h"
int main(void) {
  unsigned char a, b;
  int n = 0;
  tp2ph_input(a);
  tp2ph_input(b);
  if (a > 10)
    n++;
  if (b == 3)
    n += 2;
  return n;
}
END
for how in full partial; do
  expect 0 "two, $how" "$tp2ph" -q --strategy dfs --paths all --constraints $how -o "$work/$how" "$work/two.c"
  check "two, $how: runs" [ "$(field "$work/$how/report.json" runs)" = 4 ]
  check "two, $how: questions" [ "$(field "$work/$how/report.json" constraints.calls)" = 3 ]
  check "two, $how: after slicing" [ "$(field "$work/$how/report.json" constraints.average_sliced)" = 1.0 ]
done
check "two, full: their size" [ "$(field "$work/full/report.json" constraints.average_size)" = 1.666667 ]
check "two, partial: their size" [ "$(field "$work/partial/report.json" constraints.average_size)" = 1.0 ]

# Where they share it, `a > 10 && a < 5` is one more: the part a < 5, then both.
sed -e '/, b;/s/, b//' -e '/(b)/d' -e 's/b == 3/a < 5/' "$work/two.c" >"$work/same.c"
expect 0 "same, full" "$tp2ph" -q --strategy dfs --paths all -o "$work/full" "$work/same.c"
expect 0 "same, partial" "$tp2ph" -q --strategy dfs --paths all --constraints partial -o "$work/partial" "$work/same.c"
check "same, full: 2, 1 and 2 conditions" \
  [ "$(field "$work/full/report.json" constraints.calls) $(field "$work/full/report.json" constraints.average_sliced)" = "3 1.666667" ]
check "same, partial: 3 runs" [ "$(field "$work/partial/report.json" runs)" = 3 ]
check "same, partial: at most 2 conditions" [ "$(field "$work/partial/report.json" constraints.largest)" = 2 ]

# The same paths of a program of two inputs with many infeasible paths: each run
# writes down the sides that it takes, and so does one of all inputs.
cat >"$work/gcd.c" <<'END'
#include <stdio.h>
#ifndef COUNT
#include "tp2ph.h"
#endif
#ifndef LOG
#define LOG "/dev/null"
#endif
static char path[64];
static int side(int taken, int at) {
  path[at] = taken ? '1' : '0';
  return taken;
}
static int gcd(unsigned char a, unsigned char b) {
  int n = 0;
  if (side(a == 0, n++) || side(b == 0, n++) || side(a > 9, n++) || side(b > 9, n++))
    return 1;
  while (side(a != b, n++))
    if (side(a > b, n++))
      a -= b;
    else
      b -= a;
  return a;
}
static void tell(void) {
  FILE *f = fopen(LOG, "a");
  fprintf(f, "%s\n", path);
  fclose(f);
}
int main(void) {
#ifdef COUNT
  for (int i = 0; i < 65536; i++) {
    for (unsigned k = 0; k < sizeof path; k++)
      path[k] = 0;
    gcd(i & 255, i >> 8);
    tell();
  }
  return 0;
#else
  unsigned char a, b;
  tp2ph_input(a);
  tp2ph_input(b);
  int found = gcd(a, b);
  tell();
  return found;
#endif
}
END
cc -DCOUNT -DLOG="\"$work/all.log\"" -o "$work/gcd" "$work/gcd.c" && "$work/gcd" || exit 1
sort -u "$work/all.log" >"$work/all.paths"
check "gcd: has paths" [ "$(wc -l <"$work/all.paths")" -gt 40 ]
for how in full partial partial-last auto; do
  expect 0 "gcd, $how" "$tp2ph" -q --sandbox off --strategy dfs --paths all --constraints $how -o "$work/$how" "$work/gcd.c" \
    -- -DLOG="\"$work/$how.log\""
  sort -u "$work/$how.log" >"$work/$how.paths"
  check "gcd, $how: the same paths" cmp -s "$work/$how.paths" "$work/all.paths"
  check "gcd, $how: each once" [ "$(field "$work/$how/report.json" runs)" = "$(wc -l <"$work/all.paths")" ]
done

# Without --paths all there is nothing to do when both sides are covered.
gcd=regress/bench/paths/gcd.c
expect 0 "only what is needed" "$tp2ph" -q --strategy dfs -o "$work/needed" $gcd
check "few runs" smaller "$(field "$work/needed/report.json" runs)" 8
expect 5 "and more" "$tp2ph" -q --strategy dfs --paths all --max-runs 10 -o "$work/more" $gcd
check "as many as allowed" [ "$(field "$work/more/report.json" runs)" = 10 ]
expect 5 "runs are a budget" "$tp2ph" -q --strategy dfs --paths all --max-runs 5 -o "$work/five" "$work/gcd.c"
check "which is said" [ "$(field "$work/five/report.json" stopped)" = runs ]
expect 0 "the default goes on, too" "$tp2ph" -q --paths all -o "$work/all" "$work/gcd.c"
check "with dfs" smaller "$(field "$work/full/report.json" runs) - 1" "$(field "$work/all/report.json" runs)"
expect 2 "another word" "$tp2ph" --constraints half "$work/gcd.c"
says "constraints"
finish
