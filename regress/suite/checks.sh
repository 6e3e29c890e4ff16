#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --check: each check is violated by a test, or proved safe. What a program
# holds against each of its lines stands beside the line.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite checks
in=$work/in
mkdir "$in"

# "/* kind verdict, kind verdict */" at the end of a line: the checks of that
# line in their order; a line without has none.
verdicts() {
  python3 - "$1" "$work/o/report.json" <<'END'
import json, re, sys
source, report = sys.argv[1:3]
want, have = {}, {}
for number, line in enumerate(open(source), 1):
    said = re.search(r"/\* ((?:\w+ \w+(?:, )?)+) \*/\s*$", line)
    if said:
        want[number] = said.group(1).split(", ")
for check in json.load(open(report))["check"]:
    have.setdefault(check["line"], []).append(check["kind"] + " " + check["verdict"])
for line in sorted(set(want) | set(have)):
    if want.get(line, []) != have.get(line, []):
        print("%s:%d: has %s" % (source, line, have.get(line)))
        sys.exit(1)
END
}

holds() {
  expect "0 1 5" "$1" "$tp2ph" -q --timeout 200 --max-runs 5000 --check "${2:-all}" -o "$work/o" "$in/$1.c"
  check "$1: verdicts" verdicts "$in/$1.c"
}

# ---- a function whose text moves to where a system header was is still the user's

cat >"$in/moved.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int t[8];
static int first(int *p, int i)
{
    return p[i] + p[i + 1] + p[i + 2] + p[i + 3] +  /* bounds safe, bounds safe, bounds safe, bounds safe */
           p[i + 4];                                /* bounds violated */
}
int main(void)
{
    int i = __VERIFIER_nondet_int();
    if (i > 0 && i < 5)
        return first(t, i);
    return 0;
}
#include <fcntl.h>
END
holds moved bounds

# ---- arguments of a macro of the system are the user's, the macro is not ------

cat >"$in/asserted.c" <<'END'
#include <assert.h>
#include <sys/param.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int(), t[4] = {0};
    if (k == 1)
        assert(x * 2 != 7); /* overflow violated, assert safe */
    if (k == 2)
        assert(10 / x < 100); /* division violated, assert safe */
    if (k == 3)
        assert(t[x] == 0); /* bounds violated, assert safe */
    return howmany(x & 7, 4);
}
END
holds asserted assert,division,overflow,bounds

# ---- every kind, where operands have effects and where they have none --------

cat >"$in/kinds.c" <<'END'
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int t[10], m[3][4];
struct s { int a; unsigned w : 3; int v[4]; };
static struct e { int a; void *kids[1]; } some[2];
static struct e *find(int x)
{
    return x > 5 ? &some[x & 1] : 0; /* bounds safe */
}
static int f(int x)
{
    return x + 1; /* overflow violated */
}
int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    long l = a;
    struct s s = {0}, *p = a > 5 ? &s : 0;
    int r = 0;
    if (b > 3)
        r = a / b; /* division safe, division safe */
    if (i >= 0 && i < 11)
        t[i] = 4; /* bounds violated */
    if (a +
        b > 100)
        r++; /* overflow safe */
    r += f(a) / f(b); /* division violated, division safe, overflow violated */
    l *= a; /* overflow safe */
    p->a = 4; /* pointer violated, bounds safe */
    p->v[i & 3] = m[i & 3][a & 3]; /* pointer safe, bounds safe, bounds safe, bounds violated, bounds safe */
    l = l << b; /* overflow violated */
    t[f(i)]++; /* bounds violated */
    t[i++] += f(2); /* overflow safe, bounds safe */
    r -= -a; /* overflow safe, overflow violated */
    assert(r != 77 && a != 4); /* assert violated */
    struct e *e = &some[b & 1]; /* bounds safe */
    e->kids[0] = find(a); /* pointer safe, bounds safe, bounds safe */
    r += e->kids[0] != 0; /* pointer safe, bounds safe, bounds safe, overflow violated */
    return r;
}
END
sed -i 's|^    if (a +$|    if (a + /* overflow violated */|' "$in/kinds.c"
holds kinds assert,division,overflow,bounds,pointer
check "who saw it" python3 -c "
import json
seen = {(c['kind'], c['witness']) for c in json.load(open('$work/o/report.json'))['check'] if c['verdict'] == 'violated'}
assert {('division', 'UndefinedBehaviorSanitizer'), ('overflow', 'UndefinedBehaviorSanitizer'), ('assert', 'abort')} < seen, seen
"

# ---- what must not be said twice, where nothing may stand --------------------

cat >"$in/effects.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int calls, limit[4] = {1 + 2, 3 * 4};
static volatile int port = 3;
enum { N = 2 * 3 };
static int next(void)
{
    return ++calls; /* overflow safe */
}
static int pick(int n)
{
    static int kept = 5 * 5;
    int local[N + 1] = {0};
    switch (n) {
    case 1 + 1:
        return (int)sizeof(local[n + 1]);
    default:
        return kept;
    }
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int *p = limit, *end = &limit[4];
    int here = next() - next(); /* overflow safe */
    if (here != -1)
        return 99;
    if (x < 1 || x > 4)
        return 0;
    here = limit[next()]; /* bounds safe */
    if (calls != 3)
        return 98;
    if ((port / x) > 2) /* division safe, division safe */
        return 97;
    here = (x > 2 ? 7 / (x - 2) : 7 / x); /* overflow safe, division safe, division safe */
    while (p != end)
        here += *p++; /* pointer safe, pointer safe, bounds safe, overflow safe */
    x = (next(), x) + 1; /* overflow safe */
    return pick(x) + here > 3 && 10 % x == 0; /* overflow safe, division safe */
}
END
holds effects assert,division,overflow,bounds,pointer
expect "0 1" "the same without" "$tp2ph" -q -o "$work/plain" "$in/effects.c"
check "branches are as without, or decided" python3 -c "
import json
def verdicts(of):
    return [((b['line'], b['column'], b['text'], b['side']), b['verdict'])
            for b in json.load(open('$work/' + of + '/report.json'))['branch']]
for (with_place, with_checks), (place, without) in zip(verdicts('o'), verdicts('plain')):
    assert with_place == place, (with_place, place)
    assert without in ('unknown', with_checks), (place, without, with_checks)
"

# ---- what C leaves open: nothing is written there, nothing is decided ----------

cat >"$in/open.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int n, t[16];
static int next(void)
{
    n = n * 2 & 7; /* overflow safe */
    return n;
}
static int half(int x)
{
    return x / 2;
}
int main(void)
{
    n = __VERIFIER_nondet_int() & 31;
    t[n] = next(); /* bounds unknown */
    n = 3;
    t[n] = half(7); /* bounds safe */
    t[4] = (n + half(9)) * half(8); /* overflow safe, overflow safe */
    t[5] = n + next() * 3; /* overflow unknown, overflow unknown */
    n = 3;
    if (t[5] > 300)
        return 1;
    return 0;
}
END
holds open overflow,bounds

# ---- a number of the user's is no number of a check ------------------------------

cat >"$in/number.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int zero;
int main(void)
{
    int a = __VERIFIER_nondet_int();
    int r = 8 / (zero + 4); /* division safe */
    return a / 3 + r / (zero + 1) ? 1 : 0; /* division safe, division safe */
}
END
holds number division

# ---- one bug is one violation -------------------------------------------------

cat >"$in/first.c" <<'END'
extern int __VERIFIER_nondet_int(void);
struct { int t[4]; int after; } g;
int main(void)
{
    int i = __VERIFIER_nondet_int(), v = __VERIFIER_nondet_int();
    if (i < 0 || i > 20)
        return 1;
    g.t[i] = v; /* bounds violated */
    if (g.after == 7)
        return 2;
    return 10 / (1 - g.after); /* overflow safe, division safe */
}
END
holds first

# ---- 64 bits, shifts, conversions --------------------------------------------

cat >"$in/wide.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    long a = __VERIFIER_nondet_long(), b = __VERIFIER_nondet_long();
    unsigned char c = __VERIFIER_nondet_uchar();
    unsigned u = 7u << c; /* overflow violated */
    int small = c + c * c; /* overflow safe */
    short s = (short)c;
    long sum = 0;
    s++;
    if (a > 0 && b < 0)
        sum = a + b; /* overflow safe */
    if (a > 5)
        sum -= a; /* overflow safe */
    sum += -b; /* overflow violated, overflow violated */
    if (b == 9)
        sum = a * b; /* overflow violated */
    if (c == 5)
        sum = a * -3; /* overflow violated */
    if (a > -1000 && a < 1000)
        sum = a * 1000L; /* overflow safe */
    if (c < 32)
        u = 1u << c; /* overflow safe */
    return u + small + s > sum;
}
END
holds wide overflow

# ---- behind pointers: blocks, walks, members, what has ended ------------------

cat >"$in/memory.c" <<'END'
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
struct node { int v; struct node *next; };
static int *gone(void) { int x = 4, *p = &x; return p; }
static int *kept;
static void keep(void) { int x = 5; kept = &x; }
static void keep_deep(void) { char room[4000]; room[3] = 4; keep(); } /* where used() has nothing */
static int used(const int *p) { return *p; } /* pointer safe, pointer violated, bounds safe */
static int used_too(const int *p) { return *p; } /* pointer safe, pointer violated, bounds safe */
static int at(char *to, int n)
{
    return to[n]; /* pointer safe, pointer safe, bounds violated */
}
static int own(int n) { return n; }
static int (*const twice[2])(int) = {own, 0};
static int walk(int *p, int *end)
{
    int r = 0;
    while (p != end)
        r += *p++; /* pointer safe, pointer safe, pointer safe, bounds safe */
    return r;
}
int main(void)
{
    int what = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int(), *p, *q, t[4] = {0};
    char text[8] = {0};
    struct node *l;
    if (n < 1 || n > 9)
        return 0;
    p = malloc(n * sizeof *p);
    __VERIFIER_assume(p != 0);
    switch (what) {
    case 1: return at(text, n);
    case 2: return p[5]; /* pointer safe, pointer safe, bounds violated */
    case 3: return p[n - 1]; /* pointer safe, pointer safe, bounds safe */
    case 4: return *(p + n); /* pointer safe, pointer safe, bounds violated */
    case 5: return p + n + 1 == 0; /* pointer safe, pointer violated */
    case 6: free(p); return *p; /* pointer safe, pointer safe, pointer violated, bounds safe */
    case 7: return *gone(); /* pointer safe, pointer violated, bounds safe */
    case 8: return walk(t, t + 4);
    case 9: l = (struct node *)p; return l->next == 0; /* pointer safe, pointer safe, bounds violated */
    case 10: q = realloc(p, 40); __VERIFIER_assume(q != 0); return q[9]; /* pointer safe, pointer safe, pointer safe, bounds safe */
    case 11: q = realloc(p, 40); __VERIFIER_assume(q != 0); return p[0]; /* pointer safe, pointer safe, pointer violated, bounds safe */
    case 13: keep_deep(); return used(kept);
    case 14: free(p); return used_too(p); /* pointer safe */
    case 12: return ((char *)t)[n + 7]; /* pointer safe, pointer safe, bounds violated */
    case 15: free(t); break; /* pointer violated */
    case 16: free((char *)p + (n & 1)); break; /* pointer safe, pointer violated */
    case 17: free(p); break; /* pointer safe */
    case 18: return twice[n & 1](n); /* bounds safe, pointer violated */
    }
    free(p); /* pointer violated */
    return 0;
}
END
holds memory bounds,pointer
check "who saw it" python3 -c "
import json
seen = {c['line']: c['witness'] for c in json.load(open('$work/o/report.json'))['check'] if c['verdict'] == 'violated'}
assert [seen[line] for line in (35, 38, 39)] == ['AddressSanitizer', 'recorder', 'AddressSanitizer'], seen
"

# ---- table 1 of seed 002, as corrected (docs/algorithms.md) --------------------

cat >"$in/strings.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern int __VERIFIER_nondet_int(void);
static struct { char name[4]; int id; } who;
int main(void)
{
    char name[8], buf[6], raw[4] = {'a', 'b', 'c', 'd'}, half[8] = "abc", *d;
    int i, n = __VERIFIER_nondet_int();
    for (i = 0; i < 7; i++)
        name[i] = __VERIFIER_nondet_char();
    name[7] = 0;
    switch (__VERIFIER_nondet_int()) {
    case 1: strcpy(buf, name); break; /* strings safe, strings violated */
    case 2: strcpy(name, raw); break; /* strings violated, strings safe */
    case 3: strncpy(buf, name, 6); break; /* strings safe, strings safe */
    case 4: strncpy(buf, name, n & 7); break; /* strings violated, strings safe */
    case 5: strncpy(buf, raw, 4); break; /* strings safe, strings safe */
    case 6: strncpy(buf, raw, 5); break; /* strings safe, strings violated */
    case 7: strcat(half, name + 3); break; /* strings safe, strings safe, strings safe */
    case 8: strcat(half, name); break; /* strings safe, strings safe, strings violated */
    case 9: strcat(raw, ""); break; /* strings violated, strings safe, strings safe */
    case 10: strncat(half, raw, 4); break; /* strings safe, strings safe, strings safe */
    case 11: strncat(half, raw, 5); break; /* strings safe, strings violated, strings safe */
    case 12: strncat(half, name, n & 7); break; /* strings safe, strings safe, strings violated */
    case 13: return strchr(raw, 'x') == 0; /* strings violated */
    case 14: return strrchr(name, 'x') == 0; /* strings safe */
    case 15: return strstr(name, raw) == 0; /* strings safe, strings violated */
    case 16: return strpbrk(half, name) == 0; /* strings safe, strings safe */
    case 17: return strtok(raw, ",") == 0; /* strings violated, strings safe */
    case 18: d = strdup(raw); return d == 0; /* strings violated */
    case 19: d = strdup(name); return d == 0; /* strings safe */
    case 20: sprintf(buf, "%s.c", name); break; /* strings violated, strings safe */
    case 21: sprintf(buf, "%c.c", n); break; /* strings safe */
    case 22: half[n & 7] = 'x'; return strlen(half); /* strings safe */
    case 23: raw[n & 3] = 0; strcpy(buf, raw); break; /* strings safe, strings safe */
    case 24: memset(half, 'x', 8); half[n & 7] = n; return strlen(half); /* strings violated */
    case 25: return fgets(buf, n & 7, stdin) == 0; /* strings violated */
    case 26: snprintf(buf, 8, "%s", name); break; /* strings violated, strings safe */
    case 27: snprintf(buf, sizeof buf, "%s", name); break; /* strings safe, strings safe */
    case 28: printf("%d %s\n", n, raw); break; /* strings violated */
    case 29: printf("%.4s\n", raw); break;
    case 30: sprintf(buf, "%d", n & 0xffff); break; /* strings safe */
    case 31: sprintf(buf, "%d", n); break; /* strings violated */
    case 32: sprintf(buf, "%x..", n & 0xffff); break; /* strings violated */
    case 33: sprintf(half, "%ld", (n & 0x1ffff) - 70000L); break; /* strings safe */
    case 34: strcpy(who.name, name); break; /* strings safe, strings violated */
    }
    return 0;
}
END
holds strings strings

# ---- variables without a value --------------------------------------------------

cat >"$in/unset.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int pick(int n)
{
    int r, i, sum, last;
    for (i = 0; i < 3; i++) {
        int t;
        if (n == i)
            t = 4;
        if (n > 1)
            t = 5;
        last = t; /* uninitialised safe */
    }
    sum = last; /* uninitialised safe */
    if (n > 10)
        r = 1;
    else if (n < 5)
        r = 2;
    return r + sum; /* uninitialised violated */
}
int main(void)
{
    int n = __VERIFIER_nondet_int(), x, y, *p;
    x = n > 3;
    if (x) /* uninitialised safe */
        y = 2;
    if (x) /* uninitialised safe */
        return y + pick(n); /* uninitialised safe */
    switch (n) {
    case 1:
        p = &n;
        break;
    case 2:
        return *p; /* uninitialised violated */
    }
    y = y + 1; /* uninitialised violated */
    return y; /* uninitialised safe */
}
END
holds unset uninitialised

cat >"$in/parts.c" <<'END'
extern int __VERIFIER_nondet_int(void);
struct reading { int value; unsigned unit : 3; };
int main(void)
{
    int n = __VERIFIER_nondet_int(), t[5], all[5], sum = 0, i = 0;
    struct reading r, whole;
    r.value = n;
    if (n > 7)
        r.unit = 3;
    for (i = 0; i < 5 && i < n; i++)
        t[i] = i;
    for (i = 0; i < 5; i++)
        all[i] = i;
    switch (n) {
    case 3: return t[2] + t[1]; /* uninitialised safe, uninitialised safe */
    case 2: return t[4]; /* uninitialised violated */
    case 5: return r.unit; /* uninitialised violated */
    case 9: return r.unit + r.value; /* uninitialised safe, uninitialised safe */
    }
    whole = (struct reading){1, 2};
    for (i = 0; i < 5;)
        sum += all[i++]; /* uninitialised safe */
    all[n & 3] += whole.value; /* uninitialised safe */
    return sum + all[n & 3]; /* uninitialised safe */
}
END
holds parts uninitialised

# ---- only if they are named: conversions, unsigned arithmetic ---------------------

cat >"$in/values.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
static short low(unsigned char c) { return c; }
int main(void)
{
    int a = __VERIFIER_nondet_int();
    unsigned u = __VERIFIER_nondet_uint(), v = 0;
    unsigned long w = __VERIFIER_nondet_ulong();
    char c = (char)a;
    switch (__VERIFIER_nondet_int()) {
    case 1: c = a; break; /* conversion violated */
    case 2: c = a & 127; break; /* conversion safe */
    case 3: v = a; break; /* conversion violated */
    case 4: a = u; break; /* conversion violated */
    case 5: a = low(a); break; /* conversion violated */
    case 6: v = u + 1; break; /* wrap violated */
    case 7: v = u < 9 ? u * 9 : 0; break; /* wrap safe */
    case 8: v = u - 1; break; /* wrap violated */
    case 9: w = w * 3; break; /* wrap violated */
    case 10: w = w + u; break; /* wrap violated */
    case 11: w = u * 3ul; break;
    case 12: v = u * v; break; /* wrap safe */
    case 13: return w; /* conversion violated */
    }
    return c == 3 && v == 4 && w == 5;
}
END
holds values conversion,wrap

# ---- words ---------------------------------------------------------------------

expect 2 "a kind that is none" "$tp2ph" --check asert "$in/first.c"
says "'asert' is no kind of check: all, assert, division"
expect 2 "an empty kind" "$tp2ph" --check division, "$in/first.c"
expect 1 "violated" "$tp2ph" --check all -o "$work/o" "$in/first.c"
prints "checks     1 of 3 violated, 2 safe, 0 unknown"
prints "first.c:8:5: g.t[i]: index outside of 4 elements, test"
check "sarif" grep -q '"TP030"' "$work/o/results.sarif"
check "junit" grep -q 'testsuite name="checks" tests="3" failures="1"' "$work/o/junit.xml"
check "the test says it" grep -q "it violates a check: .*first.c:8:5: g.t\[i\]" "$work"/o/tests/*.txt
expect 0 "without --check nothing of it" "$tp2ph" -q -o "$work/plain" "$in/first.c"
check "no checks in the report" sh -c "! grep -q '\"check' '$work/plain/report.json'"
# ---- behind a violation anything may happen: it counts all the same -----------

cat >"$in/beyond.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
int main(void)
{
    int i = __VERIFIER_nondet_int(), r = 0;
    if (i >= 0 && i <= 8)
        r = table[i]; /* bounds violated */
    return r & 127; /* another number in each program: what lies behind the table */
}
END
holds beyond bounds
check "beyond: its test may end in any way" sh "$work/o/harness/run.sh"

# ---- arrays of variable length ---------------------------------------------------

cat >"$in/lengths.c" <<'END'
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
    if (n < 1 || n > 9)
        return 1;
    int a[n];
    for (int k = 0; k < n; k++)
        a[k] = k; /* bounds safe */
    if (i < 0 || i > 5)
        return 2;
    return a[i]; /* bounds violated */
}
END
holds lengths bounds

finish
