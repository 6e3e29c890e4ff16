# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/algorithms.md says where each line of an algorithm lives: everything that its tables name must be there.

usage: check_algorithms.py FOLDER     of the project

In the tables, behind the first column: a `name` is a function, a member, a constant, a strategy or a test in the files
that its cell names, or else in those of the section's heading; one that begins with tp_ may be anywhere in src. Files
(`folder/file.c`) must exist.
"""
import glob
import os
import re
import sys

PLACES = ("src/", "", "regress/unit/", "regress/graphs/", "regress/suite/")
FILE = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:c|h|def|rg|py|sh|md))`")
NAME = re.compile(r"`(\w+)`")
DEFINITION = (r"(?m)^[\w*][\w *]*\b{0}\(|\bTEST\({0}\)|^#define {0}\b|^\s+[\w *]+[ *]{0}(?:\[\w+\])?[;,]|^\s+{0}(?: =.*)?,?(?:\s*/\*.*)?$"
              r"|^typedef .*\b{0};|^}} {0};|\"{0}\"|^\s+bool [\w, ]*\b{0}\b|(?:VEC|\*)\(?.*\b{0};")


def find(name):
    """The files that are meant."""
    return [f for place in PLACES for f in glob.glob(os.path.join(place + name))]


def text_of(files):
    text = ""
    for name in files:
        with open(name) as f:
            text += f.read()
    return text


def home_of(heading):
    """The files of a section: those that its heading names, or all of the folders."""
    files = []
    for word in re.findall(r"`([\w./*]+)`", heading):
        found = find(word)
        files += [g for f in found for g in (glob.glob(f + "/*.[ch]") if os.path.isdir(f) else [f])]
    return files


def cells_of(text):
    """(line, heading, cell) of all tables, without first columns."""
    heading = ""
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            heading = line
        if line.startswith("| "):
            for cell in line.strip("| ").split(" | ")[1:]:
                yield number, heading, cell


def main():
    os.chdir(sys.argv[1])
    with open("docs/algorithms.md") as f:
        text = f.read()
    everywhere = text_of(glob.glob("src/*/*.[ch]"))
    tests = text_of(glob.glob("regress/unit/*.c"))
    wrong, named = [], 0
    for number, heading, cell in cells_of(text):
        files = FILE.findall(cell)
        for name in files:
            if not find(name):
                wrong.append("%d: there is no file %s" % (number, name))
        near = [f for name in files for f in find(name) if f.endswith((".c", ".h"))] or home_of(heading)
        for name in NAME.findall(cell):
            if name.isdigit():
                continue
            named += 1
            place = everywhere if name.startswith("tp_") or not near else text_of(near)
            if not re.search(DEFINITION.format(name), place) and not re.search(r"\bTEST\(%s\)" % name, tests):
                wrong.append("%d: %s is not in %s" % (number, name, ", ".join(near) or "src"))
    for line in wrong:
        print("docs/algorithms.md:" + line)
    print("%d names, %d wrong" % (named, len(wrong)))
    return 1 if wrong or not named else 0


sys.exit(main())
