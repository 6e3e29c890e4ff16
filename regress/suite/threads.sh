#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A search in two processes: the same verdicts as one has, a report that adds
# up, and whatever happens to the second is told, and leaves nothing behind.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite threads

verdicts='
import json, sys
r = json.load(open(sys.argv[1]))
print([(b["line"], b["side"], b["verdict"]) for b in r["branch"]])
'
same() { # same PROGRAM: decided whole by either
  for n in 1 2; do
    "$tp2ph" -q --threads $n --timeout 100s -o "$work/$n" "$1" >/dev/null 2>"$work/err"
    python3 -c "$verdicts" "$work/$n/report.json" >"$work/$n.txt"
  done
  check "$1: two processes have the verdicts of one" diff "$work/1.txt" "$work/2.txt"
}
same regress/programs/parser.c
same regress/programs/machine.c
same regress/onward/lock.c

# The compiler of the plain program may still be at work when the two part.
cat >"$work/cc" <<'X'
#!/bin/sh
case "$*" in */plain/*) sleep 3 ;; esac
exec gcc "$@"
X
cat >"$work/soon.c" <<'X'
extern int __VERIFIER_nondet_int(void);
int main(void) {
  volatile int n = __VERIFIER_nondet_int();
  if (n == 5 && n == 6)
    return 1;
  return 0;
}
X
chmod +x "$work/cc"
expect "1 5" "it parts while the plain program is compiled" env CC="$work/cc" \
  "$tp2ph" --threads 2 --timeout 10 -o "$work/soon" "$work/soon.c"
prints "3 of 4 covered"

# A search that does not end by itself: its second process is found below the
# worker as the one that runs the program a second time.
cat >"$work/long.c" <<'X'
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned long h = 7;
  for (int i = 0; i < 40; i++) {
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x > 1 && y > 1 && (unsigned long)x * y == 18446743979220271189ul)
      return 1;
    h = h * 6364136223846793005ul + (unsigned long)x * y;
  }
  return h % 1000003 == 5 && h * h % 4294967291ul == 77;
}
X
second() { # second PID: of tp2ph
  worker=$(pgrep -P "$1" | head -n 1)
  for p in $(pgrep -P "${worker:-1}"); do
    [ "$(cat /proc/$p/comm 2>/dev/null)" = tp2ph ] && pgrep -P "$p" -x instrumented >/dev/null && echo "$p"
  done
}
begin() { # begin NAME OPTIONS
  name=$1
  shift
  "$tp2ph" -q --threads 2 --timeout 60s "$@" -o "$work/$name" "$work/long.c" >/dev/null 2>"$work/$name.err" &
  pid=$!
  found=
  for i in $(seq 300); do
    found=$(second $pid)
    [ -n "$found" ] && break
    kill -0 $pid 2>/dev/null || break
    sleep 0.1
  done
}
begin crash
check "there is a second process" test -n "$found"
crashed=$(date +%s)
kill -SEGV $found
wait $pid
check "its crash is told" test $? = 70
check "soon, not when the time is over" test $(($(date +%s) - crashed)) -le 20
check "and named" grep -q "tp2ph crashed (signal 11)" "$work/crash.err"
check "with a report" test -s "$work/crash/report.json"

begin killed
kill -9 $pid
wait $pid 2>/dev/null
gone() {
  for i in $(seq 50); do
    [ -e "/proc/$1" ] || return 0
    sleep 0.1
  done
  return 1
}
check "it ends with the one that the user started" gone "${found:-1}"

begin stopped
kill -TERM $pid
wait $pid
check "SIGTERM ends both" test $? = 5
check "the second, too" gone "${found:-1}"
check "both counted" python3 -c '
import json, sys
r = json.load(open(sys.argv[1]))
arms = {a["name"]: a for a in r["arms"]}
phases = {p["name"]: p for p in r["phases"]}
print(arms, phases, r["runs"])
assert arms["distance"]["slices"] > 0 and arms["decide"]["seconds"] > 0
assert r["runs"] >= sum(p["runs"] for p in r["phases"]) * 0.99' "$work/stopped/report.json"
finish
