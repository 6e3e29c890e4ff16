# SPDX-License-Identifier: GPL-3.0-or-later
"""check_reports.py DIR [SOURCE...]: the files of an output folder say the same.

lcov.info, lcov-all.info, cobertura.xml, junit.xml and results.sarif are read
as their tools read them and compared with report.json; the counts of lines with
what gcov says of the plain program after the suite was run on it (gcc, one
folder, no flags).
"""
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.dont_write_bytecode = True
from folder import Folder

folder, sources = Folder(sys.argv[1]), sys.argv[2:]
path, same, report = folder.path, folder.same, folder.report


def check_counts():
    """What was decided when, in which phase and by which test adds up to what was decided."""
    totals, rows = report["branches"], report["timeline"]
    for name in ("covered", "infeasible"):
        counts = [row[name] for row in rows]
        same("timeline: " + name + " never falls", counts, sorted(counts))
        same("timeline: " + name, counts[-1] if rows else 0, totals[name])
        if report["complete"] and not report["warnings"]:
            same("phases: " + name, sum(p[name] for p in report["phases"]), totals[name])
    seconds = [row["seconds"] for row in rows]
    same("timeline: seconds", seconds, sorted(seconds))
    counted = {b["id"] for b in report["branch"]}
    new = [sum(id in counted for id in t["new_branches"]) for t in report["test"]]
    same("new branches of all tests", sum(new), totals["covered"])
    shown = re.findall(r"^ +\d+  [^:]*, (\d+) new:", open(path("summary.txt"), errors="replace").read(), re.M)
    same("new branches in summary.txt", [int(n) for n in shown], new[: len(shown)])


def read_lcov(name):
    files, file = {}, None
    for row in open(path(name)):
        key, _, value = row.strip().partition(":")
        if key == "SF":
            file = files.setdefault(value, {"branch": [], "line": {}})
        elif key == "BRDA":
            line, _, _, taken = value.split(",")
            file["branch"].append((int(line), int(taken)))
        elif key == "DA":
            line, hits = value.split(",")
            file["line"][int(line)] = int(hits)
        elif key in ("BRF", "BRH", "LF", "LH"):
            file[key] = int(value)
    for file in files.values():
        same("BRF", file["BRF"], len(file["branch"]))
        same("BRH", file["BRH"], sum(1 for _, t in file["branch"] if t))
        same("LH", file["LH"], sum(1 for h in file["line"].values() if h))
    return files


def check_lcov():
    totals = report["branches"]
    for name, all_of in (
        ("lcov.info", totals["total"] - totals["infeasible"]),
        ("lcov-all.info", totals["total"]),
    ):
        files = read_lcov(name)
        same(name + " BRF", sum(f["BRF"] for f in files.values()), all_of)
        same(name + " BRH", sum(f["BRH"] for f in files.values()), totals["covered"])
    return files


def check_cobertura():
    top = xml.parse(path("cobertura.xml")).getroot()
    totals = report["branches"]
    same("branches-covered", int(top.get("branches-covered")), totals["covered"])
    same(
        "branches-valid",
        int(top.get("branches-valid")),
        totals["total"] - totals["infeasible"],
    )
    sums = [0, 0]
    for line in top.iter("line"):
        if line.get("branch") == "true":
            a, b = re.search(r"\((\d+)/(\d+)\)", line.get("condition-coverage")).groups()
            sums[0] += int(a)
            sums[1] += int(b)
    same("conditions", sums, [int(top.get("branches-covered")), int(top.get("branches-valid"))])


def check_junit():
    top = xml.parse(path("junit.xml")).getroot()
    suites = {s.get("name"): s for s in top.iter("testsuite")}
    for suite in suites.values():
        same("tests", int(suite.get("tests")), len(suite.findall("testcase")))
        for kind, name in (("errors", "error"), ("failures", "failure"), ("skipped", "skipped")):
            same(kind, int(suite.get(kind)), len(suite.findall("testcase/" + name)))
    unknown = sum(int(re.match(r"\d+", e.get("message")).group()) for e in suites["branches"].iter("error"))
    same("unknown", unknown, report["branches"]["unknown"])
    kinds = {f["kind"] for f in report["findings"]}
    failed = {c.get("name") for c in suites["findings"] if c.find("failure") is not None}
    same("findings", failed, kinds)
    if "bin" in report:
        same("bins", len(suites["bins"]), len(report["bin"]))
        same("rules", len(suites["rules"]), len(report["rule"]))
        broken = {r["id"] for r in report["rule"] if r["verdict"] == "violated"}
        failed = {c.get("name")[:5] for c in suites["rules"] if c.find("failure") is not None}
        same("rules that are violated", failed, broken)
    if not report["complete"]:
        passed = [c for c in suites["findings"] if len(c) == 0]
        same("passed though not finished", passed, [])


def check_sarif():
    sarif = json.load(open(path("results.sarif")))
    same("version", sarif["version"], "2.1.0")
    run = sarif["runs"][0]
    rules = [r["id"] for r in run["tool"]["driver"]["rules"]]
    prints = [r["partialFingerprints"]["tp2ph/v1"] for r in run["results"]]
    same("fingerprints", len(set(prints)), len(prints))
    for result in run["results"]:
        same("rule", rules[result["ruleIndex"]], result["ruleId"])
    open_ones = sum(b["verdict"] != "covered" for b in report["branch"])
    goals = [b for b in report.get("bin", []) if b["verdict"] != "reached"]
    goals += [r for r in report.get("rule", []) if r["verdict"] != "holds"]
    goals += [c for c in report.get("check", []) if c["verdict"] != "safe"]
    goals += [c for c in report.get("limit", []) + report.get("mcdc", []) if c["verdict"] != "covered"]
    same("results", len(run["results"]), open_ones + len(report["findings"]) + len(goals))
    schema = os.environ.get("SARIF_SCHEMA")
    if schema:
        import jsonschema

        jsonschema.validate(sarif, json.load(open(schema)))


def check_html():
    page = open(path("index.html"), encoding="utf-8").read()
    same("references", re.findall(r'(?:src|href)="?(?!#)[^"#][^">]*|url\([^)]*|@import', page.split('id="data"')[0]), [])
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    data = json.loads(data.group(1))
    for name in ("total", "covered", "infeasible", "unknown"):
        same("html " + name, data[name], report["branches"][name])
    letters = data["verdicts"]
    for b in report["branch"]:
        same(f"verdict of {b['id']}", letters[b["id"]], b["verdict"][0])
        why = data["texts"][data["why"][b["id"]]] if data["why"][b["id"]] >= 0 else None
        if b["verdict"] != "covered":
            same(f"reason of {b['id']}", why, b["proof"] or b["reason"])
    same("tests", len(data["tests"]), len(report["test"]))
    same("findings", len(data["findings"]), len(report["findings"]))
    for test, shown in zip(report["test"], data["tests"]):
        bits = base64.b64decode(shown["taken"])
        missing = [b for b in test["new_branches"] if not bits[b // 8] >> b % 8 & 1]
        same(f"taken by {test['number']}", missing, [])
        values = [i[1] for i in test["inputs"]]
        shown_values = shown["values"].split()
        # Of very many the page has the first, and says how many there are.
        is_cut = sum(len(t["inputs"]) for t in report["test"]) > 600000
        same("inputs", shown["inputs"], len(values))
        same("values", shown_values, values[: len(shown_values)] if is_cut else values)
    check_map(data)


def check_map(data):
    on_map = set()
    for page in data["map"]:
        edges = page["edges"]
        same("edges inside", max(edges[0::3] + edges[1::3], default=0) < len(page["nodes"]), True)
        for from_, branch in zip(edges[0::3], edges[2::3]):
            kind, ref = page["nodes"][from_][:2]
            if branch >= 0:
                on_map.add(branch)
                first, n = data["decisions"][ref][4:6]
                same("kind of a node with branches", kind, 1)
                same("branch of its condition", first <= branch < first + n, True)
    # Of a function that no call in the text enters there is no page.
    paged = {data["funcs"][page["func"]][0] for page in data["map"]}
    covered = {b["id"] for b in report["branch"] if b["verdict"] == "covered" and b["function"] in paged}
    same("covered branches that are not on the map", covered - on_map, set())


# A run that ends by a signal would lose its counts.
FLUSH = """
#include <signal.h>
#include <unistd.h>
void __gcov_dump(void);
static void dump(int signal) { __gcov_dump(); _exit(128 + signal); }
__attribute__((constructor)) static void prepare(void) {
  int signals[] = {SIGABRT, SIGSEGV, SIGFPE, SIGBUS, SIGILL};
  for (int i = 0; i < 5; i++) signal(signals[i], dump);
}
"""


def gcov_counts(work):
    objects = []
    open(work + "/flush.c", "w").write(FLUSH)
    include, main = os.path.abspath(path("harness/include")), path("harness/main.h")
    flags = []
    if os.path.exists(main):  # bins are watched
        flags = ["-include", main, *(f for f in report["program"]["flags"] if "=tp2ph_" in f)]
    for i, source in enumerate(sources):
        objects.append(f"{work}/unit-{i}.o")
        supplied = path(f"harness/inputs-{i + 1}.c")  # what --inputs declares
        files = ["-include", source, supplied] if os.path.exists(supplied) else [source]
        subprocess.run(
            ["gcc", "-w", "--coverage", "-O0", "-I", include, *flags, "-c", *files, "-o", objects[-1]],
            check=True,
        )
    program = work + "/program"
    subprocess.run(["gcc", "-w", "--coverage", "-o", program, *objects, work + "/flush.c", path("harness/replay.c"), "-lm"], check=True)
    for test in report["test"]:
        name = os.path.abspath(path(f"test-suite/testcase-{test['number']:04}.xml"))
        empty = tempfile.mkdtemp(dir=work)
        subprocess.run([program], env={"TP2PH_TEST": name}, cwd=empty, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
    counts, file = {}, None
    for i in range(len(sources)):
        text = subprocess.run(["gcov", "-t", f"{work}/unit-{i}.gcda"], check=True, text=True,
                              capture_output=True, errors="replace").stdout
        for row in text.splitlines():
            m = re.match(r" *([0-9]+|#####|=====|-)\*?: *(\d+):(.*)", row)
            if not m:
                continue
            count, line, rest = m.groups()
            if line == "0" and rest.startswith("Source:"):
                file = counts.setdefault(os.path.abspath(rest[7:]), {})
            elif count != "-":
                hits = int(count) if count.isdigit() else 0
                file[int(line)] = file.get(int(line), 0) + hits
    return counts


def check_lines(files):
    with tempfile.TemporaryDirectory() as work:
        counts = gcov_counts(work)
    inputs = report["program"]["inputs"]  # is no program
    declared = os.path.abspath(inputs["file"]) if inputs else None
    ours = [f for f in counts if f != declared and not f.startswith("/usr/") and "tp2ph: " not in f]
    same("files", sorted(files), sorted(ours))
    for name, file in files.items():
        want = counts[os.path.abspath(name)]
        for line in sorted(set(want) | set(file["line"])):
            same(f"{name}:{line}", file["line"].get(line), want.get(line))


check_counts()
files = check_lcov()
check_cobertura()
check_junit()
check_sarif()
check_html()
if sources:
    check_lines(files)
sys.exit(folder.wrong > 0)
