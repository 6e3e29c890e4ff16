#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The files of the output folder, each as its own readers see it, and what is
# left of them when the machine has no Graphviz or a bad one.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
suite reports
out=$work/results
part=$root/docs/part.c

fake_dot() { # fake_dot: stdin is the script, put before all others in PATH
  mkdir -p "$work/bin"
  { echo '#!/bin/sh' && cat; } >"$work/bin/dot"
  chmod +x "$work/bin/dot"
}
seconds_of() { # seconds_of COMMAND...: wall time in $took; status in $status
  before=$(date +%s)
  "$@"
  took=$(($(date +%s) - before))
}
no_picture() { # everything else is there
  check "no picture, all the rest" sh -c 'cd "$1" && test ! -e map.svg &&
    test -s map.dot && test -s report.json && test -s summary.txt' sh "$out"
}

# ---- Graphviz ----------------------------------------------------------------
expect 0 "a run draws its map" "$tp2ph" -q -o "$out" "$part"
check "as SVG" grep -q '</svg>' "$out/map.svg"

fake_dot <<'END'
exit 3
END
expect 0 "Graphviz fails" env PATH="$work/bin:$PATH" "$tp2ph" -q -o "$out" "$part"
says "no map.svg"
no_picture

fake_dot <<'END'
echo '<svg>half'
kill -SEGV $$
END
expect 0 "Graphviz crashes" env PATH="$work/bin:$PATH" "$tp2ph" -q -o "$out" "$part"
no_picture

fake_dot <<'END'
trap '' TERM INT
sleep 1000 &
sleep 1000
END
expect 0 "Graphviz hangs" env PATH="$work/bin:$PATH" "$tp2ph" -q -o "$out" "$part"
says "takes too long"
no_picture
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
    return 0;
}
END
seconds_of expect 5 "Graphviz hangs when time is over" \
  env PATH="$work/bin:$PATH" "$tp2ph" -q --timeout 1s --strategy dfs -o "$out" "$work/long.c"
no_picture
check "a moment is all it gets" test "$took" -le $((8 * patience))

mkdir "$work/without"
for tool in cc gcc as ld collect2 sh; do
  where=$(command -v $tool) && ln -s "$where" "$work/without/$tool"
done
expect 0 "no Graphviz" env PATH="$work/without" "$tp2ph" -q -o "$out" "$part"
says "dot"
no_picture
expect 4 "a map without Graphviz" env PATH="$work/without" "$tp2ph" graph -o "$work/map.svg" "$part"
expect 0 "DOT without Graphviz" env PATH="$work/without" "$tp2ph" graph -o "$work/map.dot" "$part"
check "is written" grep -q '^digraph' "$work/map.dot"

# ---- formats of other tools ----------------------------------------------------
readers=
cache=${CACHE:-.cache}
if sh regress/tools/readers.sh "$cache" >"$work/fetched" 2>&1; then
  readers=$(cd "$cache" && pwd)/readers
else
  skip "readers of SARIF, Cobertura and JUnit" "they can't be fetched"
fi
agree() { # agree SOURCE...: all files of $out
  check "$1: the files agree" python3 "$root/regress/tools/check_reports.py" "$out" "$@"
  read_by_others "$1"
}
read_by_others() { # read_by_others TITLE
  [ -z "$readers" ] || check "$1: others read them" python3 "$root/regress/tools/check_readers.py" "$readers" "$out"
}
if [ -n "$readers" ]; then
  for ci in github-workflows:github gitlab-ci:gitlab; do
    check "docs/ci/${ci#*:}.yml holds to its schema" env PYTHONPATH="$readers" \
      python3 -m check_jsonschema --builtin-schema "vendor.${ci%:*}" "docs/ci/${ci#*:}.yml"
  done
fi
for program in docs/part.c ate-samples/port_flow.c ate-samples/ldo_final_test.c regress/programs/switches.c; do
  expect "0 1" "$program" "$tp2ph" -q -o "$out" "$program"
  agree "$program"
done
if command -v genhtml >/dev/null; then
  check "lcov reads it" lcov --rc lcov_branch_coverage=1 --summary "$out/lcov.info"
  check "as many branches" sh -c 'lcov --rc lcov_branch_coverage=1 --summary "$1" | grep -q "(26 of 26 branches)"' sh "$out/lcov.info"
  check "genhtml reads it" genhtml -q --branch-coverage -o "$work/html" "$out/lcov.info"
else
  skip "lcov and genhtml" "not installed"
fi
cat >"$work/limits.h" <<'END'
static inline int clamp(int x, int low, int high) {
  if (x < low)
    return low;
  if (x > high)
    return high;
  return x;
}
int other(int x);
END
cat >"$work/first.c" <<'END'
#include "limits.h"
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = clamp(x, 1, 10);
  if (y == 5)
    abort();
  switch (other(x)) {
  case 1:
    return 1;
  case 2:
  case 3:
    return 2;
  }
  return 12 / (x + 1);
}
END
cat >"$work/second.c" <<'END'
#include "limits.h"
int other(int x) { return clamp(x, 0, 3) + (x > 100 && x < 50 ? 1 : 0); }
int never(void) { return 1; }
END
expect 1 "several files, a header, and runs that crash" "$tp2ph" -q -o "$out" "$work/first.c" "$work/second.c"
agree "$work/first.c" "$work/second.c"
if command -v chromium >/dev/null; then
  for program in docs/part.c ate-samples/ldo_final_test.c; do
    expect "0 1" "$program" "$tp2ph" -q -o "$out" "$program"
    check "$program: the page is used in Chromium" python3 "$root/regress/tools/check_page.py" "$out/index.html"
  done
else
  skip "the page in Chromium" "not installed"
fi
mkdir "$work/odd"
cat >"$work/odd/it's (a) b.c" <<'END'
int __VERIFIER_nondet_int(void);
static const char *text = "</script><script>alert(1)</script><!-- &amp;";
int nobody(int x) { return x > 5 ? 1 : 2; }
int main(void) { /* \303\244 </script> */
  int x = __VERIFIER_nondet_int();
  if (x > 3 && x < 3)
    return 4;
  if ((x & 1) && (x & 2) && (x & 4) && (x & 8) && (x & 64))
    return 5;
  switch (x) {
  case 1: return text[0] == '<' ? 1 : 2;
  case 5 ... 9: return 3;
  default: return __VERIFIER_nondet_int() > 0;
  }
}
END
expect "0 1" "markup in a program, quotes in its name" "$tp2ph" -q -o "$out" "$work/odd/it's (a) b.c"
agree "$work/odd/it's (a) b.c"
if command -v chromium >/dev/null; then
  check "markup and quotes: the page is used in Chromium" python3 "$root/regress/tools/check_page.py" "$out/index.html"
fi
python3 - "$work/odd/long.c" <<'END'
import sys
more, text = " + 1" * 20000, b"\xff\xc3\xa4" + b"x" * 100000
open(sys.argv[1], "wb").write(b"int __VERIFIER_nondet_int(void);\nstatic const char *s = \"" + text + b"\";\nint main(void) {\n\tunsigned x = __VERIFIER_nondet_int();\n\tif (x"
                              + more.encode() + b" > 7 && s[0])\t{ /* \xe9 */ return 1; }\f\v\r\n\treturn 0; }\r\n")
END
expect "0 1" "lines of 100 KB, bytes that are no UTF-8" "$tp2ph" -q -o "$out" "$work/odd/long.c"
check "long lines: a map" grep -q '</svg>' "$out/map.svg"
agree "$work/odd/long.c"
cat >"$work/labels.c" <<'END'
#define COLON ':'
enum bin { PASS = 7, FAIL, RETRY };
int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case '\'': return 1;
  case COLON /* a : here */ : return 2;
  case sizeof(char) > 1 ? 200 : 300: return 3;
  case 'x' ... 'z': return 4;
  }
  switch ((unsigned char)__VERIFIER_nondet_int()) { case '\xff': return 5; }
  switch ((enum bin)__VERIFIER_nondet_int()) { case PASS: return 6; case FAIL ... RETRY: return 7; }
  return 0;
}
END
expect 0 "cases of a switch" "$tp2ph" -q -o "$out" "$work/labels.c"
cat >"$work/labels.py" <<'END'
import json, sys
want = [("39", r"'\''"), ("58", "COLON"), ("300", "sizeof(char) > 1 ? 200 : 300"), ("120 ... 122", "'x' ... 'z'"), ("default", "default"),
        ("-1", r"'\xff'"), ("default", "default"), ("7", "PASS"), ("8 ... 9", "FAIL ... RETRY"), ("default", "default")]
got = [(b["side"], b["label"]) for b in json.load(open("report.json"))["branch"]]
if got != want:
    sys.exit(str(got))
for name, words in (("summary.txt", r"is '\xff'"), ("tests/0001.txt", "[default]"), ("map.dot", "COLON"), ("index.html", "FAIL ... RETRY"), ("results.sarif", r"['\\xff']")):
    if words not in open(name).read():
        sys.exit(name + " does not say " + words)
END
check "cases: as they are written" sh -c 'cd "$1" && python3 "$2"' sh "$out" "$work/labels.py"
agree "$work/labels.c"
expect 1 "findings" "$tp2ph" -q -o "$out" regress/findings/divide.c
check "findings: the files agree" python3 "$root/regress/tools/check_reports.py" "$out"
read_by_others "findings"
audit=ate-samples/audit
for program in tp101_no_bin tp103_undeclared tp104_escape; do
  expect 1 "bins: $program" "$tp2ph" -q -o "$out" --inputs $audit/part.inputs $audit/$program.c
  check "bins: $program: the files agree" python3 "$root/regress/tools/check_reports.py" "$out" $audit/$program.c
  read_by_others "bins: $program"
done
cat >"$work/goals.c" <<'END'
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 10 && y < 20 && x < 5)
    return 1;
  if (x == 1234 && y == 4321)
    return 2;
  return x / (y & 7);
}
END
rows=ate-samples/port_sort
expect 1 "bins by rows, several files" "$tp2ph" -q -o "$out" --inputs $rows/port_sort.inputs $rows/*.c
check "bins by rows: the files agree" python3 "$root/regress/tools/check_reports.py" "$out" $rows/*.c
cat >"$work/driven.c" <<'END'
int half(int x) { return x > 1 ? x / 2 : 0; }
END
expect 0 "a driver" "$tp2ph" -q -o "$out" --entry half "$work/driven.c"
cp "$out/driver.c" "$work/driver.c"
expect 0 "a driver of one's own" "$tp2ph" -q -o "$out" --entry half --driver "$work/driver.c" "$work/driven.c"
check "is no program that is covered" test "$(grep -c ^SF: "$out/lcov.info")" = 1
every="--check all --limits --criterion mcdc"
for kind in "1 " "5 --max-runs 3"; do
  expect ${kind%% *} "every kind of goal: ${kind#* }" "$tp2ph" -q $every ${kind#* } -o "$out" "$work/goals.c"
  check "every kind of goal: ${kind#* }: the files agree" python3 "$root/regress/tools/check_reports.py" "$out"
  read_by_others "every kind of goal: ${kind#* }"
done
expect 5 "not finished" "$tp2ph" -q --timeout 1s --strategy dfs -o "$out" "$work/long.c"
check "not finished: the files agree" python3 "$root/regress/tools/check_reports.py" "$out"
read_by_others "not finished"

finish
