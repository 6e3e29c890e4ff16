#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs whose inputs have limits (--inputs), against the whole truth.
Usage: limits_truth.py TP2PH FOLDER SEED...

For each seed: a program of a few conditions over inputs of small types with
small ranges, often without 0. Plain cc runs it for every value inside the
limits and counts what is taken; tp2ph has to cover just these branches, prove
the others dead, and keep to the limits in each test.
"""
import json
import os
import random
import subprocess
import sys
import xml.etree.ElementTree as xml

TYPES = {"int": (-100, 100), "unsigned char": (0, 255), "signed char": (-128, 127),
         "short": (-300, 300), "unsigned": (0, 400), "long": (-50, 50), "_Bool": (0, 1)}


def make(seed):
    r = random.Random(seed)
    inputs = []
    for i in range(r.randint(2, 3)):
        kind = r.choice(sorted(TYPES))
        low = r.randint(*TYPES[kind])
        high = min(TYPES[kind][1], low + r.randint(0, 9))
        inputs.append(("in%d" % i, kind, low, high, r.random() < 0.5))
    names = [n for n, *_ in inputs]
    lines, n = [], 0
    for _ in range(r.randint(4, 9)):
        a, b = r.choice(names), r.choice(names)
        _, _, low, high, _ = inputs[names.index(a)]
        near = r.randint(low - 2, high + 2)
        test = r.choice(["%s_ < %d" % (a, near), "%s_ == %d" % (a, near), "%s_ > %d" % (a, near),
                         "%s_ + %s_ == %d" % (a, b, near), "%s_ * 3 - %s_ < %d" % (a, b, near),
                         "%s_ %% 3 == %d" % (a, r.randint(-2, 2)), "(%s_ ^ %s_) > %d" % (a, b, near)])
        inner = "%s_ != %d" % (b, near) if r.random() < 0.5 else None
        lines.append("    if (%s) {\n        H(%d);%s\n    } else\n        H(%d);" % (
            test, n,
            "\n        if (%s)\n            H(%d);\n        else\n            H(%d);" % (
                inner, n + 2, n + 3) if inner else "", n + 1))
        n += 4 if inner else 2
    body = []
    for name, kind, _, _, by_pointer in inputs:
        body.append("    %s %s_;" % (kind, name))
    for name, kind, _, _, by_pointer in inputs:
        body.append("    %s(&%s_);" % (name, name) if by_pointer else "    %s_ = %s();" % (name, name))
    body += lines
    head = "".join("void %s(%s *value);\n" % (n, k) if p else "%s %s(void);\n" % (k, n)
                   for n, k, _, _, p in inputs)
    declared = "".join(
        "void %s(out %s *value in %d .. %d);\n" % (n, k, lo, hi) if p else
        "%s %s(void) in %d .. %d;\n" % (k, n, lo, hi) for n, k, lo, hi, p in inputs)
    return inputs, head, "\n".join(body), declared


def truth(folder, inputs, head, body):
    """Which H(k) are reached by some values inside the limits."""
    text = "#include <stdio.h>\n" + head
    text += "static int hit[100];\n#define H(k) (hit[k] = 1)\n"
    for name, kind, _, _, by_pointer in inputs:
        text += "static %s now_%s;\n" % (kind, name)
        text += ("void %s(%s *value) { *value = now_%s; }\n" % (name, kind, name) if by_pointer
                 else "%s %s(void) { return now_%s; }\n" % (kind, name, name))
    text += "static void flow(void) {\n%s\n}\nint main(void) {\n" % body
    for name, _, low, high, _ in inputs:
        text += "for (long v_%s = %d; v_%s <= %d; v_%s++) {\n now_%s = v_%s;\n" % (
            (name, low, name, high, name, name, name))
    text += "flow();\n" + "}" * len(inputs)
    text += '\nfor (int k = 0; k < 100; k++) if (hit[k]) printf("%d\\n", k);\n}\n'
    with open(folder + "/truth.c", "w") as f:
        f.write(text)
    subprocess.run(["cc", "-w", "-o", folder + "/truth", folder + "/truth.c"], check=True)
    done = subprocess.run([folder + "/truth"], capture_output=True, text=True, check=True)
    return {int(k) for k in done.stdout.split()}


def claims(folder, source):
    """Which H(k) tp2ph has covered: by the condition and side that lead to it."""
    report = json.load(open(folder + "/out/report.json"))
    verdict = {(b["line"], b["side"]): b["verdict"] for b in report["branch"]}
    lines = source.split("\n")
    covered, dead, unknown = set(), set(), set()
    stack = []
    for number, line in enumerate(lines, 1):
        if line.strip().startswith("if ("):
            stack.append((number, "T"))
        elif line.strip() in ("} else", "else"):
            stack.append((stack.pop()[0], "F"))
        if "H(" in line and stack and "define" not in line:
            k = int(line.split("H(")[1].split(")")[0])
            {"covered": covered, "infeasible": dead}.get(verdict[stack[-1]], unknown).add(k)
            if stack[-1][1] == "F":
                stack.pop()
    return covered, dead, unknown


def inside(folder, inputs):
    for test in sorted(os.listdir(folder + "/out/test-suite")):
        if not test.startswith("testcase"):
            continue
        for one in xml.parse(folder + "/out/test-suite/" + test).iter("input"):
            name = one.get("variable").split("#")[0].split(".")[0]
            low, high = next((lo, hi) for n, _, lo, hi, _ in inputs if n == name)
            if not low <= int(one.text) <= high:
                return "%s: %s = %s is not in %d .. %d" % (test, name, one.text, low, high)
    return None


def try_seed(tp2ph, folder, seed):
    inputs, head, body, declared = make(seed)
    os.makedirs(folder, exist_ok=True)
    source = head + "static volatile int hits;\n#define H(k) (hits++)\nint main(void) {\n" + body + "\n    return 0;\n}\n"
    open(folder + "/p.c", "w").write(source)
    open(folder + "/p.inputs", "w").write(declared)
    strategy = [[], ["--strategy", "dfs"], ["--strategy", "random-input", "--max-runs", "60"]][seed % 3]
    done = subprocess.run([tp2ph, "-q", "-o", folder + "/out", "--timeout", "20", "--inputs",
                           folder + "/p.inputs", *strategy, folder + "/p.c"],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 5):
        return "status %d: %s" % (done.returncode, done.stderr[:500])
    reached = truth(folder, inputs, head, body)
    covered, dead, unknown = claims(folder, source)
    wrong = inside(folder, inputs)
    if wrong:
        return wrong
    if covered - reached or dead & reached:
        return "covered but impossible %s, dead but possible %s" % (covered - reached, dead & reached)
    if seed % 3 == 0 and (unknown or covered != reached):
        return "unknown %s, missed %s" % (unknown, reached - covered)
    if seed % 3 == 1 and covered != reached:
        return "dfs missed %s" % (reached - covered)
    return None


failed = 0
for seed in sys.argv[3:]:
    wrong = try_seed(sys.argv[1], os.path.join(sys.argv[2], seed), int(seed))
    if wrong:
        print("seed %s: %s" % (seed, wrong))
        failed += 1
sys.exit(1 if failed else 0)
