/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every call of instrumented text, seen in the trace it leaves. The programs
 * are instrumented by hand. */
#include "exec_fixture.h"

#define INPUT(site, var) \
  "__tp2ph_in(" #site "); " var \
  " = __VERIFIER_nondet_int(); __tp2ph_got(" #site ", &" var ", 4);\n"

/* A fixture with `sites` input sites and function 1 = main. */
static void open_with(fixture *f, unsigned sites) {
  fixture_open(f);
  for (unsigned i = 0; i < sites; i++)
    fixture_site(f);
  fixture_func(f, 0, 0);
}

static uint32_t value_expr(fixture *f, unsigned dst, unsigned decision,
                           unsigned leaves, unsigned size) {
  uint32_t e = fixture_expr(f, dst, decision);
  for (unsigned i = 0; i < leaves; i++)
    fixture_leaf(f, TP_LEAF_VALUE, size);
  return e;
}

static unsigned tag(const record *r, unsigned i) {
  return r->tags >> (2 * i) & 3;
}

TEST(exec_conditions_and_switches) {
  fixture f;
  record r;
  open_with(&f, 1);
  value_expr(&f, 0, 11, 1, 4); /* 1: a > 5 */
  value_expr(&f, 0, 12, 2, 4); /* 2: a > b */
  value_expr(&f, 0, 13, 1, 4); /* 3: switch (a) */
  if (!fixture_start(&f,
                     "int __VERIFIER_nondet_int(void);\n"
                     "int main(void) { int a, b = 7; __tp2ph_e0(1);\n"
                     "if (__tp2ph_c1(1, b > 5, &b)) b = 8;\n" INPUT(
                         1, "a") "if (__tp2ph_c0(10, b == 8)) b = 9;\n"
                                 "if (__tp2ph_c1(1, a > 5, &a)) b++;\n"
                                 "if (__tp2ph_c2(2, a > b, &a, &b)) b++;\n"
                                 "__tp2ph_w0(14, -3); __tp2ph_w1(3, a, &a);\n"
                                 "return a; }\n"))
    return;
  const uint64_t six = 6;
  fixture_go_values(&f, &six, 1);
  CHECK_EQ(f.run.code, 6);
  CHECK(fixture_record(&f, TP_R_ENTER, 0, &r));
  CHECK_EQ(r.id, 1);
  CHECK_EQ(r.word[0], 0);
  CHECK(fixture_record(&f, TP_R_INPUT, 0, &r));
  CHECK_EQ(r.id, 1);
  CHECK_EQ(r.word[1], 6);
  CHECK_EQ(r.word[2], TP_W_I32);
  CHECK_EQ(fixture_count(&f, TP_R_BRANCH), 6);
  CHECK(fixture_record(&f, TP_R_BRANCH, 0, &r)); /* nothing symbolic yet */
  CHECK_EQ(r.id, 11);
  CHECK_EQ(r.flags, TP_RF_VALUE);
  CHECK(fixture_record(&f, TP_R_BRANCH, 2, &r));
  CHECK_EQ(r.flags, TP_RF_VALUE | TP_RF_SYMBOLIC);
  CHECK_EQ(r.word[0], 1);
  CHECK_EQ(tag(&r, 0), TP_TAG_SYMBOL);
  CHECK_EQ(r.leaf[0], 1);
  CHECK(fixture_record(&f, TP_R_BRANCH, 3, &r)); /* 6 > 10 */
  CHECK_EQ(r.flags, TP_RF_SYMBOLIC);
  CHECK_EQ(tag(&r, 1), TP_TAG_CONCRETE);
  CHECK_EQ(r.leaf[1], 10);
  CHECK(fixture_record(&f, TP_R_BRANCH, 4, &r));
  CHECK_EQ(r.flags, TP_RF_SWITCH);
  CHECK_EQ(r.word[0], -3);
  CHECK(fixture_record(&f, TP_R_BRANCH, 5, &r));
  CHECK_EQ(r.flags, TP_RF_SWITCH | TP_RF_SYMBOLIC);
  CHECK_EQ(r.id, 13);
  CHECK_EQ(r.word[0], 6);
  CHECK_EQ(r.word[1], 3);
  fixture_close(&f);
}

TEST(exec_stores) {
  fixture f;
  record r;
  open_with(&f, 1);
  value_expr(&f, 4, 0, 1, 4); /* 1: b = a + 1 */
  value_expr(&f, 4, 0, 1, 4); /* 2: a += 1 */
  value_expr(&f, 0, 5, 1, 4); /* 3: condition on an int */
  value_expr(&f, 0, 6, 1, 1); /* 4: condition on a char */
  if (!fixture_start(
          &f, "int __VERIFIER_nondet_int(void);\n"
              "struct s { int v; char c; } s, t;\n"
              "int main(void) { int a, b; char *p; __tp2ph_e0(1);\n" INPUT(
                  1, "a") "b = a + 1; __tp2ph_a1(1, &b, &a);\n"
                          "__tp2ph_l1(2, &a); a += 1; __tp2ph_st(2, &a);\n"
                          "s.v = b; __tp2ph_cp(&s.v, &b, 4); t = s; "
                          "__tp2ph_cp(&t, &s, 8);\n"
                          "__tp2ph_c1(3, t.v > 0, &t.v);\n" /* symbol 2 */
                          "__tp2ph_c1(3, a > 0, &a);\n"     /* symbol 3 */
                          "p = (char *)&a; __tp2ph_c1(4, p[1] > 0, p + 1);\n"
                          "p[1] = 0; __tp2ph_clr(p + 1, 1);\n"
                          "__tp2ph_c1(3, a > 0, &a);\n"
                          "b = 5; __tp2ph_a0(1, &b); __tp2ph_c1(3, b, &b);\n"
                          "t.v = 77;\n" /* unseen: stale */
                          "__tp2ph_c1(3, t.v, &t.v);\n"
                          "__tp2ph_c1(3, t.v, &t.v);\n"
                          "__tp2ph_cz(9, 4, &a, 4); __tp2ph_cz(9, 4, &b, 4);\n"
                          "return 0; }\n"))
    return;
  const uint64_t value = 0x10203;
  fixture_go_values(&f, &value, 1);
  CHECK_EQ(fixture_count(&f, TP_R_DEFINE), 2);
  CHECK(fixture_record(&f, TP_R_DEFINE, 0, &r));
  CHECK_EQ(r.id, 1);
  CHECK_EQ(r.word[0], value + 1);
  CHECK_EQ(r.leaf[0], 1);
  CHECK(fixture_record(&f, TP_R_DEFINE, 1, &r));
  CHECK_EQ(r.id, 2);
  CHECK_EQ(r.leaf[0], 1); /* the old value */
  CHECK(fixture_record(&f, TP_R_BRANCH, 0, &r) && r.leaf[0] == 2);
  CHECK(fixture_record(&f, TP_R_BRANCH, 1, &r) && r.leaf[0] == 3);
  CHECK(fixture_record(&f, TP_R_BRANCH, 2, &r));
  CHECK_EQ(tag(&r, 0), TP_TAG_BYTES);
  CHECK_EQ(r.leaf[0], 3 << 3 | 1);
  CHECK(fixture_record(&f, TP_R_BRANCH, 3, &r)); /* one byte is plain */
  CHECK_EQ(tag(&r, 0), TP_TAG_BYTES);
  CHECK_EQ(r.leaf[0] & 0xffffffff, 3 << 3);
  CHECK_EQ(r.leaf[0] >> 32, 0x80000000u);
  CHECK_EQ(r.leaf[1], (uint64_t)(3 << 3 | 3) << 32 | (3 << 3 | 2));
  for (uint32_t i = 4; i < 7; i++)
    CHECK(fixture_record(&f, TP_R_BRANCH, i, &r) &&
          !(r.flags & TP_RF_SYMBOLIC));
  CHECK_EQ(fixture_count(&f, TP_R_CONCRETISED), 2);
  CHECK(fixture_record(&f, TP_R_CONCRETISED, 0, &r));
  CHECK_EQ(r.flags, TP_WHY_STALE);
  CHECK_EQ(r.id, 3);
  CHECK(fixture_record(&f, TP_R_CONCRETISED, 1, &r));
  CHECK_EQ(r.flags, TP_WHY_ADDRESS);
  CHECK_EQ(r.id, 9);
  fixture_close(&f);
}

static void table_leaf(fixture *f, uint32_t mask, uint32_t count) {
  fixture_leaf(f, TP_LEAF_TABLE, 4);
  tp_wire_leaf *leaf = &VEC_LAST(&f->plan.wire_leaves);
  leaf->index_mask = mask;
  leaf->n_dims = 1;
  leaf->dim[0] = (tp_wire_dim){count, 4};
}

TEST(exec_tables) {
  fixture f;
  record r;
  open_with(&f, 1);
  value_expr(&f, 0, 1, 1, 4); /* 1: if (t[i]) */
  table_leaf(&f, 1, 3);
  value_expr(&f, 0, 1, 1, 4); /* 2: if (big[i]) */
  table_leaf(&f, 1, 5000);
  value_expr(&f, 4, 0, 2, 4); /* 3: t[i] = v: value, index, table */
  table_leaf(&f, 2, 3);
  if (!fixture_start(
          &f,
          "int __VERIFIER_nondet_int(void);\n"
          "static int t[3] = {5, 6, 7}, big[5000];\n"
          "int main(void) { int i, v = 9; __tp2ph_e0(1);\n" INPUT(
              1, "i") "__tp2ph_c3(1, t[i], &i, &t[i], t);\n"
                      "__tp2ph_c3(2, big[i], &i, &big[i], big);\n"
                      "{ const void *pp[4]; pp[0] = &v; pp[1] = &i; pp[2] = "
                      "&t[i]; pp[3] = t;\n"
                      "__tp2ph_ln(3, pp); t[i] = v; __tp2ph_ts(3, &t[i], t); "
                      "}\n"
                      "__tp2ph_c3(1, t[2], &v, &t[2], t);\n"
                      "__tp2ph_c3(1, t[i], &i, &t[i], t);\n"
                      "return t[i]; }\n"))
    return;
  const uint64_t one = 1;
  fixture_go_values(&f, &one, 1);
  CHECK_EQ(f.run.code, 9);
  CHECK(fixture_record(&f, TP_R_BRANCH, 0, &r));
  CHECK_EQ(tag(&r, 1), TP_TAG_TABLE);
  CHECK_EQ(r.leaf[1], 3);
  CHECK_EQ(r.leaf[3], 5);
  CHECK_EQ(r.leaf[7], 7);
  CHECK(fixture_record(&f, TP_R_BRANCH, 1, &r));
  CHECK_EQ(tag(&r, 1), TP_TAG_CONCRETE);
  CHECK(fixture_record(&f, TP_R_CONCRETISED, 0, &r));
  CHECK_EQ(r.flags, TP_WHY_TABLE_SIZE);
  CHECK(fixture_record(&f, TP_R_TABLE_STORE, 0, &r));
  CHECK_EQ(r.id, 3);
  CHECK_EQ(r.word[0], 3);
  CHECK_EQ(tag(&r, 0), TP_TAG_CONCRETE);
  CHECK_EQ(tag(&r, 1), TP_TAG_SYMBOL);
  CHECK_EQ(tag(&r, 2), TP_TAG_TABLE);
  CHECK_EQ(r.leaf[0], 9);
  CHECK_EQ(r.leaf[6], 6); /* the old element */
  CHECK(fixture_record(&f, TP_R_BRANCH, 2, &r));
  CHECK_EQ(tag(&r, 1), TP_TAG_SYMBOL); /* t[2]: symbols 2, 3, 4 */
  CHECK_EQ(r.leaf[1], 4);
  CHECK(fixture_record(&f, TP_R_BRANCH, 3, &r));
  CHECK_EQ(tag(&r, 1), TP_TAG_TABLE);
  CHECK_EQ(r.leaf[2], TP_TAG_SYMBOL);
  CHECK_EQ(r.leaf[3], 2);
  fixture_close(&f);
}

/* f(x) directly, through qsort as a callback, through a pointer, inlined, and
 * by recursion inside its own arguments. */
TEST(exec_calls) {
  fixture f;
  record r;
  open_with(&f, 4);
  fixture_func(&f, 1, 4);     /* 2: f */
  fixture_func(&f, 2, 8);     /* 3: cmp */
  fixture_func(&f, 1, 4);     /* 4: inlined */
  value_expr(&f, 0, 1, 1, 4); /* 1: condition on an int */
  value_expr(&f, 4, 0, 1, 4); /* 2: assignment */
  if (!fixture_start(
          &f,
          "int __VERIFIER_nondet_int(void);\n"
          "void qsort(void *, unsigned long, unsigned long, int (*)(const void "
          "*, const void *));\n"
          "static int f(int v) { int t; __tp2ph_e1(2, &v); __tp2ph_c1(1, v, "
          "&v);\n"
          "  t = v + 1; __tp2ph_a1(2, &t, &v); __tp2ph_ret(&t, 4); return t; "
          "}\n"
          "static int cmp(const void *p, const void *q) { __tp2ph_e2(3, &p, "
          "&q); __tp2ph_c1(1, *(int *)p, p); f(*(int *)q); return 0; }\n"
          "static inline __attribute__((always_inline)) int in(int v) { int "
          "t; __tp2ph_e1(4, &v); __tp2ph_c1(1, v, &v); t = v; "
          "__tp2ph_cp(&t, &v, 4); __tp2ph_ret(&t, 4); return t; }\n"
          "int main(void) { int a, t, u, z[2] = {3, 4}; int (*g)(int) = f; "
          "__tp2ph_e0(1);\n" INPUT(
              1,
              "a") "t = a; __tp2ph_cp(&t, &a, 4);\n"
                   /* f(f(t)), announced before its arguments */
                   "__tp2ph_k1(2, &u); u = (__tp2ph_k1(3, &t), f(t)); "
                   "__tp2ph_got(3, &u, 4); u = f(u); __tp2ph_got(2, &u, 4);\n"
                   "__tp2ph_c1(1, u, &u);\n"
                   /* a pending call must not feed a callback */
                   "__tp2ph_k1(4, &t); qsort(z, 2, 4, cmp);\n"
                   "t = a; __tp2ph_cp(&t, &a, 4);\n"
                   "__tp2ph_k1(2, &t); u = g(t); __tp2ph_got(2, &u, 4);\n"
                   "__tp2ph_k1(3, &t); u = in(t); __tp2ph_got(3, &u, 4);\n"
                   "__tp2ph_c1(1, u, &u);\n"
                   "return 0; }\n"))
    return;
  const uint64_t five = 5;
  fixture_go_values(&f, &five, 1);
  static const struct {
    uint32_t func, site;
  } enters[] = {{1, 0}, {2, 3}, {2, 2}, {3, 0}, {2, 0}, {2, 2}, {4, 3}};
  CHECK_EQ(fixture_count(&f, TP_R_ENTER), 7);
  for (uint32_t i = 0; i < 7; i++) {
    CHECK(fixture_record(&f, TP_R_ENTER, i, &r));
    CHECK_EQ(r.id, enters[i].func);
    CHECK_EQ(r.word[0], enters[i].site);
  }
  /* f(t), f(f(t)), u; callback: *p and *q plain; g(t); in(t), u. Symbols: the
   * input, t in f, t in f, t in g. */
  static const uint64_t symbols[] = {1, 2, 3, 0, 0, 1, 1, 1};
  CHECK_EQ(fixture_count(&f, TP_R_BRANCH), 8);
  for (uint32_t i = 0; i < 8; i++) {
    CHECK(fixture_record(&f, TP_R_BRANCH, i, &r));
    CHECK_EQ(r.flags & TP_RF_SYMBOLIC ? r.leaf[0] : 0, symbols[i]);
  }
  fixture_close(&f);
}

/* The same read has the same key on every path; other contexts other keys. */
TEST(exec_contexts_of_inputs) {
  fixture f;
  record r;
  uint64_t keys[6];
  open_with(&f, 3);
  fixture_func(&f, 1, 4); /* 2: get */
  if (!fixture_start(
          &f,
          "int __VERIFIER_nondet_int(void);\n"
          "struct jb { long pad[64]; }; int _setjmp(struct jb *); void "
          "longjmp(struct jb *, int); static struct jb env;\n"
          "static int get(int jump) { int t; __tp2ph_e1(2, &jump); if (jump) "
          "longjmp(&env, 1);\n" INPUT(
              1, "t") "__tp2ph_ret(&t, 4); return t; }\n"
                      "int main(void) { int i, n = 0; __tp2ph_e0(1);\n"
                      "n += (__tp2ph_k1(2, &n), get(0));\n"
                      "for (i = 0; i < 2; i++) n += (__tp2ph_k1(3, &i), "
                      "get(0));\n"
                      "if (_setjmp(&env) == 0) (__tp2ph_k1(3, &i), get(1));\n"
                      "n += (__tp2ph_k1(2, &n), get(0));\n"
                      "n += __VERIFIER_nondet_int();\n"
                      "n += __VERIFIER_nondet_int();\n"
                      "return n; }\n"))
    return;
  fixture_go(&f, NULL, 0, 0);
  CHECK_EQ(fixture_count(&f, TP_R_INPUT), 6);
  static const uint32_t occurrences[] = {0, 0, 1, 1, 0, 1};
  static const uint32_t sites[] = {1, 1, 1, 1, 0, 0};
  for (uint32_t i = 0; i < 6; i++) {
    CHECK(fixture_record(&f, TP_R_INPUT, i, &r));
    CHECK_EQ(r.id, sites[i]);
    CHECK_EQ(r.word[2] >> 32, occurrences[i]);
    keys[i] = r.word[0];
    for (uint32_t k = 0; k < i; k++)
      CHECK(keys[k] != keys[i]);
  }
  const tp_wire_input inputs[] = {{keys[5], 40}, {keys[1], 2}};
  fixture_go(&f, inputs, 2, 0);
  CHECK_EQ(f.run.code, 42);
  fixture_close(&f);
}

TEST(exec_input_functions) {
  fixture f;
  record r;
  fixture_open(&f);
  fixture_site(&f); /* 1: an array of struct { char c; int v; } */
  fixture_part(&f, 0, TP_W_I8);
  fixture_part(&f, 4, TP_W_I32);
  f.plan.sites.at[1].object_size = 8;
  fixture_site(&f);
  fixture_func(&f, 0, 0);
  value_expr(&f, 0, 1, 1, 4);
  if (!fixture_start(
          &f,
          "void klee_make_symbolic(void *, unsigned long, const char *);\n"
          "void __CrestInt(int *); double tp2ph_input_double(const char *);\n"
          "unsigned char tp2ph_input_uchar(const char *);\n"
          "_Bool __VERIFIER_nondet_bool(void); int klee_range(int, int, const "
          "char *);\n"
          "short __VERIFIER_nondet_short(void) { return 12; }\n" /* its own */
          "struct p { char c; int v; };\n"
          "int main(void) { struct p p[2]; int i; double d; unsigned char u; "
          "__tp2ph_e0(1);\n"
          "__tp2ph_in(1); klee_make_symbolic(p, sizeof p, \"p\");\n"
          "__tp2ph_c1(1, p[1].v, &p[1].v);\n"
          "__tp2ph_obj(1, p, sizeof p);\n"
          "__tp2ph_in(2); __CrestInt(&i); __tp2ph_c1(1, i, &i);\n"
          "d = tp2ph_input_double(\"d\"); u = tp2ph_input_uchar(\"u\");\n"
          "u += __VERIFIER_nondet_bool(); i = klee_range(3, 9, \"i\");\n"
          "return i + u + (d != 0) + __VERIFIER_nondet_short(); }\n"))
    return;
  fixture_go(&f, NULL, 0, 0);
  CHECK_EQ(f.run.code, 15);
  static const unsigned types[] = {
      TP_W_I8,  TP_W_I32, TP_W_I8,  TP_W_I32, TP_W_I8,   TP_W_I32, TP_W_I8,
      TP_W_I32, TP_W_I32, TP_W_F64, TP_W_U8,  TP_W_BOOL, TP_W_I32};
  CHECK_EQ(fixture_count(&f, TP_R_INPUT), 13);
  for (uint32_t i = 0; i < 13; i++) {
    CHECK(fixture_record(&f, TP_R_INPUT, i, &r));
    CHECK_EQ(r.word[2] & 0xffffffff, types[i]);
    CHECK_EQ(r.n, i < 8 ? i % 4 : 0);
    CHECK_EQ(r.word[2] >> 32, i >= 4 && i < 8 ? 1 : i >= 9 ? i - 9 : 0);
  }
  CHECK(fixture_record(&f, TP_R_BRANCH, 0, &r) && r.leaf[0] == 4);
  CHECK(fixture_record(&f, TP_R_BRANCH, 1, &r) && r.leaf[0] == 9);
  for (uint64_t seed = 1; seed < 50; seed++) {
    fixture_go(&f, NULL, 0, seed);
    CHECK(fixture_record(&f, TP_R_INPUT, 11, &r) && r.word[1] <= 1);
  }
  fixture_close(&f);
}

TEST(exec_library) {
  fixture f;
  record r;
  open_with(&f, 4);
  value_expr(&f, 0, 1, 1, 4);
  value_expr(&f, 0, 2, 1, 8);
  value_expr(&f, 0, 3, 1, 1);
  if (!fixture_start(
          &f,
          "void klee_make_symbolic(void *, unsigned long, const char *);\n"
          "void *malloc(unsigned long); void free(void *); void "
          "*calloc(unsigned long, unsigned long);\n"
          "int main(void) { char s[8], t[8], *h; int c; unsigned long n; "
          "__tp2ph_e0(1);\n"
          "__tp2ph_in(1); klee_make_symbolic(s, 7, \"s\"); s[7] = 0; "
          "__tp2ph_clr(s + 7, 1);\n"
          "c = __tp2ph_strcmp(s, \"foo\"); __tp2ph_got(2, &c, 4); "
          "__tp2ph_c1(1, c, &c);\n"
          "n = __tp2ph_strlen(s); __tp2ph_got(2, &n, 8); __tp2ph_c1(2, n != "
          "0, &n);\n"
          "__tp2ph_memset(t, 0, 8); __tp2ph_memcpy(t, s + 1, 3);\n"
          "__tp2ph_c1(3, t[2], t + 2); __tp2ph_memmove(t + 1, t, 3); "
          "__tp2ph_c1(3, t[3], t + 3);\n"
          "c = __tp2ph_memcmp(t, \"\\0\\0\\0\", 3); __tp2ph_got(2, &c, 4); "
          "__tp2ph_c1(1, c, &c);\n"
          "c = __tp2ph_strcmp(\"a\", \"b\"); __tp2ph_got(2, &c, 4); "
          "__tp2ph_c1(1, c, &c);\n"
          "h = malloc(100); __tp2ph_memcpy(h + 40, s, 7); __tp2ph_c1(3, "
          "h[40], h + 40); free(h);\n"
          "h = calloc(100, 1); __tp2ph_c1(3, h[40], h + 40);\n"
          "__tp2ph_strcpy(t, s); __tp2ph_c1(3, t[0], t);\n"
          "return 0; }\n"))
    return;
  fixture_go(&f, NULL, 0, 0);
  CHECK_EQ(fixture_count(&f, TP_R_INPUT), 7);
  CHECK_EQ(fixture_count(&f, TP_R_LIBRARY), 3);
  CHECK(fixture_record(&f, TP_R_LIBRARY, 0, &r));
  CHECK_EQ(r.id, TP_LIB_STRCMP);
  CHECK_EQ(r.n, 4);
  CHECK_EQ(r.flags, 0); /* "foo" ends within the four bytes */
  CHECK_EQ((int32_t)r.word[0], -'f');
  CHECK_EQ(r.word[1], (uint64_t)(2 << 3) << 32 | 1 << 3);
  CHECK_EQ(r.word[3] & 0xffffffff, 0x80000000u | 'f');
  CHECK(fixture_record(&f, TP_R_BRANCH, 0, &r) && r.leaf[0] == 8);
  CHECK(fixture_record(&f, TP_R_LIBRARY, 1, &r));
  CHECK_EQ(r.id, TP_LIB_STRLEN);
  CHECK_EQ(r.n, 8);
  CHECK_EQ(r.flags, 0);
  CHECK(fixture_record(&f, TP_R_BRANCH, 1, &r) && r.leaf[0] == 9);
  CHECK(fixture_record(&f, TP_R_BRANCH, 2, &r) && r.leaf[0] == 4);
  CHECK(fixture_record(&f, TP_R_BRANCH, 3, &r) && r.leaf[0] == 4);
  CHECK(fixture_record(&f, TP_R_LIBRARY, 2, &r));
  CHECK_EQ(r.id, TP_LIB_MEMCMP);
  CHECK_EQ(r.n, 3);
  CHECK(fixture_record(&f, TP_R_BRANCH, 4, &r) && r.leaf[0] == 10);
  CHECK(fixture_record(&f, TP_R_BRANCH, 5, &r) && !(r.flags & TP_RF_SYMBOLIC));
  CHECK(fixture_record(&f, TP_R_BRANCH, 6, &r) && r.leaf[0] == 1);
  CHECK(fixture_record(&f, TP_R_BRANCH, 7, &r) && !(r.flags & TP_RF_SYMBOLIC));
  CHECK(fixture_record(&f, TP_R_BRANCH, 8, &r) && r.leaf[0] == 1);
  fixture_close(&f);
}

/* A handler that interrupts the runtime, and one that leaves by longjmp; a
 * second thread. */
TEST(exec_signals_and_threads) {
  fixture f;
  record r;
  open_with(&f, 1);
  value_expr(&f, 4, 0, 1, 4);
  value_expr(&f, 0, 1, 1, 4);
  if (!fixture_start(
          &f,
          "int __VERIFIER_nondet_int(void); int usleep(unsigned);\n"
          "struct jb { long pad[64]; }; int __sigsetjmp(struct jb *, int); "
          "void siglongjmp(struct jb *, int); static struct jb env;\n"
          "void (*signal(int, void (*)(int)))(int);\n"
          "unsigned ualarm(unsigned, unsigned);\n"
          "int pthread_create(unsigned long *, void *, void *(*)(void *), void "
          "*); int pthread_join(unsigned long, void **);\n"
          "static volatile int hits;\n"
          "static void on(int s) { (void)s; __tp2ph_c0(7, 1); hits++; }\n"
          "static void out(int s) { (void)s; siglongjmp(&env, 1); }\n"
          "static void *other(void *p) { int i; for (i = 0; i < 1000; i++) "
          "__tp2ph_c0(8, 1); return p; }\n"
          "int main(void) { int a, b; unsigned long t; __tp2ph_e0(1);\n" INPUT(
              1, "a") "signal(14, on); ualarm(200, 200);\n"
                      "while (hits < 50) { b = a; __tp2ph_a1(1, &b, &a); "
                      "__tp2ph_c1(2, b, &b); }\n"
                      "ualarm(0, 0); hits = 0; signal(14, out);\n"
                      "if (__sigsetjmp(&env, 1) == 0 || hits < 20) { hits++; "
                      "ualarm(300, 0); for (;;) { b = a; __tp2ph_a1(1, &b, "
                      "&a); } }\n"
                      "pthread_create(&t, 0, other, 0); pthread_join(t, 0);\n"
                      "__tp2ph_c0(9, 1); return 3; }\n"))
    return;
  fixture_go(&f, NULL, 0, 0);
  CHECK_EQ(f.run.end, TP_END_EXIT);
  CHECK_EQ(f.run.code, 3);
  /* What the thread did comes last, once; before it perhaps a handler's. */
  uint32_t n = fixture_count(&f, TP_R_BRANCH);
  CHECK(fixture_record(&f, TP_R_BRANCH, --n, &r) && r.id == 8 &&
        r.flags == (TP_RF_ASIDE | TP_RF_VALUE));
  CHECK(fixture_record(&f, TP_R_BRANCH, --n, &r));
  if (r.flags & TP_RF_ASIDE)
    CHECK(r.id == 7 && fixture_record(&f, TP_R_BRANCH, --n, &r));
  CHECK(r.id == 9 && !(r.flags & TP_RF_ASIDE));
  fixture_close(&f);
}
