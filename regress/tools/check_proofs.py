#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The proofs of a report. Usage: check_proofs.py SOLVER OUT CERTIFICATES

Each infeasible branch names certificates that are there; the solver (any that
reads SMT-LIB 2, yices-smt2) calls each of them unsat and, with any one of its
assertions left out, satisfiable: the proof names nothing that it does not need.
"""
import json
import os
import subprocess
import sys
import tempfile


def ask(solver, text):
    with tempfile.NamedTemporaryFile("w", suffix=".smt2", delete=False) as f:
        f.write(text)
    out = subprocess.run([solver, f.name], stdout=subprocess.PIPE, timeout=60).stdout
    os.unlink(f.name)
    return out.decode().strip()


def check(solver, path):
    with open(path) as f:
        lines = f.read().splitlines()
    wrong = [] if ask(solver, "\n".join(lines)) == "unsat" else ["%s is not unsat" % path]
    asserts = [i for i, line in enumerate(lines) if line.startswith("(assert")]
    for i in asserts if len(asserts) > 1 else []:
        if ask(solver, "\n".join(lines[:i] + lines[i + 1:])) != "sat":
            wrong.append("%s does not need %s" % (path, lines[i][-40:]))
    return wrong


def main():
    solver, out, folder = sys.argv[1:]
    with open(os.path.join(out, "report.json")) as f:
        branches = [b for b in json.load(f)["branch"] if b["verdict"] == "infeasible"]
    wrong = ["line %d: %s %s has no certificate" % (b["line"], b["text"], b["side"])
             for b in branches if not b.get("certificates")]
    names = {name for b in branches for name in b.get("certificates", [])}
    for name in sorted(names):
        wrong += check(solver, os.path.join(folder, name))
    for what in wrong:
        print(what)
    print("%d branches, %d certificates, %d wrong" % (len(branches), len(names), len(wrong)))
    return 1 if wrong or not branches else 0


sys.exit(main())
