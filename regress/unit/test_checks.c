/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What checks make of a text, and that places stay those of the user's. */
#include "check.h"
#include "checks/checks.h"
#include "front_load.h"

#define ALL "assert,division,overflow,bounds,pointer"

/* Stands for what is known of inputs: names that begin with an a are. */
static bool is_of_a(const tp_program *p, tp_node_id n, void *state) {
  const tp_node *node = tp_node_get(p, n);
  (void)state;
  if (node->kind == TP_N_NAME)
    return tp_names_text(p->names, p->decls.at[node->ref].name)[0] == 'a';
  TP_KIDS (p, n, kid)
    if (is_of_a(p, kid, NULL))
      return true;
  return false;
}

/* Stands for what is known of calls: none changes what another reads. */
static bool is_never(const tp_program *p, tp_node_id a, tp_node_id b,
                     bool is_place, void *state) {
  (void)p, (void)a, (void)b, (void)is_place, (void)state;
  return false;
}

/* The text of the first unit with checks of these kinds, on one line. */
static void write_checked(const char *kinds, const char *text, tp_str *out) {
  front_case c;
  tp_checked checked;
  tp_check_plan plan = {.depends = is_of_a, .disturbs = is_never};
  front_load(&c, text);
  if (strcmp(kinds, "limits") == 0)
    plan.kinds = TP_CHECK_EDGES;
  else
    CHECK(c.p && tp_check_kinds_parse(&plan.kinds, kinds, &c.diag) == 0);
  if (!c.p)
    return;
  tp_checks_write(&checked, c.p, &plan);
  tp_str_add(out, tp_str_text(&checked.units[1].text));
  tp_checked_free(&checked);
  front_free(&c);
}

#define HEAD "int f(int); int t[4]; volatile int v; int *p;\n"

static void holds(const char *kinds, const char *body, const char *part) {
  tp_str text = {0}, made = {0};
  tp_str_addf(&text, HEAD "int main(void) { int a = f(1), b = f(2);\n%s\n}\n",
              body);
  write_checked(kinds, text.at, &made);
  if (!made.n || !strstr(made.at, part))
    printf("  not in: %s\n", tp_str_text(&made));
  CHECK(made.n && strstr(made.at, part));
  tp_str_free(&text);
  tp_str_free(&made);
}

TEST(checks_come_before_what_may_be_said_twice) {
  holds("division", "return a / (b % 3u);",
        "return (((b % 3u) == 0) ? 1 : 0, a / (b % 3u));");
  holds("bounds", "t[a] = b;",
        "((unsigned long)(a) >= 4UL) ? 1 : 0, t[a] = b)");
  holds("pointer", "return p[0] + *p;", "((p) == 0) ? 1 : 0, p[0] + *p)");
}

TEST(checks_keep_values_of_what_has_effects) {
  holds("bounds", "return t[f(a)];", "t[({ int __tp2ph_k");
  holds("pointer", "return *p++;", "*({ __auto_type __tp2ph_k");
  holds("division", "return f(a) / f(b);", "({ int __tp2ph_k");
  holds("division", "return 7 / v;", "({ int __tp2ph_k");
  holds("overflow", "a += f(b);", "a += ({ int __tp2ph_k");
}

TEST(checks_stand_where_they_are_evaluated) {
  holds("division", "return a && b / a;", "a && (((a) == 0) ? 1 : 0,");
  holds("division", "return a ? b % a : 0;", "a ? (((a) == 0) ? 1 : 0,");
}

TEST(checks_leave_constants_and_addresses_alone) {
  holds("division,bounds",
        "static int k = 3 / 2; int *e = &t[4]; return t[3] / 2 + (e == p) + k;",
        "{ int a = f(1), b = f(2);\nstatic int k = 3 / 2; int *e = &t[4]; "
        "return t[3] / 2 + (e == p) + k;");
  holds(ALL, "return sizeof(t[a / b]);", "return sizeof(t[a / b]);");
}

TEST(checks_ask_about_objects) {
  holds(
      "bounds", "return p[a];",
      "return (({ unsigned long __tp2ph_o = tp2ph_range_place((p)), __tp2ph_n "
      "= tp2ph_range_size((p)); ((__tp2ph_n < 4UL) | (__tp2ph_o + (unsigned "
      "long)(long)(a) * 4UL > __tp2ph_n - 4UL)) ? 1 : 0; }), p[a]);");
  holds("pointer", "return p - a == p;",
        "((__tp2ph_o - (unsigned long)(long)(a) * 4UL > __tp2ph_n)) ? 1 : 0");
  holds("bounds", "int x[2], *q = x; return q[0];",
        "{ tp2ph_range_frame(); int a = f(1), b = f(2);\nint x[2], *q = x; "
        "tp2ph_range_object(&x, sizeof x);");
}

TEST(limits_have_edges) {
  holds("limits", "return a < 3;",
        "((a) == (3)) ? 1 : 0, (((a) < (3)) & ((unsigned long long)(int)(3) - "
        "(unsigned long long)(int)(a) <= 1)) ? 2 : 0, (((a) > (3)) &");
  holds("limits", "return b < 3 || a > a + b;",
        "return b < 3 || a > a + b;"); /* no limit of an input */
  holds("limits", "a *= 4; return 9 >= a << 2;", "<= 4))");
  holds("limits", "double ad = a * 0.25; return ad > b;", "0.25000000000025");
  holds("limits", "double ad = a; ad += 1; return ad > b;",
        "__builtin_fabs((b))");
  holds("limits", "float af = a / 3.0f; af++; return af > 0.1;",
        "((float)(0.1))");
}

TEST(checks_have_the_places_of_the_user) {
  front_case c = {0};
  tp_front_options opt = {.cc = "cc", .cc_seconds = 30};
  tp_check_plan plan = {.disturbs = is_never};
  CHECK(tp_check_kinds_parse(&plan.kinds, "all", &c.diag) == 0);
  opt.checks = &plan;
  CHECK(tp_file_temp_dir(&c.dir, &c.diag) == 0);
  tp_file_join(&c.path, tp_str_text(&c.dir), "case.c");
  const char *text = "int in(void);\n#define HALF(x) ((x) / in2)\n"
                     "int main(void) { int a = in(), in2 = in();\n"
                     "  if (HALF(a) > 3 && a % in2 > 1) return 1;\n"
                     "  return 0; }\n";
  CHECK(tp_file_write(c.path.at, text, strlen(text), &c.diag) == 0);
  tp_front_source source = {c.path.at, NULL, NULL};
  CHECK(tp_front_load(&c.p, &source, 1, &opt, &c.diag) == 0);
  uint32_t n = 0;
  for (tp_decision_id d = 1; c.p && d < c.p->decisions.n; d++) {
    const tp_decision *at = &c.p->decisions.at[d];
    const char *words = tp_names_text(c.p->names, at->text);
    if (at->is_monitor)
      continue;
    CHECK_EQ(at->line, 4);
    CHECK_EQ(at->column, n == 0 ? 7 : 22);
    CHECK(strcmp(words, n == 0 ? "HALF(a) > 3" : "a % in2 > 1") == 0);
    n++;
  }
  CHECK_EQ(n, 2);
  CHECK(c.p && c.p->checks.n == 4);
  for (uint32_t i = 0; c.p && i < c.p->checks.n; i++) {
    CHECK_EQ(c.p->checks.at[i].line, 4);
    CHECK(c.p->branches.at[c.p->checks.at[i].branch].is_check);
  }
  front_free(&c);
}
