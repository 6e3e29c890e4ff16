#!/usr/bin/env python3
"""Compare the coverage that a tp2ph output folder claims with what clang's
source-based branch coverage counts when the tests are replayed on the plain
program. Usage: clang_compare.py OUTPUT FILE.c... [-- FLAGS]

Conditions are compared by file and line: how many there are, and which sides
were taken. Switches are compared label by label. Exit status 1 and a list of
differences if they disagree.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

# A run that dies by a signal would leave no counters.
WRITER = r"""
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int __llvm_profile_write_file(void);
static char stack[65536];
static void dying(int s) { __llvm_profile_write_file(); signal(s, SIG_DFL); raise(s); }
__attribute__((constructor)) static void install(void) {
  int s[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM, SIGTERM};
  stack_t st = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&st, 0);
  for (unsigned i = 0; i < sizeof s / sizeof *s; i++) {
    struct sigaction a = {.sa_handler = dying, .sa_flags = SA_ONSTACK};
    sigaction(s[i], &a, 0);
  }
}
"""


def run(argv, **kw):
    return subprocess.run(argv, check=True, capture_output=True, text=True, **kw)


def build(out, files, flags, tmp):
    writer = os.path.join(tmp, "writer.c")
    with open(writer, "w") as f:
        f.write(WRITER)
    run(["clang", "-w", "-c", writer, "-o", tmp + "/writer.o"])
    include = os.path.join(out, "harness", "include")
    run(["clang", "-w", "-c", os.path.join(out, "harness/replay.c"), "-I", include,
         "-o", tmp + "/replay.o"])
    program = os.path.join(tmp, "program")
    run(["clang", "-w", "-g", "-fprofile-instr-generate", "-fcoverage-mapping",
         *flags, "-idirafter", include, *files, tmp + "/replay.o", tmp + "/writer.o",
         "-o", program, "-lm"])
    return program


def replay(program, out, tests, tmp):
    raw = []
    for number in tests:
        env = dict(os.environ)
        env["TP2PH_TEST"] = os.path.abspath(
            os.path.join(out, "test-suite", "testcase-%04d.xml" % number))
        env["LLVM_PROFILE_FILE"] = os.path.join(tmp, "%d.profraw" % number)
        scratch = os.path.join(tmp, "scratch")
        os.makedirs(scratch, exist_ok=True)
        try:
            subprocess.run([program], env=env, stdin=subprocess.DEVNULL, cwd=scratch,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=3)
        except subprocess.TimeoutExpired:
            pass
        if os.path.exists(env["LLVM_PROFILE_FILE"]):
            raw.append(env["LLVM_PROFILE_FILE"])
    if not raw:
        return None
    merged = os.path.join(tmp, "merged.profdata")
    run(["llvm-profdata", "merge", "-sparse", *raw, "-o", merged])
    return merged


def user_place(function, line, file_id):
    """Where the user wrote what lies in a macro's expansion."""
    while True:
        for r in function["regions"]:
            if r[7] == 1 and r[6] == file_id:
                line, file_id = r[0], r[5]
                break
        else:
            return function["filenames"][file_id], line


def clang_counts(program, merged):
    data = json.loads(run(["llvm-cov", "export", program,
                           "-instr-profile=" + merged]).stdout)["data"][0]
    conditions, labels = collections.Counter(), collections.defaultdict(list)
    lines_of = {}
    for f in data["functions"]:
        for b in f["branches"]:
            file, line = user_place(f, b[0], b[6])
            text_file = f["filenames"][b[6]]
            if text_file not in lines_of:
                lines_of[text_file] = open(text_file).read().split("\n")
            text = lines_of[text_file][b[0] - 1][b[1] - 1:]
            taken, other = b[4] > 0, b[5] > 0
            place = (os.path.realpath(file), line)
            if text.startswith(("case", "default")) and not text[4:5].isalnum():
                labels[place].append(taken)
            else:
                conditions[(place, taken, other)] += 1
    return conditions, labels


def claimed_counts(report, files):
    conditions, labels = collections.Counter(), collections.defaultdict(list)
    decisions = collections.OrderedDict()
    for b in report["branch"]:
        key = (b["file"], b["line"], b["column"], b["text"])
        decisions.setdefault(key, []).append(b)
    for (file, line, _, _), sides in decisions.items():
        place = (os.path.realpath(file), line)
        if "label_line" in sides[0]:
            any_label = False
            for b in sides:
                if b["label_line"] is not None:
                    taken = b["verdict"] == "covered"
                    any_label = any_label or taken
                    labels[(os.path.realpath(file), b["label_line"])].append(taken)
                else:  # clang shows a default that is not written as a condition
                    conditions[(place, any_label, b["verdict"] == "covered")] += 1
            continue
        # one decision may be met several times on one line with equal text
        for i in range(0, len(sides), 2):
            conditions[(place, sides[i]["verdict"] == "covered",
                        sides[i + 1]["verdict"] == "covered")] += 1
    return conditions, labels


def main():
    args = sys.argv[1:]
    flags = []
    if "--" in args:
        flags = args[args.index("--") + 1:]
        args = args[:args.index("--")]
    out, files = args[0], args[1:]
    report = json.load(open(os.path.join(out, "report.json")))
    with tempfile.TemporaryDirectory() as tmp:
        program = build(out, files, flags, tmp)
        merged = replay(program, out, [t["number"] for t in report["test"]], tmp)
        if not merged:
            print("no test left counters")
            return 1
        clang_conditions, clang_labels = clang_counts(program, merged)
    conditions, labels = claimed_counts(report, files)
    bad = 0
    for what, ours, theirs in (("condition", conditions, clang_conditions),):
        for key in sorted(set(ours) | set(theirs)):
            if ours[key] != theirs[key]:
                (file, line), t, f = key
                print("%s:%d: conditions with T %s, F %s: tp2ph %d, clang %d" % (
                    os.path.basename(file), line, t, f, ours[key], theirs[key]))
                bad += 1
    for key in sorted(set(labels) | set(clang_labels)):
        if sorted(labels[key]) != sorted(clang_labels[key]):
            print("%s:%d: labels: tp2ph %s, clang %s" % (
                os.path.basename(key[0]), key[1], labels[key], clang_labels[key]))
            bad += 1
    total = sum(conditions.values()) * 2 + sum(map(len, labels.values()))
    print("%d branches compared, %d differences" % (total, bad))
    return 1 if bad else 0


sys.exit(main())
