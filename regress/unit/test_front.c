/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The front end: trees, decisions, sites and refusals of small programs. */
#include "check.h"
#include "front_load.h"

static tp_func_id find_function(const tp_program *p, const char *name) {
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (strcmp(tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name),
               name) == 0)
      return f;
  return 0;
}

/* The body of function f of `text` prints as `tree`. */
static void check_tree(const char *text, const char *tree) {
  front_case c;
  tp_str all = {0}, out = {0};
  tp_str_addf(&all, "%s\nint main(void) { return 0; }\n", text);
  front_load(&c, tp_str_text(&all));
  if (!c.p)
    tp_diag_print(&c.diag);
  CHECK(c.p != NULL);
  tp_func_id f = c.p ? find_function(c.p, "f") : 0;
  CHECK(f != 0);
  if (f) {
    tp_node_print(c.p, c.p->funcs.at[f].body, &out);
    CHECK_STR(tp_str_text(&out), tree);
  }
  front_free(&c);
  tp_str_free(&all);
  tp_str_free(&out);
}

TEST(front_typedef_or_variable) {
  check_tree("typedef int T; int f(int a) { T *b = &a; return (T)*b - (T)-a"
             " + (T)(a); }",
             "(block (decl (var b <int*> (addr (name a)))) (return (binary + "
             "(binary - (cast <int> (deref (name b))) (cast <int> (unary - "
             "(name a)))) (cast <int> (name a)))))");
  check_tree("int T; int f(int a) { T * a; return (T) - a; }",
             "(block (expr (binary * (name T) (name a))) (return (binary - "
             "(name T) (name a))))");
  check_tree("typedef int T; int g(int); int f(int T) { T * T; (g)(T); "
             "{ typedef char T; T x; return sizeof(T) + x; } }",
             "(block (expr (binary * (name T) (name T))) (expr (call (name g) "
             "(name T))) (block (decl) (decl (var x <char>)) (return (binary + "
             "(int 1) (name x)))))");
  check_tree("typedef int T; struct S { T T; } s; int f(void) { T: s.T = 1; "
             "goto T; }",
             "(block (label T (expr (assign = (member T (name s)) (int 1)))) "
             "(goto T))");
}

TEST(front_statements) {
  check_tree("int f(int x) { switch (x) { case 1: case 2 ... 4: x++; default: "
             "break; case 'a': ; } return x; }",
             "(block (switch ?1 (name x) (block (case 1) (case 2 ... 4 (expr "
             "(incdec post++ (name x)))) (default (break)) (case 97 (empty)))) "
             "(return (name x)))");
  check_tree("int f(int x) { for (;;) break; for (int i = 0, j; i < x; i++, x) "
             "continue; do ; while (x); while (x) { } return 0; }",
             "(block (for (empty) (empty) (empty) (break)) (for (decl (var i "
             "<int> (int 0)) (var j <int>)) (binary ?1 < (name i) (name x)) "
             "(comma (incdec post++ (name i)) (name x)) (continue)) (do "
             "(empty) (name ?2 x)) (while (name ?3 x) (block)) (return (int "
             "0)))");
  check_tree("void *f(int i) { void *t = &&a; if (i) goto *t; a: return t; }",
             "(block (decl (var t <void*> (opaque))) (if (name ?1 i) "
             "(goto-any (name t))) (label a (return (name t))))");
}

TEST(front_old_style) {
  check_tree("int f(a, b) char *b; { return a + *b; }",
             "(block (return (binary + (name a) (deref (name b)))))");
  check_tree("static x; f(a) { return a + x; }",
             "(block (return (binary + (name a) (name x))))");
}

TEST(front_initialisers) {
  check_tree("struct P { int x, y; }; int f(void) { struct P p[] = {{1, 2}, "
             "{.y = 3}, 4, 5, [4].x = 6}; return sizeof p; }",
             "(block (decl (var p <struct P[5]> (init-list (init @0 (int 1)) "
             "(init @4 (int 2)) (init @12 (int 3)) (init @16 (int 4)) (init "
             "@20 (int 5)) (init @32 (int 6))))) (return (int 40)))");
  check_tree("struct N { char c[4]; union { int u; struct { short a, b; }; }; "
             "int m[2][2]; }; void f(void) { struct N n = {\"ab\", .b = 7, "
             ".m = {1, 2, 3}}; int a[] = {[2 ... 4] = 9, 1}; (void)&a; }",
             "(block (decl (var n <struct N> (init-list (init @0 (string "
             "\"ab\")) (init @6 (int 7)) (init @8 (int 1)) (init @12 (int 2)) "
             "(init @16 (int 3))))) (decl (var a <int[6]> (init-list (init @8 "
             "(int 9)) (init @12 (int 9)) (init @16 (int 9)) (init @20 (int "
             "1))))) (expr (cast <void> (addr (name a)))))");
}

TEST(front_extensions) {
  check_tree("struct P { int a, b; }; int f(int x) { return __builtin_offsetof("
             "struct P, b) + _Generic(x, int: x, default: 0) + "
             "__builtin_choose_expr(0, 1, x) + ({ int y = x; y; }) + (x ?: 2); "
             "}",
             "(block (return (binary + (binary + (binary + (binary + (int 4) "
             "(generic (name x))) (generic (name x))) (stmt-expr (block (decl "
             "(var y <int> (name x))) (expr (name y))))) (cond (name ?1 x) "
             "(int 2)))))");
  check_tree("__attribute__((noreturn)) void die(void); __extension__ static "
             "__inline int f(int * __restrict p) { _Static_assert(1, \"\"); "
             "__auto_type q = *p; asm volatile (\"\" : \"+r\"(q)); return q; }",
             "(block (empty) (decl (var q <int> (deref (name p)))) (expr "
             "(opaque)) (return (name q)))");
}

/* ---- Decisions ---- */

static void list_decisions(const tp_program *p, tp_str *out) {
  for (tp_decision_id i = 1; i < p->decisions.n; i++) {
    const tp_decision *d = &p->decisions.at[i];
    tp_str_addf(out, "%u:%u %s", d->line, d->column,
                tp_names_text(p->names, d->text));
    if (d->is_constant)
      tp_str_add(out, d->constant ? " always" : " never");
    if (d->in_system_macro)
      tp_str_add(out, " system");
    for (uint32_t b = 0; b < d->n && d->construct == TP_C_SWITCH; b++) {
      tp_str_add(out, " ");
      tp_branch_side(p, d->first + b, out);
    }
    tp_str_add(out, "\n");
  }
}

static void check_decisions(const char *cc, const char *text,
                            const char *list) {
  front_case c;
  tp_str out = {0};
  front_load_with(&c, cc, text);
  if (!c.p)
    tp_diag_print(&c.diag);
  CHECK(c.p != NULL);
  if (c.p)
    list_decisions(c.p, &out);
  CHECK_STR(tp_str_text(&out), list);
  front_free(&c);
  tp_str_free(&out);
}

TEST(front_decisions) {
  check_decisions("cc",
                  "enum { K = 3 };\nstatic const int c = 4;\n"
                  "int main(int x, char **v) {\n"
                  "  if (x > 1 && !(x || v)) x++;\n"
                  "  if (!!(x && v)) x = x && !v;\n"
                  "  while (1) { if (c) break; }\n"
                  "  return (x ? K == 3 : 0) ? x == 1 ?: 2 : 3;\n"
                  "  switch (x) { case 2: case 3 ... 5: break; }\n"
                  "}\n",
                  "4:7 x > 1\n4:18 x\n4:23 v\n5:7 !!(x && v)\n5:10 x\n5:15 v\n"
                  "5:23 x\n5:28 !v\n6:10 1 always\n6:19 c always\n"
                  "7:11 x ? K == 3 : 0\n7:11 x\n7:29 x == 1\n"
                  "8:3 x 2 3 ... 5 default\n");
}

/* assert and isdigit are the system's macros, also behind a user's macro. */
static void check_macros(const char *cc) {
  check_decisions(cc,
                  "#include <assert.h>\n#include <ctype.h>\n"
                  "#define POS(x) ((x) > 0)\n#define OK(e) assert(e)\n"
                  "#define ID(x) x\n"
                  "int main(int x, char **v) {\n"
                  "  assert(x && v);\n"
                  "  OK(x);\n"
                  "  if (POS(x) || isdigit(x)) x++;\n"
                  "  if (isdigit(x) > 3 || ID(x)) x++;\n"
                  "  if (v == 0) return 1;\n"
                  "  return 0;\n}\n",
                  "7:3 x system\n7:3 v system\n8:3 x system\n9:7 POS(x)\n"
                  "9:17 isdigit(x) system\n10:7 isdigit(x) > 3\n"
                  "10:25 ID(x)\n11:7 v == 0\n");
}

TEST(front_decisions_in_macros_gcc) {
  check_macros("gcc");
}

TEST(front_decisions_in_macros_clang) {
  check_macros("clang");
}

/* ---- Sites ---- */

TEST(front_inputs) {
  front_case c;
  tp_str out = {0};
  front_load(&c,
             "extern int __VERIFIER_nondet_int(); void *__VERIFIER_nondet_p();"
             "unsigned char __VERIFIER_nondet_uchar(void) { return 1; }\n"
             "void klee_make_symbolic(void *, unsigned long, const char *);\n"
             "void tp2ph_input_object(void *, unsigned long, const char *);\n"
             "double tp2ph_input_double(const char *); void __CrestInt(int *);"
             "\nstruct S { int a; }; int (*fp)(void);\n"
             "int main(void) { struct S s, *p = 0; int x, a[3]; fp();\n"
             "  x = __VERIFIER_nondet_int(); __VERIFIER_nondet_p();\n"
             "  __VERIFIER_nondet_uchar(); __VERIFIER_nondet_long();\n"
             "  klee_make_symbolic(&s, sizeof s, \"s\");\n"
             "  klee_make_symbolic(p, 2 * sizeof *p, \"p\");\n"
             "  tp2ph_input_object(a, sizeof a, \"a\"); __CrestInt(&x);\n"
             "  return tp2ph_input_double(\"d\") > x; }\n");
  CHECK(c.p != NULL);
  for (uint32_t i = 1; c.p && i < c.p->sites.n; i++) {
    const tp_site *s = &c.p->sites.at[i];
    const tp_decl *d = &c.p->decls.at[s->callee];
    tp_str_addf(&out, "%s",
                s->callee ? tp_names_text(c.p->names, d->name) : "?");
    if (s->is_input)
      tp_str_add(&out,
                 s->input_kind == TP_INPUT_RETURN ? " value" : " object ");
    if (s->is_input && s->input_kind == TP_INPUT_OBJECT)
      tp_type_print(&c.p->types, c.p->names, s->object, &out);
    tp_str_add(&out, "\n");
  }
  CHECK_STR(tp_str_text(&out),
            "?\n__VERIFIER_nondet_int value\n__VERIFIER_nondet_p\n"
            "__VERIFIER_nondet_uchar\n__VERIFIER_nondet_long\n"
            "klee_make_symbolic object struct S\n"
            "klee_make_symbolic object struct S[2]\n"
            "tp2ph_input_object object int[3]\n__CrestInt object int\n"
            "tp2ph_input_double value\n");
  front_free(&c);
  tp_str_free(&out);
}

/* ---- Declarations ---- */

static const tp_decl *find_decl(const tp_program *p, const char *name) {
  tp_name id = tp_names_find(p->names, name, strlen(name));
  for (tp_decl_id d = p->decls.n - 1; d; d--)
    if (p->decls.at[d].name == id)
      return &p->decls.at[d];
  return &p->decls.at[0];
}

TEST(front_declarations) {
  front_case c;
  front_load(&c,
             "#include <stdlib.h>\n"
             "static int a, b, arr[3], passed[3]; register int r asm(\"r\");"
             "_Thread_local int t; _Noreturn void die(void);\n"
             "static int used(void) { return 1; }\n"
             "static int unused(void) { return used(); }\n"
             "int take(int *); int (*p)(void) = used;\n"
             "int main(void) { int *q = &a; take(passed); arr[1] = b; "
             "if (*q) exit(1); return arr[0]; }\n");
  CHECK(c.p != NULL);
  if (!c.p)
    return;
  CHECK(find_decl(c.p, "a")->address_taken);
  CHECK(!find_decl(c.p, "b")->address_taken);
  CHECK(!find_decl(c.p, "arr")->address_taken);
  CHECK(find_decl(c.p, "passed")->address_taken);
  CHECK(find_decl(c.p, "used")->address_taken);
  CHECK(!find_decl(c.p, "take")->address_taken);
  CHECK(find_decl(c.p, "t")->is_thread);
  CHECK(find_decl(c.p, "die")->is_noreturn);
  CHECK(find_decl(c.p, "exit")->is_noreturn &&
        find_decl(c.p, "exit")->is_system);
  CHECK(!c.p->funcs.at[find_function(c.p, "used")].is_never_used);
  CHECK(c.p->funcs.at[find_function(c.p, "unused")].is_never_used);
  CHECK_EQ(c.p->entry, find_function(c.p, "main"));
  front_free(&c);
}

/* ---- Several units ---- */

TEST(front_several_units) {
  tp_str dir = {0}, paths[3] = {{0}, {0}, {0}};
  static const char *const names[] = {"h.h", "a.c", "b.c"};
  static const char *const texts[] = {
      "static inline int h(int x) { return x && x > 3; }\nextern int g;\n",
      "#include \"h.h\"\nint f(int); static int s(int x) { return h(x); }\n"
      "int main(void) { if (g) return s(g) ? f(1) : 2; return 0; }\n",
      "#include \"h.h\"\nint g = 4; static int s(int x) { return h(x); }\n"
      "int f(int x) { return x ? s(x) : 0; }\n"};
  tp_diag diag = {0};
  tp_program *p = NULL;
  tp_front_options opt = {.cc = "cc", .cc_seconds = 30};
  CHECK(tp_file_temp_dir(&dir, &diag) == 0);
  for (int i = 0; i < 3; i++) {
    tp_file_join(&paths[i], tp_str_text(&dir), names[i]);
    tp_file_write(tp_str_text(&paths[i]), texts[i], strlen(texts[i]), &diag);
  }
  tp_front_source sources[] = {{tp_str_text(&paths[1]), NULL, NULL},
                               {tp_str_text(&paths[2]), NULL, NULL}};
  CHECK(tp_front_load(&p, sources, 2, &opt, &diag) == 0);
  if (p) {
    CHECK_EQ(p->decisions.n - 1, 5); /* two of h, counted once */
    tp_func_id f = find_function(p, "f");
    uint32_t calls_f = 0;
    for (uint32_t i = 1; i < p->sites.n; i++)
      calls_f += tp_decl_function(p, p->sites.at[i].callee) == f;
    CHECK_EQ(calls_f, 1);
    CHECK(find_decl(p, "g")->same == p->decls.at[find_decl(p, "g")->same].same);
    CHECK_EQ(p->decls.at[find_decl(p, "g")->same].unit, 2);
  }
  tp_program_free(p);
  tp_diag_free(&diag);
  tp_file_remove_tree(tp_str_text(&dir));
  tp_str_free(&dir);
  for (int i = 0; i < 3; i++)
    tp_str_free(&paths[i]);
}

/* ---- Refusals ---- */

static void check_refused(const char *text, unsigned line, unsigned column,
                          const char *word) {
  front_case c;
  front_load(&c, text);
  CHECK(!c.p);
  CHECK_EQ(c.diag.status, TP_REFUSED);
  CHECK_EQ(c.diag.line, line);
  CHECK_EQ(c.diag.column, column);
  CHECK(strstr(tp_str_text(&c.diag.message), word) ||
        strstr(tp_str_text(&c.diag.detail), word));
  front_free(&c);
}

TEST(front_refusals) {
  check_refused("int main(void) {\n  int x = 3\n  return x;\n}\n", 3, 3,
                "expected");
  check_refused("int main(void) { return nope; }\n", 1, 25, "nope");
  check_refused("int f(void) { return 0; }\n", 0, 0, "--entry f");
  check_refused("", 0, 0, "main");
}

/* ---- Sizes ---- */

static void repeat(tp_str *out, const char *text, uint32_t n) {
  while (n--)
    tp_str_add(out, text);
}

static void check_size(const char *before, const char *open, const char *middle,
                       const char *close, uint32_t n, uint32_t decisions) {
  front_case c;
  tp_str text = {0};
  tp_str_addf(&text, "int a; int main(void) { %s", before);
  repeat(&text, open, n);
  tp_str_add(&text, middle);
  repeat(&text, close, n);
  tp_str_add(&text, "; return 0; }\n");
  front_load(&c, tp_str_text(&text));
  CHECK(c.p != NULL);
  if (c.p)
    CHECK_EQ(c.p->decisions.n - 1, decisions);
  front_free(&c);
  tp_str_free(&text);
}

TEST(front_deep_and_long) {
  check_size("", "if (a) {", "a = 1;", "}", 3000, 3000);
  check_size("", "if (a == 1) a++; else ", "a--", "", 10000, 10000);
  check_size("a = ", "a > 1 && ", "a", "", 10000, 10001);
  check_size("a = ", "(", "a", ")", 10000, 0);
  check_size("a = ", "a ? 1 : ", "a", "", 10000, 10000);
  check_size("a = ", "a + ", "a", "", 200000, 0);
  check_size("switch (a) {", "case __COUNTER__: a++; ", "}", "", 3000, 1);
}

/* What stands outside of functions and was not understood may use what it
 * names, and may be a function. */
TEST(front_functions_left_alone) {
  front_case c;
  front_load(&c, "static int kept, other;\n"
                 "int odd [[gnu::noinline]] (void) { return kept++; }\n"
                 "int main(void) { return kept + other; }\n");
  CHECK(c.p != NULL);
  CHECK(c.p && tp_program_strange(c.p, TP_STRANGE_PROGRAM));
  for (tp_decl_id d = 1; c.p && d < c.p->decls.n; d++) {
    const char *name = tp_names_text(c.p->names, c.p->decls.at[d].name);
    if (strcmp(name, "kept") == 0)
      CHECK_EQ(c.p->decls.at[d].address_taken, 1);
    if (strcmp(name, "other") == 0)
      CHECK_EQ(c.p->decls.at[d].address_taken, 0);
  }
  front_free(&c);
}
