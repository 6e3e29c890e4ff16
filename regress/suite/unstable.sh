#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Covered means that the plain program takes the branch, and not by chance: what
# hangs on variables that were never set, on addresses or on the environment is
# named, and what only the instrumented program takes is not covered.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite unstable
out=$work/out-dir

branches() { # branches FILE
  expect "1 5" "$1" "$tp2ph" -q -o "$out" --max-runs 2000 "$1"
}
is_so() { # is_so PYTHON: an expression over b, the branches by text and side
  python3 -c '
import json, sys
report = json.load(open(sys.argv[1]))
b = {(x["text"], x["side"]): x for x in report["branch"]}
sys.exit(not eval(sys.argv[2]))' "$out/report.json" "$1"
}

branches regress/unstable/uninitialised.c
check "a variable that was never set" is_so \
  'b["never_set[20] == 0", "T"]["unstable"] == "uninitialised"'
check "it is not covered" is_so 'b["never_set[20] == 0", "T"]["verdict"] == "unknown"'
check "what inputs decide is" is_so \
  'b["x > 7", "T"]["verdict"] == "covered" and "unstable" not in b["x > 7", "T"]'

# The search takes all the time: what can't be decided is behind it.
sed '/^  return/i\
  if (x > 7 \&\& __builtin_sin(x) > 2)\
    return 9;' regress/unstable/uninitialised.c >"$work/long.c"
expect "1 5" "the time is over" "$tp2ph" -q --timeout 6 -o "$out" "$work/long.c" -- -lm
check "the same when the time is over" is_so \
  'b["never_set[20] == 0", "T"]["unstable"] == "uninitialised"'

branches regress/unstable/address.c
check "where objects lie" is_so \
  'any(x.get("unstable") == "address" for x in b.values())'
check "no variable" is_so \
  'all(x.get("unstable") != "uninitialised" for x in b.values())'

branches regress/unstable/environment.c
check "the environment" is_so \
  'b["!getenv(\"HOME\")", "T"]["unstable"] == "environment"'

# Knows where it is, and forges nothing: only the plain program counts.
cat >"$work/knows.c" <<'END'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 7 && !getenv("TP2PH_TEST"))
    x = 8;
  return x == 9;
}
END
branches "$work/knows.c"
check "taken only when instrumented" is_so \
  'b["!getenv(\"TP2PH_TEST\")", "T"]["reason"] == "the plain program does not take it"'
finish
