#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The second experiment of seed 003: branches of numeric functions covered over time, by strategy.

usage: numeric.py BUILD [--seeds N] [--times 1,3,10] [--strategies A,B,..] [--plot FILE.svg] [FILE.c...] [-- FLAGS]

Each program is searched once for each strategy and seed, up to the last time; what was covered at the earlier ones is
read from its timeline. Prints the mean over seeds in percent for each function, the mean over functions with its 95 %
interval (over functions), and how often greedy ran and solved.
"""
import argparse
import glob
import json
import math
import os
import subprocess
import sys
import tempfile

STRATEGIES = ("greedy,greedy-printed,two-phase,cfg,rcn,rss,rps,dfs,dart,generational,context,subpath,"
              "random-branch,uniform-random,random-input")

START = 2  # seconds at most that reading and compiling take: they do not count


def parse():
    flags = []
    words = sys.argv[1:]
    if "--" in words:
        at = words.index("--")
        words, flags = words[:at], words[at + 1:]
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--times", default="1,3,10")
    parser.add_argument("--strategies", default=STRATEGIES)
    parser.add_argument("--plot")
    options = parser.parse_intermixed_args(words)
    options.times = [float(t) for t in options.times.split(",")]
    options.strategies = options.strategies.split(",")
    options.files = options.files or sorted(glob.glob("regress/bench/numeric/*.c"))
    options.flags = flags
    return options


def search(options, path, strategy, seed, folder):
    command = [os.path.join(options.build, "tp2ph"), "-q", "--strategy", strategy, "--seed", str(seed), "--timeout",
               str(options.times[-1] + START), "--run-timeout", "500ms", "-o", folder, path]
    if options.flags:
        command += ["--"] + options.flags
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    report = os.path.join(folder, "report.json")
    if done.returncode not in (0, 1, 5) or not os.path.exists(report):
        sys.exit(f"{path}, {strategy}: status {done.returncode}: {done.stderr}")
    with open(report) as file:
        return json.load(file)


class Curve:
    """Percent of the branches covered over time; compiling and reading the program do not count."""

    def __init__(self, report):
        spent = report["time"]
        start = sum(spent[part] for part in ("front", "graph", "instrument", "compile"))
        total = max(1, report["branches"]["total"])
        self.points = [(t["seconds"] - start, 100.0 * t["covered"] / total) for t in report["timeline"]]

    def at(self, seconds):
        return max([p for t, p in self.points if t <= seconds], default=0.0)


def mean(values):
    return sum(values) / len(values) if values else 0.0


def interval(values):
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return 1.96 * math.sqrt(sum((v - middle) ** 2 for v in values) / (len(values) - 1) / len(values))


def measure(options):
    curves, choices = {}, {}
    with tempfile.TemporaryDirectory() as work:
        for path in options.files:
            name = os.path.splitext(os.path.basename(path))[0]
            for strategy in options.strategies:
                for seed in range(1, options.seeds + 1):
                    report = search(options, path, strategy, seed, os.path.join(work, "out"))
                    curves.setdefault((name, strategy), []).append(Curve(report))
                    if "choices" in report:
                        choices.setdefault((name, strategy), []).append(report["choices"])
    return curves, choices


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
    curves, choices = measure(options)
    names = [os.path.splitext(os.path.basename(p))[0] for p in options.files]
    print_coverage(options, names, curves)
    print_choices(names, choices)
    if options.plot:
        plot(options, names, curves)


main()
