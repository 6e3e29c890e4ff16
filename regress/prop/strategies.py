#!/usr/bin/env python3
"""Every strategy covers exactly what can be covered, whatever is overwritten.

Usage: strategies.py TP2PH COUNT [--first SEED] [--keep DIR]

Small random programs read a few inputs of eight values each and overwrite them
on some paths: with constants, with each other, through pointers, in functions
and loops. Which branches some input takes is found by running all inputs. Each
strategy must cover these and no others; the two phases and the depth-first
searches must end by themselves, and the default must prove all others dead.
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import sound  # noqa: E402
import truth  # noqa: E402

# strategy, options; what draws at random gets runs enough to see all inputs
STRATEGIES = (
    ("two-phase", []),
    ("two-phase", ["--phases", "1,2"]),
    ("dfs-reach", []),
    ("dfs", []),
    ("dfs", ["--constraints", "partial"]),
    ("two-phase", ["--phases", "1,2", "--constraints", "auto"]),
    ("cfg", ["--max-runs", "4000"]),
    ("random-branch", ["--max-runs", "4000"]),
    ("uniform-random", ["--max-runs", "4000"]),
    ("greedy", ["--max-runs", "4000"]),
    ("dart", ["--max-runs", "4000"]),
    ("subpath", ["--max-runs", "4000"]),
    ("random-input", ["--max-runs", "6000"]),
)


class Writer:
    """A program of some sixteen conditions over a few overwritten inputs."""

    def __init__(self, seed):
        self.rng = random.Random("strategies %d" % seed)
        self.inputs = ["a", "b", "c"][:self.rng.randint(2, 3)]
        self.lines, self.depth, self.left = [], 1, self.rng.randint(8, 16)
        self.loops = 0

    def put(self, text):
        self.lines.append("  " * self.depth + text)

    def var(self):
        return self.rng.choice(self.inputs + ["s"])

    def leaf(self):
        self.left -= 1
        x, y, k = self.var(), self.rng.choice(self.inputs), self.rng.randrange(8)
        op = self.rng.choice(["<", ">", "==", "!=", "<=", ">="])
        form = self.rng.choice(["%s %s %d" % (x, op, k)] * 4 + [
            "%s %s %s" % (x, op, y), "%s + %s %s %d" % (x, y, op, k + 3),
            "twice(%s) %s %d" % (x, op, 2 * k), "(%s ^ %s) %s %d" % (x, y, op, k)])
        return "$(%s$)" % form

    def condition(self):
        if self.rng.random() < 0.75:
            return self.leaf()
        return "%s %s %s" % (self.leaf(), self.rng.choice(["&&", "||"]), self.leaf())

    def overwrite(self):
        x, y = self.rng.choice(self.inputs), self.var()
        k = self.rng.randrange(8)
        self.put(self.rng.choice([
            "%s = %d;" % (x, k), "%s = %s;" % (x, y), "%s = (%s + %d) & 7;" % (x, y, k),
            "set(&%s, %d);" % (x, k), "%s++;" % x, "s = %d;" % k, "s = %s;" % x,
            "bump();", "s += %s > 3;" % x]))

    def branch(self):
        self.put("if (%s) {" % self.condition())
        self.block(self.rng.randint(1, 2))
        if self.rng.random() < 0.5:
            self.put("} else {")
            self.block(self.rng.randint(0, 2))
        self.put("}")

    def loop(self):
        self.loops += 1
        i = "i%d" % self.loops
        self.left -= 1
        self.put("for (int %s = 0; $(%s < %d$); %s++) {" % (i, i, self.rng.randint(1, 2), i))
        self.block(2)
        self.put("}")

    def statement(self):
        r = self.rng.random()
        if r < 0.5 and self.depth < 5 and self.left > 0:
            self.branch()
        elif r < 0.56 and self.loops < 2 and self.depth < 3:
            self.loop()
        elif r < 0.62 and self.depth > 2:
            self.put(self.rng.choice(["return 1;", "exit(2);"]))
        else:
            self.overwrite()

    def block(self, n):
        self.depth += 1
        for _ in range(n):
            self.statement()
        self.depth -= 1

    def program(self):
        while self.left > 0:
            self.statement()
        names = ", ".join(self.inputs)
        head = ["#include <stdlib.h>", truth.PLAIN_HEAD, "static int %s, s;" % names,
                "static void set(int *at, int v) { *at = v; }",
                "static int twice(int v) { return 2 * v; }",
                "static void bump(void) { if ($(a > 5$)) b = a; }", "int main(void) {"]
        reads = ["  %s = $in(ushort:0..7) & 7;" % x for x in self.inputs]
        return "\n".join(head + reads + self.lines + ["  return 0;", "}", ""])


def claims(tp2ph, folder, marked, strategy, options):
    """The verdict of each branch, by its key; or what tp2ph said."""
    source, out = os.path.join(folder, "p.c"), os.path.join(folder, "out")
    with open(source, "w") as f:
        f.write(truth.plain(marked))
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run([tp2ph, "-q", "-o", out, "--strategy", strategy] + options + [source],
                          capture_output=True, text=True)
    if done.returncode not in (0, 1, 5):
        return "failed with %d: %s" % (done.returncode, done.stderr.strip()[:1000])
    with open(os.path.join(out, "report.json")) as f:
        report = json.load(f)
    return {sound.key_of(b): b for b in report["branch"] + report["uncounted"]}


def check_program(tp2ph, folder, runner, marked):
    """What is wrong: (strategy, branch, what)."""
    real = truth.truth(runner, marked, folder)
    if real.state != "all":
        return None
    wrong = []
    for strategy, options in STRATEGIES:
        name = " ".join([strategy] + options[:2])
        found = claims(tp2ph, folder, marked, strategy, options)
        if isinstance(found, str):
            wrong.append((name, None, found))
            continue
        for key in real.keys:
            verdict = found[key]["verdict"]
            if (verdict == "covered") != (key in real.taken):
                wrong.append((name, key, "%s, should be %s" % (
                    verdict, "covered" if key in real.taken else "dead")))
            elif verdict == "unknown" and strategy == "two-phase" and not options:
                wrong.append((name, key, "unknown"))
    return wrong


def main():
    a = argparse.ArgumentParser()
    a.add_argument("tp2ph")
    a.add_argument("count", type=int)
    a.add_argument("--first", type=int, default=0)
    a.add_argument("--keep")
    args = a.parse_args()
    passed = failed = skipped = 0
    with tempfile.TemporaryDirectory() as folder:
        runner = truth.build_runner(folder)
        for seed in range(args.first, args.first + args.count):
            marked = Writer(seed).program()
            wrong = check_program(args.tp2ph, folder, runner, marked)
            skipped += wrong is None
            passed += wrong == []
            failed += bool(wrong)
            for name, key, what in wrong or []:
                print("seed %d, %s: %s %s" % (seed, name, key, what), flush=True)
            if wrong and args.keep:
                os.makedirs(args.keep, exist_ok=True)
                with open(os.path.join(args.keep, "strategies-%d.c" % seed), "w") as f:
                    f.write(truth.plain(marked))
    print("%d programs not used; the others with %d strategies each" % (skipped, len(STRATEGIES)))
    print("%d passed, %d failed" % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
