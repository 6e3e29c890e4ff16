#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tests/NNNN.txt: a test as people read it.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite readable
in=$work/in
out=$work/out-dir
mkdir "$in"

cat >"$in/flow.c" <<'END'
#include <stdlib.h>
#include <string.h>
#include <tp2ph.h>
struct pin { short level; unsigned flag : 3; int mode : 5; };
struct die { int x, y; char name[8]; struct pin pins[2]; double volts; union { int i; float f; } u; };
struct die ate_die(int site);
double ate_measure(const char *what, int pin);
int ate_capture(int n, short *codes);
int ate_receive(unsigned char *to, unsigned n);
const char *ate_option(const char *name); void ate_log(short level, const short *row);
int main(void)
{
    short codes[3];
    unsigned char raw[2];
    struct die d = ate_die(1);
    float f = tp2ph_input_float("f");
    if (strcmp(d.name, "ws1") == 0 && d.pins[1].mode == -7 && d.volts == 0.1)
        return 1;
    if (ate_measure("vref",
                    3) == 0.1)
        abort();
    if (ate_capture(3, codes) == 1 && codes[2] == 9)
        return 3;
    if (strcmp(ate_option("job"), "hot\"\t\\") == 0)
        return 4;
    ate_receive(raw, 2); ate_log(3, codes);
    if (raw[1] == 0xfe)
        return 5;
    return f == 0.1f ? 6 : 0;
}
END
cat >"$in/flow.inputs" <<'END'
struct die ate_die(int site);
double ate_measure(const char *what, int pin) in 0 .. 5;
int ate_capture(int n, out short codes[n] in 0 .. 4095);
int ate_receive(out unsigned char *to bytes[n], unsigned n);
void ate_log(short level, const short *row);
const char *ate_option(const char *name) text[8];
END
expect 1 "tests for people" sh -c 'cd "$0" && exec "$@"' "$in" "$tp2ph" -q -o "$out" --inputs flow.inputs flow.c
has() { # has TEXT: in one of them
  title="a test has: $1"
  if cat "$out"/tests/*.txt | grep -q -F -e "$1"; then good; else bad "no, but: $(cat "$out"/tests/*.txt | head -n 20)"; fi
}
has 'flow.c:15  ate_die(site = 1)  returns {.x = 0, .y = 0, .name = "ws1", .pins = {{.level = 0, .flag = 0, .mode = 0}, {.level = 0, .flag = 0, .mode = -7}}, .volts = 0.1, .u = {.i = 0}}'
has 'flow.c:16  f = 0.1'
has 'flow.c:19  ate_measure(what = "vref", pin = 3)  returns 0.1'
has 'flow.c:22  ate_capture(n = 3)  *codes = {0, 0, 9}  returns 1'
has 'flow.c:24  ate_option(name = "job")  returns "hot\"\011\\"'
has 'flow.c:26  ate_receive(n = 2)  *to = {0, 254}  returns 0'
has 'ate_log(level = 3)'
has '    flow.c:27:9  main: raw[1] == 0xfe  [T]'
has '  flow.c:17:39  main: d.pins[1].mode == -7  [T]'
has 'it shows a finding: crash at flow.c:21'
has 'ends with SIGABRT'
has 'ends with exit 6'
title="what happens and how it ends stand before why"
if sed -n '/^what happens$/,/^ends with /p' "$out/tests/0001.txt" | tail -n 1 | grep -q '^ends with '; then good; else bad "$(cat "$out/tests/0001.txt")"; fi
check "replay prints the same text" python3 -c 'import glob, subprocess, sys
out = subprocess.run([sys.argv[1], "replay", sys.argv[2]], capture_output=True, text=True).stdout
for f in glob.glob(sys.argv[2] + "/tests/*.txt"):
    text = open(f).read()
    begin = text.index("what happens\n")
    text = text[begin : text.index("\n", text.index("\nends with") + 1) + 1]
    if text not in out:
        sys.exit(text)' "$tp2ph" "$out"
check "one for each test" sh -c 'test "$(ls "$0/tests" | wc -l)" = "$(ls "$0"/test-suite/testcase-*.xml | wc -l)"' "$out"
check "each branch that is covered is named once" python3 -c 'import glob, json, sys
texts = "".join(open(f).read() for f in glob.glob(sys.argv[1] + "/tests/*.txt")).splitlines(True)
for b in json.load(open(sys.argv[1] + "/report.json"))["branch"]:
    line = "  {file}:{line}:{column}  {function}: {text}  [{side}]\n".format(**b)
    if texts.count(line) != (b["verdict"] == "covered"):
        sys.exit(line)' "$out"

# Fewer tests, fewer files; those of others stay.
echo mine >"$out/tests/notes.txt"
sed -i 's/if (strcmp(d.name.*/if (0)/' "$in/flow.c"
expect 1 "and again" sh -c 'cd "$0" && exec "$@"' "$in" "$tp2ph" -q -o "$out" --inputs flow.inputs flow.c
check "and again: as many as tests" sh -c 'test "$(ls "$0"/tests/0*.txt | wc -l)" = "$(ls "$0"/test-suite/testcase-*.xml | wc -l)"' "$out"
check "a file of others is there" grep -q mine "$out/tests/notes.txt"

# Words of the program for what is delivered: constants of enums, texts to
# their NUL, pointers; the place also of a call whose delivery hangs on an
# argument. Of many declarations that a proof rests on the first is named.
cat >"$in/words.c" <<'END'
#include <string.h>
typedef enum { GRADE_NONE, GRADE_AUTO = 5, GRADE_LOW = -1 } grade;
enum stage { FIRST = 1, LAST };
struct part { enum stage at; grade of; };
grade ate_grade(const grade wanted);
struct part ate_part(void);
const char *ate_option(const char *key);
struct handle *ate_find(const char *name);
void on_alarm(void (*fn)(int code)), on_end(void (*fn)(int code)), on_lot(void (*fn)(int code)), on_stop(void (*fn)(int code));
extern volatile int stop;
static int alarm;
static void note(int code)
{
    alarm = code;
}
int main(void)
{
    const char *job = ate_option("job");
    struct part p = ate_part();
    on_alarm(note), on_end(note), on_lot(note), on_stop(note);
    if (ate_grade(GRADE_AUTO) == GRADE_LOW)
        return 1;
    if (p.at == LAST && p.of == GRADE_AUTO)
        return 2;
    if (strcmp(job, "qa") == 0)
        return 3;
    if (!ate_find("board"))
        return 4;
    return alarm || stop ? 5 : strcmp(ate_option("lot"), "7") == 0;
}
END
cat >"$in/words.inputs" <<'END'
grade ate_grade(const grade wanted) in { GRADE_NONE, GRADE_AUTO, GRADE_LOW };
struct part ate_part(void);
const char *ate_option(const char *key) text[8] in { "char", "qa" } when key == "job";
const char *ate_option(const char *key) text[8];
struct handle *ate_find(const char *name) or NULL;
volatile int stop in 0 .. 1 after ate_find;
void on_alarm(void (*fn)(int code) ignored);
void on_end(void (*fn)(int code) ignored);
void on_lot(void (*fn)(int code) ignored);
void on_stop(void (*fn)(int code) ignored);
END
expect 0 "words of the program" sh -c 'cd "$0" && exec "$@"' "$in" "$tp2ph" -q -o "$out" --inputs words.inputs words.c
has 'words.c:21  ate_grade(wanted = GRADE_AUTO (5))  returns GRADE_LOW (-1)'
has 'returns {.at = LAST (2), .of = GRADE_AUTO (5)}'
has 'words.c:18  ate_option(key = "job")  returns "qa"'
check "what the tester sets again is told by its name" sh -c 'grep -q "^  the tester sets stop = 1" "$0"/tests/*.txt && ! grep -q tp2ph_ "$0"/tests/*.txt' "$out"
has 'words.c:29  ate_option(key = "lot")  returns ""'
has 'words.c:27  ate_find(name = "board")  returns NULL'
has 'words.c:27  ate_find(name = "board")  returns a pointer'
check "vectors.csv has numbers" grep -q '^,ate_grade,,-1,exit 1,' "$out/vectors.csv"
check "and texts to their NUL" sh -c '! grep -q "\\\\" "$0/vectors.csv"' "$out"
check "of many declarations the first is named" grep -q 'words.inputs:7: on_alarm as it is declared, and 3 others of this file"' "$out/report.json"

# vectors.csv: the values, by test and site, and the bin of the site.
expect 0 "two sites" "$tp2ph" -q -o "$work/pmic" --inputs ate-samples/pmic_final/pmic_final.inputs \
  ate-samples/pmic_final/main.c ate-samples/pmic_final/contact.c ate-samples/pmic_final/digital.c \
  ate-samples/pmic_final/regulators.c ate-samples/pmic_final/binning.c ate-samples/pmic_final/job.c
check "vectors.csv" python3 -c 'import csv, json, re, sys
report = json.load(open(sys.argv[1] + "/report.json"))
rows = list(csv.DictReader(open(sys.argv[1] + "/vectors.csv")))
names = [i["name"] for i in report["input"]]
table = {r["Test Number"]: r["Test Name"] for r in csv.DictReader(open("ate-samples/pmic_final/limits.csv"))}
volts = 0
for test in report["test"]:
    told = open("{}/tests/{:04d}.txt".format(sys.argv[1], test["number"])).read()
    own = [r for r in rows if int(r["run"]) == test["number"]]
    wanted = [names[i[0]] for i in test["inputs"] if len(i) < 4 or i[3] == 0]
    if [r["test_name"] for r in own] != [table.get(r["test_number"], w) for r, w in zip(own, wanted)]:
        sys.exit("other inputs: {} {}".format(own, wanted))
    bins = dict(re.findall(r"ts_bin\(site = (\d), soft = (\d+),", told))
    calls = re.findall(r"ts_volt\(site = (\d), test = (\d+), pin = \d\)  returns (\S+)", told)
    made = [(r["site"], r["test_number"], r["value"]) for r, w in zip(own, wanted) if w == "ts_volt"]
    volts += len(made)
    if calls != made:
        sys.exit("{} is not {}".format(made, calls))
    for r in own:
        if r["site"] and r["expected_bin"] != bins.get(r["site"]):
            sys.exit("{}: bins are {}".format(r, bins))
if volts < 20:
    sys.exit("too few")' "$work/pmic"
# Texts have letters, where nothing needs another byte.
cat >"$in/letters.c" <<'END'
void die(int site, char *text, int size);
struct m { double v; char unit[4]; };
struct m meas(int n);
int main(void)
{
    char id[9];
    die(0, id, sizeof id);
    struct m x = meas(1);
    if (id[0] == 0)
        return 1;
    if (id[1] < 0)
        return 2;
    if (x.v > 3 && x.unit[0])
        return 4;
    return 0;
}
END
cat >"$in/letters.inputs" <<'END'
void die(int site, out char *text text[size], int size);
struct m meas(int n) { .v in 0 .. 5; .unit text[4] };
END
expect 0 "letters" "$tp2ph" -o "$work/letters" --inputs "$in/letters.inputs" "$in/letters.c"
check "only the byte that is needed is none" python3 -c 'import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
names = [i["name"] for i in r["input"]]
odd = [v[1] for t in r["test"] for v in t["inputs"] if names[v[0]] in ("die.text", "meas.unit") and v[1] != "0" and not 32 <= int(v[1]) < 127]
sys.exit(len(odd) != 1)' "$work/letters"
expect 0 "letters, replayed" "$tp2ph" replay "$work/letters"

expect 0 "no extreme value without need" python3 regress/tools/count_extremes.py "$tp2ph" "$work/pmic" "$out"
finish
