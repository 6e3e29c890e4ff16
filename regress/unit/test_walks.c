/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_walks.c - expressions that share their parts: f(n) is made of f(n - 1)
 * and f(n - 2), a graph of N nodes that as a tree would have more than 10^12.
 * Whatever walks over them has to end. */
#include "check.h"

#include "decide/memory.h"
#include "expr/addends.h"
#include "expr/implicant.h"
#include "expr/node.h"
#include "expr/rewrite.h"
#include "smt/smt.h"

#include <math.h>
#include <sys/resource.h>

#define N 60
/* Of processor time. A moment is enough; for ever is not. */
#define SECONDS 20

static void limit_time(void) {
  struct rlimit limit = {SECONDS, SECONDS};
  CHECK_EQ(setrlimit(RLIMIT_CPU, &limit), 0);
}

typedef tp_expr (*step_fn)(tp_exprs *x, unsigned i, tp_expr a, tp_expr b);

static tp_expr truth(tp_exprs *x, unsigned i) {
  return tp_expr_var(x, 100 + i, TP_X_BOOL, 1);
}

static tp_expr grow(tp_exprs *x, step_fn step, tp_expr a, tp_expr b) {
  for (unsigned i = 0; i < N; i++) {
    tp_expr next = step(x, i, a, b);
    a = b;
    b = next;
  }
  return b;
}

/* ---- the operations ------------------------------------------------------ */

static tp_expr step_add(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  (void)i;
  return tp_expr_bv_op(x, TP_BV_ADD, a, b);
}

static tp_expr step_sub(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr k = tp_expr_bv(x, 32, 3 + i);
  return tp_expr_bv_op(x, TP_BV_SUB, a, tp_expr_bv_op(x, TP_BV_MUL, b, k));
}

static tp_expr step_mul(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr k = tp_expr_bv(x, 32, i);
  return tp_expr_bv_op(x, TP_BV_MUL, tp_expr_bv_op(x, TP_BV_ADD, a, k), b);
}

static tp_expr step_div(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr k = tp_expr_bv(x, 32, 1 + i);
  return tp_expr_bv_op(x, TP_BV_SDIV, a, tp_expr_bv_op(x, TP_BV_OR, b, k));
}

static tp_expr step_bits(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr k = tp_expr_bv(x, 32, 2 * i + 1);
  tp_expr both = tp_expr_bv_op(x, TP_BV_AND, a, tp_expr_bv_not(x, b));
  return tp_expr_bv_op(x, TP_BV_XOR, both, k);
}

static tp_expr step_bytes(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  unsigned cut = 8 + 8 * (i % 3);
  return tp_expr_concat(x, tp_expr_extract(x, a, 0, cut),
                        tp_expr_extract(x, b, cut, 32 - cut));
}

/* What goes up by steps, and is set again on the way. */
static tp_expr step_ramp(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  (void)a;
  tp_expr up = tp_expr_bv_op(x, TP_BV_ADD, b, tp_expr_bv(x, 32, 25));
  return tp_expr_ite(x, truth(x, i), tp_expr_bv(x, 32, 1000 + i), up);
}

static tp_expr step_narrow(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr sum = tp_expr_bv_op(x, TP_BV_ADD, tp_expr_extract(x, a, 0, 8),
                              tp_expr_extract(x, b, 0, 8));
  return i % 2 ? tp_expr_sext(x, sum, 32) : tp_expr_zext(x, sum, 32);
}

static tp_expr step_choose(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  return tp_expr_ite(x, truth(x, i), a, b);
}

static tp_expr step_count(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr more = tp_expr_bv_op(x, TP_BV_ADD, a, tp_expr_bv(x, 32, i));
  return tp_expr_ite(x, truth(x, i), more, b);
}

static tp_expr step_compare(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr is_less = tp_expr_slt(x, a, b);
  return tp_expr_ite(x, is_less, a, tp_expr_bv(x, 32, i));
}

/* Chosen numbers, and one of them made wider. */
static tp_expr step_widen(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr one = tp_expr_ite(x, truth(x, i), tp_expr_bv(x, 8, 200 - i),
                            tp_expr_bv(x, 8, 3 * i));
  tp_expr wide = i % 2 ? tp_expr_sext(x, one, 32) : tp_expr_zext(x, one, 32);
  tp_expr is_less = tp_expr_ult(x, a, tp_expr_bv_op(x, TP_BV_XOR, b, wide));
  return tp_expr_ite(x, is_less, wide, a);
}

static tp_expr step_and(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  return tp_expr_or(x, tp_expr_and(x, a, b), tp_expr_not(x, truth(x, i)));
}

static tp_expr step_same(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  return tp_expr_ite(x, truth(x, i), tp_expr_eq(x, a, b), tp_expr_not(x, a));
}

static tp_expr step_sign(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr difference = tp_expr_fp_op(x, TP_FP_SUB, a, b);
  tp_expr is_less = tp_expr_fp_lt(x, difference, tp_expr_f64(x, 0));
  tp_expr is_number =
      tp_expr_fp_le(x, tp_expr_fp_neg(x, a), tp_expr_f64(x, (double)INFINITY));
  return tp_expr_ite(x, tp_expr_and(x, is_less, is_number), b,
                     tp_expr_f64(x, i));
}

static tp_expr step_scale(tp_exprs *x, unsigned i, tp_expr a, tp_expr b) {
  tp_expr up = tp_expr_fp_op(x, TP_FP_MUL, a, tp_expr_f64(x, 1.25));
  tp_expr down = tp_expr_fp_op(x, TP_FP_SUB, b, tp_expr_f64(x, i));
  return tp_expr_ite(x, truth(x, i), up, down);
}

/* ---- the walks ----------------------------------------------------------- */

static uint64_t three(void *state, uint32_t var) {
  (void)state;
  return var >= 100 ? var % 2 : 3 + var;
}

static tp_expr replace_leaf(void *state, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(state, e);
  if (n->op != TP_E_VAR || n->sort != TP_X_BV)
    return n->op == TP_E_VAR || n->op == TP_E_CONST ? e : 0;
  return tp_expr_bv(state, n->width, 5 + n->bits);
}

/* As it is for some values, and the reason for it. */
static void check_values(tp_exprs *x, tp_expr pred) {
  uint64_t is_true = tp_expr_eval(x, pred, three, NULL);
  tp_expr holds = is_true ? pred : tp_expr_not(x, pred);
  tp_implicant m = {.exprs = x, .values = three};
  tp_implicant_find(&m, holds);
  for (uint32_t i = 0; i < m.literals.n; i++)
    CHECK(tp_expr_eval(x, m.literals.at[i], three, NULL));
  tp_implicant_free(&m);
  tp_rewrite r = {.exprs = x, .replace = replace_leaf, .state = x};
  tp_rewrite_of(&r, pred);
  tp_rewrite_free(&r);
  uint32_t n;
  tp_expr_vars(x, pred, &n);
  tp_str text = {0};
  tp_expr_print(x, pred, &text);
  CHECK(text.n < 1000000);
  tp_str_free(&text);
}

/* An answer, or none, in time; a model is checked by the solver's own rules. */
static void check_solver(tp_exprs *x, tp_expr pred) {
  tp_budget budget;
  tp_budget_init(&budget, 2);
  tp_smt_options options = {.query_seconds = 0.5, .budget = &budget};
  tp_diag diag = {0};
  tp_smt *smt;
  tp_smt_result r = {0};
  CHECK_EQ(tp_smt_new(&smt, x, &options, &diag), 0);
  tp_smt_check(smt, &pred, 1, 0, true, three, NULL, &r);
  tp_smt_check(smt, &pred, 1, 1, true, three, NULL, &r);
  CHECK(tp_budget_left(&budget) > 0 || r.reason);
  tp_smt_result_free(&r);
  tp_smt_free(smt);
  tp_diag_free(&diag);
}

static void check_walks(step_fn step, tp_sort sort, bool with_solver) {
  limit_time();
  tp_exprs *x = tp_exprs_new();
  tp_expr a = tp_expr_var(x, 1, sort, 32), b = tp_expr_var(x, 2, sort, 32);
  tp_expr e = grow(x, step, a, b);
  tp_expr preds[4] = {e};
  if (sort == TP_X_BV) {
    preds[0] = tp_expr_eq(x, e, tp_expr_bv(x, 32, 1234567));
    preds[1] = tp_expr_slt(x, e, tp_expr_bv(x, 32, 77));
    preds[2] = tp_expr_ult(x, tp_expr_zext(x, e, 64), tp_expr_bv(x, 64, 9));
    preds[3] = tp_expr_eq(x, tp_expr_fp_of_int(x, e, true, TP_X_F64),
                          tp_expr_f64(x, 2.5));
  } else if (sort == TP_X_F64) {
    preds[0] = tp_expr_fp_lt(x, e, tp_expr_f64(x, 2.5));
    preds[1] = tp_expr_fp_eq(x, e, tp_expr_f64(x, 100));
    preds[2] = tp_expr_fp_le(x, tp_expr_f64(x, 0), e);
    preds[3] =
        tp_expr_eq(x, tp_expr_int_of_fp(x, e, true, 32), tp_expr_bv(x, 32, 7));
  }
  for (unsigned i = 0; i < 4 && preds[i]; i++) {
    check_values(x, preds[i]);
    if (with_solver)
      check_solver(x, preds[i]);
  }
  CHECK(tp_exprs_count(x) < 200000);
  tp_exprs_free(x);
}

TEST(walks_add) {
  check_walks(step_add, TP_X_BV, true);
}

TEST(walks_sub) {
  check_walks(step_sub, TP_X_BV, true);
}

TEST(walks_mul) {
  check_walks(step_mul, TP_X_BV, true);
}

TEST(walks_div) {
  check_walks(step_div, TP_X_BV, true);
}

TEST(walks_bits) {
  check_walks(step_bits, TP_X_BV, true);
}

TEST(walks_bytes) {
  check_walks(step_bytes, TP_X_BV, true);
}

TEST(walks_narrow) {
  check_walks(step_narrow, TP_X_BV, true);
}

TEST(walks_choose) {
  check_walks(step_choose, TP_X_BV, true);
}

TEST(walks_count) {
  check_walks(step_count, TP_X_BV, true);
}

TEST(walks_compare) {
  check_walks(step_compare, TP_X_BV, true);
}

TEST(walks_widen) {
  check_walks(step_widen, TP_X_BV, true);
}

TEST(walks_and) {
  check_walks(step_and, TP_X_BOOL, true);
}

TEST(walks_same) {
  check_walks(step_same, TP_X_BOOL, true);
}

TEST(walks_sign) {
  check_walks(step_sign, TP_X_F64, true);
}

TEST(walks_scale) {
  check_walks(step_scale, TP_X_F64, true);
}

/* ---- sums ---------------------------------------------------------------- */

TEST(walks_ramp) {
  check_walks(step_ramp, TP_X_BV, true);
}

TEST(walks_addends) {
  limit_time();
  tp_exprs *x = tp_exprs_new();
  tp_expr a = tp_expr_var(x, 1, TP_X_BV, 64),
          b = tp_expr_var(x, 2, TP_X_BV, 64);
  tp_expr e = grow(x, step_add, a, b);
  tp_addend_list list = {0};
  tp_expr_addends(x, e, &list);
  CHECK_EQ(list.n, 2);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < list.n; i++)
    sum += list.at[i].times * tp_expr_eval(x, list.at[i].e, three, NULL);
  CHECK_EQ(sum, tp_expr_eval(x, e, three, NULL));
  CHECK(tp_expr_has_addends(x, e, 2));
  CHECK(!tp_expr_has_addends(x, e, 3));
  VEC_FREE(&list);
  tp_exprs_free(x);
}

/* ---- pointers ------------------------------------------------------------ */

typedef struct world {
  tp_exprs *x;
  tp_program program;
  tp_memory memory;
  tp_cells cells;
} world;

static tp_expr nothing(void *state, unsigned size) {
  (void)state;
  (void)size;
  return 0;
}

static world new_world(void) {
  world w = {.x = tp_exprs_new()};
  return w;
}

/* Two strings: objects need no type. */
static void fill_world(world *w, tp_expr *p, tp_expr *q) {
  tp_memory_init(&w->memory, &w->program, w->x);
  w->memory.fresh = nothing;
  tp_object one = tp_memory_add_string(&w->memory, "abcdefg", 7, 1);
  tp_object two = tp_memory_add_string(&w->memory, "ABCDEFG", 7, 1);
  *p = tp_memory_address(&w->memory, one, 0);
  *q = tp_memory_address(&w->memory, two, 0);
}

static void free_world(world *w) {
  tp_memory_free(&w->memory);
  tp_exprs_free(w->x);
}

/* A pointer that was swapped with another so often is one of the two. */
TEST(walks_swapped_pointers) {
  limit_time();
  world w = new_world();
  tp_expr p, q;
  fill_world(&w, &p, &q);
  tp_expr null = tp_expr_bv(w.x, 64, 0);
  tp_expr chosen = grow(w.x, step_choose, p, q);
  tp_expr or_null = grow(w.x, step_choose, p, null);
  tp_expr number = grow(w.x, step_choose, tp_expr_bv(w.x, 64, 3), null);
  tp_expr value = tp_memory_load(&w.memory, w.cells, chosen, 1);
  CHECK(value != 0);
  uint64_t got = value ? tp_expr_eval(w.x, value, three, NULL) : 0;
  CHECK_EQ(got, tp_expr_eval(w.x, chosen, three, NULL) ==
                        tp_expr_eval(w.x, p, three, NULL)
                    ? 'a'
                    : 'A');
  CHECK_EQ(tp_memory_load(&w.memory, w.cells, or_null, 1),
           tp_expr_bv(w.x, 8, 'a'));
  CHECK(!tp_memory_load(&w.memory, w.cells, number, 1));
  CHECK(tp_memory_may_be_address(&w.memory, chosen));
  CHECK(tp_memory_may_be_address(&w.memory, or_null));
  CHECK(!tp_memory_may_be_address(&w.memory, number));
  CHECK(!tp_memory_is_order_known(&w.memory, chosen, p, false));
  free_world(&w);
}

/* An offset that is a sum of sums, below a chosen base. */
TEST(walks_index_of_sums) {
  limit_time();
  world w = new_world();
  tp_expr p, q;
  fill_world(&w, &p, &q);
  tp_expr i = tp_expr_var(w.x, 1, TP_X_BV, 64),
          j = tp_expr_var(w.x, 2, TP_X_BV, 64);
  tp_expr index = grow(w.x, step_add, i, j);
  tp_expr base = grow(w.x, step_choose, p, q);
  tp_memory_load(&w.memory, w.cells, tp_expr_bv_op(w.x, TP_BV_ADD, p, index),
                 1);
  tp_memory_load(&w.memory, w.cells, tp_expr_bv_op(w.x, TP_BV_ADD, base, index),
                 1);
  tp_memory_store(&w.memory, w.cells, tp_expr_bv_op(w.x, TP_BV_ADD, p, index),
                  1, tp_expr_bv(w.x, 8, 7));
  CHECK(tp_memory_may_be_address(&w.memory,
                                 tp_expr_bv_op(w.x, TP_BV_ADD, p, index)));
  free_world(&w);
}

/* An address of an object that is made later is one then. */
TEST(walks_number_becomes_address) {
  world w = new_world();
  tp_expr p, q;
  fill_world(&w, &p, &q);
  tp_expr later = tp_expr_bv(w.x, 64, tp_memory_address_bits(3, 0));
  tp_expr merged = grow(w.x, step_choose, later, tp_expr_bv(w.x, 64, 9));
  CHECK(!tp_memory_may_be_address(&w.memory, merged));
  tp_memory_add_string(&w.memory, "x", 1, 1);
  CHECK(tp_memory_may_be_address(&w.memory, merged));
  free_world(&w);
}

/* ---- long paths ---------------------------------------------------------- */

#define LONG_PATH 200000

/* A path that counts: each condition is about one variable more than the one
 * before it. */
TEST(walks_counting_path) {
  limit_time();
  tp_exprs *x = tp_exprs_new();
  tp_smt *smt;
  tp_diag diag = {0};
  tp_smt_result r = {0};
  VEC(tp_expr) conds = {0};
  tp_expr count = tp_expr_bv(x, 32, 0);
  CHECK_EQ(tp_smt_new(&smt, x, NULL, &diag), 0);
  for (uint32_t i = 0; i < LONG_PATH; i++) {
    tp_expr v = tp_expr_var(x, 1000 + i, TP_X_BV, 32);
    count = tp_expr_bv_op(x, TP_BV_ADD, count, v);
    VEC_PUSH(&conds,
             tp_expr_not(x, tp_expr_eq(x, count, tp_expr_bv(x, 32, 7 + i))));
  }
  tp_expr alone = tp_expr_var(x, 1, TP_X_BV, 32);
  VEC_PUSH(&conds, tp_expr_eq(x, alone, tp_expr_bv(x, 32, 5)));
  CHECK_EQ(
      tp_smt_check(smt, conds.at, conds.n, conds.n - 1, true, three, NULL, &r),
      TP_SMT_SAT);
  CHECK_EQ(r.model.n, 1);
  VEC_FREE(&conds);
  tp_smt_result_free(&r);
  tp_smt_free(smt);
  tp_exprs_free(x);
}
