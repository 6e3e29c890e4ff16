/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each way is made minimal alone; all of them, with all definitions, once more
 * together. */
#include "decide/ways.h"

#include "base/limits.h"
#include "decide/lost.h"
#include "decide/never.h"
#include "decide/slice.h"

#include <stdlib.h>

void tp_way_free(tp_refutation *w) {
  VEC_FREE(&w->branches);
  VEC_FREE(&w->literals);
  VEC_FREE(&w->sites);
  VEC_FREE(&w->needed);
  VEC_FREE(&w->limited);
}

static void clear_ways(tp_ways *w) {
  for (uint32_t i = 0; i < w->ways.n; i++)
    tp_way_free(&w->ways.at[i]);
  VEC_CLEAR(&w->ways);
  tp_map_clear(&w->asked);
  tp_map_clear(&w->proved);
}

/* ---- questions ----------------------------------------------------------- */

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

bool tp_ways_is_patient(const tp_ways *w) {
  return w->asked_about < w->most_asked && (w->end <= 0 || tp_now() < w->end);
}

/* Who asked for certificates waits for them. */
void tp_ways_spend(tp_ways *w) {
  if (w->parts->spend && !w->parts->certify_dir)
    w->parts->spend(w->parts->state, &w->spent);
  w->spent = (tp_decide_work){0};
}

static tp_smt_answer check(tp_ways *w) {
  if (!tp_ways_is_patient(w))
    return TP_SMT_UNKNOWN;
  tp_smt_set_effort(w->smt, (tp_smt_effort){false, w->seconds});
  tp_smt_answer answer =
      tp_smt_check(w->smt, w->conds.at, w->conds.n, w->conds.n, true, no_value,
                   NULL, &w->result);
  w->asked_about += (1 + w->result.checks) * w->conds.n;
  w->spent.checks += 1 + w->result.checks;
  w->spent.conditions += (1 + w->result.checks) * w->conds.n;
  tp_ways_spend(w);
  return answer;
}

/* What the definitions say. */
static void add_definitions_to(tp_ways *w) {
  for (uint32_t i = 0; i < w->cone.n; i++) {
    const tp_definition *d = &w->told.at.at[w->cone.at[i]];
    VEC_PUSH(&w->conds, d->name ? tp_expr_eq(w->x, d->name, d->is) : d->is);
  }
}

/* All definitions behind the conditions; false: too many. */
static bool add_cone(tp_ways *w) {
  tp_expr all = tp_expr_bool(w->x, true);
  VEC_CLEAR(&w->cone);
  for (uint32_t i = 0; i < w->conds.n; i++)
    all = tp_expr_and(w->x, all, w->conds.at[i]);
  if (!tp_slice_all(w->x, &w->told, all, TP_LIMIT_EXPLAIN_CONE, &w->cone))
    return false;
  add_definitions_to(w);
  return true;
}

static void begin_question(tp_ways *w) {
  VEC_CLEAR(&w->conds);
  VEC_CLEAR(&w->branches);
  VEC_CLEAR(&w->sites);
}

static void add_literal(tp_ways *w, tp_expr literal, tp_sbranch branch) {
  VEC_PUSH(&w->conds, literal);
  VEC_PUSH(&w->branches, branch);
}

static void add_guard(tp_ways *w, tp_guard at) {
  add_literal(w, w->model.guards.at.at[at].literal,
              w->model.guards.at.at[at].branch);
}

static void add_guards(tp_ways *w, tp_guard from) {
  for (tp_guard at = from; at != TP_GUARD_ROOT;
       at = w->model.guards.at.at[at].above)
    add_guard(w, at);
}

/* Of any turn of a loop, not of one after single ones. */
static void add_guards_loosely(tp_ways *w, tp_guard from) {
  for (tp_guard at = from; at != TP_GUARD_ROOT;
       at = tp_guard_loosely_above(&w->model.guards, at))
    add_guard(w, at);
}

static bool is_in_any_turn(const tp_ways *w, tp_guard from) {
  for (tp_guard at = from; at != TP_GUARD_ROOT;
       at = w->model.guards.at.at[at].above)
    if (w->model.guards.at.at[at].before_loop)
      return true;
  return false;
}

static tp_expr all_of(tp_ways *w, const tp_refutation *of) {
  tp_expr all = tp_expr_bool(w->x, true);
  for (uint32_t i = 0; i < of->literals.n; i++)
    all = tp_expr_and(w->x, all, of->literals.at[i]);
  return all;
}

/* A side that was not followed may be the branch itself. */
static bool is_known(tp_ways *w, const tp_refutation *of) {
  tp_expr all = all_of(w, of);
  for (uint32_t i = 0; i < w->ways.n; i++)
    if (all_of(w, &w->ways.at[i]) == all)
      return true;
  return false;
}

static bool keep_way(tp_ways *w, tp_refutation *of) {
  bool is_small = w->ways.n < TP_LIMIT_EXPLAIN_WAYS &&
                  of->needed.n <= TP_LIMIT_EXPLAIN_CONE;
  if (is_known(w, of) || !is_small)
    tp_way_free(of);
  else
    VEC_PUSH(&w->ways, *of);
  return is_small;
}

static void copy(tp_vec_u32 *to, const tp_vec_u32 *from) {
  for (uint32_t i = 0; i < from->n; i++)
    VEC_PUSH(to, from->at[i]);
}

static tp_refutation copy_way(const tp_refutation *of) {
  tp_refutation out = {.time = of->time, .is_minimal = of->is_minimal};
  copy(&out.literals, &of->literals);
  copy(&out.branches, &of->branches);
  copy(&out.sites, &of->sites);
  copy(&out.needed, &of->needed);
  copy(&out.limited, &of->limited);
  return out;
}

static void remember(tp_ways *w, const tp_refutation *of) {
  if (!of->is_minimal || !of->literals.n)
    return;
  tp_refutation kept = copy_way(of);
  uint32_t *slot = tp_map_put(&w->known_by, VEC_LAST(&of->literals), NULL);
  kept.next = *slot;
  VEC_PUSH(&w->known, kept);
  *slot = w->known.n;
}

/* Whether the question has all literals of a way. */
static bool has_literals(const tp_ways *w, const tp_refutation *of) {
  for (uint32_t i = 0; i < of->literals.n; i++) {
    uint32_t k = 0;
    while (k < w->conds.n && w->conds.at[k] != of->literals.at[i])
      k++;
    if (k == w->conds.n)
      return false;
  }
  return true;
}

/* The question at hand was answered, as a part of another. */
static bool refute_as_before(tp_ways *w) {
  for (uint32_t i = 0; i < w->conds.n; i++) {
    const uint32_t *slot = tp_map_get(&w->known_by, w->conds.at[i]);
    for (uint32_t at = slot ? *slot : 0; at; at = w->known.at[at - 1].next)
      if (has_literals(w, &w->known.at[at - 1])) {
        tp_refutation again = copy_way(&w->known.at[at - 1]);
        return keep_way(w, &again);
      }
  }
  return false;
}

/* What the core of the answer has. */
static bool keep_core(tp_ways *w, uint32_t time, uint32_t n_literals) {
  tp_refutation out = {.time = time, .is_minimal = w->result.is_minimal};
  uint32_t first_site = n_literals - w->sites.n;
  for (uint32_t i = 0; i < w->result.core.n; i++) {
    uint32_t index = w->result.core.at[i];
    if (index >= n_literals) {
      VEC_PUSH(&out.needed, w->cone.at[index - n_literals]);
      continue;
    }
    VEC_PUSH(&out.literals, w->conds.at[index]);
    VEC_PUSH(&out.branches, w->branches.at[index]);
    if (index >= first_site)
      VEC_PUSH(&out.sites, w->sites.at[index - first_site]);
  }
  for (uint32_t i = 0; i < w->result.limited.n; i++)
    VEC_PUSH(&out.limited, w->result.limited.at[i]);
  remember(w, &out);
  return keep_way(w, &out);
}

/* A condition that was folded to false needs no other, and few definitions. The
 * solver is asked about all ways together. */
static bool refute_folded(tp_ways *w, uint32_t time) {
  for (uint32_t i = 0; i < w->conds.n; i++) {
    uint64_t truth;
    tp_expr literal = w->conds.at[i];
    tp_sbranch branch = w->branches.at[i];
    if (!tp_expr_known(w->x, literal, &truth) || truth)
      continue;
    tp_refutation out = {.time = time};
    VEC_PUSH(&out.literals, literal);
    VEC_PUSH(&out.branches, branch);
    tp_slice(w->x, &w->told, literal, &out.needed);
    return keep_way(w, &out);
  }
  return false;
}

/* Whether the question at hand is refuted; then it is a way. */
static bool refute(tp_ways *w, uint32_t time) {
  uint32_t n = w->conds.n;
  if (add_cone(w) && check(w) == TP_SMT_UNSAT)
    return keep_core(w, time, n);
  w->conds.n = n;
  return false;
}

/* ---- the ways to a branch ------------------------------------------------ */

static bool add_assumptions(tp_ways *w, const tp_instance *i) {
  const tp_model *m = &w->model;
  for (uint32_t k = 0; k < m->broken.n; k++) {
    const tp_broken *b = &m->broken.at[k];
    if (!tp_model_assumes(m, i, k))
      continue;
    add_literal(w, b->holds, UINT32_MAX);
    VEC_PUSH(&w->sites, b->site);
  }
  return w->sites.n > 0;
}

/* When the instance was met: its condition was named just before. */
static uint32_t time_of(const tp_ways *w, const tp_instance *i) {
  uint32_t n;
  const uint32_t *var = tp_expr_vars(w->x, i->value, &n);
  const tp_definition *d = n ? tp_diary_find(&w->told, var[n - 1]) : NULL;
  return d ? (uint32_t)(d - w->told.at.at) + 1 : w->told.at.n;
}

/* As short as it can be. */
static bool settle(tp_ways *w, uint32_t time) {
  return refute_as_before(w) || (!w->asks_folded && refute_folded(w, time)) ||
         refute(w, time);
}

static void begin_instance(tp_ways *w, const tp_instance *i, tp_sbranch b) {
  uint32_t k = b - w->parts->program->decisions.at[i->decision].first;
  begin_question(w);
  add_literal(w, tp_model_branch(&w->model, i, k), b);
}

static bool refute_loosely(tp_ways *w, const tp_instance *i, tp_sbranch b) {
  begin_instance(w, i, b);
  add_guards_loosely(w, i->guard);
  return settle(w, time_of(w, i));
}

static bool refute_instance(tp_ways *w, const tp_instance *i, tp_sbranch b) {
  uint32_t time = time_of(w, i);
  if (is_in_any_turn(w, i->guard) && refute_loosely(w, i, b))
    return true;
  begin_instance(w, i, b);
  add_guards(w, i->guard);
  return settle(w, time) || (add_assumptions(w, i) && refute(w, time));
}

static bool refute_pruned(tp_ways *w, uint32_t number) {
  const tp_pruned *p = &w->told.pruned.at[number];
  bool is_new;
  tp_map_put(&w->asked, number, &is_new);
  if (!is_new)
    return true;
  begin_question(w);
  add_literal(w, p->literal, p->branch);
  add_guards_loosely(w, p->above);
  return settle(w, p->time + (p->branch == UINT32_MAX));
}

/* No statement and no call leads there: that is all there is to say. */
static void add_no_way(tp_ways *w, tp_sbranch b) {
  const tp_program *p = w->parts->program;
  tp_refutation out = {.is_minimal = true};
  tp_expr here =
      tp_diary_nowhere(&w->told, w->x, &w->vars,
                       p->decisions.at[p->branches.at[b].decision].node);
  VEC_PUSH(&out.literals, here);
  VEC_PUSH(&out.branches, b);
  VEC_PUSH(&out.needed, w->told.at.n - 1);
  keep_way(w, &out);
}

static bool is_never(void *state, const tp_question *q) {
  return refute_loosely(state, q->instance, q->branch);
}

/* What is in no turn of a loop is in no single one. */
static bool refute_instances(tp_ways *w, tp_decision_id d, tp_sbranch b) {
  const tp_model *m = &w->model;
  tp_never never = {.model = m, .is_refuted = is_never, .state = w, .q = &w->q};
  bool ok = true;
  tp_never_find(&never, d, b - w->parts->program->decisions.at[d].first);
  for (uint32_t i = m->first.at[d]; i < m->first.at[d + 1] && ok; i++) {
    uint32_t number = m->by_decision.at[i];
    ok = tp_never_has(&never, number) ||
         refute_instance(w, &m->instances.at[number], b);
  }
  tp_never_free(&never);
  return ok;
}

static bool refute_lost(tp_ways *w, tp_decision_id d, tp_sbranch b) {
  tp_vec_u32 before = {0};
  bool ok = tp_lost_find(w->parts->ir, &w->told,
                         w->parts->program->decisions.at[d].node, &before);
  if (ok && !before.n)
    add_no_way(w, b);
  for (uint32_t i = 0; i < before.n && ok; i++)
    ok = refute_pruned(w, before.at[i]);
  VEC_FREE(&before);
  return ok;
}

static bool refute_ways(tp_ways *w, tp_sbranch b) {
  tp_decision_id d = w->parts->program->branches.at[b].decision;
  return w->model.first.at[d] < w->model.first.at[d + 1]
             ? refute_instances(w, d, b)
             : refute_lost(w, d, b);
}

/* ---- what holds in each turn --------------------------------------------- */

/* That it fails; false: it may. */
static bool refute_failure(tp_ways *w, tp_expr fact, tp_guard at,
                           uint32_t time) {
  tp_expr fails = tp_expr_not(w->x, fact);
  uint64_t bits;
  if (tp_expr_constant(w->x, fails, &bits))
    return !bits;
  begin_question(w);
  add_literal(w, fails, UINT32_MAX);
  add_guards_loosely(w, at);
  return settle(w, time);
}

static bool refute_failures(tp_ways *w, uint32_t definition) {
  const tp_told_fact *fact;
  const tp_told_turn *t = tp_diary_fact_of(&w->told, definition, &fact);
  bool is_new;
  tp_map_put(&w->proved, definition, &is_new);
  return !is_new ||
         (refute_failure(w, fact->first, t->before, t->time_before) &&
          refute_failure(w, fact->next, t->end, t->time_end));
}

static bool prove_facts(tp_ways *w, uint32_t number) {
  for (uint32_t i = 0; i < w->ways.at[number].needed.n; i++) {
    uint32_t definition = w->ways.at[number].needed.at[i];
    if (w->told.at.at[definition].kind == TP_DIARY_FACT &&
        !refute_failures(w, definition))
      return false;
  }
  return true;
}

/* ---- what was not followed ----------------------------------------------- */

/* Whether what was not followed might have changed what a way rests on. */
static bool concerns(const tp_ways *w, const tp_pruned *p,
                     const tp_refutation *of) {
  if (p->time >= of->time)
    return false;
  for (uint32_t i = 0; i < of->needed.n; i++) {
    const tp_definition *d = &w->told.at.at[of->needed.at[i]];
    if (d->cell != TP_NO_CELL && of->needed.at[i] < p->time &&
        tp_diary_changes(&w->told, p, d->cell, of->time))
      return true;
  }
  return false;
}

static bool refute_beside(tp_ways *w, uint32_t number) {
  for (uint32_t k = 0; k < w->told.pruned.n; k++)
    if (!tp_map_get(&w->asked, k) &&
        concerns(w, &w->told.pruned.at[k], &w->ways.at[number]) &&
        !refute_pruned(w, k))
      return false;
  return true;
}

/* Ways that are found meanwhile, too. */
bool tp_ways_refute(tp_ways *w, tp_sbranch b) {
  clear_ways(w);
  bool ok = refute_ways(w, b);
  for (uint32_t i = 0; i < w->ways.n && ok; i++)
    ok = prove_facts(w, i) && refute_beside(w, i);
  return ok;
}

/* ---- all ways at once ---------------------------------------------------- */

void tp_way_add_once(tp_vec_u32 *to, uint32_t what) {
  for (uint32_t i = 0; i < to->n; i++)
    if (to->at[i] == what)
      return;
  VEC_PUSH(to, what);
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

static void add_all_once(tp_vec_u32 *to, const tp_vec_u32 *from) {
  for (uint32_t i = 0; i < from->n; i++)
    tp_way_add_once(to, from->at[i]);
}

void tp_ways_unite(const tp_ways *w, tp_refutation *out) {
  for (uint32_t i = 0; i < w->ways.n; i++) {
    const tp_refutation *one = &w->ways.at[i];
    add_all_once(&out->needed, &one->needed);
    add_all_once(&out->branches, &one->branches);
    add_all_once(&out->sites, &one->sites);
    add_all_once(&out->limited, &one->limited);
  }
  if (out->needed.n > 1)
    qsort(out->needed.at, out->needed.n, sizeof *out->needed.at, by_number);
}

/* What is needed of the definitions and limits if this holds; false: the solver
 * does not say. */
static bool make_minimal(tp_ways *w, tp_refutation *of, tp_expr literal) {
  VEC_CLEAR(&w->cone);
  for (uint32_t i = 0; i < of->needed.n; i++)
    VEC_PUSH(&w->cone, of->needed.at[i]);
  begin_question(w);
  add_literal(w, literal, UINT32_MAX);
  add_definitions_to(w);
  if (check(w) != TP_SMT_UNSAT || !w->result.is_minimal)
    return false;
  VEC_CLEAR(&of->needed);
  VEC_CLEAR(&of->limited);
  for (uint32_t i = 0; i < w->result.core.n; i++)
    if (w->result.core.at[i] > 0)
      VEC_PUSH(&of->needed, w->cone.at[w->result.core.at[i] - 1]);
  for (uint32_t i = 0; i < w->result.limited.n; i++)
    VEC_PUSH(&of->limited, w->result.limited.at[i]);
  return of->is_minimal = true;
}

/* Its one literal is that one of them is gone. */
bool tp_ways_join(tp_ways *w, tp_refutation *out) {
  tp_expr any = tp_expr_bool(w->x, false);
  if (out->needed.n > TP_LIMIT_EXPLAIN_ALL)
    return false;
  for (uint32_t i = 0; i < w->ways.n; i++)
    any = tp_expr_or(w->x, any, all_of(w, &w->ways.at[i]));
  VEC_PUSH(&out->literals, any);
  out->joined = w->ways.n;
  return make_minimal(w, out, any);
}

bool tp_ways_part(tp_ways *w) {
  for (uint32_t i = 0; i < w->ways.n; i++) {
    tp_refutation *one = &w->ways.at[i];
    if (!one->is_minimal &&
        (one->literals.n != 1 || !make_minimal(w, one, one->literals.at[0])))
      return false;
  }
  return true;
}

void tp_ways_free(tp_ways *w) {
  clear_ways(w);
  VEC_FREE(&w->ways);
  tp_map_free(&w->asked);
  tp_map_free(&w->proved);
  for (uint32_t i = 0; i < w->known.n; i++)
    tp_way_free(&w->known.at[i]);
  VEC_FREE(&w->known);
  tp_map_free(&w->known_by);
  VEC_FREE(&w->conds);
  VEC_FREE(&w->branches);
  VEC_FREE(&w->sites);
  VEC_FREE(&w->cone);
  tp_smt_result_free(&w->result);
  tp_question_free(&w->q);
  tp_model_free(&w->model);
  tp_diary_free(&w->told);
  tp_vars_free(&w->vars);
}
