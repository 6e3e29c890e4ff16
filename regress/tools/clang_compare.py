#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compare the coverage that a tp2ph output folder claims with what clang's
source-based branch coverage counts when the tests are replayed on the plain
program. Usage: clang_compare.py OUTPUT FILE.c... [-- FLAGS]
                clang_compare.py OUTPUT compile_commands.json

Conditions are compared by file and line: how many there are, and which sides
were taken. Switches are compared label by label. Exit status 1 and a list of
differences if they disagree.

Clang's false sides are differences of counters: after a call that does not
return they look taken, after one that returns twice (setjmp) they may look
untaken. A line where nothing but false sides is different is settled by gcov,
which counts every arc that such calls leave or enter.
"""
import collections
import glob
import gzip
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile

# A run that dies by a signal, or leaves by _exit, would leave no counters.
WRITER = r"""
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
int WRITE(void);
void __real__exit(int) __attribute__((noreturn));
void __wrap__exit(int code) { WRITE(); __real__exit(code); }
void __wrap__Exit(int code) { WRITE(); __real__exit(code); }
static char stack[65536];
static void dying(int s) { WRITE(); signal(s, SIG_DFL); raise(s); }
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
WRAP = ["-Wl,--wrap=_exit,--wrap=_Exit", "-lm"]

Unit = collections.namedtuple("Unit", "file dir flags")


def run(argv, **kw):
    done = subprocess.run(argv, capture_output=True, text=True, **kw)
    if done.returncode != 0:
        sys.exit("%s: %s" % (" ".join(argv[:6]), done.stderr[:2000]))
    return done


# ---- the program, built to count ---------------------------------------------


def units_of_database(path):
    units = []
    for entry in json.load(open(path)):
        words = entry.get("arguments") or shlex.split(entry["command"])
        where = os.path.join(os.path.dirname(os.path.abspath(path)), entry["directory"])
        flags, skip = [], False
        for word in words[1:]:
            if not skip and word not in ("-c", "-o", entry["file"]):
                flags.append(word)
            skip = word == "-o"
        units.append(Unit(entry["file"], where, flags))
    return units


def common(compiler, source, include, tmp):
    """The object of what is the same for nearly all programs: compiled once for
    all of them that keep it in the folder $TP2PH_KEPT. Elsewhere than on Linux a
    test without further inputs ends by _exit, and the counters are written."""
    known = hashlib.sha256(compiler.encode())
    for path in [source, *sorted(glob.glob(include + "/**/*.h", recursive=True))]:
        known.update(open(path, "rb").read())
    made = os.path.join(os.environ.get("TP2PH_KEPT", tmp), known.hexdigest() + ".o")
    if not os.path.exists(made):
        run([compiler, "-w", "-U__linux__", "-c", source, "-I", include, "-o", made])
    return made


def build(out, units, flags, tmp, kind):
    """kind: compiler, flags that count, function that writes the counters."""
    compiler, counting, write = kind
    include = os.path.abspath(os.path.join(out, "harness", "include"))
    # Where bins are watched main is another, and exit goes through the monitor.
    main = os.path.abspath(os.path.join(out, "harness", "main.h"))
    watched = [f for f in json.load(open(out + "/report.json"))["program"]["flags"] if "=tp2ph_" in f]
    if os.path.exists(main):
        flags = [*flags, *watched, "-include", main]
    with open(tmp + "/writer.c", "w") as f:
        f.write(WRITER.replace("WRITE", write))
    objects = [common(compiler, source, include, tmp)
               for source in (tmp + "/writer.c", os.path.join(out, "harness/replay.c"))]
    for i, u in enumerate(units):
        objects.append("%s/unit-%d.o" % (tmp, i))
        # What --inputs declares is compiled behind the unit.
        supplied = os.path.abspath(os.path.join(out, "harness/inputs-%d.c" % (i + 1)))
        files = ["-include", u.file, supplied] if os.path.exists(supplied) else [u.file]
        run([compiler, "-w", "-g", "-O0", *counting, *u.flags, *flags, "-O0", "-idirafter",
             include, "-c", *files, "-o", objects[-1]], cwd=u.dir)
    program = os.path.join(tmp, "program")
    run([compiler, *counting, *objects, "-o", program, *[f for f in flags if f not in ("-include", main)], *WRAP])
    return program


def replay(program, out, tests, tmp):
    for number in tests:
        env = dict(os.environ)
        env["TP2PH_TEST"] = os.path.abspath(
            os.path.join(out, "test-suite", "testcase-%04d.xml" % number))
        env["LLVM_PROFILE_FILE"] = os.path.join(tmp, "%d.profraw" % number)
        scratch = os.path.join(tmp, "scratch")
        os.makedirs(scratch, exist_ok=True)
        program_run = subprocess.Popen([program], env=env, stdin=subprocess.DEVNULL,
                                       cwd=scratch, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        try:
            program_run.wait(timeout=2)
        except subprocess.TimeoutExpired:
            program_run.terminate()  # the handler writes the counters
            try:
                program_run.wait(timeout=2)
            except subprocess.TimeoutExpired:
                program_run.kill()
                program_run.wait()


# ---- what clang counted -------------------------------------------------------


def user_place(function, line, file_id):
    """Where the user wrote what lies in a macro's expansion."""
    while True:
        for r in function["regions"]:
            if r[7] == 1 and r[6] == file_id:
                line, file_id = r[0], r[5]
                break
        else:
            return function["filenames"][file_id], line


def functions_once(data):
    """A function in a header has an entry for each unit that includes it: its
    counters are added up."""
    merged = collections.OrderedDict()
    for f in data["functions"]:
        first = f["regions"][0]
        key = (f["filenames"][first[5]], *first[:4],
               tuple(tuple(b[:4]) for b in f["branches"]))
        if key not in merged:
            merged[key] = f
            continue
        for mine, more in zip(merged[key]["branches"], f["branches"]):
            mine[4] += more[4]
            mine[5] += more[5]
    return merged.values()


def clang_counts(program, tmp, harness):
    raw = glob.glob(tmp + "/*.profraw")
    if not raw:
        sys.exit("no test left counters")
    merged = os.path.join(tmp, "merged.profdata")
    run(["llvm-profdata", "merge", "-sparse", *raw, "-o", merged])
    data = json.loads(run(["llvm-cov", "export", program,
                           "-instr-profile=" + merged]).stdout)["data"][0]
    conditions, labels = collections.defaultdict(list), collections.defaultdict(list)
    lines_of = {}
    for f in functions_once(data):
        for b in f["branches"]:
            file, line = user_place(f, b[0], b[6])
            text_file = f["filenames"][b[6]]
            if text_file not in lines_of:
                lines_of[text_file] = open(text_file, "rb").read().split(b"\n")
            text = lines_of[text_file][b[0] - 1][b[1] - 1:]
            place = (os.path.realpath(file), line)
            if place[0].startswith(harness):  # what --inputs declares
                continue
            if re.match(rb"(case|default)\b", text):
                labels[place].append(b[4] > 0)
            else:
                conditions[place].append((b[4] > 0, b[5] > 0))
    return conditions, labels


# ---- what tp2ph claims --------------------------------------------------------


def real_path(file, dirs):
    for d in dirs:
        if os.path.exists(os.path.join(d, file)):
            return os.path.realpath(os.path.join(d, file))
    return os.path.realpath(file)


def assumed_places(report, dirs):
    """Lines with conditions inside of assumptions: clang counts those of && and ||."""
    return {(real_path(b["file"], dirs), b["line"])
            for b in report["uncounted"] if b["uncounted"] == "assumption"}


def claimed_counts(report, dirs):
    conditions, labels = collections.defaultdict(list), collections.defaultdict(list)
    decisions = collections.OrderedDict()

    def real(file):
        return real_path(file, dirs)

    for b in report["branch"]:
        key = (b["file"], b["line"], b["column"], b["text"])
        decisions.setdefault(key, []).append(b)
    for (file, line, _, _), sides in decisions.items():
        place = (real(file), line)
        taken = [b["verdict"] == "covered" for b in sides]
        if "label_line" not in sides[0]:
            # one decision may be met several times on one line with equal text
            for i in range(0, len(sides), 2):
                conditions[place].append((taken[i], taken[i + 1]))
            continue
        written = [b["label_line"] is not None for b in sides]
        for b, t, w in zip(sides, taken, written):
            if w:
                labels[(real(file), b["label_line"])].append(t)
            else:  # clang shows a default that is not written as a condition
                any_label = any(t for t, w in zip(taken, written) if w)
                conditions[place].append((t, any_label))
    return conditions, labels


# ---- gcov, where clang's false sides are in doubt -------------------------------


def only_false_sides_differ(ours, theirs):
    return sorted(t for t, _ in ours) == sorted(t for t, _ in theirs)


def gcov_untaken(out, units, flags, tests):
    """Arcs that were never taken, by file and line."""
    untaken = collections.Counter()
    with tempfile.TemporaryDirectory() as tmp:
        program = build(out, units, flags, tmp, ("gcc", ["--coverage"], "__gcov_dump"))
        replay(program, out, tests, tmp)
        for i, u in enumerate(units):
            run(["gcov", "-b", "-j", "%s/unit-%d.gcda" % (tmp, i)], cwd=tmp)
            for name in glob.glob(tmp + "/*.gcov.json.gz"):
                for f in json.load(gzip.open(name))["files"]:
                    path = os.path.realpath(os.path.join(u.dir, f["file"]))
                    for line in f["lines"]:
                        untaken[(path, line["line_number"])] += sum(
                            b["count"] == 0 and not b["throw"] for b in line["branches"])
                os.unlink(name)
    return untaken


# ---- comparing ------------------------------------------------------------------


def compare(claimed, counted, assumed, settle):
    conditions, labels = claimed
    clang_conditions, clang_labels = counted
    bad = []
    doubtful = None
    for place in sorted(set(conditions) | set(clang_conditions)):
        ours, theirs = sorted(conditions[place]), sorted(clang_conditions[place])
        if ours == theirs or (place in assumed and not ours):
            continue
        if only_false_sides_differ(ours, theirs):
            doubtful = settle() if doubtful is None else doubtful
            if doubtful[place] == sum((not t) + (not f) for t, f in ours):
                continue
        bad.append("%s:%d: conditions (true, false taken): tp2ph %s, clang %s" % (
            os.path.basename(place[0]), place[1], ours, theirs))
    for place in sorted(set(labels) | set(clang_labels)):
        if sorted(labels[place]) != sorted(clang_labels[place]):
            bad.append("%s:%d: labels: tp2ph %s, clang %s" % (
                os.path.basename(place[0]), place[1], labels[place], clang_labels[place]))
    return bad


def main():
    args = sys.argv[1:]
    flags = []
    if "--" in args:
        flags = args[args.index("--") + 1:]
        args = args[:args.index("--")]
    out, files = args[0], args[1:]
    units = []
    for file in files:
        if file.endswith(".json"):
            units += units_of_database(file)
        else:
            units.append(Unit(file, os.getcwd(), []))
    report = json.load(open(os.path.join(out, "report.json")))
    tests = [t["number"] for t in report["test"]]
    with tempfile.TemporaryDirectory() as tmp:
        program = build(out, units, flags, tmp, (
            "clang", ["-fprofile-instr-generate", "-fcoverage-mapping"],
            "__llvm_profile_write_file"))
        replay(program, out, tests, tmp)
        counted = clang_counts(program, tmp, os.path.realpath(out) + "/harness/")
    dirs = [u.dir for u in units]
    claimed = claimed_counts(report, dirs)
    bad = compare(claimed, counted, assumed_places(report, dirs), lambda: gcov_untaken(out, units, flags, tests))
    for line in bad:
        print(line)
    total = sum(2 * len(c) for c in claimed[0].values()) + \
        sum(len(l) for l in claimed[1].values())
    print("%d sides compared, %d differences" % (total, len(bad)))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
