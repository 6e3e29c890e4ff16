#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# --entry FUNC: parameters are inputs by their types; drivers, also the user's;
# --argv, --stdin, --env, --file.
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=120
suite entry
in=$work/in
out=$work/out-dir
mkdir "$in"
cat >"$in/parts.c" <<'END'
#include <string.h>
struct node { int value; struct node *next; };
typedef struct { int kind; struct node *list; unsigned flag : 3; } part;
union word { int i; float f; };
enum mode { OFF, ON };
int twice(int x) { return 2 * x; }
int thrice(int x) { return 3 * x; }
static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
int check(part *p, enum mode m, const int *a, int n, part *other, int (*fn)(int), union word w, const char *name,
          struct hidden *opaque)
{
    if (!p || !a || !name)
        return -1;
    if (opaque)
        return -2;
    if (p == other)
        return 1;
    if (m == ON && p->kind == 77 && p->flag == 5)
        return 2;
    if (p->list && p->list->next && p->list->next->value == 42)
        return 3;
    if (n > 8)
        return -3;
    if (sum(a, n) == 1000)
        return 4;
    if (fn && fn(3) == 9)
        return 5;
    if (w.i == 9)
        return 6;
    if (strcmp(name, "abc") == 0)
        return 7;
    return 0;
}
static int inside(int x) { return x == 4; }
END
run() { # run STATUS TITLE ARGUMENTS...
  want=$1 what=$2
  shift 2
  rm -rf "$out"
  expect "$want" "$what" "$tp2ph" -o "$out" --threads 1 --timeout 90 "$@"
}
is() { # is PYTHON: about the report r
  check "$what: $1" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
v = {(b["text"], b["side"]): b["verdict"] for b in r["branch"]}
sys.exit(not eval(sys.argv[2]))' "$out/report.json" "$1"
}

# ---- every kind of parameter -----------------------------------------------------------
run 0 'all types' --entry check "$in/parts.c"
is 'v["opaque", "T"] == "infeasible"'
is 'v["n > 8", "T"] == "infeasible"'
is 'all(x == "covered" for k, x in v.items() if k not in [("opaque", "T"), ("n > 8", "T")])'
is 'r["program"]["entry"] == "check" and r["program"]["driver"] == "driver.c"'
is 'all(t["new_branches"] for t in r["test"])'
expect 0 'they are replayed' "$tp2ph" replay -q "$out"
expect 0 'the harness has the driver' sh "$out/harness/run.sh"
expect 0 'it is resumed' "$tp2ph" -o "$out" --resume --entry check "$in/parts.c"
is 'r["runs"] <= r["tests"] + 2 and r["resumed"]["proofs"] == 2'
run 0 'a static function' --entry inside "$in/parts.c"
check "$what: nothing is taken for granted" sh -c '! grep -q "taken for granted" "$1"' - "$out/summary.txt"
run "0 1" 'a pointer that nobody asks about' --entry sum "$in/parts.c"
prints 'taken for granted: a != NULL'
is 'r["findings"] == []'

# ---- as the paper has it ---------------------------------------------------------------
run "0 1" 'driver paper' --entry check --driver paper "$in/parts.c"
is 'v["!p", "T"] == "infeasible"'
check 'neither NULL nor aliases' sh -c '! grep -q "is NULL" "$1"' - "$out/driver.c"

# ---- a driver of the user's ------------------------------------------------------------
cat >"$in/mine.c" <<'END'
int tp2ph_input_int(const char *);
void tp2ph_assume_that(int);
static int sum(const int *a, int n) { return tp2ph_input_int("sum"); }
int tp2ph_drive(int argc, char **argv)
{
    static part p;
    int a[2] = {0};
    union word w = {tp2ph_input_int("w")};
    tp2ph_assume_that(w.i != 9);
    return check(&p, OFF, a, 9 - 1, 0, twice, w, "abcd", 0);
}
END
run 0 'a driver of the user' --entry check --driver "$in/mine.c" "$in/parts.c"
is 'v["w.i == 9", "T"] == "infeasible" and v["sum(a, n) == 1000", "T"] == "covered"'
is 'not any("a[i]" in k[0] or "i < n" in k[0] for k in v)'
expect 0 'its stub in the harness' sh "$out/harness/run.sh"
expect 0 'its stub in the replay' "$tp2ph" replay -q "$out"
echo 'int tp2ph_drive(int argc, char **argv) { return unknown; }' >"$in/bad.c"
run 3 'one that is no C' --entry check --driver "$in/bad.c" "$in/parts.c"
says "bad.c:1:"
run 3 'one that is not there' --entry check --driver "$in/none.c" "$in/parts.c"
says none.c
cat >"$in/other.c" <<'END'
int level;
static int scale(int x) { return x * 2; }
int helper(int x) { return scale(x) > 100; }
END
cat >"$in/two.c" <<'END'
int helper(int x);
int top(int x) { return helper(x) ? 1 : 0; }
END
cat >"$in/behind.c" <<'END'
int tp2ph_input_int(const char *);
int tp2ph_drive(int argc, char **argv) { return top(tp2ph_input_int("x")); }
#pragma tp2ph behind "other.c"
static int scale(int x) { return 7; }
END
what='a part of it behind another file'
rm -rf "$out"
expect 0 "$what" sh -c 'cd "$1" && "$2" -o "$3" --entry top --driver behind.c two.c other.c' - "$in" "$tp2ph" "$out"
is 'v["helper(x)", "T"] == "infeasible"'

# ---- arguments -------------------------------------------------------------------------
cat >"$in/args.c" <<'END'
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv)
{
    int n = 0;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            n |= 1;
        else if (argv[i][0] == '-' && argv[i][1] == 'n' && atoi(argv[i] + 2) == 17)
            n |= 2;
    }
    if (n == 3)
        return 9;
    return 0;
}
END
run 0 '--argv' --argv 2 "$in/args.c"
is 'r["branches"]["covered"] == 12'
expect 0 'the harness gives arguments' sh "$out/harness/run.sh"
expect 0 'and replay' "$tp2ph" replay -q "$out"
run 2 'no arguments of other functions' --argv 2 --entry check "$in/parts.c"
says argv

# ---- standard input, environment, files ------------------------------------------------
cat >"$in/world.c" <<'END'
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
    char line[32];
    int n, k, fd;
    const char *home = getenv("HOME"), *other = getenv("OTHER");
    if (home && strcmp(home, "/x") == 0)
        return 9;
    if (other)
        return 8;
    if (scanf("%d", &n) != 1)
        return 2;
    if (n == 4711)
        return 3;
    while ((k = getchar()) != EOF && k != '\n')
        ;
    if (fgets(line, sizeof line, stdin) && line[0] == '#')
        return 4;
    FILE *f = fopen("conf.txt", "r");
    if (!f)
        return 5;
    if (fgetc(f) == 'A' && fgetc(f) == 'B')
        return 6;
    fclose(f);
    fd = open("raw", O_RDONLY);
    if (fd >= 0 && read(fd, line, 4) == 4 && memcmp(line, "RAW", 3) == 0)
        return 7;
    return 0;
}
END
run 3 'nothing is an input' "$in/world.c"
says '--stdin 16 --env HOME=16,OTHER=16 --file conf.txt=16,raw=16'
run "0 1 5" 'stdin, env and file' --max-runs 10000 --stdin 12 --env HOME=4 --file conf.txt=4,raw=4 "$in/world.c"
is 'all(x == "covered" for k, x in v.items() if k != ("other", "T"))'
expect 0 'the harness gives them' sh "$out/harness/run.sh"
expect 0 'and replay gives them' "$tp2ph" replay -q "$out"
cat >"$in/lines.c" <<'END'
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
    char *line = NULL, b[4];
    size_t cap = 0;
    FILE *f = fopen("conf", "r");
    setvbuf(stdin, NULL, _IOLBF, 0);
    if (getline(&line, &cap, stdin) > 0 && strcmp(line, "go\n") == 0)
        return 3;
    if (getchar_unlocked() == 'x')
        return 4;
    if (f) {
        setbuf(f, NULL);
        if (getdelim(&line, &cap, ';', f) == 3 && line[0] == 'k')
            return 5;
        if (read(fileno(f), b, 2) == 2 && b[0] == '~')
            return 6;
        clearerr(f);
        fclose(f);
    }
    free(line);
    return getenv("MODE") != NULL;
}
END
run "0 1 5" 'whole lines, descriptors of streams' --stdin 6 --file conf=6 "$in/lines.c"
is 'all(x == "covered" for k, x in v.items())'
prints 'it is with --env MODE=16'
expect 0 'the harness gives lines' sh "$out/harness/run.sh"
run "0 1 5" 'the file is not told' --stdin 6 --env MODE=2 "$in/lines.c"
prints 'it is with --file conf=16'
run 2 'a name twice' --env HOME=3,HOME=4 "$in/world.c"
says 'a name once'
run 2 'a name without a size' --env HOME "$in/world.c"
says 'NAME=N'
run 2 'standard input of a function' --stdin 4 --entry check "$in/parts.c"
says stdin
finish
