# SPDX-License-Identifier: GPL-3.0-or-later
"""Searches in seconds of a processor: with the clock of clock.c, so that they mean the same on a busy machine."""
import json
import os
import subprocess
import tempfile

BUSY = 40  # times that the clock may be slower than ours
COMPILING = 60  # seconds that it may take


def search(build, arguments, seconds, out, is_clocked=True):
    """The report of one search, whose limit of time is so many seconds; of a real clock where it is not clocked."""
    environment = dict(os.environ)
    if is_clocked:
        environment["LD_PRELOAD"] = os.path.abspath(os.path.join(build, "bench", "clock.so"))
    done = subprocess.run([os.path.join(build, "tp2ph"), "-q", "--timeout", "%gs" % seconds, "-o", out] + arguments,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment, timeout=BUSY * seconds)
    path = os.path.join(out, "report.json")
    if not os.path.exists(path):
        raise SystemExit("%s: status %d, no report: %s" % (" ".join(arguments), done.returncode, done.stderr))
    with open(path) as f:
        return json.load(f)


def before_search(report):
    """Seconds until the first run."""
    return sum(report["time"].get(part, 0) for part in ("front", "graph", "instrument", "compile"))


class Limits:
    """Of searches of so many seconds: with the time that reading and compiling a program takes, which is measured once."""

    def __init__(self, build):
        self.build, self.before = build, {}

    def of(self, arguments, seconds):
        key = tuple(arguments)
        if key not in self.before:
            with tempfile.TemporaryDirectory() as folder:
                one = ["--strategy", "random-input", "--max-runs", "1"]
                self.before[key] = before_search(search(self.build, one + arguments, COMPILING, os.path.join(folder, "out")))
        return seconds + 1.5 * self.before[key] + 0.1


def moments(report):
    """[seconds of searching, covered, infeasible], one for each change."""
    before, total = before_search(report), report["branches"]["total"]
    return [[m["seconds"] - before, min(m["covered"], total), m["infeasible"]] for m in report["timeline"]]
