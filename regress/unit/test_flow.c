/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taint, what expressions do and unreached branches of small programs. */
#include "check.h"

#include "flow/flow.h"
#include "front_load.h"

/* The declaration of a variable by its name. */
static tp_decl_id decl(const tp_program *p, const char *name) {
  for (tp_decl_id d = 1; d < p->decls.n; d++)
    if (strcmp(tp_names_text(p->names, p->decls.at[d].name), name) == 0)
      return p->decls.at[d].same ? p->decls.at[d].same : d;
  return 0;
}

/* Whether the variables named in `yes` are tainted and those in `no` are not;
 * one letter each. */
static void check_tainted(const char *text, const char *yes, const char *no,
                          bool memory) {
  front_case c;
  tp_taint t;
  front_load(&c, text);
  CHECK(c.p != NULL);
  if (!c.p)
    return;
  tp_ir *ir = tp_ir_new(c.p, true);
  tp_flow_taint(&t, ir);
  tp_ir_free(ir);
  for (const char *v = yes; *v; v++) {
    char name[2] = {*v, 0};
    if (!tp_bits_has(&t.decls, decl(c.p, name)))
      fprintf(stderr, "%s should be tainted in: %s\n", name, text);
    CHECK(tp_bits_has(&t.decls, decl(c.p, name)));
  }
  for (const char *v = no; *v; v++) {
    char name[2] = {*v, 0};
    if (tp_bits_has(&t.decls, decl(c.p, name)))
      fprintf(stderr, "%s should not be tainted in: %s\n", name, text);
    CHECK(!tp_bits_has(&t.decls, decl(c.p, name)));
  }
  CHECK_EQ(t.memory, memory);
  tp_taint_free(&t);
  front_free(&c);
}

#define IN "int __VERIFIER_nondet_int(void);\n"

TEST(taint_follows_assignments_in_any_order) {
  check_tainted(IN "int main(void) { int a, b = 0, c = 0, d = 0, e;\n"
                   "for (;;) { d = c + 1; c = b; b = a; e = 7;\n"
                   "a = __VERIFIER_nondet_int(); } }",
                "abcd", "e", false);
  check_tainted(IN "int main(void) { int a = __VERIFIER_nondet_int(), b = 1;\n"
                   "int c = b; b += a; int d = 3, e = 4; d <<= 1; e++; }",
                "abc", "de", false);
}

TEST(taint_leaves_out_what_only_the_path_decides) {
  check_tainted(IN "int main(void) { int a = __VERIFIER_nondet_int();\n"
                   "int b = a ? 1 : 2, c = a && a > 3, d = a ? a : 0;\n"
                   "int e = a < 3, f = (a, 5); }",
                "ade", "bcf", false);
}

TEST(taint_follows_calls_and_returns) {
  check_tainted(IN "static int f(int p, int q) { return p; }\n"
                   "int main(void) { int a = f(__VERIFIER_nondet_int(), 1);\n"
                   "int b = 2; }",
                "pa", "qb", false);
  check_tainted(IN "static int f(int p) { return p; }\n"
                   "static int g(int q) { return 3; }\n"
                   "static int h(int r) { return r; }\n"
                   "int main(void) { int (*i)(int) = 0 ? f : g;\n"
                   "int a = i(__VERIFIER_nondet_int()); h(1); }",
                "pqa", "r", false);
}

TEST(taint_of_records_arrays_and_indices) {
  check_tainted(IN "struct s { int x, y; };\n"
                   "int main(void) { struct s a, b, c = {1, 2}; int d[3];\n"
                   "a.x = __VERIFIER_nondet_int(); b = a;\n"
                   "int e = c.x, f[4] = {0}, g; g = f[a.y];\n"
                   "int h[2]; h[a.x & 1] = 3; d[1] = e; }",
                "abgh", "cdef", false);
}

TEST(taint_of_memory_reaches_all_that_pointers_reach) {
  check_tainted(IN "int main(void) { int a = 0, b = 0, c = 0;\n"
                   "int *p = &a, *q = &b; *p = __VERIFIER_nondet_int();\n"
                   "int d = *q; int e = c; }",
                "abd", "cepq", true);
  check_tainted("void *memcpy(void *, const void *, unsigned long);\n" IN
                "int main(void) { int a = __VERIFIER_nondet_int(), b, c, d;\n"
                "memcpy(&b, &a, sizeof b); c = b; d = 1; }",
                "abc", "d", true);
}

TEST(taint_of_an_input_object_is_no_escape) {
  check_tainted("void klee_make_symbolic(void *, unsigned long, const char *);"
                "int main(void) { int a, b[4], c = 0, d; int *p = &c;\n"
                "klee_make_symbolic(&a, sizeof a, \"a\");\n"
                "klee_make_symbolic(b, sizeof b, \"b\"); d = b[1] + *p; }",
                "abd", "cp", false);
}

TEST(taint_of_what_is_printed_stays_where_it_is) {
  check_tainted("int printf(const char *, ...);\n" IN
                "int main(void) { int a = __VERIFIER_nondet_int(), b = 0;\n"
                "int *p = &b; printf(\"%d\", a); int c = *p; }",
                "a", "bc", false);
}

TEST(taint_of_nodes_is_asked_for_expressions) {
  front_case c;
  tp_taint t;
  front_load(&c, IN "int main(void) { int a = __VERIFIER_nondet_int(), b = 1;\n"
                    "if (a * 2 > b) b = 2; if (b == 1) b = 3; return 0; }");
  tp_ir *ir = tp_ir_new(c.p, true);
  tp_flow_taint(&t, ir);
  tp_ir_free(ir);
  CHECK(tp_taint_node(&t, c.p->decisions.at[1].node));
  CHECK(!tp_taint_node(&t, c.p->decisions.at[2].node));
  tp_taint_free(&t);
  front_free(&c);
}

/* Conditions of main, in order: which are pure, which have decisions inside. */
TEST(effects_of_conditions) {
  static const struct {
    const char *text;
    bool is_pure, has_decisions;
  } cases[] = {{"a + b[2] * -a > 3", true, false},
               {"(a ? b[1] : 3) == 2", true, true},
               {"a++ > 2", false, false},
               {"(a = 3) == 2", false, false},
               {"f(a) > 1", false, false},
               {"({ a; }) > 1", true, false},
               {"v > 1", false, false},
               {"f(a && b[0]) > 1", false, true}};
  tp_str text = {0};
  tp_str_add(&text, "int a, b[3], f(int); volatile int v;\nint main(void) {\n");
  enum { N = sizeof cases / sizeof cases[0] };
  for (uint32_t i = 0; i < N; i++)
    tp_str_addf(&text, "if (%s) a = 0;\n", cases[i].text);
  tp_str_add(&text, "}\n");
  front_case c;
  front_load(&c, tp_str_text(&text));
  tp_ir *ir = tp_ir_new(c.p, true);
  uint32_t i = 0;
  for (tp_decision_id d = 1; d < c.p->decisions.n; d++) {
    if (c.p->decisions.at[d].construct != TP_C_IF)
      continue;
    tp_node_id n = c.p->decisions.at[d].node;
    CHECK_EQ(!tp_ir_any_acts(ir, ir->spans.at[n]), cases[i].is_pure);
    CHECK_EQ(tp_ir_any_turns(ir, ir->spans.at[n]), cases[i].has_decisions);
    i++;
  }
  CHECK_EQ(i, N);
  tp_ir_free(ir);
  front_free(&c);
  tp_str_free(&text);
}

/* n times `one`, with the number in it. */
static void repeat(tp_str *out, const char *one, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    tp_str_addf(out, one, i);
}

static void check_size(const tp_str *text, uint32_t least, uint32_t most) {
  front_case c;
  tp_graph *g = NULL;
  tp_taint t;
  front_load(&c, tp_str_text(text));
  CHECK(c.p != NULL);
  if (!c.p)
    return;
  tp_ir *ir = tp_ir_new(c.p, false);
  CHECK_EQ(tp_flow_lower(&g, ir, NULL, &c.diag), 0);
  tp_flow_taint(&t, ir);
  tp_flow_mark_path_dependent(g, ir, &t);
  tp_ir_free(ir);
  CHECK(g->nodes.n >= least);
  CHECK(g->nodes.n <= most);
  tp_taint_free(&t);
  tp_graph_free(g);
  front_free(&c);
}

TEST(lower_deep_and_long_programs) {
  tp_str text = {0};
  tp_str_add(&text, "int a; int main(void) {\n");
  repeat(&text, "if (a > %u) {\n", 3000);
  repeat(&text, "}\n", 3000);
  repeat(&text, "if (a == %u) a = 1; else \n", 5000);
  tp_str_add(&text, "a = 2;\n if (");
  repeat(&text, "a != %u &&\n", 5000);
  tp_str_add(&text, "1) return a");
  repeat(&text, "+ (a ^ %u)\n", 5000);
  tp_str_add(&text, "; return 0; }\n");
  check_size(&text, 13000, 13010);
  tp_str_free(&text);
}

TEST(lower_many_calls_of_one_function) {
  tp_str text = {0};
  tp_str_add(&text, "int a; static int h(int v) { if (v > 3) return 1;\n"
                    "if (v < 2) return 2; return 3; }\nint main(void) {\n");
  repeat(&text, "a += h(a + %u);\n", 2000);
  tp_str_add(&text, "return a; }\n");
  check_size(&text, 4000, 4010);
  tp_str_free(&text);
}

TEST(lower_functions_called_in_every_combination) {
  tp_str text = {0};
  for (uint32_t i = 0; i < 50; i++)
    tp_str_addf(&text, "static int f%u(int);\n", i);
  for (uint32_t i = 0; i < 50; i++) {
    tp_str_addf(&text, "static int f%u(int v) { int r = v > %u ? 1 : 0;\n", i,
                i);
    for (uint32_t k = i + 1; k < 50; k++)
      tp_str_addf(&text, "r += f%u(v - 1);\n", k);
    tp_str_add(&text, "return r; }\n");
  }
  tp_str_add(&text, "int main(int c, char **v) { return f0(c); }\n");
  check_size(&text, 50, 21000);
  tp_str_free(&text);
}
