#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph unit: functions alone, in their context (seed 001).
set -u
cd "$(dirname "$0")/../.." || exit 1
. regress/tools/check.sh
limit=120
suite unit
in=$work/in
out=$work/out-dir
mkdir "$in" "$work/tests"
cp regress/programs/conbrio.c "$in"
# What can't be decided is tried as often on any machine: by runs, not by time.
# shellcheck disable=SC2086 # limits is a list
limits="--timeout 20 --max-runs 3000"
run() { # run STATUS TITLE ARGUMENTS...
  want=$1 what=$2
  shift 2
  case " $* " in
  *' --max-runs '*) set -- --timeout 20 "$@" ;;
  *) set -- $limits "$@" ;;
  esac
  rm -rf "$out"
  expect "$want" "$what" "$tp2ph" unit -o "$out" "$@"
}
is() { # is PYTHON: about the report r, its units u by function, alarms by function
  check "$what: $1" python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
u = {x["function"]: x for x in r["unit"]}
a = {f: [y["verdict"] for y in x["alarm"]] for f, x in u.items()}
sys.exit(not eval(sys.argv[2]))' "$out/report.json" "$1"
}
given() { # given X Y: a system test
  printf '<testcase><input>%s</input><input>%s</input></testcase>\n' "$1" "$2" >"$work/tests/t$1.xml"
}

# ---- figures 1 to 3 --------------------------------------------------------------------
given -1 1
given 1 1
given 5 1
run 0 'figure 1' --tests "$work/tests" --function f "$in/conbrio.c"
is 'r["system_tests"] == 3'
is '[int(100 * u["f"]["dependency"][g]) for g in ("main", "a1", "a2", "b", "g", "h")] == [100, 66, 33, 100, 100, 33]'
is 'u["f"]["functions"] == ["f", "g"] and u["f"]["contexts"] == [["b", "f"]]'
is 'len(a["f"]) == 1 and u["f"]["alarm"][0]["by_contexts"] == "filtered"' # x < 0
is 'a["f"] == ["impossible"]' # the whole program agrees
prints 'no path of b -> f'
check 'h is a stub, g is not' sh -c 'grep -q "^int h(int" "$1" && ! grep -q "^int g(int" "$1"' - "$out/drivers/f.c"
expect 0 'the tests of a unit are replayed' "$tp2ph" replay -q "$out/units/f"
expect 0 'and in the harness' sh "$out/units/f/harness/run.sh"

run 0 'g as a stub' --tests "$work/tests" --function f --distance 0 "$in/conbrio.c"
is 'u["f"]["functions"] == ["f"] and u["f"]["contexts"] == []'
is 'u["f"]["alarm"][0]["by_contexts"] == "reported" and a["f"] == ["impossible"]'
is 'u["f"]["left_out"] == [["b", "f"]]'

# ---- callers, and the whole program ----------------------------------------------------
cat >"$in/callers.c" <<'END'
int table[5];
int __VERIFIER_nondet_int(void);
int positive(int x) { return table[x]; }
int any(int x, int y) { return y / x; } /* by 0, and the smallest number by -1 */
int loose(int x) { return x > 7 ? 0 : table[x]; }
int one(int x) { return x > 0 && x < 5 ? positive(x) : 0; }
int two(int x) { return x == 3 ? positive(x) : any(x, x - 1); }
END
run 1 'callers' "$in/callers.c"
is 'a["positive"] == ["filtered"] and a["any"] == ["reported", "filtered"] and a["loose"] == ["reported"]'
prints 'no path of one -> positive; two -> positive'
prints 'a calling context causes it'
prints 'it has no calling context'
cat >>"$in/callers.c" <<'END'
int main(void)
{
    int x = __VERIFIER_nondet_int();
    return x == 1 ? loose(x) : x < 100 ? one(x) : two(x - 100);
}
END
run 1 'with a main' "$in/callers.c"
is 'a["positive"] == ["impossible"] and a["any"] == ["confirmed", "impossible"] and a["loose"] == ["impossible"]'
is 'u["any"]["alarm"][0]["system_test"] > 0'
check 'what is dead in the program is not asked of a unit' python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
sys.exit([(b["text"], b["side"]) for b in r["uncounted"] if b["uncounted"] == "dead in the program"] != [("x > 7", "T")]
         or r["branches"]["total"] != 1)' "$out/units/loose/report.json"
check 'the confirmed one is the first' sh -c 'grep -A1 "^alarms" "$1" | tail -n 1 | grep -q "^  confirmed"' - "$out/summary.txt"

# ---- --resume --------------------------------------------------------------------------
stamps() { find "$out"/*/ -name report.json -exec stat -c '%n %y' {} + | grep -F "${1:-}" | sort; }
stamps >"$work/before"
what='resumed when all is done'
expect 1 "$what" "$tp2ph" unit -o "$out" $limits --resume "$in/callers.c"
is 'a["positive"] == ["impossible"] and a["any"] == ["confirmed", "impossible"] and a["loose"] == ["impossible"]'
check "$what: nothing is run again" sh -c 'cmp "$1" -' - "$work/before" <<END
$(stamps)
END
rm -rf "$out"
"$tp2ph" unit -q -j 1 -o "$out" $limits "$in/callers.c" 2>"$work/err" &
pid=$!
while kill -0 $pid 2>/dev/null && [ ! -e "$out/units/any/report.json" ]; do sleep 0.1; done
killed
stamps /positive/ >"$work/before"
what='resumed after kill -9'
expect 1 "$what" "$tp2ph" unit -o "$out" $limits --resume "$in/callers.c"
is 'a["positive"] == ["impossible"] and a["any"] == ["confirmed", "impossible"] and a["loose"] == ["impossible"]'
check "$what: what had ended is not run again" sh -c 'cmp "$1" -' - "$work/before" <<END
$(stamps /positive/)
END

rm -rf "$out"
"$tp2ph" unit -q -j 1 -o "$out" $limits "$in/callers.c" >"$work/out" 2>"$work/err" &
pid=$!
while kill -0 $pid 2>/dev/null && [ ! -e "$out/units/any/report.json" ]; do sleep 0.1; done
kill -INT $pid
wait $pid
status=$?
title='SIGINT in the middle' what=$title
judge $status 5
check "$what: what is known is told" python3 -c 'import json, sys
r = json.load(open(sys.argv[1] + "/report.json"))
tested = [u["function"] for u in r["unit"] if not u["reason"]]
sys.exit("positive" not in tested or len(tested) == len(r["unit"])
         or "functions  %d tested alone" % len(tested) not in open(sys.argv[1] + "/summary.txt").read())' "$out"
what='resumed after SIGINT'
expect 1 "$what" "$tp2ph" unit -o "$out" $limits --resume "$in/callers.c"
is 'a["positive"] == ["impossible"] and a["any"] == ["confirmed", "impossible"] and a["loose"] == ["impossible"]'

# ---- what contexts know ----------------------------------------------------------------
cat >"$in/contexts.c" <<'END'
struct box { int n; int a[4]; };
static int level;
static int deep(struct box *b) { return b->a[b->n]; }
int sets(int x) { struct box b = {0}; b.n = x & 3; return deep(&b); }
static int by_global(int x) { return 10 / level + x; }
int sets_level(int x) { level = x | 1; return by_global(x & 7); }
static int first(int x) { return 10 / x; }
static int second(int x) { return 20 / x; }
static int (*const table[])(int) = {first, second};
int dispatch(int i, int x) { return x > 0 ? table[i & 1](x) : 0; }
static int down(signed char n) { return n == 0 ? 0 : 10 % n + down(n - 1); }
static int even(signed char n);
static int odd(signed char n) { return n == 0 ? 0 : 10 / (n + 1) + even(n - 1); }
static int even(signed char n) { return n == 0 ? 1 : odd(n - 1); }
int start(int n) { return n >= 0 && n < 4 ? down(n) + even(n) : 0; }
static int once(int x) { return 10 / x; }
int twice(int x) { return x > 5 ? once(x) + once(x - 6) : 0; }
static int helper(int x) { return x > 3 ? 3 : x < 0 ? 0 : x; }
static int inner(int x) { return helper(x); }
static int wide[4];
static int picked(int x) { return wide[x]; }
int outer(int x) { return picked(inner(x)); }
END
run "1 5" 'contexts' --max-runs 500 "$in/contexts.c"
is 'u["first"]["contexts"] == [["dispatch", "first"]] and a["first"] == a["second"] == ["filtered"]' # pointers to functions
is 'a["deep"] == ["filtered"]' # memory that a parameter leads to; nobody gives NULL
is 'a["by_global"] == ["filtered"]' # a variable at the call
is 'a["once"] == ["reported"]' # the second call of a path
is 'set(map(tuple, u["even"]["contexts"])) == {("odd", "even"), ("start", "even")}' # recursion
is 'a["picked"] == ["filtered"]' # what callers call is no stub
{
  echo 'static int part(int x) { return 10 / x; }'
  for k in $(seq 40); do echo "int part$k(int x) { return x > 0 ? part(x) : 0; }"; done
} >"$in/many.c"
run "1 5" 'many contexts' --max-runs 5 --function part "$in/many.c"
is 'len(u["part"]["contexts"]) == 32 and u["part"]["contexts_cut"] and a["part"] == ["reported"]'
prints 'it has more calling contexts than were asked'

# ---- paths that were explored, and a second attempt ------------------------------------
cat >"$in/deep.c" <<'END'
int __VERIFIER_nondet_int(void);
int quotient(int x) { return 100 / x; }
int odd(int x) { return x > 5 ? quotient(x | 1) : 0; }
END
run "0 5" 'not all paths are explored' --strategy random-input --max-runs 20 "$in/deep.c"
is 'a["quotient"] == ["filtered"] and u["quotient"]["alarm"][0]["paths"] == "explored"'
prints 'no path that was explored of odd -> quotient'
mv "$out" "$work/whole"
for k in 1 2; do
  run "0 1 5" "shard $k" --shard $k/2 --strategy random-input --max-runs 20 "$in/deep.c"
  mv "$out" "$work/shard-$k"
done
expect 0 'shards are merged' "$tp2ph" merge "$work/shard-1" "$work/shard-2" -o "$out"
check 'as the whole' python3 -c 'import json, sys
a, b = (json.load(open(x + "/report.json")) for x in sys.argv[1:3])
units = lambda r: sorted((u["function"], str(u["alarm"]), str(u["contexts"])) for u in r["unit"])
sys.exit(units(a) != units(b) or a["branches"] != b["branches"] or a["program"] != b["program"] or len(a["unit"]) != 2)' "$work/whole" "$out"
check 'the summary, too' cmp "$work/whole/summary.txt" "$out/summary.txt"
expect 0 'a unit of it is replayed' "$tp2ph" replay -q "$out/units/odd"
expect 3 'twice the same' "$tp2ph" merge "$work/shard-1" "$work/shard-1" -o "$work/twice"
cat >>"$in/deep.c" <<'END'
int behind(int *p) { return *p; }
int main(void)
{
    if (__VERIFIER_nondet_int() == 7)
        return behind(0);
    if (__VERIFIER_nondet_int() == 1 && __VERIFIER_nondet_int() == 2 && __VERIFIER_nondet_int() == 3)
        return quotient(__VERIFIER_nondet_int());
    return odd(3);
}
END
run "1 5" 'a second attempt' --strategy dfs --max-runs 3 --driver paper --function quotient --function behind "$in/deep.c"
is 'a["quotient"] == ["confirmed"] and r["time"]["confirm"] > 0'
is 'a["behind"] == ["confirmed"] and u["behind"]["alarm"][0]["test"] is None' # the paper has no NULL: the program has

# ---- without main, with functions that nobody defines ----------------------------------
cat >"$in/half.c" <<'END'
struct thing { int kind; int size; };
struct thing *find(int key);
extern int limit;
static int level = 3;
int missing(int x, struct thing *t);
static int inner(int x)
{
    if (x > limit)
        return missing(x, 0);
    return level == 9;
}
int outer(int x)
{
    struct thing *t = find(x);
    if (inner(x))
        return 1;
    return t->kind;
}
struct rows { int *data; int used; struct thing *last; };
static int *table, entries, mode;
static int sum(struct rows *r)
{
    int i, s = 0;
    for (i = 0; i < r->used; i++)
        s += r->data[i];
    for (i = 0; i < entries; i++)
        s += table[i];
    return s + mode;
}
int measure(int *value, char *name);
static int settle(struct rows *r, int *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = i;
    r->used = n;
    mode = entries = n;
    return sum(r);
}
static int wrap(struct rows *r, int *out, int n)
{
    return settle(r, out, n);
}
int written(struct rows *r, void *context, int (*notify)(int))
{
    int v, out[4], before = mode;
    struct thing *t = context;
    if (measure(&v, "v") && v == 77)
        return 1;
    wrap(r, out, 4);
    if (out[3] == 5 && r->used == 6 && t && t->kind == 9)
        return 2;
    if (mode == 8 && before == 3)
        return 3;
    return notify && notify(1) == 42;
}
END
echo 'int limit = 7;' >"$in/more.c"
run "1 5" 'half a program' --stubs globals --function inner --function outer --function sum --function written "$in/half.c" "$in/more.c"
is 'r["system_tests"] == 0 and "no main" in r["without_profiles"]'
is 'u["outer"]["dependency"] is None and u["outer"]["functions"] == ["inner", "outer"]'
is 'u["inner"]["contexts"] == [["outer", "inner"]] and u["outer"]["contexts"] == []'
is 'a["outer"] == ["reported"] and a["inner"] == []' # find() may be NULL
# out parameters, variables, what void * is used as, a function that nobody has; sizes of members and of globals
is 'r["branches"]["unit_covered"] == 28 and r["branches"]["covered"] == 0 and r["branches"]["unknown"] == 0'
check 'sizes of members and of globals' sh -c 'grep -q "used <= 8" "$1" && grep -q "entries <= 8" "$1"' - "$out/drivers/sum.c"
check 'what is const, or a text of the program, is not written' sh -c '! grep -q "measure(): (\*a2)" "$1"' - "$out/drivers/written.c"
says '4 of 4'
cp "$out/drivers/outer.c" "$work/outer.c"

# ---- a driver that was changed stays ---------------------------------------------------
sed 's/int tp2ph_drive/struct thing *find(int key) { static struct thing t; return \&t; }\n&/' "$work/outer.c" |
  awk '/^struct thing \*find\(int a1\)/ { skip = 1 } !skip { print } skip && /^}/ { skip = 0 }' >"$out/drivers/outer.c"
what='a driver of the user stays'
expect 0 "$what" "$tp2ph" unit -o "$out" $limits --function outer "$in/half.c" "$in/more.c"
is 'a["outer"] == []'

# ---- good libraries raise no alarm, bad ones theirs -----------------------------------
cat >"$in/good.c" <<'END'
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct node { int key; struct node *next; } node;
typedef struct list { node *head, *tail; } list;
struct ring { struct ring *prev, *next; int id; };
struct matrix { int rows, cols; double *at; };
struct table { void *data; size_t n, size; };
extern const int limit_of_board;
extern volatile int ports[];
static jmp_buf escape;
void list_add(list *l)
{
    node *n = l ? malloc(sizeof *n) : NULL;
    if (!n)
        return;
    n->next = NULL;
    if (l->tail)
        l->tail->next = n;
    else
        l->head = n;
    l->tail = n;
}
int list_drop(list *l)
{
    if (!l || !l->head)
        return 0;
    node *gone = l->head;
    l->head = gone->next;
    if (l->tail == gone)
        l->tail = NULL;
    free(gone);
    return 1;
}
void list_free(list *l)
{
    if (!l)
        return;
    for (node *n = l->head, *next; n; n = next) {
        next = n->next;
        free(n);
    }
    free(l);
}
void ring_begin(struct ring *r) { if (r) r->prev = r->next = r; }
int ring_is_alone(const struct ring *r) { return r && r->next == r; }
double matrix_get(const struct matrix *m, int r, int c)
{
    return m && m->at && r >= 0 && c >= 0 && r < m->rows && c < m->cols ? m->at[r * m->cols + c] : 0;
}
void *table_at(const struct table *t, size_t i) { return t && t->data && i < t->n ? (char *)t->data + i * t->size : NULL; }
unsigned sum(const unsigned char *p, int n)
{
    unsigned s = 0;
    while (p && n-- > 0)
        s += *p++;
    return s;
}
int bit(const unsigned char *bytes, unsigned bytes_len, unsigned at)
{
    return bytes && at < bytes_len * 8 ? bytes[at / 8] >> at % 8 & 1 : -1;
}
int first_line(FILE *f) { return f ? fgetc(f) : -1; }
int split(char *s, char **out, int max)
{
    int n = 0;
    while (s && out && n < max) {
        out[n++] = s;
        if (!(s = strchr(s, ',')))
            break;
        *s++ = 0;
    }
    return n;
}
int board(int i) { return i > limit_of_board ? ports[0] : 0; }
static int same(int x) { return x > 3; }
int same_here(int x) { return same(x); }
int no_input(void) { return printf("x") > 3; }
int guarded(int x)
{
    if (setjmp(escape))
        return -1;
    if (x == 9)
        longjmp(escape, 1);
    return old_function(x);
}
END
cat >"$in/good2.c" <<'END'
static int same(char *s) { return s && *s; }
int same_there(char *s) { return same(s); }
int last(char *s) { return s ? s[__builtin_strlen(s) - 1] : 0; }
END
run "1 5" 'good libraries' --max-runs 1000 "$in/good.c" "$in/good2.c"
is 'all(x == [] for f, x in a.items() if f != "last") and a["last"] == ["reported"]'
is 'all(x["reason"] is None for x in r["unit"])'
is '{"same", "same-2"} <= {x["folder"] for x in r["unit"]}'
for f in list_free list_drop ring_is_alone board same-2 no_input; do
  expect 0 "the harness of $f" sh "$out/units/$f/harness/run.sh"
done
check 'members that get the same pointer are tried as one' grep -q 'l->tail is l->head"' "$out/drivers/list_drop.c"
check 'no list bites its tail unless the program makes such ones' sh -c '! grep -q "head->next is [^N]" "$1" && grep -q "r->next is r" "$2"' - "$out/drivers/list_free.c" "$out/drivers/ring_is_alone.c"
echo 'int tp2ph_drive(int argc, char **argv) { return unknown; }' >"$out/drivers/last.c"
what='a driver that is no C'
expect 3 "$what" "$tp2ph" unit -o "$out" $limits --function last "$in/good.c" "$in/good2.c"
is '"drivers/last.c:1" in u["last"]["reason"]'
prints 'not tested: last, '
run 2 'a driver of the user is given otherwise' --driver mine.c --function last "$in/good2.c"
says 'drivers/last.c'

# ---- NULL, where nobody asks ------------------------------------------------------------
cat >"$in/nulls.c" <<'END'
#include <assert.h>
#include <stddef.h>
struct s { int n; int *a; struct s *next; };
int len(const char *s) { int n = 0; while (*s++) n++; return n; }
int first(struct s *x) { return x->a[0]; } /* may be that of `one` */
struct t { int *b; };
int held(struct t *x) { return x->b[0]; }
static int inner(struct s *x, int *out) { *out = x->n; return 0; }
int api(struct s *x, int *out) { return inner(x, out); }
int late(struct s *x) { int k = x->n; if (!x) return 0; return k; }
int sure(struct s *x) { assert(x != NULL); return x->n; }
static struct s *find(struct s *x, int n) { for (; x; x = x->next) if (x->n == n) return x; return NULL; }
int careless(struct s *x) { return find(x, 3)->n; }
static struct s one;
static struct s *get(void) { return &one; }
int good(void) { return get()->n; }
static int behind(int *p) { return *p; }
int gives(int x) { return behind(x == 7 ? NULL : &x); }
int kept(struct s *x, struct s *n) { n->next = x->next; x->next = n; return x->next->n; }
END
run "1 5" 'pointers that nobody asks about' "$in/nulls.c"
is 'all(a[f] == [] for f in ("len", "held", "inner", "api", "sure", "good", "kept"))'
is 'all("reported" in a[f] for f in ("first", "late", "careless", "behind"))'
is '[u[f]["precondition"] for f in ("len", "held", "api", "late", "careless", "inner")] == ["s != NULL", "x != NULL && x->b != NULL", "x != NULL && out != NULL", None, None, None]'
prints 'assumed: s != NULL, where len is called'
check "$what: the driver says so" grep -q 's is not NULL: nobody asks, or gives NULL' "$out/drivers/len.c"
echo 'int nobody(void) { return len(NULL); }' >>"$in/nulls.c"
run "1 5" 'a caller gives NULL' --function len "$in/nulls.c"
is 'u["len"]["precondition"] is None and a["len"] == ["reported"]'

# ---- indices ---------------------------------------------------------------------------
cat >"$in/indices.c" <<'END'
struct ring { unsigned char *buf; unsigned size, head, tail; };
int put(struct ring *r, unsigned char c)
{
    unsigned next = r->head + 1 < r->size ? r->head + 1 : 0;
    if (next == r->tail || r->size == 0)
        return -1;
    r->buf[r->head] = c;
    r->head = next;
    return 0;
}
int get(struct ring *r)
{
    int c;
    if (r->head == r->tail)
        return -1;
    c = r->buf[r->tail];
    r->tail = r->tail + 1 < r->size ? r->tail + 1 : 0;
    return c;
}
struct token { int start, end, size; };
int take(struct token *tokens, unsigned long n, unsigned at)
{
    struct token *t;
    if (at > n)
        return -1;
    t = &tokens[at];
    t->size = 0;
    return 0;
}
int good(const struct token *tokens, unsigned n, unsigned at) { return at < n ? tokens[at].end : -1; }
struct list { int *items; int n, at; };
int next(struct list *l) { return l->at > l->n ? -1 : l->items[l->at++]; }
int current(const struct list *l) { return l->items[l->at]; }
struct entry { struct entry *next; };
struct map { struct entry **buckets; unsigned n; };
void free(void *);
void clear(struct map *m)
{
    for (unsigned i = 0; i < m->n; i++) {
        struct entry *e = m->buckets[i];
        while (e) {
            struct entry *next = e->next;
            free(e);
            e = next;
        }
        m->buckets[i] = 0;
    }
}
int smallest(const struct entry *e)
{
    int n = 0;
    for (; e->next; e = e->next)
        n++;
    return n;
}
END
run "0 1 5" 'indices' "$in/indices.c"
is 'all(a[f] == [] for f in ("put", "get", "good", "current", "clear", "smallest"))'
is 'a["take"] == a["next"] == ["reported"]' # one past the end

# ---- unions with a tag -----------------------------------------------------------------
cat >"$in/tags.c" <<'END'
#include <string.h>
enum tag { NIL, NUMBER, TEXT, LIST };
struct value { union { long i; char *s; struct { struct value *at; int n; } list; } u; enum tag tag; };
unsigned long size(const struct value *v)
{
    switch (v->tag) {
    case NUMBER:
        return sizeof v->u.i;
    case TEXT:
        return strlen(v->u.s);
    case LIST:
        return (unsigned long)v->u.list.n;
    default:
        return 0;
    }
}
long number(const struct value *v) { return v->tag == NUMBER ? v->u.i : v->tag == TEXT && v->u.s[0] == '7' ? 7 : 0; }
long sum(const struct value *v)
{
    long s = 0;
    if (v->tag != LIST)
        return number(v);
    for (int i = 0; i < v->u.list.n; i++)
        s += number(&v->u.list.at[i]) & 255;
    return s;
}
unsigned long bad(const struct value *v) { return v->tag == NUMBER || v->tag == TEXT ? strlen(v->u.s) : 0; }
END
run "0 1 5" 'unions with a tag' --function size --function number --function sum "$in/tags.c"
is 'a["size"] == a["number"] == a["sum"] == []'
is 'r["branches"]["unknown"] == 0'
run "1 5" 'a tag that says another member' --function bad "$in/tags.c"
is 'a["bad"] == ["reported"]'

# ---- flags and declarations are seen from where tp2ph runs ----------------------------
mkdir -p "$in/inc/deep"
echo '#define LIMIT 7' >"$in/inc/deep/limit.h"
echo 'int ate_read(int pin);' >"$in/inc/tester.inputs"
cat >"$in/flags.c" <<'END'
#include "deep/limit.h"
int ate_read(int pin);
int above(int x) { return x > LIMIT + EXTRA ? ate_read(x) == 77 : 0; }
END
what="relative flags"
rm -rf "$out"
expect "0 5" "$what" sh -c 'cd "$1" && "$2" unit -o "$3" --timeout 20 --max-runs 3000 --inputs inc/tester.inputs flags.c -- -Iinc -DEXTRA=2' - "$in" "$tp2ph" "$out"
is 'r["branches"]["unit_covered"] == r["branches"]["total"] > 0'
check "$what: what is declared is no stub" sh -c '! grep -q "ate_read" "$1"' - "$out/drivers/above.c"
expect 0 'the harness has them' sh "$out/units/above/harness/run.sh"
expect 0 'and replay' sh -c 'cd / && "$1" replay -q "$2"' - "$tp2ph" "$out/units/above"

run 3 'no such function' --function outre "$in/half.c" "$in/more.c"
says outre
run 4 'no such folder of tests' --tests "$work/none" "$in/half.c"
says none
run 2 'a share' --threshold 1.5 "$in/half.c"
says threshold
finish
