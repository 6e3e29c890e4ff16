#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which values of tests are a NaN, infinite or the extreme of a type without
need: count_extremes.py TP2PH DIR...

Each such value of each test of an output folder is replaced by 0, or by what is
nearest to it between the limits of the input (as report.json's other tests have
it), and the test is replayed: if it still takes the branches that it is the
first to take, and ends in the same way and bin, the value was not needed. Ends
with 1 and a line for each if there is one."""
import json
import re
import shutil
import subprocess
import sys
import tempfile

EXTREMES = {str(v) for n in (7, 8, 15, 16, 31, 32, 63, 64) for v in (-2**n, 2**n - 1)} - {"127", "255", "-128"}


def is_extreme(text):
    if re.match(r"-?(nan|inf)", text):
        return True
    if "." in text or "e" in text:
        return abs(float(text)) > 1e300
    return text in EXTREMES


def branches(out):
    return {(m[0], m[2], m[1]) for m in
            re.findall(r"^    (\S+:\d+:\d+)  \w+: (.*)  \[(.*)\]$", out, re.M)}


def ends(out):
    return re.findall(r"^ends with .*$", out, re.M)


def replay(tp2ph, folder, paths):
    """What each test does, by its path."""
    out = subprocess.run([tp2ph, "replay", folder, *paths], capture_output=True, text=True).stdout
    begins = [(out.index(p + "  "), p) for p in paths if p + "  " in out]
    ends = [at for at, _ in begins[1:]] + [len(out)]
    return {p: out[at:end] for (at, p), end in zip(begins, ends)}


def changed(folder, report, made):
    """(test, name, value, other value, path of the test with it) of each extreme value."""
    seen = {}
    for test in report["test"]:
        for read in test["inputs"]:
            seen.setdefault(read[0], []).append(read[1])
    for test in report["test"]:
        text = open(f"{folder}/test-suite/testcase-{test['number']:04d}.xml").read()
        values = re.finditer(r"(<input[^>]*>)([^<]*)(</input>)", text)
        for m, read in zip(values, test["inputs"]):
            if not is_extreme(m[2]):
                continue
            plain = [v for v in seen[read[0]] if not is_extreme(v)]
            for value in ["0"] + plain[:1]:
                path = f"{made}/{test['number']}-{m.start()}-{value}.xml"
                open(path, "w").write(text[:m.start(2)] + value + text[m.end(2):])
                yield test, report["input"][read[0]]["name"], m[2], value, path


def needless(tp2ph, folder, made):
    report = json.load(open(folder + "/report.json"))
    named = {b["id"]: (f"{b['file']}:{b['line']}:{b['column']}", b["side"], b["text"]) for b in report["branch"]}
    for edge in report.get("limit", []):
        if edge["test"]:
            place = f"{edge['file']}:{edge['line']}:{edge['column']}"
            ids = [b["id"] for b in report["uncounted"]
                   if b["text"] == f"{edge['text']}, {edge['edge']}" and b["side"] == "T"
                   and place == f"{b['file']}:{b['line']}:{b['column']}"]
            named.update({i: (place, "T", f"{edge['text']}, {edge['edge']}") for i in ids})
    tries = list(changed(folder, report, made))
    before = {t["number"]: f"{made}/{t['number']}.xml" for t, *_ in tries}
    for number, path in before.items():
        shutil.copy(f"{folder}/test-suite/testcase-{number:04d}.xml", path)
    did = replay(tp2ph, folder, [*before.values(), *(path for *_, path in tries)]) if tries else {}
    found = set()
    for test, name, value, other, path in tries:
        wanted = {named[b] for b in test["new_branches"] if b in named}
        if (wanted <= branches(did[path]) and ends(did[path]) == ends(did[before[test["number"]]])
                and all(b in named for b in test["new_branches"])):
            found.add(f"{folder}, test {test['number']}: {name} = {value} could be {other}")
    return len({(t["number"], path.rsplit("-", 1)[0]) for t, *_, path in tries}), found


def main(tp2ph, folders):
    total, found = 0, set()
    for folder in folders:
        with tempfile.TemporaryDirectory() as made:
            n, new = needless(tp2ph, folder, made)
        total += n
        found |= new
    print("\n".join(sorted(found)), end="\n" if found else "")
    print(f"{total} extreme values, {len(found)} of them without need")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
