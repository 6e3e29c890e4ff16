/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See engine/measure.h. Variable k of a condition is its leaf k. */
#include "engine/measure.h"

#include "expr/distance.h"

#include <math.h>

void tp_measurer_init(tp_measurer *m, const tp_program *p,
                      const tp_plan *plan) {
  *m = (tp_measurer){.lowering = {.plan = plan}};
  m->lowering.sem = (tp_sem){.program = p, .exprs = tp_exprs_new()};
}

void tp_measurer_free(tp_measurer *m) {
  tp_exprs_free(m->lowering.sem.exprs);
  tp_tables_free(&m->tables);
  VEC_FREE(&m->conditions);
}

static tp_expr make_condition(tp_measurer *m, uint32_t number) {
  const tp_plan *plan = m->lowering.plan;
  const tp_wire_expr *wire = &plan->wire_exprs.at[number];
  tp_leaf leaves[TP_WIRE_MAX_LEAVES];
  for (uint32_t i = 0; i < wire->n_leaves; i++) {
    unsigned size = plan->wire_leaves.at[wire->first_leaf + i].size;
    leaves[i] = (tp_leaf){
        .bits = tp_expr_var(m->lowering.sem.exprs, i, TP_X_BV, 8 * size)};
  }
  m->lowering.tables = &m->tables;
  m->lowering.has_other_objects = &m->has_other_objects;
  tp_expr e = tp_lower_plan(&m->lowering, number, leaves);
  return e ? e : tp_expr_bool(m->lowering.sem.exprs, false);
}

static tp_expr condition_of(tp_measurer *m, uint32_t number) {
  if (number >= m->conditions.n)
    VEC_RESIZE(&m->conditions, m->lowering.plan->exprs.n);
  if (!m->conditions.at[number])
    m->conditions.at[number] = make_condition(m, number);
  return m->conditions.at[number];
}

static uint64_t leaf_value(void *state, uint32_t leaf) {
  return (*(const uint64_t *const *)state)[leaf];
}

/* The default is beside any case. */
static double distance_of_case(const tp_source_branch *b, int64_t value,
                               bool is_default) {
  double below = (double)b->low - (double)value;
  double above = (double)value - (double)b->high;
  if (is_default)
    return tp_distance_squeezed(1);
  return tp_distance_squeezed(below > above ? below : above);
}

double tp_measurer_distance(tp_measurer *m, const tp_event *event,
                            const tp_measure *what, uint32_t label) {
  const tp_program *p = m->lowering.sem.program;
  const tp_decision *decision = &p->decisions.at[event->decision];
  if (decision->construct == TP_C_SWITCH)
    return distance_of_case(&p->branches.at[decision->first + label],
                            (int64_t)what->value, label + 1 == decision->n);
  const uint64_t *leaf = what->leaf;
  if (!what->expr)
    return tp_distance_squeezed(
        fabs((double)(int64_t)leaf[0] - (double)(int64_t)leaf[1]));
  tp_distance d = {
      .exprs = m->lowering.sem.exprs, .values = leaf_value, .state = &leaf};
  tp_expr e = condition_of(m, what->expr);
  tp_distance_begin(&d);
  double distance = tp_distance_of(&d, e, label == 0);
  return distance > 0 ? distance : 1; /* 0: not what was computed */
}
