# SPDX-License-Identifier: GPL-3.0-or-later
"""check_readers.py READERS DIR: the files of an output folder as the programs of
others read them (regress/tools/readers.sh): SARIF by its schema, Cobertura by
pycobertura, JUnit by junitparser. Their counts are those of the other files.
"""
import json
import os
import sys

readers = sys.argv[1]
sys.path.insert(0, readers)
import jsonschema
import junitparser
import pycobertura

sys.dont_write_bytecode = True
from folder import Folder

folder = Folder(sys.argv[2])
path, same, report = folder.path, folder.same, folder.report
schema = json.load(open(os.path.join(readers, "sarif/sarif-schema.json")))
jsonschema.validate(json.load(open(path("results.sarif"))), schema)

# Cobertura has a line for each decision; gcov may put its code elsewhere.
lines, file = {}, None
for row in open(path("lcov.info")):
    key, _, value = row.strip().partition(":")
    if key == "SF":
        file = value
    elif key == "BRDA":
        line, _, _, taken = value.split(",")
        place = (file, int(line))
        lines.setdefault(place, [None, 0])[1] += int(taken)
    elif key == "DA":
        line, hits = value.split(",")[:2]
        lines.setdefault((file, int(line)), [None, 0])[0] = int(hits)
cobertura = pycobertura.Cobertura(path("cobertura.xml"))
same("lines", cobertura.total_statements(), len(lines))
same("lines hit", cobertura.total_hits(), sum((taken if hits is None else hits) > 0 for hits, taken in lines.values()))

junit = junitparser.JUnitXml.fromfile(path("junit.xml"))
cases = [case for suite in junit for case in suite]
for suite in junit:
    same(f"cases of {suite.name}", suite.tests, len(list(suite)))
trouble = [type(result).__name__ for case in cases for result in case.result]
goals = [(name, goal["verdict"]) for name in ("branch", "bin", "rule", "check", "limit", "mcdc") for goal in report.get(name, [])]
same("what is unknown makes errors", "Error" in trouble, any(verdict == "unknown" for _, verdict in goals))
is_broken = any(verdict == "violated" or (name, verdict) == ("bin", "dead") for name, verdict in goals)
same("findings make failures", "Failure" in trouble, len(report["findings"]) > 0 or is_broken)
sys.exit(folder.wrong > 0)
