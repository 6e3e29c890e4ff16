/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A branch is taken in one of its instances, or, if the walk never came there,
 * behind one of the sides that it did not follow. Each of these ways is a
 * question over names; its core has the definitions that refute it. They hold
 * only if nothing that was not followed changes what they define: so sides that
 * might are ways that have to be refuted, too. All ways together, with all
 * definitions, are made minimal once more. */
#include "decide/explain.h"

#include "base/limits.h"
#include "decide/argument.h"
#include "decide/lost.h"
#include "decide/model.h"
#include "decide/slice.h"
#include "decide/diary.h"
#include "decide/words.h"

#include <stdlib.h>

#define SECONDS 1 /* of one question; with certificates: */
#define SECONDS_TO_CERTIFY 20

/* One way, refuted. */
typedef struct way {
  uint32_t time;       /* how many definitions there were, its own the last */
  bool is_minimal;     /* the solver was asked */
  tp_vec_u32 literals; /* that are needed */
  tp_vec_u32 branches; /* that they are; UINT32_MAX: of none */
  tp_vec_u32 sites;    /* of assumptions that are needed */
  tp_vec_u32 needed;   /* definitions */
  tp_vec_u32 limited;  /* variables */
  uint32_t joined;     /* ways that this one stands for; 0: it is one itself */
  uint32_t next;       /* of those in work.known, + 1 */
} way;

typedef struct work {
  const tp_decide_parts *parts;
  tp_exprs *x;
  tp_vars vars;
  tp_smt *smt;
  tp_diary told;
  tp_model model;
  uint32_t n_checks;
  uint64_t asked_about; /* conditions */
  tp_decide_work spent; /* not told yet */
  /* The question at hand. */
  VEC(tp_expr) conds;
  tp_vec_u32 branches; /* by literal: UINT32_MAX: none */
  tp_vec_u32 sites;    /* of the assumptions, the last literals but one */
  tp_vec_u32 cone;     /* definitions behind the literals */
  tp_smt_result result;
  /* The branch at hand. */
  VEC(way) ways;
  tp_map asked; /* sides that were not followed, by number */
  /* Of all branches: what lies behind a dead branch is dead by the same way. */
  VEC(way) known;
  tp_map known_by; /* its last literal -> the first in `known`, + 1 */
} work;

static void free_way(way *w) {
  VEC_FREE(&w->branches);
  VEC_FREE(&w->literals);
  VEC_FREE(&w->sites);
  VEC_FREE(&w->needed);
  VEC_FREE(&w->limited);
}

static void clear_ways(work *w) {
  for (uint32_t i = 0; i < w->ways.n; i++)
    free_way(&w->ways.at[i]);
  VEC_CLEAR(&w->ways);
  tp_map_clear(&w->asked);
}

/* ---- questions ----------------------------------------------------------- */

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

static bool is_patient(const work *w) {
  return w->asked_about < (w->parts->certify_dir
                               ? TP_LIMIT_EXPLAIN_PATIENCE_TO_CERTIFY
                               : TP_LIMIT_EXPLAIN_PATIENCE);
}

/* Who asked for certificates waits for them. */
static void spend(work *w) {
  if (w->parts->spend && !w->parts->certify_dir)
    w->parts->spend(w->parts->state, &w->spent);
  w->spent = (tp_decide_work){0};
}

static tp_smt_answer check(work *w) {
  if (!is_patient(w))
    return TP_SMT_UNKNOWN;
  double seconds = w->parts->certify_dir ? SECONDS_TO_CERTIFY : SECONDS;
  tp_smt_set_effort(w->smt, (tp_smt_effort){false, seconds});
  tp_smt_answer answer =
      tp_smt_check(w->smt, w->conds.at, w->conds.n, w->conds.n, true, no_value,
                   NULL, &w->result);
  w->asked_about += (1 + w->result.checks) * w->conds.n;
  w->spent.checks += 1 + w->result.checks;
  w->spent.conditions += (1 + w->result.checks) * w->conds.n;
  spend(w);
  return answer;
}

/* What the definitions say. */
static void add_definitions_to(work *w) {
  for (uint32_t i = 0; i < w->cone.n; i++) {
    const tp_definition *d = &w->told.at.at[w->cone.at[i]];
    VEC_PUSH(&w->conds, tp_expr_eq(w->x, d->name, d->is));
  }
}

/* All definitions behind the conditions; false: too many. */
static bool add_cone(work *w) {
  tp_expr all = tp_expr_bool(w->x, true);
  VEC_CLEAR(&w->cone);
  for (uint32_t i = 0; i < w->conds.n; i++)
    all = tp_expr_and(w->x, all, w->conds.at[i]);
  if (!tp_slice_all(w->x, &w->told, all, TP_LIMIT_EXPLAIN_CONE, &w->cone))
    return false;
  add_definitions_to(w);
  return true;
}

static void begin_question(work *w) {
  VEC_CLEAR(&w->conds);
  VEC_CLEAR(&w->branches);
  VEC_CLEAR(&w->sites);
}

static void add_literal(work *w, tp_expr literal, tp_sbranch branch) {
  VEC_PUSH(&w->conds, literal);
  VEC_PUSH(&w->branches, branch);
}

static void add_guards(work *w, tp_guard from) {
  for (tp_guard at = from; at != TP_GUARD_ROOT;
       at = w->model.guards.at.at[at].above)
    add_literal(w, w->model.guards.at.at[at].literal,
                w->model.guards.at.at[at].branch);
}

static tp_expr all_of(work *w, const way *of) {
  tp_expr all = tp_expr_bool(w->x, true);
  for (uint32_t i = 0; i < of->literals.n; i++)
    all = tp_expr_and(w->x, all, of->literals.at[i]);
  return all;
}

/* A side that was not followed may be the branch itself. */
static bool is_known(work *w, const way *of) {
  tp_expr all = all_of(w, of);
  for (uint32_t i = 0; i < w->ways.n; i++)
    if (all_of(w, &w->ways.at[i]) == all)
      return true;
  return false;
}

static bool keep_way(work *w, way *of) {
  bool is_small = w->ways.n < TP_LIMIT_EXPLAIN_WAYS &&
                  of->needed.n <= TP_LIMIT_EXPLAIN_CONE;
  if (is_known(w, of) || !is_small)
    free_way(of);
  else
    VEC_PUSH(&w->ways, *of);
  return is_small;
}

static void copy(tp_vec_u32 *to, const tp_vec_u32 *from) {
  for (uint32_t i = 0; i < from->n; i++)
    VEC_PUSH(to, from->at[i]);
}

static way copy_way(const way *of) {
  way out = {.time = of->time, .is_minimal = of->is_minimal};
  copy(&out.literals, &of->literals);
  copy(&out.branches, &of->branches);
  copy(&out.sites, &of->sites);
  copy(&out.needed, &of->needed);
  copy(&out.limited, &of->limited);
  return out;
}

static void remember(work *w, const way *of) {
  if (!of->is_minimal || !of->literals.n)
    return;
  way kept = copy_way(of);
  uint32_t *slot = tp_map_put(&w->known_by, VEC_LAST(&of->literals), NULL);
  kept.next = *slot;
  VEC_PUSH(&w->known, kept);
  *slot = w->known.n;
}

/* Whether the question has all literals of a way. */
static bool has_literals(const work *w, const way *of) {
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
static bool refute_as_before(work *w) {
  for (uint32_t i = 0; i < w->conds.n; i++) {
    const uint32_t *slot = tp_map_get(&w->known_by, w->conds.at[i]);
    for (uint32_t at = slot ? *slot : 0; at; at = w->known.at[at - 1].next)
      if (has_literals(w, &w->known.at[at - 1])) {
        way again = copy_way(&w->known.at[at - 1]);
        return keep_way(w, &again);
      }
  }
  return false;
}

/* What the core of the answer has. */
static bool keep_core(work *w, uint32_t time, uint32_t n_literals) {
  way out = {.time = time, .is_minimal = w->result.is_minimal};
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
static bool refute_folded(work *w, uint32_t time) {
  for (uint32_t i = 0; i < w->conds.n; i++) {
    uint64_t truth;
    tp_expr literal = w->conds.at[i];
    tp_sbranch branch = w->branches.at[i];
    if (!tp_expr_known(w->x, literal, &truth) || truth)
      continue;
    way out = {.time = time};
    VEC_PUSH(&out.literals, literal);
    VEC_PUSH(&out.branches, branch);
    tp_slice(w->x, &w->told, literal, &out.needed);
    return keep_way(w, &out);
  }
  return false;
}

/* Whether the question at hand is refuted; then it is a way. */
static bool refute(work *w, uint32_t time) {
  uint32_t n = w->conds.n;
  if (add_cone(w) && check(w) == TP_SMT_UNSAT)
    return keep_core(w, time, n);
  w->conds.n = n;
  return false;
}

/* ---- the ways to a branch ------------------------------------------------ */

static bool add_assumptions(work *w, const tp_instance *i) {
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
static uint32_t time_of(const work *w, const tp_instance *i) {
  uint32_t n;
  const uint32_t *var = tp_expr_vars(w->x, i->value, &n);
  const tp_definition *d = n ? tp_diary_find(&w->told, var[n - 1]) : NULL;
  return d ? (uint32_t)(d - w->told.at.at) + 1 : w->told.at.n;
}

static bool refute_instance(work *w, const tp_instance *i, tp_sbranch b) {
  uint32_t time = time_of(w, i);
  uint32_t k = b - w->parts->program->decisions.at[i->decision].first;
  begin_question(w);
  add_literal(w, tp_model_branch(&w->model, i, k), b);
  add_guards(w, i->guard);
  return refute_as_before(w) || refute_folded(w, time) || refute(w, time) ||
         (add_assumptions(w, i) && refute(w, time));
}

static bool refute_pruned(work *w, uint32_t number) {
  const tp_pruned *p = &w->told.pruned.at[number];
  bool is_new;
  tp_map_put(&w->asked, number, &is_new);
  if (!is_new)
    return true;
  begin_question(w);
  add_literal(w, p->literal, p->branch);
  add_guards(w, p->above);
  uint32_t time = p->time + (p->branch == UINT32_MAX);
  return refute_as_before(w) || refute_folded(w, time) || refute(w, time);
}

/* No statement and no call leads there: that is all there is to say. */
static void add_no_way(work *w, tp_sbranch b) {
  const tp_program *p = w->parts->program;
  way out = {.is_minimal = true};
  tp_expr here =
      tp_diary_nowhere(&w->told, w->x, &w->vars,
                       p->decisions.at[p->branches.at[b].decision].node);
  VEC_PUSH(&out.literals, here);
  VEC_PUSH(&out.branches, b);
  VEC_PUSH(&out.needed, w->told.at.n - 1);
  keep_way(w, &out);
}

static bool refute_ways(work *w, tp_sbranch b) {
  const tp_program *p = w->parts->program;
  tp_decision_id d = p->branches.at[b].decision;
  uint32_t first = w->model.first.at[d], end = w->model.first.at[d + 1];
  for (uint32_t i = first; i < end; i++)
    if (!refute_instance(w, &w->model.instances.at[w->model.by_decision.at[i]],
                         b))
      return false;
  if (first < end)
    return true;
  tp_vec_u32 before = {0};
  bool ok =
      tp_lost_find(w->parts->ir, &w->told, p->decisions.at[d].node, &before);
  if (ok && !before.n)
    add_no_way(w, b);
  for (uint32_t i = 0; i < before.n && ok; i++)
    ok = refute_pruned(w, before.at[i]);
  VEC_FREE(&before);
  return ok;
}

/* Whether what was not followed might have changed what a way rests on. */
static bool concerns(const work *w, const tp_pruned *p, const way *of) {
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

static bool refute_the_rest(work *w) {
  for (uint32_t i = 0; i < w->ways.n; i++)
    for (uint32_t k = 0; k < w->told.pruned.n; k++)
      if (!tp_map_get(&w->asked, k) &&
          concerns(w, &w->told.pruned.at[k], &w->ways.at[i]) &&
          !refute_pruned(w, k))
        return false;
  return true;
}

/* ---- all ways at once ---------------------------------------------------- */

static void add_once(tp_vec_u32 *to, uint32_t what) {
  for (uint32_t i = 0; i < to->n; i++)
    if (to->at[i] == what)
      return;
  VEC_PUSH(to, what);
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

static void sort(tp_vec_u32 *v) {
  if (v->n > 1)
    qsort(v->at, v->n, sizeof *v->at, by_number);
}

/* All that the ways need, each once. */
static void unite_ways(const work *w, way *out) {
  for (uint32_t i = 0; i < w->ways.n; i++) {
    const way *one = &w->ways.at[i];
    for (uint32_t k = 0; k < one->needed.n; k++)
      add_once(&out->needed, one->needed.at[k]);
    for (uint32_t k = 0; k < one->branches.n; k++)
      add_once(&out->branches, one->branches.at[k]);
    for (uint32_t k = 0; k < one->sites.n; k++)
      add_once(&out->sites, one->sites.at[k]);
    for (uint32_t k = 0; k < one->limited.n; k++)
      add_once(&out->limited, one->limited.at[k]);
  }
}

/* What is needed of the definitions and limits if this holds; false: the solver
 * does not say. */
static bool make_minimal(work *w, way *of, tp_expr literal) {
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

/* A way that stands for all: its one literal is that one of them is gone. */
static bool join_ways(work *w, way *out) {
  tp_expr any = tp_expr_bool(w->x, false);
  if (out->needed.n > TP_LIMIT_EXPLAIN_ALL)
    return false;
  for (uint32_t i = 0; i < w->ways.n; i++)
    any = tp_expr_or(w->x, any, all_of(w, &w->ways.at[i]));
  VEC_PUSH(&out->literals, any);
  out->joined = w->ways.n;
  return make_minimal(w, out, any);
}

/* Each of them can be told by itself. */
static bool part_ways(work *w) {
  for (uint32_t i = 0; i < w->ways.n; i++) {
    way *one = &w->ways.at[i];
    if (!one->is_minimal &&
        (one->literals.n != 1 || !make_minimal(w, one, one->literals.at[0])))
      return false;
  }
  return true;
}

/* ---- in words and as statements ------------------------------------------ */

static uint32_t site_of(const work *w, uint32_t var) {
  return w->vars.at.at[var].site;
}

static void add_definitions(work *w, const way *all, tp_argument *out) {
  tp_str text = {0};
  for (uint32_t i = 0; i < all->needed.n; i++) {
    const tp_definition *d = &w->told.at.at[all->needed.at[i]];
    tp_words_node(w->parts->ir, d->node, &text);
    if (d->kind == TP_DIARY_MERGED)
      tp_str_add(&text, " (where its ways meet)");
    if (d->kind == TP_DIARY_NOWHERE)
      tp_str_add(&text, ": no statement leads here");
    tp_argument_add(out, d->name, d->is, &text);
  }
  for (uint32_t i = 0; i < all->limited.n; i++) {
    uint32_t var = all->limited.at[i];
    tp_words_limits(w->parts->program, site_of(w, var), &text);
    tp_argument_add(out, 0, tp_expr_limit_of(w->x, var), &text);
  }
  tp_str_free(&text);
}

/* Of a single way each condition is a statement; else that one is gone. */
static void add_goal(work *w, const way *of, tp_sbranch b, tp_argument *out) {
  tp_str text = {0};
  for (uint32_t i = 0; i < of->literals.n; i++) {
    bool is_other = !of->joined && of->branches.at[i] != UINT32_MAX;
    tp_words_branch(w->parts->ir, is_other ? of->branches.at[i] : b, &text);
    if (of->joined)
      tp_str_addf(&text, ": one of %u ways", of->joined);
    tp_argument_add(out, 0, of->literals.at[i], &text);
  }
}

typedef struct part { /* of a proof in words */
  uint32_t time;
  char *text;
} part;

typedef VEC(part) parts_list;

static void add_part(parts_list *to, uint32_t time, tp_str *text) {
  VEC_PUSH(to, (part){time, tp_strdup(tp_str_text(text))});
  tp_str_free(text);
}

/* A condition of which a way needs a side. */
static bool is_literal(const work *w, tp_node_id n) {
  const tp_program *p = w->parts->program;
  for (uint32_t i = 0; i < w->ways.n; i++) {
    const tp_vec_u32 *branches = &w->ways.at[i].branches;
    for (uint32_t k = 0; k < branches->n; k++)
      if (branches->at[k] != UINT32_MAX &&
          p->decisions.at[p->branches.at[branches->at[k]].decision].node == n)
        return true;
  }
  return false;
}

/* Assignments, calls, and conditions by which values differ; where ways meet
 * nothing is said that is not said by these. */
static void add_parts(work *w, const way *all, parts_list *out) {
  tp_str text = {0};
  for (uint32_t i = 0; i < all->needed.n; i++) {
    const tp_definition *d = &w->told.at.at[all->needed.at[i]];
    if (d->kind == TP_DIARY_MERGED ||
        (d->kind == TP_DIARY_CONDITION && is_literal(w, d->node)))
      continue;
    tp_words_node(w->parts->ir, d->node, &text);
    if (d->kind == TP_DIARY_NOWHERE)
      tp_str_add(&text, ": no path from the entry leads here");
    add_part(out, all->needed.at[i], &text);
  }
}

/* Conditions that lead there. */
static void add_conditions(const work *w, const way *of, parts_list *out) {
  tp_str text = {0};
  for (uint32_t i = 0; i < of->literals.n; i++) {
    uint32_t n;
    const uint32_t *var = tp_expr_vars(w->x, of->literals.at[i], &n);
    const tp_definition *d = n ? tp_diary_find(&w->told, var[n - 1]) : NULL;
    if (of->branches.at[i] == UINT32_MAX)
      continue;
    tp_words_branch(w->parts->ir, of->branches.at[i], &text);
    add_part(out, d ? (uint32_t)(d - w->told.at.at) : w->told.at.n, &text);
  }
}

static int by_time(const void *p, const void *q) {
  uint32_t a = ((const part *)p)->time, b = ((const part *)q)->time;
  return a < b ? -1 : a > b;
}

static bool is_said(const parts_list *l, uint32_t i, const char *last) {
  for (uint32_t k = 0; k < i; k++)
    if (strcmp(l->at[k].text, l->at[i].text) == 0)
      return true;
  return strcmp(l->at[i].text, last) == 0;
}

static void join_parts(parts_list *l, const char *last, tp_str *out) {
  uint32_t said = 0, left_out = 0;
  if (l->n > 1)
    qsort(l->at, l->n, sizeof *l->at, by_time);
  for (uint32_t i = 0; i < l->n; i++) {
    if (is_said(l, i, last))
      continue;
    if (said++ < TP_LIMIT_EXPLAIN_PARTS)
      tp_str_addf(out, "%s%s", out->n ? "; " : "", l->at[i].text);
    else
      left_out++;
  }
  if (left_out)
    tp_str_addf(out, "; %u more", left_out);
}

/* Whether a way rests on a value that another function could have changed. */
static bool rests_on(const work *w, const tp_declared_call *c, const way *of) {
  if (c->time >= of->time)
    return false;
  for (uint32_t i = 0; i < of->needed.n; i++) {
    const tp_definition *d = &w->told.at.at[of->needed.at[i]];
    if (d->cell != TP_NO_CELL && of->needed.at[i] < c->time &&
        tp_diary_call_changes(&w->told, c, d->cell))
      return true;
  }
  return false;
}

/* Declarations by which functions of the tester leave alone what is needed. */
static void add_declared(const work *w, tp_str *out) {
  const tp_program *p = w->parts->program;
  tp_vec_u32 said = {0};
  for (uint32_t i = 0; i < w->told.calls.n; i++) {
    const tp_declared_call *c = &w->told.calls.at[i];
    bool is_needed = false;
    for (uint32_t k = 0; k < w->ways.n && !is_needed; k++)
      is_needed = rests_on(w, c, &w->ways.at[k]);
    if (is_needed && !p->funcs.at[c->func].is_promised)
      add_once(&said, c->func);
  }
  for (uint32_t i = 0; i < said.n; i++)
    tp_words_declared(p, said.at[i], out);
  VEC_FREE(&said);
}

static void describe(work *w, const way *all, tp_sbranch b, tp_str *out) {
  const tp_program *p = w->parts->program;
  parts_list list = {0};
  tp_vec_u32 limited = {0};
  tp_str last = {0};
  tp_words_branch(w->parts->ir, b, &last);
  add_parts(w, all, &list);
  for (uint32_t i = 0; i < w->ways.n; i++)
    add_conditions(w, &w->ways.at[i], &list);
  join_parts(&list, tp_str_text(&last), out);
  for (uint32_t i = 0; i < all->sites.n; i++)
    tp_words_assumption(p, all->sites.at[i], out);
  tp_str_addf(out, "%s%s", out->n ? "; " : "", tp_str_text(&last));
  for (uint32_t i = 0; i < all->limited.n; i++)
    add_once(&limited, site_of(w, all->limited.at[i]));
  for (uint32_t i = 0; i < limited.n; i++)
    tp_words_limits(p, limited.at[i], out);
  tp_words_promises(p, false, out);
  add_declared(w, out);
  for (uint32_t i = 0; i < list.n; i++)
    tp_free(list.at[i].text);
  VEC_FREE(&list);
  VEC_FREE(&limited);
  tp_str_free(&last);
}

static void certify(work *w, way *of, tp_sbranch b, tp_decide_verdict *v) {
  tp_argument a = {0};
  uint32_t number = tp_argument_number(w->parts, b, v->certificates.n);
  sort(&of->needed);
  add_definitions(w, of, &a);
  add_goal(w, of, b, &a);
  if (tp_argument_write(&a, w->parts, w->x, b, number))
    VEC_PUSH(&v->certificates, number);
  tp_argument_free(&a);
}

static void tell(work *w, way *all, tp_sbranch b, tp_decide_verdict *v) {
  tp_str text = {0};
  sort(&all->needed);
  describe(w, all, b, &text);
  tp_free(v->proof);
  v->proof = tp_strdup(tp_str_text(&text));
  tp_str_free(&text);
}

/* One certificate of all ways, or, where these are many, one of each. */
static void explain(work *w, tp_sbranch b, tp_decide_verdict *v) {
  clear_ways(w);
  if (!refute_ways(w, b) || !refute_the_rest(w))
    return;
  way all = {0};
  unite_ways(w, &all);
  bool is_single = w->ways.n == 1 && w->ways.at[0].is_minimal;
  bool is_joint = !is_single && join_ways(w, &all);
  if (is_single || is_joint || part_ways(w)) {
    VEC_CLEAR(&v->certificates);
    for (uint32_t i = 0; i < (is_joint ? 1 : w->ways.n); i++)
      certify(w, is_joint ? &all : &w->ways.at[i], b, v);
    tell(w, &all, b, v);
  }
  free_way(&all);
}

/* ---- the walk ------------------------------------------------------------ */

static bool is_possible(void *state, const tp_expr *literals, uint32_t n) {
  work *w = state;
  if (w->n_checks++ >= TP_LIMIT_EXPLAIN_CHECKS)
    tp_model_cut(&w->model, TP_FREE_TIME, 0);
  if (w->n_checks >= TP_LIMIT_EXPLAIN_CHECKS)
    return true;
  tp_smt_set_effort(w->smt, (tp_smt_effort){true, SECONDS});
  return tp_smt_check(w->smt, literals, n, n, false, no_value, NULL,
                      &w->result) != TP_SMT_UNSAT;
}

static void pause_walk(void *state, uint64_t steps) {
  work *w = state;
  w->spent.walked += steps;
  spend(w);
}

static void build(work *w) {
  tp_model_options opt = {.max_loop = TP_LIMIT_DECIDE_LOOP,
                          .max_counted = TP_LIMIT_DECIDE_COUNTED,
                          .max_steps = TP_LIMIT_DECIDE_STEPS,
                          .budget = w->parts->budget,
                          .pause = pause_walk,
                          .is_possible = is_possible,
                          .state = w,
                          .told = &w->told};
  tp_model_build(&w->model, w->parts->ir, w->parts->plan, w->x, &w->vars, &opt);
}

static bool is_left(const tp_decide_verdict *v) {
  return v->kind == TP_DECIDED_INFEASIBLE && !v->is_explained;
}

static bool is_over(const work *w) {
  return tp_budget_over(w->parts->budget) != TP_STOP_NONE;
}

static void explain_all(work *w, tp_verdicts *verdicts) {
  const tp_program *p = w->parts->program;
  build(w);
  bool can_be = !tp_model_is_cut(&w->model) && !w->told.is_full;
  for (tp_sbranch b = 0; b < verdicts->at.n && !is_over(w); b++) {
    tp_decide_verdict *v = &verdicts->at.at[b];
    if (!is_left(v))
      continue;
    if (can_be && is_patient(w) && p->branches.at[b].decision != p->ends.is_set)
      explain(w, b, v);
    v->is_explained = !is_over(w);
    if (v->is_explained && w->parts->on_proof)
      w->parts->on_proof(w->parts->state, b, v);
  }
}

static bool are_some(const tp_verdicts *verdicts) {
  for (tp_sbranch b = 0; b < verdicts->at.n; b++)
    if (is_left(&verdicts->at.at[b]))
      return true;
  return false;
}

void tp_explain(tp_verdicts *verdicts, const tp_decide_parts *parts) {
  tp_smt_options options = {.query_seconds = SECONDS_TO_CERTIFY,
                            .budget = parts->budget};
  work w = {.parts = parts,
            .x = tp_exprs_new(),
            .vars = {.plan = tp_engine_vars(parts->engine)->plan}};
  if (are_some(verdicts) && tp_smt_new(&w.smt, w.x, &options, parts->diag) == 0)
    explain_all(&w, verdicts);
  if (w.smt)
    tp_smt_count_in(parts->smt, w.smt);
  clear_ways(&w);
  tp_smt_result_free(&w.result);
  tp_model_free(&w.model);
  tp_diary_free(&w.told);
  tp_smt_free(w.smt);
  tp_vars_free(&w.vars);
  tp_exprs_free(w.x);
  VEC_FREE(&w.ways);
  tp_map_free(&w.asked);
  for (uint32_t i = 0; i < w.known.n; i++)
    free_way(&w.known.at[i]);
  VEC_FREE(&w.known);
  tp_map_free(&w.known_by);
  VEC_FREE(&w.conds);
  VEC_FREE(&w.branches);
  VEC_FREE(&w.sites);
  VEC_FREE(&w.cone);
}
