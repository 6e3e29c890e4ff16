/* SPDX-License-Identifier: GPL-3.0-or-later */
/* See engine/measure.h. Variable k of a condition is its leaf k. */
#include "engine/measure.h"

#include "expr/distance.h"

#include <math.h>

void tp_measurer_init(tp_measurer *m, const tp_ir *ir, const tp_plan *plan) {
  *m = (tp_measurer){.lowering = {.ir = ir, .plan = plan}};
  m->lowering.sem = (tp_sem){.program = ir->p, .exprs = tp_exprs_new()};
}

void tp_measurer_free(tp_measurer *m) {
  tp_exprs_free(m->lowering.sem.exprs);
  tp_tables_free(&m->tables);
  VEC_FREE(&m->conditions);
  tp_map_free(&m->nearest);
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

/* How far it was from taking the branch with that label instead: above 0, 1 if
 * that is not known. */
static double distance_of(tp_measurer *m, const tp_event *event,
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

static void note_near(tp_measurer *m, const tp_near *found, tp_nears *near) {
  bool is_new;
  uint32_t *slot = tp_map_put(&m->nearest, found->goal, &is_new);
  if (is_new) {
    *slot = near->n;
    VEC_PUSH(near, *found);
  } else if (found->distance < near->at[*slot].distance) {
    near->at[*slot] = *found;
  }
}

void tp_measurer_near(tp_measurer *m, const tp_glance *run,
                      const tp_bits *covered, tp_nears *near) {
  uint32_t next = 0;
  tp_map_clear(&m->nearest);
  for (uint32_t i = 0; i < run->events.n; i++) {
    const tp_event *event = &run->events.at[i];
    const tp_decision *d =
        &m->lowering.sem.program->decisions.at[event->decision];
    bool is_measured =
        next < run->measures.n && run->measures.at[next].event == i;
    const tp_measure *what = is_measured ? &run->measures.at[next++] : NULL;
    for (uint32_t k = 0; k < d->n; k++) {
      tp_near found = {d->first + k, run->before.at[i], 1};
      if (tp_bits_has(covered, d->first + k))
        continue;
      if (what && k != event->label)
        found.distance = distance_of(m, event, what, k);
      note_near(m, &found, near);
    }
  }
}
