#!/usr/bin/env python3
"""Compare tp2ph's verdicts with the truth on random programs.

Usage: sound.py TP2PH COUNT [--first SEED] [--keep DIR] [--kind KIND] [--cc CC]
                [--strategy NAME] [--options "..."] [--cases DIR] [--check FILE.mc]
                [--print] [--thorough] [--prove-first] [--tiny]

For each program: a covered branch must be one that some input takes, an
infeasible one must not, and both sides must know the same branches. Where the
model of the program promised a branch that its run did not take, the model is
wrong, and so may be its proofs: an error. A feasible branch that is unknown is
counted as incomplete; for the kinds of COMPLETE it is an error too. --keep
shrinks each program that disagrees and leaves it there. --cases compares the
marked programs of a folder, each with all phases and with almost no search
before the last one, which then has to decide more by itself; --check compares
one of them. --print shows the programs instead. --thorough also checks of each
program: that another run says the same, that each proof is one for yices-smt2,
that the tests kept take what is claimed (as clang counts), and that
--minimize off has at least as many. --prove-first: of each program only one run
is made, so that Decide must prove before anything was seen to be taken; what is
unknown then is no error. --tiny: TP2PH has the least of each limit; the same.

To see one again: sound.py TP2PH 1 --first SEED --kind KIND [--strategy ...].
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
import features  # noqa: E402
import shrink  # noqa: E402
import truth  # noqa: E402

COMPLETE = ("stateless", "overwrite", "status", "limits")
# Reasons that say: the model has no free variable here, and yet it is wrong.
WRONG_MODEL = ("the run took another path", "differs on the plain program")
HERE = os.path.dirname(os.path.abspath(__file__))
CLANG_COMPARE = os.path.join(HERE, "..", "tools", "clang_compare.py")
CACHE = os.environ.get("CACHE", os.path.join(HERE, "..", "..", ".cache"))
YICES = os.path.join(CACHE, "yices-2.6.5", "bin", "yices-smt2")
SAMPLE_RUNS = 1000  # what is open then stays open for all of the time
OTHERS = ("dfs-reach", "dfs", "cfg", "random-input", "random-branch")


class Outcome:
    """What one program showed: errors are lists of (what, branch, detail)."""

    def __init__(self):
        self.errors, self.incomplete, self.compared, self.state = [], [], 0, "all"

    def kinds(self):
        return {what for what, _, _ in self.errors}


class Checker:
    def __init__(self, tp2ph, folder, options=(), cc="cc", thorough=False):
        self.tp2ph = os.path.abspath(tp2ph)
        self.folder = folder
        self.options = list(options)
        self.cc = cc
        self.thorough = thorough
        self.may_not_know = False
        self.max_runs = 0  # with all phases; 0: as many as it takes
        self.runner = truth.build_runner(folder)

    def run(self, strategy, out, more=()):
        """The report of a run on p.c; or the status that failed."""
        source, out = os.path.join(self.folder, "p.c"), os.path.join(self.folder, out)
        shutil.rmtree(out, ignore_errors=True)
        argv = [self.tp2ph, "-q", "--timeout", "20", "-o", out, "--strategy", strategy]
        most = self.max_runs if strategy == "two-phase" else 300
        if most and "--max-runs" not in self.options:
            argv += ["--max-runs", str(most)]
        argv += self.options + list(more) + [source, "--", "-lm"]
        done = subprocess.run(argv, capture_output=True, text=True,
                              env={**os.environ, "CC": self.cc})
        path = os.path.join(out, "report.json")
        if done.returncode not in (0, 1, 5) or not os.path.exists(path):
            return "failed-%d" % done.returncode, done.stderr.strip()[:1000]
        with open(path) as f:
            return json.load(f)

    def claims(self, marked, strategy):
        """The verdict of each branch, by its key; or the status that failed."""
        with open(os.path.join(self.folder, "p.c"), "w") as f:
            f.write(truth.plain(marked))
        report = self.run(strategy, "out", ["--certify", os.path.join(self.folder, "proofs")]
                          if self.thorough else [])
        if isinstance(report, tuple):
            return report
        counted = {key_of(b): b for b in report["branch"]}
        others = {key_of(b): b for b in report["uncounted"]}
        return {**others, **counted}, set(others) - set(counted)

    def check_suite(self, outcome, kind):
        """What else must be true of a finished run with all phases."""
        source, out = os.path.join(self.folder, "p.c"), os.path.join(self.folder, "out")
        with open(os.path.join(out, "report.json")) as f:
            first = json.load(f)
        if not first["complete"]:
            return
        again = self.run("two-phase", "again")
        if without_times(again) != without_times(first):
            outcome.errors.append(("not-the-same-again", None, ""))
        full = self.run("two-phase", "full", ["--minimize", "off"])
        if isinstance(full, tuple) or full["tests"] < first["tests"] or (
                verdicts_of(full) != verdicts_of(first)):
            outcome.errors.append(("minimize", None, ""))
        done = subprocess.run([sys.executable, CLANG_COMPARE, out, source], capture_output=True,
                              text=True)
        if done.returncode and kind != "order":  # clang has an order of its own
            outcome.errors.append(("suite", None, done.stdout[-500:] + done.stderr[-500:]))
        proofs = os.path.join(self.folder, "proofs")
        for name in sorted(os.listdir(proofs)) if os.path.isdir(proofs) else []:
            done = subprocess.run([YICES, os.path.join(proofs, name)], capture_output=True, text=True)
            if done.stdout.strip() != "unsat":
                outcome.errors.append(("certificate", None, name + ": " + done.stdout.strip()))

    def check(self, marked, strategy="two-phase", kind="mixed"):
        outcome = Outcome()
        shutil.rmtree(os.path.join(self.folder, "proofs"), ignore_errors=True)
        real = truth.truth(self.runner, marked, self.folder, self.cc)
        outcome.state = real.state
        if real.state != "all":
            return outcome
        claims = self.claims(marked, strategy)
        if isinstance(claims[0], str):
            outcome.errors.append((claims[0], None, claims[1]))
            return outcome
        compare(outcome, real, claims, strategy, "mixed" if self.may_not_know else kind)
        if self.thorough and strategy == "two-phase":
            self.check_suite(outcome, kind)
        return outcome


def without_times(report):
    """The report without what a clock says, and without the files asked for."""
    if isinstance(report, dict):
        return {k: without_times(v) for k, v in report.items()
                if k not in ("seconds", "time", "peak_rss_kb", "certificates")}
    return [without_times(v) for v in report] if isinstance(report, (list, tuple)) else report


def verdicts_of(report):
    return [(b["id"], b["verdict"]) for b in report["branch"]]


def key_of(b):
    if "label_line" not in b:
        return (b["line"], b["column"], b["side"])
    if b["label_line"] is None:
        return (b["line"], "default")
    return (b["label_line"], "label")


def compare(outcome, real, both, strategy, kind):
    claims, uncounted = both
    for key in sorted(set(claims) - set(real.keys) - uncounted, key=str):
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
        elif verdict == "unknown" and strategy == "two-phase" and key not in uncounted:
            outcome.incomplete.append((feasible, b["reason"] or "none", key))
            if b["reason"] in WRONG_MODEL:
                outcome.errors.append(("wrong-model", key, b["reason"]))
            elif kind in COMPLETE:
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
        except (ValueError, IndexError):
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
            what = reason.split(" at /")[0].split(" of ")[0]  # without its place
            self.reasons[(kind, "feasible" if feasible else "infeasible", what)] += 1
        for what in outcome.kinds():
            self.errors[what] += 1
        if outcome.state == "all":
            self.passed += not outcome.errors
            self.failed += bool(outcome.errors)

    def show(self):
        print("programs: " + ", ".join("%s %d" % p for p in sorted(self.states.items())))
        print("verdicts compared: %d" % self.compared)
        for (kind, feasible, reason), n in sorted(self.reasons.items()):
            print("not decided: %s, %s, %s: %d" % (kind, feasible, reason, n))
        for what, n in sorted(self.errors.items()):
            print("programs with %s: %d" % (what, n))
        print("%d passed, %d failed" % (self.passed, self.failed))


def strategy_of(seed, given, prove_first):
    if given or prove_first:
        return given or "two-phase"
    return OTHERS[seed // 5 % len(OTHERS)] if seed % 5 == 4 else "two-phase"


def cc_of(seed):
    """Every third program is one for clang, if there is one."""
    return "clang" if seed % 3 == 2 and shutil.which("clang") else "cc"


def check_files(checker, paths, args, tally):
    given = checker.options
    ways = ([],) if args.check else ([], ["--max-runs", "2"])
    for number, path in enumerate(paths):
        with open(path) as f:
            marked = f.read()
        for more in (ways[number % 2],) if args.sample else ways:
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
    a.add_argument("--kind", choices=features.KINDS)
    a.add_argument("--strategy")
    a.add_argument("--options", default="")
    a.add_argument("--check")
    a.add_argument("--cases")
    a.add_argument("--cc")
    a.add_argument("--print", action="store_true")
    a.add_argument("--thorough", action="store_true")
    a.add_argument("--prove-first", action="store_true")
    a.add_argument("--tiny", action="store_true")
    a.add_argument("--sample", action="store_true", help="each case in one of its two ways, few runs")
    args = a.parse_args()
    if args.print:
        for seed in range(args.first, args.first + args.count):
            print(truth.plain(features.program(seed, args.kind or features.kind_of(seed))))
        return 0
    tally = Tally()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(tally.show()))
    with tempfile.TemporaryDirectory() as folder:
        options = args.options.split() + (["--max-runs", "1"] if args.prove_first else [])
        checker = Checker(args.tp2ph, folder, options, args.cc or "cc", args.thorough)
        checker.may_not_know = args.prove_first or args.tiny
        checker.max_runs = SAMPLE_RUNS if args.sample else 0
        if args.check:
            check_files(checker, [args.check], args, tally)
            args.count = 0
        if args.cases:
            names = sorted(n for n in os.listdir(args.cases) if n.endswith(".mc"))
            check_files(checker, [os.path.join(args.cases, n) for n in names], args, tally)
        for seed in range(args.first, args.first + args.count):
            kind = args.kind or features.kind_of(seed)
            strategy = strategy_of(seed, args.strategy, args.prove_first)
            marked = features.program(seed, kind)
            checker.cc = args.cc or cc_of(seed)
            outcome = checker.check(marked, strategy, kind)
            tally.add(outcome, kind)
            if outcome.state == "refused" or outcome.errors:
                print("--first %d --kind %s --strategy %s --cc %s: %s" % (seed, kind, strategy,
                                                                          checker.cc, outcome.state))
                show(marked, outcome)
                if args.keep and outcome.errors:
                    os.makedirs(args.keep, exist_ok=True)
                    keep(checker, args.keep, "%s-%d" % (kind, seed), marked, strategy, kind, outcome)
                sys.stdout.flush()
    tally.show()
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
