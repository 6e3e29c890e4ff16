#!/usr/bin/env python3
"""Compare tp2ph's verdicts with the truth on random programs.

Usage: sound.py TP2PH COUNT [--first SEED] [--keep DIR] [--kind KIND]
                [--strategy NAME] [--options "..."] [--cases DIR] [--check FILE.mc]

For each program: a covered branch must be one that some input takes, an
infeasible one must not, and both sides must know the same branches. A
feasible branch that is unknown is counted as incomplete; for the kinds of
COMPLETE it is an error too. --keep shrinks each program that disagrees and
leaves it there. --cases compares the marked programs of a folder, each with
all phases and with almost no search before the last one, which then has to
decide more by itself; --check compares one of them.
"""
import argparse
import collections
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import program  # noqa: E402
import shrink  # noqa: E402
import truth  # noqa: E402

COMPLETE = ("stateless", "overwrite", "status", "limits")
OTHERS = ("dfs-reach", "dfs", "cfg", "random-input", "random-branch")


class Outcome:
    """What one program showed: errors are lists of (what, branch, detail)."""

    def __init__(self):
        self.errors, self.incomplete, self.compared, self.state = [], [], 0, "all"

    def kinds(self):
        return {what for what, _, _ in self.errors}


class Checker:
    def __init__(self, tp2ph, folder, options=()):
        self.tp2ph = os.path.abspath(tp2ph)
        self.folder = folder
        self.options = list(options)
        self.runner = truth.build_runner(folder)

    def claims(self, marked, strategy):
        """The verdict of each branch, by its key; or the status that failed."""
        source, out = os.path.join(self.folder, "p.c"), os.path.join(self.folder, "out")
        with open(source, "w") as f:
            f.write(truth.plain(marked))
        shutil.rmtree(out, ignore_errors=True)
        argv = [self.tp2ph, "-q", "--timeout", "20", "-o", out, "--strategy", strategy]
        if strategy not in ("two-phase",):
            argv += ["--max-runs", "300"]
        done = subprocess.run(argv + self.options + [source], capture_output=True, text=True)
        path = os.path.join(out, "report.json")
        if done.returncode not in (0, 1, 5) or not os.path.exists(path):
            return "failed-%d" % done.returncode, done.stderr.strip()[:1000]
        with open(path) as f:
            report = json.load(f)
        return {key_of(b): b for b in report["branch"] + report["uncounted"]}

    def check(self, marked, strategy="two-phase", kind="mixed"):
        outcome = Outcome()
        real = truth.truth(self.runner, marked, self.folder)
        outcome.state = real.state
        if real.state != "all":
            return outcome
        claims = self.claims(marked, strategy)
        if isinstance(claims, tuple):
            outcome.errors.append((claims[0], None, claims[1]))
            return outcome
        compare(outcome, real, claims, strategy, kind)
        return outcome


def key_of(b):
    if "label_line" not in b:
        return (b["line"], b["column"], b["side"])
    if b["label_line"] is None:
        return (b["line"], "default")
    return (b["label_line"], "label")


def compare(outcome, real, claims, strategy, kind):
    for key in sorted(set(claims) - set(real.keys), key=str):
        outcome.errors.append(("extra", key, ""))
    for key in sorted(set(real.keys) - set(claims), key=str):
        outcome.errors.append(("missing", key, ""))
    for key in real.keys:
        if key not in claims:
            continue
        b = claims[key]
        verdict, feasible = b["verdict"], key in real.taken
        outcome.compared += 1
        if verdict == "infeasible" and feasible:
            outcome.errors.append(("wrong-infeasible", key, b["proof"]))
        elif verdict == "covered" and not feasible and kind != "rounding":
            outcome.errors.append(("wrong-covered", key, b["test"]))
        elif verdict == "unknown" and strategy == "two-phase":
            outcome.incomplete.append((feasible, b["reason"] or "none", key))
            if kind in COMPLETE:
                outcome.errors.append(("unknown", key, b["reason"]))


def show(marked, outcome):
    lines = truth.plain(marked).split("\n")
    for what, key, detail in outcome.errors:
        print("  %s %s %s" % (what, key, detail))
        if key:
            print("    | %s" % lines[key[0] - 1].strip())


def keep(checker, folder, name, marked, strategy, kind, outcome):
    """Shrink while an error of the same sort stays."""
    what = sorted(outcome.kinds())[0]

    def still(candidate):
        try:
            again = checker.check(candidate, strategy, kind)
        except ValueError:
            return False
        return (again.state == "all" and what in again.kinds() and shrink.is_limited(candidate)
                and not shrink.is_careless(candidate))

    small = shrink.shrink(marked, still)
    base = os.path.join(folder, "%s-%s" % (name, what))
    with open(base + ".mc", "w") as f:
        f.write(small)
    with open(base + ".c", "w") as f:
        f.write(truth.plain(small))
    print("  kept as %s.c" % base)


class Tally:
    def __init__(self):
        self.states = collections.Counter()
        self.reasons = collections.Counter()
        self.errors = collections.Counter()
        self.compared = self.passed = self.failed = 0

    def add(self, outcome, kind):
        self.states[outcome.state] += 1
        self.compared += outcome.compared
        for feasible, reason, _ in outcome.incomplete:
            self.reasons[(kind, "feasible" if feasible else "infeasible", reason)] += 1
        for what in outcome.kinds():
            self.errors[what] += 1
        if outcome.state == "all":
            self.passed += not outcome.errors
            self.failed += bool(outcome.errors)

    def show(self):
        print("programs: " + ", ".join("%s %d" % p for p in sorted(self.states.items())))
        print("verdicts compared: %d" % self.compared)
        for (kind, feasible, reason), n in sorted(self.reasons.items()):
            print("unknown: %s, %s, %s: %d" % (kind, feasible, reason, n))
        for what, n in sorted(self.errors.items()):
            print("programs with %s: %d" % (what, n))
        print("%d passed, %d failed" % (self.passed, self.failed))


def strategy_of(seed, given):
    if given:
        return given
    return OTHERS[seed // 5 % len(OTHERS)] if seed % 5 == 4 else "two-phase"


def check_files(checker, paths, args, tally):
    given = checker.options
    for path in paths:
        with open(path) as f:
            marked = f.read()
        for more in ([],) if args.check else ([], ["--max-runs", "2"]):
            checker.options = given + more
            outcome = checker.check(marked, args.strategy or "two-phase", args.kind or "mixed")
            tally.add(outcome, os.path.basename(path))
            if outcome.errors or outcome.state != "all":
                tally.failed += outcome.state != "all"
                print("%s %s: %s" % (path, " ".join(more), outcome.state))
                show(marked, outcome)
    checker.options = given


def main():
    a = argparse.ArgumentParser()
    a.add_argument("tp2ph")
    a.add_argument("count", type=int)
    a.add_argument("--first", type=int, default=0)
    a.add_argument("--keep")
    a.add_argument("--kind", choices=program.KINDS)
    a.add_argument("--strategy")
    a.add_argument("--options", default="")
    a.add_argument("--check")
    a.add_argument("--cases")
    args = a.parse_args()
    tally = Tally()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(tally.show()))
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(args.tp2ph, folder, args.options.split())
        if args.check:
            check_files(checker, [args.check], args, tally)
            args.count = 0
        if args.cases:
            names = sorted(n for n in os.listdir(args.cases) if n.endswith(".mc"))
            check_files(checker, [os.path.join(args.cases, n) for n in names], args, tally)
        for seed in range(args.first, args.first + args.count):
            kind = args.kind or program.kind_of(seed)
            strategy = strategy_of(seed, args.strategy)
            marked = program.program(seed, kind)
            outcome = checker.check(marked, strategy, kind)
            tally.add(outcome, kind)
            if outcome.state == "refused" or outcome.errors:
                print("seed %d, %s, %s: %s" % (seed, kind, strategy, outcome.state))
                show(marked, outcome)
                if args.keep and outcome.errors:
                    os.makedirs(args.keep, exist_ok=True)
                    keep(checker, args.keep, "%s-%d" % (kind, seed), marked, strategy, kind, outcome)
                sys.stdout.flush()
    tally.show()
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
