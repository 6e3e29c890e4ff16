# SPDX-License-Identifier: GPL-3.0-or-later
"""check_night.py DIR PROGRAMS MARK: a night on several machines, one of which
was killed, has each program once.

MARK lists what had ended by then, one name a line: none of it was run again.
"""
import collections
import glob
import json
import os
import sys

folder, programs, mark = sys.argv[1], int(sys.argv[2]), sys.argv[3]
wrong = 0


def expect(what, is_good):
    global wrong
    if not is_good:
        wrong += 1
        print("wrong: " + what)


batch = json.load(open(os.path.join(folder, "batch.json")))
names = [p["name"] for p in batch["programs"]]
expect(f"{len(names)} programs instead of {programs}", len(names) == programs)
expect("a program is there twice", len(set(names)) == len(names))
for p in batch["programs"]:
    expect(f"{p['name']}: {p['status']}", p["status"] == "ok")
    expect(f"{p['name']}: no tests", bool(glob.glob(f"{folder}/{p['name']}/test-suite/testcase-*.xml")))
ended = collections.Counter()
for journal in glob.glob(folder + "/.tp2ph-batch-*"):
    ended.update(line.split()[4] for line in open(journal))
for name in names:
    expect(f"{name} has ended {ended[name]} times", ended[name] == 1)
killed_at = os.stat(mark).st_mtime
before = open(mark).read().split()
for name in before:
    expect(f"{name} was run again", os.stat(f"{folder}/{name}/report.json").st_mtime <= killed_at)
print(f"count: {len(names)} programs, {len(before)} of them before a machine was killed")
sys.exit(wrong > 0)
