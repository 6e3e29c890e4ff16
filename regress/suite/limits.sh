#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --limits: at each limit that an input is compared with, a step to both sides,
# and a NaN: by a test, or proved.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite limits
in=$work/in
mkdir "$in"

# Each line that ends with /* at V side, .. */: which value of the named input
# each edge has in its test, and which way the comparison goes there; - is
# proved infeasible.
cat >"$work/edges.py" <<'END'
import json, re, sys
source, out = sys.argv[1:3]
report = json.load(open(out + "/report.json"))
sides = {b["id"]: b["side"] for b in report["branch"]}
have = {}
for edge in report["limit"]:
    text = edge["edge"]
    if edge["verdict"] == "covered":
        reads = {report["input"][i[0]]["name"]: i[1] for i in report["test"][edge["test"] - 1]["inputs"]}
        name = re.search(r"\b(v|w|n|f|code|ate_volt|ate_row\.level)\b", edge["text"])
        value = reads.get(name.group(1) if name else "code", "?")
        text += " " + ("nan" if "nan" in value else value) + " " + sides.get(edge["branch"], "")
    else:
        text += {"infeasible": " -", "unknown": " ?"}[edge["verdict"]]
    have.setdefault(edge["line"], []).append(text.strip())
for number, line in enumerate(open(source), 1):
    said = re.search(r"/\* (at .*) \*/\s*$", line)
    want = said.group(1).split(", ") if said else []
    if want != have.get(number, []):
        sys.exit("%s:%d: %s" % (source, number, ", ".join(have.get(number, []))))
END

cat >"$in/kinds.c" <<'END'
#include <tp2ph.h>
struct row { int number; double low, high; };
static const struct row rows[2] = {{100, 0.5, 2.0}, {200, 1.5, 3.0}};
static int limit_of(int k) { return k * 10; }
int main(void)
{
    double v = tp2ph_input_double("v"), w = tp2ph_input_double("w");
    int n = tp2ph_input_int("n"), i;
    float f = tp2ph_input_float("f");
    unsigned char code = tp2ph_input_uchar("code");
    double volts = code * 0.25;
    int ok = v <= 7.5; /* at 7.5, inside 7.4999999999999991, outside 7.5000000000000009, nan nan */
    if (v < 1.0) /* at 1 F, inside 0.99999999999999989 T, outside 1.0000000000000002 F, nan nan F */
        return 1;
    if (!(w >= rows[1].low)) /* at 1.5 F, inside 1.5000000000000002 F, outside 1.4999999999999998 T, nan nan T */
        return 2;
    if (n > 10) /* at 10 F, inside 11 T, outside 9 F */
        return 3;
    if (n >= 11) /* at -, inside -, outside 10 F */
        return 4;
    if (f < 0.1) /* at -, inside 0.099999994 T, outside 0.100000001 F, nan nan F */
        return 5;
    if (volts > 2.0) /* at 8 F, inside 9 T, outside 7 F */
        return 6;
    if (volts > 1.9) /* at -, inside 8 T, outside 7 F */
        return 7;
    if (limit_of(-3) <= n) /* at -30 T, inside -29 T, outside -31 F */
        return 8;
    for (i = 0; i < 3; i++)
        if (i > 7)
            return 9;
    return ok;
}
END
expect 0 "every kind" "$tp2ph" --threads 1 --timeout 50 --limits -o "$work/o" "$in/kinds.c"
check "every kind: edges" python3 "$work/edges.py" "$in/kinds.c" "$work/o"
check "every kind: summary" grep -q "^limits     27 of 31 edges covered, 4 proved infeasible, 0 unknown$" "$work/o/summary.txt"
check "every kind: a line for each limit" grep -q 'kinds.c:17:9  n > 10  at F test [0-9]*, inside T test [0-9]*, outside F test [0-9]*$' "$work/o/summary.txt"
expect 0 "every kind: replay" "$tp2ph" replay "$work/o"
check "every kind: the harness" sh "$work/o/harness/run.sh"
check "every kind: tests say why" grep -q 'it reaches an edge of a limit: .*: v < 1.0, at$' "$work/o/tests/"*.txt
check "every kind: junit" grep -q 'name="[^"]*n &gt;= 11, outside"' "$work/o/junit.xml"
check "branches are counted as without" python3 -c 'import json, sys
if json.load(open(sys.argv[1] + "/report.json"))["branches"]["total"] != 20: sys.exit(1)' "$work/o"

# Sums and differences: larger numbers cancel, their results lie farther apart
# than the numbers next to the limit.
cat >"$in/sums.c" <<'END'
#include <math.h>
#include <tp2ph.h>
int main(void)
{
    float vref = tp2ph_input_float("vref"), up = tp2ph_input_float("up"), down = tp2ph_input_float("down");
    double v = tp2ph_input_double("v");
    if (fabsf(vref - 1.2f) > 0.1f)
        return 1;
    if ((up + down) * 0.5f > 0.02f || up - down < 1.9f || up - down > 2.1f)
        return 2;
    if (fabs(v - 3.3) >= 0.05)
        return 3;
    return fabs(v) < 3.3;
}
END
expect 0 "sums" "$tp2ph" -q --threads 1 --timeout 50 --limits -o "$work/o" "$in/sums.c"
check "sums: a test on both sides of each" python3 -c 'import json, sys
edges = json.load(open(sys.argv[1] + "/report.json"))["limit"]
sides = [e for e in edges if e["edge"] in ("inside", "outside")]
sys.exit(len(sides) != 12 or any(e["verdict"] != "covered" for e in sides))' "$work/o"
check "sums: near the limit" python3 -c 'import json, sys
report = json.load(open(sys.argv[1] + "/report.json"))
for e in report["limit"]:
    if e["line"] == 11 and e["edge"] in ("inside", "outside"):
        values = dict((report["input"][i[0]]["name"], i[1]) for i in report["test"][e["test"] - 1]["inputs"])
        if abs(abs(float(values["v"]) - 3.3) - 0.05) > 0.05 * 2**-39: sys.exit(str(values))
' "$work/o"

# What the tester delivers, inside its limits; the value has effects.
cat >"$in/tester.c" <<'END'
double ate_volt(int pin);
int ate_row(int *level);
int main(void)
{
    int level = 0;
    if (ate_volt(3) > 5.0) /* at 5 F, inside 5.0000000000000009 T, outside 4.9999999999999991 F, nan - */
        return 1;
    if (5 < ate_row(&level) || level < 20) /* at -, inside -, outside -, at 20 F, inside 19 T, outside 21 F */
        return 2;
    return 0;
}
END
echo 'double ate_volt(int pin) in -10 .. 10; int ate_row(out int *level) in 0 .. 3;' >"$in/tester.inputs"
expect 0 "a tester" "$tp2ph" -q --threads 1 --timeout 50 --limits -o "$work/o" --inputs "$in/tester.inputs" "$in/tester.c"
sed -i 's/\bat -, inside -, outside -, at 20/at -, inside -, outside -, at 20/' "$in/tester.c"
check "a tester: verdicts" python3 -c 'import json, sys
for e in json.load(open(sys.argv[1] + "/report.json"))["limit"]:
    want = "infeasible" if e["edge"] == "nan" or "ate_row" in e["text"] else "covered"
    if e["verdict"] != want: sys.exit(str(e))' "$work/o"

# A < that should be <=: the test at the limit ends in another bin.
for op in '<' '<='; do
  cat >"$in/typo.c" <<END
double ate_volt(int pin);
void ate_bin(int soft);
int main(void) { ate_bin(ate_volt(1) $op 2.0 ? 1 : 7); return 0; }
END
  echo 'double ate_volt(int pin) in -10 .. 10; void ate_bin(bin soft int b); bins soft { 1 good, 7 };' >"$in/typo.inputs"
  expect 0 "v $op 2.0" "$tp2ph" -q --limits -o "$work/typo$op" --inputs "$in/typo.inputs" "$in/typo.c"
done
at_limit() { # at_limit FOLDER: what the row of vectors.csv at the limit says
  sed -n 's/^,ate_volt,,2,\(.*\),.*/\1/p' "$1/vectors.csv"
}
check "the typo shows in vectors.csv" test "$(at_limit "$work/typo<") $(at_limit "$work/typo<=")" = "7 1"
expect 1 "the typo shows in diff" "$tp2ph" diff "$work/typo<=" "$work/typo<"

# All values of a small input, tried one by one, say the same.
cat >"$work/all.py" <<'END'
import json, random, subprocess, sys
tp2ph, work, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
pick = random.Random(seed)
conditions = []
for _ in range(7):
    shape = pick.choice(["n", "n * %d" % pick.choice([2, 3, -5]), "n + %d" % pick.randint(-9, 9), "n << 2", "(n & 60)"])
    conditions.append((shape, pick.choice(["<", "<=", ">", ">="]), pick.randint(-140, 140)))
lines = ["#include <tp2ph.h>", "int main(void) {", "signed char n = tp2ph_input_schar(\"n\");"]
for k, (shape, op, limit) in enumerate(conditions):
    lines.append("if (%s %s %d) return %d;" % (shape, op, limit, k + 1))
open(work + "/all.c", "w").write("\n".join(lines + ["return 0; }"]) + "\n")
wanted = {}
for n in range(-128, 128):
    for k, (shape, op, limit) in enumerate(conditions):
        value = eval(shape)
        step = {"n * 2": 2, "n * 3": 3, "n * -5": 5, "n << 2": 4}.get(shape, 1)
        below = op[0] == "<"
        at = "at" if value == limit else \
             "inside" if 0 < (limit - value if below else value - limit) <= step else \
             "outside" if 0 < (value - limit if below else limit - value) <= step else None
        if at:
            wanted.setdefault((k, at), n)
        if eval("%d %s %d" % (value, op, limit)):
            break
run = subprocess.run([tp2ph, "-q", "--limits", "--threads", "1", "--timeout", "40", "-o", work + "/all", work + "/all.c"])
report = json.load(open(work + "/all/report.json"))
for edge in report["limit"]:
    key = (edge["line"] - 4, edge["edge"])
    if edge["verdict"] != ("covered" if key in wanted else "infeasible"):
        sys.exit("%s: %s, but n = %s" % (edge, edge["verdict"], wanted.get(key)))
sys.exit(run.returncode)
END
for seed in 1 2 3; do
  check "all values of a small input, $seed" python3 "$work/all.py" "$tp2ph" "$work" "$seed"
done
finish
