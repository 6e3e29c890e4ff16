#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --assume: the same for one slice. Every verdict is compared with the truth
# about the slice; what contradicts itself is told.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite slice
in=$work/in
mkdir "$in"

cat >"$in/flow.c" <<'END'
#include "tp2ph.h"
double ate_measure(int pin);
int ate_read(int pin, unsigned char *value);
int __VERIFIER_nondet_int(void);
int main(void)
{
    int temp = tp2ph_input_int("TEMP");
    unsigned char code = 0;
    int i;
    if (temp < 0)
        return 1;
    if (temp == 25)
        return 2;
    if (temp > 100)
        return 3;
    if (ate_measure(1) > 2.5)
        return 4;
    if (ate_read(2, &code) == 1 && code > 200)
        return 5;
    for (i = 0; i < 2; i++)
        if (__VERIFIER_nondet_int() < 0)
            return 6;
    return 0;
}
END
cat >"$in/flow.inputs" <<'END'
double ate_measure(int pin) in 0 .. 5;
int ate_read(int pin, out unsigned char *value) in 0 .. 1;
END

slice() { # slice STATUS EXPR ["line text side verdict" ...]
  code=$1 expr=$2
  shift 2
  rm -rf "$work/out-dir"
  expect "$code" "--assume $expr" "$tp2ph" -o "$work/out-dir" --inputs "$in/flow.inputs" --assume "$expr" "$in/flow.c"
  for claim; do
    check "$expr: $claim" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
text, side, verdict = sys.argv[2].rsplit(" ", 2)
b = [b for b in r["branch"] if b["text"] == text and b["side"] == side]
sys.exit(len(b) != 1 or b[0]["verdict"] != verdict or r["assume"] != sys.argv[3])' "$work/out-dir/report.json" "$claim" "$expr"
  done
}
inside() { # inside PYTHON: of each value of each input, by name
  check "$expr: $1" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
for t in r["test"]:
    for i in t["inputs"]:
        name, value = r["input"][i[0]]["name"], float(i[1])
        if not eval(sys.argv[2]):
            sys.exit(f"{name} {value}")' "$work/out-dir/report.json" "$1"
  expect 0 "$expr: replay" "$tp2ph" replay -q "$work/out-dir"
}

slice 0 "TEMP == 25" "temp == 25 F infeasible" "temp == 25 T covered" "temp > 100 F infeasible"
prints "assuming   TEMP == 25"
prints "TEMP in 25 .. 25 (--assume TEMP == 25)"
inside 'name != "TEMP" or value == 25'
slice 0 "TEMP >= 30 && TEMP < 100" "temp > 100 T infeasible" "temp < 0 T infeasible" "temp > 100 F covered"
inside 'name != "TEMP" or 30 <= value < 100'
slice 0 "TEMP > 99 && TEMP <= 0x65" "temp > 100 T covered" "temp > 100 F covered"
slice 0 "TEMP < -5" "temp < 0 F infeasible"
slice 0 "ate_measure > 2.5" "ate_measure(1) > 2.5 F infeasible"
inside 'name != "ate_measure" or 2.5 < value <= 5'
slice 0 "ate_measure <= 2.5" "ate_measure(1) > 2.5 T infeasible"
slice 0 "ate_read.value < 200" "code > 200 T infeasible" "ate_read(2, &code) == 1 T covered"
slice 0 "__VERIFIER_nondet_int >= 0" "__VERIFIER_nondet_int() < 0 T infeasible"
inside 'name != "__VERIFIER_nondet_int" or value >= 0'

refused() { # refused EXPR WORDS
  slice 3 "$1"
  says "$2"
  check "$1: nothing is written" test ! -e "$work/out-dir"
}
refused "TEMP == 25 && TEMP == 26" "no value is left for 'TEMP'"
refused "TEMP > 2147483647" "no value is left"
refused "ate_measure > 5" "no value is left for 'ate_measure'"
refused "TEMPERATURE == 25" "--assume:1:1: error: no input has this name"
refused "TEMP = 25" "--assume:1:5: error: a condition is written as"
refused "TEMP != 25" "a condition is written as"
refused "TEMP == 25 || TEMP == 26" "a condition is written as"
refused "TEMP == HOT" "a condition is written as"
refused "TEMP == 2.5" "--assume:1:9: error: the input is an integer"
refused "25" "a condition is written as"
refused "TEMP == 25 &&" "a condition is written as"
expect 2 "an empty one" "$tp2ph" --assume "" "$in/flow.c"
says "--assume"

# ---- another slice is another program ---------------------------------------------------
slice 0 "TEMP == 25"
expect 0 "resume with another slice" "$tp2ph" --resume -o "$work/out-dir" --inputs "$in/flow.inputs" --assume "TEMP == 26" "$in/flow.c"
says "its proofs are not used"
finish
