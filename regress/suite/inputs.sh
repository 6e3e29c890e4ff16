#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --inputs: a program that only has the header of its tester is taken as it is.
# Limits are held against the whole truth; what is wrong in the file is told
# where it is. (regress/programs and ate-samples have more; coverage.sh.)
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite inputs
in=$work/in
mkdir "$in"

cat >"$in/ate.h" <<'END'
typedef double volt;
#define V_MAX 5.5
volt ate_measure(int pin);
int ate_read(int pin, volt *value);
END
cat >"$in/flow.c" <<'END'
#include "ate.h"
int leak(void);
int main(void)
{
    volt v = ate_measure(3), w = 0;
    if (v > 5.5)
        return 1;
    if (ate_read(4, &w) < 0)
        return 2;
    if (w > v)
        return 3;
    return leak();
}
END
cat >"$in/leak.c" <<'END'
#include "ate.h"
int leak(void)
{
    volt (*measure)(int) = ate_measure;
    if (measure(7) == 0.25)
        return 4;
    return 0;
}
END
cat >"$in/ate.inputs" <<'END'
# the whole interface, used or not
volt ate_measure(int pin) in 0.25 .. V_MAX;
int  ate_read(int pin, out volt *value in -1 .. 9);
void ate_power(int on, out never_declared *x);
END

cat >"$in/pointer.c" <<'END'
int ate_read(int pin, int **value);
int main(void)
{
    int *p;
    return ate_read(1, &p) > 2;
}
END
cat >"$in/word.c" <<'END'
const char *word(void);
int main(void)
{
    return *word() == 'x' ? 1 : 0;
}
END
cat >"$in/hidden.c" <<'END'
static int hidden(void)
{
    return 7;
}
int main(void)
{
    return hidden() > 2 ? 1 : 0;
}
END

run() { # run STATUS TITLE ARGUMENTS...
  want=$1 what=$2
  shift 2
  rm -rf "$work/out-dir"
  expect "$want" "$what" "$tp2ph" -o "$work/out-dir" "$@"
}
refused() { # refused TITLE PLACE-AND-WORDS DECLARATIONS [FILE...]
  title=$1 words=$2
  printf '%s\n' "$3" >"$in/bad.inputs"
  shift 3
  [ $# = 0 ] && set -- "$in/flow.c" "$in/leak.c"
  run 3 "$title" --inputs "$in/bad.inputs" "$@"
  says "$words"
  check "$title: nothing written" test ! -e "$work/out-dir"
}
counts() { # counts TOTAL COVERED INFEASIBLE
  check "$what: verdicts" python3 -c 'import json, sys
b = json.load(open(sys.argv[1]))["branches"]
sys.exit([b["total"], b["covered"], b["infeasible"]] != [int(x) for x in sys.argv[2:]])' \
    "$work/out-dir/report.json" "$@"
}

# ---- several files, a function pointer, values inside their limits -----------
run 0 "two files" --inputs "$in/ate.inputs" "$in/flow.c" "$in/leak.c"
counts 8 7 1
check "the proof names the limits" grep -q 'ate.inputs:2: ate_measure in 0.25 .. V_MAX' \
  "$work/out-dir/report.json"
check "an input is told at the call" grep -q '"name": "ate_read.value".*"file": "[^"]*flow.c", "line": 8[,}]' \
  "$work/out-dir/report.json"
expect 0 "two files: replay" "$tp2ph" replay "$work/out-dir"
for cc in cc gcc clang; do
  command -v $cc >/dev/null || continue
  expect 0 "two files: harness with $cc" env CC=$cc \
    CFLAGS="-std=c99 -pedantic -Wall -Wextra -Wshadow -Wdeclaration-after-statement -Werror" \
    sh "$work/out-dir/harness/run.sh"
  prints "testcase-0001 exit"
done
if command -v clang >/dev/null; then
  check "two files: as clang counts" python3 regress/tools/clang_compare.py "$work/out-dir" \
    "$in/flow.c" "$in/leak.c"
fi
cp "$work/out-dir/report.json" "$work/first.json"
run 0 "two files, again" --inputs "$in/ate.inputs" "$in/flow.c" "$in/leak.c"
check "the same results" python3 -c 'import json, sys
a, b = (json.load(open(f)) for f in sys.argv[1:])
sys.exit(a["test"] != b["test"] or a["branch"] != b["branch"])' "$work/first.json" "$work/out-dir/report.json"
echo "# changed" >>"$in/ate.inputs"
expect 3 "replay: the declarations have changed" "$tp2ph" replay "$work/out-dir"
says "has changed"
expect 0 "graph" "$tp2ph" graph --inputs "$in/ate.inputs" -o "$work/map.dot" "$in/flow.c" "$in/leak.c"
printf '%s %s\n' flow.c leak.c >"$in/list"
expect 0 "batch" "$tp2ph" batch --inputs "$in/ate.inputs" -o "$work/batch" "$in/list"
cat >"$in/compile_commands.json" <<'END'
[{"directory": ".", "file": "flow.c", "arguments": ["cc", "-DX", "-c", "flow.c"]},
 {"directory": ".", "file": "leak.c", "arguments": ["cc", "-c", "leak.c"]}]
END
run 0 "compile_commands.json" --inputs "$in/ate.inputs" "$in/compile_commands.json"
counts 8 7 1

# ---- odd names ----------------------------------------------------------------
mkdir "$in/a \"b'"
cp "$in"/*.[ch] "$in/a \"b'/"
cp "$in/flow.c" "$in/a \"b'/-f low.c"
cp "$in/ate.inputs" "$in/a \"b'/-x \"y.inputs"
expect 0 "names with spaces and quotes" sh -c 'cd "$1" && exec "$2" -o out --inputs "-x \"y.inputs" "./-f low.c" leak.c' \
  sh "$in/a \"b'" "$tp2ph"
expect 0 "their harness" sh "$in/a \"b'/out/harness/run.sh"

# ---- another function in place of a library's ------------------------------------
cat >"$in/dice.c" <<'END'
#include <stdlib.h>
int main(void)
{
    int pips = rand();
    if (pips == 0 || pips > 6)
        abort();
    return pips == 6;
}
END
echo 'int rand(void) in 1 .. 6;' >"$in/dice.inputs"
run 0 "a function of the C library" --inputs "$in/dice.inputs" "$in/dice.c"
counts 4 2 2

# ---- functions that the harness might use itself -----------------------------------
cat >"$in/library.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void)
{
    const char *job = getenv("JOB");
    char line[4];
    if (strcmp(job, "ws1") == 0)
        return 1;
    if (strtod(job, 0) == 2.5)
        return 2;
    if (fread(line, 1, 4, 0) == 4 && line[3] == 'x')
        return 3;
    return strtoull(job, 0, 10) == 99 ? 4 : getpid() == 7 ? 5 : recv(3, line, 4, 0) == 3 ? 6 : 0;
}
END
cat >"$in/library.inputs" <<'END'
char *getenv(const char *name) text[8];
double strtod(const char *restrict text, char **restrict end);
unsigned long long strtoull(const char *restrict text, char **restrict end, int base);
size_t fread(out void *restrict to bytes[n], size_t size, size_t n, FILE *restrict file) in 0 .. 4;
pid_t getpid(void);
ssize_t recv(int fd, out void *to bytes[n], size_t n, int flags) in -1 .. 4;
END
run 0 "functions of the C library" --inputs "$in/library.inputs" "$in/library.c"
counts 14 14 0
expect 0 "functions of the C library: replay" "$tp2ph" replay "$work/out-dir"
expect 0 "functions of the C library: run.sh" sh "$work/out-dir/harness/run.sh"

# ---- sets of values, fixed ones, what hangs together -----------------------------------
cat >"$in/sets.c" <<'END'
#include <string.h>
enum status { TS_OK = 3, TS_ALARM = 9 };
enum status ate_status(void);
void ate_limits(int *low, int *high);
int ate_port(int *port);
int ate_rev(void);
const char *ate_job(const char *key);
void ate_name(char *to, int n);
int main(void)
{
    int low, high, port = 1;
    char name[8];
    if (ate_rev() != 3)
        return 1;
    switch (ate_status()) {
    case TS_OK:
        break;
    case TS_ALARM:
        return 2;
    default:
        return 3;
    }
    ate_limits(&low, &high);
    if (low > high)
        return 4;
    if (high - low > 59)
        return 5;
    if (high - low > 50)
        return 6;
    ate_port(0);
    if (ate_port(&port) == -2)
        return 7;
    if (port == 3 || port == 8)
        return 8;
    if (port == 12 || port == 6)
        return 9;
    if (strcmp(ate_job("job"), "ws1") == 0)
        return 10;
    ate_name(name, 8);
    if (name[0] == 'x')
        return 11;
    return 0;
}
END
cat >"$in/sets.inputs" <<'END'
enum status ate_status(void) in { TS_OK, TS_ALARM };
void ate_limits(out int *low in 0 .. 100, out int *high = 70) assume *low <= *high && *high - *low < 60;
int ate_port(out int *port in { 1, 4 .. 7, 12 }) in -2 .. 1 assume result >= -1;
int ate_rev(void) = 3;
const char *ate_job(const char *key) text[8] in { "ws1", "ws2" };
void ate_name(out char *to text[n] in { "a", "xy" }, int n);
END
run 0 "sets of values" --inputs "$in/sets.inputs" "$in/sets.c"
dead() { # dead LINE SIDE...: proved
  check "sets: line $1 is dead" python3 -c 'import json, sys
b = [b["verdict"] for b in json.load(open(sys.argv[1]))["branch"] if b["line"] == int(sys.argv[2]) and b["side"] in sys.argv[3:]]
sys.exit(not b or set(b) != {"infeasible"})' "$work/out-dir/report.json" "$@"
}
dead 13 T
dead 15 default
dead 24 T
dead 26 T
dead 31 T
dead 33 T
expect 0 "sets of values: replay" "$tp2ph" replay "$work/out-dir"
expect 0 "sets of values: run.sh" sh "$work/out-dir/harness/run.sh"
expect 0 "sets of values: from their folder" sh -c 'cd "$1" && "$2" -q -o "$3" --inputs sets.inputs sets.c' sh "$in" "$tp2ph" "$work/beside"
expect 0 "sets of values: replay from elsewhere" "$tp2ph" replay "$work/beside"
check "sets of values: no others are in tests" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
allowed = {"ate_status": {"3", "9"}, "ate_port.port": set("1 4 5 6 7 12".split()), "ate_rev": {"3"},
           "ate_limits.high": {"70"}, "ate_port": set("-1 0 1".split())}
for t in r["test"]:
    for i in t["inputs"]:
        name = r["input"][i[0]]["name"]
        if i[1] not in allowed.get(name, {i[1]}):
            sys.exit(f"{name} {i[1]}")' "$work/out-dir/report.json"

# An assumption behind the last branch: a run that breaks it covers nothing.
cat >"$in/behind.c" <<'END'
#include <string.h>
const char *ate_job(const char *key);
void ate_name(char *to, int n);
int main(void)
{
    char name[8];
    if (strcmp(ate_job("job"), "ws1") == 0)
        return 10;
    ate_name(name, 8);
    return name[0] == 'x';
}
END
run 0 "an assumption behind the last branch" --inputs "$in/sets.inputs" "$in/behind.c"
counts 2 2 0

# ---- no room for a text, no return, texts of long ago ------------------------------
cat >"$in/fail.c" <<'END'
#include <string.h>
__attribute__((noreturn)) void ate_fail(int code);
void ate_id(char *buffer, int size);
const char *ate_option(const char *name);
int main(void)
{
    char id[8];
    int i;
    const char *first = ate_option("first");
    ate_id(0, 8);
    ate_id(id, sizeof id);
    for (i = 0; i < 1000; i++)
        (void)ate_option("more");
    if (strcmp(id, "PB") == 0)
        return 3;
    if (strcmp(first, "LT") == 0)
        ate_fail(4);
    return first[0] == 'x';
}
END
cat >"$in/fail.inputs" <<'END'
_Noreturn void ate_fail(int code);
void ate_id(out char *buffer text[size], int size);
const char *ate_option(const char *name) text[8];
END
run 0 "NULL for a text, a function that does not return" --inputs "$in/fail.inputs" "$in/fail.c"
counts 6 6 0
check "it ends with 1 there" grep -q '"end": "exit", "code": 1' "$work/out-dir/report.json"
expect 0 "the same: replay" "$tp2ph" replay "$work/out-dir"

# ---- functions that are handed to the tester -------------------------------------
cat >"$in/sites.c" <<'END'
typedef void (*site_fn)(int site, void *user);
void for_each_site(site_fn fn, void *user);
void on_alarm(void (*fn)(int));
struct ops { int (*ready)(void); };
void install(struct ops *o);
struct ate *ate_open(const char *name);
int ate_value(void);
static int bad;
static void look(int site, void *user)
{
    if (ate_value() == site + 5)
        bad += *(int *)user;
    if (site == 4)
        bad = 100;
}
static void on_code(int code)
{
    if (code == 3)
        bad = 1;
}
int main(void)
{
    int weight = 2;
    if (!ate_open("x"))
        return 3;
    on_alarm(on_code);
    for_each_site(look, &weight);
    if (bad == 8)
        return 1;
    return bad == 9 ? 2 : 0;
}
END
cat >"$in/sites.inputs" <<'END'
void for_each_site(site_fn fn, void *user) calls fn(0 .. 3, user);
void on_alarm(void (*fn)(int) ignored);
struct ate *ate_open(const char *name) or NULL;
int ate_value(void) in 0 .. 20;
END
run 0 "functions that it calls, or does not" --inputs "$in/sites.inputs" "$in/sites.c"
counts 12 8 4
check "a proof names the declaration" grep -q 'sites.inputs:1: for_each_site as it is declared; [^;]*sites.c:13: site == 4 is T' \
  "$work/out-dir/report.json"
expect 0 "the same: replay" "$tp2ph" replay "$work/out-dir"

# ---- what lies where a returned pointer points to is said, or it is refused
cat >"$in/behind.c" <<'END'
struct meter { double value; unsigned range; char unit[4]; const char *text; };
const struct meter *ate_meter(int pin);
int main(void)
{
    const struct meter *a = ate_meter(1), *b;
    if (!a)
        return 1;
    b = ate_meter(2);
    if (a->range > 3)
        return 2;
    if (b && a->value > b->value + 1)
        return b->unit[0] == 'V' ? 3 : 4;
    return 0;
}
END
behind() { echo "const struct meter *ate_meter(int pin)$1;" >"$in/behind.inputs"; }
behind ' or NULL'
run 3 "nobody said what lies there" --inputs "$in/behind.inputs" "$in/behind.c"
says "behind.inputs:1:21: error: 'ate_meter': say what lies where it points to"
behind ' { .value in -1 .. 1; .range in 0 .. 3; } or NULL'
run 3 "a member is forgotten" --inputs "$in/behind.inputs" "$in/behind.c"
says "'ate_meter.unit' is not listed"
behind ' { .value in -1 .. 1; .range in 0 .. 3; .unit text[4] } or NULL'
run 0 "members behind a pointer" --inputs "$in/behind.inputs" "$in/behind.c"
counts 10 9 1
check "both are alive at once" grep -q 'behind.c:12:16  main: b->unit\[0\] == .V.  \[T\]' "$work/out-dir/tests/"*.txt
expect 0 "the same: replay" "$tp2ph" replay "$work/out-dir"
check "the same: on the plain program" sh "$work/out-dir/harness/run.sh"
behind ' ignored or NULL'
run 0 "what nobody looks at is 0" --inputs "$in/behind.inputs" "$in/behind.c"
counts 10 6 4
expect 0 "a first file" "$tp2ph" inputs -o "$in/behind.inputs" "$in/behind.c"
check "lists the members" grep -q '^const struct meter \*ate_meter(int pin) { .value; .range; .unit; };' "$in/behind.inputs"
run 0 "which can be used" --inputs "$in/behind.inputs" "$in/behind.c"

# ---- everything between small limits --------------------------------------------
check "random programs against all values" python3 regress/tools/limits_truth.py "$tp2ph" \
  "$work/truth" 1 2 3 4 5 6 9 12 15 18 21 24 39

refused "a function, and nothing said of it" "bad.inputs:1:20: error: 'for_each_site' may call this function" \
  'void for_each_site(site_fn fn, void *user);' "$in/sites.c"
refused "a function in its own words" "bad.inputs:1:15: error: 'on_alarm' may call this function" \
  'void on_alarm(void (*fn)(int));' "$in/sites.c"
refused "calls of nothing" "bad.inputs:1:50: error: no parameter has this name" \
  'void for_each_site(site_fn fn, void *user) calls gn(0 .. 3);' "$in/sites.c"
refused "calls without numbers" "bad.inputs:1:53: error: a range of calls is one of numbers" \
  'void for_each_site(site_fn fn, void *user) calls fn(0 .. N, user);' "$in/sites.c"
refused "too many calls" "bad.inputs:1:53: error: a range of calls has 1 to 64" \
  'void for_each_site(site_fn fn, void *user) calls fn(0 .. 64, user);' "$in/sites.c"
refused "a number that is NULL" "bad.inputs:1:21: error: only a pointer can be NULL" \
  'int ate_value(void) or NULL;' "$in/sites.c"

# ---- what is wrong is told -----------------------------------------------------------
refused "no semicolon" "bad.inputs:1:23: error: a declaration ends with ;" 'volt ate_measure(int p)'
refused "no function" "bad.inputs:2:1: error: a function is declared as in C" "
int;"
refused "an open parenthesis" "bad.inputs:1:17: error: this parenthesis is not closed" 'volt ate_measure(int pin;'
refused "half a range" "bad.inputs:1:27: error: limits are written as: in LOW .. HIGH" \
  'volt ate_measure(int pin) in 1 ..;'
refused "an empty set" "bad.inputs:1:30: error: a set of values is written as" \
  'volt ate_measure(int pin) in { };'
refused "a set of what is not delivered" "begin the parameter with out" 'volt ate_measure(int pin in { 1 });'
refused "no value" "bad.inputs:1:27: error: the value is missing" 'volt ate_measure(int pin) =;'
refused "no condition" "bad.inputs:1:27: error: the condition is missing" 'volt ate_measure(int pin) assume;'
refused "a set of elements" "a set is for one number" 'int ate_read(int pin, out volt value[2] in { 1, 2 });'
refused "a range of texts" "allowed texts are written as" 'const char *word(void) text[8] in 1 .. 2;' "$in/word.c"
refused "limits upside down" "bad.inputs:1:30: error: 'ate_measure': no value lies between" \
  'volt ate_measure(int pin) in 2 .. 1;'
refused "limits that are not constant" "'ate_measure': its limits are not constant" \
  'volt ate_measure(int pin) in 0 .. pin;'
refused "limits with an unknown name" "bad.inputs:2:4: error: " \
  'volt ate_measure(int pin) in 0
.. NOPE;'
refused "a limit that does not fit" "'ate_read': its type can't have a value beyond this limit" \
  'int ate_read(int pin, out volt *v) in 0 .. 3000000000;'
refused "a fraction for an integer" "the limits of an integer are integers" \
  'int ate_read(int pin, out volt *v) in 0 .. 0.5;'
refused "limits of what is not delivered" "begin the parameter with out" \
  'volt ate_measure(int pin in 0 .. 3);'
refused "out without a pointer" "write out TYPE *NAME or out TYPE NAME[N]" \
  'int ate_read(int pin, out volt value);'
refused "another type than the program's" "bad.inputs:1:7: error: conflicting types" \
  'float ate_measure(int pin);'
refused "an unknown type" "bad.inputs:2:1: error: unknown type name" '
what ate_measure(int pin);'
refused "declared twice" "bad.inputs:2:5: error: this function is declared twice" \
  'int f(void);
int f(void);'
refused "an address" "an address can't be delivered" 'long *ate_pin(void) ignored; int ate_read(int pin, out int **value);' "$in/pointer.c"
refused "no room for a text" "its size is not between" 'const char *word(void) text[0];' "$in/word.c"
refused "a parameter too many" "bad.inputs:1:26: error: a parameter is missing behind this comma" \
  'int ate_read(int pin, int,);'
refused "a function that the program defines" \
  "'leak' is declared as an input, but the program defines it itself" 'int leak(void);'
refused "a static function that the program defines" \
  "'hidden' is declared as an input, but the program defines it itself" 'int hidden(void);' "$in/hidden.c"
refused "a function that does not return" "bad.inputs:1:6: error: the program says that 'ate_fail' does not return" \
  'void ate_fail(int code);' "$in/fail.c"
refused "nothing that is called" "calls no function that" 'int nobody(void);' "$in/hidden.c"
refused "a function that nobody defines" "flow.c:8:9: error: nobody defines 'ate_read'" \
  'volt ate_measure(int pin);'
says "--inputs"
run 3 "no such file" --inputs "$in/none.inputs" "$in/flow.c" "$in/leak.c"
says "none.inputs"
run 3 "a folder" --inputs "$in" "$in/flow.c" "$in/leak.c"
mkfifo "$in/fifo"
run 3 "a FIFO" --inputs "$in/fifo" "$in/flow.c" "$in/leak.c"
run 3 "no text" --inputs "$tp2ph" "$in/flow.c" "$in/leak.c"
says "this is no text"
run 3 "an empty file" --inputs /dev/null "$in/flow.c" "$in/leak.c"
head -c 200000 /dev/zero | tr '\0' '(' >"$in/deep.inputs"
run 3 "200,000 parentheses" --inputs "$in/deep.inputs" "$in/flow.c" "$in/leak.c"
{
  printf 'int f('
  i=0
  while [ $i -lt 20000 ]; do printf 'int a%d,' $i; i=$((i + 1)); done
  printf 'int z);'
} >"$in/wide.inputs"
run 3 "20,000 parameters" --inputs "$in/wide.inputs" "$in/flow.c" "$in/leak.c"
finish
