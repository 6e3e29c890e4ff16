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
refused "TEMPERATURE == 25" "--assume:1:1: error: no input and no global variable has this name"
refused "TEMP = 25" "--assume:1:5: error: a condition is written as"
refused "TEMP != 25" "a condition is written as"
refused "TEMP == 25 || TEMP == 26" "a condition is written as"
refused "TEMP == HOT" "a condition is written as"
refused "TEMP == 2.5" "--assume:1:9: error: the input is an integer"
refused "25" "a condition is written as"
refused "TEMP == 25 &&" "a condition is written as"
expect 2 "an empty one" "$tp2ph" --assume "" "$in/flow.c"
says "--assume"

# ---- global variables, members, sites, texts ----------------------------------------------
cat >"$in/sites.c" <<'END'
#include <string.h>
double ate_measure(int site, int pin);
int ate_temperature(void);
const char *ate_option(const char *key);
struct reading { int code; unsigned flags; };
struct reading ate_read(void);
struct config { int temp; char mode; };
static struct config cfg;
int TEMP, none, *where = &none;
const int REVISION = 2;
double v[2];
int main(void)
{
    struct reading r = ate_read();
    int is_first = REVISION == 2 ? 1 : 0;
    int s;
    TEMP = ate_temperature();
    cfg.temp = TEMP + *where;
    if (TEMP > 100) return 1; if (cfg.temp == 25) return 2;
    for (s = 0; s < 2; s++) {
        v[s] = ate_measure(s, 3);
        if (s == 0 && v[s] > 2.5)
            return 3;
        if (s == 1 && v[s] > 4.5)
            return 4;
    }
    if (strcmp(ate_option("job"), "ws1") == 0)
        return 5;
    if (r.flags == 3 && is_first)
        return 6;
    return 0;
}
END
cat >"$in/sites.inputs" <<'END'
double ate_measure(int site, int pin) in 0 .. 5;
int ate_temperature(void) in -40 .. 150;
const char *ate_option(const char *key) text[8] in { "ws1", "ws2" };
struct reading ate_read(void) { .code; .flags in 0 .. 7 };
END
# A proof names what it rests on, and nothing that tp2ph wrote.
rests() {
  check "a proof rests on: $1" python3 - "$work/out-dir/report.json" "$1" <<'END'
import json, sys
proofs = [b["proof"] for b in json.load(open(sys.argv[1]))["branch"] if b["proof"]]
assert any(sys.argv[2] in p for p in proofs), proofs
assert not any("tp2ph_" in p for p in proofs), proofs
END
}
mv "$in/sites.c" "$in/flow.c"
mv "$in/sites.inputs" "$in/flow.inputs"
slice 0 "TEMP == 25" "TEMP > 100 T infeasible" "cfg.temp == 25 T covered" "cfg.temp == 25 F infeasible"
inside 'name != "ate_temperature" or value == 25'
slice 0 "TEMP >= 30 && TEMP < 40" "TEMP > 100 T infeasible" "cfg.temp == 25 T infeasible" "cfg.temp == 25 F covered"
slice 0 "cfg.temp == 30" "cfg.temp == 25 T infeasible" "TEMP > 100 T covered"
check "columns are the user's" grep -q '"line": 19, "column": 35, "function": "main", "text": "cfg.temp == 25"' "$work/out-dir/report.json"
slice 0 "ate_measure@1 <= 4.5" "v[s] > 4.5 T infeasible" "v[s] > 2.5 T covered"
rests "ate_measure as it is declared"
slice 0 "ate_measure@1 > 4.5 && ate_measure@0 < 1" "v[s] > 4.5 F infeasible" "v[s] > 2.5 T infeasible" "v[s] > 4.5 T covered"
rests 'ate_measure as it is declared (--assume ate_measure@1 > 4.5 && ate_measure@0 < 1)'
slice 0 'ate_option == "ws1"' 'strcmp(ate_option("job"), "ws1") == 0 F infeasible' 'strcmp(ate_option("job"), "ws1") == 0 T covered'
rests 'ate_option as it is declared (--assume ate_option == "ws1")'
slice 0 "ate_read.flags < 3" "r.flags == 3 T infeasible" "r.flags == 3 F covered"
rests "ate_read.flags in 0 .. 2 (--assume ate_read.flags < 3)"
refused 'ate_option == "ws3"' "no value is left for 'ate_option'"
refused 'ate_option == "ws1" && ate_option == "ws2"' "they contradict each other"
refused "TEMP == 3 && TEMP == 4" "no value is left for 'TEMP'"
refused "ate_measure@1 > 5" "no value is left for 'ate_measure'"
refused "ate_measure@1 > 4 && ate_measure < 3" "no value is left for 'ate_measure'"
refused "ate_temperature@1 == 3" "has no site"
refused 'ate_temperature == "x"' "is no text"

refused "TEMP@1 == 3" "only a number can be assumed"
refused "v == 3" "only a number can be assumed"
slice 3 "REVISION == 3"
says "no run is left"

# ---- another slice is another program ---------------------------------------------------
slice 0 "TEMP == 25"
expect 0 "resume with another slice" "$tp2ph" --resume -o "$work/out-dir" --inputs "$in/flow.inputs" --assume "TEMP == 26" "$in/flow.c"
says "its proofs are not used"

# A member is one whether it is read or not.
cat >"$in/members.c" <<'END'
#include "tp2ph.h"
struct config { int temp; struct { double low, high; } limits; union { int a; float b; }; };
struct config cfg;
int main(void)
{
    cfg.temp = tp2ph_input_int("x");
    if (cfg.temp > 200)
        return 1;
    return 0;
}
END
for expr in "cfg.temp == 300" "cfg.limits.high <= 2.5" "cfg.a == 1"; do
  expect 0 "--assume $expr" "$tp2ph" -o "$work/members" --assume "$expr" "$in/members.c"
done
for expr in "cfg.volts == 3" "cfg.temp.low == 3" "cfg.limits.mid == 3"; do
  expect 3 "--assume $expr" "$tp2ph" -o "$work/members" --assume "$expr" "$in/members.c"
  says "no input and no global variable has this name"
done

# ---- every read of a global variable is held to it, or it is refused
cat >"$in/flow.c" <<'END'
int ate_temperature(void);
void ate_fill(int *to);
struct config { int temp; unsigned mode : 3; } cfg, other;
int TEMP, LENT, FILLED;
static int follow(const int *p) { return *p == 7; }
int main(void)
{
    TEMP = ate_temperature();
    int in_braces[] = { TEMP, 1 };
    if (in_braces[0] == 9) return 1;
    TEMP = ate_temperature();
    TEMP += 3;
    if (TEMP == 8) return 2;
    TEMP = ate_temperature();
    TEMP++;
    ate_fill(&FILLED);
    if (FILLED == 5) return 3;
    LENT = ate_temperature();
    if (follow(&LENT)) return 4;
    cfg.temp = ate_temperature();
    cfg.mode = (unsigned)LENT;
    cfg.mode++;
    other = cfg;
    return other.temp > 5;
}
END
cat >"$in/flow.inputs" <<'END'
int ate_temperature(void) in -40 .. 150;
void ate_fill(out int *to);
END
slice 0 "TEMP >= 5 && TEMP <= 8" "in_braces[0] == 9 T infeasible" "in_braces[0] == 9 F covered" "TEMP == 8 T covered"
slice 0 "FILLED < 5" "FILLED == 5 T infeasible"
refused "LENT == 5" "flow.c:19, where its address is used"
refused "cfg.temp == 5" "flow.c:23, where it is used as a part of a whole"
refused "cfg.mode == 5" "flow.c:22, where a bit-field is changed"
# ---- calls with one argument, where `when` tells them apart
cat >"$in/flow.c" <<'END'
#include <string.h>
const char *ate_option(const char *key);
long ate_number(int address);
void ate_each(int (*fn)(int, void *), void *user);
struct part { int tries, bin; };
static struct part now;
static int part(int site, void *user)
{
    struct part *p = user;
    p->tries++;
    return site;
}
int main(void)
{
    const char *job = ate_option("job"), *lot = ate_option("lot");
    if (strcmp(job, "ft1") == 0) return 1;
    if (lot[0] == 'f') return 2;
    if (ate_number(3) == 7) return 3;
    if (ate_number(4) == 7) return 4;
    ate_each(part, &now);
    if (now.tries > 1) return 5;
    return 0;
}
END
cat >"$in/flow.inputs" <<'END'
const char *ate_option(const char *key) text[8] in { "ft1", "ft2" } when key == "job";
const char *ate_option(const char *key) text[4];
long ate_number(int address) in 0 .. 9 when address in 0 .. 3;
long ate_number(int address) in 0 .. 20;
void ate_each(int (*fn)(int, void *), void *user) calls fn(0 .. 1, user);
END
slice 0 'ate_option("job") == "ft1"' 'strcmp(job, "ft1") == 0 F infeasible'
slice 0 'ate_option("job") == "ft2" && ate_option("lot") == "f1"' "lot[0] == 'f' T covered" "lot[0] == 'f' F infeasible" 'strcmp(job, "ft1") == 0 T infeasible'
slice 0 "ate_number(3) < 7" "ate_number(3) == 7 T infeasible" "ate_number(4) == 7 T covered"
slice 0 "ate_number(4) == 7 && ate_number(3) == 2" "ate_number(4) == 7 F infeasible" "ate_number(3) == 7 T infeasible"
refused 'ate_option("job") == "ft3"' "no value is left for 'ate_option'"
refused 'ate_option("job") == "ft1" && ate_option == "ft2"' "they contradict each other"
refused 'ate_option("job" == "ft1"' "a condition is written as"
refused 'ate_number(3) > 3 && ate_number(3) < 2' "no value is left for 'ate_number'"
refused 'ate_number(4) > 20' "no value is left for 'ate_number'"
refused 'now.tries == 0' "flow.c:20, where it is used as a part of a whole"
sed -i 's/address in 0 .. 3;$/address in 0 .. 3;/; s/ when key == "job"//; 2d' "$in/flow.inputs"
refused 'ate_option("job") == "ft1"' "does not declare what it delivers for which argument"

finish
