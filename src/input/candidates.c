/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input/candidates.h"

#include <stdlib.h>

/* Testers have 16 bits for a bin; larger numbers are something else. */
#define LEAST (-1)
#define MOST 65535
#define MAX_NUMBERS 2000
#define MAX_STEPS 16

static bool is_asked(const tp_node *n) {
  return n->kind == TP_N_INT || n->kind == TP_N_UNARY ||
         n->kind == TP_N_BINARY || n->kind == TP_N_CAST;
}

static int by_value(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return x < y ? -1 : x > y;
}

static void drop_doubles(tp_input_numbers *v) {
  uint32_t n = 0;
  if (v->n)
    qsort(v->at, v->n, sizeof *v->at, by_value);
  for (uint32_t i = 0; i < v->n; i++)
    if (n == 0 || v->at[i] != v->at[n - 1])
      v->at[n++] = v->at[i];
  v->n = n < MAX_NUMBERS ? n : MAX_NUMBERS;
}

static void add(tp_input_numbers *out, int64_t number) {
  if (number >= LEAST && number <= MOST)
    VEC_PUSH(out, number);
}

/* 20 + site: the numbers from there on. */
static void add_from(const tp_program *p, tp_node_id n, tp_input_numbers *out) {
  uint64_t bits;
  const tp_node *node = tp_node_get(p, n);
  if (node->kind != TP_N_BINARY || node->op != TP_OP_ADD)
    return;
  TP_KIDS (p, n, kid)
    if (tp_node_constant(p, kid, &bits) && bits && bits <= MOST)
      for (int64_t i = 0; i < MAX_STEPS; i++)
        add(out, (int64_t)bits + i);
}

void tp_input_collect_numbers(const tp_program *p, tp_input_numbers *out) {
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    uint64_t bits;
    if (!is_asked(tp_node_get(p, n)))
      continue;
    if (tp_node_constant(p, n, &bits))
      add(out, (int64_t)bits);
    else
      add_from(p, n, out);
  }
  drop_doubles(out);
}
