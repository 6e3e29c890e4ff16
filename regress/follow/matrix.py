#!/usr/bin/env python3
"""Writes the programs of constructs.py, one for each group of constructs that
main chooses from by an input, and says which side of which condition a run of
tp2ph has missed.

matrix.py write DIR             the programs, DIR/NAME.c
matrix.py missed SOURCE REPORT  prints the construct, type and side of each
                                branch that is not covered, though it should
                                be, or is not named among what is concretised;
                                status 1 if there is any
"""
import json
import os
import re
import sys

from constructs import CONSTRUCTS, NOT_FOLLOWED

GROUP = 160  # functions in a program
MARK = "/* both */"

INPUT = {
    "_Bool": "bool", "char": "char", "signed char": "schar",
    "unsigned char": "uchar", "short": "short", "unsigned short": "ushort",
    "int": "int", "unsigned": "uint", "long": "long", "unsigned long": "ulong",
    "long long": "longlong", "unsigned long long": "ulonglong",
    "float": "float", "double": "double", "enum level": "level",
}
CONSTANT = {"_Bool": "1", "float": "7.25f", "double": "7.25", "enum level": "TOP"}

HEAD = """#define _GNU_SOURCE
#include <arpa/inet.h>
#include <byteswap.h>
#include <ctype.h>
#include <endian.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
enum level { LOW, MIDDLE = 3, TOP = 7 };
%s
static int count, zero;
static enum level input_level(void) {
  return (enum level)__VERIFIER_nondet_uint();
}
"""


def declarations():
    return "\n".join(
        "%s __VERIFIER_nondet_%s(void);" % (t, n) for t, n in INPUT.items() if n != "level")


def function(construct, kind):
    name, _, setup, body = construct
    read = "input_level()" if kind == "enum level" else "__VERIFIER_nondet_%s()" % INPUT[kind]
    full = "%s__%s" % (name, kind.replace(" ", "_"))
    head, condition = re.fullmatch(r"(.*)\breturn ([^;]*);", body).groups()
    text = "\n".join([
        "/* %s, %s */" % (name, kind), setup, "static int %s(void) {" % full,
        "  T x = IN;", "  (void)x;", "  " + head,
        "  if (%s) %s" % (condition, MARK), "    return 1;", "  return 0;", "}", ""])
    for word, by in (("NAME", full), ("PICK", "__VERIFIER_nondet_bool()"), ("IN", read),
                     ("K", CONSTANT.get(kind, "7")), ("T", kind)):
        text = re.sub(r"\b%s(?=\b|_)" % word, by, text)
    return full, text


def programs():
    every = [(c, t) for c in CONSTRUCTS for t in c[1]]
    for start in range(0, len(every), GROUP):
        names, texts = zip(*[function(c, t) for c, t in every[start:start + GROUP]])
        cases = "".join("  case %d: return %s();\n" % (i, n) for i, n in enumerate(names))
        main = "int main(void) {\n  switch (__VERIFIER_nondet_int()) {\n%s  }\n  return 0;\n}\n" % cases
        yield "m%02d" % (start // GROUP), HEAD % declarations() + "\n".join(texts) + main


def write(folder):
    os.makedirs(folder, exist_ok=True)
    for name, text in programs():
        with open(os.path.join(folder, name + ".c"), "w") as out:
            out.write(text)


def missed(source, report):
    lines = open(source).read().split("\n")
    results = json.load(open(report))
    starts = [i + 1 for i, line in enumerate(lines) if line.startswith("/* ")]
    named = {max(s for s in starts if s <= c["line"]) for c in results["concretised"] if c["line"]}
    bad = 0
    for b in results["branch"]:
        if b["verdict"] == "covered" or MARK not in lines[b["line"] - 1]:
            continue
        start = max(s for s in starts if s <= b["line"])
        title = lines[start - 1].strip("/* ")
        if title.split(",")[0] not in NOT_FOLLOWED:
            print("%s: %s [%s] is %s" % (title, b["text"], b["side"], b["verdict"]))
        elif start not in named:
            print("%s: is not followed, and nothing in the report says so" % title)
        else:
            continue
        bad = 1
    return bad


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(sys.argv[2])
    else:
        sys.exit(missed(sys.argv[2], sys.argv[3]))
