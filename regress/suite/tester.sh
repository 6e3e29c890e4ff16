#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a tester delivers, in the words of --inputs: members of structs, values
# that depend on an argument, results that nobody needs. Verdicts are held
# against what the declarations allow; what is wrong is told where it is.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=60
suite tester
in=$work/in
mkdir "$in"

cat >"$in/tester.c" <<'END'
#include <string.h>
struct pos { int x, y; };
struct meas { double value; unsigned flags; char name[8]; struct pos at; void *user; };
struct meas ate_meas(int pin);
int ate_read(int pin, struct meas *to);
int ate_get(const char *key);
const char *ate_option(const char *key);
int ate_log(const char *what);
int ate_mode(int n);
extern struct pos where;
int main(void)
{
    struct meas m = ate_meas(3), n;
    if (m.flags > 7)
        return 1;
    if (m.value > 8)
        return 2;
    if (m.at.x == 3 && m.at.y == 7)
        return 3;
    if (m.at.x == 2)
        return 4;
    if (strcmp(m.name, "abc") == 0)
        return 5;
    if (m.name[7] || m.user)
        return 6;
    ate_read(3, 0);
    if (ate_read(4, &n) == 2 && n.flags == 4)
        return 7;
    if (n.at.y == 12345)
        return 8;
    if (ate_get("job") == 5)
        return 9;
    if (ate_get("sites") != 5)
        return 10;
    if (ate_get("other") == 12345)
        return 11;
    if (strcmp(ate_option("job"), "ws2") == 0)
        return 12;
    if (strcmp(ate_option("job"), "ws3") == 0)
        return 13;
    if (strcmp(ate_option("lot"), "ws3") == 0)
        return 14;
    if (ate_log("x"))
        return 15;
    if (where.x == 1 && where.y == 2)
        return 16;
    if (where.x == 4)
        return 17;
    if (ate_mode(2) == 7)
        return 18;
    if (ate_mode(5) == 7)
        return 19;
    return 0;
}
END
cat >"$in/tester.inputs" <<'END'
struct meas ate_meas(int pin) { .value in -8 .. 8; .flags in 0 .. 7; .name text[8];
                                .at { .x in { 1, 3 }; .y = 7 } };
int ate_read(int pin, out struct meas *to { .value; .flags in 2 .. 3; .name ignored; .at.x; .at.y; }) in 0 .. 2;
int ate_get(const char *key) in 0 .. 3 when key == "job";
int ate_get(const char *key) = 5       when key in { "site", "sites" };
int ate_get(const char *key);
const char *ate_option(const char *key) text[8] in { "ws1", "ws2" } when key == "job";
const char *ate_option(const char *key) text[4];
int ate_log(const char *what) ignored;
int ate_mode(int n) in { 7, 8 } when n in 1 .. 4;
int ate_mode(int n) in 0 .. 6 assume result != 3;
struct pos where { .x in 1 .. 3; .y };
END
cat >"$in/truth.py" <<'END'
import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
dead = {("m.flags > 7", "T"), ("m.value > 8", "T"), ("m.at.y == 7", "F"), ("m.at.x == 2", "T"), ("m.name[7]", "T"),
        ("m.user", "T"), ("n.flags == 4", "T"), ('ate_get("job") == 5', "T"), ('ate_get("sites") != 5', "T"),
        ('strcmp(ate_option("job"), "ws3") == 0', "T"), ('ate_log("x")', "T"), ("where.x == 4", "T"), ("ate_mode(5) == 7", "T")}
for b in r["branch"]:
    want = "infeasible" if (b["text"], b["side"]) in dead else "covered"
    assert b["verdict"] == want, b
assert len(r["branch"]) == 46, len(r["branch"])
END
expect 0 "members, when, ignored" "$tp2ph" -o "$work/all" --inputs "$in/tester.inputs" "$in/tester.c"
check "as the declarations have it" python3 "$in/truth.py" "$work/all"
check "on the plain program" sh "$work/all/harness/run.sh"
check "a proof names the member's limits" grep -q 'tester.inputs:1: ate_meas.flags in 0 .. 7' "$work/all/report.json"
check "tests name members" grep -q 'ate_meas(pin = 3)  .*returns .flags = ' "$work/all/tests/0001.txt"
check "of a parameter, too" grep -q 'ate_read(pin = 4)  .*to->flags = ' "$work/all/tests/"*.txt
check "no decision of the declarations is drawn" sh -c '! grep -q "tp2ph: " "$1/map.dot"' - "$work/all"
if command -v clang >/dev/null; then
  expect 0 "with clang" env CC=clang "$tp2ph" -o "$work/all" --inputs "$in/tester.inputs" "$in/tester.c"
  check "clang: as the declarations have it" python3 "$in/truth.py" "$work/all"
fi

# ---- what is wrong
wrong() { # wrong LINE:COLUMN WORDS DECLARATION...
  at=$1 words=$2
  shift 2
  printf '%s\n' "$@" >"$in/wrong.inputs"
  expect 3 "$words" "$tp2ph" -o "$work/wrong" --inputs "$in/wrong.inputs" "$in/tester.c"
  says "wrong.inputs:$at"
  says "$words"
}
wrong 1:31 "'ate_meas.name' is not listed" 'struct meas ate_meas(int pin) { .value; .flags; };'
wrong 2:1 "'ate_meas.at.y' is not listed" 'struct meas ate_meas(int pin)' '{ .value; .flags; .name; .at.x; };'
wrong 1:33 "a member is written as" 'struct meas ate_meas(int pin) { value; };'
wrong 1:40 "limits are written as" 'struct meas ate_meas(int pin) { .value in 3; };'
wrong 1: "no member named" 'struct meas ate_meas(int pin) { .valu in 3 .. 4; .value; .flags; .name; .at; };'
wrong 1:31 "members are written as" 'struct meas ate_meas(int pin) { };'
wrong 1:41 "members are those of one struct" 'int ate_read(int pin, out struct meas to[2] { .value });'
wrong 1:39 "begin the parameter with out" 'int ate_read(int pin, struct meas *to { .value });'
wrong 1:49 "a set is for one number" 'struct meas ate_meas(int pin) { .value; .flags; .name in { 1, 2 }; .at; };' \
  'int ate_read(int pin, out struct meas *to);' 'int ate_get(const char *key);' 'const char *ate_option(const char *key) text[4];' \
  'int ate_log(const char *w);' 'int ate_mode(int n);' 'struct pos where;'
wrong 1:5 "say what 'ate_get' delivers for other arguments" 'int ate_get(const char *key) = 3 when key == "a";'
wrong 1:39 "no parameter has this name" 'int ate_get(const char *key) = 3 when kex == "a";'
wrong 1:43 "an argument is written as" 'int ate_get(const char *key) = 3 when key = "a";'
wrong 2:1 "with other words" 'int ate_get(const char *key) = 3 when key == "a";' 'int ate_get(const char *k);'
wrong 2:5 "declared twice" 'int ate_get(const char *key);' 'int ate_get(const char *key) = 3 when key == "a";'
wrong 1:31 "it returns nothing that is delivered" 'void ate_opt(const char *key) ignored;'
wrong 1:52 "this text and its NUL do not fit" 'const char *ate_option(const char *w) text[4] in { "abcd" };'
wrong 1:52 "allowed texts are written as" 'const char *ate_option(const char *w) text[4] in { 1 };'
wrong 1:28 "behind the parameters comes" 'int ate_log(const char *w) wenn w == 3;'
finish
