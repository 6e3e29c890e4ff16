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
rule TP105 "$samples/tp105_idle.c" "$samples/part.inputs"
prints 'TP105  violated  test without effect on the bin: test 110 at '
check "no test shows it, but a proof" [ "$(has "$work/tp105_idle" rule id=TP105 test=None)" = 1 ]
check "it is in results.sarif" grep -q '"ruleId": "TP105"' "$work/tp105_idle/results.sarif"
rule TP106 "$samples/tp106_off.c" "$samples/two_sites.inputs"
rule TP107 "$samples/tp107_fail_bin.c" "$samples/tables.inputs"
expect 0 "clean" "$tp2ph" -o "$work/clean" --inputs "$samples/two_sites.inputs" "$samples/clean.c"
prints "rules: 0 of 6 violated, 0 unknown"
check "main reads no arguments, though the monitor has them" sh -c '! grep -q -e --argv "$1/summary.txt"' - "$work/clean"
check "all rules hold" [ "$(has "$work/clean" rule verdict=holds)" = 6 ]
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

# ---- options by name, and tests that are made again: the model of all paths
# neither loses what lies behind them nor asks the solver about each turn.
cat >"$in/again.c" <<'END'
#include <string.h>
const char *ate_option(const char *key);
int ate_contact(int site, int pin);
double ate_volt(int site, int test, int pin);
void ate_bin(int site, int bin);
extern unsigned mask;
static int is_hot;
static int set_up(void)
{
    const char *job = ate_option("job"), *rev = ate_option("rev"), *lot = ate_option("lot");
    is_hot = strcmp(job, "hot") == 0;
    return rev[0] >= '1' && rev[0] <= '3' && (lot[0] || is_hot);
}
static int pins(int site)
{
    int pin;
    for (pin = 0; pin < 7; pin++) {
        double v;
        if (ate_contact(site, pin) == -2)
            return 90;
        v = ate_volt(site, 100, pin);
        if (v < -1.5)
            return 5;
        if (v > -0.2)
            return 6;
    }
    return 0;
}
static void part(int site)
{
    int turn, bin = 5;
    for (turn = 0; turn < 3; turn++) {
        bin = pins(site);
        if (bin == 0 || bin == 90)
            break;
    }
    ate_bin(site, bin ? bin : is_hot ? 2 : 1);
}
int main(void)
{
    int site, ok = set_up();
    for (site = 0; site < 4; site++)
        if (mask >> site & 1) {
            if (ok)
                part(site);
            else
                ate_bin(site, 98);
        }
    return 0;
}
END
cat >"$in/again.inputs" <<'END'
sites unsigned mask in 1 .. 3;
const char *ate_option(const char *key) text[8] in { "hot", "cold" } when key == "job";
const char *ate_option(const char *key) text[2] when key == "rev";
const char *ate_option(const char *key) text[8];
int ate_contact(int site, int pin) in -2 .. 0;
test double ate_volt(int site, test number int test, int pin) in -5 .. 5;
void ate_bin(int site, bin soft int bin);
bins soft { 1 good, 2 good, 5, 6, 7, 90, 98 };
rule TP105 off;
END
expect 1 "retries and options" "$tp2ph" audit --max-runs 20000 -o "$work/again" --inputs "$in/again.inputs" "$in/again.c"
check "retries and options: all bins are decided" [ "$(has "$work/again" bin verdict=unknown)" = 0 ]
check "retries and options: one is dead" [ "$(has "$work/again" bin verdict=dead)" = 1 ]
check "retries and options: all rules hold" [ "$(has "$work/again" rule verdict=holds)" = 4 ]

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

# ---- which tests have an effect, against all pairs of runs
cat >"$in/idle.c" <<'END'
#include <stdlib.h>
int ate_test(int n);
int ate_named(const char *name);
void ate_sort(int bin);
static const int table[] = {20, 21, 22};
int main(void)
{
    int a = ate_test(1), b = ate_test(2), sum = 0, i;
    if (a == 3) {
        ate_sort(9 + 0 * ate_test(3));
        exit(ate_named("x"));
    }
    for (i = 0; i < 3; i++) {
        if (i == a)
            continue; /* what is read next belongs to another test then */
        sum += i == 1 ? ate_test(table[i]) / 4 : ate_test(table[i]) / 2;
    }
    if (b > 2 && b < 3 && ate_test(4))
        sum = 8;
    if (ate_test(5) == 1 && a == 1 && b == 2)
        sum = 7;
    if (ate_named("y") > b && b > 2)
        sum = 6;
    ate_sort(sum);
    return 0;
}
END
cat >"$in/idle.inputs" <<'END'
test int ate_test(test number int n) in 0 .. 3;
test int ate_named(test name const char *name) in 0 .. 3;
void ate_sort(bin soft int bin);
bins soft { 0 .. 9 };
END
cat >"$in/idle.py" <<'END'
import itertools, json, re, sys
TESTS = [1, 2, 3, 20, 21, 22, 5, "x", "y"]
def run(r):
    if r[1] == 3:
        return 9
    total = sum(r[20 + i] // (4 if i == 1 else 2) for i in range(3) if i != r[1])
    if r[5] == 1 and r[1] == 1 and r[2] == 2:
        total = 7
    return 6 if r["y"] > r[2] > 2 else total
ends = {v: run(dict(zip(TESTS, v))) for v in itertools.product(range(4), repeat=len(TESTS))}
idle = {str(t) for k, t in enumerate(TESTS)
        if all(ends[v] == ends[v[:k] + (0,) + v[k + 1:]] for v in ends)}
rule, = [r for r in json.load(open(sys.argv[1] + "/report.json"))["rule"] if r["id"] == "TP105"]
idle.add("4")  # it is never made
told = {w.strip('"') for w in re.findall(r'test (\S+) at', rule["proof"])}
assert rule["verdict"] == "violated" and told == idle, (rule, idle)
END
expect 1 "tests without an effect" "$tp2ph" audit -o "$work/idle" --inputs "$in/idle.inputs" "$in/idle.c"
check "as all pairs of runs have it" python3 "$in/idle.py" "$work/idle"

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
  expect "$1" "$2" "$tp2ph" audit --threads 1 --timeout 60 -o "$work/$2" --inputs "$root/ate-samples/$2/$2.inputs" "$root/ate-samples/$2/"*.c
  check "$2: all bins are decided" [ "$(has "$work/$2" bin verdict=unknown)" = 0 ]
  check "$2: all rules hold" [ "$(has "$work/$2" rule)" = "$(has "$work/$2" rule verdict=holds)" ]
}
decided 0 pmic_final
decided 0 wafer_sort
check "wafer_sort: bins are ends of the map" grep -q "soft bin 41" "$work/wafer_sort/map.svg"
decided 1 port_sort
check "port_sort: every row is reached" [ "$(has "$work/port_sort" bin kind=row verdict=reached)" = 58 ]
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
table 2:3 "no value lies between these limits" 'number,low,high,unit
1,4 mV,3,uV' 'limits "table.csv";'
table 2:3 "nor one with a unit" 'number,low,high
1,4 mX,3' 'limits "table.csv";'
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

table 1:1 "no column is called 'number' or 'test'" 'low,high' 'limits "table.csv";'
table 3:1 "neither the number nor the name" 'number,test,low,high
,supply,1,2
,,1,2' 'limits "table.csv";'
table 3:16 "a bin is a whole number" '<bins>
 <bin number="1"/>
 <bin><number> one </number></bin>
</bins>' 'bins soft "table.csv";'
table 2:14 "an attribute is written as" '<bins>
 <bin number=1 />
</bins>' 'bins soft "table.csv";'
table 3:8 "this does not close what was opened last" '<bins>
 <bin number="1">
 </bins>' 'bins soft "table.csv";'
table 2:1 "this table is empty" '<bins/>' 'bins soft "table.csv";'

# ---- tests by name, limits by name, bins as XML
expect 1 "named tests" "$tp2ph" audit -o "$work/named" --inputs "$samples/named.inputs" "$samples/named.c"
check "a value below the lower limit escapes" [ "$(has "$work/named" rule id=TP104 verdict=violated)" = 1 ]
check "its fail bin is another" [ "$(has "$work/named" rule id=TP107 verdict=violated)" = 1 ]
check "the rest is decided" [ "$(has "$work/named" rule verdict=holds)" = 4 ]
check "units are read, and told" grep -q 'name = "supply".*returns [0-9.]* V$' "$work/named/tests/0001.txt"
check "vectors have the names of tests" grep -q '^,leakage,0,' "$work/named/vectors.csv"
check "bins of XML are named" [ "$(has "$work/named" bin kind=soft number=8 name=leakage verdict=reached)" = 1 ]
sed 's/leakage <= 5e-6/leakage >= -1e-6 \&\& leakage <= 5e-6/' "$samples/named.c" >"$in/named.c"
expect 0 "named tests, mended" "$tp2ph" audit -o "$work/named" --inputs "$samples/named.inputs" "$in/named.c"

# ---- bins without a list: those that the program can set
cat >"$in/open.c" <<'END'
int ate_read(int n);
enum { BIN_PASS = 1, BIN_A, BIN_B, BIN_C };
static const int table[4] = { 100, 101, BIN_A, BIN_C };
int bin = -1;
int main(void)
{
    int a = ate_read(1), i;
    bin = BIN_PASS;
    for (i = 0; i < 3; i++)
        if (ate_read(2) == i) {
            bin = 20 + i;
            return 1;
        }
    if (a >= 4 && a < 7)
        bin = table[a - 4];
    if (a == 100)
        bin = OTHER;
    return 0;
}
END
printf 'int ate_read(int n);\nbin soft int bin;\n' >"$in/open.inputs"
set_by_it() { # the numbers of the bins that are reached
  python3 -c 'import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
print(*[b["number"] for b in r["bin"]], *{b["verdict"] for b in r["bin"]})' "$work/open"
}
expect 0 "bins without a list" "$tp2ph" audit -o "$work/open" --inputs "$in/open.inputs" "$in/open.c" -- -DOTHER=7
check "all that it sets, and no other" [ "$(set_by_it)" = "1 2 7 20 21 22 100 101 reached" ]
expect 0 "a bin that no constant is" "$tp2ph" audit -o "$work/open" --inputs "$in/open.inputs" "$in/open.c" -- -DOTHER=a*a
check "is another" [ "$(set_by_it)" = "1 2 20 21 22 100 101 None reached" ]
echo 'bins soft { 1 good "pass", 5 "never", ... };' >>"$in/open.inputs"
expect 1 "a list that may be longer" "$tp2ph" audit -o "$work/open" --inputs "$in/open.inputs" "$in/open.c" -- -DOTHER=7
check "what is listed and can't be set is dead" [ "$(has "$work/open" bin verdict=dead number=5)" = 1 ]
check "the others are as before" [ "$(has "$work/open" bin verdict=reached)" = 8 ]

# ---- rows of a table: two rows with one bin, and a bin that a constant sets
cat >"$in/rows.c" <<'END'
struct row { int port; int soft; int hard; const char *name; };
static const struct row bin_table[] = {
    { 1, 1, 1, "pass" }, { 2, 7, 3, "a" }, { 3, 7, 3, "b" }, { 4, 9, 3, "c" }, { 12, 10, 3, "never" }, { 0, 99, 4, "end" } };
static const unsigned short codes[3] = { 99, 9, 42 };
unsigned char ate_port(int n);
void ate_bin(int soft, int hard);
static const struct row *find(int port)
{
    const struct row *r = bin_table;
    while (r->port && r->port != port)
        r++;
    return r;
}
int main(void)
{
    int p = ate_port(1);
    if (p == 9)
        ate_bin(10, 3);
    else if (p == 8)
        ate_bin(codes[ate_port(2) % 2], 3);
    else {
        int soft = find(p)->soft;
        if (soft == 8)
            return 1;
        ate_bin(soft, find(p)->hard);
    }
    return 0;
}
END
cat >"$in/rows.inputs" <<'END'
unsigned char ate_port(int n) in 0 .. 9;
void ate_bin(bin soft int soft, bin hard int hard);
bins soft { 1 good, 7, 9, 10, 42, 99 };
bins hard { 1, 3, 4 };
rows bin_table[].soft;
rows codes[];
END
expect 1 "rows" "$tp2ph" audit -o "$work/rows" --inputs "$in/rows.inputs" "$in/rows.c"
for row in 0 1 2 3 5; do
  check "row $row is reached" [ "$(has "$work/rows" bin kind=row name=bin_table number=$row verdict=reached)" = 1 ]
done
check "a row that nothing is read from is dead" [ "$(has "$work/rows" bin kind=row name=bin_table verdict=dead number=4)" = 1 ]
check "and it is told where it stands, and is read" grep -q 'row 4 of bin_table  dead: .*stands at .*rows.c:3; the table is read at .*rows.c:22' "$work/rows/summary.txt"
check "elements of an array" [ "$(has "$work/rows" bin kind=row name=codes verdict=reached)" = 2 ]
check "a dead bin names its row" grep -q 'soft bin 42  dead: .*; row 2 of codes has it, at .*rows.c:4; ' "$work/rows/summary.txt"
check "one of them is dead" [ "$(has "$work/rows" bin kind=row name=codes verdict=dead number=2)" = 1 ]
check "texts of conditions and proofs are the user's" sh -c '! grep -q tp2ph_read "$1/report.json"' - "$work/rows"
check "a proof says what is read" grep -q 'rows.c:22: soft = find(p)->soft;' "$work/rows/report.json"
check "rows are no expected bins" sh -c '! cut -d, -f5 "$1/vectors.csv" | grep -q " "' - "$work/rows"
expect 0 "replay of rows" "$tp2ph" replay "$work/rows"
check "rows: on the plain program" sh "$work/rows/harness/run.sh"
# Rows that are copied; of two copies it can't be told which one a bin comes from.
cat >"$in/copied.c" <<'END'
struct row { int low, high, soft; };
static const struct row table[4] = { { 0, 10, 5 }, { 11, 20, 6 }, { 21, 30, 1 }, { 31, 99, 7 } };
unsigned char ate_port(int n);
void ate_bin(int soft);
int main(void)
{
    int v = ate_port(0);
#ifdef BOTH
    struct row first = table[0], second = table[1];
    ate_bin(v < 5 ? first.soft : second.soft);
#else
    int i;
    for (i = 0; i < 4; i++)
        if (v >= table[i].low && v <= table[i].high) {
            struct row r = table[i];
            ate_bin(r.soft);
            return 0;
        }
    ate_bin(9);
#endif
    return 0;
}
END
cat >"$in/copied.inputs" <<'END'
unsigned char ate_port(int n) in 0 .. 200;
void ate_bin(bin soft int soft);
bins soft { 1 good, 5, 6, 7, 9 };
rows table[].soft;
END
expect 0 "rows that are copied" "$tp2ph" audit -o "$work/copied" --inputs "$in/copied.inputs" "$in/copied.c"
check "all are reached" [ "$(has "$work/copied" bin kind=row verdict=reached)" = 4 ]
sed 's/soft;$/nope;/' "$in/copied.inputs" | sed '2s/nope/soft/' >"$in/nope.inputs"
expect 3 "rows of a member that is none" "$tp2ph" audit -o "$work/nope" --inputs "$in/nope.inputs" "$in/copied.c"
says "nope.inputs:4:13: error"
expect 1 "two copies" "$tp2ph" audit -o "$work/both" --inputs "$in/copied.inputs" "$in/copied.c" -- -DBOTH
check "the older one is not called dead" [ "$(has "$work/both" bin kind=row number=0 verdict=unknown)" = 1 ]
check "the other is reached" [ "$(has "$work/both" bin kind=row number=1 verdict=reached)" = 1 ]


# Four sites, a table of tests, each tried again, and a switch that returns: what
# one test or site was asked is nothing to the next.
cat >"$in/sites4.c" <<'END'
void ate_select(int site);
double ate_measure(int number, int pin);
int ate_pattern(const char *name);
void ate_bin(int site, int soft, int hard);
extern unsigned ate_mask;
enum { SITES = 4 };
struct limit { int number, pin; double low, high; int soft, hard; };
static const struct limit limits[] = {
    { 100, 1, -0.9, -0.2, 10, 5 }, { 101, 2, -0.9, -0.2, 11, 5 }, { 102, 3, -0.9, -0.2, 12, 5 }, { 200, 1, 0.0, 1e-6, 20, 6 },
    { 201, 1, 1e-3, 5e-3, 21, 6 }, { 202, 2, 0.0, 2e-6, 22, 6 }, { 300, 4, 1.18, 1.22, 30, 7 }, { 301, 5, 1.9e6, 2.1e6, 31, 7 },
    { 302, 6, 3.2, 3.4, 32, 7 }, { 303, 6, 3.0, 3.1, 33, 7 }, { 400, 7, 0.0, 0.1, 40, 8 } };
enum { TESTS = sizeof limits / sizeof *limits };
static int one(const struct limit *l)
{
    int turn;
    for (turn = 0; turn < 2; turn++) {
        double v = ate_measure(l->number, l->pin);
        if (v >= l->low && v <= l->high)
            return 0;
    }
    return l->soft;
}
static int hard_of(int soft)
{
    int i;
    for (i = 0; i < TESTS; i++)
        if (limits[i].soft == soft)
            return limits[i].hard;
    return soft == 1 ? 1 : 9;
}
static int test_site(void)
{
    int i, soft;
    double sum = 0;
    for (i = 0; i < TESTS; i++) {
        if ((soft = one(&limits[i])) != 0)
            return soft;
        if (i == 5)
            switch (ate_pattern("scan")) {
            case 0: break;
            case 1: return 50;
            case 2: if (ate_pattern("scan") == 0) break; return 51;
            default: return 52;
            }
    }
    for (i = 0; i < 3; i++)
        sum += ate_measure(500 + i, 8);
    return sum > 3.5 ? 60 : sum < 0 ? 61 : 1;
}
int main(void)
{
    int s, soft;
    for (s = 0; s < SITES; s++) {
        if (!(ate_mask >> s & 1))
            continue;
        ate_select(s);
        soft = test_site();
        ate_bin(s, soft, hard_of(soft));
    }
    return 0;
}
END
cat >"$in/sites4.inputs" <<'END'
sites unsigned ate_mask in 0 .. 15;
void ate_select(int site);
test double ate_measure(test number int number, int pin) in 0 .. 2 when number in { 500, 501, 502 };
test double ate_measure(test number int number, int pin);
int ate_pattern(const char *name) in { 0, 1, 2, 3 };
void ate_bin(int site, bin soft int soft, bin hard int hard);
bins soft { 1 good, 10, 11, 12, 20, 21, 22, 30, 31, 32, 33, 40, 50, 51, 52, 60, 61 };
rows limits[].soft;
rule TP106 off;
END
expect 1 "four sites" "$tp2ph" audit -o "$work/sites4" --inputs "$in/sites4.inputs" "$in/sites4.c"
check "four sites: one dead bin" [ "$(has "$work/sites4" bin verdict=dead) $(has "$work/sites4" bin verdict=dead number=61) $(has "$work/sites4" bin verdict=unknown)" = "1 1 0" ]
check "four sites: all rules hold" [ "$(has "$work/sites4" rule verdict=holds)" = 4 ]
expect 0 "four sites, replayed" "$tp2ph" replay "$work/sites4"

# A read that is not seen would make a row dead.
cat >"$in/hidden.c" <<'END'
struct row { int port; int soft; };
static const struct row bin_table[] = { { 1, 1 }, { 2, 7 } };
unsigned char ate_port(int n);
void ate_bin(int soft, int hard);
int main(void)
{
    int soft;
    __asm__("movl %1, %0" : "=r"(soft) : "m"(bin_table[ate_port(1) == 2].soft));
    ate_bin(soft, 1);
    return 0;
}
END
cat >"$in/hidden.inputs" <<'END'
unsigned char ate_port(int n) in 0 .. 9;
void ate_bin(bin soft int soft, int hard);
rows bin_table[].soft;
END
expect 3 "rows that are read where nobody sees it" "$tp2ph" audit -o "$work/hidden" --inputs "$in/hidden.inputs" "$in/hidden.c"
says "hidden.inputs:3:6: error: which rows of 'bin_table' are read can't be told"
says "hidden.c:8"

# What a row is only asked for is no read: the way from a bin back to its row.
cat >"$in/back.c" <<'END'
struct row { int port; int soft; int hard; };
static const struct row bin_table[] = { { 1, 7, 3 }, { 2, 8, 3 }, { 3, 7, 4 }, { 4, 6, 4 } };
unsigned char ate_port(int n);
void ate_bin(int soft, int hard);
struct found { int row, soft; };
static int soft_of(int port)
{
    int i;
    for (i = 0; i < 3; i++)
        if (bin_table[i].port == port) {
            struct found f = { i, bin_table[i].soft };
            return f.soft;
        }
    return 1;
}
static int hard_of(int soft)
{
    int i;
    for (i = 0; i < 4 && bin_table[i].soft; i++)
        if (bin_table[i].soft == soft)
            return bin_table[i].hard;
    return 1;
}
int main(void)
{
    int soft = soft_of(ate_port(1));
    ate_bin(soft, hard_of(soft));
    return 0;
}
END
cat >"$in/back.inputs" <<'END'
unsigned char ate_port(int n) in 0 .. 9;
void ate_bin(bin soft int soft, bin hard int hard);
bins soft { 1 good, 6, 7, 8 };
rows bin_table[].soft;
END
expect 1 "back from a bin to its row" "$tp2ph" audit -o "$work/back" --inputs "$in/back.inputs" "$in/back.c"
for row in 0 1 2; do
  check "row $row is reached, whatever else is looked up" [ "$(has "$work/back" bin kind=row number=$row verdict=reached)" = 1 ]
done
check "a row that is only compared is dead" [ "$(has "$work/back" bin kind=row number=3 verdict=dead)" = 1 ]

# ---- a first file of declarations is one that can be used
expect 0 "tp2ph inputs" "$tp2ph" inputs -o "$in/draft.inputs" "$root/ate-samples/pmic_final/"*.c
check "what is filled" grep -q -F 'int ts_i2c_read(int site, int device, int reg, out unsigned char *value);' "$in/draft.inputs"
check "what the tester sets" grep -q '^char job_name\[8\] text\[8\];' "$in/draft.inputs"
check "nothing of the C library" sh -c '! grep -q strcmp "$1"' - "$in/draft.inputs"
expect 0 "it can be used" "$tp2ph" --threads 1 --timeout 60 -o "$work/draft" --inputs "$in/draft.inputs" "$root/ate-samples/pmic_final/"*.c
cat >"$in/types.c" <<'END'
typedef struct handle_s *handle;
typedef double *vec;
typedef char *str;
typedef struct { double v; int flags; } meas, *meas_p;
typedef unsigned char bytes8[8];
handle ate_open(const char *name);
vec ate_vector(int n);
str ate_name(void);
void ate_fill(vec to, int n, double rest[]);
void ate_meas(meas_p to), ate_bytes(bytes8);
extern vec nobody;
extern meas last;
int main(void)
{
    double d[2];
    meas m;
    bytes8 b;
    ate_fill(d, 2, d);
    ate_meas(&m);
    ate_bytes(b);
    if (!ate_open("x") || !ate_vector(2) || ate_name()[0] == 'x')
        return 1;
    return d[0] > 1 && m.flags == 3 && b[0] == 4 && last.v > 2;
}
END
expect 0 "pointers by the names of types" "$tp2ph" inputs -o "$in/types.inputs" "$in/types.c"
check "they are written out" grep -q -F 'void ate_fill(out double *to, int n, double rest[]);' "$in/types.inputs"
expect 0 "that can be used, too" "$tp2ph" -q -o "$work/draft" --inputs "$in/types.inputs" "$in/types.c"
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
wrong 1:1 "rows of a table are written as" 'rows table;'
wrong 3:6 "no file of the program defines a table 'nowhere'" 'unsigned char ate_port(int n);' 'bin soft int final_bin;' 'rows nowhere[].soft;'
wrong 1:6 "there is no such rule" 'rule TP999 off;'
wrong 1:23 "only a test passes" 'int ate_port(int n)   pass { 1 };'
wrong 2:14 "no file of the program declares 'nowhere'" 'unsigned char ate_port(int n);' 'bin soft int nowhere;'
wrong 1:24 "give this parameter a name" 'void ate_stop(bin soft int);'
wrong 4:5 "this bin is listed twice" 'unsigned char ate_port(int n);' 'bin soft int final_bin;' 'bins soft { 1,' ' 2, 1 };'
wrong 4:5 "duplicate case value" 'unsigned char ate_port(int n);' 'bin soft int final_bin;' 'bins soft { 1,' ' 2, 1 + 0 };'
wrong 1:11 "cannot open '" 'bins soft "nowhere.csv";'
wrong 1:19 "a bin is a: bin soft or bin hard" 'void ate_stop(bin sort int bin);'
wrong 1:34 "a test is told by its: test number or test name" 'test unsigned char ate_port(test numbr int n);'
wrong 1:55 "this comes before assume, which stands last" 'test unsigned char ate_port(int n) assume result != 4 pass { 1 };'
wrong 1:36 "NOWHERE" 'unsigned char ate_port(int n) in { NOWHERE };'
wrong 1:47 "NOWHERE" 'unsigned char ate_port(int n) assume result < NOWHERE;'
expect 2 "no file of declarations" "$tp2ph" audit "$in/ways.c"
says "option '--inputs' is missing"
# held against the types of the program
cat >"$in/typed.c" <<'END'
extern double level;
extern unsigned on;
struct row { int port, soft; };
static const struct row table[] = { { 1, 7 } };
struct meas { int flags; char unit[4]; };
struct meas ate_meas(int number, const char *name);
void ate_each(int (*fn)(int, void *), void *user);
void ate_bin(double d, const char *name, int bin);
static int part(int site, void *user)
{
    struct meas m = ate_meas(site, "m");
    ate_bin(level, "x", m.flags == 1 && m.unit[0] == 'V' && user ? table[0].soft : 1);
    return 0;
}
int main(void)
{
    if (on)
        ate_each(part, &on);
    return 0;
}
END
typed() { # typed LINE:COLUMN WORDS REPLACED BY
  cat >"$in/typed.inputs" <<'END'
unsigned on in 0 .. 3;
double level;
test struct meas ate_meas(int number, const char *name) { .flags; .unit text[4] };
void ate_each(int (*fn)(int, void *), void *user) calls fn(0 .. 1, user);
void ate_bin(double d, const char *name, bin soft int bin);
rows table[].soft;
END
  python3 - "$in/typed.inputs" "$3" "$4" <<'END'
import sys
path, old, new = sys.argv[1:]
text = open(path).read()
assert old in text
open(path, "w").write(text.replace(old, new))
END
  expect 3 "$2" "$tp2ph" audit -o "$work/typed" --inputs "$in/typed.inputs" "$in/typed.c"
  says "typed.inputs:$1"
  says "$2"
}
typed 3:51 "a test number is a whole number" 'int number, const char *name' 'int number, test number const char *name'
typed 3:37 "a test name is a text" 'int number, const' 'test name int number, const'
typed 5:23 "a bin is a whole number" 'double d' 'bin hard double d'
typed 5:29 "a site is a whole number" 'const char *name, bin' 'site const char *name, bin'
typed 5:48 "another parameter tells this already" 'double d, const char *name' 'bin soft int d, const char *name'
typed 2:17 "a bin is a whole number" 'double level' 'bin soft double level'
typed 2:14 "a mask of sites is a whole number" 'double level' 'sites double level'
typed 1:10 "a text is an array of char" 'in 0 .. 3' 'text[4]'
typed 3:59 "a text is an array of char" '.flags;' '.flags text[4];'
typed 4:57 "too few arguments" 'fn(0 .. 1, user)' 'fn(0 .. 1)'
typed 6:14 "has no member named" '[].soft' '[].sof'
printf '%s\n' 'struct meas ate_meas(int number, const char *name) { .flags; .unit text[4] };' \
  'void ate_each(int (*fn)(int, void *), void *user) calls fn(0 .. 1, user);' \
  'void ate_bin(double d, const char *name, bin soft int bin);' 'double level;' >"$in/typed.inputs"
expect 3 "a variable that nobody defines" "$tp2ph" audit -o "$work/typed" --inputs "$in/typed.inputs" "$in/typed.c"
says "typed.c:2:17: error: nobody defines 'on'"

echo 'unsigned char ate_port(int n);' >"$in/wrong.inputs"
expect 3 "no bin" "$tp2ph" audit -o "$work/wrong" --inputs "$in/wrong.inputs" "$in/ways.c" "$in/helper.c"
says "no bin is declared"
finish
