#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --tests DIR: existing tests are run first; only what they miss is generated.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite given
in=$work/in
out=$work/out-dir
mkdir "$in"
cat >"$in/flow.c" <<'END'
int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 4711)
        return 1;
    if (x > 1000)
        return 2;
    if (__VERIFIER_nondet_double() == 2.5)
        return 3;
    return 0;
}
END
run() { # run STATUS TITLE ARGUMENTS...
  want=$1 what=$2
  shift 2
  rm -rf "$out"
  expect "$want" "$what" "$tp2ph" -o "$out" "$@" "$in/flow.c"
}
is() { # is PYTHON: about the report r
  check "$what: $1" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(not eval(sys.argv[2]))' "$out/report.json" "$1"
}

# ---- Test-Comp -------------------------------------------------------------------------
mkdir "$work/suite"
echo '<?xml version="1.0"?><testcase><input>4711</input></testcase>' >"$work/suite/a.xml"
echo '<testcase><input type="int">9</input><input type="double">2.5</input></testcase>' >"$work/suite/b.xml"
echo '<testcase><input>4711</input><input>8</input></testcase>' >"$work/suite/same.xml"
echo '<test-metadata/>' >"$work/suite/metadata.xml"
run 0 "a suite in Test-Comp's format" --tests "$work/suite"
is 'r["branches"]["covered"] == 6 and r["resumed"]["tests"] == 2'
is '[t["inputs"][0][1] for t in r["test"][:2]] == ["4711", "9"]'
is 'r["test"][1]["inputs"][1][1] == "2.5" and len(r["test"]) <= 4'
is 'r["phases"][0]["name"] == "resume" and r["phases"][0]["covered"] == 4'
expect 0 "they replay" "$tp2ph" replay "$out"

# ---- an output folder: nothing is missing ---------------------------------------------------
mv "$out" "$work/first"
run 0 "an output folder" --tests "$work/first"
is 'all(p["covered"] == 0 for p in r["phases"][1:]) and r["runs"] <= 6'
is 'len(r["test"]) == r["resumed"]["tests"]'

# ---- with --resume ------------------------------------------------------------------------
rm -rf "$out"
cp -r "$work/first" "$out"
rm "$out"/test-suite/testcase-000[2-9].xml
expect 0 "with --resume" "$tp2ph" -q --resume --tests "$work/suite" -o "$out" "$in/flow.c"

# ---- errors -----------------------------------------------------------------------------
echo "no test" >"$work/suite/broken.xml"
run 0 "one that is no test" --tests "$work/suite"
says "broken.xml' is no whole testcase"
run 4 "no such folder" --tests "$work/nowhere"
says "nowhere"
run 3 "no test in it" --tests "$in"
says "has no test"
check "no test in it: nothing is written" test ! -e "$out"
finish
