#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare a run on a program of regress/forever with what its source says.
Usage: check_forever.py SOURCE.c STATUS OUTPUT

/* .. EXPECT status N, unknown N, ends WORD.., [hang LINE] */: how tests end, each
word at least once. What report.json says of the ends is what harness/run.sh
prints. A test that ends with `inputs` ends with `exit` or `inputs` earlier when
its last input is taken away: there it asks for that one.
"""
import json
import os
import re
import subprocess
import sys

source, status, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
problems = []


def expect(what, got, wanted):
    if got != wanted:
        problems.append("%s: %r instead of %r" % (what, got, wanted))


def run(*tests):
    done = subprocess.run(["sh", os.path.join(out, "harness/run.sh"), *tests],
                          env=dict(os.environ, TP2PH_TIMEOUT="5"), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    expect("status of run.sh", done.returncode, 0)
    return done.stdout.splitlines()


def end_of(test):
    name = "testcase-%04d %s" % (test["number"], test["end"])
    return name + " %d" % test["code"] if test["end"] == "exit" else name


def check_shorter(test):
    path = os.path.join(out, "test-suite/testcase-%04d.xml" % test["number"])
    lines = open(path).read().splitlines()
    last = max(i for i, line in enumerate(lines) if "<input" in line)
    shorter = os.path.join(out, "shorter.xml")
    open(shorter, "w").write("\n".join(lines[:last] + lines[last + 1:]) + "\n")
    expect("without the last input of test %d" % test["number"], run(shorter),
           ["shorter inputs"])


text = open(source).read()
wanted = re.search(r"EXPECT status (\d), unknown (\d), ends ([a-z ]+?)(?:, hang (\d+))? \*/", text)
report = json.load(open(os.path.join(out, "report.json")))
ends = {t["end"] for t in report["test"]}
expect("status", status, int(wanted.group(1)))
expect("unknown", report["branches"]["unknown"], int(wanted.group(2)))
expect("ends", sorted(ends), wanted.group(3).split())
expect("findings", [(f["kind"], f["line"]) for f in report["findings"]],
       [("hang", int(wanted.group(4)))] if wanted.group(4) else [])
expect("run.sh", run(), [end_of(t) for t in report["test"]])
first = [t for t in report["test"] if t["end"] == "inputs" and t["inputs"]]
if first and len(first[0]["inputs"][-1]) == 2: # the value of a call
    check_shorter(first[0])
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
