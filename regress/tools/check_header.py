#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare report.json with what the program's first comment says.
Usage: check_header.py SOURCE.c OUTPUT

"Branches: N" is the total; "Dead branches: N" (0 if it is not there) are to be
proved infeasible, and all others are to be covered.
"""
import json
import os
import re
import sys

text = open(sys.argv[1]).read()
report = json.load(open(os.path.join(sys.argv[2], "report.json")))
branches = report["branches"]
total = re.search(r"^ \* Branches: (\d+)", text, re.M)
dead = re.search(r"^ \* Dead branches: (\d+)", text, re.M)
wanted = {"infeasible": int(dead.group(1)) if dead else 0}
if not total:
    sys.exit("the source does not say 'Branches: N'")
wanted["total"] = int(total.group(1))
wanted["covered"] = wanted["total"] - wanted["infeasible"]
wrong = {k: v for k, v in wanted.items() if branches[k] != v}
for key in sorted(wrong):
    print("%s: %d instead of %d" % (key, branches[key], wrong[key]))
for b in report["branch"]:
    if wrong and b["verdict"] == "unknown":
        print("%s:%d: %s [%s] is unknown: %s" % (
            b["file"], b["line"], b["text"], b["side"], b["reason"]))
sys.exit(1 if wrong else 0)
