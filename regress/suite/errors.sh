#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Bad input and bad surroundings: every error that interface.md names ends with
# its status and a message, never by a signal, and leaves nothing behind.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=15
suite errors
in=$work/in
mkdir "$in"

branchy() { # two branches
  printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n'
  printf '    int x = __VERIFIER_nondet_int();\n'
  printf '    if (x == 12345)\n        return 1;\n    return 0;\n}\n'
}
# More paths than anyone waits for.
long_program() {
  cat <<'END'
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
}
branchy >"$in/good.c"
long_program >"$in/long.c"
dfs="--strategy dfs"

run() { # run STATUS TITLE ARGUMENTS...: in an empty folder
  want=$1 what=$2
  shift 2
  rm -rf "$work/out-dir" "$work/cwd"
  mkdir "$work/cwd"
  expect "$want" "$what" sh -c 'cd "$0" && exec "$@"' "$work/cwd" \
    "$tp2ph" -o "$work/out-dir" "$@"
}
no_output() {
  title="$what: nothing written"
  if [ -e "$work/out-dir" ] || [ -n "$(ls -A "$work/cwd")" ]; then
    bad "$(ls -A "$work/out-dir" "$work/cwd")"
  else
    good
  fi
}
refused() { # refused STATUS TITLE WORDS ARGUMENTS...
  code=$1 name=$2 words=$3
  shift 3
  run "$code" "$name" "$@"
  says "$words"
  no_output
}
has_results() {
  for file in report.json summary.txt test-suite/metadata.xml harness/run.sh; do
    [ -s "$work/out-dir/$file" ] || return 1
  done
  python3 -c 'import json, sys; json.load(open(sys.argv[1]))' \
    "$work/out-dir/report.json"
}

# A reader that reads nothing: begun here, judged at the end. Not below $work,
# where what still runs after another command is one of its own.
"$tp2ph" gen --conditions 2000 -o "$in/big.c" 2>"$work/err" || echo "no big program"
{ TMPDIR=/tmp "$tp2ph" graph "$in/big.c" 2>"$work/stalled-err"; echo $? >"$work/stalled"; } | sleep 100 &
reader=$!

# ---- usage ------------------------------------------------------------------
refused 2 "no file" "no C file" --seed 3
expect 2 "no argument" "$tp2ph"
says "no C file"
refused 2 "unknown option" "--no-such" --no-such "$in/good.c"
refused 2 "unknown letter" "-Z" -Z "$in/good.c"
refused 2 "option twice" "--seed" --seed 1 --seed 2 "$in/good.c"
expect 2 "-o twice" "$tp2ph" -o "$work/a" --output "$work/b" "$in/good.c"
says "output"
refused 2 "option without its value" "--timeout" "$in/good.c" --timeout
for value in abc -1 0 "" 10x 1e9999 nan "9 9"; do
  refused 2 "bad --timeout '$value'" "--timeout" --timeout "$value" "$in/good.c"
done
for value in -1 x 1.5 18446744073709551616 ""; do
  refused 2 "bad --seed '$value'" "--seed" --seed "$value" "$in/good.c"
done
refused 2 "bad --strategy" "--strategy" --strategy best "$in/good.c"
refused 2 "bad --phases" "--phases" --phases 3 "$in/good.c"
refused 2 "bad --max-runs" "--max-runs" --max-runs 0 "$in/good.c"
refused 2 "bad --memory" "--memory" --memory 1Q "$in/good.c"
refused 2 "bad --run-timeout" "--run-timeout" --run-timeout 0 "$in/good.c"
refused 2 "bad --color" "--color" --color pink "$in/good.c"
refused 2 "a value for a flag" "--quiet" --quiet=1 "$in/good.c"
expect 2 "empty output" "$tp2ph" -o "" "$in/good.c"
expect 2 "option of another command" "$tp2ph" gen --strategy dfs
says "--strategy"
expect 2 "gen without a size" "$tp2ph" gen
says "--conditions"
expect 0 "--help" "$tp2ph" --help
prints "--timeout"
expect 0 "--version" "$tp2ph" --version
prints "tp2ph"
expect "4" "--version into a full disk" sh -c '"$0" --version >/dev/full' "$tp2ph"
expect "4" "--help, stdout closed" sh -c '"$0" --help >&-' "$tp2ph"

# ---- sources that are none --------------------------------------------------
refused 3 "missing file" "nowhere.c" "$in/nowhere.c"
# Names of the runtime and the recorder, also behind a macro and in strings.
printf '#define N __tp2ph_c0\nextern int N(unsigned, int);\n' | cat - "$in/good.c" >"$in/names.c"
refused 3 "a name of ours" "names.c:2:12: error: names that begin with __tp2ph_" "$in/names.c"
printf 'int f(int) __asm__("__tp2ph_c0");\n' | cat - "$in/good.c" >"$in/names.c"
refused 3 "a name of ours in a string" "names.c:1:21: error: names that begin with __tp2ph_" "$in/names.c"
refused 3 "a folder" "$in" "$in"
mkfifo "$in/fifo.c"
refused 3 "a FIFO" "fifo.c" "$in/fifo.c"
refused 3 "/dev/zero" "/dev/zero" /dev/zero
refused 3 "/dev/null" "/dev/null" /dev/null
if [ -e /dev/tty ]; then refused 3 "a terminal" "/dev/tty" /dev/tty; fi
: >"$in/empty.c"
refused 3 "an empty file" "main" "$in/empty.c"
head -c 20000 /bin/sh >"$in/binary.c"
refused 3 "a binary file" "binary.c" "$in/binary.c"
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "%c%c", 32 + i * 7 % 95, 33 + i * 13 % 90 }' >"$in/garbage.c"
refused 3 "garbage" "garbage.c" "$in/garbage.c"
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "((((((((((" }' >"$in/parens.c"
refused 3 "a million parentheses" "parens.c" "$in/parens.c"
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "{{{{{{{{{{" }' >"$in/braces.c"
refused 3 "a million braces" "braces.c" "$in/braces.c"
# ---- sources of odd shapes --------------------------------------------------
shaped() { # shaped NAME BEFORE N OPEN INSIDE CLOSE: OPEN n times around INSIDE
  awk -v before="$2" -v n="$3" -v open="$4" -v inside="$5" -v close_="$6" 'BEGIN {
    print "int __VERIFIER_nondet_int(void);\nint main(void) {\nint x = __VERIFIER_nondet_int();"
    printf "%s", before
    for (i = 0; i < n; i++) printf "%s", open
    printf "%s", inside
    for (i = 0; i < n; i++) printf "%s", close_
    print ";\nreturn x > 3;\n}"
  }' >"$in/shaped.c"
  shape=$1
}
shaped "a line of 5 MB" "if (x == 9) return 1; /* " 500000 0123456789 " */" ""
run 0 "$shape" "$in/shaped.c"
shaped "3,000 nested ifs" "" 3000 "if (x > 1) {" "x = 2" ";}"
run 0 "$shape" "$in/shaped.c"
shaped "3,000 parentheses" "if (x == 9) x = " 3000 "(" "x" ")"
run 0 "$shape" "$in/shaped.c"
shaped "3,000 blocks" "" 3000 "{" "if (x > 5) x = 2" ";}"
run 0 "$shape" "$in/shaped.c"
shaped "300 nested loops" "" 300 "while (x-- > 1) {" "x = 2" ";}"
run "1 5" "$shape" --timeout 2 "$in/shaped.c"
awk 'BEGIN { print "int __VERIFIER_nondet_int(void);\nint main(void) {\nint x = __VERIFIER_nondet_int();"
  for (i = 0; i < 600; i++) printf "at%d: if (x == %d) { x++; goto at%d; }\n", i, i, i * 7 % 600
  print "return 0;\n}" }' >"$in/shaped.c"
run "0 1 5" "600 jumps" --timeout 2 "$in/shaped.c"

printf 'int main(void) { return 0; }\0int x;\n' >"$in/nul.c"
run "3 0" "a NUL inside" "$in/nul.c"
printf '#include "self.c"\n' >"$in/self.c"
refused 3 "a file that includes itself" "self.c" "$in/self.c"
printf '#include "nosuch.h"\nint main(void) { return 0; }\n' >"$in/noheader.c"
refused 3 "a header that is missing" "nosuch.h" "$in/noheader.c"
cp "$in/good.c" "$in/closed.c"
chmod 0 "$in/closed.c"
if [ -r "$in/closed.c" ]; then
  skip "a file that can't be read" "root reads everything"
else
  refused 3 "a file that can't be read" "closed.c" "$in/closed.c"
fi
printf '{"not": "a list"}' >"$in/compile_commands.json"
refused 3 "not a compilation database" "compile_commands.json" "$in/compile_commands.json"
printf '[{"directory": "%s", "file": "nowhere.c", "command": "cc nowhere.c"}]' "$in" >"$in/db.json"
refused 3 "a database of a missing file" "nowhere.c" "$in/db.json"

# ---- programs that are none -------------------------------------------------
printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    int x = = 3;\n    return x;\n}\n' >"$in/syntax.c"
refused 3 "syntax error" "syntax.c:4:13: error" "$in/syntax.c"
says "    int x = = 3;"
title="syntax error: caret"
if grep -q '^[ |]* ^' "$work/err"; then good; else bad "no caret under column 13"; fi
printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    if (__VERIFIER_nondet_int()) {\n        return 1;\n    return 0;\n}\n' >"$in/open.c"
refused 3 "a brace that is missing" "open.c:" "$in/open.c"
printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    int x = __VERIFIER_nondet_int();\n    return x + undeclared_thing;\n}\n' >"$in/undeclared.c"
refused 3 "a name that is not declared" "undeclared_thing" "$in/undeclared.c"
says "undeclared.c:5:16: error"
printf 'int __VERIFIER_nondet_int(void);\nint helper(int);\nint main(void)\n{\n    return helper(__VERIFIER_nondet_int());\n}\n' >"$in/nolink.c"
refused 3 "a function that is missing" "helper" "$in/nolink.c"
says "nobody defines"
printf 'int main(void)\n{\n    return 1;\n}\n' >"$in/second.c"
printf 'int __VERIFIER_nondet_int(void);\nint main(void)\n{\n    return __VERIFIER_nondet_int() > 3;\n}\n' >"$in/first.c"
refused 3 "two programs at once" "second.c:1:5: error: 'main' is defined in several files" "$in/first.c" "$in/second.c"
printf 'int __VERIFIER_nondet_int(void);\nstatic __thread int t;\n__thread static int u;\nint main(void)\n{\n    return __VERIFIER_nondet_int() + t + u;\n}\n' >"$in/gcc_refuses.c"
refused 3 "what only the compiler sees" "'$in/gcc_refuses.c' does not compile" "$in/gcc_refuses.c"
says "gcc_refuses.c:3:"
title="what only the compiler sees: in the user's words"
if grep -q -e __tp2ph -e instrumented "$work/err"; then bad "$(cat "$work/err")"; else good; fi
printf '#error "wrong tester"\nint main(void) { return 0; }\n' >"$in/hash.c"
refused 3 "#error" "wrong tester" "$in/hash.c"
printf 'int main(int c, char **v) { (void)v; return c > 1; }\n' >"$in/noinput.c"
refused 3 "no input" "input" "$in/noinput.c"
printf 'int __VERIFIER_nondet_int(void);\nint test(void) { return __VERIFIER_nondet_int() > 0; }\n' >"$in/noentry.c"
refused 3 "no entry" "main" "$in/noentry.c"
refused 3 "entry that is missing" "nosuch" --entry nosuch "$in/good.c"
refused 3 "entry that is no name" "--entry" --entry "a b;" "$in/good.c"
refused 3 "the same file twice" "good.c" "$in/good.c" "$in/good.c"
refused 3 "a flag the compiler refuses" "no-such-flag" "$in/good.c" -- -fno-such-flag

# Each store makes new expressions of 256 elements.
cat >"$in/deep.c" <<'END'
extern int __VERIFIER_nondet_int(void);
static int t[256];
static int f(int n) {
  int i = __VERIFIER_nondet_int();
  t[i & 255] += n;
  return n == 0 ? t[3] : f(n - 1) + t[n & 255];
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  return f(6000) == 77 ? 2 : x == 5;
}
END
expect "0 1 5" "a run of too many expressions" "$tp2ph" --max-runs 4 -o "$work/deep" "$in/deep.c"
check "a run of too many expressions: it is said" grep -q "x a run that computed too much before, .*deep.c:" "$work/deep/summary.txt"
check "a run of too many expressions: 400 MB" python3 -c 'import json, sys
sys.exit(not 0 < json.load(open(sys.argv[1]))["peak_rss_kb"] < 400000)' "$work/deep/report.json"

# ---- flags that would make something else of it --------------------------------
for flag in -c -E -S "-o stray" -fsyntax-only "-MD -MF stray" -Wp,-MD,stray -save-temps "-z now" \
  "-std=c89 -pedantic-errors -Werror" -flto "-aux-info stray"; do
  # shellcheck disable=SC2086 # a list
  run 0 "flags $flag" "$in/good.c" -- $flag
  check "flags $flag: nothing in the current folder" test -z "$(ls -A "$work/cwd")"
  check "flags $flag: the harness runs" test "$(sh "$work/out-dir/harness/run.sh" 2>"$work/err" | wc -l)" = 2
done

# ---- the output folder ------------------------------------------------------
branch_run() { expect "$1" "$2" "$tp2ph" -o "$3" "$in/good.c"; }
printf 'mine' >"$work/a-file"
branch_run 4 "output is a file" "$work/a-file"
says "a-file"
branch_run 4 "output below a file" "$work/a-file/below"
check "output is a file: kept" grep -q mine "$work/a-file"
branch_run 4 "output below /proc" /proc/nowhere
branch_run 4 "output is /dev/full" /dev/full
if [ "$(id -u)" = 0 ]; then
  if mkdir "$work/disk" && mount -t tmpfs -o ro tmpfs "$work/disk" 2>/dev/null; then
    branch_run 4 "read-only output" "$work/disk/out"
    umount "$work/disk"
  else
    skip "read-only output" "no mount"
  fi
  if mount -t tmpfs -o size=16k tmpfs "$work/disk" 2>/dev/null; then
    mkdir "$work/disk/out"
    branch_run 4 "disk full" "$work/disk/out"
    says "No space left"
    check "disk full: nothing half-written" test -z "$(ls -A "$work/disk/out" | grep -vx .tp2ph-journal)"
    expect 4 "disk full, TMPDIR" env TMPDIR="$work/disk" "$tp2ph" -o "$work/o1" "$in/good.c"
    check "disk full, TMPDIR: cleaned" test "$(ls -A "$work/disk")" = out
    umount "$work/disk"
  else
    skip "disk full" "no mount"
  fi
else
  mkdir -m 555 "$work/readonly"
  branch_run 4 "read-only output" "$work/readonly/out"
fi
mkdir "$work/o2"
printf 'mine' >"$work/o2/report.json"
branch_run 4 "a report.json of others" "$work/o2"
check "a report.json of others: kept" grep -q mine "$work/o2/report.json"
mkdir -p "$work/o3/test-suite" "$work/o3/harness"
printf 'mine' >"$work/o3/notes.txt"
printf 'mine' >"$work/o3/test-suite/notes.txt"
ln -s /nowhere "$work/o3/dangling"
branch_run 0 "files of others in the folder" "$work/o3"
branch_run 0 "files of others, again" "$work/o3"
for file in notes.txt test-suite/notes.txt; do
  check "files of others are kept: $file" grep -q mine "$work/o3/$file"
done
check "links of others are kept" test -L "$work/o3/dangling"
check "hidden folders are gone" test -z "$(ls -A "$work/o3" | grep '^\.')"
expect 0 "graph" "$tp2ph" graph -o "$work/map.svg" "$in/good.c"
expect 2 "graph of a kind that is unknown" "$tp2ph" graph -o "$work/map.pdf" "$in/good.c"
expect 4 "graph into a missing folder" "$tp2ph" graph -o "$work/nowhere/map.svg" "$in/good.c"
expect 4 "graph into a full disk" sh -c '"$0" graph "$1" >/dev/full' "$tp2ph" "$in/good.c"

# ---- names ------------------------------------------------------------------
odd="$in/a 'b' \"c\" \$(d) e;f
g.c"
cp "$in/good.c" "$odd"
run 0 "a name with spaces, quotes and a newline" "$odd"
check "that name: the harness runs" sh "$work/out-dir/harness/run.sh" 1
cp "$in/good.c" "$in/-dash.c"
rm -rf "$work/o4"
expect 0 "a name with a dash in front" sh -c 'cd "$0" && "$@"' "$in" "$tp2ph" -o "$work/o4" ./-dash.c
odd_out="$work/o 'p' \"q\"
r"
expect 0 "such a name for the output" "$tp2ph" -o "$odd_out" "$in/good.c"
check "such an output: the harness runs" sh "$odd_out/harness/run.sh"
expect 0 "such a name for TMPDIR" sh -c 'mkdir "$0/t '\''u'\'' v" && TMPDIR="$0/t '\''u'\'' v" "$@" && rmdir "$0/t '\''u'\'' v"' \
  "$work" "$tp2ph" -o "$work/o5" "$in/good.c"
long_name=$(awk 'BEGIN { for (i = 0; i < 250; i++) printf "n" }').c
cp "$in/good.c" "$in/$long_name"
run 0 "a name of 252 letters" "$in/$long_name"
run 3 "a name of 100,000 letters" "$(awk 'BEGIN { for (i = 0; i < 100000; i++) printf "n" }').c"

# ---- compilers --------------------------------------------------------------
run_cc() { # run_cc STATUS TITLE COMPILER ARGUMENTS...
  code=$1 name=$2 cc=$3
  shift 3
  CC=$cc
  export CC
  run "$code" "$name" "$@"
  unset CC
}
fake() { # fake NAME: a compiler, from stdin
  cat >"$work/$1"
  chmod +x "$work/$1"
}
run_cc 4 "no compiler" nosuch-compiler "$in/good.c"
says "nosuch-compiler"
no_output
run_cc 4 "no compiler behind a launcher" "nosuch-launcher cc" "$in/good.c"
says "nosuch-launcher"
run_cc 0 "a compiler of several words" " env  cc -O1 " "$in/good.c"
mkdir "$work/a folder"
ln -s "$(command -v cc)" "$work/a folder/cc -O1"
run_cc 0 "a compiler with blanks in its name" "$work/a folder/cc -O1" "$in/good.c"
run_cc 4 "a compiler that is a folder" "$work" "$in/good.c"
expect 4 "PATH is empty" env PATH=/nowhere "$tp2ph" -o "$work/o6" "$in/good.c"
says "cc"
run_cc "3 4" "a compiler that does nothing" /bin/true "$in/good.c"
run_cc "3 4" "a compiler that fails without a word" /bin/false "$in/good.c"
fake hangs <<'END'
#!/bin/sh
sleep 1000 &
exec sleep 1000
END
run_cc 5 "a compiler that hangs" "$work/hangs" --timeout 1 "$in/good.c"
fake floods <<'END'
#!/bin/sh
exec yes "int x; this is no error but a flood of words"
END
run_cc 5 "a compiler that floods" "$work/floods" --timeout 1 "$in/good.c"
fake floods_errors <<'END'
#!/bin/sh
head -c 20000000 /dev/zero | tr '\0' e >&2
exit 1
END
run_cc 3 "a compiler with 20 MB of errors" "$work/floods_errors" "$in/good.c"
check "not all of them are shown" test "$(wc -c <"$work/err")" -lt 100000
fake crashes <<'END'
#!/bin/sh
kill -SEGV $$
END
run_cc 4 "a compiler that crashes" "$work/crashes" "$in/good.c"
fake links_not <<'END'
#!/bin/sh
for a; do case $a in -c | -E) exec cc "$@" ;; esac; done
echo "ld: the license server does not answer" >&2
exit 1
END
run_cc "3 4" "a linker that fails" "$work/links_not" "$in/good.c"
says "license server"
fake leaves <<'END'
#!/bin/sh
sleep 1000 &
exec cc "$@"
END
run_cc 0 "a compiler that leaves a process" "$work/leaves" "$in/good.c"
if command -v clang >/dev/null; then
  run_cc 0 "clang" clang "$in/good.c"
fi

# ---- surroundings -----------------------------------------------------------
in_shell() { # in_shell STATUS TITLE SHELL-TEXT: runs "$@" inside it
  rm -rf "$work/out-dir"
  expect "$1" "$2" sh -c "$3" "$tp2ph" -o "$work/out-dir" "$in/good.c"
}
in_shell 0 "no HOME" 'unset HOME; exec "$0" "$@"'
in_shell 0 "an empty environment but for PATH" 'exec env -i PATH="$PATH" TMPDIR="$TMPDIR" "$0" "$@"'
in_shell 0 "no TMPDIR" 'unset TMPDIR; exec "$0" "$@"'
in_shell 4 "TMPDIR is missing" 'TMPDIR=/nowhere/at/all; exec "$0" "$@"'
says "TMPDIR"
in_shell 4 "TMPDIR is a file" 'TMPDIR=/dev/null; exec "$0" "$@"'
in_shell 4 "stdout is full" '"$0" "$@" >/dev/full'
says "standard output"
check "stdout is full: the results are there" has_results
in_shell 4 "stdout is closed" '"$0" "$@" >&-'
in_shell 0 "stdout is closed, -q" '"$0" -q "$@" >&-'
in_shell 0 "stderr is closed" '"$0" "$@" 2>&-'
in_shell 0 "stderr is full" '"$0" "$@" 2>/dev/full'
in_shell 0 "stdin is closed" '"$0" "$@" <&-'
in_shell "0 4" "all three are closed" '"$0" "$@" <&- >&- 2>&-'
expect 3 "stderr is closed, with an error" sh -c '"$0" "$1" 2>&-' "$tp2ph" "$in/syntax.c"
in_shell "0 4" "a reader that goes" '{ "$0" "$@"; echo $? >"$TMPDIR/../status"; } | true; exit "$(cat "$TMPDIR/../status")"'
in_shell 0 "SIGPIPE ignored" 'trap "" PIPE; exec "$0" "$@"'
in_shell 0 "SIGCHLD ignored" 'trap "" CHLD; exec "$0" "$@"'
in_shell 0 "SIGCHLD and all else ignored" 'trap "" HUP INT QUIT TERM USR1 ALRM CHLD; exec "$0" "$@"'
python3 - "$work/blocked" <<'END'
import sys
open(sys.argv[1], "w").write("""import os, signal, sys
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
os.execv(sys.argv[1], sys.argv[1:])
""")
END
rm -rf "$work/out-dir"
expect 0 "all signals blocked" python3 "$work/blocked" "$tp2ph" -o "$work/out-dir" "$in/good.c"
for n in 32 24 20 16 12 10 8 6 5 4; do
  in_shell "0 4" "$n descriptors" "ulimit -n $n; exec \"\$0\" \"\$@\""
done
for kb in 4000000 1000000 400000 200000 100000 60000 40000; do
  if [ "$patience" != 1 ]; then
    skip "$kb KB of address space" "the sanitizer needs more"
    continue
  fi
  in_shell "0 4 5" "$kb KB of address space" "ulimit -v $kb; exec \"\$0\" \"\$@\""
done
in_shell "0 3 4" "a small stack" 'ulimit -s 512; exec "$0" "$@"'
in_shell "0 4 5" "files of at most 20 KB" 'ulimit -f 40; exec "$0" "$@"'
in_shell 4 "files of at most 512 bytes" 'ulimit -f 1; exec "$0" "$@"'
expect 4 "gen: a file of at most 4 KB" sh -c 'ulimit -f 8; exec "$0" gen --conditions 2000 -o "$1"' "$tp2ph" "$work/gen.c"
echo old >"$work/real.c"
ln -s real.c "$work/link.c"
expect 0 "gen: through a link" "$tp2ph" gen --conditions 2 -o "$work/link.c"
check "gen: the link stays one, to what was written" sh -c 'test -L "$0/link.c" && test "$(cat "$0/real.c")" != old' "$work"
mkfifo "$work/pipe"
expect 4 "gen: a pipe that nobody reads" "$tp2ph" gen --conditions 2 -o "$work/pipe"
says "cannot write"
cat "$work/pipe" >"$work/piped" &
sleep 0.5
expect 0 "gen: into a pipe" "$tp2ph" gen --conditions 2 -o "$work/pipe"
wait $!
check "gen: the pipe stays one, and was read" sh -c 'test -p "$0/pipe" && cmp -s "$0/piped" "$0/real.c"' "$work"
check "gen: nothing half-written" test -z "$(ls "$work" | grep gen.c)"
in_shell "0 4" "no core files, no locked memory" 'ulimit -c 0; ulimit -l 0; exec "$0" "$@"'
check "the folder of the sources is as it was" test -z "$(ls -A "$in" | grep -e '\.o$' -e tp2ph -e out)"

# ---- on a terminal ----------------------------------------------------------
if command -v script >/dev/null; then
  esc=$(printf '\033')
  on_terminal() { # on_terminal COMMAND
    rm -rf "$work/out-dir"
    TERM=xterm script -qec "$1 $dfs --timeout 1 -o $work/out-dir $in/long.c" /dev/null </dev/null >"$work/out" 2>&1
  }
  on_terminal "$tp2ph"
  check "a terminal: progress" grep -q "dfs: .* branches covered" "$work/out"
  check "a terminal: colours" grep -q "$esc" "$work/out"
  on_terminal "stty cols 50; $tp2ph"
  check "a narrow terminal: it fits" sh -c \
    '! tr "\r" "\n" <"$1" | grep -a "dfs: .* covered" | grep -q ".\{50\}"' sh "$work/out"
  fake thinks <<'END'
#!/bin/sh
sleep 2
exec cc "$@"
END
  on_terminal "CC=$work/thinks $tp2ph"
  check "a terminal: it moves while nothing else does" test \
    "$(tr '\r' '\n' <"$work/out" | grep -a "^[-|/\\\\] " | uniq | wc -l)" -ge 5
  on_terminal "NO_COLOR=1 $tp2ph"
  check "NO_COLOR" sh -c '! grep -q "$0" "$1"' "$esc" "$work/out"
  on_terminal "$tp2ph -q"
  check "a terminal, -q: nothing" test ! -s "$work/out"
else
  skip "a terminal" "no script(1)"
fi
run 5 "no terminal" $dfs --timeout 1 "$in/long.c"
check "no terminal: no progress" test ! -s "$work/err"
run 5 "no terminal, -v" -v $dfs --timeout 3 "$in/long.c"
says "dfs: "
check "no terminal, -v: whole lines, few" sh -c '! grep -qv "^tp2ph: " "$1" && test "$(wc -l <"$1")" -le 4' sh "$work/err"
run 5 "--color always" --color always $dfs --timeout 1 "$in/long.c"
check "--color always: colours" grep -q "$(printf '\033')" "$work/out"

# ---- interrupted ------------------------------------------------------------
start_long() { # start_long OPTIONS...: until the first tests are there
  rm -rf "$work/out-dir"
  # The suite may itself run under nohup.
  # shellcheck disable=SC2086 # a list
  env --default-signal=HUP "$tp2ph" $dfs -o "$work/out-dir" "$@" "$in/long.c" >"$work/out" 2>"$work/err" </dev/null &
  pid=$!
  for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 0.3
    [ "$(ls -l /proc/[0-9]*/exe 2>/dev/null | grep -c -F -e "-> $work")" -ge 2 ] && break
  done
  sleep 0.3
}
for signal in INT TERM HUP XCPU; do
  title="SIG$signal in the middle"
  start_long
  from=$(date +%s)
  kill -$signal $pid
  wait $pid
  judge $? 5
  check "SIG$signal: ends within 5 s" test $(($(date +%s) - from)) -le 5
  check "SIG$signal: what was found is on disk" has_results
  check "SIG$signal: tests are there" test -s "$work/out-dir/test-suite/testcase-0001.xml"
  check "SIG$signal: said in the report" grep -q '"complete": false' "$work/out-dir/report.json"
  check "SIG$signal: tests replay" sh "$work/out-dir/harness/run.sh" 1
done
title="SIGINT while compiling"
CC=$work/hangs
export CC
rm -rf "$work/out-dir"
"$tp2ph" -o "$work/out-dir" "$in/good.c" >"$work/out" 2>"$work/err" </dev/null &
pid=$!
unset CC
sleep 0.7
kill -INT $pid
wait $pid
judge $? 5
check "SIGINT while compiling: nothing written" test ! -e "$work/out-dir"
run 5 "--timeout over" $dfs --timeout 2 "$in/long.c"
check "--timeout over: results" has_results
run 5 "a tiny --timeout" --timeout 0.001 "$in/good.c"
ran_at_most() { # ran_at_most RUNS: and says that it was cut
  python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
sys.exit(r["runs"] > int(sys.argv[2]) or r["complete"] or r["stopped"] != "runs")' "$work/out-dir/report.json" "$1"
}
run 5 "--max-runs" $dfs --max-runs 3 "$in/long.c"
check "--max-runs: at most 3" ran_at_most 3
run 5 "--max-runs, with Decide" --max-runs 1 "$in/good.c"
check "--max-runs, with Decide: 1" ran_at_most 1
run 0 "--max-runs that suffice" --max-runs 2 "$in/good.c"
title="a stalled reader"
for i in $(seq 50); do [ -s "$work/stalled" ] && break; sleep 0.3; done
kill $reader
[ "$(cat "$work/stalled")" = 4 ] && grep -q "nobody reads" "$work/stalled-err" && good || bad "status $(cat "$work/stalled")"
title="two runs into one folder"
start_long
timeout -k 2 "$limit" "$tp2ph" -o "$work/out-dir" "$in/good.c" >"$work/out2" 2>"$work/err2" </dev/null
second=$?
kill -INT $pid
wait $pid
judge $? 5
check "two runs: the second stops with 4" test $second = 4
check "two runs: the second says so" grep -q "out-dir" "$work/err2"
check "two runs: the first's results" grep -q long.c "$work/out-dir/report.json"
start_long
killed
check "SIGKILL: nothing is left in TMPDIR" sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(ls -A "$0")" ] && exit; sleep 0.5; done; ls -A "$0"; exit 1' "$work/tmp"
check "SIGKILL: no results" test ! -e "$work/out-dir/report.json"
fake waits <<'END'
#!/bin/sh
for a; do case $a in -E) cc "$@"; exit ;; esac; done
cd "$TMPDIR/.." && sleep 1000 & cd "$TMPDIR/.." && sleep 1000
END
for cc in "$work/waits" "$work/hangs"; do
  title="SIGKILL while compiling"
  rm -rf "$work/out-dir"
  (cd "$work" && CC=$cc exec "$tp2ph" -o "$work/out-dir" "$in/good.c") >"$work/out" 2>"$work/err" </dev/null &
  pid=$!
  sleep 1
  killed
done
title="SIGKILL of a batch"
rm -rf "$work/batch"
"$tp2ph" batch $dfs -o "$work/batch" "$in/long.c" "$in/good.c" >"$work/out" 2>"$work/err" </dev/null &
pid=$!
sleep 1
killed
check "SIGKILL of a batch: nothing is left in TMPDIR" sh -c 'for i in 1 2 3 4 5 6 7 8 9 10; do [ -z "$(ls -A "$0")" ] && exit; sleep 0.5; done; ls -A "$0"; exit 1' "$work/tmp"
for n in 4 5 6 8 12; do
  rm -rf "$work/batch"
  expect "0 4" "batch: $n descriptors" sh -c 'ulimit -n $0; exec "$@"' $n "$tp2ph" batch -o "$work/batch" "$in/good.c"
done
title="after SIGKILL"
expect 0 "after SIGKILL: the next run" "$tp2ph" -o "$work/out-dir" "$in/good.c"
check "after SIGKILL: hidden folders are gone" test -z "$(ls -A "$work/out-dir" | grep '^\.')"
finish
