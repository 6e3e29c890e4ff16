#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What checks and predictions cost: table 2 of seed 002, on programs of its kinds.

usage: predict.py BUILD [--runs N] [--bytes N] [--programs A,B,..]

Each program of regress/bench/predict gets one harmless test. Columns: processor milliseconds of the program as it is
(without what it takes to start it), of a run with its checks, of looking along the test; calls of the solver; what was
predicted; how much larger the text is with checks. What is predicted is put to the plain program by tp2ph itself.
"""
import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SENTENCE = "if x_one then do_it 12 else \"some text\" (a + b) 7 ; "
# name: (arguments, standard input of about so many bytes)
PROGRAMS = {
    "names": (["dir/readme.txt"], lambda n: ("aaab bbbbccc\n" * n)[:n]),
    "calculator": ([], lambda n: "".join("%d*(%d+%d)-%d/%d\n" % (i, i + 1, 7, 90, i + 2) for i in range(1, 1 + n // 18))),
    "arrays": ([], lambda n: "name abc\nsize 40\n" + "".join("set %d %d\nsum\n" % (10 + i % 30, i) for i in range(n // 16))),
    "tokens": ([], lambda n: ("20 " + SENTENCE * n)[:n]),
}
CHECKS = "division,overflow,bounds,pointer,strings"


def cpu():
    u = resource.getrusage(resource.RUSAGE_CHILDREN)
    return u.ru_utime + u.ru_stime


FORKS = """
#define main program_main
#include "%s"
#undef main
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(int argc, char **argv)
{
    for (int i = atoi(argv[1]); i > 0; i--) {
        if (fork() == 0) {
            if (atoi(argv[2]) && freopen("input", "r", stdin) && freopen("/dev/null", "w", stdout))
                exit(%s);
            _exit(0);
        }
        wait(0);
    }
    return argc < 0;
}
"""


def plain_seconds(folder, source, arguments, text, runs):
    """Of a run alone: what many forks cost in which it is called, without what the forks cost."""
    exe, beside = os.path.join(folder, "plain"), os.path.join(folder, "forks.c")
    with open(os.path.join(folder, "input"), "w") as f:
        f.write(text)
    with open(beside, "w") as f:
        f.write(FORKS % (source, "program_main(argc - 2, argv + 2)" if arguments else "program_main()"))
    subprocess.run(["cc", "-O0", "-w", "-o", exe, beside], check=True)

    def forks(is_run):
        start = cpu()
        subprocess.run([exe, str(runs), is_run] + arguments, cwd=folder, check=True)
        return cpu() - start
    return max(1e-6, (forks("1") - forks("0")) / runs)


def write_test(folder, arguments, text, size):
    tests = os.path.join(folder, "tests")
    os.makedirs(tests, exist_ok=True)
    values = []
    if arguments:
        values += [len(arguments)] + [b for a in arguments for b in a.encode().ljust(32, b"\0")]
    values += [len(text)] + list(text.encode().ljust(size, b"\0"))
    with open(os.path.join(tests, "1"), "w") as f:
        f.write("\n".join(map(str, values)) + "\n")
    return tests


def measure(options, name, folder):
    source = os.path.join(HERE, "predict", name + ".c")
    arguments, text = PROGRAMS[name][0], PROGRAMS[name][1](options.bytes)
    flags = ["--check", CHECKS, "--stdin", str(options.bytes), "--run-timeout", "20s"]
    flags += ["--argv", "1", "--array", "32"] if arguments else []
    tests = write_test(folder, arguments, text, options.bytes)
    plain = plain_seconds(folder, source, arguments, text, 20 * options.runs)
    words = ["predict", "-q"] + flags + ["--tests", tests, source]
    lines = subprocess.run([options.build + "/bench_predict", str(options.runs)] + words, stdout=subprocess.PIPE,
                           text=True, check=True).stdout.split("\n")
    _, checks, along, calls = lines[0].split()
    _, before, after = lines[1].split()
    out = os.path.join(folder, "out")
    subprocess.run([options.build + "/tp2ph"] + words + ["-o", out], stdout=subprocess.DEVNULL)
    with open(out + "/report.json") as f:
        predicted = sum(p["verdict"] == "predicted" for p in json.load(f)["prediction"])
    checks, along = float(checks), float(along)
    print("| %s | %d | %.3f | %.3f (%.1f x) | %.1f (%.1f x) | %s | %d | %.1f |" % (
        name, len(text), 1000 * plain, 1000 * checks, checks / plain, 1000 * along, along / checks, calls, predicted,
        1 + (int(after) - int(before)) / os.path.getsize(source)), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--bytes", type=int, default=512)
    parser.add_argument("--programs", default=",".join(PROGRAMS))
    options = parser.parse_args()
    print("| program | bytes of input | plain ms | with checks ms | with prediction ms | solver calls | predicted | size ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name in options.programs.split(","):
        folder = tempfile.mkdtemp()
        measure(options, name, folder)
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
