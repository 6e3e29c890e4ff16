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
const char *ate_option(const char *name);
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
    ate_receive(raw, 2);
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
const char *ate_option(const char *name) text[8];
END
expect 1 "tests for people" sh -c 'cd "$0" && exec "$@"' "$in" "$tp2ph" -q -o "$out" --inputs flow.inputs flow.c
has() { # has TEXT: in one of them
  title="a test has: $1"
  if cat "$out"/tests/*.txt | grep -q -F -e "$1"; then good; else bad "no, but: $(cat "$out"/tests/*.txt | head -n 20)"; fi
}
has 'flow.c:15  ate_die(1)  returns {.x = 0, .y = 0, .name = "ws1", .pins = {{.level = 0, .flag = 0, .mode = 0}, {.level = 0, .flag = 0, .mode = -7}}, .volts = 0.1, .u = {.i = 0}}'
has 'flow.c:16  f = 0.1'
has 'flow.c:19  ate_measure("vref", 3)  returns 0.1'
has 'flow.c:22  ate_capture(3, codes)  *codes = {0, 0, 9}'
has 'flow.c:22  ate_capture(3, codes)  returns 1'
has 'flow.c:24  ate_option("job")  returns "hot\"\011\\"'
has 'flow.c:26  ate_receive(raw, 2)  *to = {0, 254}'
has '  flow.c:17:39  main: d.pins[1].mode == -7  [T]'
has 'it shows a finding: crash at flow.c:21'
has 'ends with SIGABRT'
has 'ends with exit 6'
check "one for each test" sh -c 'test "$(ls "$0/tests" | wc -l)" = "$(ls "$0"/test-suite/testcase-*.xml | wc -l)"' "$out"
check "each branch that is covered is named once" python3 -c 'import glob, json, sys
texts = "".join(open(f).read() for f in glob.glob(sys.argv[1] + "/tests/*.txt"))
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
finish
