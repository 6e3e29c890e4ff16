# SPDX-License-Identifier: GPL-3.0-or-later
"""docs/algorithms.md says where each line of an algorithm lives: what it names must be there.

usage: check_algorithms.py FOLDER     of the project

In the tables of `where` and `test`, behind the first column: a `name` is defined (a function, a member, a constant, a
strategy, a test) in the files that its cell names or in those of the section's heading. A `folder/file` is there. What
begins with tp_ is defined anywhere in src, wherever it is named.
"""
import glob
import os
import re
import sys

PLACES = ("src/", "", "regress/unit/", "regress/graphs/", "regress/suite/")
FILE = re.compile(r"`((?:[\w.-]+/)*[\w.-]+\.(?:c|h|def|rg|py|sh|md))`")
NAME = re.compile(r"`([A-Za-z_]\w+)`")
DEFINED = (r"(?m)^\w[\w *]*\b{0}\(",                     # a function
           r"(?m)^#define {0}\b|^typedef \w+ {0}\b",          # a macro, a type
           r"(?m)^ +[\w *()]+[ *]{0}[,;\[)]",               # a member
           r"(?m)^[ {{\w]*\b{0}(?:,|$| = | +/\*)",           # a constant
           r"\"{0}\"")                                      # a strategy


def find(name):
    """The files that are meant."""
    return [f for place in PLACES for f in glob.glob(os.path.join(place + name))]


def text_of(files):
    text = ""
    for name in files:
        with open(name) as f:
            text += f.read()
    return text


def is_defined(name, text):
    return any(re.search(d.format(name), text) for d in DEFINED)


def home_of(heading):
    """The files of a section: those that its heading names, or all of the folders."""
    files = []
    for word in re.findall(r"`([\w./*]+)`", heading):
        found = find(word)
        files += [g for f in found for g in (glob.glob(f + "/*.[ch]") if os.path.isdir(f) else [f])]
    return files


def cells_of(text):
    """(line, heading, cell) of the tables that say where, without first columns."""
    heading, says_where = "", False
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#"):
            heading = line
        cells = [cell.strip() for cell in line.strip("| ").split(" | ")]
        if not line.startswith("|"):
            says_where = False
        elif cells[-1].startswith(("where", "test")):
            says_where = True
        elif says_where:
            for cell in cells[1:]:
                yield number, heading, cell


def main():
    os.chdir(sys.argv[1])
    with open("docs/algorithms.md") as f:
        text = f.read()
    everywhere = text_of(glob.glob("src/*/*.[ch]"))
    tests = text_of(glob.glob("regress/unit/*.c"))
    ours = set(re.findall(r"`(tp_\w+)`", text))
    wrong = ["%s is not defined in src" % name for name in sorted(ours) if not is_defined(name, everywhere)]
    named = len(ours)
    for number, heading, cell in cells_of(text):
        files = FILE.findall(cell)
        wrong += ["line %d: there is no file %s" % (number, name) for name in files if not find(name)]
        near = home_of(heading) + [f for name in files for f in find(name)]
        for name in NAME.findall(cell):
            if name in ours:
                continue
            named += 1
            if not is_defined(name, text_of(near)) and "TEST(%s)" % name not in tests:
                wrong.append("line %d: %s is not defined in %s" % (number, name, " ".join(near)))
    for line in wrong:
        print("docs/algorithms.md: " + line)
    print("%d names, %d wrong" % (named, len(wrong)))
    return 1 if wrong or not named else 0


sys.exit(main())
