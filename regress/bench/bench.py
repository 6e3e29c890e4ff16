#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The benchmark tables. Usage: bench.py BUILD shares|phases|crossed|kinds|scale [SECONDS]

shares: where the time of a whole run of tp2ph goes, for the default and for
dfs under a limit of SECONDS (default 5).
phases: tcN as in tables 5.1 and 5.2 of the thesis, three seeds each: coverage
after Phase 1 and after both phases, paths solved, solver calls, runs and
seconds, then the default with its proofs, beside dfs-reach and cfg under the
same limit of SECONDS (default 5).
crossed: the same for programs in which conditions are about the same few
measurements (tp2ph gen --shape crossed), with the processor time of the default
as a multiple of that of `gcc -O0 -c`; two phases under a limit of SECONDS
(default 60).
kinds: programs that are not tester programs: branches covered by each strategy
within SECONDS (default 5).
scale: 900 to 100,000 conditions, and programs of hard shapes (shapes.py):
seconds by part, beside `gcc -O0 -c` of the plain program in the same run.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import shapes  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
RIVALS = ("dfs", "dfs-reach", "cfg", "random-branch", "uniform-random", "random-input")
# size: (Phase 1 coverage %, solver calls of both phases, seconds), thesis
THESIS = {50: (92, 51, 7.71), 100: (84, 84, 5.77), 154: (89, 146, 348.92), 160: (91, 152, 16.54),
          200: (89, 178, 22.21), 475: (89, 445, 187.71), 525: (94, 508, 211.69),
          550: (80, 509, 279.5), 700: (88, 644, 468.96), 750: (59, 691, 683.82),
          800: (91, 741, 608.57), 875: (77, 802, 845.2), 900: (89, 828, 762.43)}


def head_of(report):
    """Without the branches and tests: the memory of this process counts as that of what it starts."""
    lines = []
    for line in report:
        if line.startswith('  "branch":'):
            return "".join(lines).rstrip().rstrip(",") + "}"
        lines.append(line)
    return "".join(lines)


def run(tool, source, out, *options):
    start = time.monotonic()
    status = subprocess.run([tool, "-q", "-o", out, *options, source],
                            stderr=subprocess.DEVNULL).returncode
    seconds = time.monotonic() - start
    try:
        with open(os.path.join(out, "report.json")) as f:
            return json.loads(head_of(f)), seconds, status
    except OSError:
        return None, seconds, status


def generate(tool, tmp, conditions, seed, *options):
    source = os.path.join(tmp, "tc%d_%d.c" % (conditions, seed))
    subprocess.run([tool, "gen", "--conditions", str(conditions), "--seed", str(seed),
                    *options, "-o", source], check=True)
    return source


def percent(report):
    return 100.0 * report["branches"]["covered"] / report["branches"]["total"]


def phases(tool, tmp, limit):
    """Phases 1 and 2 alone, with what they leave decided, and two rivals."""
    print("| program | seed | phase 1 % | phases 1,2 % | dead % | paths | solver calls | saved | runs | s "
          "| all: solver calls | tests | unknown | s | dfs-reach % | cfg % | thesis: phase 1 %, calls, s |")
    print("|---" * 17 + "|")
    for n, thesis in THESIS.items():
        for seed in (1, 2, 3):
            source = generate(tool, tmp, n, seed)
            out = os.path.join(tmp, "out")
            stop = ["--timeout", "%ds" % limit]
            one, _, _ = run(tool, source, out, "--phases", "1")
            two, seconds, _ = run(tool, source, out, "--phases", "1,2", *stop)
            full, all_seconds, _ = run(tool, source, out)
            dfs, _, _ = run(tool, source, out, "--strategy", "dfs-reach", *stop)
            cfg, _, _ = run(tool, source, out, "--strategy", "cfg", *stop)
            b = full["branches"]
            print("| tc%d | %d | %.0f | %.1f | %.1f | %d | %d | %d | %d | %.2f | %d | %d | %d | %.2f | %.0f | %.0f "
                  "| %d, %d, %.0f |" % (
                      n, seed, percent(one), percent(two), 100.0 * b["infeasible"] / b["total"],
                      sum(p["paths"] for p in two["phases"]), two["solver_calls"],
                      two["solver_calls_saved"], two["runs"], seconds, full["solver_calls"],
                      full["tests"], b["unknown"], all_seconds, percent(dfs), percent(cfg), *thesis),
                  flush=True)


CROSSED = ([(n, 1, ["--dead", str(dead)]) for n in (475, 900) for dead in (10, 18, 25)] +
           [(900, seed, ["--dead", "10"]) for seed in (2, 3)] +
           [(900, 1, [kind]) for kind in ("--doubles", "--exits")] + [(20000, 1, ["--dead", "18"])])


def crossed(tool, tmp, limit):
    """The two phases and the default on programs whose conditions share what they are about."""
    print("| conditions | seed | options | dead % | phase 1 % | phases 1,2: left | paths a condition | solver calls a condition "
          "| runs | s | all: solver calls a condition | tests | unknown | s | times gcc -O0 -c, processor |")
    print("|---" * 15 + "|")
    for n, seed, options in CROSSED:
        source = generate(tool, tmp, n, seed, "--shape", "crossed", *options)
        out = os.path.join(tmp, "out")
        gcc = min(timed(["gcc", "-O0", "-w", "-c", source, "-o", os.path.join(tmp, "x.o")])[1] for _ in range(3))
        before = os.times()
        full, all_seconds, _ = run(tool, source, out)
        cpu = spent_since(before)
        one, _, _ = run(tool, source, out, "--phases", "1")
        two, seconds, _ = run(tool, source, out, "--phases", "1,2", "--timeout", "%ds" % limit)
        b = full["branches"]
        print("| %d | %d | %s | %.1f | %.0f | %d | %.2f | %.2f | %d | %.1f | %.2f | %d | %d | %.1f | %.1f |" % (
            n, seed, " ".join(options), 100.0 * b["infeasible"] / b["total"], percent(one),
            b["covered"] - two["branches"]["covered"], sum(p["paths"] for p in two["phases"]) / n,
            two["solver_calls"] / n, two["runs"], seconds, full["solver_calls"] / n, full["tests"], b["unknown"],
            all_seconds, cpu / gcc), flush=True)


def kinds(tool, tmp, limit):
    print("| program | branches | " + " | ".join(RIVALS) + " | two-phase | proved | unknown | s |")
    print("|---" * (len(RIVALS) + 6) + "|")
    sources = [os.path.join(HERE, "kinds", n) for n in sorted(os.listdir(os.path.join(HERE, "kinds")))]
    sources += [os.path.join(HERE, "..", "programs", n) for n in ("machine.c", "parser.c")]
    for source in sources:
        covered = []
        for strategy in RIVALS + ("two-phase",):
            report, seconds, _ = run(tool, source, os.path.join(tmp, "out"), "--strategy", strategy,
                                     "--timeout", str(limit))
            covered.append(report["branches"]["covered"])
        print("| %s | %d | %s | %d | %d | %.1f |" % (
            os.path.relpath(source, os.path.join(HERE, "..")), report["branches"]["total"],
            " | ".join(map(str, covered)), report["branches"]["infeasible"],
            report["branches"]["unknown"], seconds), flush=True)


def shares(tool, tmp, limit):
    parts = ["compile", "run", "decode", "solve"]
    print("| conditions | options | s | runs | runs a second of run | " + " % | ".join(parts) + " % | other % |")
    print("|---" * (len(parts) + 6) + "|")
    for n in (50, 900):
        source = generate(tool, tmp, n, 1)
        for options in ([], ["--strategy", "dfs", "--timeout", "%ds" % limit]):
            report, seconds, _ = run(tool, source, os.path.join(tmp, "out"), *options)
            took = [report["time"][p] for p in parts]
            percents = [100 * t / seconds for t in took + [seconds - sum(took)]]
            print("| %d | %s | %.2f | %d | %.0f | %s |" % (
                n, " ".join(options), seconds, report["runs"], report["runs"] / report["time"]["run"],
                " | ".join("%.0f" % p for p in percents)), flush=True)


PARTS = ["preprocess", "front", "graph", "instrument", "compile", "phase1", "phase2", "decide", "again", "confirm", "report"]


def spent_since(before):
    """Processor seconds of the children that have ended since os.times() said so."""
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def timed(command):
    """Wall and processor seconds of a command."""
    start, before = time.monotonic(), os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start, spent_since(before)


def parts_of(report, seconds, preprocess):
    """Seconds by part; preprocessing is part of the front end and shown beside it, report is the rest."""
    spent = {p: report["time"].get(p, 0) for p in PARTS}
    for phase in report["phases"]:
        name = phase["name"] if phase["name"] in PARTS else "again"
        spent[name] += phase["seconds"]
    spent["report"] = seconds - sum(spent.values())
    spent["preprocess"] = preprocess
    return [spent[p] for p in PARTS]


def measure(tool, tmp, name, source, conditions):
    plain, plain_cpu = timed(["gcc", "-O0", "-w", "-c", source, "-o", os.path.join(tmp, "x.o")])
    preprocess, _ = timed(["gcc", "-E", source])
    before = os.times()
    report, seconds, _ = run(tool, source, os.path.join(tmp, "out"))
    cpu = spent_since(before)
    print("| %s | %.2f | %.2f | %.1f | %.1f | %.2f | %s | %d | %d | %d | %d | %d |" % (
        name, plain, seconds, seconds / plain, cpu / plain_cpu, 1000 * seconds / conditions,
        " | ".join("%.2f" % s for s in parts_of(report, seconds, preprocess)), report["runs"],
        report["solver_calls"], report["tests"], report["branches"]["unknown"],
        report["peak_rss_kb"] // 1024), flush=True)


def head(first):
    print("| " + first + " | gcc -O0 -c s | all s | ratio | ratio of processor time | ms a condition | " +
          " | ".join(PARTS) + " | runs | solver calls | tests | unknown | peak MB |")
    print("|---" * (len(PARTS) + 11) + "|")


def scale(tool, tmp):
    head("conditions")
    for n in (900, 4000, 20000, 100000):
        measure(tool, tmp, str(n), generate(tool, tmp, n, 1), n)
    print()
    head("shape")
    for name, shape in shapes.SHAPES.items():
        source = os.path.join(tmp, name + ".c")
        with open(source, "w") as f:
            f.write(shape())
        text = shape()
        measure(tool, tmp, name, source, max(1, text.count("if (") + text.count("case ")))


def main():
    build, what = sys.argv[1], sys.argv[2]
    tool = os.path.join(build, "tp2ph")
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 60 if what == "crossed" else 5
    with tempfile.TemporaryDirectory() as tmp:
        if what == "shares":
            shares(tool, tmp, limit)
        elif what == "phases":
            phases(tool, tmp, limit)
        elif what == "crossed":
            crossed(tool, tmp, limit)
        elif what == "kinds":
            kinds(tool, tmp, limit)
        else:
            scale(tool, tmp)


main()
