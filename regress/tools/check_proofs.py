#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The proofs of a report. Usage: check_proofs.py OUT CERTIFICATES [LINE: LINE LINE...]...

Each infeasible branch names certificates that are there. `16: 11 14` says that
the proof of the dead branch in line 16 names these lines, and no others but its
own. Prints how many certificates there are, and how many of them have a condition
as it was folded instead of the definitions behind it.
"""
import json
import os
import re
import sys


def main():
    out, folder = sys.argv[1:3]
    with open(os.path.join(out, "report.json")) as f:
        branches = [b for b in json.load(f)["branch"] if b["verdict"] == "infeasible"]
    wrong = ["line %d: %s %s has no certificate" % (b["line"], b["text"], b["side"])
             for b in branches if not b.get("certificates")]
    texts = {}
    for name in {n for b in branches for n in b.get("certificates", [])}:
        with open(os.path.join(folder, name)) as f:
            texts[name] = f.read()
    for rule in sys.argv[3:]:
        line, names = rule.split(":")
        expected = {int(n) for n in names.split()} | {int(line)}
        proofs = [b["proof"] for b in branches if b["line"] == int(line)]
        found = {int(n) for n in re.findall(r"\.c:(\d+): ", " ".join(proofs))}
        if found != expected:
            wrong.append("line %s: its proof names %s, not %s" % (line, sorted(found), sorted(expected)))
    for what in wrong:
        print(what)
    folded = sum(1 for t in texts.values() if " (as folded)" in t)
    print("%d branches, %d certificates, %d as folded, %d wrong" %
          (len(branches), len(texts), folded, len(wrong)))
    return 1 if wrong or not branches else 0


sys.exit(main())
