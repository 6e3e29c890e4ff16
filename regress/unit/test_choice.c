/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_choice.c - elements that an index chooses: what the expression says for
 * every index is what lies in the table there. */
#include "check.h"

#include "base/rng.h"
#include "engine/choice.h"

#define ROUNDS 300
#define MAX_COUNT 40

typedef struct bench {
  tp_exprs *x;
  tp_rng rng;
  uint64_t index[2]; /* values of the variables */
  uint32_t content[MAX_COUNT * MAX_COUNT];
  tp_expr element[MAX_COUNT * MAX_COUNT];
} bench;

static uint64_t value_of(void *state, uint32_t var) {
  return ((bench *)state)->index[var];
}

static int64_t between(bench *b, int64_t low, int64_t high) {
  return low + (int64_t)tp_rng_below(&b->rng, (uint64_t)(high - low + 1));
}

static tp_access random_access(bench *b, uint32_t var) {
  static const int64_t steps[] = {1, 1, 1, -1, 3};
  uint8_t size = between(b, 0, 1) ? 1 : 8;
  tp_access a = {.at = tp_expr_var(b->x, var, TP_X_BV, 8u * size),
                 .count = (uint32_t)between(b, 1, MAX_COUNT),
                 .first = between(b, -140, 140),
                 .step = steps[between(b, 0, 4)],
                 .scalar = {.is_signed = between(b, 0, 1), .size = size}};
  if (between(b, 0, 1)) /* as after a promotion */
    a.at = a.scalar.is_signed ? tp_expr_sext(b->x, a.at, 64)
                              : tp_expr_zext(b->x, a.at, 64);
  a.scalar.size = (uint8_t)(tp_expr_width(b->x, a.at) / 8);
  a.other = (uint32_t)between(b, 0, a.count - 1);
  return a;
}

/* Few values, often the same as the one before. */
static void fill(bench *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    bool is_same = i && between(b, 0, 2);
    b->content[i] = is_same ? b->content[i - 1] : (uint32_t)between(b, 0, 9);
    b->element[i] = tp_expr_bv(b->x, 16, b->content[i]);
  }
}

/* The element at the index's value, by counting. */
static uint32_t expected(const bench *b, const tp_access *a) {
  uint64_t at = tp_expr_eval(b->x, a->at, value_of, (void *)b);
  unsigned unused = 64 - 8u * a->scalar.size;
  int64_t value = (int64_t)(at << unused);
  value = a->scalar.is_signed ? value >> unused
                              : (int64_t)((uint64_t)value >> unused);
  for (uint32_t k = 0; k < a->count; k++)
    if (a->first + (int64_t)k * a->step == value)
      return k;
  return a->other;
}

static void set_index(bench *b, uint32_t var, int value) {
  b->index[var] = (uint64_t)(int64_t)value;
}

static void check_at(bench *b, const tp_choice *c, tp_expr chosen, tp_expr is,
                     uint32_t mask, uint32_t want) {
  uint32_t row = c->n_dims == 2 ? expected(b, &c->dim[0]) : 0;
  uint32_t k = expected(b, &c->dim[c->n_dims - 1]);
  uint32_t value = b->content[row * c->dim[c->n_dims - 1].count + k];
  CHECK(tp_expr_eval(b->x, chosen, value_of, b) == value);
  CHECK(tp_expr_eval(b->x, is, value_of, b) == ((value & mask) == want));
}

static void one_round(bench *b, uint32_t n_dims) {
  tp_choice c = {.n_dims = n_dims};
  uint32_t n = 1;
  for (uint32_t d = 0; d < n_dims; d++) {
    c.dim[d] = random_access(b, d);
    if (n_dims == 2 && c.dim[d].count > 20)
      c.dim[d].count = 20;
    c.dim[d].other %= c.dim[d].count;
    n *= c.dim[d].count;
  }
  fill(b, n);
  tp_expr chosen = tp_choice_of(b->x, &c, b->element);
  uint32_t mask = (uint32_t)between(b, 1, 15), want = mask & 5;
  tp_expr wide = tp_expr_zext(b->x, chosen, 32);
  tp_expr is = tp_expr_eq(
      b->x, tp_expr_bv_op(b->x, TP_BV_AND, wide, tp_expr_bv(b->x, 32, mask)),
      tp_expr_bv(b->x, 32, want));
  for (int i = -300; i <= 300; i++) {
    set_index(b, 0, i);
    set_index(b, 1, (int)between(b, -200, 200));
    check_at(b, &c, chosen, is, mask, want);
  }
}

TEST(choice_is_what_lies_there) {
  bench b = {.x = tp_exprs_new()};
  tp_rng_init(&b.rng, 11);
  for (int i = 0; i < ROUNDS; i++)
    one_round(&b, 1 + (uint32_t)i % 2);
  tp_exprs_free(b.x);
}

/* A class of characters in a table of 384 is one comparison or two. */
TEST(choice_of_a_class_is_small) {
  tp_exprs *x = tp_exprs_new();
  tp_expr element[384];
  for (int c = -128; c < 256; c++)
    element[c + 128] = tp_expr_bv(
        x, 16, (c >= '0' && c <= '9' ? 8u : 0) | (c > 64 && c < 91 ? 2u : 0));
  tp_expr byte = tp_expr_var(x, 0, TP_X_BV, 8);
  tp_choice c = {.n_dims = 1};
  c.dim[0] = (tp_access){.at = tp_expr_zext(x, byte, 32),
                         .count = 384,
                         .first = -128,
                         .step = 1,
                         .scalar = {.is_signed = true, .size = 4}};
  tp_expr wide = tp_expr_zext(x, tp_choice_of(x, &c, element), 32);
  tp_expr masked = tp_expr_bv_op(x, TP_BV_AND, wide, tp_expr_bv(x, 32, 8));
  tp_expr is_digit =
      tp_expr_not(x, tp_expr_eq(x, masked, tp_expr_bv(x, 32, 0)));
  tp_expr want = tp_expr_and(
      x, tp_expr_not(x, tp_expr_ult(x, byte, tp_expr_bv(x, 8, '0'))),
      tp_expr_ult(x, byte, tp_expr_bv(x, 8, '9' + 1)));
  CHECK(is_digit == want);
  tp_exprs_free(x);
}

TEST(choice_is_kept_by_table_and_index) {
  tp_exprs *x = tp_exprs_new();
  tp_tables t = {0};
  uint64_t p[4] = {0, 7, 0, 8}, q[4] = {0, 7, 0, 9};
  tp_expr first[2] = {tp_expr_bv(x, 8, 7), tp_expr_bv(x, 8, 8)};
  tp_expr second[2] = {tp_expr_bv(x, 8, 7), tp_expr_bv(x, 8, 9)};
  tp_choice c = {.n_dims = 1};
  c.dim[0] = (tp_access){.at = tp_expr_var(x, 0, TP_X_BV, 8),
                         .count = 2,
                         .step = 1,
                         .other = 1,
                         .scalar = {.size = 1}};
  CHECK(tp_tables_find(&t, p, 4, 1) == 0);
  tp_choice_table a = tp_tables_add(&t, p, 4, 1, first, 2);
  tp_choice_table b = tp_tables_add(&t, q, 4, 1, second, 2);
  CHECK(tp_tables_find(&t, p, 4, 1) == a && tp_tables_find(&t, q, 4, 1) == b);
  CHECK(tp_tables_find(&t, p, 4, 2) == 0 && tp_tables_find(&t, p, 2, 1) == 0);
  tp_expr from_a = tp_tables_choose(&t, x, a, &c, first);
  CHECK(from_a == tp_choice_of(x, &c, first));
  CHECK(tp_tables_choose(&t, x, b, &c, second) == tp_choice_of(x, &c, second));
  CHECK(tp_tables_choose(&t, x, a, &c, first) == from_a);
  c.dim[0].first = 1;
  CHECK(tp_tables_choose(&t, x, a, &c, first) == tp_choice_of(x, &c, first));
  tp_tables_free(&t);
  tp_exprs_free(x);
}
