/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_say.c - what tp_expr_say writes is C that has the expression's value,
 * goes wrong nowhere, and means the same with & and | for && and ||.
 *
 * Random truth values over variables of each type are compiled, with the
 * sanitizer of undefined behaviour, and run on random values. */
#include "check.h"

#include "base/file.h"
#include "base/proc.h"
#include "base/rng.h"
#include "expr/say.h"

#include <stdlib.h>

enum { N_TYPES = 10, N_TRUTHS = 400, N_VECTORS = 20, DEPTH = 4 };

static const struct {
  const char *name;
  tp_sort sort;
  unsigned width;
  bool is_signed;
} types[N_TYPES] = {
    {"signed char", TP_X_BV, 8, true}, {"unsigned char", TP_X_BV, 8, false},
    {"short", TP_X_BV, 16, true},      {"unsigned short", TP_X_BV, 16, false},
    {"int", TP_X_BV, 32, true},        {"unsigned", TP_X_BV, 32, false},
    {"long", TP_X_BV, 64, true},       {"unsigned long", TP_X_BV, 64, false},
    {"float", TP_X_F32, 32, true},     {"double", TP_X_F64, 64, true}};

typedef struct maker {
  tp_exprs *x;
  tp_rng rng;
} maker;

static unsigned below(maker *m, unsigned n) {
  return (unsigned)tp_rng_below(&m->rng, n);
}

static tp_expr truth(maker *m, unsigned depth);

static tp_expr number(maker *m, unsigned width, unsigned depth) {
  tp_exprs *x = m->x;
  static const uint64_t corners[] = {
      0, 1, 2, 7, 255, 1000, UINT64_MAX, UINT64_C(1) << 31, UINT64_C(1) << 63};
  unsigned log = width == 8 ? 0 : width == 16 ? 1 : width == 32 ? 2 : 3;
  if (depth == 0 || below(m, 6) == 0)
    return below(m, 3) ? tp_expr_var(x, 2 * log + below(m, 2), TP_X_BV, width)
                       : tp_expr_bv(x, width, corners[below(m, 9)]);
  tp_expr a = number(m, width, depth - 1), b;
  switch (below(m, 8)) {
  case 0:
    return tp_expr_ite(x, truth(m, depth - 1), a, number(m, width, depth - 1));
  case 1:
    return tp_expr_bv_neg(x, a);
  case 2:
    return tp_expr_bv_not(x, a);
  case 3:
    return width > 8
               ? (below(m, 2) ? tp_expr_zext : tp_expr_sext)(
                     x, number(m, width / 2, depth - 1), width)
               : tp_expr_extract(x, number(m, 32, depth - 1), below(m, 25), 8);
  case 4:
    b = tp_expr_bv(x, width, 1 + below(m, width - 1));
    return tp_expr_bv_op(x, (tp_bv_op)(TP_BV_UDIV + below(m, 7)), a, b);
  default:
    b = number(m, width, depth - 1);
    return tp_expr_bv_op(x, (tp_bv_op)below(m, TP_BV_UDIV), a, b);
  }
}

static tp_expr real(maker *m, unsigned depth) {
  tp_exprs *x = m->x;
  switch (depth ? below(m, 5) : 0) {
  case 0:
    return tp_expr_var(x, N_TYPES - 1, TP_X_F64, 64);
  case 1:
    return tp_expr_f64(x, (int)below(m, 2000) / 8.0 - 100);
  case 2:
    return tp_expr_fp_of_int(x, number(m, 32, depth - 1), below(m, 2),
                             TP_X_F64);
  case 3:
    return tp_expr_fp_convert(x, tp_expr_var(x, N_TYPES - 2, TP_X_F32, 32),
                              TP_X_F64);
  default:
    return tp_expr_fp_op(x, (tp_fp_op)below(m, 4), real(m, depth - 1),
                         real(m, depth - 1));
  }
}

static tp_expr truth(maker *m, unsigned depth) {
  tp_exprs *x = m->x;
  unsigned width = 8u << below(m, 4), next = depth ? depth - 1 : 0;
  switch (below(m, depth ? 9 : 4)) {
  case 0:
  case 1:
    return tp_expr_slt(x, number(m, width, next), number(m, width, next));
  case 2:
    return tp_expr_ult(x, number(m, width, next), number(m, width, next));
  case 3:
    return tp_expr_eq(x, number(m, width, next), number(m, width, next));
  case 4:
    return tp_expr_not(x, truth(m, next));
  case 5:
    return tp_expr_and(x, truth(m, next), truth(m, next));
  case 6:
    return tp_expr_or(x, truth(m, next), truth(m, next));
  case 7:
    return tp_expr_ite(x, truth(m, next), truth(m, next), truth(m, next));
  default:
    return (below(m, 2) ? tp_expr_fp_lt : tp_expr_fp_le)(x, real(m, next),
                                                         real(m, next));
  }
}

static bool name(void *state, uint32_t var, tp_said_var *out) {
  (void)state;
  tp_str_addf(&out->text, "v%u", var);
  out->bits = types[var].width;
  out->is_signed = types[var].is_signed;
  return true;
}

static uint64_t value(void *state, uint32_t var) {
  const uint64_t *bits = state;
  unsigned width = types[var].width;
  return width == 64 ? bits[var] : bits[var] & ((UINT64_C(1) << width) - 1);
}

static void add_flat(tp_str *out, const char *text) {
  for (; *text; text++) {
    tp_str_addc(out, *text);
    text += (*text == '&' || *text == '|') && text[1] == *text;
  }
}

static void add_program(const tp_str *truths, uint64_t (*vectors)[N_TYPES],
                        tp_str *out) {
  tp_str_add(out, "#include <stdio.h>\n#include <string.h>\n");
  for (unsigned t = 0; t < N_TYPES; t++)
    tp_str_addf(out, "static %s v%u;\n", types[t].name, t);
  tp_str_addf(out, "static const unsigned long values[%d][%d] = {\n", N_VECTORS,
              N_TYPES);
  for (unsigned k = 0; k < N_VECTORS; k++)
    for (unsigned t = 0; t < N_TYPES; t++)
      tp_str_addf(out, "%" PRIu64 "u,\n", vectors[k][t]);
  tp_str_add(out, "};\nint main(void) {\n  for (int k = 0; k < "
                  "(int)(sizeof values / sizeof *values); k++) {\n");
  for (unsigned t = 0; t < N_TYPES; t++)
    tp_str_addf(out, "    memcpy(&v%u, &values[k][%u], sizeof v%u);\n", t, t,
                t);
  for (unsigned i = 0; i < N_TRUTHS; i++) {
    tp_str_addf(out, "    putchar('0' + !!(%s));\n    putchar('0' + !!(",
                tp_str_text(&truths[i]));
    add_flat(out, tp_str_text(&truths[i]));
    tp_str_add(out, "));\n");
  }
  tp_str_add(out, "  }\n  return 0;\n}\n");
}

/* What the compiled program prints; empty: it went wrong. */
static void run_program(const tp_str *text, tp_str *out) {
  tp_str dir = {0}, source = {0}, exe = {0};
  tp_diag diag = {0};
  tp_proc_result ran = {0};
  const tp_proc_limits limits = {.seconds = 300, .output_bytes = 1 << 20};
  CHECK(tp_file_temp_dir(&dir, &diag) == 0);
  tp_file_join(&source, dir.at, "said.c");
  tp_file_join(&exe, dir.at, "said");
  CHECK(tp_file_write(source.at, text->at, text->n, &diag) == 0);
  const char *cc[] = {"cc",
                      "-w",
                      "-O0",
                      "-fsanitize=undefined",
                      "-fno-sanitize-recover=all",
                      "-o",
                      exe.at,
                      source.at,
                      NULL};
  const char *run[] = {exe.at, NULL};
  CHECK(tp_proc_run(&ran, cc, NULL, NULL, &limits, &diag) == 0);
  CHECK_EQ(ran.exit_code, 0);
  tp_proc_result_free(&ran);
  ran = (tp_proc_result){0};
  CHECK(tp_proc_run(&ran, run, NULL, NULL, &limits, &diag) == 0);
  CHECK_STR(tp_str_text(&ran.err), "");
  tp_str_add(out, tp_str_text(&ran.out));
  tp_proc_result_free(&ran);
  tp_file_remove_tree(dir.at);
  tp_str_free(&dir);
  tp_str_free(&source);
  tp_str_free(&exe);
}

TEST(say_native) {
  maker m = {.x = tp_exprs_new()};
  static tp_expr made[N_TRUTHS];
  static tp_str said[N_TRUTHS];
  static uint64_t vectors[N_VECTORS][N_TYPES];
  tp_str text = {0}, printed = {0};
  tp_rng_init(&m.rng, 7);
  for (unsigned i = 0; i < N_TRUTHS;) {
    made[i] = truth(&m, DEPTH);
    VEC_CLEAR(&said[i]);
    i += tp_expr_say(m.x, made[i], name, NULL, &said[i]);
  }
  for (unsigned k = 0; k < N_VECTORS; k++)
    for (unsigned t = 0; t < N_TYPES; t++)
      vectors[k][t] = below(&m, 2) ? tp_rng_next(&m.rng) : below(&m, 20);
  add_program(said, vectors, &text);
  run_program(&text, &printed);
  CHECK_EQ(printed.n, 2 * N_TRUTHS * N_VECTORS);
  for (uint32_t i = 0; i < printed.n; i++) {
    uint32_t e = i / 2 % N_TRUTHS;
    bool want = tp_expr_eval(m.x, made[e], value, vectors[i / 2 / N_TRUTHS]);
    if (printed.at[i] != '0' + want)
      tp_test_fail(__FILE__, __LINE__, tp_str_text(&said[e]));
  }
  for (unsigned i = 0; i < N_TRUTHS; i++)
    tp_str_free(&said[i]);
  tp_str_free(&text);
  tp_str_free(&printed);
  tp_exprs_free(m.x);
}
