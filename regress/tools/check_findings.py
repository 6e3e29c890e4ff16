#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare the findings of output folders with what the source says.
Usage: check_findings.py SOURCE.c STATUS OUTPUT [SECOND-OUTPUT]

The source marks lines with /* FINDING kind [SIGNAL] */. Each should be found
once, nothing else should be, each finding's test should end in that way on the
plain program (harness/run.sh), and the status should fit. A second folder, of
another run with the same seed, should be equal but for times.
"""
import filecmp
import json
import os
import re
import resource
import signal
import subprocess
import sys

problems = []


def expect(what, got, wanted):
    if got != wanted:
        problems.append("%s: %r instead of %r" % (what, got, wanted))


def marked(source):
    found = []
    for number, line in enumerate(open(source), 1):
        m = re.search(r"/\* FINDING (\w+) ?(SIG\w+)? \*/", line)
        if m:
            found.append((m.group(1), m.group(2), number))
    return found


def few_resources():
    resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def replay(out, f):
    env = dict(os.environ, TP2PH_TIMEOUT="1" if f["kind"] == "hang" else "20")
    run = subprocess.run(["sh", os.path.join(out, "harness/run.sh"), str(f["test"])],
                         env=env, preexec_fn=few_resources, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, text=True)
    return run.stdout.split("\n")[0]


def replays_as(f):
    name = "testcase-%04d " % f["test"]
    if f["kind"] == "crash":
        return [name + "signal %d" % getattr(signal, f["signal"])]
    if f["kind"] == "hang":
        return [name + "timeout"]
    return [name + "not run: it uses up memory or processes"]


def check_findings(source, status, out):
    report = json.load(open(os.path.join(out, "report.json")))
    got = [(f["kind"], f["signal"], f["line"]) for f in report["findings"]]
    expect("findings", sorted(got, key=str), sorted(marked(source), key=str))
    unknown = report["branches"]["unknown"]
    expect("status", status, 1 if got or unknown else 0)
    for f in report["findings"]:
        expect("file of the finding", f["file"], source)
        end = replay(out, f)
        if end not in replays_as(f):
            problems.append("test %d replays as %r instead of %s" % (
                f["test"], end, replays_as(f)))


def timeless(folder):
    report = json.load(open(os.path.join(folder, "report.json")))
    for key in ("seconds", "time", "peak_rss_kb", "created", "timeline"):
        report.pop(key, None)
    for row in report["phases"] + report["arms"] + [report["constraints"]]:
        row.pop("seconds")
    return report


def check_equal(first, second):
    a, b = timeless(first), timeless(second)
    for key in sorted(set(a) | set(b)):
        if a.get(key) != b.get(key):
            problems.append("two runs differ in %s: %.300s / %.300s" % (
                key, json.dumps(a.get(key)), json.dumps(b.get(key))))
    names = [sorted(os.listdir(os.path.join(d, "test-suite"))) for d in (first, second)]
    expect("names of the second run's tests", names[1], names[0])
    for name in names[0]:
        paths = [os.path.join(d, "test-suite", name) for d in (first, second)]
        if name != "metadata.xml" and not filecmp.cmp(*paths, shallow=False):
            problems.append("two runs differ in " + name)


check_findings(sys.argv[1], int(sys.argv[2]), sys.argv[3])
if len(sys.argv) > 4:
    check_equal(sys.argv[3], sys.argv[4])
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
