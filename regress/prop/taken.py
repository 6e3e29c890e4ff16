#!/usr/bin/env python3
"""Programs in which some branch is taken, though a model may not think so.

Usage: taken.py TP2PH FOLDER [--only NAME] [--cc CC] [--sample] [--tiny] [-v]

FOLDER/*.txt hold programs, each below a line

  === NAME [key: value; key: value ...]

  cc      gcc or clang: it is one for this compiler only
  flags   of the compiler
  inputs  what the inputs are, in the order they are read (77777, then zeros)

What stands behind a line "--- FILE" is a file of its own: another unit, or a
header that is included. Marks are in the first file.

A branch is marked by a comment on its line: the program ends with status 42
when it takes the true sides of all conditions on a line with TAKEN. Those on a
line with DEAD must be proved: not more is refused than has to be. Those on a
line with NEVER no input takes as it is compiled, and none is covered. That is seen
first, by running it, compiled as it is; then tp2ph must not call such a branch
infeasible, neither when Decide is asked before anything was searched
(--max-runs 1) nor by default. --sample: only the former, every fifth program,
and one compiler for each. --tiny: TP2PH has the least of each limit, so
nothing has to be proved.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

HEAD = "extern int __VERIFIER_nondet_int(void);\n"
DRIVER = "static int tp2ph_values[] = {%s}, tp2ph_next;\n" \
         "int __VERIFIER_nondet_int(void) { return tp2ph_next < %d ? tp2ph_values[tp2ph_next++] : 0; }\n"


class Program:
    def __init__(self, head, text):
        words = head[4:].split(None, 1)
        text, *files = text.split("\n--- ")
        self.name, self.text = words[0], HEAD + text + "\n"
        self.files = dict(file.split("\n", 1) for file in files)
        self.keys = {}
        for part in (words[1] if len(words) > 1 else "").split(";"):
            key, _, value = part.partition(":")
            self.keys[key.strip()] = value.strip()
        self.flags = self.keys.get("flags", "").split()
        self.inputs = self.keys.get("inputs", "77777").split()

    def units(self):
        return ["p.c"] + [name for name in self.files if name.endswith(".c")]

    def write(self, folder):
        for name, text in {"p.c": self.text, **self.files}.items():
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)

    def lines(self, mark):
        return [i for i, line in enumerate(self.text.split("\n"), 1)
                if "/* %s */" % mark in line]


def read_programs(folder):
    programs = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".txt"):
            continue
        with open(os.path.join(folder, name)) as f:
            for part in ("\n" + f.read()).split("\n=== ")[1:]:
                head, _, text = part.partition("\n")
                programs.append(Program("=== " + head, text))
    return programs


def plain_status(program, cc, folder):
    """How the program ends, compiled as it is."""
    driver, binary = (os.path.join(folder, n) for n in ("driver.c", "p"))
    program.write(folder)
    with open(driver, "w") as f:
        f.write(DRIVER % (",".join(program.inputs), len(program.inputs)))
    done = subprocess.run([cc, "-w", "-o", binary, *program.units(), driver, *program.flags, "-lm"],
                          capture_output=True, text=True, cwd=folder)
    if done.returncode:
        return "does not compile: " + done.stderr[:500]
    try:
        return subprocess.run([binary], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL, cwd=folder, timeout=10).returncode
    except subprocess.TimeoutExpired:
        return "does not end"


def verdicts(tp2ph, program, cc, options, folder):
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    argv = [tp2ph, "-q", "--timeout", "20", "-o", out, *options, *program.units(), "--",
            "-w", *program.flags, "-lm"]
    done = subprocess.run(argv, capture_output=True, text=True, cwd=folder,
                          env={**os.environ, "CC": cc}, stdin=subprocess.DEVNULL)
    path = os.path.join(out, "report.json")
    if done.returncode not in (0, 1, 5) or not os.path.exists(path):
        return None, "status %d: %s" % (done.returncode, done.stderr.strip()[:500])
    with open(path) as f:
        report = json.load(f)
    return [b for b in report["branch"] + report["uncounted"]], None


def check(tp2ph, program, cc, options, folder, is_tiny):
    """What is wrong, and the reasons of what is unknown."""
    branches, failed = verdicts(tp2ph, program, cc, options, folder)
    if failed:
        return [failed], set()
    wrong, reasons = [], set()
    taken, dead, never = (program.lines(mark) for mark in ("TAKEN", "DEAD", "NEVER"))
    if is_tiny:
        dead = []
    for b in branches:
        if b["file"] != "p.c":
            continue
        if b["line"] in taken and b["side"] != "F":
            if b["verdict"] == "infeasible":
                wrong.append("%d: '%s' is taken, and was proved infeasible: %s" %
                             (b["line"], b["text"], b["proof"]))
            elif b["verdict"] == "unknown":
                reasons.add(b["reason"] or "none")
        if b["line"] in dead and b["side"] == "T" and b["verdict"] != "infeasible":
            wrong.append("%d: '%s' was not proved infeasible: %s" %
                         (b["line"], b["text"], b["reason"]))
        if b["line"] in never and b["side"] == "T" and b["verdict"] == "covered":
            wrong.append("%d: '%s' is never taken, and was called covered" % (b["line"], b["text"]))
    seen = {b["line"] for b in branches}
    wrong += ["%d: no branch on this line" % n for n in taken + dead + never if n not in seen]
    return wrong, reasons


def main():
    a = argparse.ArgumentParser()
    a.add_argument("tp2ph")
    a.add_argument("folder")
    a.add_argument("--only")
    a.add_argument("--cc")
    a.add_argument("--sample", action="store_true")
    a.add_argument("--tiny", action="store_true")
    a.add_argument("-v", action="store_true")
    args = a.parse_args()
    tp2ph, passed, failed = os.path.abspath(args.tp2ph), 0, 0
    compilers = [cc for cc in ("gcc", "clang") if shutil.which(cc) and args.cc in (None, cc)]
    for number, program in enumerate(read_programs(args.folder)):
        if args.only and args.only not in program.name or args.sample and number % 5:
            continue
        for cc in compilers:
            if program.keys.get("cc", cc) != cc:
                continue
            turn = compilers[number % len(compilers)]
            if args.sample and "cc" not in program.keys and cc != turn:
                continue
            for options in ([["--max-runs", "1"]] if args.sample else [["--max-runs", "1"], []]):
                with tempfile.TemporaryDirectory() as folder:
                    status = plain_status(program, cc, folder)
                    wrong, reasons = [], set()
                    if program.lines("TAKEN") and status != 42:
                        wrong = ["the plain program does not show it: %s" % status]
                    else:
                        wrong, reasons = check(tp2ph, program, cc, options, folder, args.tiny)
                failed += bool(wrong)
                passed += not wrong
                if wrong or args.v:
                    print("%s (%s%s)%s" % (program.name, cc, " " + " ".join(options), "" if wrong else
                                           ": " + ("; ".join(sorted(reasons)) or "covered")))
                for text in wrong:
                    print("  " + text)
                sys.stdout.flush()
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
