/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/smt.c - the queries of the tool: slice, look up, ask Yices, check what it
 * says, remember.
 *
 * Every model is evaluated before it is given out, so a wrong translation can
 * never become a wrong test. Cores are made minimal by deletion: leave one
 * predicate out; if the rest is still contradictory it was not needed.
 */
#include "smt/inside.h"

#include "base/file.h"
#include "base/limits.h"
#include "smt/descend.h"
#include "smt/imply.h"
#include "smt/log.h"
#include "smt/rotate.h"

#include <stdlib.h>

#define ROTATED 8 /* predicates of a core of which values are worth a look */

/* How a query was asked. */
typedef struct tp_smt_asked {
  bool want_minimal_core;
  tp_expr_values current;
  void *state;
} tp_smt_asked;

/* Yices has one global state; it lives as long as some tp_smt does. */
static unsigned yices_users;

/* Yices can't go on without memory: end as tp_alloc does. */
static void out_of_memory(void) {
  tp_alloc(SIZE_MAX / 2, 1);
}

static void acquire_yices(void) {
  if (yices_users++ == 0) {
    yices_init();
    yices_set_out_of_mem_callback(out_of_memory);
  }
}

static void release_yices(void) {
  if (--yices_users == 0)
    yices_exit();
}

/* What holds ids of expressions. */
static void start(tp_smt *smt) {
  smt->slicer = (tp_slicer){.exprs = smt->exprs, .budget = smt->options.budget};
  smt->domains = (tp_domains){.exprs = smt->exprs};
  smt->cache = (tp_cache){0};
  smt->satisfiable = smt->slow = (tp_map){0};
  tp_abstract_init(&smt->abstract, smt->exprs);
  smt->solver = tp_solver_new(smt->exprs, &smt->options);
}

static void finish(tp_smt *smt) {
  tp_solver_free(smt->solver);
  tp_slicer_free(&smt->slicer);
  tp_cache_free(&smt->cache);
  tp_domains_free(&smt->domains);
  tp_rewrite_free(&smt->abstract);
  tp_map_free(&smt->satisfiable);
  tp_map_free(&smt->slow);
}

void tp_smt_forget(tp_smt *smt) {
  finish(smt);
  if (yices_users == 1)
    yices_reset();
  start(smt);
}

int tp_smt_new(tp_smt **out, tp_exprs *exprs, const tp_smt_options *options,
               tp_diag *diag) {
  static const tp_smt_options none = {0};
  *out = NULL;
  if (!options)
    options = &none;
  if (options->log_dir && tp_file_make_dirs(options->log_dir, diag) != 0)
    return -1;
  acquire_yices();
  tp_smt *smt = TP_NEW(tp_smt);
  smt->exprs = exprs;
  smt->options = *options;
  if (options->log_dir)
    tp_str_add(&smt->log_dir, options->log_dir);
  start(smt);
  *out = smt;
  return 0;
}

void tp_smt_free(tp_smt *smt) {
  if (!smt)
    return;
  finish(smt);
  tp_query_free(&smt->q);
  tp_str_free(&smt->log_dir);
  VEC_FREE(&smt->values);
  VEC_FREE(&smt->core);
  VEC_FREE(&smt->trial);
  VEC_FREE(&smt->trial_core);
  VEC_FREE(&smt->trial_exprs);
  VEC_FREE(&smt->order);
  VEC_FREE(&smt->part);
  VEC_FREE(&smt->part_conds);
  VEC_FREE(&smt->tries);
  tp_limited_free(&smt->limited);
  tp_free(smt);
  release_yices();
}

void tp_smt_result_free(tp_smt_result *r) {
  VEC_FREE(&r->model);
  VEC_FREE(&r->core);
  VEC_FREE(&r->limited);
}

static bool is_hurried(const tp_smt *smt) {
  return smt->effort.seconds > 0 &&
         !(smt->options.query_seconds > 0 &&
           smt->options.query_seconds <= smt->effort.seconds);
}

static double seconds_of(const tp_smt *smt) {
  return is_hurried(smt) ? smt->effort.seconds : smt->options.query_seconds;
}

void tp_smt_set_effort(tp_smt *smt, tp_smt_effort effort) {
  smt->effort = effort;
  tp_solver_limit(smt->solver, seconds_of(smt));
}

const tp_smt_counts *tp_smt_get_counts(const tp_smt *smt) {
  return &smt->counts;
}

void tp_smt_count_in(tp_smt *smt, const tp_smt *other) {
  const tp_smt_counts *more = &other->counts;
  smt->counts.checks += more->checks;
  smt->counts.cache_hits += more->cache_hits;
  smt->counts.quick += more->quick;
  smt->counts.unsat += more->unsat;
  smt->counts.unknown += more->unknown;
  smt->counts.seconds += more->seconds;
}

uint64_t tp_smt_quick_answers(const tp_smt *smt) {
  return smt->counts.quick + smt->counts.cache_hits;
}

const char *tp_smt_version(void) {
  static char text[32] = "Yices ";
  if (!text[6])
    strncat(text, yices_version, sizeof text - 7);
  return text;
}

/* The value of a variable in the model at hand. */
static uint64_t model_value(void *state, uint32_t var) {
  const tp_smt *smt = state;
  const tp_vec_u32 *vars = &smt->q.vars;
  uint32_t low = 0, high = vars->n;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (vars->at[middle] < var)
      low = middle + 1;
    else
      high = middle;
  }
  return low < vars->n && vars->at[low] == var ? smt->values.at[low] : 0;
}

static void mark_satisfiable(tp_smt *smt, tp_expr e) {
  bool is_new;
  tp_map_put(&smt->satisfiable, e, &is_new);
}

bool tp_smt_holds(tp_smt *smt) {
  for (uint32_t i = 0; i < smt->q.items.n; i++) {
    tp_expr e = smt->q.items.at[i].e;
    uint64_t truth = i == 0
                         ? tp_expr_eval(smt->exprs, e, model_value, smt)
                         : tp_expr_eval_more(smt->exprs, e, model_value, smt);
    if (!truth)
      return false;
    mark_satisfiable(smt, e);
  }
  return true;
}

static tp_expr to_ask(tp_smt *smt, uint32_t place) {
  tp_expr e = smt->q.items.at[place].e;
  return smt->is_abstract ? tp_rewrite_of(&smt->abstract, e) : e;
}

tp_smt_answer tp_smt_ask(tp_smt *smt, const tp_vec_u32 *places,
                         tp_vec_u32 *core, const char **reason) {
  VEC_CLEAR(&smt->trial_exprs);
  for (uint32_t i = 0; i < places->n; i++)
    VEC_PUSH(&smt->trial_exprs, to_ask(smt, places->at[i]));
  smt->counts.checks++;
  tp_smt_answer answer = tp_solver_check(smt->solver, smt->trial_exprs.at,
                                         places->n, smt->group, core, reason);
  for (uint32_t i = 0; i < core->n; i++)
    core->at[i] = places->at[core->at[i]];
  return answer;
}

/* NaN, infinite, or so large (2^64) that nobody measures it. */
static bool is_odd_float(const tp_term_var *v, uint64_t bits) {
  return v->width == 64 ? (bits >> 52 & 0x7ff) >= 1023 + 64
                        : (bits >> 23 & 0xff) >= 127 + 64;
}

/* NaN and infinities are legal but no tester's first choice: where another
 * value does as well, take it: the current one, 0, or one at, beside or between
 * the limits that the query compares with. */
static void prefer_plain_float(tp_smt *smt, uint32_t at, tp_expr_values current,
                               void *state) {
  const tp_term_var *v = tp_solver_var(smt->solver, smt->q.vars.at[at]);
  uint64_t old = smt->values.at[at];
  if (!v || (v->sort != TP_X_F64 && v->sort != TP_X_F32) ||
      !is_odd_float(v, old))
    return;
  VEC_CLEAR(&smt->tries);
  if (current)
    VEC_PUSH(&smt->tries, current(state, v->var));
  tp_plain_floats(smt->exprs, &smt->q, v->sort, &smt->tries);
  for (uint32_t k = 0; k < smt->tries.n; k++) {
    smt->values.at[at] = smt->tries.at[k];
    if (!is_odd_float(v, smt->tries.at[k]) && tp_smt_holds(smt))
      return;
  }
  smt->values.at[at] = old;
}

static void read_values(tp_smt *smt, tp_expr_values current, void *state) {
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < smt->q.vars.n; i++) {
    uint64_t bits = 0;
    if (!tp_solver_value(smt->solver, smt->q.vars.at[i], &bits) && current)
      bits = current(state, smt->q.vars.at[i]); /* Yices needed no value */
    VEC_PUSH(&smt->values, bits);
  }
}

/* Read Yices' model and check it. */
static bool read_model(tp_smt *smt, tp_expr_values current, void *state) {
  read_values(smt, current, state);
  if (!tp_smt_holds(smt))
    return false;
  for (uint32_t i = 0; i < smt->q.vars.n; i++)
    prefer_plain_float(smt, i, current, state);
  return true;
}

/* Whether the trial holds for some values that are found at once. */
static bool is_satisfied_downhill(tp_smt *smt) {
  tp_query part = {.pivot = TP_NO_ITEM, .vars = smt->q.vars};
  if (smt->is_abstract || smt->q.vars.n > TP_LIMIT_SMT_DOWNHILL_VARS)
    return false;
  for (uint32_t i = 0; i < smt->trial.n; i++)
    VEC_PUSH(&part.items, smt->q.items.at[smt->trial.at[i]]);
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < part.vars.n; i++)
    VEC_PUSH(&smt->values, 0);
  bool found = tp_descend(smt->exprs, &part, smt->values.at,
                          TP_LIMIT_SMT_DOWNHILL, smt->options.budget);
  smt->counts.quick += found;
  VEC_FREE(&part.items);
  return found;
}

/* Where nothing was abstracted values show what else the core needs. */
static bool is_worth_rotating(const tp_smt *smt) {
  return !smt->is_abstract && smt->core.n >= ROTATED;
}

/* Leave out place `at` of the core: is the rest still contradictory? Then the
 * core becomes (a part of) the rest. UNKNOWN: the core stays sound. */
static tp_smt_answer try_without(tp_smt *smt, uint32_t at) {
  VEC_CLEAR(&smt->trial);
  for (uint32_t i = 0; i < smt->core.n; i++)
    if (i != at)
      VEC_PUSH(&smt->trial, smt->core.at[i]);
  tp_expr first = smt->q.items.at[smt->trial.at[0]].e;
  if (smt->trial.n == 1 && tp_map_get(&smt->satisfiable, first))
    return TP_SMT_SAT;
  const char *reason;
  if (is_satisfied_downhill(smt))
    return TP_SMT_SAT;
  tp_smt_answer answer =
      tp_smt_ask(smt, &smt->trial, &smt->trial_core, &reason);
  if (answer == TP_SMT_SAT && smt->trial.n == 1 && !smt->is_abstract)
    mark_satisfiable(smt, first);
  if (answer == TP_SMT_SAT && is_worth_rotating(smt))
    read_values(smt, NULL, NULL);
  if (answer == TP_SMT_UNSAT) {
    VEC_CLEAR(&smt->core);
    for (uint32_t i = 0; i < smt->trial_core.n; i++)
      VEC_PUSH(&smt->core, smt->trial_core.at[i]);
  }
  return answer;
}

/* Making a core smaller may take as long as finding it, not longer. */
static bool may_go_on(const tp_smt *smt, double start) {
  if (tp_budget_over(smt->options.budget) != TP_STOP_NONE)
    return false;
  double limit = seconds_of(smt);
  return limit <= 0 || tp_cpu_now() - start < limit;
}

/* Whether the values at hand make the trial true. */
static bool holds_without(tp_smt *smt) {
  for (uint32_t i = 0; i < smt->trial.n; i++) {
    tp_expr e = smt->q.items.at[smt->trial.at[i]].e;
    if (!(i == 0 ? tp_expr_eval(smt->exprs, e, model_value, smt)
                 : tp_expr_eval_more(smt->exprs, e, model_value, smt)))
      return false;
  }
  return true;
}

/* The core is not contradictory without this place. */
static void learn_needed(tp_smt *smt, uint32_t place, tp_bits *needed) {
  tp_bits_add(needed, place);
  if (is_worth_rotating(smt) && holds_without(smt))
    tp_smt_rotate(smt, place, needed);
}

/* Deletion-based minimisation. What comes before place i is needed, or nobody
 * knows. A smaller core keeps all needed ones, so i stays right. The pivot is
 * needed because the rest of the path holds now. */
static bool minimise_with(tp_smt *smt, tp_bits *needed) {
  bool complete = true;
  double start = tp_cpu_now();
  for (uint32_t i = 0; i < smt->core.n && smt->core.n > 1;) {
    uint32_t place = smt->core.at[i];
    if (place == smt->q.pivot || tp_bits_has(needed, place)) {
      i++;
      continue;
    }
    if (!may_go_on(smt, start))
      return false;
    tp_smt_answer answer = try_without(smt, i);
    if (answer == TP_SMT_SAT)
      learn_needed(smt, place, needed);
    complete &= answer != TP_SMT_UNKNOWN;
    i += answer != TP_SMT_UNSAT;
  }
  return complete;
}

static bool minimise(tp_smt *smt) {
  tp_bits needed;
  tp_bits_init(&needed, smt->q.items.n);
  bool complete = minimise_with(smt, &needed);
  tp_bits_free(&needed);
  return complete;
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

static void give_core(const tp_smt *smt, tp_smt_result *out) {
  for (uint32_t i = 0; i < smt->core.n; i++)
    VEC_PUSH(&out->core, smt->q.items.at[smt->core.at[i]].index);
  if (out->core.n > 1)
    qsort(out->core.at, out->core.n, sizeof(uint32_t), by_number);
}

static void give_model(const tp_smt *smt, tp_smt_result *out) {
  for (uint32_t i = 0; i < smt->q.vars.n; i++) {
    tp_smt_value v = {smt->q.vars.at[i], smt->values.at[i]};
    VEC_PUSH(&out->model, v);
  }
}

/* The answer from the cache, brought into the core or the values. */
static bool from_cache(tp_smt *smt, tp_smt_answer *answer, bool *is_minimal,
                       const char **reason) {
  const tp_cached *entry = tp_cache_get(&smt->cache, &smt->q);
  if (!entry)
    return false;
  smt->counts.cache_hits++;
  *answer = entry->answer;
  *is_minimal = entry->is_minimal;
  *reason = entry->reason;
  VEC_CLEAR(&smt->values);
  VEC_CLEAR(&smt->core);
  for (uint32_t i = 0; i < entry->n_data; i++)
    if (entry->answer == TP_SMT_SAT)
      VEC_PUSH(&smt->values, smt->cache.values.at[entry->data + i]);
    else
      VEC_PUSH(&smt->core, smt->cache.pool.at[entry->data + i]);
  return true;
}

static void write_log(tp_smt *smt, tp_smt_answer answer) {
  if (!smt->log_dir.n || smt->counts.log_failed)
    return;
  tp_diag diag = {0};
  if (tp_smt_log_write(smt->exprs, smt->log_dir.at, ++smt->logged, &smt->q,
                       answer, &diag) != 0)
    smt->counts.log_failed = true;
  tp_diag_free(&diag);
}

/* One variable and limits on it: no solver is needed. */
static tp_quick_answer solve_quickly(tp_smt *smt, tp_expr_values current,
                                     void *state) {
  uint64_t now =
      current && smt->q.vars.n == 1 ? current(state, smt->q.vars.at[0]) : 0;
  uint64_t value;
  tp_quick_answer quick =
      tp_quick_check(&smt->domains, &smt->q, now, &value, &smt->core);
  if (quick == TP_QUICK_NONE)
    return quick;
  VEC_CLEAR(&smt->values);
  VEC_PUSH(&smt->values, value);
  if (quick == TP_QUICK_SAT && !tp_smt_holds(smt))
    return TP_QUICK_NONE;
  smt->counts.quick++;
  return quick;
}

/* One variable that can have a few values only: try them all. */
static tp_quick_answer solve_by_trying(tp_smt *smt) {
  tp_quick_values few;
  if (!tp_quick_few(&smt->domains, &smt->q, &few))
    return TP_QUICK_NONE;
  smt->counts.quick++;
  VEC_CLEAR(&smt->values);
  VEC_PUSH(&smt->values, 0);
  for (uint32_t i = 0; i < few.n; i++) {
    smt->values.at[0] = few.at[i];
    if (tp_smt_holds(smt))
      return TP_QUICK_SAT;
  }
  VEC_CLEAR(&smt->core);
  for (uint32_t i = 0; i < smt->q.items.n; i++)
    VEC_PUSH(&smt->core, i);
  return TP_QUICK_UNSAT;
}

/* All variables as they are now but the pivot's. */
static bool solve_nearby(tp_smt *smt, tp_expr_values current, void *state) {
  tp_quick_values near;
  tp_quick_candidates(&smt->domains, &smt->q, current, state, &near);
  uint32_t at = 0;
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < smt->q.vars.n && near.n; i++) {
    at = smt->q.vars.at[i] == near.var ? i : at;
    VEC_PUSH(&smt->values, current(state, smt->q.vars.at[i]));
  }
  for (uint32_t i = 0; i < near.n; i++) {
    smt->values.at[at] = near.at[i];
    if (tp_smt_holds(smt)) {
      smt->counts.quick++;
      return true;
    }
  }
  return false;
}

/* From the values as they are now it is often a few steps: that is cheaper than
 * to ask. Not of a path that is turned: the next run should not be the nearest
 * to the last one (dfs on gcd: 131 runs instead of a few). */
static bool solve_downhill(tp_smt *smt, tp_expr_values current, void *state) {
  if (!current || smt->q.pivot != TP_NO_ITEM ||
      smt->q.vars.n > TP_LIMIT_SMT_DOWNHILL_VARS)
    return false;
  VEC_CLEAR(&smt->values);
  for (uint32_t i = 0; i < smt->q.vars.n; i++)
    VEC_PUSH(&smt->values, current(state, smt->q.vars.at[i]));
  bool found = tp_descend(smt->exprs, &smt->q, smt->values.at,
                          TP_LIMIT_SMT_DOWNHILL, smt->options.budget) &&
               tp_smt_holds(smt);
  smt->counts.quick += found;
  return found;
}

static tp_smt_answer solve_by_yices(tp_smt *smt, tp_expr_values current,
                                    void *state, const char **reason) {
  VEC_CLEAR(&smt->trial);
  for (uint32_t i = 0; i < smt->q.items.n; i++)
    VEC_PUSH(&smt->trial, i);
  tp_smt_answer answer = tp_smt_ask(smt, &smt->trial, &smt->core, reason);
  if (answer == TP_SMT_SAT && !read_model(smt, current, state)) {
    *reason = "solver";
    return TP_SMT_UNKNOWN;
  }
  return answer;
}

/* 0: the query has none. */
static tp_expr pivot_of(const tp_smt *smt) {
  const tp_query *q = &smt->q;
  return q->pivot == TP_NO_ITEM ? 0 : q->items.at[q->pivot].e;
}

static tp_smt_answer solve(tp_smt *smt, tp_expr_values current, void *state,
                           bool *is_minimal, const char **reason) {
  tp_quick_answer quick = solve_quickly(smt, current, state);
  *is_minimal = quick == TP_QUICK_UNSAT;
  if (quick == TP_QUICK_NONE)
    quick = solve_by_trying(smt);
  if (quick != TP_QUICK_NONE)
    return quick == TP_QUICK_SAT ? TP_SMT_SAT : TP_SMT_UNSAT;
  if (!smt->q.conflict.n &&
      tp_quick_conflict(&smt->domains, &smt->q, &smt->core)) {
    smt->counts.quick++;
    *is_minimal = true;
    return TP_SMT_UNSAT;
  }
  if (!smt->q.conflict.n && solve_nearby(smt, current, state))
    return TP_SMT_SAT;
  if (!smt->q.conflict.n &&
      tp_imply_conflict(smt->exprs, &smt->q, &smt->core)) {
    smt->counts.quick++;
    return TP_SMT_UNSAT;
  }
  if (!smt->q.conflict.n && smt->is_quick) {
    *reason = "spared";
    return TP_SMT_UNKNOWN;
  }
  if (!smt->q.conflict.n && tp_smt_is_hard(smt)) {
    tp_smt_answer answer = tp_smt_solve_hard(smt, current, state, reason);
    if (answer != TP_SMT_UNKNOWN)
      return answer;
    if (smt->effort.spares || tp_map_get(&smt->slow, pivot_of(smt))) {
      *reason = "spared";
      return answer;
    }
    *reason = NULL;
  }
  if (!smt->q.conflict.n && solve_downhill(smt, current, state))
    return TP_SMT_SAT;
  if (!smt->q.conflict.n) {
    tp_smt_answer answer = solve_by_yices(smt, current, state, reason);
    if (answer == TP_SMT_UNKNOWN && pivot_of(smt) && !is_hurried(smt))
      *tp_map_put(&smt->slow, pivot_of(smt), NULL) = 1;
    return answer;
  }
  VEC_CLEAR(&smt->core);
  for (uint32_t i = 0; i < smt->q.conflict.n; i++)
    VEC_PUSH(&smt->core, smt->q.conflict.at[i]);
  return TP_SMT_UNSAT;
}

static bool is_no_answer(const char *reason) {
  return reason &&
         (strcmp(reason, "interrupted") == 0 || strcmp(reason, "spared") == 0);
}

/* The answer to the query in smt->q, from the cache or from Yices. */
static tp_smt_answer answer_query(tp_smt *smt, bool want_minimal,
                                  tp_expr_values current, void *state,
                                  const char **reason, bool *was_minimal) {
  tp_smt_answer answer;
  bool is_minimal = false, is_news = false;
  if (!from_cache(smt, &answer, &is_minimal, reason)) {
    answer = solve(smt, current, state, &is_minimal, reason);
    write_log(smt, answer);
    is_news = !is_no_answer(*reason) &&
              !(answer == TP_SMT_UNKNOWN && is_hurried(smt));
  }
  if (answer == TP_SMT_UNSAT && want_minimal && !is_minimal) {
    is_minimal = minimise(smt);
    is_news = true;
  }
  smt->is_abstract = false;
  *was_minimal = is_minimal;
  if (is_news)
    tp_cache_put(&smt->cache, &smt->q, answer, smt->values.at, &smt->core,
                 is_minimal, *reason);
  return answer;
}

static tp_smt_answer interrupted(tp_smt_result *out) {
  out->reason = "interrupted";
  return TP_SMT_UNKNOWN;
}

/* One query, as a whole or sliced; adds to out. */
static tp_smt_answer check_one(tp_smt *smt, const tp_expr *conds, uint32_t n,
                               uint32_t pivot, const tp_smt_asked *asked,
                               tp_smt_result *out) {
  tp_smt_answer answer = TP_SMT_SAT;
  if (tp_budget_over(smt->options.budget) != TP_STOP_NONE ||
      !tp_query_build(&smt->q, &smt->slicer, conds, n, pivot))
    return interrupted(out);
  out->asked += smt->q.items.n;
  if (!smt->keeps_group)
    smt->group = smt->q.vars.n ? smt->q.vars.at[0] : 0;
  if (smt->q.items.n)
    answer = answer_query(smt, asked->want_minimal_core, asked->current,
                          asked->state, &out->reason, &out->is_minimal);
  if (answer == TP_SMT_SAT)
    give_model(smt, out);
  if (answer == TP_SMT_UNSAT)
    give_core(smt, out);
  return answer;
}

/* Without a pivot all must hold: part by part, as they share no variable. */
static tp_smt_answer check_parts(tp_smt *smt, const tp_expr *conds, uint32_t n,
                                 const tp_smt_asked *asked,
                                 tp_smt_result *out) {
  tp_smt_answer answer = TP_SMT_SAT;
  if (!tp_query_split(&smt->slicer, conds, n, &smt->order, &smt->part))
    return interrupted(out);
  for (uint32_t from = 0, to; from < n && answer == TP_SMT_SAT; from = to) {
    VEC_CLEAR(&smt->part_conds);
    for (to = from; to < n && smt->part.at[to] == smt->part.at[from]; to++)
      VEC_PUSH(&smt->part_conds, conds[smt->order.at[to]]);
    answer =
        check_one(smt, smt->part_conds.at, to - from, to - from, asked, out);
    for (uint32_t i = 0; i < out->core.n; i++)
      out->core.at[i] = smt->order.at[from + out->core.at[i]];
  }
  if (answer != TP_SMT_SAT)
    VEC_CLEAR(&out->model);
  return answer;
}

tp_smt_answer tp_smt_check(tp_smt *smt, const tp_expr *conds, uint32_t n,
                           uint32_t pivot, bool want_minimal_core,
                           tp_expr_values current, void *state,
                           tp_smt_result *out) {
  double start = tp_now();
  uint64_t checks = smt->counts.checks;
  tp_smt_asked asked = {want_minimal_core, current, state};
  VEC_CLEAR(&out->model);
  VEC_CLEAR(&out->core);
  VEC_CLEAR(&out->limited);
  out->reason = NULL;
  out->is_exact = true;
  out->is_minimal = false;
  out->asked = 0;
  uint32_t all = n;
  conds = tp_limited_query(&smt->limited, smt->exprs, conds, &all);
  tp_smt_answer answer = pivot < n
                             ? check_one(smt, conds, all, pivot, &asked, out)
                             : check_parts(smt, conds, all, &asked, out);
  tp_limited_split(&smt->limited, n, out);
  out->checks = smt->counts.checks - checks;
  smt->counts.unsat += answer == TP_SMT_UNSAT;
  smt->counts.unknown += answer == TP_SMT_UNKNOWN;
  smt->counts.seconds += tp_now() - start;
  return answer;
}

tp_smt_answer tp_smt_check_more(tp_smt *smt, const tp_expr *conds, uint32_t n,
                                uint32_t pivot, bool want_minimal_core,
                                tp_expr_values current, void *state,
                                tp_smt_result *out) {
  smt->keeps_group = true;
  tp_smt_answer answer = tp_smt_check(smt, conds, n, pivot, want_minimal_core,
                                      current, state, out);
  smt->keeps_group = false;
  return answer;
}

tp_smt_answer tp_smt_check_quickly(tp_smt *smt, const tp_expr *conds,
                                   uint32_t n, uint32_t pivot,
                                   bool want_minimal_core,
                                   tp_expr_values current, void *state,
                                   tp_smt_result *out) {
  smt->is_quick = true;
  tp_smt_answer answer = tp_smt_check(smt, conds, n, pivot, want_minimal_core,
                                      current, state, out);
  smt->is_quick = false;
  return answer;
}
