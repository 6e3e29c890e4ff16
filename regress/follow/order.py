#!/usr/bin/env python3
"""Assignments with decisions on both sides, one program for each: if the graph
has another order of evaluation than the compiler, the search loses the path
and does not find the decision behind them.

order.py write DIR      the programs, DIR/orderNN.c
order.py check REPORT   status 1 if the decision behind was not reached
"""
import json
import os
import sys

HEAD = """int __VERIFIER_nondet_int(void);
struct p { int v, w; };
static int t[8];
static unsigned u[8];
static long l[8];
static char c8[8], *cp[8];
static struct p r[8], s0 = {1, 2};
static enum e { A, B } en[8];
static int i(int a) { if (a > 5) return 1; return 2; }
static int g(int a) { if (a == 77) return 3; return 4; }
static int h(int a) { if (a == -99) return 3; return a; }
static long hl(int a) { if (a == 70000) return 3; return a; }
static unsigned hu(int a) { if (a == 70001) return 3; return (unsigned)a; }
static void *hp(int a) { if (a == 70002) return 0; return t; }
static struct p mk(int a) { struct p q = {a, 1}; if (a == 123) q.w = 2; return q; }
int main(void) {
  int a = __VERIFIER_nondet_int();
  (void)u, (void)l, (void)c8, (void)cp, (void)r, (void)s0, (void)en;
  (void)g, (void)hl, (void)hu, (void)hp, (void)mk;
  %s
  if (a == 4321)
    return 1;
  return h(a) + i(a) > 9;
}
"""

STATEMENTS = [
    "t[i(a)] = g(a);", "t[i(a)] = h(a);", "u[i(a)] = h(a);", "u[i(a)] = hu(a);",
    "l[i(a)] = hl(a);", "l[i(a)] = h(a);", "t[i(a)] = (int)hl(a);",
    "cp[i(a)] = hp(a);", "en[i(a)] = hu(a);", "en[i(a)] = (enum e)h(a);",
    "t[i(a)] = (int)(unsigned)g(a);", "t[i(a)] = (int)(long)h(a);",
    "t[i(a)] = (int)(short)h(a);", "c8[i(a)] = (char)h(a);",
    "t[i(a)] = (g(a), h(a));", "u[i(a)] = (g(a), h(a));",
    "t[i(a)] = (g(a), h(a), hl(a), h(a));", "t[i(a)] = (g(a), 3);",
    "t[i(a)] = g(a) + 1;", "t[i(a)] += g(a);", "t[i(a)] -= h(a);",
    "l[i(a)] += g(a) + h(a);", "t[i(a)] = h(a) ? g(a) : (int)hl(a);",
    "t[i(a)] = hl(a) == 3 && g(a) == 3;", "t[i(a)] = g(i(a)) + h(g(a));",
    "t[i(a)] = (int)(u[i(a)] = hu(a));", "int z = t[i(a)] = h(a); t[0] = z;",
    "r[i(a)].v = h(a);", "(r + i(a))->v = h(a);", "r[i(a)] = mk(a);",
    "r[i(a)] = (g(a), mk(a));", "r[1] = r[i(a)] = mk(a);",
    "r[i(a)] = g(a) == 3 ? s0 : mk(a);", "r[i(a)] = (struct p){g(a), h(a)};",
    "int q[2] = {g(a), h(a)}; t[0] = q[1];",
    "struct p w = {.w = g(a), .v = h(a)}; r[0] = w;",
]


def write(folder):
    os.makedirs(folder, exist_ok=True)
    for n, statement in enumerate(STATEMENTS):
        with open(os.path.join(folder, "order%02d.c" % n), "w") as out:
            out.write(HEAD % statement)


def check(report):
    missed = [b for b in json.load(open(report))["branch"]
              if b["text"] == "a == 4321" and b["verdict"] != "covered"]
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(write(sys.argv[2]) if sys.argv[1] == "write" else check(sys.argv[2]))
