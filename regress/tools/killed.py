#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""killed.py TP2PH COUNT SECONDS WORK: kill -9 at COUNT moments of runs that would
take SECONDS or more, every fifth while files are written, every fourth of a
batch, every third of the others in two processes. What the progress line had shown 5 s before is there after --resume (of a
batch: what had ended is there, and the rest goes on), and no process and no
private folder stays."""
import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import time

KEPT = 5.0  # seconds: what is older is not lost
ENDLESS = os.path.join(os.path.dirname(__file__), "..", "proofs", "endless.c")
LINE = re.compile(rb"(\d+) of \d+ branches covered, (\d+) infeasible")
ENDED = re.compile(rb"tp2ph: \d+ of \d+: (\w+)")


def watch(command, env, moment, is_writing):
    """Runs it on a terminal and kills it at the moment. What it had shown, with
    the time: [(seconds, covered, infeasible)], the programs of a batch that
    had ended, and when it was killed."""
    pid, fd = pty.fork()
    if pid == 0:
        os.execvpe(command[0], command, env)
    start, shown, done, killed = time.monotonic(), [], [], False
    while True:
        now = time.monotonic() - start
        if not killed and (is_writing() if is_writing else now >= moment):
            os.kill(pid, signal.SIGKILL)
            killed = True
        ready, _, _ = select.select([fd], [], [], 0.0005 if is_writing else 0.02)
        if ready:
            try:
                data = os.read(fd, 65536)
            except OSError:
                break
            if not data:
                break
            done += [name.decode() for name in ENDED.findall(data)]
            found = LINE.findall(data)
            if found:
                shown.append((now, int(found[-1][0]), int(found[-1][1])))
        if killed and now > moment + 60:
            break
    os.waitpid(pid, 0)
    os.close(fd)
    return shown, done, time.monotonic() - start


def strays(folder):
    """Processes that run a program of the folder, in it, or for it."""
    found = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            if f"TMPDIR={folder}/".encode() in open(f"/proc/{pid}/environ", "rb").read():
                found.add(pid)
            for what in ("exe", "cwd"):
                if os.readlink(f"/proc/{pid}/{what}").startswith(folder):
                    found.add(pid)
        except OSError:
            pass
    return found


def cleaned(folder, temp):
    for _ in range(100):
        if not strays(folder) and not os.listdir(temp):
            return True
        time.sleep(0.1)
    return False


def staged(out):
    def look():
        try:
            return any(n.startswith(".tp2ph-") and not n.startswith(".tp2ph-journal")
                       for n in os.listdir(out))
        except OSError:
            return False
    return look


def totals(out):
    text = open(os.path.join(out, "report.json")).read()
    found = re.search(r'"covered": (\d+), "infeasible": (\d+)', text)
    return int(found.group(1)), int(found.group(2))


def generate(tp2ph, path, conditions, seed):
    subprocess.run([tp2ph, "gen", "--conditions", str(conditions), "--seed", str(seed), "-o", path],
                   check=True)


def choose(tp2ph, program, number, seconds):
    """Writes the program; how it is searched, so that it takes that long."""
    if number % 3 == 2:
        with open(ENDLESS) as f, open(program, "w") as to:
            to.write(f.read())
        return ["--threads", "2"]
    generate(tp2ph, program, 40 * seconds, number)
    return ["--strategy", "dfs"] if number % 2 else ["--phases", "1,2"]


def once_batch(tp2ph, number, seconds, folder, env):
    names, out = ["a", "b", "c"], os.path.join(folder, "out")
    for i, name in enumerate(names):
        generate(tp2ph, f"{folder}/{name}.c", [50, 40 * seconds, 30 * seconds][i], number + i)
    command = [tp2ph, "batch", "-v", "--phases", "1,2", "--timeout", str(seconds), "-o", out,
               *[f"{folder}/{name}.c" for name in names]]
    _, done, _ = watch(command, env, random.uniform(1, seconds), None)
    if not cleaned(folder, env["TMPDIR"]):
        return f"{number}: left behind: {strays(folder)} {os.listdir(env['TMPDIR'])}"
    lost = [n for n in done if not os.path.exists(f"{out}/{n}/report.json")]
    again = subprocess.run([*command, "--resume", "--max-runs", "1"], env=env, check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    lost += [n for n in names if not os.path.exists(f"{out}/{n}/report.json")]
    return f"{number}: lost {lost}: {again.stderr.decode()}" if lost else None


def once(tp2ph, number, seconds, work):
    folder = os.path.join(work, str(number))
    temp, out = os.path.join(folder, "tmp"), os.path.join(folder, "out")
    os.makedirs(temp)
    program = os.path.join(folder, "p.c")
    env = dict(os.environ, TMPDIR=temp, TERM="vt100")
    if number % 4 == 3:
        return once_batch(tp2ph, number, seconds, folder, env)
    strategy = choose(tp2ph, program, number, seconds)
    writing = number % 5 == 4
    limit = ["--timeout", str(random.randint(2, seconds) if writing else 2 * seconds)]
    command = [tp2ph, *strategy, *limit, "-o", out, program]
    moment = random.uniform(1, seconds)
    shown, _, ended = watch(command, env, moment, staged(out) if writing else None)
    if not cleaned(folder, temp):
        return f"{number}: left behind: {strays(folder)} {os.listdir(temp)}"
    old = [s for s in shown if s[0] < ended - KEPT]
    if not os.path.isdir(out) or not os.listdir(out):
        return f"{number}: {old[-1]} was lost" if old else None
    again = subprocess.run([tp2ph, "-q", "--resume", "--max-runs", "1", *strategy, "-o", out, program],
                           env=env, check=False, stderr=subprocess.PIPE)
    if not os.path.exists(os.path.join(out, "report.json")):
        return f"{number}: killed after {ended:.1f} s, status {again.returncode}: {again.stderr.decode()}"
    covered, infeasible = totals(out)
    if old and (covered < old[-1][1] or infeasible < old[-1][2]):
        return f"{number}: {old[-1]} was shown, {covered} and {infeasible} are left"
    return None


def main():
    tp2ph, count, seconds, work = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    random.seed(count)
    passed = failed = 0
    for number in range(count):
        trouble = once(os.path.abspath(tp2ph), number, seconds, os.path.realpath(work))
        if trouble:
            print(trouble)
        passed, failed = passed + (not trouble), failed + bool(trouble)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
