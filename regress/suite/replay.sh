#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph replay: what report.json claims is compared with what the plain program
# does; and each kept test was replayed before it was reported.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite replay
in=$work/in
out=$work/out-dir
mkdir "$in"

cat >"$in/bins.c" <<'END'
#include <stdlib.h>
#include "limit.h"
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
static int bin(unsigned char code) {
  switch (code) {
  case 1:
    return 4;
  case 7 ... 9:
    return 5;
  default:
    return code > 200 && code % 2;
  }
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 77)
    abort();
  if (x == LIMIT) {
    int *p = 0;
    return *p;
  }
  return bin(__VERIFIER_nondet_uchar());
}
END
echo "#define LIMIT (OFFSET + 5)" >"$in/limit.h"
cat >"$in/objects.c" <<'END'
#include <tp2ph.h>
struct packet { char kind; double level; short code[3]; };
int main(void) {
  struct packet p, q;
  tp2ph_input(p);
  tp2ph_input(q);
  if (p.kind == 'x' && q.level > 2.5)
    return p.code[2] == -9 ? 1 : 2;
  return q.code[1] > p.code[1] ? 3 : 4;
}
END
cat >"$in/other.c" <<'END'
int helper(int x);
int helper(int x) { return x > 1000 ? 1 : 0; }
END
cat >"$in/two.c" <<'END'
int __VERIFIER_nondet_int(void);
int helper(int x);
int main(void) { return helper(__VERIFIER_nondet_int()) ? 9 : 8; }
END
generate() { # generate STATUS FILES...: seen from $in
  code=$1
  shift
  rm -rf "$out"
  expect "$code" "tests of $1" sh -c 'cd "$0" && exec "$@"' "$in" "$tp2ph" -q -o "$out" "$@"
}
replay() { # replay STATUS TITLE ARGUMENTS...
  code=$1 name=$2
  shift 2
  expect "$code" "$name" "$tp2ph" replay "$@"
}

# ---- what is claimed is true -------------------------------------------------
generate 1 bins.c -- -DOFFSET=100
replay 0 "all tests, from another folder" "$out"
prints "all as report.json says"
prints "signal SIGABRT"
prints "signal SIGSEGV"
prints "bins.c:6:3  bin: code  [7 ... 9]"
prints "bins.c:12:12  bin: code > 200  [T]"
replay 0 "one test by number" "$out" 2
check "one test" test "$(grep -c '^testcase-' "$work/out")" = 1
prints "testcase-0002"
replay 0 "tests by name" "$out" testcase-0001 testcase-0003.xml
check "two tests" test "$(grep -c '^testcase-' "$work/out")" = 2
replay 0 "quiet" -q "$out"
check "quiet: no branches" test "$(grep -c '^  ' "$work/out")" = 0
cp "$out/test-suite/testcase-0001.xml" "$work/mine.xml"
replay 0 "a testcase file of one's own" "$out" "$work/mine.xml"
prints "mine.xml"
expect 4 "replay into a full disk" sh -c '"$0" replay "$1" >/dev/full' "$tp2ph" "$out"

# ---- how it ends is compared -----------------------------------------------
expect 0 "run.sh: as expected" sh "$out/harness/run.sh"
sed -i 's/return 4;/return 6;/' "$in/bins.c"
expect 1 "run.sh: another end" sh "$out/harness/run.sh"
prints " exit 6, not exit 4"
sed -i 's/return 6;/return 4;/' "$in/bins.c"
expect 2 "run.sh: no such test" sh "$out/harness/run.sh" 77

generate 0 objects.c
replay 0 "objects" "$out"
generate 0 two.c other.c
replay 0 "two files" "$out"
prints "other.c:2:28  helper: x > 1000  [T]"

# ---- the harness is ours: flags that refuse its text are not for it -----------
generate 0 two.c other.c -- -std=c89 -pedantic-errors -Wall -Wextra -Wmissing-prototypes
expect 0 "the harness under strict flags" sh "$out/harness/run.sh"
prints "testcase-0001 exit"

# ---- what is claimed is not true ----------------------------------------------
generate 1 bins.c -- -DOFFSET=100
cp "$out/report.json" "$work/report.json"
sed 's/"end": "exit", "code": 4/"end": "exit", "code": 6/' "$work/report.json" >"$out/report.json"
check "the report was changed" test "$(cmp -s "$work/report.json" "$out/report.json"; echo $?)" = 1
replay 1 "another end" "$out"
prints "DIFFERS: report.json says exit 6"
cp "$work/report.json" "$out/report.json"
sed -i 's/>1</>2</; s/>77</>78</' "$out"/test-suite/testcase-*.xml
replay 1 "other inputs" "$out"
prints "NOT TAKEN, but in report.json: bins.c"
prints "tests are not as report.json says"

# ---- errors --------------------------------------------------------------------
generate 1 bins.c -- -DOFFSET=100
replay 2 "no folder given"
says "no output folder"
replay 2 "no such test" "$out" 4711
says "no test '4711'"
replay 3 "a test that is no file" "$out" /dev/zero
says "'/dev/zero' is no testcase file"
replay 2 "a test of no name" "$out" "first one"
says "first one"
replay 2 "test 0" "$out" 0
replay 4 "no such folder" "$work/nowhere"
says "nowhere"
mkdir "$work/empty"
replay 3 "no output folder" "$work/empty"
says "no report.json"
echo '{"program": 5}' >"$work/empty/report.json"
replay 3 "a report.json of others" "$work/empty"
says "report.json"
head -c 1500 "$out/report.json" >"$work/empty/report.json"
replay 3 "half a report.json" "$work/empty"
mkfifo "$work/fifo"
rm "$work/empty/report.json"
ln -s ../fifo "$work/empty/report.json"
replay 3 "report.json is a FIFO" "$work/empty"
cp "$out/test-suite/testcase-0002.xml" "$work/whole.xml"
for damage in "head -c 190 $work/whole.xml" "echo hello" "sed s/.input./<input>/ $work/whole.xml" "cat /dev/null" "head -c 400 $tp2ph"; do
  $damage >"$out/test-suite/testcase-0002.xml"
  replay 3 "a damaged test: $damage" "$out"
  says "testcase-0002.xml' is no whole testcase"
  check "a damaged test: nothing is run" test ! -s "$work/out"
done
replay 0 "the others can be run" "$out" 1 3
replay 3 "a damaged test of one's own" "$out" "$in/bins.c"
cp "$out/test-suite/testcase-0001.xml" "$out/test-suite/testcase-0002.xml"
replay 1 "another test in its place" "$out"
prints "DIFFERS: report.json has other inputs for it"
cp "$work/whole.xml" "$out/test-suite/testcase-0002.xml"
cp "$work/whole.xml" "$out/test-suite/testcase-0099.xml"
cp "$work/whole.xml" "$out/test-suite/testcase-mine.xml"
replay 0 "tests of others" "$out"
prints "testcase-0099.xml, not in report.json,  "
prints "testcase-mine.xml, not in report.json,"
echo "no test" >"$out/test-suite/testcase-0099.xml"
replay 3 "what others have damaged" "$out"
says "testcase-0099.xml"
rm "$out"/test-suite/testcase-0099.xml "$out"/test-suite/testcase-mine.xml
mv "$out/test-suite/testcase-0002.xml" "$work"
replay 3 "a test is gone" "$out"
says "testcase-0002.xml"
mv "$work/testcase-0002.xml" "$out/test-suite"
expect 4 "no compiler" env CC=/no/such/cc "$tp2ph" replay "$out"
says "/no/such/cc"
cp "$in/bins.c" "$work/bins.c"
echo "/* new */" >>"$in/bins.c"
replay 3 "the source has changed" "$out"
says "has changed"
mv "$in/bins.c" "$work/moved.c"
replay 3 "the source is gone" "$out"
says "bins.c"
cp "$work/bins.c" "$in/bins.c"
replay 0 "the source is back" "$out"

# ---- tests that end otherwise on the plain program are not reported ------------
cat >"$in/differs.c" <<'END'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 100)
    return getenv("TP2PH_TEST") != 0;
  return x == 7 ? 2 : 0;
}
END
generate 1 differs.c
check "the branch is unknown" grep -q '"line": 5,.*"side": "T", "verdict": "unknown".*"differs on the plain program"' "$out/report.json"
check "the other one is covered" grep -q '"line": 5,.*"side": "F", "verdict": "covered"' "$out/report.json"
check "the summary says so" grep -q "exit 0, but on the plain program with exit 1" "$out/summary.txt"
check "two tests are left" test "$(ls "$out/test-suite" | grep -c testcase)" = 2
replay 0 "those that are left are true" "$out"

cat >"$in/crash.c" <<'END'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 7 && !getenv("TP2PH_TEST"))
    abort();
  return 0;
}
END
generate 1 crash.c
check "no finding that the plain program has not" grep -q '"findings": \[\]' "$out/report.json"

cat >"$in/leaves.c" <<'END'
#include <unistd.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) {
    if (fork() == 0) {
      setsid();
      for (;;)
        pause();
    }
    return 3;
  }
  if (x == 4)
    for (;;)
      ;
  return 0;
}
END
generate 1 leaves.c --run-timeout 0.3s
check "a hang is confirmed" grep -q '"kind": "hang"' "$out/report.json"
replay 0 "daemons and endless loops end with their test" --run-timeout 0.3s "$out"
prints "timeout"

finish
