#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --criterion mcdc: a pair of tests for each condition of each decision, or a
# proof that there is none; the same as clang 19 counts.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite mcdc
in=$work/in
mkdir "$in"

same_as_clang() { # same_as_clang NAME OUTPUT FILE.c...
  name=$1
  shift
  if command -v clang-19 >/dev/null && command -v llvm-cov-19 >/dev/null; then
    expect 0 "$name: as clang counts" python3 regress/tools/clang_mcdc.py "$@"
  else
    echo "skipped: $name: as clang counts (clang-19 is not installed)"
  fi
}

cat >"$in/kinds.c" <<'END'
#include <tp2ph.h>
static int calls;
static int yes(int x) { calls++; return x > 0; }
#define BOTH(a, b) ((a) && (b))
int main(void)
{
    int a = tp2ph_input_int("a"), b = tp2ph_input_int("b"), c = tp2ph_input_int("c"), i;
    int both = a > 3 && b > 3;
    if ((a > 0 || b > 3) && c == 7)
        return 1;
    if (!(a > 5 && !b) || c)
        calls++;
    for (i = 0; i < 3 && yes(c - i); i++)
        if (BOTH(a == 1, yes(b) || c > 9))
            return 2;
    if (a > 3 && a > 2)
        return 3;
    if (a == 4 || (b && yes(b && c)))
        return 4;
    return calls + both > 3 ? 5 : 0;
}
END
expect 0 "every kind" "$tp2ph" --threads 1 --timeout 50 --criterion mcdc -o "$work/o" "$in/kinds.c"
check "every kind: summary" grep -q '^mc/dc      17 of 20 conditions covered, 3 proved infeasible, 0 unknown (8 decisions)$' "$work/o/summary.txt"
check "every kind: branches as without" python3 -c 'import json, subprocess, sys
tp2ph, file, out = sys.argv[1:4]
subprocess.run([tp2ph, "-q", "-o", out + "/plain", file])
def branches(path):
    return [(b["line"], b["column"], b["text"], b["side"], b["verdict"]) for b in json.load(open(path))["branch"]]
if branches(out + "/o/report.json") != branches(out + "/plain/report.json"):
    sys.exit("other branches")' "$tp2ph" "$in/kinds.c" "$work"
check "every kind: two tests, or a proof" python3 -c 'import json, sys
report = json.load(open(sys.argv[1] + "/report.json"))
for pair in report["mcdc"]:
    if pair["verdict"] == "covered":
        ok = len(set(pair["tests"])) in (1, 2) and max(pair["tests"]) <= report["tests"]
    else:
        ok = pair["verdict"] == "infeasible" and pair["proof"] and not pair["tests"]
    if not ok:
        sys.exit(str(pair))' "$work/o"
expect 0 "every kind: replay" "$tp2ph" replay -q "$work/o"
check "every kind: junit" grep -q 'a &gt; 3 &amp;&amp; a &gt; 2: a &gt; 2' "$work/o/junit.xml"
same_as_clang "every kind" "$work/o" "$in/kinds.c"
check "every kind: sarif" [ "$(grep -c '"ruleId": "TP050"' "$work/o/results.sarif")" = 3 ]
expect 0 "accept" "$tp2ph" accept "$work/o" -o "$in/accepted.json" --name ann --reason "a > 2 is for readers"
sed 's/(a > 0 || b > 3)/(a > 4 || a > 6)/' "$in/kinds.c" >"$in/next.c"
expect 1 "a condition that decides nothing is not accepted" "$tp2ph" -q --threads 1 --timeout 50 --criterion mcdc --expect "$in/accepted.json" -o "$work/next" "$in/next.c"
check "it is told which" python3 -c 'import json, sys
rows = json.load(open(sys.argv[1] + "/report.json"))["mcdc"]
new = [r["text"] for r in rows if r["verdict"] == "infeasible" and not r["accepted"]]
sys.exit(0 if new == ["a > 6"] else str(new))' "$work/next"
expect 1 "diff" "$tp2ph" diff "$work/o" "$work/next"
prints "a > 6"
expect 0 "a sample" "$tp2ph" -q --threads 1 --timeout 50 --criterion mcdc -o "$work/o" ate-samples/ldo_final_test.c
same_as_clang "a sample" "$work/o" ate-samples/ldo_final_test.c
expect 0 "with edges of limits, too" "$tp2ph" -q --threads 1 --timeout 50 --criterion mcdc --limits -o "$work/o" ate-samples/ldo_final_test.c
same_as_clang "with edges of limits, too" "$work/o" ate-samples/ldo_final_test.c
# A tester program with bins: what tp2ph puts there for --inputs is no decision
# of the user.
cat >"$in/tester.c" <<'END'
#include <stdlib.h>
int ate_option(const char *key);
int ate_volt(int site, int number);
void ate_bin(int site, int soft);
int main(void)
{
    int job = ate_option("job"), v = ate_volt(0, 100);
    if (job == 1 && ate_option("lot") > 3)
        exit(3);
    ate_bin(0, v < 3 || (v > 10 && job) ? 7 : 1);
    return 0;
}
END
cat >"$in/tester.inputs" <<'END'
int ate_option(const char *key) in 0 .. 3 when key == "job";
int ate_option(const char *key) in 0 .. 9;
test int ate_volt(int site, test number int number) in 0 .. 20 pass in 3 .. 10 assume result != 4 && result != 5;
void ate_bin(int site, bin soft int soft);
bins soft { 1 good, 7 };
rule TP101 off;
rule TP104 off;
END
expect 0 "a tester" "$tp2ph" -q --threads 1 --timeout 50 --criterion mcdc -o "$work/o" --inputs "$in/tester.inputs" "$in/tester.c"
check "a tester: only decisions of the program" grep -q '^mc/dc *5 of 5 conditions covered, 0 proved infeasible, 0 unknown (2 decisions)$' "$work/o/summary.txt"
same_as_clang "a tester" "$work/o" "$in/tester.c"
expect 2 "another criterion" "$tp2ph" --criterion lines "$in/kinds.c"

# Decisions of all shapes, with all values of their input tried one by one.
cat >"$work/all.py" <<'END'
import itertools, json, random, subprocess, sys
tp2ph, work, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
pick = random.Random(seed)

def tree(depth):
    if depth == 0 or pick.random() < 0.2:
        k = pick.randrange(7)
        return pick.choice([("x & %d" % (1 << k), lambda x: x & (1 << k)), ("x > %d" % (k * 40), lambda x: x > k * 40),
                            ("!(x & %d)" % (2 << k), lambda x: not x & (2 << k))])
    kind = pick.choice(["&&", "||", "&&", "||", "!"])
    if kind == "!":
        inner = tree(depth)
        return inner if isinstance(inner[1], type(tree)) or inner[0] == "!" else ("!", inner)
    return (kind, tree(depth - 1), tree(depth - 1))

def is_leaf(t):
    return callable(t[1])

def text(t):
    return "(%s)" % t[0] if is_leaf(t) else "!" + text(t[1]) if t[0] == "!" else "(%s %s %s)" % (text(t[1]), t[0], text(t[2]))

def evaluate(t, x, met):
    if is_leaf(t):
        value = bool(t[1](x))
        met[t[2] if len(t) > 2 else id(t)] = value
        return value
    if t[0] == "!":
        return not evaluate(t[1], x, met)
    left = evaluate(t[1], x, met)
    return evaluate(t[2], x, met) if left == (t[0] == "&&") else left

def leaves(t):
    return [t] if is_leaf(t) else sum((leaves(k) for k in t[1:]), [])

def whole():
    while True:
        t = tree(3)
        if not is_leaf(t) and t[0] != "!" and 2 <= len(leaves(t)) <= 7 and len(set(map(id, leaves(t)))) == len(leaves(t)):
            return t

decisions = [whole() for _ in range(4)]
lines = ["#include <tp2ph.h>", "int main(void) {", "int n = 0; unsigned char x = tp2ph_input_uchar(\"x\");"]
lines += ["if %s n++;" % text(t) for t in decisions]
open(work + "/all.c", "w").write("\n".join(lines + ["return n; }"]) + "\n")
wanted = []
for d, t in enumerate(decisions):
    seen = {}
    for x in range(256):
        met = {}
        outcome = evaluate(t, x, met)
        seen[tuple(met.get(id(leaf)) for leaf in leaves(t))] = outcome
    for c in range(len(leaves(t))):
        wanted.append(any(
            seen[a] != seen[b] and [i for i, (p, q) in enumerate(zip(a, b)) if None not in (p, q) and p != q] == [c]
            for a, b in itertools.combinations(seen, 2)))
run = subprocess.run([tp2ph, "-q", "--criterion", "mcdc", "--threads", "1", "--timeout", "40", "-o", work + "/all", work + "/all.c"])
have = [p["verdict"] for p in json.load(open(work + "/all/report.json"))["mcdc"]]
if have != ["covered" if w else "infeasible" for w in wanted]:
    sys.exit("%s\n%s\n%s" % ("\n".join(lines), have, wanted))
sys.exit(run.returncode)
END
for seed in 1 2 3 4; do
  check "all values of a small input, $seed" python3 "$work/all.py" "$tp2ph" "$work" "$seed"
done
same_as_clang "the last of these" "$work/all" "$work/all.c"
finish
