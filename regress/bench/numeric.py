#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The second experiment of seed 003: branches of numeric functions covered over time, by strategy.

usage: numeric.py BUILD [--seeds N] [--times 1,3,10] [--strategies A,B,..] [--shard K/N] [--kept FOLDER] [--plot FILE.svg]
                  [FILE.c...] [-- FLAGS]

Each program is searched once for each strategy and seed, up to the last time; what was covered at the earlier ones is
read from its timeline. Times are seconds of a processor (clock.c) behind compiling. Results are kept in FOLDER
(BUILD/numeric), one file a search, so that shards and later calls add up; what is there is not run again. Prints the mean
over seeds in percent for each function, the mean over functions with its 95 % interval (over functions), and how often
greedy ran and solved: nothing but what is missing, if something is.
"""
import argparse
import glob
import json
import math
import os
import sys
import tempfile

import clocked

STRATEGIES = ("greedy,greedy-printed,two-phase,cfg,rcn,rss,rps,dfs,dart,generational,context,subpath,"
              "random-branch,uniform-random,random-input")


def parse():
    flags = []
    words = sys.argv[1:]
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at:]
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--times", default="1,3,10")
    parser.add_argument("--strategies", default=STRATEGIES)
    parser.add_argument("--shard", default="1/1")
    parser.add_argument("--kept")
    parser.add_argument("--plot")
    options = parser.parse_intermixed_args(words)
    options.times = [float(t) for t in options.times.split(",")]
    options.strategies = options.strategies.split(",")
    options.files = options.files or sorted(glob.glob("regress/bench/numeric/*.c"))
    options.kept = options.kept or os.path.join(options.build, "numeric")
    options.flags = flags
    return options


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def search(options, path, strategy, seed, limit):
    how = ["--strategy", strategy, "--seed", str(seed), "--threads", "1", "--run-timeout", "500ms"]
    with tempfile.TemporaryDirectory() as folder:
        report = clocked.search(options.build, how + [path] + options.flags, limit, os.path.join(folder, "out"))
    return {"total": max(1, report["branches"]["total"]), "moments": clocked.moments(report),
            "choices": report.get("choices")}


def place(options, path, strategy, seed):
    return os.path.join(options.kept, "%s.%s.%d.%gs.json" % (name_of(path), strategy, seed, options.times[-1]))


def jobs(options):
    """Seed by seed, so that fewer of them can be looked at sooner."""
    return [(path, strategy, seed) for seed in range(1, options.seeds + 1) for path in options.files
            for strategy in options.strategies]


def measure(options):
    os.makedirs(options.kept, exist_ok=True)
    k, n = map(int, options.shard.split("/"))
    limits = clocked.Limits(options.build)
    for i, (path, strategy, seed) in enumerate(jobs(options)):
        if i % n != k - 1 or os.path.exists(place(options, path, strategy, seed)):
            continue
        result = search(options, path, strategy, seed, limits.of([path] + options.flags, options.times[-1]))
        with open(place(options, path, strategy, seed) + ".part", "w") as file:
            json.dump(result, file)
        os.rename(file.name, place(options, path, strategy, seed))


class Curve:
    """Percent of the branches covered over time."""

    def __init__(self, result):
        self.points = [(t, 100.0 * covered / result["total"]) for t, covered, _ in result["moments"]]

    def at(self, seconds):
        return max([p for t, p in self.points if t <= seconds], default=0.0)


def load(options):
    curves, choices = {}, {}
    for path, strategy, seed in jobs(options):
        with open(place(options, path, strategy, seed)) as file:
            result = json.load(file)
        curves.setdefault((name_of(path), strategy), []).append(Curve(result))
        if result["choices"]:
            choices.setdefault((name_of(path), strategy), []).append(result["choices"])
    return curves, choices


def mean(values):
    return sum(values) / len(values) if values else 0.0


def interval(values):
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return 1.96 * math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def print_coverage(options, names, curves):
    for seconds in options.times:
        print(f"\nafter {seconds:g} s, mean of {options.seeds} seeds, percent of the branches\n")
        print("| function | " + " | ".join(options.strategies) + " |")
        print("|---|" + "---|" * len(options.strategies))
        columns = {s: [mean([c.at(seconds) for c in curves[n, s]]) for n in names] for s in options.strategies}
        for i, name in enumerate(names):
            print(f"| {name} | " + " | ".join(f"{columns[s][i]:.1f}" for s in options.strategies) + " |")
        print("| mean | " + " | ".join(f"{mean(columns[s]):.1f} ± {interval(columns[s]):.1f}"
                                       for s in options.strategies) + " |")


def print_choices(names, choices):
    print("\nhow often greedy ran and solved, mean of the seeds\n")
    print("| function | random | solve |\n|---|---|---|")
    for name in names:
        rows = choices.get((name, "greedy"), [])
        if rows:
            print(f"| {name} | {mean([r['random'] for r in rows]):.0f} | {mean([r['solve'] for r in rows]):.1f} |")


COLOURS = ("#cf222e", "#bc4c00", "#0969da", "#1a7f37", "#8250df", "#bf3989", "#4d2d00", "#57606a", "#0550ae", "#116329",
           "#6639ba", "#99286e", "#953800", "#3192aa", "#9a6700")


def plot(options, names, curves):
    width, height, left, top = 720, 400, 50, 20
    low, last = 30.0, options.times[-1]
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 200}" height="{height + 60}" '
             'font-family="Helvetica" font-size="12">', f'<rect width="{width + 200}" height="{height + 60}" fill="#fff"/>']
    for percent in range(int(low), 101, 10):
        y = top + height * (100 - percent) / (100 - low)
        lines.append(f'<path d="M{left} {y:.1f}H{left + width - 60}" stroke="#d0d7de"/><text x="10" y="{y:.1f}">{percent}</text>')
    for i, strategy in enumerate(options.strategies):
        steps = []
        for k in range(121):
            seconds = last * k / 120
            value = max(low, mean([c.at(seconds) for n in names for c in curves[n, strategy]]))
            steps.append(f"{left + (width - 60) * k / 120:.1f} {top + height * (100 - value) / (100 - low):.1f}")
        colour = COLOURS[i % len(COLOURS)]
        lines.append(f'<path d="M{"L".join(steps)}" fill="none" stroke="{colour}" stroke-width="{3 if i == 0 else 1.3}"/>')
        lines.append(f'<text x="{left + width - 50}" y="{top + 16 * (i + 1)}" fill="{colour}">{strategy}</text>')
    lines.append(f'<text x="{left + width / 2 - 60}" y="{top + height + 30}">seconds, 0 to {last:g}</text></svg>')
    with open(options.plot, "w") as file:
        file.write("\n".join(lines) + "\n")


def main():
    options = parse()
    measure(options)
    missing = sum(not os.path.exists(place(options, *job)) for job in jobs(options))
    if missing:
        print("%d of %d searches are missing: other shards" % (missing, len(jobs(options))))
        return
    curves, choices = load(options)
    names = [name_of(path) for path in options.files]
    print_coverage(options, names, curves)
    print_choices(names, choices)
    if options.plot:
        plot(options, names, curves)


main()
