# SPDX-License-Identifier: GPL-3.0-or-later
"""Coverage over time: the default beside each single strategy, on programs with loops, state and tables.

Usage: anytime.py BUILD [--shard K/N] [--seconds S] [--table] [--beside 'NAME=OPTIONS'] [FILE.c...]
--beside: the default beside tp2ph with these options, in place of the single strategies.
Results are kept in BUILD/anytime/Ss, one file a run, so that shards and later calls add up; what is there is not run again. Files that are
named are measured, too. Times count from the end of compiling, in seconds of a processor (clock.c), so that they mean the same on a busy
machine. Every fifth program gets six times as long.
"""
import argparse
import glob
import json
import os
import sys
import tempfile

import clocked
import programs

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = "default"
HOWS = {DEFAULT: ["--threads", "1"], "phases 1,2": ["--phases", "1,2"]}
HOWS.update({s: ["--strategy", s] for s in ("dfs-reach", "cfg", "random-branch", "uniform-random", "random-input", "distance")})
OURS = ["kinds/*.c", "../programs/machine*.c", "../programs/parser.c", "../programs/tester_*.c", "../endless/*.c"]


def measure(limits, source, how, seconds):
    """The moments of one run: [seconds, covered, infeasible]."""
    with tempfile.TemporaryDirectory() as tmp:
        report = clocked.search(limits.build, HOWS[how] + [source], limits.of([source], seconds), os.path.join(tmp, "out"))
    moments = clocked.moments(report)
    return {"total": report["branches"]["total"], "seconds": seconds, "moments": [m for m in moments if m[0] <= seconds]}


def at(result, second):
    """Branches covered by then."""
    return max([m[1] for m in result["moments"] if m[0] <= second], default=0)


def path_of(kept, name, how):
    return os.path.join(kept, "%s.%s.json" % (name, how.replace(" ", "-").replace(",", "-")))


def load(kept, names):
    found = {}
    for name in names:
        for how in HOWS:
            if os.path.exists(path_of(kept, name, how)):
                with open(path_of(kept, name, how)) as f:
                    found[name, how] = json.load(f)
    return found


def is_behind(found, name, second):
    """From 5 s on 98 % of the best single strategy; before, what that had at half the time."""
    best = max(at(found[name, how], second if second >= 5 else second / 2) for how in HOWS if how != DEFAULT)
    return at(found[name, DEFAULT], second) < (0.98 if second >= 5 else 1) * best


def table(found, names):
    singles = [how for how in HOWS if how != DEFAULT]
    print("| program | branches | s | default | " + " | ".join(singles) + " | |")
    print("|---" * (len(singles) + 5) + "|")
    sums, behind = {}, 0
    for name in names:
        if not all((name, how) in found for how in HOWS):
            continue
        for second in (1, 2, 5, 10, 60):
            if second > found[name, DEFAULT]["seconds"]:
                continue
            late = is_behind(found, name, second)
            behind += late
            counts = [at(found[name, how], second) for how in HOWS]
            sums[second] = [a + b for a, b in zip(sums.get(second, [0] * len(HOWS)), counts)]
            order = [at(found[name, how], second) for how in [DEFAULT] + singles]
            print("| %s | %d | %d | %s | %s |" % (name, found[name, DEFAULT]["total"], second, " | ".join(map(str, order)),
                                                  "behind" if late else ""))
    for second, counts in sums.items():
        by_how = dict(zip(HOWS, counts))
        print("| all | | %d | %s | |" % (second, " | ".join(str(by_how[how]) for how in [DEFAULT] + singles)))
    print("\nbehind: %d" % behind)


COLOURS = ["#000000", "#e69f00", "#56b4e9", "#009e73", "#d55e00", "#0072b2", "#cc79a7", "#999999"]


def plot(found, names, path, seconds):
    """Branches covered on all programs over time, as SVG."""
    names = [n for n in names if all((n, how) in found for how in HOWS)]
    steps = [seconds * i / 100 for i in range(101)]
    curves = {how: [sum(at(found[n, how], t) for n in names) for t in steps] for how in HOWS}
    most = max([c[-1] for c in curves.values()] + [1])
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="720" height="420" font-family="sans-serif" font-size="12">',
             '<text x="50" y="16">branches covered on %d programs over %d s (of %d at most)</text>' % (len(names), seconds, most)]
    for i, (how, curve) in enumerate(curves.items()):
        points = " ".join("%.1f,%.1f" % (50 + 5 * k, 400 - 370 * v / most) for k, v in enumerate(curve))
        lines.append('<polyline fill="none" stroke="%s" stroke-width="%d" points="%s"/>' % (COLOURS[i], 3 if how == DEFAULT else 1, points))
        lines.append('<text x="570" y="%d" fill="%s">%s %d</text>' % (60 + 18 * i, COLOURS[i], how, curve[-1]))
    with open(path, "w") as f:
        f.write("\n".join(lines + ["</svg>"]) + "\n")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("build")
    p.add_argument("--shard", default="1/1")
    p.add_argument("--seconds", type=int, default=10)
    p.add_argument("--table", action="store_true")
    p.add_argument("--beside", metavar="NAME=OPTIONS")
    p.add_argument("files", nargs="*")
    o = p.parse_args()
    if o.beside:
        name, options = o.beside.split("=", 1)
        HOWS.clear()
        HOWS.update({DEFAULT: ["--threads", "1"], name: ["--threads", "1"] + options.split()})
    kept = os.path.join(o.build, "anytime", "%ds" % o.seconds)
    os.makedirs(kept, exist_ok=True)
    sources = programs.write(kept) + [f for g in OURS for f in sorted(glob.glob(os.path.join(HERE, g)))] + o.files
    names = [os.path.basename(s)[:-2] + ("" if os.path.dirname(s) == kept else "@" + os.path.basename(os.path.dirname(os.path.abspath(s))))
             for s in sources]
    k, n = map(int, o.shard.split("/"))
    limits = clocked.Limits(o.build)
    for i, (name, source) in enumerate(zip(names, sources)):
        for how in HOWS:
            if o.table or i % n != k - 1 or os.path.exists(path_of(kept, name, how)):
                continue
            result = measure(limits, source, how, o.seconds * (6 if i % 5 == 4 else 1))
            with open(path_of(kept, name, how), "w") as f:
                json.dump(result, f)
            print("%s, %s: %d" % (name, how, at(result, 1e9)), file=sys.stderr, flush=True)
    found = load(kept, names)
    table(found, names)
    plot(found, names, os.path.join(kept, "anytime.svg"), o.seconds)


main()
