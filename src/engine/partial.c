/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figure 4.1 as a loop: see engine/partial.h.
 *
 * Inputs that the part does not name keep the values of the run, so only
 * conditions about an input that has changed are evaluated again. What the
 * solver can't answer in part, or not in so many rounds, is asked as a whole.
 * auto goes on in part as long as that needs no call of Yices, then as a whole
 * or in part, whichever has cost less lately.
 */
#include "engine/partial.h"

#include "base/limits.h"

#include <math.h>
#include <stdlib.h>

#define POLL_EVERY 1024u /* conditions */

/* What auto counts: not time, so that a seed repeats itself. The unit is a
 * condition that is looked at, some 30 ns; the others were fitted to the clock
 * on regress/bench/paths. */
#define COST_OF_ASK 20
#define COST_OF_LINKED 9 /* a condition that is left after slicing */
#define COST_OF_CHECK 700
#define COST_OF_CHECKED 30   /* for each condition in it */
#define CONDITIONS_A_UNIT 4u /* that are evaluated, if need be */
#define RECENT 32            /* means are of about so many questions */
#define FIRST 2              /* of each kind, whatever they cost */
/* A single question says no more than so many times the mean: the kind that is
 * seldom asked would be judged by it for long. */
#define TOO_DEAR 4
/* A path of so few conditions is asked as a whole: no part is much smaller. */
#define SHORT 3
/* Of so few it is where the solver is needed: a second check costs more than
 * they do in the first. */
#define FEW (COST_OF_CHECK / COST_OF_CHECKED)
/* What may be lost by questions of the dearer kind, of all that is spent. */
#define SHARE_TO_LOSE 0.02

/* In a loop the last condition that fails says the most: of `n - k * d >= d`
 * for each k it implies those before, which as printed are added one by one. */
tp_partial_plan tp_partial_plan_of(tp_constraints kind) {
  static const tp_partial_plan plans[] = {
      [TP_CONSTRAINTS_FULL] = {TP_CONSTRAINTS_FULL, TP_ADD_FIRST, 0},
      [TP_CONSTRAINTS_PARTIAL] = {TP_CONSTRAINTS_PARTIAL, TP_ADD_FIRST,
                                  TP_LIMIT_PARTIAL_ROUNDS},
      [TP_CONSTRAINTS_PARTIAL_LAST] = {TP_CONSTRAINTS_PARTIAL_LAST, TP_ADD_LAST,
                                       TP_LIMIT_PARTIAL_ROUNDS},
      [TP_CONSTRAINTS_AUTO] = {TP_CONSTRAINTS_AUTO, TP_ADD_LAST,
                               TP_LIMIT_PARTIAL_FEW_ROUNDS}};
  return plans[kind];
}

tp_partial_plan tp_partial_plan_named(const char *name) {
  static const char *const names[] = {[TP_CONSTRAINTS_FULL] = "full",
                                      [TP_CONSTRAINTS_PARTIAL] = "partial",
                                      [TP_CONSTRAINTS_PARTIAL_LAST] =
                                          "partial-last",
                                      [TP_CONSTRAINTS_AUTO] = "auto"};
  int kind = TP_CONSTRAINTS_AUTO;
  while (kind > TP_CONSTRAINTS_FULL && strcmp(name, names[kind]) != 0)
    kind--;
  return tp_partial_plan_of((tp_constraints)kind);
}

void tp_partial_init(tp_partial *p, tp_exprs *exprs, const tp_budget *budget,
                     const tp_asker *asker) {
  *p = (tp_partial){.exprs = exprs, .budget = budget, .asker = *asker};
  p->plan = tp_partial_plan_of(TP_CONSTRAINTS_FULL);
}

void tp_partial_free(tp_partial *p) {
  tp_smt_result_free(&p->result);
  VEC_FREE(&p->part);
  VEC_FREE(&p->part_conds);
  VEC_FREE(&p->in_part);
  VEC_FREE(&p->value);
  VEC_FREE(&p->value_stamp);
}

/* ---- values -------------------------------------------------------------- */

typedef struct candidate { /* the answer over the values of the run */
  const tp_partial *p;
  const tp_turned *q;
} candidate;

static bool is_changed(const tp_partial *p, uint32_t var) {
  return var < p->value_stamp.n && p->value_stamp.at[var] == p->round;
}

static uint64_t candidate_value(void *state, uint32_t var) {
  const candidate *c = state;
  return is_changed(c->p, var) ? c->p->value.at[var]
                               : c->q->values(c->q->state, var);
}

static void take_model(tp_partial *p, const tp_turned *q) {
  p->round++;
  for (uint32_t i = 0; i < p->result.model.n; i++) {
    tp_smt_value v = p->result.model.at[i];
    if (q->values(q->state, v.var) == v.bits)
      continue;
    if (p->value_stamp.n <= v.var) {
      VEC_RESIZE(&p->value_stamp, v.var + 1);
      VEC_RESIZE(&p->value, v.var + 1);
    }
    p->value_stamp.at[v.var] = p->round;
    p->value.at[v.var] = v.bits;
  }
}

static bool may_fail(const tp_partial *p, const tp_turned *q, uint32_t i) {
  uint32_t n;
  const uint32_t *vars = tp_expr_few_vars(p->exprs, q->conds[i], &n);
  if (!vars || !q->was_run)
    return true;
  for (uint32_t k = 0; k < n; k++)
    if (is_changed(p, vars[k]))
      return true;
  return i + 1 == q->n;
}

/* ---- the part ------------------------------------------------------------ */

static bool is_in_part(const tp_partial *p, uint32_t i) {
  return p->in_part.at[i] == p->question;
}

static void add(tp_partial *p, const tp_turned *q, uint32_t i) {
  p->in_part.at[i] = p->question;
  VEC_PUSH(&p->part, i);
  VEC_PUSH(&p->part_conds, q->conds[i]);
}

static void begin_part(tp_partial *p, const tp_turned *q) {
  p->question++;
  VEC_CLEAR(&p->part);
  VEC_CLEAR(&p->part_conds);
  if (p->in_part.n < q->n)
    VEC_RESIZE(&p->in_part, q->n);
  add(p, q, q->n - 1);
}

typedef enum checked {
  ALL_HOLD,
  SOME_FAIL, /* what is to be added was */
  NO_SENSE,  /* one fails that the solver was told of */
  NO_TIME    /* not all could be evaluated */
} checked;

/* Evaluates condition i after `*n` others. */
static bool holds(const tp_partial *p, const tp_turned *q, uint32_t i,
                  uint32_t *n) {
  candidate c = {p, q};
  tp_expr e = q->conds[i];
  return (*n)++ ? tp_expr_eval_more(p->exprs, e, candidate_value, &c)
                : tp_expr_eval(p->exprs, e, candidate_value, &c);
}

static checked check(tp_partial *p, const tp_turned *q) {
  uint32_t n_done = 0, before = p->part.n;
  p->spent += q->n / CONDITIONS_A_UNIT;
  bool is_last = p->plan.adds == TP_ADD_LAST;
  for (uint32_t k = 0; k < q->n; k++) {
    uint32_t i = is_last ? q->n - 1 - k : k;
    if (k % POLL_EVERY == POLL_EVERY - 1 &&
        tp_budget_over(p->budget) != TP_STOP_NONE)
      return NO_TIME;
    if (!may_fail(p, q, i) || holds(p, q, i, &n_done))
      continue;
    if (is_in_part(p, i))
      return NO_SENSE;
    add(p, q, i);
    if (p->plan.adds != TP_ADD_ALL)
      break;
  }
  return p->part.n > before ? SOME_FAIL : ALL_HOLD;
}

/* ---- asking -------------------------------------------------------------- */

static tp_smt_answer ask(tp_partial *p, const tp_partial_ask *a) {
  tp_smt_answer answer = p->asker.ask(p->asker.state, a, &p->result);
  if (answer == TP_SMT_UNKNOWN && a->is_quick)
    return answer; /* it was not asked yet */
  p->counts.calls++;
  p->counts.sizes += a->n;
  p->counts.sliced += p->result.asked;
  p->spent +=
      COST_OF_ASK + a->n + COST_OF_LINKED * p->result.asked +
      p->result.checks * (COST_OF_CHECK + COST_OF_CHECKED * p->result.asked);
  if (p->counts.largest < a->n)
    p->counts.largest = a->n;
  if (answer == TP_SMT_SAT)
    take_model(p, a->of);
  return answer;
}

/* If the run is another one what fails may share no input with the turned
 * condition: no slicing. */
static tp_smt_answer ask_part(tp_partial *p, const tp_turned *q,
                              bool is_quick) {
  tp_partial_ask a = {.conds = p->part_conds.at,
                      .n = p->part.n,
                      .pivot = q->was_run ? 0 : p->part.n,
                      .is_quick = is_quick,
                      .is_more = p->part.n > 1,
                      .of = q};
  return ask(p, &a);
}

static tp_smt_answer ask_whole(tp_partial *p, const tp_turned *q,
                               uint32_t pivot) {
  tp_partial_ask a = {.conds = q->conds, .n = q->n, .pivot = pivot, .of = q};
  return ask(p, &a);
}

static bool all_hold(tp_partial *p, const tp_turned *q) {
  candidate c = {p, q};
  return q->was_run ||
         tp_expr_all_hold(p->exprs, q->conds, q->n, candidate_value, &c);
}

/* What shares inputs with the turned condition; if the values that are kept do
 * not satisfy the rest (the run is another one), all of it. */
static tp_smt_answer solve_whole(tp_partial *p, const tp_turned *q) {
  tp_smt_answer answer = ask_whole(p, q, q->n - 1);
  return answer == TP_SMT_SAT && !all_hold(p, q) ? ask_whole(p, q, q->n)
                                                 : answer;
}

static tp_smt_answer unknown(tp_partial *p, const char *reason) {
  p->result.reason = reason;
  return TP_SMT_UNKNOWN;
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static tp_smt_answer take_core(tp_partial *p) {
  tp_vec_u32 *core = &p->result.core;
  for (uint32_t i = 0; i < core->n; i++)
    core->at[i] = p->part.at[core->at[i]];
  if (core->n > 1)
    qsort(core->at, core->n, sizeof *core->at, by_number);
  return TP_SMT_UNSAT;
}

/* The slice, then all; where time counts the slice has the last word. */
static tp_smt_answer give_up(tp_partial *p, const tp_turned *q) {
  p->counts.gave_up++;
  tp_smt_answer answer = solve_whole(p, q);
  return answer == TP_SMT_UNKNOWN && p->plan.kind != TP_CONSTRAINTS_AUTO
             ? ask_whole(p, q, q->n)
             : answer;
}

/* From the part at hand on. False: it can't be answered so, or not in so many
 * rounds. */
static bool go_on(tp_partial *p, const tp_turned *q, bool is_quick,
                  tp_smt_answer *out) {
  for (uint32_t round = 0; round < p->plan.max_rounds; round++) {
    *out = ask_part(p, q, is_quick);
    if (*out == TP_SMT_UNKNOWN)
      return false;
    if (*out == TP_SMT_UNSAT)
      *out = take_core(p);
    checked end = *out == TP_SMT_UNSAT ? ALL_HOLD : check(p, q);
    if (end == SOME_FAIL)
      continue;
    if (end != ALL_HOLD)
      *out = unknown(p, end == NO_SENSE ? "solver" : "interrupted");
    return true;
  }
  return false;
}

static tp_smt_answer solve_in_part(tp_partial *p, const tp_turned *q) {
  tp_smt_answer answer;
  return go_on(p, q, false, &answer) ? answer : give_up(p, q);
}

/* ---- which of the two ---------------------------------------------------- */

static bool takes_part(tp_partial *p) {
  const tp_partial_cost *whole = &p->cost_whole, *part = &p->cost_in_part;
  if (whole->n < FIRST || part->n < FIRST)
    return part->n < whole->n;
  double more = part->mean - whole->mean;
  bool is_due = p->to_lose >= fabs(more);
  if (is_due)
    p->to_lose -= fabs(more);
  return (more > 0) == is_due;
}

static void learn(tp_partial *p, tp_partial_cost *c, double cost) {
  p->to_lose += SHARE_TO_LOSE * cost;
  if (c->n && cost > TOO_DEAR * c->mean)
    cost = TOO_DEAR * c->mean;
  c->n++;
  c->mean += (cost - c->mean) / (c->n < RECENT ? c->n : RECENT);
}

/* What is left of the question when the part needs the solver. */
static tp_smt_answer solve_with_less(tp_partial *p, const tp_turned *q) {
  bool in_part = takes_part(p);
  uint64_t before = p->spent;
  tp_smt_answer answer = in_part ? solve_in_part(p, q) : solve_whole(p, q);
  learn(p, in_part ? &p->cost_in_part : &p->cost_whole,
        (double)(p->spent - before));
  return answer;
}

static tp_smt_answer solve_as_it_pays(tp_partial *p, const tp_turned *q) {
  tp_smt_answer answer;
  if (q->n <= SHORT)
    return solve_whole(p, q);
  begin_part(p, q);
  if (go_on(p, q, true, &answer))
    return answer;
  return q->n <= FEW ? solve_whole(p, q) : solve_with_less(p, q);
}

static tp_smt_answer solve(tp_partial *p, const tp_turned *q) {
  if (p->plan.kind == TP_CONSTRAINTS_FULL)
    return solve_whole(p, q);
  if (p->plan.kind == TP_CONSTRAINTS_AUTO)
    return solve_as_it_pays(p, q);
  begin_part(p, q);
  return solve_in_part(p, q);
}

tp_smt_answer tp_partial_solve(tp_partial *p, const tp_turned *q) {
  double start = tp_cpu_of_all();
  p->spent = 0;
  tp_smt_answer answer = solve(p, q);
  p->counts.seconds += tp_cpu_of_all() - start;
  return answer;
}
