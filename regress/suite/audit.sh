#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Bins and rules: each sample breaks the one rule that it is named after, one
# breaks none. Which bins are reached is held against all values of the inputs.
# What is wrong in a declaration is told where it is.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite audit
in=$work/in
mkdir "$in"
samples=$root/ate-samples/audit

has() { # has DIR LIST KEY=VALUE...: how many entries of report.json are so
  dir=$1 list=$2
  shift 2
  python3 -c 'import json, sys
rows = json.load(open(sys.argv[1] + "/report.json")).get(sys.argv[2], [])
want = dict(a.split("=", 1) for a in sys.argv[3:])
n = sum(all(str(r.get(k)) == v for k, v in want.items()) for r in rows)
print(n)' "$dir" "$list" "$@"
}

rule() { # rule ID FILE.c FILE.inputs: only that one is violated, by a test
  name=$(basename "$2" .c)
  expect 1 "$name" "$tp2ph" audit -o "$work/$name" --inputs "$3" "$2"
  check "$name breaks $1" [ "$(has "$work/$name" rule id="$1" verdict=violated)" = 1 ]
  check "$name breaks nothing else" [ "$(has "$work/$name" rule verdict=violated)" = 1 ]
  check "$name: all rules are decided" [ "$(has "$work/$name" rule verdict=unknown)" = 0 ]
  check "$name: all bins are decided" [ "$(has "$work/$name" bin verdict=unknown)" = 0 ]
  check "$name: every test holds" sh "$work/$name/harness/run.sh"
}

rule TP101 "$samples/tp101_no_bin.c" "$samples/part.inputs"
rule TP102 "$samples/tp102_two_bins.c" "$samples/part.inputs"
rule TP103 "$samples/tp103_undeclared.c" "$samples/part.inputs"
rule TP104 "$samples/tp104_escape.c" "$samples/part.inputs"
check "the escape is a NaN" grep -q 'returns .*nan' "$work/tp104_escape/tests/"*.txt
rule TP106 "$samples/tp106_off.c" "$samples/two_sites.inputs"
rule TP107 "$samples/tp107_fail_bin.c" "$samples/tables.inputs"
expect 0 "clean" "$tp2ph" -o "$work/clean" --inputs "$samples/two_sites.inputs" "$samples/clean.c"
prints "rules: 0 of 5 violated, 0 unknown"
check "all rules hold" [ "$(has "$work/clean" rule verdict=holds)" = 5 ]
check "the tester's variable is told" grep -q 'the tester sets active_sites = ' "$work/clean/tests/0001.txt"
check "tests name their bins" grep -q '^ends with exit 0, in soft bin 1 "pass", hard bin 1$' "$work/clean/tests/0001.txt"
expect 0 "replay tells the bins" "$tp2ph" replay "$work/clean" 1
prints 'soft bin 1 "pass", hard bin 1'
check "no decision of the monitor is a branch" python3 -c 'import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
assert all(not b["file"].startswith("tp2ph: ") for b in r["branch"])' "$work/clean"
check "nor in the map" sh -c '! grep -q "tp2ph: rules" "$1/map.dot"' - "$work/clean"

{ cat "$samples/part.inputs" && echo 'rule TP104 off;'; } >"$in/off.inputs"
expect 0 "a rule that is switched off" "$tp2ph" audit -o "$work/off" --inputs "$in/off.inputs" "$samples/tp104_escape.c"
check "it is not asked" [ "$(has "$work/off" rule id=TP104)" = 0 ]

# ---- all ways to set a bin, against all values of the inputs
cat >"$in/ways.h" <<'END'
unsigned char ate_port(int n);
void ate_stop(int bin);
void helper(int a, int b);
extern int final_bin;
unsigned char ate_port(int n);
void ate_stop(int bin);
void helper(int a, int b);
extern int final_bin;
END
cat >"$in/ways.c" <<'END'
#include <stdlib.h>
#include "ways.h"
int final_bin = -1;
int main(void)
{
    int a = ate_port(1), b = ate_port(2);
    if (a == 3)
        ate_stop(a + 40);
    if (a > b + 4)
        exit(a * 2);
    helper(a, b);
    if (a * 3 == b && a)
        final_bin = 5;
}
END
cat >"$in/helper.c" <<'END'
#include <stdlib.h>
#include "ways.h"
void helper(int a, int b)
{
    final_bin = a + b;
    if (a == 6 && b == 6)
        _Exit(77);
    if (a + b == 9)
        exit(9);
}
END
cat >"$in/ways.inputs" <<'END'
unsigned char ate_port(int n) in 0 .. 7;
_Noreturn void ate_stop(bin soft int bin);
bin soft int final_bin;
bin hard exit;
bins soft { 0 .. 20, 43, 44 "never" };
bins hard { 0 good, 1, 9, 10 .. 16, 77, 78 };
END
cat >"$in/truth.py" <<'END'
import json, sys
soft, hard, has_none = set(), set(), False
for a in range(8):
    for b in range(8):
        final = called = None
        if a == 3:
            called, status = 43, 1
        elif a > b + 4:
            status = a * 2
        else:
            final, status = a + b, 0
            if a == 6 and b == 6:
                status = 77
            elif a + b == 9:
                status = 9
            elif a * 3 == b and a:
                final = 5
        bin = called if final is None else final
        if bin is None:
            has_none = True
        else:
            soft.add(bin)
        hard.add(status)
r = json.load(open(sys.argv[1] + "/report.json"))
for row in r["bin"]:
    is_reached = row["number"] in (soft if row["kind"] == "soft" else hard)
    assert row["verdict"] == ("reached" if is_reached else "dead"), row
strange = hard - {0, 1, 9, 77, 78} - set(range(10, 17))
rules = {row["id"]: row["verdict"] for row in r["rule"]}
assert rules["TP101"] == ("violated" if has_none else "holds"), rules
assert rules["TP103"] == ("violated" if strange else "holds"), rules
END
expect 1 "calls, variables, exit" "$tp2ph" -o "$work/ways" --inputs "$in/ways.inputs" "$in/ways.c" "$in/helper.c"
check "as all values have it" python3 "$in/truth.py" "$work/ways"
check "on the plain program" sh "$work/ways/harness/run.sh"
expect 1 "with clang" env CC=clang "$tp2ph" -o "$work/ways" --inputs "$in/ways.inputs" "$in/ways.c" "$in/helper.c"
check "clang: as all values have it" python3 "$in/truth.py" "$work/ways"

# ---- from revision to revision
expect 0 "accept" "$tp2ph" accept "$work/tp101_no_bin" --reason "alarms are told by hand" --name ann -o "$in/accepted.json"
expect 0 "an accepted rule" "$tp2ph" audit --expect "$in/accepted.json" -o "$work/again" --inputs "$samples/part.inputs" "$samples/tp101_no_bin.c"
expect 1 "diff: another rule is broken" "$tp2ph" diff "$work/tp101_no_bin" "$work/tp103_undeclared"
prints "TP103"

# ---- variables that the tester sets
cat >"$in/vars.c" <<'END'
extern int temperature;
static unsigned char step;
char job[8];
void ate_next(void);
int main(void)
{
    int before = temperature;
    if (step == 2 && job[0] == 'w')
        return 1;
    if (job[0] == 'x')
        return 2;
    ate_next();
    if (temperature != before)
        return 3;
    if (step == 4)
        return 4;
    return 0;
}
END
cat >"$in/vars.inputs" <<'END'
void ate_next(void);
int temperature in { -40, 25, 125 } after ate_next;
unsigned char step in 1 .. 3;
char job[8] text[8] in { "ws1", "ws2" };
int nobody_has_it in 1 .. 3;
END
cat >"$in/vars.py" <<'END'
import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
verdict = {(b["text"], b["side"]): b["verdict"] for b in r["branch"]}
assert verdict["job[0] == 'x'", "T"] == "infeasible", verdict
assert verdict["step == 4", "T"] == "infeasible", verdict
assert verdict["temperature != before", "T"] == "covered", verdict
END
expect 0 "variables" "$tp2ph" -o "$work/vars" --inputs "$in/vars.inputs" "$in/vars.c"
check "their values" python3 "$in/vars.py" "$work/vars"
check "on the plain program, too" sh "$work/vars/harness/run.sh"

# ---- programs of some hundred lines: every bin and every rule
decided() { # decided STATUS NAME
  expect "$1" "$2" "$tp2ph" audit --timeout 60 -o "$work/$2" --inputs "$root/ate-samples/$2/$2.inputs" "$root/ate-samples/$2/"*.c
  check "$2: all bins are decided" [ "$(has "$work/$2" bin verdict=unknown)" = 0 ]
  check "$2: all rules hold" [ "$(has "$work/$2" rule)" = "$(has "$work/$2" rule verdict=holds)" ]
}
decided 0 pmic_final
decided 1 port_sort
check "port_sort: only the bin of ports without a row is dead" [ "$(has "$work/port_sort" bin verdict=dead)" = 1 ]
check "which is 999" [ "$(has "$work/port_sort" bin verdict=dead number=999)" = 1 ]

# ---- tables
table() { # table LINE:COLUMN WORDS TABLE DECLARATION
  printf '%s\n' "$3" >"$in/table.csv"
  printf 'unsigned char ate_port(int n);\nbin soft int final_bin;\n%s\n' "$4" >"$in/table.inputs"
  expect 3 "$2" "$tp2ph" audit -o "$work/wrong" --inputs "$in/table.inputs" "$in/ways.c" "$in/helper.c"
  says "table.csv:$1"
  says "$2"
}
table 1:1 "no column is called 'low'" 'number,high' 'limits "table.csv";'
table 3:4 "this limit is no number" 'number,low,high
1,2,3
7, two,3' 'limits "table.csv";'
table 2:3 "no value lies between these limits" 'number,low,high
1,4,3' 'limits "table.csv";'
table 3:1 "this test has a row already" 'number;low;high
1;2;3
1;2;3' 'limits "table.csv";'
table 1:1 "no column is called 'No'" 'number,low,high' 'limits "table.csv" { number = "No" };'
table 2:5 "this row has more cells than the head" 'number,low
1,2,3' 'bins soft "table.csv" { number = "low" };'
table 2:9 "this is neither yes nor no" 'bin,name,good
1,"a b",perhaps' 'bins soft "table.csv";'
table 3:1 "this bin is listed twice" 'bin
1
1' 'bins soft "table.csv";'

# ---- a first file of declarations is one that can be used
expect 0 "tp2ph inputs" "$tp2ph" inputs -o "$in/draft.inputs" "$root/ate-samples/pmic_final/"*.c
check "what is filled" grep -q -F 'int ts_i2c_read(int site, int device, int reg, out unsigned char *value);' "$in/draft.inputs"
check "what the tester sets" grep -q '^char job_name\[8\] text\[8\];' "$in/draft.inputs"
check "nothing of the C library" sh -c '! grep -q strcmp "$1"' - "$in/draft.inputs"
expect 0 "it can be used" "$tp2ph" --timeout 60 -o "$work/draft" --inputs "$in/draft.inputs" "$root/ate-samples/pmic_final/"*.c
expect 3 "nothing to declare" "$tp2ph" inputs "$root/docs/part.c"
says "there is nothing to declare"

# ---- what is wrong
wrong() { # wrong LINE:COLUMN WORDS DECLARATION...
  at=$1 words=$2
  shift 2
  printf '%s\n' "$@" >"$in/wrong.inputs"
  expect 3 "$words" "$tp2ph" audit -o "$work/wrong" --inputs "$in/wrong.inputs" "$in/ways.c" "$in/helper.c"
  says "wrong.inputs:$at"
  says "$words"
}
wrong 1:1 "bins are listed as" 'bins mushy { 1 };'
wrong 1:13 "a bin is written as" 'bins soft { good };'
wrong 1:13 "a range of bins has" 'bins soft { 9 .. 3 };'
wrong 1:1 "what holds a bin is written as" 'bin soft;'
wrong 1:6 "there is no such rule" 'rule TP999 off;'
wrong 1:23 "only a test passes" 'int ate_port(int n)   pass { 1 };'
wrong 2:14 "no file of the program declares 'nowhere'" 'unsigned char ate_port(int n);' 'bin soft int nowhere;'
wrong 1:24 "give this parameter a name" 'void ate_stop(bin soft int);'
wrong 4: "duplicate case value" 'unsigned char ate_port(int n);' 'bin soft int final_bin;' 'bins soft { 1,' ' 2, 1 };'
expect 2 "no file of declarations" "$tp2ph" audit "$in/ways.c"
says "option '--inputs' is missing"
echo 'unsigned char ate_port(int n);' >"$in/wrong.inputs"
expect 3 "no bin" "$tp2ph" audit -o "$work/wrong" --inputs "$in/wrong.inputs" "$in/ways.c" "$in/helper.c"
says "no bin is declared"
finish
