#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables 5.2 to 5.4 and figure 5.1 of seed 000, on programs of the same kinds.

Usage: constraints.py BUILD [--seeds N] [--limit SECONDS] [--columns 1..3]
                      [--only NAME,..] [--part N] [--figure FILE.svg] [--median]
                      [--shard K/N]

Each program of regress/bench/paths is searched with --paths all for so many
runs as the thesis has iterations, from random first inputs: dfs, cfg,
random-branch, uniform-random, ippc (dfs --constraints partial, as printed),
last (dfs --constraints partial-last) and auto (dfs --constraints auto). A search that takes longer than the limit, in
seconds of a processor (clock.c), is ended: its row has a star and the mean of what was done. Means over the seeds 1 .. N.
Results are kept in BUILD/constraints, one file a search, so that shards and later calls add up; what is there is not made
again.
--part N: an Nth of the runs of each program.
--median: auto beside full for several strategies, the median over the seeds of
the ratio of their processor time of solving and evaluating. Without clock.so, which takes as long as the cheapest
questions: the limit is of a real clock.
"""
import argparse
import json
import os
import statistics
import sys
import tempfile

import clocked

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = {"gcd": (1000, 5000, 10000), "bsort": (100, 500, 1000), "sqrt": (1000, 5000, 10000),
            "prime": (100, 175, 250), "factor": (50, 75, 100), "replace": (1000, 5000, 10000),
            "tokens": (1000, 5000, 10000), "matcher": (100, 220, 340)}
# ratio of sizes and speedup of table 5.2
THESIS = {"replace": (4.4, 0.6), "bsort": (20.8, 0.79), "sqrt": (21.3, 1.25), "matcher": (31.8, 0.83),
          "tokens": (48.4, 1.7), "gcd": (97.5, 2.77), "prime": (115.6, 9.1), "factor": (137.3, 9.8)}
STRATEGIES = {"dfs": ("dfs", "full"), "cfg": ("cfg", "full"), "random-branch": ("random-branch", "full"),
              "uniform-random": ("uniform-random", "full"), "ippc": ("dfs", "partial"),
              "last": ("dfs", "partial-last"), "auto": ("dfs", "auto")}

WHOLE = ("dfs", "cfg", "random-branch", "uniform-random")
PARTIAL = ("ippc", "last", "auto")
COLOURS = {"ippc": "#1668a8", "last": "#1a7f37", "auto": "#c25a00"}


def place(args, name, runs, strategy, how, seed):
    clock = ".real" if args.median else ""
    return os.path.join(args.build, "constraints",
                        "%s.%d.%s.%s.%d.%gs%s.json" % (name, runs, strategy, how, seed, args.limit, clock))


def make(args, *what):
    """One search, whose report is kept."""
    name, runs, strategy, how, seed = what
    if os.path.exists(place(args, *what)):
        return
    with tempfile.TemporaryDirectory() as folder:
        report = clocked.search(args.build, ["--strategy", strategy, "--constraints", how, "--paths", "all", "--max-runs", str(runs),
                                             "--seed", str(seed), "--threads", "1", os.path.join(HERE, "paths", name + ".c")],
                                args.limit, os.path.join(folder, "out"), is_clocked=not args.median)
    with open(place(args, *what) + ".part", "w") as f:
        json.dump({key: report[key] for key in ("runs", "constraints", "branches", "phases", "stopped")}, f)
    os.rename(f.name, place(args, *what))


def search(args, name, runs, strategy, how, seed):
    """What the report of a search counts."""
    with open(place(args, name, runs, strategy, how, seed)) as f:
        report = json.load(f)
    asked = report["constraints"]
    phase = [p for p in report["phases"] if p["name"] == strategy]
    return {"runs": report["runs"], "calls": asked["calls"], "size": asked["average_size"],
            "sliced": asked["average_sliced"], "largest": asked["largest"], "solving": asked["seconds"],
            "coverage": 100.0 * report["branches"]["covered"] / report["branches"]["total"],
            "seconds": sum(p["seconds"] for p in phase), "cut": report["stopped"] == "time"}


def mean(rows):
    m = {key: statistics.mean(row[key] for row in rows) for key in rows[0]}
    m["cut"] = sum(row["cut"] for row in rows)
    return m


def measure(args, name, runs):
    return {title: mean([search(args, name, runs, *way, seed) for seed in range(1, args.seeds + 1)])
            for title, way in STRATEGIES.items()}


def table_5_3(args, results):
    print("### Table 5.3: questions, sizes, coverage and seconds (%d seeds, at most %g s each)\n" % (args.seeds, args.limit))
    print("| program | runs | strategy | questions | average size | after slicing | largest | coverage % "
          "| s solving | s |")
    print("|---" * 10 + "|")
    for (name, runs), ways in results.items():
        for title, m in ways.items():
            print("| %s | %.0f%s | %s | %.0f | %.1f | %.1f | %.0f | %.1f | %.3f | %.2f |" % (
                name, m["runs"], "*" if m["cut"] else "", title, m["calls"], m["size"], m["sliced"],
                m["largest"], m["coverage"], m["solving"], m["seconds"]))
        sys.stdout.flush()


def per_run(m, key):
    return m[key] / max(1, m["runs"])


def last_columns(results):
    return {name: ways for (name, _), ways in results.items()}


def table_5_2(results):
    print("\n### Table 5.2: sizes of dfs over those of the partial ones, and speedup\n")
    print("Speedup: of solving and evaluating for each run. Thesis: its ratio of sizes and its speedup.\n")
    print("| program | ippc: ratio | speedup | last: ratio | speedup | auto: ratio | speedup | thesis: ratio | speedup |")
    print("|---" * 9 + "|")
    for name, ways in last_columns(results).items():
        cells = []
        for title in PARTIAL:
            cells += ["%.1f" % (ways["dfs"]["size"] / max(1e-9, ways[title]["size"])),
                      "%.2f" % (per_run(ways["dfs"], "solving") / max(1e-9, per_run(ways[title], "solving")))]
        print("| %s | %s | %.1f | %.2f |" % (name, " | ".join(cells), *THESIS[name]))


def table_5_4(results):
    print("\n### Table 5.4: the best, by time for each run first and by coverage first\n")
    print("| program | by time | by coverage |\n|---|---|---|")
    for name, ways in last_columns(results).items():
        def by(*keys):
            """Times within a tenth, and coverage within a tenth of a percent, are as good."""
            left = list(ways)
            for key in keys:
                if key == "time":
                    best = min(per_run(ways[w], "seconds") for w in left)
                    left = [w for w in left if per_run(ways[w], "seconds") <= 1.1 * best]
                else:
                    best = max(ways[w]["coverage"] for w in left)
                    left = [w for w in left if ways[w]["coverage"] >= best - 0.1]
            return ", ".join(left)
        print("| %s | %s | %s |" % (name, by("time", "coverage"), by("coverage", "time")))


def figure_5_1(results, path):
    """Speedup over runs by questions of dfs: few runs by question means many infeasible paths."""
    points = []
    for (name, runs), ways in results.items():
        for title in PARTIAL:
            points.append((ways["dfs"]["runs"] / max(1, ways["dfs"]["calls"]),
                           per_run(ways["dfs"], "solving") / max(1e-9, per_run(ways[title], "solving")),
                           name, title))
    print("\n### Figure 5.1: runs by questions of dfs, and the speedup\n")
    print("| program | runs / questions | ippc | last | auto |\n|---|---|---|---|---|")
    for (name, _), ways in results.items():
        mine = [p for p in points if p[2] == name and p[0] == ways["dfs"]["runs"] / max(1, ways["dfs"]["calls"])]
        print("| %s | %.2f | %s |" % (name, mine[0][0], " | ".join("%.2f" % p[1] for p in mine)))
    if path:
        draw(points, path)


def draw(points, path):
    top = max(1.0, max(p[1] for p in points)) * 1.1
    width, height, edge = 640, 400, 48
    marks = []
    for x, y, name, title in points:
        cx, cy = edge + min(1, x) * (width - 2 * edge), height - edge - y / top * (height - 2 * edge)
        fill = COLOURS[title]
        marks.append('<circle cx="%.1f" cy="%.1f" r="4" fill="%s"><title>%s %s: %.2f</title></circle>'
                     '<text x="%.1f" y="%.1f" font-size="10">%s</text>' % (cx, cy, fill, name, title, y, cx + 6, cy, name))
    axes = ('<path d="M%d %dV%dH%d" fill="none" stroke="#555"/>' % (edge, edge, height - edge, width - edge)
            + '<text x="%d" y="%d" font-size="12">runs / questions of dfs (0 to 1)</text>' % (width // 3, height - 12)
            + '<text x="8" y="%d" font-size="12">speedup (0 to %.1f); blue ippc, green last, orange auto</text>' % (edge - 16, top))
    with open(path, "w") as f:
        f.write('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif">'
                '<rect width="100%%" height="100%%" fill="#fff"/>%s%s</svg>\n' % (width, height, axes, "".join(marks)))


def last_runs(args, name):
    return PROGRAMS[name][args.columns - 1] // args.part


def searches(args, names):
    """All that the tables are made of."""
    if args.median:
        ways = [(name, last_runs(args, name), strategy, how) for name in names for strategy in WHOLE for how in ("full", "auto")]
    else:
        ways = [(name, runs // args.part, *way) for name in names for runs in PROGRAMS[name][:args.columns]
                for way in STRATEGIES.values()]
    return [(*way, seed) for seed in range(1, args.seeds + 1) for way in ways]


def median_table(args, names):
    print("### auto beside full: processor time of solving and evaluating, median of %d seeds\n" % args.seeds)
    print("| program | runs | strategy | full, ms | of it for a run, us | auto / full |\n|---|---|---|---|---|---|")
    for name in names:
        runs = last_runs(args, name)
        for strategy in WHOLE:
            ratios, whole, one = [], [], []
            for seed in range(1, args.seeds + 1):
                full = search(args, name, runs, strategy, "full", seed)
                auto = search(args, name, runs, strategy, "auto", seed)
                whole.append(1e3 * full["solving"])
                one.append(1e6 * per_run(full, "solving"))
                ratios.append(per_run(auto, "solving") / max(1e-9, per_run(full, "solving")))
            print("| %s | %d | %s | %.2f | %.0f | %.2f |" % (
                name, runs, strategy, *map(statistics.median, (whole, one, ratios))))
            sys.stdout.flush()


def main():
    a = argparse.ArgumentParser()
    a.add_argument("build")
    a.add_argument("--seeds", type=int, default=10)
    a.add_argument("--limit", type=float, default=60)
    a.add_argument("--columns", type=int, default=3, choices=(1, 2, 3))
    a.add_argument("--only")
    a.add_argument("--part", type=int, default=1)
    a.add_argument("--figure")
    a.add_argument("--median", action="store_true")
    a.add_argument("--shard", default="1/1")
    args = a.parse_args()
    names = args.only.split(",") if args.only else list(PROGRAMS)
    os.makedirs(os.path.join(args.build, "constraints"), exist_ok=True)
    k, n = map(int, args.shard.split("/"))
    for what in searches(args, names)[k - 1::n]:
        make(args, *what)
    missing = sum(not os.path.exists(place(args, *what)) for what in searches(args, names))
    if missing:
        print("%d of %d searches are missing: other shards" % (missing, len(searches(args, names))))
    elif args.median:
        median_table(args, names)
    else:
        results = {(name, runs): measure(args, name, runs // args.part)
                   for name in names for runs in PROGRAMS[name][:args.columns]}
        table_5_3(args, results)
        table_5_2(results)
        table_5_4(results)
        figure_5_1(results, args.figure)


if __name__ == "__main__":
    main()
