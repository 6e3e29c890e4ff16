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
want = sys.argv[1].split('\n')
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

# ---- a few of the twins; all of them: regress/long/twins.sh --------------------------

check "twins" python3 regress/prop/twins.py "$tp2ph" --every 37

# ---- tests and programs that do not fit --------------------------------------------

given few/1 3
expect 0 "too few values" "$tp2ph" predict --check assert --tests "$in/few" -o "$work/o" "$in/figure2.c"
says "given test 1: it has 1 values, and the program asks for more than 1"
given many/1 3 9 7
expect 0 "too many values" "$tp2ph" predict --check assert --tests "$in/many" -o "$work/o" "$in/figure2.c"
says "given test 1: it has 3 values, and the program reads only 2"
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
