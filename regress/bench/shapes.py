#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs whose shape is hard, not their size. Usage: shapes.py NAME, or
shapes.py NAME OUT: compare the report in OUT with what is known of it.

wide: one switch of 3,000 cases. deep: 500 nested ifs. calls: 2,000 calls of one
helper. The others are 50 functions called in every combination:
  pairs: one after the other, in all 2,500 pairs;
  subsets: each if its option is set, so in all 2^50 subsets;
  chains: each calls all later ones under a condition: 2^49 ways to the last;
  reads: as chains, and each way reads inputs of its own.
Each has dead branches by construction: DEAD says how many.
"""
import json
import os
import sys

HEAD = "extern int __VERIFIER_nondet_int(void);\n"
DEAD = {"wide": 1, "deep": 1, "calls": 2, "pairs": 50, "subsets": 50, "chains": 1225, "reads": 50}


def wide():
    cases = "".join("  case %d: r = %d; break;\n" % (7 * k, k % 97) for k in range(3000))
    return HEAD + ("int main(void) {\n  int x = __VERIFIER_nondet_int(), r = -1;\n  switch (x) {\n" + cases +
                   "  }\n  if (r > 96)\n    return 1;\n  return r < 0;\n}\n")


def deep():
    n = 500
    body = "".join("  if (a > %d) {\n" % k for k in range(n))
    return HEAD + ("int main(void) {\n  int a = __VERIFIER_nondet_int(), r = 0;\n" + body +
                   "  r = a > 100 ? 1 : 2;\n" + "  }\n" * n + "  return r;\n}\n")


def calls():
    n = 2000
    body = "".join("  n += check(__VERIFIER_nondet_int(), %d);\n" % (k % 50) for k in range(n))
    return HEAD + ("static int check(int v, int limit) {\n  if (v < limit)\n    return 1;\n  if (v > limit + 100)\n"
                   "    return 2;\n  if (v < -5)\n    return 9;\n  return 0;\n}\n"
                   "int main(void) {\n  int n = 0;\n" + body +
                   "  if (n > %d)\n    return 1;\n  return n == 0;\n}\n" % (9 * n))


def functions(body):
    """50 static functions, the last first."""
    return "".join("static int f%d(%s) {\n%s}\n" % (k, body(k)[0], body(k)[1]) for k in reversed(range(50)))


def pairs():
    text = functions(lambda k: ("int x", "  if (x == %d)\n    return 1;\n  if (x > %d && x < %d)\n    return 2;\n"
                                "  return 0;\n" % (k, k + 10, k + 5)))
    body = "".join("  r = f%d(x) + f%d(r);\n" % (i, j) for i in range(50) for j in range(50))
    return HEAD + text + "int main(void) {\n  int x = __VERIFIER_nondet_int(), r = 0;\n" + body + "  return r;\n}\n"


def subsets():
    text = functions(lambda k: ("int x", "  if (x > %d) {\n    if (x < %d)\n      return 2;\n    return 1;\n  }\n"
                                "  return 0;\n" % (3 * k, 3 * k)))
    body = "".join("  if (mask >> %d & 1)\n    n += f%d(n + __VERIFIER_nondet_int());\n" % (k % 31, k)
                   for k in range(50))
    return HEAD + text + "int main(void) {\n  int mask = __VERIFIER_nondet_int(), n = 0;\n" + body + "  return n;\n}\n"


def chains():
    def body(k):
        later = "".join("  if (x == %d)\n    r += f%d(x + 1);\n" % (50 * k + 7 * j, j) for j in range(k + 1, 50))
        return ("int x", "  int r = 0;\n  if (x == %d)\n    return %d;\n%s  return r;\n" % (10 * k, k, later))
    return HEAD + functions(body) + "int main(void) {\n  return f0(__VERIFIER_nondet_int()) > 3;\n}\n"


def reads():
    def body(k):
        later = "".join("  if (v == %d)\n    r += f%d();\n" % (j, j) for j in range(k + 1, 50))
        return ("void", "  int r = 0, v = __VERIFIER_nondet_int();\n  if (v > 200 && v < 100)\n    return %d;\n"
                "%s  return r;\n" % (k, later))
    return HEAD + functions(body) + "int main(void) {\n  return f0() > 3;\n}\n"


SHAPES = {"wide": wide, "deep": deep, "calls": calls, "pairs": pairs, "subsets": subsets, "chains": chains,
          "reads": reads}



def compare(name, out):
    with open(os.path.join(out, "report.json")) as f:
        branches = json.load(f)["branches"]
    print(name, branches)
    return branches["unknown"] or branches["infeasible"] != DEAD[name]


if __name__ == "__main__":
    if len(sys.argv) > 2:
        sys.exit(1 if compare(sys.argv[1], sys.argv[2]) else 0)
    sys.stdout.write(SHAPES[sys.argv[1]]())
