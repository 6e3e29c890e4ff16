#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a program may take for granted without a definition of its own: functions
# of the software verification competition and of KLEE, what C has in libm, and
# any file name.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=30
suite known
in=$work/in
out=$work/out-dir
mkdir "$in"

run() { # run STATUS TITLE ARGUMENTS...: in $in
  want=$1 what=$2
  shift 2
  rm -rf "$out"
  expect "$want" "$what" sh -c 'cd "$0" && exec "$@"' "$in" "$tp2ph" -q -o "$out" "$@"
}
counts() { # counts TOTAL COVERED INFEASIBLE
  check "$what: verdicts" python3 -c 'import json, sys
b = json.load(open(sys.argv[1]))["branches"]
sys.exit([b["total"], b["covered"], b["infeasible"]] != [int(x) for x in sys.argv[2:]])' \
    "$out/report.json" "$@"
  expect 0 "$what: replay" "$tp2ph" replay "$out"
  expect 0 "$what: run.sh" sh "$out/harness/run.sh"
}

# Flags may stand in CC.
cat >"$in/packed.c" <<'END'
int __VERIFIER_nondet_int(void);
struct s { char a; int b; };
int main(void) { return sizeof(struct s) == 5 && __VERIFIER_nondet_int() == 3; }
END
expect 3 "a layout by CC" env CC="gcc -fpack-struct" "$tp2ph" -q -o "$out" "$in/packed.c"
says "-fpack-struct changes the layout"
cat >"$in/swapped.c" <<'END'
int __VERIFIER_nondet_int(void);
struct __attribute__((scalar_storage_order("big-endian"))) s { int v; };
int main(void) { struct s a; a.v = __VERIFIER_nondet_int(); return a.v == 5; }
END
{ echo '#pragma scalar_storage_order big-endian'; sed 's/__attribute__((.*)) s/s/' "$in/swapped.c"; } >"$in/swapped_by_pragma.c"
expect 3 "members in the other order of bytes" env CC=gcc "$tp2ph" -q -o "$out" "$in/swapped.c"
says "swapped.c:2:23: error: attribute scalar_storage_order: its members have no address"
expect 3 "by a pragma" env CC=gcc "$tp2ph" -q -o "$out" "$in/swapped_by_pragma.c"
says "#pragma scalar_storage_order big-endian: its members have no address"
expect 3 "by a flag" env CC=gcc "$tp2ph" -q -o "$out" "$in/packed.c" -- -fsso-struct=big-endian
says "-fsso-struct=big-endian changes the layout"
expect 1 "a word for the linker in CC" env CC="gcc -Wl,--wrap=x" "$tp2ph" -q -o "$out" "$in/packed.c"
check "a word for the linker in CC: named" grep -q "not modelled: flag -Wl,--wrap=x" "$out/summary.txt"

cat >"$in/competition.c" <<'END'
extern int __VERIFIER_nondet_int(void);
extern char *__VERIFIER_nondet_charp(void);
extern void __VERIFIER_error(void);
extern void reach_error(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    char *p = __VERIFIER_nondet_charp();
    if (x == 7)
        __VERIFIER_error();
    if (x == 8)
        reach_error();
    if (x == 9)
        __assert_fail("x != 9", "competition.c", 1, "main");
    return p == 0;
}
END
run 1 "functions of the competition" competition.c
counts 6 6 0
check "an error is a finding" grep -q '"kind": "crash", "signal": "SIGABRT".*"line": 11' "$out/report.json"
check "each of them" grep -q '"kind": "crash", "signal": "SIGABRT".*"line": 13' "$out/report.json"

cat >"$in/own.c" <<'END'
int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void)
{
    if (__VERIFIER_nondet_int() == 8)
        reach_error();
    return 0;
}
END
run 0 "a definition of one's own" own.c
counts 2 2 0

cat >"$in/with.c" <<'END'
#include <klee/klee.h>
int main(void)
{
    int x;
    double d;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&d, sizeof d, "d");
    klee_prefer_cex(&x, x > 3);
    klee_warning("a warning");
    klee_print_expr("x", x);
    klee_open_merge();
    if (x == 3)
        klee_silent_exit(4);
    klee_close_merge();
    if (klee_get_value_d(d) == 2.5)
        klee_report_error(__FILE__, __LINE__, "an error", "x");
    return klee_get_value_i32(x) == 77;
}
END
{
  printf 'void klee_make_symbolic(void *, unsigned long, const char *);\n'
  printf 'void klee_prefer_cex(void *, unsigned long);\nvoid klee_warning(const char *);\n'
  printf 'void klee_print_expr(const char *, ...);\nvoid klee_open_merge(void);\n'
  printf 'void klee_close_merge(void);\nvoid klee_silent_exit(int);\n'
  printf 'void klee_report_error(const char *, int, const char *, const char *);\n'
  printf 'double klee_get_value_d(double);\nint klee_get_value_i32(int);\n'
  sed 1d "$in/with.c"
} >"$in/without.c"
run 1 "functions of KLEE" with.c
counts 4 4 0
run 1 "functions of KLEE without its header" without.c
expect 0 "functions of KLEE without its header: run.sh" sh "$out/harness/run.sh"

cat >"$in/rounding.c" <<'END'
#include <fenv.h>
#include <math.h>
int __VERIFIER_nondet_int(void);
int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x == 7)
        fesetround(FE_UPWARD);
    return fegetround() == FE_UPWARD || cbrt(1 + x % 2) > 5;
}
END
run "0 1" "fesetround without -lm" rounding.c
expect 0 "fesetround without -lm: run.sh" sh "$out/harness/run.sh"

# ---- file names ------------------------------------------------------------------
cp "$in/own.c" "$in/@x.c"
echo "-DNOT_A_RESPONSE_FILE" >"$in/x.c"
for cc in gcc clang; do
  command -v $cc >/dev/null || continue
  CC=$cc
  export CC
  run 0 "@x.c, $cc" @x.c
  counts 2 2 0
  unset CC
done
cat >"$in/compile_commands.json" <<'END'
[{"directory": ".", "file": "@x.c", "arguments": ["cc", "-c", "./@x.c"]}]
END
run 0 "@x.c in compile_commands.json" compile_commands.json
counts 2 2 0
echo "@x.c" >"$in/list"
expect 0 "@x.c in a batch" "$tp2ph" batch -q -o "$work/batch" "$in/list"
finish
