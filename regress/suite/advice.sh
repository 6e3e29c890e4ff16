#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Each reason of an unknown branch has one of a few advices, and to follow it
# decides the branch.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite advice
advices='
import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
found = {b["advice"] for b in r["branch"] if b["verdict"] == "unknown"}
print(found, {b["reason"] for b in r["branch"]})
# a busy machine may leave more unknown than what needs time
sys.exit("time" not in found if sys.argv[2] == "time" else found != {sys.argv[2]})
'
decided='
import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
sys.exit(r["branches"]["unknown"] != 0 or any(b["advice"] for b in r["branch"]))
'
advised() { # advised ADVICE OPTIONS: of a run that leaves something unknown
  expect "1 5" "$1: unknown" "$tp2ph" -q -o "$work/$1" $2
  check "$1: advised" python3 -c "$advices" "$work/$1" "$1"
}
try() { # try ADVICE BEFORE AFTER: also the options of a run that follows it
  advised "$1" "$2"
  expect 0 "$1: followed" "$tp2ph" -q -o "$work/$1.after" $3
  check "$1: decided" python3 -c "$decided" "$work/$1.after"
}
here=regress/advice
# Six proofs of it are left to the end of the searches: in a second they are not
# made, on a fast machine as on a busy one. That time decides it is what the
# suite of coverage sees.
advised time "--timeout 1 ate-samples/speed_sort.c"
try limit $here/limit.c "--assume __VERIFIER_nondet_int<=20 $here/limit.c"
try declaration $here/declaration.c "--inputs $here/declaration.inputs $here/declaration.c"
try option "--strategy cfg --max-runs 50 $here/option.c" $here/option.c
expect 1 "nothing: unknown" "$tp2ph" -q -o "$work/nothing" $here/nothing.c
check "nothing: advised" python3 -c "$advices" "$work/nothing" nothing
check "the summary has it" grep -q "no option of tp2ph decides it" "$work/nothing/summary.txt"
check "the page has it" grep -q "no option of tp2ph decides it" "$work/nothing/index.html"
# No reason is without: of the model, of the solver, of what became of a run.
reasons() {
  sed -n '/reason_names\[\]/,/};/s/.*"\(.*\)".*/\1/p' src/decide/model.c
  sed -n '/^static void explain/,/^}/p; /^static const char \*why_/,/^}/p' src/decide/decide.c | sed -n 's/.*"\(.*\)".*/\1/p'
  sed -n 's/.*\(reason = \|unknown(reason, \|set_reason([^"]*\)"\([^"]*\)".*/\2/p' src/smt/*.c src/decide/*.c src/app/*.c
}
missing=$(reasons | sort -u | while read -r reason; do
  [ "$reason" = "not reached" ] || grep -qF "REASON(\"$reason" src/report/advice.def || echo "$reason"
done)
check "each has one" test -z "$missing"
finish
