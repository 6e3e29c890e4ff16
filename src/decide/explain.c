/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the ways to a branch need (ways.h), in words and as statements. First of
 * a short walk, in which induction stands for all turns of a loop; then of one
 * as Decide's, with each turn by itself. */
#include "decide/explain.h"

#include "base/limits.h"
#include "decide/argument.h"
#include "decide/ways.h"
#include "decide/words.h"
#include "ir/loops.h"

#include <stdlib.h>

#define SECONDS 1 /* of one question; with certificates: */
#define SECONDS_TO_CERTIFY 20
#define TURN_SECONDS 0.2 /* about what holds in each turn of a loop */

/* ---- in words and as statements ------------------------------------------ */

static uint32_t site_of(const tp_ways *w, uint32_t var) {
  return w->vars.at.at[var].site;
}

static void add_words(const tp_ways *w, uint32_t definition, tp_str *out) {
  const tp_definition *d = &w->told.at.at[definition];
  const tp_told_fact *fact;
  if (d->kind != TP_DIARY_FACT)
    tp_words_node(w->parts->ir, d->node, out);
  else if (tp_diary_fact_of(&w->told, definition, &fact))
    tp_words_fact(w->parts->ir, d->node, fact->text, out);
}

static void add_definitions(tp_ways *w, const tp_refutation *all,
                            tp_argument *out) {
  tp_str text = {0};
  for (uint32_t i = 0; i < all->needed.n; i++) {
    const tp_definition *d = &w->told.at.at[all->needed.at[i]];
    add_words(w, all->needed.at[i], &text);
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
static void add_goal(tp_ways *w, const tp_refutation *of, tp_sbranch b,
                     tp_argument *out) {
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
static bool is_literal(const tp_ways *w, tp_node_id n) {
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
static void add_parts(tp_ways *w, const tp_refutation *all, parts_list *out) {
  tp_str text = {0};
  for (uint32_t i = 0; i < all->needed.n; i++) {
    const tp_definition *d = &w->told.at.at[all->needed.at[i]];
    if (d->kind == TP_DIARY_MERGED ||
        (d->kind == TP_DIARY_CONDITION && is_literal(w, d->node)))
      continue;
    add_words(w, all->needed.at[i], &text);
    if (d->kind == TP_DIARY_NOWHERE)
      tp_str_add(&text, ": no path from the entry leads here");
    add_part(out, all->needed.at[i], &text);
  }
}

/* Conditions that lead there. */
static void add_conditions(const tp_ways *w, const tp_refutation *of,
                           parts_list *out) {
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
static bool rests_on(const tp_ways *w, const tp_declared_call *c,
                     const tp_refutation *of) {
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
static void add_declared(const tp_ways *w, tp_str *out) {
  const tp_program *p = w->parts->program;
  tp_vec_u32 said = {0};
  for (uint32_t i = 0; i < w->told.calls.n; i++) {
    const tp_declared_call *c = &w->told.calls.at[i];
    bool is_needed = false;
    for (uint32_t k = 0; k < w->ways.n && !is_needed; k++)
      is_needed = rests_on(w, c, &w->ways.at[k]);
    if (is_needed && !p->funcs.at[c->func].is_promised)
      tp_way_add_once(&said, c->func);
  }
  for (uint32_t i = 0; i < said.n; i++)
    tp_words_declared(p, said.at[i], out);
  VEC_FREE(&said);
}

static void describe(tp_ways *w, const tp_refutation *all, tp_sbranch b,
                     tp_str *out) {
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
    tp_way_add_once(&limited, site_of(w, all->limited.at[i]));
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

static void certify(tp_ways *w, tp_refutation *of, tp_sbranch b,
                    tp_decide_verdict *v) {
  tp_argument a = {0};
  uint32_t number = tp_argument_number(w->parts, b, v->certificates.n);
  add_definitions(w, of, &a);
  add_goal(w, of, b, &a);
  if (tp_argument_write(&a, w->parts, w->x, b, number))
    VEC_PUSH(&v->certificates, number);
  tp_argument_free(&a);
}

static void tell(tp_ways *w, tp_refutation *all, tp_sbranch b,
                 tp_decide_verdict *v) {
  tp_str text = {0};
  describe(w, all, b, &text);
  tp_free(v->proof);
  v->proof = tp_strdup(tp_str_text(&text));
  tp_str_free(&text);
}

/* One certificate of all ways, or, where these are many, one of each. */
static bool explain_ways(tp_ways *w, tp_sbranch b, tp_decide_verdict *v) {
  if (!tp_ways_refute(w, b))
    return false;
  tp_refutation all = {0};
  tp_ways_unite(w, &all);
  bool is_single = w->ways.n == 1 && w->ways.at[0].is_minimal;
  bool is_joint = !is_single && tp_ways_join(w, &all);
  bool is_told = is_single || is_joint || tp_ways_part(w);
  if (is_told) {
    VEC_CLEAR(&v->certificates);
    for (uint32_t i = 0; i < (is_joint ? 1 : w->ways.n); i++)
      certify(w, is_joint ? &all : &w->ways.at[i], b, v);
    tell(w, &all, b, v);
  }
  tp_way_free(&all);
  return is_told;
}

static bool explain(tp_ways *w, tp_sbranch b, tp_decide_verdict *v) {
  w->asks_folded = false;
  if (explain_ways(w, b, v))
    return true;
  w->asks_folded = true;
  return explain_ways(w, b, v);
}

/* ---- the walks ----------------------------------------------------------- */

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

static bool is_possible(void *state, const tp_expr *literals, uint32_t n) {
  tp_ways *w = state;
  if (w->n_checks++ >= TP_LIMIT_EXPLAIN_CHECKS)
    tp_model_cut(&w->model, TP_FREE_TIME, 0);
  if (w->n_checks >= TP_LIMIT_EXPLAIN_CHECKS)
    return true;
  tp_smt_set_effort(w->smt, (tp_smt_effort){true, SECONDS});
  return tp_smt_check(w->smt, literals, n, n, false, no_value, NULL,
                      &w->result) != TP_SMT_UNSAT;
}

static bool may_go_on(void *state, const tp_expr *literals, uint32_t n) {
  (void)state;
  (void)literals;
  (void)n;
  return true;
}

static bool is_over(const tp_ways *w) {
  return tp_budget_over(w->parts->budget) != TP_STOP_NONE;
}

static tp_smt_answer ask_about_turns(void *state, const tp_expr *literals,
                                     uint32_t n, const tp_smt_result **out) {
  tp_ways *w = state;
  *out = &w->result;
  if (is_over(w))
    return TP_SMT_UNKNOWN;
  tp_smt_set_effort(w->smt, (tp_smt_effort){true, TURN_SECONDS});
  w->spent.checks++;
  w->spent.conditions += n;
  tp_ways_spend(w);
  return tp_smt_check(w->smt, literals, n, n, false, no_value, NULL,
                      &w->result);
}

static void pause_walk(void *state, uint64_t steps) {
  tp_ways *w = state;
  w->spent.walked += steps;
  tp_ways_spend(w);
}

/* As Decide walks. */
static void build(tp_ways *w) {
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

static void build_briefly(tp_ways *w) {
  tp_model_options opt = {.max_loop = TP_LIMIT_ALONE_TURNS,
                          .max_counted = TP_LIMIT_ALONE_COUNTED,
                          .max_steps = TP_LIMIT_BRIEF_STEPS,
                          .budget = w->parts->budget,
                          .pause = pause_walk,
                          .is_possible = may_go_on,
                          .ask = ask_about_turns,
                          .max_asked = w->parts->certify_dir
                                           ? TP_LIMIT_CERTIFY_INVARIANT_CHECKS
                                           : TP_LIMIT_BRIEF_INVARIANT_CHECKS,
                          .state = w,
                          .told = &w->told};
  tp_model_build(&w->model, w->parts->ir, w->parts->plan, w->x, &w->vars, &opt);
}

/* ---- all branches -------------------------------------------------------- */

/* The short walk is tried once. */
static bool is_left(const tp_decide_verdict *v, bool is_brief) {
  return v->kind == TP_DECIDED_INFEASIBLE && !v->is_explained &&
         !(is_brief && v->was_brief);
}

static uint32_t count_left(const tp_verdicts *verdicts, bool is_brief) {
  uint32_t n = 0;
  for (tp_sbranch b = 0; b < verdicts->at.n; b++)
    n += is_left(&verdicts->at.at[b], is_brief);
  return n;
}

/* Where there is a deadline one branch gets twice its share of what is left:
 * the others are not to suffer. Words have one allowance for all. */
static void allow(tp_ways *w, uint32_t n_left) {
  const tp_budget *budget = w->parts->budget;
  double share = 2 * tp_budget_left(budget) / (n_left + 1);
  w->end = budget->deadline > 0 ? tp_now() + share : 0;
  if (w->parts->certify_dir)
    w->asked_about = 0;
}

/* By the walk at hand. What it can't explain stays as it is; that is the last
 * word where no other walk follows. */
static void explain_all(tp_ways *w, tp_verdicts *verdicts, bool is_brief) {
  const tp_program *p = w->parts->program;
  uint32_t n_left = count_left(verdicts, is_brief);
  bool can_be = !tp_model_is_cut(&w->model) && !w->told.is_full;
  for (tp_sbranch b = 0; b < verdicts->at.n && !is_over(w); b++) {
    tp_decide_verdict *v = &verdicts->at.at[b];
    if (!is_left(v, is_brief))
      continue;
    allow(w, n_left--);
    bool is_told = can_be && tp_ways_is_patient(w) &&
                   p->branches.at[b].decision != p->ends.is_set &&
                   explain(w, b, v);
    v->is_explained = (is_told || !is_brief) && !is_over(w);
    v->was_brief = true;
    if (v->is_explained && w->parts->on_proof)
      w->parts->on_proof(w->parts->state, b, v);
  }
}

static bool has_loop(const tp_ir *ir) {
  tp_ir_loops loops = {0};
  tp_ir_loops_find(&loops, ir);
  bool has = loops.at.n > 0;
  tp_ir_loops_free(&loops);
  return has;
}

/* Words are sought in the short walk if they are found soon: another one
 * follows. */
static void walk(tp_verdicts *verdicts, const tp_decide_parts *parts,
                 bool is_brief) {
  tp_smt_options options = {.query_seconds = SECONDS_TO_CERTIFY,
                            .budget = parts->budget};
  tp_ways w = {.parts = parts,
               .x = tp_exprs_new(),
               .vars = {.plan = tp_engine_vars(parts->engine)->plan},
               .most_asked = parts->certify_dir
                                 ? TP_LIMIT_EXPLAIN_PATIENCE_TO_CERTIFY
                             : is_brief ? TP_LIMIT_EXPLAIN_PATIENCE / 8
                                        : TP_LIMIT_EXPLAIN_PATIENCE,
               .seconds = parts->certify_dir ? SECONDS_TO_CERTIFY : SECONDS};
  if (tp_smt_new(&w.smt, w.x, &options, parts->diag) == 0) {
    (is_brief ? build_briefly : build)(&w);
    explain_all(&w, verdicts, is_brief);
    tp_smt_count_in(parts->smt, w.smt);
  }
  tp_ways_free(&w);
  tp_smt_free(w.smt);
  tp_exprs_free(w.x);
}

void tp_explain_briefly(tp_verdicts *verdicts, const tp_decide_parts *parts) {
  if (count_left(verdicts, true) && has_loop(parts->ir))
    walk(verdicts, parts, true);
}

/* What the long walk has proved is for the long walk to tell in words; only
 * certificates are worth a second one. */
void tp_explain(tp_verdicts *verdicts, const tp_decide_parts *parts) {
  if (parts->certify_dir)
    tp_explain_briefly(verdicts, parts);
  if (count_left(verdicts, false))
    walk(verdicts, parts, false);
}
