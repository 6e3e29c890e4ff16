#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What operations in a constraint cost, in runs of the program under test: where the fixed weights of
src/engine/ops.def come from.

usage: weights.py BUILD [--seeds N] [--time SECONDS] [FILE.c...]

Each program is searched by greedy under --timeout, which fits the weights to the clock. A weight that stayed within a
hundredth of the fixed one was not met there, one below a hundredth of it was nothing beside the others: neither counts.
Prints for each kind of operation the fixed weight, the geometric mean of the fitted ones and the factor (one standard
deviation) between them, and how many searches there are. Without files: regress/bench/numeric and regress/bench/kinds.
"""
import argparse
import glob
import json
import math
import os
import re
import subprocess
import tempfile

OPERATIONS = os.path.join(os.path.dirname(__file__), "..", "..", "src", "engine", "ops.def")


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--time", type=float, default=5)
    options = parser.parse_intermixed_args()
    options.files = options.files or sorted(glob.glob("regress/bench/numeric/*.c") + glob.glob("regress/bench/kinds/*.c"))
    return options


def fixed_weights():
    with open(OPERATIONS) as file:
        return {name: float(weight) for name, weight in re.findall(r'^OP\(\w+, "(\w+)", ([0-9.e-]+)\)', file.read(), re.M)}


def fitted(options, path, seed):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.path.join(options.build, "tp2ph"), "-q", "--strategy", "greedy", "--threads", "1", "--seed", str(seed),
                        "--timeout", "%gs" % options.time, "--run-timeout", "500ms", "-o", folder + "/out", path],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(folder + "/out/report.json") as file:
            return json.load(file).get("choices", {}).get("weights", {})


def main():
    options = parse()
    fixed = fixed_weights()
    logs = {name: [] for name in fixed}
    for path in options.files:
        for seed in range(1, options.seeds + 1):
            for name, weight in fitted(options, path, seed).items():
                if weight > fixed[name] / 100 and abs(weight / fixed[name] - 1) > 0.01:
                    logs[name].append(math.log(weight))
    print("| operation | fixed | fitted | factor | searches |\n|---|---|---|---|---|")
    for name, values in logs.items():
        if not values:
            print("| %s | %g | - | - | 0 |" % (name, fixed[name]))
            continue
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((v - mean) ** 2 for v in values) / len(values))
        print("| %s | %g | %.3g | %.3g | %d |" % (name, fixed[name], math.exp(mean), math.exp(spread), len(values)))


main()
