#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph diff, accept and --expect: two revisions of a program are compared by
# content, whatever lines it lies on; what is accepted is found again.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite diff
in=$work/in
mkdir "$in"

program() { # program FILE SED-COMMANDS...
  file=$1
  shift
  cat >"$in/flow.c" <<'END'
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int limit(int v)
{
    if (v > 100)
        return 1;
    if (v > 100)
        return 2;
    return 0;
}
int main(void)
{
    int v = __VERIFIER_nondet_int(), bin = limit(v);
    if (bin == 1)
        return 3;
    if (v == 77)
        abort();
    switch (v) {
    case 4:
        return 5;
    }
    return 0;
}
END
  for edit in "$@"; do sed -i "$edit" "$in/flow.c"; done
  rm -rf "$work/$file"
  expect "0 1" "revision $file" "$tp2ph" -q -o "$work/$file" "$in/flow.c"
}
compare() { # compare STATUS TITLE NEW ARGUMENTS...
  code=$1 name=$2 new=$3
  shift 3
  expect "$code" "$name" "$tp2ph" diff "$@" "$work/old" "$work/$new"
}
has() { # has PYTHON: about the changes c and the whole d of $work/d.json
  title="$name: $1"
  "$tp2ph" diff -o "$work/d.json" "$work/old" "$work/$new" 2>"$work/err"
  if python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
c = [(x["change"], x["list"], x["function"], x["text"], x["side"], x["place"]) for x in d["change"]]
sys.exit(not eval(sys.argv[2]))' "$work/d.json" "$1" 2>>"$work/err"; then good; else bad "$(cat "$work/d.json" | tail -n 12)"; fi
}

program old
check "a branch names its function" grep -q '"function": "main", "text": "bin == 1", "side": "T"' "$work/old/report.json"
check "a finding names its function" grep -q '"kind": "crash".*"function": "main"' "$work/old/report.json"

# ---- other lines, the same program ---------------------------------------------
program same '2a\/* a comment */\nint unused;\n' 's/int bin/int  bin/'
compare 0 "moved lines" same
prints "nothing has changed"
has 'c == [] and not d["worse"] and d["counts"]["gone"] == 0'

# ---- what is worse ---------------------------------------------------------------
program dead 's/if (bin == 1)/if (bin == 1 \&\& v < 50)/'
compare 1 "newly dead" dead
prints "newly dead (1)"
prints "main: v < 50  [T]"
has '("newly dead", "branch", "main", "v < 50", "T", 1) in c'
has '("newly reached", "branch", "main", "v < 50", "F", 1) in c'
has 'd["worse"] and d["change"][0]["new"]["why"] and d["change"][0]["old"] is None'
program gone 's/if (v == 77)/if (v == 78)/'
compare 1 "gone" gone
prints "gone (2)"
has '("gone", "branch", "main", "v == 77", "T", 1) in c'
has '("newly reached", "branch", "main", "v == 78", "T", 1) in c'
program place '5,6d'
compare 1 "one of two equals is gone" place
has '("gone", "branch", "limit", "v > 100", "F", 2) in c'
program found 's/return 5;/abort();/'
compare 1 "newly found" found
has '[x for x in c if x[0] == "newly found"] == [("newly found", "findings", "main", "crash SIGABRT", None, 2)]'
program unknown 's/if (v == 77)/if (rand() == 7 \&\& v == 77)/'
compare 1 "newly unknown" unknown
has '("newly unknown", "branch", "main", "rand() == 7", "T", 1) in c'

# ---- what is better ---------------------------------------------------------------
program better 's/abort()/return 6/'
compare 0 "a finding less" better
prints "not found any more (1)"

# ---- forms ------------------------------------------------------------------------
name=forms new=dead
expect 1 "HTML" "$tp2ph" diff -o "$work/d.html" "$work/old" "$work/dead"
check "HTML: escaped" grep -q 'main: v &lt; 50' "$work/d.html"
check "HTML: well-formed" python3 -c 'import sys, xml.etree.ElementTree as t
text = open(sys.argv[1]).read().replace("<!DOCTYPE html>", "").replace("charset=\"utf-8\">", "charset=\"utf-8\"/>")
t.fromstring(text)' "$work/d.html"
expect 1 "text in a file" "$tp2ph" diff -o "$work/d.txt" "$work/old" "$work/dead"
check "text in a file: the same" sh -c '"$0" diff "$1" "$2" | cmp - "$3"' "$tp2ph" "$work/old" "$work/dead" "$work/d.txt"
expect 1 "quiet" "$tp2ph" diff -q "$work/old" "$work/dead"
check "quiet: nothing" test ! -s "$work/out"

# ---- errors -----------------------------------------------------------------------
expect 2 "one folder" "$tp2ph" diff "$work/old"
says "second folder"
expect 2 "three folders" "$tp2ph" diff "$work/old" "$work/old" "$work/old"
expect 2 "an ending" "$tp2ph" diff -o x.pdf "$work/old" "$work/old"
says ".json, .html or .txt"
expect 4 "no such folder" "$tp2ph" diff "$work/old" "$work/nowhere"
says "nowhere"
expect 3 "no output folder" "$tp2ph" diff "$in" "$work/old"
says "no report.json"
cp -r "$work/old" "$work/half"
head -c 3000 "$work/old/report.json" >"$work/half/report.json"
expect 3 "half a report" "$tp2ph" diff "$work/old" "$work/half"
expect 4 "a full disk" sh -c '"$0" diff "$1" "$2" >/dev/full' "$tp2ph" "$work/old" "$work/dead"

# ---- accept -----------------------------------------------------------------------
accept() { # accept STATUS TITLE ARGUMENTS...
  code=$1 name=$2
  shift 2
  expect "$code" "$name" "$tp2ph" accept "$@"
}
accept 0 "accept" "$work/old" -o "$work/accepted" --name ann --reason "known since March"
prints "2 accepted, 2 of them new"
check "accept: a dead branch" grep -q '"as": "dead", "list": "branch", "function": "limit", "text": "v > 100", "side": "T", "place": 2' "$work/accepted"
check "accept: a finding" grep -q '"as": "found", "list": "findings", "function": "main", "text": "crash SIGABRT"' "$work/accepted"
check "accept: name and reason" test "$(grep -c '"name": "ann", "reason": "known since March"' "$work/accepted")" = 2
cp "$work/accepted" "$work/first"
accept 0 "accept again" "$work/old" -o "$work/accepted" --name ben
prints "2 accepted, 0 of them new"
check "accept again: nothing changes" cmp "$work/first" "$work/accepted"
accept 0 "accept more" "$work/dead" -o "$work/accepted" --name ben --reason "a slice"
check "accept more: extended" test "$(grep -c '"name": "ben"' "$work/accepted")" = 1
accept 2 "accept without a file" "$work/old"
says "--output"
accept 2 "accept two folders" "$work/old" "$work/dead" -o "$work/accepted"
expect 2 "accept without a name" env -u LOGNAME -u USER "$tp2ph" accept "$work/old" -o "$work/nobody"
says "--name"
accept 4 "accept no folder" "$work/nowhere" -o "$work/accepted" --name ann
echo '{"accepted": [{"as": "dead"}]}' >"$work/broken"
accept 3 "accept into a file of others" "$work/old" -o "$work/broken" --name ann
says "broken:1:15: error: this accepts nothing"

# ---- --expect ----------------------------------------------------------------------
held() { # held STATUS TITLE SED-COMMANDS...: with $work/first
  code=$1 name=$2
  shift 2
  program judged "$@"
  rm -rf "$work/judged"
  expect "$code" "$name" "$tp2ph" -o "$work/judged" --expect "$work/first" "$in/flow.c"
}
held 0 "all is accepted"
prints "expected   2 accepted, 0 not, 0 not needed"
prints "(accepted by ann: known since March)"
check "accepted: in the report" grep -q '"text": "v > 100", "side": "T", .*"verdict": "infeasible".*"accepted": "ann: known since March"' "$work/judged/report.json"
held 0 "accepted, lines moved" '2a\/* a comment */\nint unused;\n'
held 1 "a new dead branch" 's/if (bin == 1)/if (bin == 1 \&\& v < 50)/'
prints "NOT ACCEPTED"
prints "expected   2 accepted, 1 not"
held 1 "a new finding" 's/return 5;/abort();/'
held 1 "a new unknown branch" 's/if (v == 77)/if (rand() == 7 \&\& v == 77)/'
held 0 "an accepted one is reached" '7s/v > 100/v > 90/'
prints "accepted as dead by ann, but gone: limit: v > 100  [T]"
held 0 "an accepted one is reached, by the same words" '6s/return 1;/if (v == 150) return 1;/'
prints "accepted as dead by ann, but now reached (test"
rm -rf "$work/judged"
sed 's/known since March/ /' "$work/first" >"$work/blank"
expect 3 "no reason" "$tp2ph" -o "$work/judged" --expect "$work/blank" "$in/flow.c"
says "blank:4:5: error: say why this is accepted"
check "no reason: nothing is written" test ! -e "$work/judged"
sed 's/"ann"/""/' "$work/first" >"$work/blank"
expect 3 "no name" "$tp2ph" -o "$work/judged" --expect "$work/blank" "$in/flow.c"
says "say who accepts this"
expect 3 "no such file" "$tp2ph" -o "$work/judged" --expect "$work/nowhere" "$in/flow.c"
finish
