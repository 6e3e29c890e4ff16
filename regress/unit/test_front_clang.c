/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions are those that clang's source-based branch coverage counts: the
 * totals of llvm-cov for a set of small programs. Skipped without llvm-cov.
 */
#include "check.h"
#include "front_load.h"

#include <stdlib.h>

static const char *const programs[] = {
    "int f(int x, int y) { if (x) return 1; if (!(x)) y++; if (x && y) y--;\n"
    " if (!(x || !y)) y++; if (!!(x && y)) y--; return x ? y : !x ? 1 : 2; }\n"
    "int main(void) { return f(1, 2); }\n",
    "int main(int x, char **v) { int r = x && v; r = !(x || r);\n"
    " while (x < 10) x++; do x--; while (x && r); for (;;) break;\n"
    " for (int i = 0; i < 3 || x; i++) r += i ? x : 1; while (1) break;\n"
    " return r == 1 || (r == 2 && x == 3) || !r; }\n",
    "enum { K = 3 }; static const int c = 4; int g;\n"
    "int main(int x, char **v) { const int l = 2; if (c) x++; if (l > 1) x++;\n"
    " if (K == 3) x++; if (0 && x) x++; if (1 || x) x++; if (x && 1) x++;\n"
    " if (sizeof x == 4) x++; if (\"a\") x++; if (&x) x++; if (main) x++;\n"
    " if (x * 0) x++; if (-1.5) x++; if (1.5 > 1.0) x++; if ((int)2.5) x++;\n"
    " if (__builtin_expect(x, 0)) x++; if (__builtin_expect(1, 0)) x++;\n"
    " if (x ? 1 : 1) x++; if ((x, 1)) x++; if (0 ? x : 1) x++;\n"
    " if (1 ? x : 0) x++; if (_Generic(x, int: 1, default: 0)) x++;\n"
    " if (x = 3) x++; if (({ int q = x; q && g; })) x++; return x; }\n",
    "int main(int x, char **v) { switch (x) { case 1: x++; case 2 ... 5: "
    "break;\n"
    " default: x--; } switch (x) { case 1: switch (x + 1) { case 7: case 8:\n"
    " x++; } break; } switch (x) { default: x++; } return x ?: 3; }\n",
    "#include <assert.h>\n#include <ctype.h>\n#include <stddef.h>\n"
    "#include <math.h>\n#include <stdbool.h>\n#define POS(x) ((x) > 0)\n"
    "#define BOTH(a, b) ((a) && (b))\n#define IF(c) if (c) r++\n"
    "#define MY(c) (isdigit(c) && c)\n#define OK(e) assert(e)\n"
    "#define ID(x) x\n"
    "int main(int x, char **v) { int r = 0; double d = x;\n"
    " assert(x > 0); assert(x && v); OK(x > 0 && v); if (POS(x)) r++;\n"
    " if (!POS(x)) r++; if (BOTH(x, r)) r++; IF(x); IF(x > 3 && v);\n"
    " if (isnan(d)) r++; if (x && isnan(d)) r++; if (isdigit(x)) r++;\n"
    " if (MY(x)) r++; if (isdigit(x) > 0) r++; if (v == NULL) r++;\n"
    " if (NULL == v) r++; while (true) break; if (ID(isdigit(x))) r++;\n"
    " if (ID(x) && ID(v)) r++; if (!isdigit(x)) r++;\n"
    " r = isdigit(x) ? x && v : 2; return r; }\n",
    "static int unused(int x) { return x ? 1 : 2; }\n"
    "static int second(int x) { return x ? 1 : 2; }\n"
    "static int first(int x) { return x ? second(x) : 2; }\n"
    "static int called(int x) { return x ? 1 : 2; }\n"
    "static int pointed(int x) { return x ? 1 : 2; }\n"
    "int (*p)(int) = pointed; int main(void) { return called(1); }\n",
    "int g(int); int main(int x, char **v) { int a[] = {x && v, x ? 1 : 2};\n"
    " struct { int p, q; } s = {.q = x || a[0]}; g(x && s.q);\n"
    " a[x ? 0 : 1] = 3; return (x || v) + (x && v); } int g(int x) {\n"
    " l: if (x) goto l; return x; }\n",
};

/* Run a program of the case's folder; what it wrote. */
static bool run(front_case *c, const char *const *argv, tp_str *out) {
  tp_proc_result r = {0};
  tp_proc_limits limits = {.seconds = 60, .output_bytes = 1 << 22};
  bool is_fine = tp_proc_run(&r, argv, NULL, tp_str_text(&c->dir), &limits,
                             &c->diag) == 0 &&
                 r.exit_code == 0 && !r.signal;
  tp_str_add(out, tp_str_text(&r.out));
  tp_proc_result_free(&r);
  return is_fine;
}

/* totals.branches.count of an object file; -1 if the tools are not there. */
static int clang_total(front_case *c) {
  static const char *const compile[] = {"clang",
                                        "-w",
                                        "-c",
                                        "-fprofile-instr-generate",
                                        "-fcoverage-mapping",
                                        "case.c",
                                        "-o",
                                        "case.o",
                                        NULL};
  static const char *const merge[] = {"llvm-profdata-14", "merge",
                                      "none.proftext",    "-o",
                                      "none.profdata",    NULL};
  static const char *const cov[] = {"llvm-cov-14",
                                    "export",
                                    "-summary-only",
                                    "case.o",
                                    "-instr-profile=none.profdata",
                                    NULL};
  static const char none[] = "no_such_function\n1\n1\n0\n";
  tp_str path = {0}, out = {0};
  int total = -1;
  tp_file_join(&path, tp_str_text(&c->dir), "none.proftext");
  tp_file_write(tp_str_text(&path), none, strlen(none), &c->diag);
  if (run(c, compile, &out) && run(c, merge, &out)) {
    VEC_CLEAR(&out);
    const char *key = "\"branches\":{\"count\":";
    const char *last =
        run(c, cov, &out) ? strstr(tp_str_text(&out), "totals") : NULL;
    last = last ? strstr(last, key) : NULL;
    total = last ? atoi(last + strlen(key)) : -1;
  }
  tp_str_free(&path);
  tp_str_free(&out);
  return total;
}

/* The same by our decisions: two sides a condition, two a label. */
static int our_total(const tp_program *p) {
  int total = 0;
  for (tp_decision_id i = 1; i < p->decisions.n; i++) {
    const tp_decision *d = &p->decisions.at[i];
    bool is_left_out = d->is_constant || d->in_system_macro ||
                       p->funcs.at[d->func].is_never_used;
    if (!is_left_out)
      total += d->construct == TP_C_SWITCH ? 2 * (int)d->n : 2;
  }
  return total;
}

TEST(front_counts_as_clang) {
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    front_case c;
    front_load(&c, programs[i]);
    CHECK(c.p != NULL);
    int total = c.p ? clang_total(&c) : -1;
    if (total >= 0 && total != our_total(c.p)) {
      char text[80];
      snprintf(text, sizeof text, "program %zu: clang %d, ours %d", i, total,
               our_total(c.p));
      tp_test_fail(__FILE__, __LINE__, text);
    }
    front_free(&c);
  }
}
