#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph batch: many programs, one folder each, one summary.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite batch
in=$work/in
out=$work/out-dir
mkdir "$in" "$in/more" "$in/inc"

program() { # program VALUE: all branches can be covered
  printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n'
  printf '  if (__VERIFIER_nondet_int() == %s)\n    return 1;\n  return 0;\n}\n' "$1"
}
program 12 >"$in/one.c"
program LIMIT >"$in/flags.c"
program 14 >"$in/more/one.c"
program 15 >"$in/more/with space.c"
program 16 >"$in/more/.hidden.c"
echo "no program" >"$in/more/notes.txt"
mkdir "$in/more/folder.c"
echo 'int main(void) { return' >"$in/broken.c"
cat >"$in/crash.c" <<'END'
int __VERIFIER_nondet_int(void);
int main(void) { return 10 / __VERIFIER_nondet_int(); }
END
cat >"$in/half.c" <<'END'
int __VERIFIER_nondet_int(void);
int twice(int);
int main(void) { return twice(__VERIFIER_nondet_int()) == 4 ? 1 : 0; }
END
echo 'int twice(int x); int twice(int x) { return x > 100 ? 0 : 2 * x; }' >"$in/rest.c"
cat >"$in/long.c" <<'END'
int __VERIFIER_nondet_int(void);
int main(void) {
  int i, n = 0;
  for (i = 0; i < 30; i++)
    if (__VERIFIER_nondet_int() > i)
      n++;
  if (n == 31)
    return 1;
  return 0;
}
END
echo '#define LIMIT 99' >"$in/inc/limit.h"
batch() { # batch STATUS TITLE ARGUMENTS...
  code=$1 name=$2
  shift 2
  expect "$code" "$name" "$tp2ph" batch -o "$out" "$@"
}
field() { # field PYTHON: of batch.json as b, by name as p
  python3 -c 'import json, sys
b = json.load(open(sys.argv[1]))
p = {x["name"]: x for x in b["programs"]}
sys.exit(0 if eval(sys.argv[2]) else 1)' "$out/batch.json" "$1"
}

# ---- lists and folders ---------------------------------------------------------
cat >"$in/list" <<'END'
# programs of this test, seen from this folder
one.c
  flags.c -- -include inc/limit.h   # flags, too

half.c 'rest.c'
"more/with space.c"
more/one.c
END
batch 0 "a list" "$in/list"
prints "total"
check "its folders" test "$(ls "$out" | tr '\n' ' ')" = "batch.json flags half index.html junit.xml one one-2 summary.txt with_space "
check "the table is kept" cmp "$work/out" "$out/summary.txt"
check "status" field 'b["exit"] == 0 and b["complete"] and len(b["programs"]) == 5'
check "counts" field 'p["one"]["branches"] == {"total": 2, "covered": 2, "infeasible": 0, "unknown": 0} and p["one"]["tests"] == 2'
check "two files are one program" field 'p["half"]["files"] == ["half.c", "rest.c"] and p["half"]["branches"]["total"] == 4'
check "flags" field 'p["flags"]["flags"] == ["-include", "inc/limit.h"] and p["flags"]["status"] == "ok"'
check "each has its results" test -s "$out/one-2/test-suite/testcase-0001.xml" -a -s "$out/with_space/report.json"
rm -rf "$out"
batch 0 "a folder" "$in/more"
check "its C files" test "$(ls "$out" | tr '\n' ' ')" = "batch.json index.html junit.xml one summary.txt with_space "
batch 0 "the same once more" "$in/more"
rm -rf "$out"
batch 0 "a C file, flags for all, two at a time" -j 2 -q "$in/flags.c" "$in/one.c" -- -DLIMIT=3
check "quiet" test ! -s "$work/out"

# ---- lines as command lines ---------------------------------------------------------
rm -rf "$out"
cat >"$in/tester.c" <<'END'
double measure(int channel);
int main(void) {
  if (measure(1) > 2.5)
    return 1;
  return LIMIT;
}
END
head -n 1 "$in/tester.c" >"$in/tester.inputs"
cat >"$in/list" <<'END'
--seed 7 -- -DLIMIT=3   # for all of them
one.c
--seed 8 --max-runs 50 flags.c -- -DLIMIT=99
--inputs tester.inputs tester.c
--no-such-option one.c
nowhere.c
END
batch "3" "options of lines" "$in/list"
says "5 of 5"
says "one: ok, 2 of 2 covered"
check "options of lines: results" field 'p["one"]["status"] == "ok" and p["flags"]["options"] == ["--seed=8", "--max-runs=50"] and p["flags"]["status"] == "ok"'
check "a line of its own inputs" field 'p["tester"]["branches"] == {"total": 2, "covered": 2, "infeasible": 0, "unknown": 0}'
check "a bad line hides nothing" field 'p["one-2"]["status"] == "usage" and "no-such-option" in p["one-2"]["message"] and p["nowhere"]["status"] == "refused"'
seed() { python3 -c 'import json, sys; sys.exit(json.load(open(sys.argv[1] + "/report.json"))["seed"] != int(sys.argv[2]))' "$out/$1" "$2"; }
check "the head's seed" seed one 7
check "the line's seed" seed flags 8
batch "3" "the command line is before the head" --seed 9 "$in/list"
check "its seed" seed one 9
check "the line's seed is before it" seed flags 8
check "junit.xml" python3 -c 'import sys, xml.etree.ElementTree as x
s = x.parse(sys.argv[1]).getroot().find("testsuite")
bad = {c.get("name") for c in s if len(c)}
sys.exit(not (s.get("tests") == "5" and s.get("errors") == "2" and bad == {"one-2", "nowhere"}))' "$out/junit.xml"
check "index.html has links" grep -q 'href="one/index.html"' "$out/index.html"
echo '-o x one.c' >"$in/list"
batch 3 "an output of its own" "$in/list"
says "for the whole batch"
printf 'crash.c\n' >"$in/list"
batch 1 "findings" "$in/list"
check "findings are counted" field 'p["crash"]["findings"] == 1'
check "no bins are declared" field 'p["crash"]["bins"] == {"total": 0, "reached": 0} and p["crash"]["rules"] == {"total": 0, "violated": 0}'
prints "findings"

# ---- parts, the whole time, going on ---------------------------------------------------
rm -rf "$out"
for i in 1 2 3 4 5; do cp "$in/one.c" "$in/p$i.c"; done
printf 'p%s.c\n' 1 2 3 4 5 >"$in/list"
batch 0 "shard 1/2" -q --shard 1/2 "$in/list"
batch 0 "shard 2/2" -q --shard 2/2 "$in/list"
check "shards: each once" test "$(cat "$out"/batch-?-of-2.json | grep -c '"name": "p')" = 5
expect 0 "merge" "$tp2ph" merge "$out" -o "$work/merged"
prints "p5"
check "merged" python3 -c 'import json, sys
b = json.load(open(sys.argv[1] + "/batch.json"))
sys.exit(not (len(b["programs"]) == 5 and b["exit"] == 0))' "$work/merged"
check "merged folders" test -s "$work/merged/p3/test-suite/testcase-0001.xml"
batch 0 "an array job" -q --index 4 "$in/list"
check "only one" test "$(grep -c '"name": "p' "$out/batch-i4.json")" = 1
batch 2 "no such index" --index 6 "$in/list"
batch 2 "a bad shard" --shard 3/2 "$in/list"
batch 2 "another bad shard" --shard 1-2 "$in/list"
mkdir -p "$work/other"
program 77 >"$work/other/p1.c"
expect 0 "another program of that name" "$tp2ph" batch -q -o "$work/others" "$work/other/p1.c"
expect 3 "merge refuses it" "$tp2ph" merge "$out" "$work/others" -o "$work/merged2"
says "different programs"
check "and writes nothing" test ! -e "$work/merged2/batch.json"
expect 0 "single runs" "$tp2ph" merge "$out/p1" "$out/p2" -o "$work/merged3"
prints "p2"
mv "$out/batch-2-of-2.json" "$work/part"
expect 5 "a part is missing" "$tp2ph" merge "$out" -o "$work/merged5"
says "batch-2-of-2.json' is missing"
mv "$work/part" "$out/batch-2-of-2.json"
expect 3 "no results" "$tp2ph" merge "$work/other" -o "$work/merged4"
rm -rf "$out"
printf 'long.c\np1.c\n' >"$in/list"
batch 5 "a time for all" -j 1 --strategy dfs --total-timeout 3 "$in/list"
check "a time for all: statuses" field 'p["long"]["status"] == "budget" and p["p1"]["status"] == "not run" and p["long"]["branches"]["covered"] == 5'
rm -rf "$out"
printf 'p1.c\np2.c\n--timeout 3 --strategy dfs long.c\np3.c\n' >"$in/list"
"$tp2ph" batch -j 1 -o "$out" "$in/list" >"$work/out" 2>"$work/err" </dev/null &
pid=$!
for i in $(seq 100); do [ -e "$out/p2/report.json" ] && grep -q p2 "$out/.tp2ph-batch" && break; sleep 0.1; done
sleep 0.3
killed
rm -rf "$work/tmp"/*
before=$(stat -c %Y%i "$out/p1/report.json" "$out/p2/report.json")
batch 5 "going on after SIGKILL" -j 1 --resume "$in/list"
check "what had ended is not run again" test "$before" = "$(stat -c %Y%i "$out/p1/report.json" "$out/p2/report.json")"
check "the rest is" field 'p["p3"]["status"] == "ok" and p["p1"]["branches"]["covered"] == 2 and p["long"]["status"] == "budget"'
program 13 >"$in/p1.c"
batch 5 "going on with a changed file" -j 1 --resume "$in/list"
check "it is run again" test "$before" != "$(stat -c %Y%i "$out/p1/report.json" "$out/p2/report.json")"
program 12 >"$in/one.c"

# ---- statuses: the worst counts --------------------------------------------------
rm -rf "$out"
printf 'one.c\ncrash.c\n' >"$in/list"
batch 1 "a finding" "$in/list"
check "a finding: statuses" field 'p["one"]["exit"] == 0 and p["crash"]["status"] == "incomplete"'
printf 'one.c\nbroken.c\ncrash.c\nnowhere.c\n' >"$in/list"
batch 3 "a program that is none" "$in/list"
check "refused: why" field '"broken.c" in p["broken"]["message"] and p["broken"]["branches"] is None'
check "the others are done" field 'p["one"]["status"] == "ok" and p["crash"]["branches"]["covered"] == p["crash"]["branches"]["total"]'
echo 'int main(void) {' >"$in/one.c"
batch 3 "no old counts of one that fails now" "$in/list"
check "no old counts" field 'p["one"]["branches"] is None'
program 12 >"$in/one.c"
printf 'long.c\none.c\n' >"$in/list"
batch 5 "a timeout each" --timeout 3 --strategy dfs "$in/list"
check "timeout: statuses" field 'p["long"]["status"] == "budget" and p["one"]["status"] == "ok"'
check "timeout: what was found" field 'p["long"]["branches"]["covered"] == 5'
expect 4 "a compiler that is missing" env CC=/no/such/cc "$tp2ph" batch -o "$out" "$in/list"

# ---- errors ------------------------------------------------------------------------
rm -rf "$out"
batch 2 "nothing given"
says "no list or folder"
batch 2 "bad -j" -j 0 "$in/list"
batch 4 "no such list" "$in/nolist"
says "nolist"
mkdir "$work/empty"
batch 3 "an empty folder" "$work/empty"
says "no program"
echo "# nothing" >"$in/list"
batch 3 "an empty list" "$in/list"
printf 'one.c\n"one.c\n' >"$in/list"
batch 3 "a quote that does not end" "$in/list"
says "list:2"
echo "-- -DX" >"$in/list"
batch 3 "flags without a file" "$in/list"
head -c 5000 /bin/sh >"$in/list"
batch 3 "a binary file" "$in/list"
batch 3 "/dev/zero" /dev/zero
check "errors write nothing" test ! -e "$out"
mkdir "$out"
echo mine >"$out/summary.txt"
batch 4 "a summary.txt of others" "$in/one.c"
check "it is left alone" grep -q mine "$out/summary.txt"
rm -rf "$out"
expect 4 "no place for the output" "$tp2ph" batch -o /dev/null/x "$in/one.c"
expect 4 "stdout is full" sh -c '"$0" batch -o "$1" "$2" >/dev/full' "$tp2ph" "$out" "$in/one.c"

# ---- on a terminal --------------------------------------------------------------------
if command -v script >/dev/null; then
  rm -rf "$out"
  printf 'one.c\n--timeout 4 --strategy dfs long.c\n' >"$in/list"
  TERM=xterm script -qec "stty cols 60; $tp2ph batch -j 2 -o $out $in/list" /dev/null </dev/null >"$work/out" 2>&1
  check "a terminal: a line for each" grep -aq "^  long: dfs: . of 6 branches covered" "$work/out"
  check "a terminal: one for all" grep -aq "0 of 2 ended, 2 running, 0 waiting" "$work/out"
  check "a terminal: lines of those that ended" grep -aq "tp2ph: . of 2: one: ok" "$work/out"
else
  skip "a terminal" "no script(1)"
fi

# ---- interrupted ---------------------------------------------------------------------
rm -rf "$out"
printf 'one.c\nlong.c\nlong.c\nlong.c\n' >"$in/list"
start_batch() { # until two long ones have kept their first two tests
  "$tp2ph" batch -j 2 --strategy dfs -o "$out" "$in/list" >"$work/out" 2>"$work/err" </dev/null &
  pid=$!
  for i in $(seq 100); do
    [ "$(ls "$work/tmp"/*/long*/*/plain/test-1.xml 2>/dev/null | wc -l)" -ge 2 ] && break
    sleep 0.3
  done
  sleep 0.5
}
title="SIGINT"
start_batch
timeout -k 2 "$limit" "$tp2ph" batch -o "$out" "$in/one.c" >"$work/out2" 2>"$work/err2" </dev/null
second=$?
kill -INT $pid
wait $pid
judge $? 5
check "a second batch into the folder stops with 4" test $second = 4
check "it says why" grep -q "another run" "$work/err2"
check "SIGINT: the summary" field 'p["one"]["status"] == "ok" and p["long"]["status"] == "budget" and p["long-3"]["status"] == "not run"'
check "SIGINT: what was found" field 'p["long"]["branches"]["covered"] == 5 and not b["complete"]'
start_batch
killed
rm -rf "$work/tmp"/*
# ---- one program dealt out by its branches
"$tp2ph" gen --conditions 60 --seed 5 -o "$in/large.c"
expect 0 "the whole program" "$tp2ph" -q -o "$work/whole" "$in/large.c"
for k in 1 2 3; do
  expect 0 "part $k of 3" "$tp2ph" -q --shard $k/3 -o "$work/part$k" "$in/large.c"
done
expect 0 "merge of parts" "$tp2ph" merge "$work/part1" "$work/part2" "$work/part3" -o "$work/parts"
check "the same verdicts as of the whole" python3 -c 'import json, sys
def verdicts(dir):
    return [b["verdict"] for b in json.load(open(dir + "/report.json"))["branch"]]
parts = [verdicts(d) for d in sys.argv[3:]]
same = verdicts(sys.argv[1]) == verdicts(sys.argv[2])
sys.exit(not (same and all("unknown" in p for p in parts)))' "$work/whole" "$work/parts" "$work/part1" "$work/part2" "$work/part3"
check "their tests run" sh "$work/parts/harness/run.sh"
expect 1 "a part is missing" "$tp2ph" merge "$work/part1" "$work/part3" -o "$work/two"
says "part 2 of 3 is missing"
expect 0 "a part of another program" "$tp2ph" -q --shard 2/3 -o "$work/other" "$in/one.c"
expect 3 "is refused" "$tp2ph" merge "$work/part1" "$work/other" -o "$work/bad"
says "were made by other commands"
echo >>"$in/large.c" 'int more;'
expect 3 "parts of a program that has changed" "$tp2ph" merge "$work/part1" "$work/part2" -o "$work/bad"
says "its fingerprint is another"
# ---- bins, rules and checks are dealt out, too
goals="--check all --inputs $root/ate-samples/audit/part.inputs $root/ate-samples/audit/tp104_escape.c"
expect 1 "all goals at once" "$tp2ph" -q -o "$work/goals" $goals
expect 0 "part 1 of 2 of all goals" "$tp2ph" -q --shard 1/2 -o "$work/goals1" $goals
expect 1 "part 2 of 2, in which a rule is broken" "$tp2ph" -q --shard 2/2 -o "$work/goals2" $goals
expect 1 "merge of goals" "$tp2ph" merge "$work/goals1" "$work/goals2" -o "$work/merged-goals"
check "the same goals as at once" python3 -c 'import json, sys
def verdicts(dir):
    report = json.load(open(dir + "/report.json"))
    return [[goal["verdict"] for goal in report[name]] for name in ("branch", "bin", "rule", "check")]
parts = [sum(verdicts(d), []) for d in sys.argv[3:]]
same = verdicts(sys.argv[1]) == verdicts(sys.argv[2])
sys.exit(not (same and all("unknown" in p for p in parts)))' "$work/goals" "$work/merged-goals" "$work/goals1" "$work/goals2"
expect 2 "a part that there is not" "$tp2ph" --shard 4/3 "$in/one.c"
finish
