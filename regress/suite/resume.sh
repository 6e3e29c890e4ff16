#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --resume: a run that was cut short goes on from what its folder holds. Tests
# that were there stay, proofs are believed only of the same program, and what is
# damaged is told.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite resume
out=$work/out-dir
sample=ate-samples/ldo_final_test.c

tests_of() { # fingerprints of the tests, in their order
  for test in "$1"/test-suite/testcase-*.xml; do cksum <"$test"; done
}
report() { # report PYTHON: an expression over the report r is true
  check "$title: $1" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(not (eval(sys.argv[2])))' "$out/report.json" "$1"
}
keeps() { # the tests of $work/before are the first ones
  tests_of "$out" >"$work/after"
  n=$(wc -l <"$work/before")
  head -n "$n" "$work/after" >"$work/first"
  what=$title
  check "$what: the tests that were there are the first" cmp "$work/before" "$work/first"
  title=$what
}
is_whole() {
  what=$title
  check "$what: branches" python3 regress/tools/check_header.py $sample "$out"
  expect 0 "$what: replay" "$tp2ph" replay -q "$out"
  title=$what
}

# ---- cut short by the number of runs, then by nothing ---------------------------
expect 5 "cut short" "$tp2ph" --strategy dfs --max-runs 6 -o "$out" $sample
report 'r["stopped"] == "runs" and r["branches"]["unknown"] > 0 and r["resumed"] is None'
tests_of "$out" >"$work/before"
expect 5 "cut short again" "$tp2ph" --resume --strategy dfs --max-runs 6 -o "$out" $sample
report 'r["resumed"]["tests"] > 0 and r["runs"] == r["phases"][0]["runs"] + 6'
keeps
tests_of "$out" >"$work/before"
expect 0 "resumed" "$tp2ph" --resume -o "$out" $sample
report 'r["complete"] and r["phases"][0]["name"] == "resume" and r["phases"][0]["covered"] > 0'
keeps
is_whole
tests_of "$out" >"$work/before"
expect 0 "resumed when all is done" "$tp2ph" --resume -o "$out" $sample
report 'r["complete"] and r["solver_calls"] == 0 and r["runs"] == r["tests"] and len(r["phases"]) == 1'
report 'r["resumed"] == {"tests": r["tests"], "proofs": r["branches"]["infeasible"]}'
tests_of "$out" >"$work/after"
check "resumed when all is done: the same tests" cmp "$work/before" "$work/after"
is_whole
expect 0 "with another strategy" "$tp2ph" --resume --strategy dfs -o "$out" $sample
report 'r["branches"]["unknown"] == 0 and r["solver_calls"] == 0'
expect 0 "proofs that are to be written are made" "$tp2ph" --resume --certify "$work/proofs" -o "$out" $sample
report 'r["resumed"]["proofs"] == 0 and r["branches"]["unknown"] == 0'
check "they are there" ls "$work"/proofs/*.smt2

# ---- changed ------------------------------------------------------------------------
sed 's/ROOM = 25/ROOM = 27/' $sample >"$work/changed.c"
expect 0 "a changed program" "$tp2ph" --resume -o "$out" "$work/changed.c"
says "have changed"
report 'r["resumed"]["proofs"] == 0 and r["resumed"]["tests"] > 0 and r["branches"]["unknown"] == 0'
report 'any("have changed" in w for w in r["warnings"])'
expect 0 "a changed program: replay" "$tp2ph" replay -q "$out"
expect 0 "changed flags" "$tp2ph" --resume -o "$out" "$work/changed.c" -- -DX
says "have changed"
expect 0 "another program" "$tp2ph" --resume -o "$out" ate-samples/port_flow.c
report 'r["branches"]["unknown"] == 0'
expect 0 "another program: replay" "$tp2ph" replay -q "$out"
# The proof of an unchanged file is worth nothing if a header has changed.
mkdir "$work/header"
printf '#define TOP 3\n' >"$work/header/top.h"
cat >"$work/header/p.c" <<'END'
#include "top.h"
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
    if (__VERIFIER_nondet_uchar() % 8 > TOP + 4)
        return 1;
    return 0;
}
END
expect 0 "a header" "$tp2ph" -o "$work/header/out" "$work/header/p.c"
printf '#define TOP 2\n' >"$work/header/top.h"
expect 0 "a changed header" "$tp2ph" --resume -o "$work/header/out" "$work/header/p.c"
check "a changed header: what was dead is covered" grep -q '"covered": 2' "$work/header/out/report.json"

# ---- nothing there, or damaged -----------------------------------------------------------
expect 0 "no folder" "$tp2ph" --resume -o "$work/new" $sample
says "nothing to resume"
mkdir "$work/empty"
expect 0 "an empty folder" "$tp2ph" --resume -o "$work/empty" $sample
says "nothing to resume"
rm -rf "$out"
cp -r "$work/new" "$out"
head -c 2500 "$work/new/report.json" >"$out/report.json"
expect 0 "half a report.json" "$tp2ph" --resume -o "$out" $sample
says "report.json is damaged"
report 'r["resumed"]["tests"] > 5 and r["resumed"]["proofs"] == 0'
is_whole
printf '<testcase><input>7' >"$out/test-suite/testcase-0002.xml"
rm "$out/test-suite/testcase-0003.xml"
head -c 4000 /dev/urandom >"$out/test-suite/testcase-0004.xml"
expect 0 "damaged testcases" "$tp2ph" --resume -o "$out" $sample
says "3 of "
is_whole
printf 'garbage' >"$out/report.json"
expect 4 "a report.json of others" "$tp2ph" --resume -o "$out" $sample

# ---- cut short from outside -----------------------------------------------------------------
cat >"$work/long.c" <<'END'
int __VERIFIER_nondet_int(void);
int main(void)
{
    int i, n = 0;
    for (i = 0; i < 24; i++)
        if (__VERIFIER_nondet_int() > i)
            n++;
    if (n == 25)
        return 1;
    if (n == 20)
        return 2;
    return 0;
}
END
interrupted() { # interrupted TITLE SIGNAL OPTIONS...
  title=$1 signal=$2
  shift 2
  "$tp2ph" -q --strategy dfs -o "$work/long" "$@" "$work/long.c" >"$work/out" 2>"$work/err" &
  pid=$!
  sleep 2
  kill -"$signal" $pid
  wait $pid
  judge $? 5
}
interrupted "SIGINT" INT
check "SIGINT: a result is there" test -s "$work/long/report.json"
tests_of "$work/long" >"$work/before"
interrupted "SIGTERM while it goes on" TERM --resume
out=$work/long
keeps
expect 5 "a budget that is over before it begins" "$tp2ph" --resume --timeout 0.001 -o "$work/long" "$work/long.c"
tests_of "$out" >"$work/after"
check "nothing is lost by it" cmp "$work/before" "$work/after"
expect "0 1 5" "resumed with all phases" "$tp2ph" --resume --timeout 20 -o "$work/long" "$work/long.c"
report 'r["branches"]["covered"] >= 7'
keeps

# ---- with declared inputs, and in a batch -------------------------------------------------------
expect 5 "--inputs" "$tp2ph" --strategy dfs --max-runs 2 -o "$work/op" \
  --inputs ate-samples/opamp_sort.inputs ate-samples/opamp_sort.c
expect 0 "--inputs, resumed" "$tp2ph" --resume -o "$work/op" \
  --inputs ate-samples/opamp_sort.inputs ate-samples/opamp_sort.c
check "--inputs, resumed: branches" python3 regress/tools/check_header.py ate-samples/opamp_sort.c "$work/op"
sed 's/ATE_CLAMP_V;$/7.0;/' ate-samples/opamp_sort.inputs >"$work/other.inputs"
expect 0 "other limits" "$tp2ph" --resume -o "$work/op" --inputs "$work/other.inputs" ate-samples/opamp_sort.c
says "have changed"
check "other limits: less is dead" grep -q '"infeasible": 5' "$work/op/report.json"

# ---- a proof that is wrong: a run takes the branch --------------------------------
cat >"$work/forged.c" <<'END'
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int low = __VERIFIER_nondet_int() & 15;
    if (low == 3)
        return 1;
    if (low == 16)
        return 2;
    return 0;
}
END
forge() { # the report says that low can't be 3
  rm -rf "$out"
  expect 0 "before it is forged" "$tp2ph" -o "$out" "$work/forged.c"
  check "forge" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
for b in r["branch"]:
    if b["text"] == "low == 3" and b["side"] == "T":
        b.update(verdict="infeasible", proof="forged", test=None)
json.dump(r, open(sys.argv[1], "w"))' "$out/report.json"
}
refutes() { # refutes TITLE
  expect 70 "$1" "$tp2ph" --resume -o "$out" "$work/forged.c"
  says "a proof was refuted at $work/forged.c:5"
  prints "a proof was refuted at $work/forged.c:5: nothing that was proved counts"
  report 'r["branches"]["infeasible"] == 0 and r["branches"]["covered"] == 3'
  report 'all("was refuted at" in b["reason"] for b in r["branch"] if b["verdict"] == "unknown")'
}
forge
refutes "an earlier test takes what is proved"
forge
rm -f "$out"/test-suite/testcase-*.xml
refutes "a random run takes what is proved"

expect 0 "batch" "$tp2ph" batch -q -o "$work/batch" ate-samples/port_flow.c
expect 0 "batch, resumed" "$tp2ph" batch -q --resume -o "$work/batch" ate-samples/port_flow.c
check "batch, resumed: a program that is done is not repeated" sh -c '! grep -q "\"name\": \"resume\"" "$1"' sh "$work/batch/port_flow/report.json"
finish
