#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Crash bugs found by units in their context (seed 001), and false alarms beside them.

usage: units.py BUILD [--programs N|A,B,..] [--lines N] [--sample N] [--time SECONDS] [--rows A,B,..] [--jobs N] [--keep DIR [--resume]]

With --keep and --resume a row of a program is measured once (DIR/pNN/ROW.json): programs can be measured one by one, and the last call,
with all of them, prints the table of all. A row is measured again when its file is removed.

Programs are put together from regress/bench/modules, each of which has bugs as public fixes show them: a check that is
missing (a line that begins with ?N is left out) before the line that crashes. Which bugs a program has, and its sizes,
come from a seed. Before anything is measured a compiler's sanitizer says that the input written in the module triggers each
bug, at its line, and that no system test does.

With --lines a program has modules, again and again under other names, until it is that long, and up to four of them are
run one after the other, as its inputs say: no one decides that in seconds. --sample N tests only N functions of a program: those that
have bugs, then others by lot.

A true alarm is at the line of a bug, and of its kind; all others are false. `detected` counts bugs with such an alarm.
"""
import argparse
import glob
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CHECKS = "assert,division,bounds,pointer"
PAPER = ["--driver", "paper", "--strategy", "unit-first"]
# name: (options, which alarms count); None: those of the run before it are counted another way
ROWS = {
    "plain": (["--distance", "0"] + PAPER, lambda a: a["test"]),
    "distance 3": (["--distance", "3"] + PAPER, lambda a: a["by_contexts"] == "reported"),
    "distance 6": (["--distance", "6"] + PAPER, lambda a: a["by_contexts"] == "reported"),
    "distance 9": (["--distance", "9"] + PAPER, lambda a: a["by_contexts"] == "reported"),
    "conbrio": (PAPER, lambda a: a["by_contexts"] == "reported"),
    "no filter": (None, lambda a: a["test"]),
    "no ranges": (PAPER + ["--ranges", "off"], lambda a: a["by_contexts"] == "reported"),
    "ours": ([], lambda a: a["verdict"] in ("confirmed", "reported")),
    "confirmed": (None, lambda a: a["verdict"] == "confirmed"),
    "main job": ("main", None),
}


class Module:
    def __init__(self, path):
        self.name = os.path.basename(path).split(".")[0]
        text = open(path).read()
        self.head, self.body = text.split("*/\n", 2)[1:]
        self.sizes = re.search(r"\* N: (.*)", self.head).group(1).split()
        self.usual = [u.split() for u in re.findall(r"\* usual: (.*)", self.head)]
        self.trigger = {int(k): v.split() for k, v in re.findall(r"\* trigger (\d): (.*)", self.head)}

    def text(self, size, bugs, prefix):
        """The lines, and of each bug its (line, kind) in them."""
        lines, places = [], {}
        for line in self.body.replace("@N@", size).replace("M_", prefix + "_").split("\n"):
            guard = re.match(r"\?(\d)(.*)", line)
            if guard and int(guard.group(1)) in bugs:
                continue
            line = guard.group(2) if guard else line
            tag = re.search(r" /\*!(\d) (\w+)\*/", line)
            if tag and int(tag.group(1)) in bugs:
                places[int(tag.group(1))] = (len(lines), tag.group(2))
            lines.append(re.sub(r" /\*!.*?\*/", "", line))
        return lines, places


class Program:
    """A C file, where its bugs are, inputs that trigger them, system tests."""

    def __init__(self, folder, number, modules, length):
        rng = random.Random(number)
        chosen = rng.sample(modules, 8)
        bugs = rng.sample([(i, k) for i, m in enumerate(chosen) for k in m.trigger], 5 + number % 2)
        lines = ["int __VERIFIER_nondet_int(void);", "", "static int input(void)", "{",
                 "  return __VERIFIER_nondet_int();", "}"]
        self.bugs, self.triggers, self.tests, self.prefixes = {}, {}, [], []
        first = ["1"] if length else []
        while len(self.prefixes) < len(chosen) or len(lines) + 20 < length:
            i = len(self.prefixes)
            m = chosen[i % len(chosen)]
            self.prefixes.append(m.name + (str(i // len(chosen)) if i >= len(chosen) else ""))
            text, places = m.text(rng.choice(m.sizes), [k for at, k in bugs if at == i], self.prefixes[i])
            for k, (at, kind) in places.items():
                self.bugs[i, k] = (len(lines) + at + 1, kind)
                self.triggers[i, k] = first + [str(i)] + m.trigger[k]
            lines += text
            self.tests += [first + [str(i)] + u for u in m.usual]
        lines += ["", "static int command(void)" if length else "int main(void)", "{", "  switch (input()) {"]
        for i, prefix in enumerate(self.prefixes):
            lines += ["  case %d:" % i, "    return %s_run();" % prefix]
        lines += ["  default:", "    return 1;", "  }", "}"]
        if length:
            lines += ["", "int main(void)", "{", "  int n = input(), i;", "  if (n < 0 || n > 4)", "    return 1;",
                      "  for (i = 0; i < n; i++)", "    if (command() < 0)", "      return 2;", "  return 0;", "}"]
        self.functions = self.of_bugs_first(lines, rng)
        self.lines = len(lines)
        self.folder = os.path.join(folder, "p%02d" % number)
        self.path = os.path.join(self.folder, "program%02d.c" % number)
        os.makedirs(os.path.join(self.folder, "tests"), exist_ok=True)
        with open(self.path, "w") as f:
            f.write("\n".join(lines) + "\n")
        for i, test in enumerate(self.tests):
            with open(os.path.join(self.folder, "tests", "t%02d.xml" % i), "w") as f:
                f.write("<testcase>%s</testcase>\n" % "".join("<input>%s</input>" % v for v in test))

    def of_bugs_first(self, lines, rng):
        """Names of functions: those that have a bug, then the others by lot."""
        starts = [(k + 1, m.group(1)) for k, line in enumerate(lines)
                  if (m := re.match(r"static (?!const)[\w *]*?\b(\w+)\([^;]*$", line))]
        of_bugs = [max(s for s in starts if s[0] <= line)[1] for line, _ in self.bugs.values()]
        others = [name for _, name in starts if name not in of_bugs]
        rng.shuffle(others)
        return sorted(set(of_bugs)) + others

    def check(self):
        """What the sanitizer says of triggers and tests."""
        reader = os.path.join(self.folder, "reader.c")
        with open(reader, "w") as f:
            f.write('#include <stdio.h>\nint __VERIFIER_nondet_int(void)\n{ int v = 0; return scanf("%d", &v) == 1 ? v : 0; }\n')
        exe = os.path.join(self.folder, "sanitized")
        subprocess.run(["gcc", "-w", "-g", "-fsanitize=bounds,null,integer-divide-by-zero", "-fno-sanitize-recover=all",
                        "-o", exe, self.path, reader], check=True)

        def says(values):
            run = subprocess.run([exe], input=" ".join(values), capture_output=True, text=True)
            found = re.search(r"\.c:(\d+):", run.stderr)
            return int(found.group(1)) if found else 0
        for bug, (line, _) in self.bugs.items():
            if says(self.triggers[bug]) != line:
                sys.exit("%s: %s is not triggered at line %d" % (self.path, bug, line))
        for test in self.tests:
            if says(test):
                sys.exit("%s: test %s shows a bug" % (self.path, test))


def match(program, line, kind):
    for bug, (at, of_kind) in program.bugs.items():
        if at == line and (kind == of_kind or kind.startswith("crash")):
            return bug
    return None


def folder_of(program, row):
    return os.path.join(program.folder, row.replace(" ", "-"))


def read_json(path):
    with open(path) as f:
        return json.load(f)


def run_units(options, program, row):
    out = folder_of(program, row)
    command = [options.build + "/tp2ph", "unit", "-q", "-j", str(options.jobs), "--timeout", "%gs" % options.time,
               "--tests", os.path.join(program.folder, "tests"), "-o", out] + ROWS[row][0] + options.resume
    for function in program.functions[:options.sample]:
        command += ["--function", function]
    command.append(program.path)
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1, 5):
        sys.exit("%s: status %d\n%s" % (" ".join(command), run.returncode, run.stderr))


def measure_units(program, report, row):
    alarms = [a for u in report["unit"] for a in u["alarm"] if ROWS[row][1](a)]
    found = {match(program, a["line"], a["kind"]) for a in alarms}
    b, t, n = report["branches"], report["time"], max(1, len(report["unit"]))
    return {"detected": len(found - {None}),
            "false": sum(match(program, a["line"], a["kind"]) is None for a in alarms),
            "functions": sum(len(u["functions"]) for u in report["unit"]) / n,
            "contexts": sum(len(u["contexts"]) for u in report["unit"]) / n,
            "testing": t["system"] + t["units"], "filtering": t["contexts"] + t["confirm"],
            "branches": 100.0 * (b["covered"] + b["unit_covered"]) / max(1, b["total"] - b["infeasible"])}


def measure_main(options, program, seconds):
    out = folder_of(program, "main job")
    subprocess.run([options.build + "/tp2ph", "-q", "--check", CHECKS, "--timeout", "%ds" % max(1, seconds), "--tests",
                    os.path.join(program.folder, "tests"), "-o", out, program.path],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    report = read_json(out + "/report.json")
    violated = [c for c in report["check"] if c["verdict"] == "violated"]
    found = {match(program, c["line"], c["kind"]) for c in violated}
    b = report["branches"]
    return {"detected": len(found - {None}), "false": sum(match(program, c["line"], c["kind"]) is None for c in violated),
            "functions": 0, "contexts": 0, "testing": report["seconds"], "filtering": 0,
            "branches": 100.0 * b["covered"] / max(1, b["total"] - b["infeasible"])}


def wilcoxon(a, b):
    """Two-sided p of the signed-rank test, by all signs of up to 16 differences; 1 if there are none."""
    differences = [x - y for x, y in zip(a, b) if x != y]
    n = len(differences)
    if n == 0 or n > 16:
        return 1.0
    sizes = sorted(abs(d) for d in differences)
    ranks = {s: sum(i + 1 for i, x in enumerate(sizes) if x == s) / sizes.count(s) for s in sizes}
    weights = [ranks[abs(d)] for d in differences]
    middle = sum(weights) / 2
    seen = abs(sum(w for w, d in zip(weights, differences) if d > 0) - middle)
    far = sum(abs(sum(w for i, w in enumerate(weights) if signs >> i & 1) - middle) >= seen - 1e-9 for signs in range(1 << n))
    return far / (1 << n)


def ratio(cells):
    true = sum(c["detected"] for c in cells)
    return sum(c["false"] for c in cells) / true if true else math.inf


def print_row(row, cells, ours):
    """cells, ours: of programs. p is of those that both have."""
    of_all = list(cells.values())
    n, bugs, found = len(cells), sum(len(p.bugs) for p in cells), sum(c["detected"] for c in of_all)
    mean = {k: sum(c[k] for c in of_all) / n for k in of_all[0]}
    both = [p for p in cells if p in ours]
    p = wilcoxon([cells[x]["false"] for x in both], [ours[x]["false"] for x in both])
    print("| %s | %d | %d of %d (%.0f %%) | %.2f | %.3f | %.1f | %.1f | %.0f | %.0f | %.1f |" % (
        row, n, found, bugs, 100.0 * found / bugs, ratio(of_all), p,
        mean["functions"], mean["contexts"], mean["testing"], mean["filtering"], mean["branches"]))


def print_table(programs, results):
    print("| row | programs | detected | false for a true one | p | functions in a unit | contexts | testing s | filtering s | branches % |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for row, cells in results.items():
        print_row(row, cells, results.get("ours", {}))
    print("\n%d programs, %d lines, %d bugs; load %.1f" % (
        len(programs), sum(p.lines for p in programs), sum(len(p.bugs) for p in programs), os.getloadavg()[0]), flush=True)


def measure_row(options, program, row, counted):
    """counted: the row whose run it counts in its own way, or itself."""
    if row == "main job":
        return measure_main(options, program, read_json(folder_of(program, "ours") + "/report.json")["seconds"])
    if row == counted:
        run_units(options, program, row)
    return measure_units(program, read_json(folder_of(program, counted) + "/report.json"), row)


def measure_program(options, program, results):
    counted = None
    for row in options.rows.split(","):
        start = time.time()
        kept = folder_of(program, row) + ".json"
        counted = row if ROWS[row][0] is not None else counted
        if not options.resume or not os.path.exists(kept):
            cell = measure_row(options, program, row, counted)
            with open(kept, "w") as f:
                json.dump(cell, f)
        cell = results.setdefault(row, {})[program] = read_json(kept)
        print("%s, %s: %d of %d detected, %d false, %.0f s" % (
            os.path.basename(program.path), row, cell["detected"], len(program.bugs), cell["false"], time.time() - start),
            file=sys.stderr, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--programs", default="12", help="how many, or which: 7,9,")
    parser.add_argument("--lines", type=int, default=0, help="at least so many in a program")
    parser.add_argument("--sample", type=int, default=0, help="only so many functions of a program")
    parser.add_argument("--time", type=float, default=180)
    parser.add_argument("--rows", default=",".join(ROWS))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", help="folder for programs and results")
    parser.add_argument("--resume", action="store_const", const=["--resume"], default=[], help="go on from what DIR holds")
    options = parser.parse_args()
    folder = options.keep or tempfile.mkdtemp()
    modules = [Module(m) for m in sorted(glob.glob(HERE + "/modules/*.c.in"))]
    which = options.programs.split(",")
    numbers = [int(n) for n in which if n] if len(which) > 1 else range(1, int(which[0]) + 1)
    programs = [Program(folder, n, modules, options.lines) for n in numbers]
    for program in programs:
        program.check()
    results = {}
    for program in programs:
        measure_program(options, program, results)
    print_table(programs, results)
    if not options.keep:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
