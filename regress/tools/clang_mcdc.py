#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare what an output folder of --criterion mcdc claims with what clang 19
counts (-fcoverage-mcdc) when its tests are replayed on the plain program:
clang_mcdc.py OUTPUT FILE.c... [-- FLAGS]

Decisions are known by file, line and column. Of those that clang has, the
conditions for which there is a pair must be the same. Those that it leaves out
(nested decisions, constants, its limit of vectors) are listed, not compared."""
import json
import os
import sys
import tempfile

from clang_compare import Unit, build, replay, run

COUNTING = ("clang-19", ["-fprofile-instr-generate", "-fcoverage-mapping", "-fcoverage-mcdc"],
            "__llvm_profile_write_file")


def counted(program, tmp, harness):
    """(file, line, column) -> for each condition whether there is a pair."""
    raw = [os.path.join(tmp, f) for f in os.listdir(tmp) if f.endswith(".profraw")]
    run(["llvm-profdata-19", "merge", "-o", tmp + "/all.profdata", *raw])
    data = json.loads(run(["llvm-cov-19", "export", program, "-instr-profile", tmp + "/all.profdata"]).stdout)
    found = {}
    for function in data["data"][0]["functions"]:
        for record in function.get("mcdc_records", []):
            path = os.path.realpath(function["filenames"][0])
            if path.startswith(harness):  # what --inputs declares
                continue
            found[(path, record[0], record[1])] = record[-1]
    return found


def claimed(report):
    decisions = [(os.path.realpath(d["file"]), d["line"], d["column"]) for d in report["mcdc_decision"]]
    pairs = {}
    for pair in report["mcdc"]:
        pairs.setdefault(decisions[pair["decision"]], []).append(pair["verdict"] == "covered")
    return pairs


def main():
    args, flags = sys.argv[1:], []
    if "--" in args:
        flags = args[args.index("--") + 1:]
        args = args[:args.index("--")]
    out, units = args[0], [Unit(f, os.getcwd(), []) for f in args[1:]]
    report = json.load(open(out + "/report.json"))
    ours = claimed(report)
    with tempfile.TemporaryDirectory() as tmp:
        program = build(out, units, flags, tmp, COUNTING)
        replay(program, out, [t["number"] for t in report["test"]], tmp)
        theirs = counted(program, tmp, os.path.realpath(out) + "/harness/")
    # clang has the place in the macro where we have the one that names it.
    for place in [p for p in theirs if p not in ours]:
        same = [p for p in ours if p not in theirs and ours[p] == theirs[place]]
        if same:
            theirs[same[0]] = theirs.pop(place)
    bad = [place for place in theirs if ours.get(place) != theirs[place]]
    for place in bad:
        print("%s:%d:%d: tp2ph %s, clang %s" % (*place, ours.get(place), theirs[place]))
    for place in sorted(set(ours) - set(theirs)):
        print("%s:%d:%d: left out by clang" % place)
    print("%d decisions compared, %d left out by clang, %d differences" % (
        len(theirs), len(set(ours) - set(theirs)), len(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
