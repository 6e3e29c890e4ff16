#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph predict: what other inputs on the paths of given tests would break. The
# figures of the report (seed 002), what verdicts mean, tests that do not fit.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite predict
in=$work/in
mkdir "$in"

# given NAME VALUES...: a test of one value a line
given() {
  name=$1
  shift
  mkdir -p "$(dirname "$in/$name")"
  printf '%s\n' "$@" >"$in/$name"
}

# foretells "LINE GIVEN VERDICT": just these, in that order
foretells() {
  check "foretells $(echo "$1" | tr '\n' ';')" python3 -c "
import json, sys
have = ['%d %s %s' % (p['line'], p['given'], p['verdict'])
        for p in json.load(open('$work/o/report.json'))['prediction']]
want = [w for w in sys.argv[1].split('\n') if w]
if have != want:
    print(have)
    sys.exit(1)" "$1"
}

# ---- figure 2 --------------------------------------------------------------------

cat >"$in/figure2.c" <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int dbl(int z)
{
    return 2 * z;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int u = dbl(x);
    int v = dbl(y) + 1;
    if (u > v)
        u = u - 1;
    assert(u != v);
    return 0;
}
END
given two/1 3 9
given two/2 -6 -100
expect 1 "figure 2" "$tp2ph" predict --check assert --tests "$in/two" -o "$work/o" "$in/figure2.c"
prints "prediction 0 found, 1 predicted, 1 verified, 0 incomplete"
foretells "15 1 verified
15 2 predicted"
check "the counterexample is one" python3 -c "
import json
r = json.load(open('$work/o/report.json'))
number = [p['test'] for p in r['prediction'] if p['verdict'] == 'predicted'][0]
x, y = [int(i[1]) for i in r['test'][number - 1]['inputs']]
assert 2 * x - 1 == 2 * y + 1, (x, y)
"
expect 1 "all checks by default" "$tp2ph" predict --tests "$in/two" -o "$work/all" "$in/figure2.c"
check "overflows are predicted, too" grep -q '"kind": "overflow".*"verdict": "violated"' "$work/all/report.json"
expect 1 "from an output folder" "$tp2ph" predict -q --check assert --tests "$work/o" -o "$work/again" "$in/figure2.c"
check "its own test is found" grep -q '"given": "testcase-0003.xml", "verdict": "found"' "$work/again/report.json"

# ---- figure 3: the size of a block is an input, too --------------------------------

cat >"$in/figure3.c" <<'END'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    unsigned size = __VERIFIER_nondet_int(), index, *array;
    if (size <= 0 || size > 10)
        exit(0);
    array = (unsigned *)calloc(size, sizeof(unsigned));
    index = __VERIFIER_nondet_int();
    if (index > 9)
        exit(0);
    return array[index];
}
END
given sizes/1 5 3
expect 1 "figure 3" "$tp2ph" predict --check assert,bounds --tests "$in/sizes" -o "$work/o" "$in/figure3.c"
foretells "12 1 predicted"
check "the counterexample is one" python3 -c "
import json
r = json.load(open('$work/o/report.json'))
size, index = [int(i[1]) for i in r['test'][r['prediction'][0]['test'] - 1]['inputs']]
assert 0 < size <= index <= 9, (size, index)
"

# ---- the find in gzip: a name of 10 characters, a buffer of 1,024 -------------------

cat >"$in/gzip.c" <<'END'
#include <string.h>
#include <tp2ph.h>
static char ifname[1024];
static int get_istat(const char *iname)
{
    strcpy(ifname, iname);
    return ifname[0] == '-';
}
static int treat_file(const char *iname)
{
    if (strcmp(iname, "-") == 0)
        return 1;
    return get_istat(iname);
}
int main(void)
{
    char name[2048];
    tp2ph_input(name);
    name[sizeof name - 1] = 0;
    return treat_file(name);
}
END
given names/1 $(python3 -c "print(*(list(b'readme.txt') + [0] * 2038))")
expect 1 "gzip" "$tp2ph" predict --check strings --tests "$in/names" -o "$work/o" "$in/gzip.c"
prints "0 found, 1 predicted"
check "the name is longer than the buffer" python3 -c "
import json
r = json.load(open('$work/o/report.json'))
told = [p for p in r['prediction'] if p['verdict'] == 'predicted'][0]
assert r['check'][told['check']]['text'] == 'strcpy(ifname, iname)', told
name = [int(i[1]) for i in r['test'][told['test'] - 1]['inputs']]
assert len(name) == 2048 and 0 not in name[:1024], name
"

# ---- found, in the shadow of another, verified though it can be violated elsewhere

cat >"$in/words.c" <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int t[8];
int main(void)
{
    int i = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (n > 100) {
        return 100 / (n - 101);
    }
    if (i < 0)
        return 1;
    t[i] = 3;
    assert(i < 9 && n != 7);
    for (i = 0; i < 3; i++)
        t[i] += i;
    return t[n & 7];
}
END
given words/1 3 4
given words/2 11 4
given words/3 2 200
expect 1 "words" "$tp2ph" predict --check assert,bounds,division --tests "$in/words" -o "$work/o" "$in/words.c"
foretells "12 1 predicted
13 1 predicted
15 1 verified
16 1 verified
12 2 found
8 3 predicted"
check "met three times" grep -q '"met": 3' "$work/o/report.json"

cat >"$in/shadow.c" <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int t[8];
int main(void)
{
    int i = __VERIFIER_nondet_int();
    t[i & 15] = 3;
    assert((i & 15) != 12);
    return 0;
}
END
given shadow/1 3
expect 1 "a shadow" "$tp2ph" predict --tests "$in/shadow" -o "$work/o" "$in/shadow.c"
foretells "7 1 predicted
8 1 verified"
check "it says whose" grep -q '"shadowed_by": 0' "$work/o/report.json"
prints "in the shadow of $in/shadow.c:7:5: t[i & 15]"

# ---- figure 4: what a function needs is asked where it is called --------------------

cat >"$in/figure4.c" <<'END'
extern int __VERIFIER_nondet_int(void);
unsigned int array[10];
void set(unsigned int i, unsigned int x)
{
    if (x == 100 && i <= 10)
        array[i] = x;
}
int main(void)
{
    unsigned i = (unsigned)__VERIFIER_nondet_int(), x = (unsigned)__VERIFIER_nondet_int();
    if (x > 0)
        set(i, x);
    return 0;
}
END
given calls/1 2 -1
given calls/2 9 8
given units/set/1 1 0
given units/set/2 3 100
four() { # four STATUS TITLE OPTIONS...
  want=$1 what=$2
  shift 2
  expect "$want" "figure 4, $what" "$tp2ph" predict -q --check assert,bounds --tests "$in/calls" -o "$work/o" "$@" "$in/figure4.c"
}
four 0 "alone"
foretells ""
four 0 "not hoisted" --unit-tests "$in/units" --hoist off
foretells ""
check "nor told" sh -c '! grep -q precondition "$1"' - "$work/o/report.json"
four 1 "hoisted" --unit-tests "$in/units"
foretells "6 1 predicted
6 2 predicted"
check "the precondition and the answer are the report's" python3 -c "
import json
r = json.load(open('$work/o/report.json'))
(p,) = r['precondition']
assert p['function'] == 'set' and p['text'] == '!((x == 100) && (i < 11)) || (i < 10)' and p['dropped'] == [], p
assert all(q['hoisted'] == 'set' for q in r['prediction'])
assert [v for _, v in r['test'][r['prediction'][0]['test'] - 1]['inputs']] == ['10', '100']
"
given units/set/3 7
four 1 "a unit test that does not fit" --unit-tests "$in/units"
says "unit tests of set: given test 3: it has 1 values"
rm "$in/units/set/3"
given units/gone/1 7
four 1 "a function that is not there" --unit-tests "$in/units"
says "no precondition of gone"
rm -r "$in/units/gone"
four 4 "no such folder" --unit-tests "$in/none"
four 3 "no folder of a function" --unit-tests "$in/calls"

# What a test reads inside, or did not follow, is no precondition; what holds is hoisted
# past conditions on members, doubles and the order of && and ||.
cat >"$in/needs.c" <<'END'
#include <math.h>
extern int __VERIFIER_nondet_int(void);
struct limits { short low; unsigned char mode; int table[4]; };
static struct limits limits = {3, 1, {1, 2, 3, 4}};
int other(void) { return 1; }
int needs(int i, double v)
{
    if (v > 2.5 && limits.low >= 3)
        return limits.table[i];
    return 7;
}
int reads(int i) { return i == 5 ? 10 / (other() - 1) : 1; }
int rounds(double d, int n) { return n > 3 ? 10 / ((int)tgamma(d) + n) : 0; }
int main(void)
{
    int i = __VERIFIER_nondet_int() & 7;
    double v = (__VERIFIER_nondet_int() & 15) / 4.0;
    return needs(i, v) + reads(i == 5 ? 4 : i) + rounds(2, 1);
}
END
given inner/needs/1 3 1 1 2 3 4 2 3.5
given inner/reads/1 5 5
given inner/rounds/1 2.5 5
cat >"$in/inner/needs.c" <<'END'
void tp2ph_input_object(void *, unsigned long, const char *);
int tp2ph_drive(int argc, char **argv)
{
    int i;
    double v;
    (void)argc; (void)argv;
    tp2ph_input_object(&limits, sizeof limits, "limits");
    tp2ph_input_object(&i, sizeof i, "i");
    tp2ph_input_object(&v, sizeof v, "v");
    return needs(i, v);
}
END
cat >"$in/inner/reads.c" <<'END'
void tp2ph_input_object(void *, unsigned long, const char *);
int other(void) { int r; tp2ph_input_object(&r, sizeof r, "other"); return r; }
int tp2ph_drive(int argc, char **argv)
{
    int i;
    (void)argc; (void)argv;
    tp2ph_input_object(&i, sizeof i, "i");
    return reads(i);
}
END
given outer/1 1 1
expect 1 "needs" "$tp2ph" predict -q --check bounds,division --tests "$in/outer" --unit-tests "$in/inner" -o "$work/o" "$in/needs.c" -- -lm
check "parts and what was dropped" python3 -c "
import json
r = json.load(open('$work/o/report.json'))
p = {q['function']: q for q in r['precondition']}
assert p['needs']['text'] == '!((2.5 < v) && (limits.low >= 3)) || ((unsigned)i < 4)', p['needs']
assert p['reads']['text'] is None and 'read inside' in p['reads']['dropped'][0]['why'], p['reads']
assert p['rounds']['text'] is None and 'tgamma' in p['rounds']['dropped'][0]['why'], p['rounds']
assert [q['hoisted'] for q in r['prediction'] if q['verdict'] == 'predicted'] == ['needs'], r['prediction']
"

# ---- a list of command lines ----------------------------------------------------------

cat >"$in/rpn.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int stack[4], top;
static char out[6] = "out";
int main(int argc, char **argv)
{
    int c, n = 0, has = 0;
    const char *base = getenv("BASE");
    FILE *f = fopen("init", "r");
    if (f && getc(f) == '7')
        top = 1;
    if (argc > 1 && strcmp(argv[1], "-o") == 0 && argc > 2)
        strcpy(out, argv[2]);
    while ((c = getchar()) != EOF)
        if (c >= '0' && c <= '9')
            n = n * (base ? 8 : 10) + c - '0', has = 1;
        else if (has && c == ' ')
            stack[top++ & 3] = n, n = has = 0;
        else if (c == '/' && top > 1)
            stack[0] = stack[top - 2] / stack[(top - 1) & 3];
    return out[0] == 'x';
}
END
mkdir "$in/lines"
printf '12 4 /' >"$in/lines/a.txt"
printf '# tests\n-o foo <a.txt\nBASE=o -q < "a.txt"\nverylongname\n-o a | cat\n' >"$in/lines/list"
expect 2 "a list without an option" "$tp2ph" predict --tests "$in/lines/list" -o "$work/o" "$in/rpn.c"
says "say with --argv N"
expect 1 "a list" "$tp2ph" predict -q --check strings,division --argv 2 --stdin 6 --env BASE=2 --file init=1 --tests "$in/lines/list" -o "$work/o" "$in/rpn.c"
says "'verylongname' has 12 characters: use --array N"
says "is for a shell"
check "predicted along both lines" python3 -c "
import json
r = json.load(open('$work/o/report.json'))
told = {(p['given'][:6], r['check'][p['check']]['text']) for p in r['prediction'] if p['verdict'] == 'predicted'}
assert {('line 2', 'strcpy(out, argv[2])'), ('line 2', 'stack[top - 2] / stack[(top - 1) & 3]'), ('line 3', 'stack[top - 2] / stack[(top - 1) & 3]')} == told, told
"
printf 7 >"$in/lines/init"
expect 1 "a file beside the list" "$tp2ph" predict -q --check strings,division --argv 2 --stdin 6 --env BASE=2 --file init=1 --tests "$in/lines/list" -o "$work/o" "$in/rpn.c"
check "is what the program opens" python3 -c "
import json
assert any(i[1] == '55' for t in json.load(open('$work/o/report.json'))['test'] for i in t['inputs'])
"

# ---- what stands in the way of a proof is told -------------------------------------

cat >"$in/doubt.c" <<'END'
#include <math.h>
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    double d = __VERIFIER_nondet_double();
    int n = __VERIFIER_nondet_int();
    int k = (int)tgamma(d) & 3;
    if (n < 2)
        return 0;
    return 5 / (n + k > 0 ? 1 : 2) / n;
}
END
given doubt/1 2.5 7
expect 0 "doubt" "$tp2ph" predict --check division --tests "$in/doubt" -o "$work/o" "$in/doubt.c" -- -lm
check "incomplete, with its reason" grep -q '"verdict": "incomplete".*tgamma' "$work/o/report.json"

cat >"$in/before.c" <<'END'
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    char text[4] = "ab", name[4];
    int n = __VERIFIER_nondet_int(), a;
    if (n < 2)
        return 0;
    a = 10 / n;
    text[n & 1] = 0;
    strcpy(name, text);
    return a + 5 / (n + name[0]);
}
END
given before/1 3
expect 0 "doubt behind a check" "$tp2ph" predict --check division --tests "$in/before" -o "$work/o" "$in/before.c"
foretells "9 1 verified
12 1 incomplete"

# ---- a few of the twins; all of them: regress/long/twins.sh --------------------------

check "twins" python3 regress/prop/twins.py "$tp2ph" --every 37

# ---- tests and programs that do not fit --------------------------------------------

given few/1 3
expect 0 "too few values" "$tp2ph" predict --check assert --tests "$in/few" -o "$work/o" "$in/figure2.c"
says "given test 1: it has 1 values, and the program asks for more than 1"
given many/1 3 9 7
expect 0 "too many values" "$tp2ph" predict --check assert --tests "$in/many" -o "$work/o" "$in/figure2.c"
says "given test 1: it has 3 values, and the program reads only 2"
cat >"$in/types.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    double d = __VERIFIER_nondet_double();
    return d == 3.0 ? 100 / n : 0;
}
END
given other/1 2.5 3
expect 1 "a value of another type" "$tp2ph" predict --check division --tests "$in/other" -o "$work/o" "$in/types.c"
says "given test 1: value 1 is 2.5, and the program reads a whole number there"
foretells "7 1 predicted"
check "a whole number where a double is read is that number" grep -q "__VERIFIER_nondet_int=2 __VERIFIER_nondet_double=3$" "$work/o/summary.txt"
given wide/1 99999999999 3.0
expect 1 "a value that is too large" "$tp2ph" predict --check division --tests "$in/wide" -o "$work/o" "$in/types.c"
says "given test 1: value 1 is 99999999999, and the program reads one of 32 bits there"
mkdir "$in/bare"
echo '<testcase><input>7</input><input>3.0</input></testcase>' >"$in/bare/a.xml"
expect 1 "a testcase that tells no types" "$tp2ph" predict --check division --tests "$in/bare" -o "$work/o" "$in/types.c"
foretells "7 a.xml predicted"
given text/1 3 nine
expect 3 "no number" "$tp2ph" predict --tests "$in/text" -o "$work/o" "$in/figure2.c"
given crash/1 2 1
expect 1 "a test that crashes by itself" "$tp2ph" predict --check assert --tests "$in/crash" -o "$work/o" "$in/figure2.c"
foretells "15 1 found"
says "it ends by a crash"
expect 4 "no such folder" "$tp2ph" predict --tests "$in/none" "$in/figure2.c"
expect 2 "no tests" "$tp2ph" predict "$in/figure2.c"
says "'--tests' is missing"
cat >"$in/nothing.c" <<'END'
extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int() > 3; }
END
expect 3 "a program without checks" "$tp2ph" predict --tests "$in/few" -o "$work/o" "$in/nothing.c"
says "there is nothing to predict"
finish
