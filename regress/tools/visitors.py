#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions that reach themselves in the call graph, and what bounds them.

Usage: visitors.py BUILD. Every function of the modules below that can call
itself, directly or through others, is listed. It has to be entered by the test
(regress/unit/test_walks.c, regress/walks/*.c: graphs that as trees would have
more than 10^12 nodes, under an alarm), or to say in the comment above it, or in
the comment at the head of its file, what bounds it: "Bound: ...". The call
graph is the compiler's: clang's intermediate text, in which a call through a
pointer means each function of that type whose address is used.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

MODULES = ["expr", "sem", "smt", "engine", "decide"]
CACHE = os.environ.get("CACHE", ".cache")
SECONDS = 120  # a program or test of the walks may take
NAME = r'@("[^"]+"|[\w.$]+)'


def flags():
    ts = CACHE + "/tree-sitter-0.25.2/tree_sitter/core/lib/include"
    return ["-std=c11", "-D_GNU_SOURCE", "-Isrc", "-isystem", ts,
            '-DTP2PH_VERSION="0"', "-w"]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(" ".join(command) + "\n" + done.stderr[-2000:])
    return done.stdout


def compile_one(job):
    """The intermediate text of a source, and its object, which tells what it
    enters."""
    source, base = job
    how = ["-O1", "-fno-inline", "-fno-optimize-sibling-calls", "-finstrument-functions", "-fno-pie"]
    run(["clang", *flags(), *how, "-g1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm", source, "-o", base + ".ll"])
    run(["clang", *how, "-O0", "-w", "-c", base + ".ll", "-o", base + ".o"])
    return base


def strip_types(args):
    """The types of an argument list: attributes and names left out."""
    out, depth, item = [], 0, ""
    for ch in args + ",":
        if ch == "," and depth == 0:
            words = re.sub(r"\([^()]*\)", "()", item)
            words = re.sub(r"\b(noundef|nonnull|zeroext|signext|byval\(\)|"
                           r"sret\(\)|noalias|nocapture|readonly|"
                           r"align \d+|immarg)\b", "", words)
            words = re.sub(r"\s*[%@][\w.\"]+\s*$", "", words.strip())
            words = re.sub(r"\s+(null|undef|true|false|-?[\d.]+\S*)$", "",
                           words.strip())
            if words.strip():
                out.append(re.sub(r"\s+", "", words))
            item = ""
            continue
        depth += (ch in "({[<") - (ch in ")}]>")
        item += ch
    return tuple(out)


def result(words):
    """The type that stands before a name: attributes and linkage left out."""
    words = re.sub(r"\([^()]*\)", "", words)
    words = re.sub(r"\b(define|internal|dso_local|hidden|call|noundef|nonnull|"
                   r"zeroext|signext|noalias|align \d+)\b", "", words)
    return re.sub(r"\s+", "", words)


def inside(text, at):
    """What stands between the parenthesis at `at` and its other half."""
    depth = 0
    for i in range(at, len(text)):
        depth += (text[i] == "(") - (text[i] == ")")
        if depth == 0:
            return text[at + 1:i]
    return text[at + 1:]


class Graph:
    def __init__(self):
        self.calls = {}     # function -> functions
        self.indirect = {}  # function -> types of result and arguments
        self.types = {}     # function -> types of result and parameters
        self.taken = set()  # functions whose address is used
        self.file = {}

    def read(self, path, source):
        """Names that are static are told apart by their file."""
        text = open(path).read()
        local = set(re.findall(r"^define internal .*?" + NAME + r"\(", text,
                               re.M))

        def full(name):
            return f"{source}:{name}" if name in local else name

        where = None
        for line in text.splitlines():
            start = re.match(r"define .*?" + NAME + r"\(", line)
            if start:
                where = full(start.group(1))
                self.file[where] = source
                self.calls[where] = set()
                self.indirect[where] = set()
                self.types[where] = (result(line[:start.start(1) - 1]),
                                     strip_types(inside(line, start.end() - 1)))
            elif line == "}":
                where = None
            elif where:
                self.read_line(where, line, full)
            elif not line.startswith("declare"):
                self.taken |= {full(n) for n in re.findall(NAME, line)}

    def read_line(self, where, line, full):
        direct = re.search(r"\bcall .*?" + NAME + r"\(", line)
        pointer = re.search(r"\bcall [^@(]*?(?:\([^()]*\))? ?(%[\w.]+)\(", line)
        rest = line
        if direct and not (pointer and pointer.start() <= direct.start()
                           and pointer.end() < direct.end()):
            self.calls[where].add(full(direct.group(1)))
            rest = line[direct.end() - 1:]
        elif pointer:
            args = inside(line, pointer.end() - 1)
            before = line[line.index("call"):pointer.start(1)]
            self.indirect[where].add((result(before), strip_types(args)))
            rest = args
        self.taken |= {full(n) for n in re.findall(NAME, rest)}

    def finish(self):
        for f, types in self.indirect.items():
            for g in self.taken:
                if g in self.types and self.types[g] in types:
                    self.calls[f].add(g)


def cycles(calls):
    """Functions in a strongly connected component with a call in it (Tarjan,
    with a stack of its own)."""
    index, low, on, stack, out = {}, {}, set(), [], set()
    for root in sorted(calls):
        if root in index:
            continue
        work = [(root, iter(sorted(calls[root])))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on.add(root)
        while work:
            f, kids = work[-1]
            for g in kids:
                if g not in calls:
                    continue
                if g not in index:
                    index[g] = low[g] = len(index)
                    stack.append(g)
                    on.add(g)
                    work.append((g, iter(sorted(calls[g]))))
                    break
                if g in on:
                    low[f] = min(low[f], index[g])
            else:
                work.pop()
                if work:
                    up = work[-1][0]
                    low[up] = min(low[up], low[f])
                if low[f] == index[f]:
                    part = []
                    while not part or part[-1] != f:
                        part.append(stack.pop())
                        on.discard(part[-1])
                    if len(part) > 1 or f in calls[f]:
                        out |= set(part)
    return out


def comment_above(lines, number):
    """The comment that ends right above line `number` (from 0)."""
    at = number - 1
    while at >= 0 and lines[at].strip() and not lines[at].rstrip().endswith(
            ("*/", ";", "}")):
        at -= 1  # the type of the function, on a line of its own
    if at < 0 or not lines[at].rstrip().endswith("*/"):
        return ""
    end = at
    while at >= 0 and not lines[at].lstrip().startswith("/*"):
        at -= 1
    return "\n".join(lines[at:end + 1])


def bounds_of(source):
    """Function -> whether it, or its file, states a bound."""
    lines = open(source).read().split("\n")
    head = comment_above(lines, next(
        i for i, line in enumerate(lines) if line.startswith("#include")))
    out = {}
    for row in run(["ctags", "-x", "--c-kinds=f", source]).splitlines():
        name, _, number = row.split()[:3]
        own = comment_above(lines, int(number) - 1)
        out[name] = "Bound:" in own or "Bound:" in head
    return out


def visited(binary, folder):
    """Which functions the recorder's addresses are: (source, name)."""
    addresses = set()
    for file in os.listdir(folder):
        if file.startswith("visited-"):
            addresses |= set(open(f"{folder}/{file}").read().split())
            os.remove(f"{folder}/{file}")
    done = subprocess.run(["addr2line", "-f", "-e", binary],
                          input="\n".join(sorted(addresses)),
                          capture_output=True, text=True, check=True)
    lines = done.stdout.split("\n")
    here = os.getcwd() + "/"
    return {(place.split(":")[0].removeprefix(here), name)
            for name, place in zip(lines[::2], lines[1::2])}


def objects(build, folder, with_main):
    """Our objects of the modules, the others as they are built."""
    out = []
    for module in sorted(os.listdir("src")):
        if not os.path.isdir("src/" + module) or module in ("rt", "record", "include"):
            continue
        for name in sorted(os.listdir("src/" + module)):
            if name.endswith(".c"):
                at = folder if module in MODULES else build + "/obj"
                out.append(f"{at}/{module}/{name[:-2]}.o")
    out += [f"{build}/obj/tree-sitter.o", f"{build}/obj/tree-sitter-c.o"]
    out += [f"{build}/obj/main.o"] if with_main else [
        f"{build}/obj/regress/unit/main.o",
        f"{build}/obj/regress/unit/test_walks.o"]
    return out


def link(build, folder, name, with_main):
    binary = f"{folder}/{name}"
    yices = CACHE + "/yices-2.6.5/lib"
    run(["clang", "-no-pie", "-O1", "-w", "-D_GNU_SOURCE", "-o", binary,
         "regress/tools/visitors.c", *objects(build, folder, with_main),
         "-L" + yices, "-lyices", "-lpthread", "-lm",
         "-Wl,-rpath," + os.path.abspath(yices)])
    return binary


def drive(build, folder):
    """Functions that the test enters; whether all of it ended."""
    env = dict(os.environ, TP2PH_VISITED=os.path.abspath(folder) + "/visited-")
    ended = True
    unit = link(build, folder, "unit", False)
    jobs = [[unit, "walks"]]
    program = link(build, folder, "tp2ph", True)
    for name in ("lib", "include"):
        if not os.path.lexists(f"{folder}/{name}"):
            os.symlink(os.path.abspath(f"{build}/{name}"), f"{folder}/{name}")
    for name in sorted(os.listdir("regress/walks")):
        jobs.append([program, "--max-runs", "1000", "--timeout", "10s", "-o", f"{folder}/out",
                     "regress/walks/" + name])
    out = set()
    for job in jobs:
        try:
            done = subprocess.run(job, env=env, capture_output=True,
                                  timeout=SECONDS)
            bad = done.returncode not in (0, 1, 5)
        except subprocess.TimeoutExpired:
            bad = True
        if bad:
            print("does not end as it should: " + " ".join(job))
            ended = False
        out |= visited(job[0], folder)
    return out, ended


def main():
    build = sys.argv[1]
    folder = build + "/visitors"
    sources = []
    for module in MODULES:
        os.makedirs(f"{folder}/{module}", exist_ok=True)
        sources += [f"src/{module}/{name}" for name in
                    sorted(os.listdir("src/" + module)) if name.endswith(".c")]
    jobs = [(s, f"{folder}/{s[4:-2]}") for s in sources]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        bases = list(pool.map(compile_one, jobs))
    graph = Graph()
    for source, base in zip(sources, bases):
        graph.read(base + ".ll", source)
    graph.finish()
    entered, ended = drive(build, folder)
    bounds, failed, passed = {}, 0, 0
    for f in sorted(cycles(graph.calls), key=lambda f: (graph.file[f], f)):
        source, name = graph.file[f], f.split(":")[-1]
        if source not in bounds:
            bounds[source] = bounds_of(source)
        how = ("bound" if bounds[source].get(name) else
               "driven" if (source, name) in entered else "FAIL")
        print(f"{how:6} {source} {name}")
        failed += how == "FAIL"
        passed += how != "FAIL"
    failed += not ended
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
