/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests without an effect: TP_RULE_EFFECT. */
#include "decide/sway.h"
#include "decide/work.h"

typedef struct tp_decider work;

static tp_smt_answer check_effect(void *state, const tp_expr *conds, uint32_t n,
                                  tp_smt_result **out) {
  work *w = state;
  *out = &w->q.result;
  return tp_work_solve(w, conds, n, false, false);
}

static bool run_effect(void *state, const tp_smt_value *values, uint32_t n,
                       tp_vec_u32 *bins) {
  work *w = state;
  const tp_graph *g = tp_engine_oracle(w->parts.engine)->graph;
  if (tp_work_why_no_run(w))
    return false;
  tp_work_run(w, values, n);
  for (uint32_t i = 0; i < w->path.n; i++) {
    const tp_graph_edge *e = &g->edges.at[w->path.at[i].branch];
    const tp_graph_node *from = &g->nodes.at[e->from];
    if (from->kind == TP_G_DECISION &&
        tp_sway_is_bin(w->parts.program, from->decision)) {
      VEC_PUSH(bins, from->decision);
      VEC_PUSH(bins, e->label);
    }
  }
  return w->has_ended;
}

static bool keep_effect(void *state, uint32_t n, tp_sway_values *out) {
  const work *w = state;
  if (n >= tp_engine_test_count(w->parts.engine))
    return false;
  const tp_engine_test *t = tp_engine_test_at(w->parts.engine, n);
  for (uint32_t i = 0; i < t->reads.n; i++)
    VEC_PUSH(out, ((tp_smt_value){t->reads.at[i].var, t->reads.at[i].bits}));
  return true;
}

static bool is_effect_over(void *state) {
  const work *w = state;
  return tp_budget_over(w->parts.budget) != TP_STOP_NONE;
}

static void call_proved(work *w, tp_sbranch b, const char *proof) {
  tp_decide_verdict *v = &w->out->at.at[b];
  v->kind = TP_DECIDED_INFEASIBLE;
  v->proof = tp_strdup(proof);
  w->out->counts.infeasible++;
  if (w->parts.on_proof)
    w->parts.on_proof(w->parts.state, b, v);
}

void tp_effect_decide(work *w, tp_sbranch b) {
  const tp_sway_tools tools = {check_effect, run_effect, keep_effect,
                               is_effect_over, w};
  tp_sway found = {0};
  tp_str proof = {0};
  tp_sway_find(&found, &w->model, &tools);
  if (found.n_idle)
    call_proved(w, b + 1, tp_str_text(&found.idle));
  tp_str_addf(&proof, "each of %u tests was seen to change a bin",
              found.n_seen);
  if (found.n_idle || !found.unknown.n)
    call_proved(w, b, tp_str_text(&proof));
  else if (w->is_late || tp_model_is_cut(&w->model))
    tp_work_set_reason(&w->out->at.at[b], tp_str_text(&found.unknown));
  else
    tp_bits_add(&w->late, b);
  tp_str_free(&proof);
  tp_sway_free(&found);
}
