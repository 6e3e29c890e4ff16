#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small programs with a known bug, and their repaired twins.

Usage: twins.py TP2PH [--every N] [--first N] [--only TEXT] [--keep DIR] [--print] [--rivals]

Each kind of bug is written in each flow of data or control; the twin has the
guard that the bug lacks. Others are written by hand, in twins/*.txt. A harmless test is given to tp2ph predict: of the bad
program the check in question must be predicted, of the good one nothing. The
main job with --check must find it violated, and every check of the good twin
safe. An alarm about a good twin is an error; so is anything missed.
--every N takes each N-th pair only, --only TEXT those with that in their name. --rivals puts the twins to what else there
is, instead: sanitizers on the same harmless test, clang's analyzer, cppcheck.
"""
import argparse
import json
import os
import re
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


class Pair:
    """A bad program and its twin. `at`: the marker of the line with the bug; None: anywhere."""

    def __init__(self, name, kind, values, texts, marker=None):
        self.name, self.kind, self.values, self.texts, self.marker = name, kind, values, texts, marker

    @property
    def is_elsewhere(self):
        """The steps of the harmless test do not lead to the bug."""
        return "on another path" in self.name or self.is_unchecked

    @property
    def is_unchecked(self):
        """docs/interface.md says so; an alarm about the good one is an error all the same."""
        return "not checked" in self.name

    def bug(self, is_good):
        """The line of the bug; 0: any."""
        lines = self.texts[is_good].split("\n")
        return 1 + next(i for i, line in enumerate(lines) if self.marker in line) if self.marker else 0


def made(kind, flow):
    of, operation, guard, x = KINDS[kind]
    before, body = FLOWS[flow]
    text = (HEAD + function_of(kind) + before + "int main(void)\n{" + body + "}\n").replace("OP", operation)
    return Pair("%s-%s" % (kind, flow), of, VALUES.get(flow, lambda v: [v])(x),
                {is_good: text.replace("GUARD", guard if is_good else "1") for is_good in (False, True)})


WRITTEN_HEAD = """#include <alloca.h>
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define input __VERIFIER_nondet_int
"""


def written():
    """regress/prop/twins/KIND.txt: "==== name: values of a harmless test", then a program in which @a::b@ is a in
    the bad one and b in the good one; the bug is in the line that says so. A name may tell that the test takes another
    path than the one to the bug, or that such bugs are not checked."""
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "twins")
    for file in sorted(os.listdir(folder)):
        kind = file[:-len(".txt")]
        with open(os.path.join(folder, file)) as f:
            parts = re.split(r"^==== (.*): ([-0-9 ]*)\n", f.read(), flags=re.M)[1:]
        for name, values, text in zip(parts[::3], parts[1::3], parts[2::3]):
            yield Pair("%s: %s" % (kind, name), kind, values.split(),
                       {is_good: WRITTEN_HEAD + re.sub(r"@(.*?)::(.*?)@", r"\2" if is_good else r"\1", text, flags=re.S)
                        for is_good in (False, True)}, "/*bug*/")


def run(tp2ph, words, folder):
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run([tp2ph, *words, "-q", "--timeout", "30", "-o", out],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode not in (0, 1, 5): # 5: something else than a check may be open
        return None, "status %d: %s" % (done.returncode, done.stdout)
    with open(os.path.join(out, "report.json")) as file:
        return json.load(file), None


def judge_alarms(pair, is_good, alarms, told):
    """Alarms are (kind, line)."""
    bug = 0 if is_good else pair.bug(is_good)
    is_wanted = {a for a in alarms if a[0] == pair.kind and bug in (0, a[1])}
    if is_good and alarms:
        yield "false alarm: %s" % alarms
    if not is_good and not is_wanted and not pair.is_unchecked:
        yield "missed: %s" % told
    if not is_good and bug and alarms - is_wanted:
        yield "false alarm beside the bug in line %d: %s" % (bug, alarms - is_wanted)


def judge(tp2ph, pair, is_good, folder):
    """What is wrong with the verdicts on one program, as (which job, what)."""
    source, tests = os.path.join(folder, "twin.c"), os.path.join(folder, "tests")
    os.makedirs(tests, exist_ok=True)
    with open(source, "w") as file:
        file.write(pair.texts[is_good])
    with open(os.path.join(tests, "1"), "w") as file:
        file.write("\n".join(map(str, pair.values)) + "\n")
    kinds = ["--check", pair.kind if pair.kind in ("conversion", "wrap") else "all"]
    report, trouble = run(tp2ph, ["predict", *kinds, "--tests", tests, source], folder)
    if trouble:
        yield "predict", trouble
    else:
        told = {(report["check"][p["check"]]["kind"], p["line"], p["verdict"]) for p in report["prediction"]}
        for what in judge_alarms(pair, is_good or pair.is_elsewhere, {t[:2] for t in told if t[2] in ("found", "predicted")}, told):
            yield "predict", what
    report, trouble = run(tp2ph, [*kinds, source], folder)
    if trouble:
        yield "check", trouble
        return
    told = {(c["kind"], c["line"], c["verdict"]) for c in report["check"]}
    for what in judge_alarms(pair, is_good, {t[:2] for t in told if t[2] == "violated"}, told):
        yield "check", what
    if is_good and any(t[2] == "unknown" for t in told):
        yield "check", "not proved safe: %s" % [t for t in told if t[2] == "unknown"]


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
        for pair in pairs:
            for is_good in (False, True):
                source = os.path.join(folder, "twin.c")
                with open(source, "w") as file:
                    file.write(pair.texts[is_good])
                count[is_good] += alarms(folder, source, pair.values)
        print("| %s | %d | %d |" % (name, count[False], count[True]), flush=True)


def main():
    a = argparse.ArgumentParser()
    a.add_argument("tp2ph")
    a.add_argument("--every", type=int, default=1)
    a.add_argument("--first", type=int, default=0)
    a.add_argument("--only", default="")
    a.add_argument("--keep")
    a.add_argument("--print", action="store_true")
    a.add_argument("--rivals", action="store_true")
    o = a.parse_args()
    pairs = [made(kind, flow) for flow in FLOWS for kind in KINDS] + list(written())
    pairs = [pair for pair in pairs if o.only in pair.name][o.first::o.every]
    passed = failed = 0
    folder = tempfile.mkdtemp()
    if o.rivals:
        compare(pairs, folder)
        shutil.rmtree(folder)
        return 0
    for pair in pairs:
        for is_good in (False, True):
            name = "%s, %s" % (pair.name, "good" if is_good else "bad")
            if o.print:
                print("/* %s */\n%s" % (name, pair.texts[is_good]))
                continue
            wrong = list(judge(o.tp2ph, pair, is_good, folder))
            passed += not wrong
            failed += bool(wrong)
            for job, what in wrong:
                print("%s, %s: %s" % (name, job, what), flush=True)
            if wrong and o.keep:
                shutil.copy(os.path.join(folder, "twin.c"), os.path.join(o.keep, re.sub(r"\W+", "-", name) + ".c"))
    shutil.rmtree(folder)
    if not o.print:
        print("count: %d pairs, %d of them of bugs that are not checked" %
              (len(pairs), sum(pair.is_unchecked for pair in pairs)))
        print("%d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
