/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/goals.h"

#include "flow/disturb.h"

static void forget(tp_goals *g) {
  if (g->of) {
    tp_taint_free(&g->taint);
    tp_changes_free(&g->changes);
    tp_ir_free(g->ir);
  }
  g->of = NULL;
}

/* A program may be read twice (app/drive.h). */
static void look_at(tp_goals *g, const tp_program *p) {
  if (g->of == p)
    return;
  forget(g);
  g->ir = tp_ir_new(p, true); /* in no order: of what happens anywhere */
  tp_flow_taint(&g->taint, g->ir);
  tp_changes_init(&g->changes, g->ir);
  g->of = p;
}

static bool depends(const tp_program *p, tp_node_id n, void *state) {
  tp_goals *g = state;
  look_at(g, p);
  return tp_taint_node(&g->taint, n);
}

static bool disturbs(const tp_program *p, tp_node_id a, tp_node_id b,
                     bool is_place, void *state) {
  tp_goals *g = state;
  look_at(g, p);
  return tp_flow_disturbs(&g->changes, a, b, is_place);
}

int tp_goals_init(tp_goals *g, const tp_options *o, tp_diag *diag) {
  *g = (tp_goals){
      .plan = {.depends = depends, .disturbs = disturbs, .state = g}};
  if (o->check && tp_check_kinds_parse(&g->plan.kinds, o->check, diag) != 0)
    return -1;
  if (o->criterion && strcmp(o->criterion, "mcdc") == 0)
    g->plan.kinds |= TP_CHECK_VECTORS;
  if (o->limits)
    g->plan.kinds |= TP_CHECK_EDGES;
  return 0;
}

const tp_check_plan *tp_goals_plan(const tp_goals *g) {
  return g->plan.kinds ? &g->plan : NULL;
}

/* One question: && and || would be decisions of their own. */
static char *flatten(const char *part) {
  tp_str out = {0};
  for (; *part; part++) {
    tp_str_addc(&out, *part);
    part += (*part == '&' || *part == '|') && part[1] == *part;
  }
  return out.at;
}

void tp_goals_hoist(tp_goals *g, const tp_hoist *hoist) {
  for (uint32_t i = 0; hoist && i < hoist->at.n; i++) {
    const tp_precondition *p = &hoist->at.at[i];
    for (uint32_t k = 0; k < p->parts.n; k++) {
      VEC_PUSH(&g->conditions, flatten(p->parts.at[k]));
      VEC_PUSH(&g->hoisted,
               ((tp_hoisted){p->function, VEC_LAST(&g->conditions), i}));
    }
  }
  g->plan.hoisted = g->hoisted.at;
  g->plan.n_hoisted = g->hoisted.n;
}

void tp_goals_free(tp_goals *g) {
  for (uint32_t i = 0; i < g->conditions.n; i++)
    tp_free(g->conditions.at[i]);
  VEC_FREE(&g->conditions);
  VEC_FREE(&g->hoisted);
  forget(g);
}
