"""Make a marked program smaller while a test of it stays true: blocks of
lines are deleted, large ones first, then bits of lines are simplified."""
import os
import re
import subprocess
import tempfile

import truth


def is_careless(marked):
    """Reads what it did not set, as far as the compiler can tell."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "p.c")
        with open(source, "w") as f:
            f.write(truth.plain(marked))
        return subprocess.run(
            ["cc", "-O1", "-w", "-Werror=uninitialized", "-Werror=maybe-uninitialized",
             "-Werror=return-type", "-c", source, "-o", "/dev/null"],
            capture_output=True).returncode != 0


LIMITED = re.compile(r"int (\w+) = \$in\(int:[^)]*\);")


def is_limited(marked):
    """The values that stand for all do so only behind the test of limits."""
    return all(re.search(r"= \$in\(int:[^)]*\);\s+if \(\$\(%s < -?\d+\$\) \|\| \$\(%s > -?\d+\$\)\)"
                         r"\s+(return|exit)" % (name, name), marked)
               for name in LIMITED.findall(marked))


def bracket_end(lines, i):
    """The line that closes what line i opens, or i."""
    depth = 0
    for j in range(i, len(lines)):
        depth += lines[j].count("{") - lines[j].count("}")
        if depth <= 0:
            return j
    return i


def without(lines, i, j):
    return lines[:i] + lines[j + 1:]


def candidates(lines):
    n = len(lines)
    size = n // 2
    while size >= 2:
        for i in range(0, n - size + 1, size):
            yield without(lines, i, i + size - 1)
        size //= 2
    for i in range(n):
        j = bracket_end(lines, i)
        if j > i:
            yield without(lines, i, j)
            yield lines[:i] + lines[i + 1:j] + lines[j + 1:]
        yield without(lines, i, i)
        if i + 1 < n:
            yield without(lines, i, i + 1)


SIMPLER = (
    (re.compile(r"\$\((?:[^$]|\$(?!\)))*?\$\) (?:&&|\|\|) "), ""),
    (re.compile(r" (?:&&|\|\|) \$\([^$]*\$\)"), ""),
    (re.compile(r"\(([^()$]*) [-+*/%&|^] [^()$]*\)"), r"\1"),
    (re.compile(r"\(([^()$]*) [-+*/%&|^] ([^()$]*)\)"), r"\2"),
    (re.compile(r"\$\([^$]*\$\) \? ([^:]*) : [^;,]*"), r"\1"),
    (re.compile(r"\((?:un)?signed[a-z ]*\)"), ""),
    (re.compile(r"\(([a-z0-9]+)\)"), r"\1"),
)


def simpler_lines(line):
    for pattern, by in SIMPLER:
        for m in pattern.finditer(line):
            changed = line[:m.start()] + m.expand(by) + line[m.end():]
            if changed != line:
                yield changed


def shrink(marked, still, tries=600):
    lines = [s for s in marked.split("\n") if s.strip()]
    progress = True
    while progress and tries > 0:
        progress = False
        for smaller in candidates(lines):
            tries -= 1
            if tries <= 0:
                break
            if balanced(smaller) and still("\n".join(smaller) + "\n"):
                lines, progress = smaller, True
                break
        if progress:
            continue
        for i, line in enumerate(lines):
            for changed in simpler_lines(line):
                tries -= 1
                smaller = lines[:i] + [changed] + lines[i + 1:]
                if tries > 0 and still("\n".join(smaller) + "\n"):
                    lines, progress = smaller, True
                    break
            if progress:
                break
    return "\n".join(lines) + "\n"


def balanced(lines):
    text = "\n".join(lines)
    return (text.count("{") == text.count("}") and text.count("(") == text.count(")")
            and text.count("$switch") == text.count("$}"))
