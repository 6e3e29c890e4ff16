/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Value ranges, the static call graph, what a unit needs, types as C. */
#include "check.h"
#include "front_load.h"

#include "unit/calls.h"
#include "unit/ranges.h"
#include "unit/uses.h"

static tp_func_id function(const front_case *c, const char *name) {
  for (tp_func_id f = 1; f < c->p->funcs.n; f++)
    if (strcmp(tp_names_text(c->p->names,
                             c->p->decls.at[c->p->funcs.at[f].decl].name),
               name) == 0)
      return f;
  return 0;
}

/* "1 .. 5" of a function's only parameter, or of a variable; "any". */
static const char *range(const front_case *c, const tp_ranges *r,
                         const char *name) {
  static char text[64];
  tp_func_id f = function(c, name);
  int64_t low, high;
  tp_decl_id d = f ? c->p->funcs.at[f].params.at[0] : 0;
  for (tp_decl_id i = 1; i < c->p->decls.n && !d; i++)
    if (strcmp(tp_names_text(c->p->names, c->p->decls.at[i].name), name) == 0)
      d = i;
  snprintf(text, sizeof text, "any");
  if (d && tp_range_of(r, c->p, d, &low, &high))
    snprintf(text, sizeof text, "%" PRId64 " .. %" PRId64, low, high);
  return text;
}

TEST(unit_ranges) {
  front_case c;
  tp_ranges r;
  front_load(&c, "int input(void); void fill(int *);\n"
                 "static int mode = 2, count, shared, outside; int unused;\n"
                 "int constants(int x) { return x; }\n"
                 "int passed(int x) { return constants(x) + x; }\n"
                 "int masked(int x) { return x; }\n"
                 "int rest(int x) { return x; }\n"
                 "int from_input(int x) { return x; }\n"
                 "int taken(int x) { return x; }\n"
                 "int sum(int x) { return x; }\n"
                 "int narrow(signed char x) { return x; }\n"
                 "int grows(int x) { return x > 9 ? 0 : grows(x + 1); }\n"
                 "int (*pointer)(int) = taken;\n"
                 "int main(void) {\n"
                 "  int x = input(), y = 7;\n"
                 "  if (x) mode = 5;\n"
                 "  count++; fill(&shared); outside = x;\n"
                 "  passed(3); passed(x ? 4 : -1); constants(10);\n"
                 "  masked(x & 15); rest(x % 4); from_input(x); taken(1);\n"
                 "  sum(y + 3); narrow(300); grows(1);\n"
                 "  return pointer(x);\n}\n");
  CHECK(c.p != NULL);
  tp_ranges_find(&r, c.p, true);
  CHECK_STR(range(&c, &r, "passed"), "-1 .. 4");
  CHECK_STR(range(&c, &r, "constants"), "-1 .. 10");
  CHECK_STR(range(&c, &r, "masked"), "0 .. 15");
  CHECK_STR(range(&c, &r, "rest"), "-3 .. 3");
  CHECK_STR(range(&c, &r, "sum"), "10 .. 10");
  CHECK_STR(range(&c, &r, "from_input"), "any");
  CHECK_STR(range(&c, &r, "taken"), "any");
  CHECK_STR(range(&c, &r, "narrow"), "any"); /* 300 is another number there */
  CHECK_STR(range(&c, &r, "grows"), "any");
  CHECK_STR(range(&c, &r, "mode"), "2 .. 5");
  CHECK_STR(range(&c, &r, "count"), "any");
  CHECK_STR(range(&c, &r, "shared"), "any");
  CHECK_STR(range(&c, &r, "outside"), "any");
  CHECK_STR(range(&c, &r, "unused"), "0 .. 0");
  tp_ranges_free(&r);
  tp_ranges_find(&r, c.p, false); /* others may call them */
  CHECK_STR(range(&c, &r, "passed"), "any");
  CHECK_STR(range(&c, &r, "unused"), "any");
  CHECK_STR(range(&c, &r, "mode"), "2 .. 5");
  tp_ranges_free(&r);
  front_free(&c);
}

static bool calls(const tp_call_graph *g, const front_case *c, const char *from,
                  const char *to) {
  for (uint32_t i = 0; i < g->edges.n; i++)
    if (g->edges.at[i].from == function(c, from) &&
        g->edges.at[i].to == function(c, to))
      return true;
  return false;
}

TEST(unit_calls_and_needs) {
  front_case c;
  tp_call_graph g;
  tp_bits set;
  tp_vec_u32 variables = {0}, nowhere = {0}, functions = {0};
  front_load(&c, "#include <string.h>\n"
                 "int missing(int); int __VERIFIER_nondet_int(void);\n"
                 "static int seen, hidden; const int fixed = 3;\n"
                 "extern const int elsewhere; extern int here; int here;\n"
                 "int one(int x) { return x; }\n"
                 "int two(int x) { return x; }\n"
                 "int other(double x) { return x > 0; }\n"
                 "int direct(int x) { hidden = x; return one(x); }\n"
                 "int (*table[])(int) = {one, two};\n"
                 "int (*alone)(double) = other;\n"
                 "int unit(int x) {\n"
                 "  return direct(x) + table[x & 1](x) + seen + fixed +\n"
                 "         elsewhere + here +\n"
                 "         missing(x) + (int)strlen(\"a\") +\n"
                 "         __VERIFIER_nondet_int();\n}\n"
                 "int main(void) { return unit(1); }\n");
  CHECK(c.p != NULL);
  tp_calls_of_program(&g, c.p);
  CHECK(calls(&g, &c, "main", "unit") && calls(&g, &c, "unit", "direct"));
  CHECK(calls(&g, &c, "unit", "one") && calls(&g, &c, "unit", "two"));
  CHECK(!calls(&g, &c, "unit", "other") && !calls(&g, &c, "main", "one"));
  tp_bits_init(&set, c.p->funcs.n);
  tp_bits_add(&set, function(&c, "unit"));
  tp_unit_needs(&variables, &nowhere, &functions, c.p, &set, 1);
  CHECK_EQ(variables.n, 3); /* seen, here and table */
  CHECK_EQ(nowhere.n, 1);   /* elsewhere */
  CHECK_EQ(functions.n, 5); /* direct, missing; one, two, other of the tables */
  VEC_FREE(&variables);
  VEC_FREE(&nowhere);
  VEC_FREE(&functions);
  tp_bits_free(&set);
  tp_call_graph_free(&g);
  front_free(&c);
}

/* What is written is the same type when it is read again. */
TEST(unit_types_as_c) {
  static const char *const texts[] = {
      "int v",          "unsigned char *v",  "const char *v",
      "int v[3][4]",    "int (*v)[3]",       "int (*v)(int, char *)",
      "struct s v",     "const struct s *v", "int *(*v[2])(void)",
      "union u *v",     "named v",           "double (*v)(named *, ...)",
      "long double v",  "char *const *v",    "void (*v)(void (*)(int))",
      "short *const v", "unsigned long v[1]"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    front_case c;
    tp_str text = {0}, out = {0};
    tp_str_addf(&text,
                "struct s { int x; }; union u { int i; };\n"
                "typedef struct { int a; } named;\n%s;\n"
                "int main(void) { return 0; }\n",
                texts[i]);
    front_load(&c, text.at);
    for (tp_decl_id d = 1; c.p && d < c.p->decls.n; d++)
      if (strcmp(tp_names_text(c.p->names, c.p->decls.at[d].name), "v") == 0)
        CHECK(tp_type_declare(&c.p->types, c.p->names, c.p->decls.at[d].type,
                              "v", &out));
    bool is_top = strcmp(texts[i], "short *const v") == 0;
    CHECK_STR(tp_str_text(&out), is_top ? "short *v" : texts[i]);
    tp_str_free(&text);
    tp_str_free(&out);
    front_free(&c);
  }
}

/* Of parameters 0 and 1 of a function. */
static tp_size_use size_use(const front_case *c, const tp_uses *u,
                            const char *name) {
  const tp_func *f = &c->p->funcs.at[function(c, name)];
  return tp_uses_size(u, tp_use_of_decl(c->p, f->params.at[0]),
                      tp_use_of_decl(c->p, f->params.at[1]));
}

TEST(unit_sizes_are_seen_from_use) {
  front_case c;
  tp_uses u;
  front_load(
      &c, "void *memset(void *, int, unsigned long);\n"
          "struct dev { int a; }; void put(struct dev *, int);\n"
          "void counted(int *p, int n) { int i;\n"
          "  for (i = 0; i < n; i++) p[i] = 0; }\n"
          "int chosen(int *p, int i) { return p[i]; }\n"
          "void ended(int *p, int n) { int *e = p + n; (void)e; }\n"
          "void cleared(char *p, int n) { memset(p, 0, n); }\n"
          "void passed(int *q, int k) { counted(q, k); }\n"
          "void further(int *q, int k) { passed(q, k); }\n"
          "void device(struct dev *d, int reg) { put(d, reg); }\n"
          "int apart(int *p, int n) { return n > 5 ? p[0] : p[1]; }\n"
          "void walked(char *p, int n) { while (n--) *p++ = 0; }\n"
          "void filled(int *p, int n) { p[n++] = 0; }\n"
          "void scaled(int *p, int n) { memset(p, 0, n * sizeof *p); }\n"
          "int hashed(int *p, int n) { int i = 9 % n; return p[i]; }\n"
          "int masked(int *p, int n) { return p[9 & (n - 1)]; }\n"
          "int until(int *p, int n) { int i = 0, s = 0;\n"
          "  while (i != n) s += p[i++]; return s; }\n"
          "int head(int *p, int h) { return p[h]; }\n"
          "int tail(int *p, int h) { int t = 3; return t == h ? 0 : p[t]; }\n"
          "int ring(int *q, int k) { return head(q, k) + tail(q, k); }\n"
          "int looks(int *p, int i, int n) { return i <= n ? p[i] : 0; }\n"
          "void local(void *p, int n) { char *q = p; memset(q, 0, n); }\n"
          "int main(void) { return 0; }\n");
  CHECK(c.p != NULL);
  tp_uses_find(&u, c.p);
  CHECK_EQ(size_use(&c, &u, "counted"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "chosen"), TP_SIZE_INDEX);
  CHECK_EQ(size_use(&c, &u, "ended"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "cleared"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "passed"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "further"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "device"), TP_SIZE_NONE);
  CHECK_EQ(size_use(&c, &u, "apart"), TP_SIZE_NONE);
  CHECK_EQ(size_use(&c, &u, "walked"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "filled"), TP_SIZE_INDEX);
  CHECK_EQ(size_use(&c, &u, "scaled"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "local"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "hashed"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "masked"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "until"), TP_SIZE_COUNT);
  CHECK_EQ(size_use(&c, &u, "looks"), TP_SIZE_INDEX);
  const tp_func *looks = &c.p->funcs.at[function(&c, "looks")];
  tp_use_place p = tp_use_of_decl(c.p, looks->params.at[0]);
  tp_use_place at = tp_use_of_decl(c.p, looks->params.at[1]);
  CHECK(tp_uses_checks(&u, function(&c, "looks"), p, at));
  CHECK(!tp_uses_checks(&u, function(&c, "chosen"), p, at));
  tp_uses_free(&u);
  front_free(&c);
}

static tp_use_place param(const front_case *c, const char *name, uint32_t i) {
  return tp_use_of_decl(c->p, c->p->funcs.at[function(c, name)].params.at[i]);
}

static tp_type_id behind_param(const front_case *c, const char *name,
                               uint32_t i) {
  const tp_decl *d =
      &c->p->decls.at[c->p->funcs.at[function(c, name)].params.at[i]];
  tp_type_id to = tp_type_get(&c->p->types, d->type)->base;
  return tp_type_get(&c->p->types, to)->unqualified;
}

TEST(unit_products_blocks_and_circles) {
  front_case c;
  tp_uses u;
  front_load(&c, "void free(void *);\n"
                 "struct ring { struct ring *next; };\n"
                 "struct item { struct item *next; };\n"
                 "struct list { struct item *first, *last, *other; };\n"
                 "int at(int *p, int rows, int columns, int r, int k) {\n"
                 "  return r < rows ? p[r * columns + k] : 0; }\n"
                 "void drop(void *p) { free(p); }\n"
                 "void drop_item(struct item *i) { drop(i); }\n"
                 "void begin(struct ring *r) { r->next = r; }\n"
                 "void put(struct list *l, struct item *i) {\n"
                 "  l->first = i; l->last = i; l->other = 0; }\n"
                 "int main(void) { return 0; }\n");
  CHECK(c.p != NULL);
  tp_uses_find(&u, c.p);
  CHECK(tp_uses_are_factors(&u, param(&c, "at", 0), param(&c, "at", 1),
                            param(&c, "at", 2)));
  CHECK(!tp_uses_are_factors(&u, param(&c, "at", 0), param(&c, "at", 1),
                             param(&c, "at", 4)));
  tp_type_id item = behind_param(&c, "put", 1);
  tp_type_id ring = behind_param(&c, "begin", 0);
  CHECK(tp_uses_frees(&u, param(&c, "drop", 0), TP_TYPE_UCHAR));
  CHECK(tp_uses_frees(&u, 0, item) && !tp_uses_frees(&u, 0, ring));
  CHECK(tp_map_get(&u.closed, ring) && !tp_map_get(&u.closed, item));
  tp_type_id list = behind_param(&c, "put", 0);
  uint32_t first = tp_type_get(&c.p->types, list)->first;
  CHECK(tp_uses_share(&u, tp_use_of_field(first), tp_use_of_field(first + 1)));
  CHECK(!tp_uses_share(&u, tp_use_of_field(first), tp_use_of_field(first + 2)));
  tp_uses_free(&u);
  front_free(&c);
}

/* Parameter 0 of a function: 'y': it is taken never to be NULL. */
static char trusts(const front_case *c, const tp_uses *u, const char *name) {
  return tp_nulls_is_trusted(&u->nulls, param(c, name, 0)) ? 'y' : 'n';
}

TEST(unit_nulls) {
  front_case c;
  tp_uses u;
  front_load(&c, "void *find(int); unsigned long strlen(const char *);\n"
                 "int uses(int *p) { return *p; }\n"
                 "int steps(char *p) { while (*p++) ; return 0; }\n"
                 "int asks(int *p) { return p ? *p : 0; }\n"
                 "int late(int *p) { int *q = p; int n = *p; "
                 "if (!q) n = 0; return n; }\n"
                 "int hands_on(int *p) { return asks(p) + *p; }\n"
                 "int only_size(int *p) { return sizeof(p ? *p : 0); }\n"
                 "int compares(int *p, int *q) { return p == q ? *p : 0; }\n"
                 "int given_0(int *p) { return *p; }\n"
                 "int given_found(int *p) { return *p; }\n"
                 "int given_own(int *p) { return *p; }\n"
                 "int *pick(int *p, int k) { return k ? p : 0; }\n"
                 "int given_picked(int *p) { return *p; }\n"
                 "int unused(int *p) { return 0; }\n"
                 "int later(int *p) { int n = *p; p = find(n); return n; }\n"
                 "int calls(int x, int *y) { return given_0(x ? &x : 0) + "
                 "given_found(find(x)) + given_own(&x) + uses(y) + "
                 "given_picked(pick(y, x)); }\n"
                 "int main(void) { return 0; }\n");
  CHECK(c.p != NULL);
  tp_uses_find(&u, c.p);
  static const char *const names[] = {
      "uses",     "steps",       "asks",      "late",         "hands_on",
      "given_0",  "given_found", "given_own", "given_picked", "unused",
      "compares", "only_size",   "later"};
  char text[16] = "";
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    text[i] = trusts(&c, &u, names[i]);
  CHECK_STR(text, "yynnnnnynnyny");
  tp_uses_free(&u);
  front_free(&c);
}

/* "s1 s2": members and values of the tag, the first of each record. */
TEST(unit_tags) {
  front_case c;
  tp_uses u;
  tp_str text = {0};
  front_load(&c, "struct v { int tag; union { int i; char *s; } u; };\n"
                 "int f(struct v *v) {\n"
                 "  switch (v->tag) {\n"
                 "  case 1: case 2: return v->u.i;\n"
                 "  case 3: if (v->u.i) break; /* falls through */\n"
                 "  case 4: return *v->u.s;\n"
                 "  default: return v->u.i; } }\n"
                 "int g(struct v *v) { if (v->tag != 5) return 0;\n"
                 "  return *v->u.s; }\n"
                 "int h(struct v *v) { return v->tag == 6 && v->u.i == 1; }\n"
                 "int k(struct v *v) { if (v->tag == 7) return 0;\n"
                 "  return *v->u.s; }\n"
                 "int main(void) { return 0; }\n");
  CHECK(c.p != NULL);
  tp_uses_find(&u, c.p);
  for (int64_t value = 0; value < 9; value++)
    for (uint32_t i = 0; i < u.tags.at.n; i++) {
      const tp_tag_use *use = &u.tags.at.at[i];
      tp_name member = c.p->types.fields.at[use->member].name;
      if (use->value == value)
        tp_str_addf(&text, "%s%d ", tp_names_text(c.p->names, member),
                    (int)value);
    }
  CHECK_STR(tp_str_text(&text), "i1 i2 s3 i3 s4 s5 i6 ");
  tp_str_free(&text);
  tp_uses_free(&u);
  front_free(&c);
}
