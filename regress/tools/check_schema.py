#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""report.json's fields only grow: what schema 1 has is in the reports given.

usage: check_schema.py FIELDS REPORT...    FIELDS: one path a line, a.b[].c

A field that only some programs have must be in one of the reports.
"""
import json
import sys


def collect(value, path, out):
    if isinstance(value, dict):
        for key, inner in value.items():
            name = f"{path}.{key}" if path else key
            out.add(name)
            collect(inner, name, out)
    elif isinstance(value, list):
        for inner in value:
            collect(inner, path + "[]", out)


def main():
    wanted = set(open(sys.argv[1]).read().split())
    found = set()
    for path in sys.argv[2:]:
        with open(path) as file:
            report = json.load(file)
        if report.get("schema") != 1:
            sys.exit(f"{path}: schema {report.get('schema')}: it should have a list of its own")
        collect(report, "", found)
    for name in sorted(wanted - found):
        print("a field is gone:", name)
    sys.exit(bool(wanted - found))


main()
