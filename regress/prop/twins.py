#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small programs with a known bug, and their repaired twins.

Usage: twins.py TP2PH [--every N] [--first N] [--keep DIR] [--print] [--rivals]

Each kind of bug is written in each flow of data or control; the twin has the
guard that the bug lacks. A harmless test is given to tp2ph predict: of the bad
program the check in question must be predicted, of the good one nothing. The
main job with --check must find it violated, and every check of the good twin
safe. An alarm about a good twin is an error; so is anything missed.
--every N takes each N-th pair only. --rivals puts the twins to what else there
is, instead: sanitizers on the same harmless test, clang's analyzer, cppcheck.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HEAD = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int table[10], grid[3][4], state;
struct box { int a, b; int *p; };
static struct box boxes[4];
static int *const places[4] = {&state, 0, &state, &table[1]};
"""

# kind: (kind of check, the operation on x, the guard, a harmless x)
KINDS = {
    "div-zero": ("division", "100 / x", "x != 0", 7),
    "mod-zero": ("division", "100 % (x - 3)", "x > 3", 7),
    "div-min": ("division", "(-2147483647 - 1) / x", "x > 0", 7),
    "add": ("overflow", "x + 1000", "x < 100000", 7),
    "sub": ("overflow", "x - 1000", "x > -100000", 7),
    "mul": ("overflow", "x * 3", "x > -1000 && x < 1000", 7),
    "neg": ("overflow", "-x", "x > 0", 7),
    "shift": ("overflow", "(int)(1u << x)", "x >= 0 && x < 32", 7),
    "index": ("bounds", "table[x]", "x >= 0 && x < 10", 7),
    "index-2": ("bounds", "grid[x & 1][x]", "x >= 0 && x < 4", 2),
    "null": ("pointer", "*places[x & 3]", "(x & 3) != 1", 7),
    "assert": ("assert", "check(x)", "x < 50", 7),
    "sum": ("bounds", "*(table + x)", "x >= 0 && x < 10", 7),
    "heap": ("bounds", "heap(x)", "x >= 0 && x < 10", 7),
    "heap-size": ("bounds", "sized(x & 31)", "(x & 31) > 5", 7),
    "record": ("bounds", "record(x & 31)", "(x & 31) >= 16", 24),
    "parameter": ("bounds", "at(table, x)", "x >= 0 && x < 10", 7),
    "memcpy": ("bounds", "move(x & 15)", "(x & 15) <= 8", 7),
    "leave": ("pointer", "(table + x == &state)", "x >= 0 && x < 11", 7),
    "step": ("pointer", "step(x & 15)", "(x & 15) < 8", 7),
    "strcpy": ("strings", "copy(x & 15)", "(x & 15) < 8", 7),
    "strcat": ("strings", "append(x & 15)", "(x & 15) < 5", 3),
    "strncpy": ("strings", "part(x & 15)", "(x & 15) <= 8", 7),
    "sprintf": ("strings", "print(x & 15)", "(x & 15) < 6", 3),
    "no-nul": ("strings", "length(x & 255)", "(x & 255) == 0", 256),
}

NAME = """    char name[16] = "aaaaaaaaaaaaaaa", buf[8] = "abc";
    name[x] = 0;
"""
BLOCK = """    %s p = %s;
    int r;
    __VERIFIER_assume(p != 0);
    r = %s;
    free(p);
    return r;
"""
BODIES = {
    "assert": "    assert(x < 50);\n    return x;\n",
    "heap": BLOCK % ("int *", "calloc(10, sizeof *p)", "p[x]"),
    "heap-size": BLOCK % ("int *", "calloc(x, sizeof *p)", "p[5]"),
    "record": BLOCK % ("struct box *", "calloc(1, x)", "p->p == 0"),
    "parameter": "    return t[x];\n",
    "memcpy": "    char from[16] = {0}, to[8];\n    memcpy(to, from, x);\n    return 0;\n",
    "step": "    int t[8], *p = t + x;\n    p++;\n    return p == t;\n",
    "strcpy": NAME + "    strcpy(buf, name);\n    return buf[0];\n",
    "strcat": NAME + "    strcat(buf, name);\n    return buf[0];\n",
    "strncpy": "    char buf[8];\n    strncpy(buf, \"abc\", x);\n    return 0;\n",
    "sprintf": NAME + "    sprintf(buf, \"%s.c\", name);\n    return buf[0];\n",
    "no-nul": "    char raw[3] = {'a', 'b', 'c'};\n    raw[2] = x;\n    return (int)strlen(raw);\n",
}


def function_of(kind):
    """The function that the operation calls; it may have a parameter more."""
    if kind not in BODIES:
        return ""
    name = KINDS[kind][1].split("(")[0]
    parameters = "const int *t, int x" if kind == "parameter" else "int x"
    return "static int %s(%s)\n{\n%s}\n" % (name, parameters, BODIES[kind])


# flow: (functions before main, body of main); OP is the operation, GUARD the
# guard or 1.
FLOWS = {
    "direct": ("", """
    int x = __VERIFIER_nondet_int();
    if (!(GUARD))
        return 1;
    return OP;
"""),
    "callee": ("""
static int use(int x)
{
    return OP;
}
""", """
    int x = __VERIFIER_nondet_int();
    if (!(GUARD))
        return 1;
    return use(x);
"""),
    "caller-checks-result": ("""
static int is_fine(int x)
{
    return GUARD;
}
""", """
    int x = __VERIFIER_nondet_int();
    if (!is_fine(x))
        return 1;
    return OP;
"""),
    "global": ("""
static void set(int v)
{
    state = v;
}
""", """
    int x;
    set(__VERIFIER_nondet_int());
    x = state;
    if (!(GUARD))
        return 1;
    state = 0;
    return OP;
"""),
    "member": ("", """
    int x, n = __VERIFIER_nondet_int();
    boxes[1].b = n;
    x = boxes[1].b;
    if (!(GUARD))
        return 1;
    return OP;
"""),
    "pointer": ("""
static void store(int *to, int v)
{
    *to = v;
}
""", """
    int x = 0;
    store(&x, __VERIFIER_nondet_int());
    if (!(GUARD))
        return 1;
    return OP;
"""),
    "loop": ("", """
    int i, sum = 0;
    for (i = 0; i < 3; i++) {
        int x = __VERIFIER_nondet_int();
        if (!(GUARD))
            continue;
        sum |= OP;
    }
    return sum;
"""),
    "switch": ("", """
    int x = __VERIFIER_nondet_int();
    switch (__VERIFIER_nondet_int() & 3) {
    case 0:
        return 4;
    case 1:
    case 2:
        if (!(GUARD))
            return 1;
        return OP;
    default:
        return 5;
    }
"""),
    "goto": ("", """
    int x = __VERIFIER_nondet_int();
    if (!(GUARD))
        goto out;
    return OP;
out:
    return 1;
"""),
    "array": ("", """
    int held[4] = {0}, x;
    held[2] = __VERIFIER_nondet_int();
    x = held[2];
    if (!(GUARD))
        return 1;
    return OP;
"""),
}
# What else the test has to say: values before and behind x.
VALUES = {"loop": lambda x: [x, x, x], "switch": lambda x: [x, 1]}


def text_of(kind, flow, is_good):
    _, operation, guard, _ = KINDS[kind]
    before, body = FLOWS[flow]
    text = HEAD + function_of(kind) + before + "int main(void)\n{" + body + "}\n"
    return text.replace("OP", operation).replace("GUARD", guard if is_good else "1")


def run(tp2ph, words, folder):
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run([tp2ph, *words, "-q", "--timeout", "60", "-o", out],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode not in (0, 1):
        return None, "status %d: %s" % (done.returncode, done.stdout)
    with open(os.path.join(out, "report.json")) as file:
        return json.load(file), None


def judge(tp2ph, kind, flow, is_good, folder):
    """What is wrong with the verdicts on one program, as (which job, what)."""
    of, _, _, x = KINDS[kind]
    source, tests = os.path.join(folder, "twin.c"), os.path.join(folder, "tests")
    os.makedirs(tests, exist_ok=True)
    with open(source, "w") as file:
        file.write(text_of(kind, flow, is_good))
    with open(os.path.join(tests, "1"), "w") as file:
        file.write("\n".join(map(str, VALUES.get(flow, lambda v: [v])(x))) + "\n")
    wrong = []
    report, trouble = run(tp2ph, ["predict", "--tests", tests, source], folder)
    if trouble:
        wrong.append(("predict", trouble))
    else:
        told = {(report["check"][p["check"]]["kind"], p["verdict"]) for p in report["prediction"]}
        alarms = {t for t in told if t[1] in ("found", "predicted")}
        if is_good and alarms:
            wrong.append(("predict", "false alarm: %s" % alarms))
        if not is_good and (of, "predicted") not in told:
            wrong.append(("predict", "missed: %s" % told))
    report, trouble = run(tp2ph, ["--check", "all", source], folder)
    if trouble:
        return wrong + [("check", trouble)]
    verdicts = {(c["kind"], c["verdict"]) for c in report["check"]}
    if not is_good and (of, "violated") not in verdicts:
        wrong.append(("check", "missed: %s" % verdicts))
    if is_good and any(v == "violated" for _, v in verdicts):
        wrong.append(("check", "false alarm: %s" % verdicts))
    if is_good and any(v == "unknown" for _, v in verdicts):
        wrong.append(("check", "not proved safe: %s" % verdicts))
    return wrong


VALUES_TEXT = """#include <stdlib.h>
static const int values[] = {%s};
int __VERIFIER_nondet_int(void)
{
    static unsigned at;
    return at < sizeof values / sizeof *values ? values[at++] : (exit(0), 0);
}
void __VERIFIER_assume(int holds)
{
    if (!holds)
        exit(0);
}
"""


def output_of(words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace").stdout


def sanitizers(folder, source, values):
    program, beside = os.path.join(folder, "program"), os.path.join(folder, "values.c")
    with open(beside, "w") as file:
        file.write(VALUES_TEXT % ", ".join(map(str, values)))
    output_of(["gcc", "-g", "-w", "-fsanitize=address,undefined", source, beside, "-o", program])
    said = output_of([program])
    return "runtime error" in said or "AddressSanitizer" in said


def analyzer(folder, source, values):
    return "warning:" in output_of(["clang", "--analyze", "-w", "-Xanalyzer", "-analyzer-output=text", "-o",
                                    os.path.join(folder, "plist"), source])


def cppcheck(folder, source, values):
    return ": " in output_of(["cppcheck", "-q", "--enable=warning", "--template={id}: {line}", source])


RIVALS = [("gcc -fsanitize=address,undefined", "gcc", sanitizers), ("clang --analyze", "clang", analyzer),
          ("cppcheck", "cppcheck", cppcheck)]


def compare(pairs, folder):
    print("| tool | found of %d | false alarms on %d |\n|---|---|---|" % (len(pairs), len(pairs)))
    for name, needs, alarms in RIVALS:
        if not shutil.which(needs):
            print("| %s | not here | |" % name)
            continue
        count = {False: 0, True: 0}
        for kind, flow in pairs:
            for is_good in (False, True):
                source = os.path.join(folder, "twin.c")
                with open(source, "w") as file:
                    file.write(text_of(kind, flow, is_good))
                values = VALUES.get(flow, lambda v: [v])(KINDS[kind][3])
                count[is_good] += alarms(folder, source, values)
        print("| %s | %d | %d |" % (name, count[False], count[True]), flush=True)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("tp2ph")
    a.add_argument("--every", type=int, default=1)
    a.add_argument("--first", type=int, default=0)
    a.add_argument("--keep")
    a.add_argument("--print", action="store_true")
    a.add_argument("--rivals", action="store_true")
    o = a.parse_args()
    pairs = [(kind, flow) for flow in FLOWS for kind in KINDS][o.first::o.every]
    passed = failed = 0
    folder = tempfile.mkdtemp()
    if o.rivals:
        compare(pairs, folder)
        shutil.rmtree(folder)
        return 0
    for kind, flow in pairs:
        for is_good in (False, True):
            name = "%s-%s-%s" % (kind, flow, "good" if is_good else "bad")
            if o.print:
                print("/* %s */\n%s" % (name, text_of(kind, flow, is_good)))
                continue
            wrong = judge(o.tp2ph, kind, flow, is_good, folder)
            passed += not wrong
            failed += bool(wrong)
            for job, what in wrong:
                print("%s, %s: %s" % (name, job, what))
            if wrong and o.keep:
                shutil.copy(os.path.join(folder, "twin.c"), os.path.join(o.keep, name + ".c"))
    shutil.rmtree(folder)
    if not o.print:
        print("count: %d pairs" % len(pairs))
        print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
