#!/bin/sh
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
check "its folders" test "$(ls "$out" | tr '\n' ' ')" = "batch.json flags half one one-2 summary.txt with_space "
check "the table is kept" cmp "$work/out" "$out/summary.txt"
check "status" field 'b["exit"] == 0 and b["complete"] and len(b["programs"]) == 5'
check "counts" field 'p["one"]["branches"] == {"total": 2, "covered": 2, "infeasible": 0, "unknown": 0} and p["one"]["tests"] == 2'
check "two files are one program" field 'p["half"]["files"] == ["half.c", "rest.c"] and p["half"]["branches"]["total"] == 4'
check "flags" field 'p["flags"]["flags"] == ["-include", "inc/limit.h"] and p["flags"]["status"] == "ok"'
check "each has its results" test -s "$out/one-2/test-suite/testcase-0001.xml" -a -s "$out/with_space/report.json"
rm -rf "$out"
batch 0 "a folder" "$in/more"
check "its C files" test "$(ls "$out" | tr '\n' ' ')" = "batch.json one summary.txt with_space "
batch 0 "the same once more" "$in/more"
rm -rf "$out"
batch 0 "a C file, flags for all, two at a time" -j 2 -q "$in/flags.c" "$in/one.c" -- -DLIMIT=3
check "quiet" test ! -s "$work/out"

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
finish
