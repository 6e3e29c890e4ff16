/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small programs: the text that comes out, and the plan that goes with it. */
#include "base/file.h"
#include "base/proc.h"
#include "check.h"
#include "front/front.h"
#include "instr/instr.h"
#include "instr/work.h"

typedef struct subject {
  tp_str dir, path;
  tp_program *p;
  tp_taint taint;
  tp_instr_result r;
  tp_diag diag;
} subject;

static const char head[] = "int __VERIFIER_nondet_int(void);"
                           "double __VERIFIER_nondet_double(void);\n"
                           "void klee_make_symbolic(void *, unsigned long, "
                           "const char *);\n";

static bool subject_open(subject *s, const char *text, bool branches_only) {
  static const char *const none[] = {NULL};
  tp_str all = {0};
  *s = (subject){0};
  CHECK(tp_file_temp_dir(&s->dir, &s->diag) == 0);
  tp_file_join(&s->path, tp_str_text(&s->dir), "subject.c");
  tp_str_addf(&all, "%s%s\n", head, text);
  CHECK(tp_file_write(s->path.at, all.at, all.n, &s->diag) == 0);
  tp_front_source source = {s->path.at, none, NULL};
  tp_front_options opt = {
      .cc = "gcc", .include_dir = "src/include", .cc_seconds = 20};
  int rc = tp_front_load(&s->p, &source, 1, &opt, &s->diag);
  tp_str_free(&all);
  if (rc < 0)
    tp_diag_print(&s->diag);
  CHECK(rc == 0);
  if (rc < 0)
    return false;
  tp_ir *ir = tp_ir_new(s->p, true);
  tp_flow_taint(&s->taint, ir);
  tp_instr_write(&s->r, ir, &s->taint, branches_only);
  tp_ir_free(ir);
  return true;
}

static void subject_close(subject *s) {
  if (s->p) {
    tp_instr_free(&s->r);
    tp_taint_free(&s->taint);
    tp_program_free(s->p);
  }
  tp_file_remove_tree(tp_str_text(&s->dir));
  tp_str_free(&s->dir);
  tp_str_free(&s->path);
  tp_diag_free(&s->diag);
}

static const char *text_of(const subject *s) {
  return tp_str_text(&s->r.units.at[1]);
}

/* The instrumented text contains this. */
static void contains(const subject *s, const char *part) {
  if (strstr(text_of(s), part))
    return;
  const char *mine = strstr(text_of(s), "subject.c\"\nint __VERIFIER");
  fprintf(stderr, "no %s in\n%s\n", part, mine ? mine : text_of(s));
  tp_test_fail(__FILE__, __LINE__, part);
}

static void check_text(const char *program, const char *part) {
  subject s;
  if (subject_open(&s, program, false))
    contains(&s, part);
  subject_close(&s);
}

/* ---- text ---------------------------------------------------------------- */

TEST(instr_condition) {
  check_text("int lim; int main(void) { int x = __VERIFIER_nondet_int();\n"
             "if (x > lim) return 1; return 0; }",
             "if (__tp2ph_c2(1,x > lim,&x,&lim)) return 1;");
}

TEST(instr_condition_without_inputs) {
  check_text("int lim; int main(void) { int x = __VERIFIER_nondet_int();\n"
             "if (lim) return 1; return x; }",
             "if (__tp2ph_m0(1,!!(lim),(__extension__(long "
             "long)(lim)),(__extension__(long long)(0)))) return 1;");
}

TEST(instr_constant_condition_is_left_alone) {
  check_text("int main(void) { int x = __VERIFIER_nondet_int();\n"
             "while (1) if (x) return 1; }",
             "while (1) if (__tp2ph_c1(1,!!(x),&x)) return 1;");
}

TEST(instr_logical_operands) {
  check_text("int main(void) { int x = __VERIFIER_nondet_int();\n"
             "return x > 1 && !x; }",
             "return __tp2ph_c1(1,x > 1,&x) && __tp2ph_c1(2,!x,&x);");
}

TEST(instr_pointer_and_float_conditions) {
  check_text("int main(void) { double d = __VERIFIER_nondet_double();\n"
             "int *p = 0; if (d && p) return 1; return 0; }",
             "if (__tp2ph_c1(1,!!(d),&d) && __tp2ph_c0(2,!!(p)))");
}

TEST(instr_input_initialiser) {
  check_text("int main(void) {\nint x = __VERIFIER_nondet_int(), y;\n"
             "y = x; return y; }",
             "int x = (__tp2ph_in(1),__VERIFIER_nondet_int)(), y;"
             "__tp2ph_got(1,&x,4);\n"
             "y = x,__tp2ph_cp(&y,&x,4);");
}

TEST(instr_declarators_that_depend) {
  check_text("int main(void) {\nint x = __VERIFIER_nondet_int(), y = x + 1;\n"
             "return x > y; }",
             "__VERIFIER_nondet_int)(),*__tp2ph_d0=(__tp2ph_got(1,&x,4),"
             "(void*)0), y = x + 1;__tp2ph_a1(1,&y,&x);");
}

TEST(instr_for_declaration) {
  check_text("int main(void) {\nint x = __VERIFIER_nondet_int();\n"
             "for (int i = (x); i < 3; i++) x = 2; return x; }",
             "for (int i = (x),*__tp2ph_d0=(__tp2ph_cp(&i,&x,4),(void*)0); "
             "__tp2ph_c1(1,i < 3,&i); __tp2ph_l1(2,&i),i++,__tp2ph_st(2,&i)) "
             "x = 2,__tp2ph_clr(&x,4);");
}

TEST(instr_assignment_that_reads_itself) {
  check_text("int main(void) { int x = __VERIFIER_nondet_int();\n"
             "x = x + 1; x -= 2; return x; }",
             "__tp2ph_l1(1,&x),x = x + 1,__tp2ph_st(1,&x); "
             "__tp2ph_l1(2,&x),x -= 2,__tp2ph_st(2,&x);");
}

TEST(instr_call_with_argument_and_result) {
  check_text("int f(int a, int b) { return b; }\n"
             "int main(void) { int x = __VERIFIER_nondet_int(), y;\n"
             "y = f(1, x); return y; }",
             "y = (__tp2ph_k2(2,0,&x),f)(1, x),__tp2ph_got(2,&y,4);");
}

TEST(instr_entry_and_return) {
  check_text("int f(int a, int b) { return b; }\n"
             "int main(void) { return f(1, __VERIFIER_nondet_int()); }",
             "{__tp2ph_e2(1,&a,&b); {__tp2ph_ret(&b,4);return b;} }");
}

TEST(instr_argument_is_converted) {
  check_text("int f(double a) { return a > 1; }\n"
             "int main(void) { int x = __VERIFIER_nondet_int();\n"
             "return f(x + 1); }",
             "f)(({__tp2ph_t1_0=(x + 1);__tp2ph_a1(2,&__tp2ph_t1_0,&x);"
             "__tp2ph_t1_0;}))");
}

TEST(instr_return_of_a_comma_expression) {
  check_text("int f(int a) { return a++, a; }\n"
             "int main(void) { return f(__VERIFIER_nondet_int()); }",
             "{__tp2ph_t1_0=( __tp2ph_l1(1,&a),a++,__tp2ph_st(1,&a), a);"
             "__tp2ph_a1(2,&__tp2ph_t1_0,&a);__tp2ph_ret(&__tp2ph_t1_0,4);"
             "return __tp2ph_t1_0;}");
}

TEST(instr_switch) {
  check_text("int main(void) { int x = __VERIFIER_nondet_int();\n"
             "switch (x) { case 1: return 2; } return 0; }",
             "switch (({__auto_type __tp2ph_v=+(x);"
             "__tp2ph_w1(1,__tp2ph_v,&x);__tp2ph_v;})) {");
}

TEST(instr_table) {
  check_text("int t[4]; int main(void) { int x = __VERIFIER_nondet_int();\n"
             "if (t[x & 3] > 1) return 1; return 0; }",
             "if (__tp2ph_c3(1,t[x & 3] > 1,&x,&t[x & 3],&t))");
}

TEST(instr_table_store) {
  check_text("int t[4]; int main(void) { int x = __VERIFIER_nondet_int();\n"
             "t[x & 3] = 7; return t[1]; }",
             "__tp2ph_l3(1,&x,&t[x & 3],&t),t[x & 3] = 7,"
             "__tp2ph_ts(1,&t[x & 3],&t);");
}

TEST(instr_bit_field) {
  check_text("struct b { int k; unsigned m : 3, n : 9; };\n"
             "int main(void) { int x = __VERIFIER_nondet_int();\n"
             "struct b v, *p = &v; v.n = x; if (p->n > 2) return 1;\n"
             "return 0; }",
             "__tp2ph_l2(1,&x,(char*)&(v)+4),v.n = x,"
             "__tp2ph_st(1,(char*)&(v)+4); "
             "if (__tp2ph_c1(2,p->n > 2,(char*)(p)+4))");
}

TEST(instr_conditional_value) {
  check_text("int main(void) { int x = __VERIFIER_nondet_int(), y;\n"
             "y = x ? x : 3; return y; }",
             "y = __tp2ph_c1(1,!!(x),&x) ? "
             "({__tp2ph_t1_0=(x);__tp2ph_cp(&__tp2ph_t1_0,&x,4);"
             "__tp2ph_t1_0;}) : "
             "({__tp2ph_t1_0=(3);__tp2ph_clr(&__tp2ph_t1_0,4);"
             "__tp2ph_t1_0;}),__tp2ph_cp(&y,&__tp2ph_t1_0,4);");
}

TEST(instr_library) {
  check_text("int strcmp(const char *, const char *);\n"
             "int main(void) { char c[4];\n"
             "klee_make_symbolic(c, sizeof c, \"c\");\n"
             "if (strcmp(c, \"a\")) return 1; return 0; }",
             "__tp2ph_t1_0=(__tp2ph_strcmp(c, \"a\"));"
             "__tp2ph_got(2,&__tp2ph_t1_0,4);");
}

TEST(instr_register_is_dropped) {
  check_text("int f(register int a) { register int b = a; return b; }\n"
             "int main(void) { return f(__VERIFIER_nondet_int()); }",
             "int f( int a) {__tp2ph_e1(1,&a);  int b = a;"
             "__tp2ph_cp(&b,&a,4);");
}

TEST(instr_untouched_words_stay_apart) {
  check_text("int main(void) { int x = __VERIFIER_nondet_int();\n"
             "if (x) return-x&&x; return 0; }",
             "return __tp2ph_c1(2,!!(-x),&x)&&__tp2ph_c1(3,!!(x),&x);");
}

TEST(instr_branches_only) {
  subject s;
  if (subject_open(&s,
                   "int f(int a) { return a; }\n"
                   "int main(void) { int x = __VERIFIER_nondet_int();\n"
                   "x++; if (x > 1) x = f(x); switch (x) { default:; }\n"
                   "return x; }",
                   true)) {
    contains(&s, "x++; if (__tp2ph_c0(1,x > 1)) x = f(x);");
    contains(&s, "__tp2ph_w0(2,__tp2ph_v);");
    CHECK(!strstr(text_of(&s), "__tp2ph_e"));
    CHECK_EQ(s.r.plan.exprs.n, 1);
  }
  subject_close(&s);
}

/* Lines keep their numbers: what is inserted has no newline. */
TEST(instr_lines_stay) {
  subject s;
  if (subject_open(&s,
                   "int main(void) { int x\n= __VERIFIER_nondet_int();\n"
                   "if (x\n>\n3) x\n=\nx + 1; return x; }",
                   false)) {
    const tp_unit *unit = &s.p->units.at[1];
    uint32_t before = 0, after = 0;
    for (uint32_t i = 0; i < unit->size; i++)
      before += unit->text[i] == '\n';
    for (const char *c = text_of(&s); *c; c++)
      after += *c == '\n';
    CHECK_EQ(after, before + 1); /* the line of declarations */
  }
  subject_close(&s);
}

/* ---- plan ---------------------------------------------------------------- */

static void check_node(const subject *s, tp_node_id n, const char *want) {
  uint32_t length;
  const char *text = tp_node_text(s->p, n, &length);
  CHECK(length == strlen(want) && memcmp(text, want, length) == 0);
}

TEST(instr_plan_of_a_condition) {
  subject s;
  if (subject_open(&s,
                   "long lim; int main(void) {\n"
                   "int x = __VERIFIER_nondet_int();\n"
                   "if (x + lim > 3) return 1; return 0; }",
                   false)) {
    const tp_plan *plan = &s.r.plan;
    CHECK_EQ(plan->exprs.n, 2);
    CHECK_EQ(plan->exprs.at[1].kind, TP_PLAN_CONDITION);
    check_node(&s, plan->exprs.at[1].node, "x + lim > 3");
    CHECK_EQ(plan->wire_exprs.at[1].decision, 1);
    CHECK_EQ(plan->wire_exprs.at[1].n_leaves, 2);
    CHECK_EQ(plan->wire_exprs.at[1].dst_size, 0);
    check_node(&s, plan->leaf_nodes.at[0], "x");
    check_node(&s, plan->leaf_nodes.at[1], "lim");
    CHECK_EQ(plan->wire_leaves.at[0].kind, TP_LEAF_VALUE);
    CHECK_EQ(plan->wire_leaves.at[0].size, 4);
    CHECK_EQ(plan->wire_leaves.at[1].kind, TP_LEAF_PLAIN);
    CHECK_EQ(plan->wire_leaves.at[1].size, 8);
    CHECK_EQ(plan->n_opaque_conditions, 0);
  }
  subject_close(&s);
}

TEST(instr_plan_of_a_table) {
  subject s;
  if (subject_open(&s,
                   "struct r { short a; int b[3][5]; } t[4];\n"
                   "int main(void) { int x = __VERIFIER_nondet_int(), k = 1;\n"
                   "if (t[k].b[x % 3][k]) return 1; return 0; }",
                   false)) {
    const tp_plan *plan = &s.r.plan;
    const tp_wire_leaf *leaf = &plan->wire_leaves.at[2];
    CHECK_EQ(plan->wire_exprs.at[1].n_leaves, 3);
    CHECK_EQ(leaf->kind, TP_LEAF_TABLE);
    CHECK_EQ(leaf->n_dims, 2);
    CHECK_EQ(leaf->dim[0].count, 3);
    CHECK_EQ(leaf->dim[0].stride, 20);
    CHECK_EQ(leaf->dim[1].count, 5);
    CHECK_EQ(leaf->dim[1].stride, 4);
    CHECK_EQ(leaf->index_mask, 3);
    CHECK_EQ(leaf->offset, 0);
    contains(&s, "&x,&k,&t[k].b[x % 3][k],&t[k].b");
  }
  subject_close(&s);
}

TEST(instr_plan_of_a_member_of_a_table) {
  subject s;
  if (subject_open(&s,
                   "struct r { short a; struct { int p, q; } b; } t[4];\n"
                   "int main(void) { int x = __VERIFIER_nondet_int();\n"
                   "if (t[x & 3].b.q) return 1; return 0; }",
                   false)) {
    const tp_wire_leaf *leaf = &s.r.plan.wire_leaves.at[1];
    CHECK_EQ(leaf->n_dims, 1);
    CHECK_EQ(leaf->dim[0].stride, 12);
    CHECK_EQ(leaf->offset, 8);
    CHECK_EQ(leaf->size, 4);
  }
  subject_close(&s);
}

TEST(instr_plan_of_inputs) {
  subject s;
  if (subject_open(&s,
                   "struct r { char c; int k[2]; double d; void *p;\n"
                   "unsigned m : 3, n : 7; };\n"
                   "int main(void) { struct r v[2]; int x;\n"
                   "klee_make_symbolic(v, sizeof v, \"v\");\n"
                   "klee_make_symbolic(&x, sizeof x, \"x\");\n"
                   "return v[1].k[0] + x; }",
                   false)) {
    static const uint32_t offset[] = {0, 4, 8, 16, 32, 33};
    static const unsigned type[] = {TP_W_I8,  TP_W_I32, TP_W_I32,
                                    TP_W_F64, TP_W_U8,  TP_W_U8};
    const tp_plan *plan = &s.r.plan;
    const tp_wire_site *site = &plan->sites.at[1];
    CHECK_EQ(site->object_size, 40);
    CHECK_EQ(site->n_parts, 6);
    for (uint32_t i = 0; i < site->n_parts && i < 6; i++) {
      CHECK_EQ(plan->parts.at[site->first_part + i].offset, offset[i]);
      CHECK_EQ(plan->parts.at[site->first_part + i].type, type[i]);
    }
    CHECK_EQ(plan->sites.at[2].n_parts, 1);
    CHECK_EQ(plan->sites.at[2].object_size, 4);
  }
  subject_close(&s);
}

/* More operands than an expression may have leaves: captured in parts, still
 * symbolic. */
TEST(instr_many_leaves) {
  subject s;
  tp_str text = {0};
  tp_str_add(&text, "int main(void) { int x = __VERIFIER_nondet_int();\nif (x");
  for (int i = 0; i < 3000; i++)
    tp_str_add(&text, " + x");
  tp_str_add(&text, " > 7) return 1; return 0; }");
  if (subject_open(&s, text.at, false)) {
    const tp_plan *plan = &s.r.plan;
    CHECK_EQ(plan->n_opaque_conditions, 0);
    CHECK(plan->exprs.n > 100);
    for (uint32_t e = 1; e < plan->exprs.n; e++)
      CHECK(plan->wire_exprs.at[e].n_leaves <= TP_WIRE_MAX_LEAVES);
  }
  tp_str_free(&text);
  subject_close(&s);
}

TEST(instr_unknown_types_are_opaque) {
  subject s;
  if (subject_open(&s,
                   "int main(void) { int x = __VERIFIER_nondet_int();\n"
                   "long double d = x; if (d + x > 3) return 1; return 0; }",
                   false)) {
    contains(&s, "if (__tp2ph_c0(1,d + x > 3))");
    CHECK_EQ(s.r.plan.n_opaque_conditions, 1);
  }
  subject_close(&s);
}

/* ---- the runtime's header ------------------------------------------------ */

TEST(instr_prototypes_agree_with_the_runtime) {
  tp_str text = {0}, dir = {0}, path = {0};
  tp_diag diag = {0};
  tp_proc_result r = {0};
  tp_proc_limits limits = {.seconds = 20};
  CHECK(tp_file_temp_dir(&dir, &diag) == 0);
  tp_file_join(&path, dir.at, "both.c");
  tp_str_addf(&text,
              "%s\n#include \"rt/tp2ph_rt.h\"\n"
              "#include \"rt/library.h\"\n",
              tp_instr_prototypes);
  CHECK(tp_file_write(path.at, text.at, text.n, &diag) == 0);
  const char *argv[] = {"cc",       "-fsyntax-only", "-Werror", "-pedantic",
                        "-std=c89", "-Isrc",         path.at,   NULL};
  CHECK(tp_proc_run(&r, argv, NULL, NULL, &limits, &diag) == 0);
  CHECK_STR(tp_str_text(&r.err), "");
  CHECK_EQ(r.exit_code, 0);
  tp_proc_result_free(&r);
  tp_file_remove_tree(dir.at);
  tp_str_free(&text);
  tp_str_free(&dir);
  tp_str_free(&path);
}

/* f changes n, so in gcc's n + f() nothing is touched; g does not. What stands
 * before a comma is no part of the value behind it. */
TEST(instr_order_that_shows) {
  check_text("int n; int f(void) { return n++; } int g(int a) { return a; }\n"
             "int main(void) { int y; n = __VERIFIER_nondet_int();\n"
             "y = (long)n + f(); return y; }",
             "y = (long)n + (__tp2ph_k0(2),f)(),__tp2ph_clr(&y,4);");
  check_text("int n; int f(void) { return n++; } int g(int a) { return a; }\n"
             "int main(void) { int y; n = __VERIFIER_nondet_int();\n"
             "y = n + g(1); f(); return y; }",
             "y = n + ({__tp2ph_t1_0=(g(1));__tp2ph_t1_0;}),"
             "__tp2ph_a2(3,&y,&n,&__tp2ph_t1_0);");
  check_text("int n; int f(void) { return n++; }\n"
             "int main(void) { int y; n = __VERIFIER_nondet_int();\n"
             "y = (n + f(), n); return y; }",
             "y = (n + (__tp2ph_k0(2),f)(), n),__tp2ph_a1(3,&y,&n);");
}
