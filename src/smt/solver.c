/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/solver.c - the Yices contexts and checks under assumptions.
 *
 * A context remembers what was bit-blasted and learned, so the next query about
 * the same variables starts warm; but a satisfiable check has to assign every
 * gate a context ever saw, so one context for everything slows down with its
 * size (measured: 3.5 ms a query at 900 predicates, against 0.2 ms when new).
 * Hence a few contexts, chosen by the group of variables asked about, each
 * thrown away when it has grown far beyond what the query at hand needs.
 */
#include "smt/solver.h"

#include "base/limits.h"
#include "base/stage.h"
#include "smt/heavy.h"
#include "smt/watch.h"

/* A context may be this much bigger than the query, in translated nodes. */
#define GROWTH 2
#define SLACK 30
/* Microseconds to turn a query, or its products and quotients, into bits: from
 * here on it is asked in a process of its own. */
#define HEAVY_COST 500000u
#define HEAVY_HARD 50000u

typedef struct room {
  context_t *ctx;  /* NULL: not made yet */
  tp_map members;  /* predicates it has seen */
  tp_map inside;   /* nodes of those that use names */
  uint64_t weight; /* of the members */
} room;

struct tp_solver {
  tp_solver *next; /* of those that live */
  tp_terms terms;
  tp_watch *watch;
  ctx_config_t *config;
  room rooms[TP_LIMIT_SMT_CONTEXTS];
  model_t *model;
  const tp_budget *budget;
  double seconds; /* of a check; 0: no limit */
  VEC(term_t) assumed;
  VEC(uint32_t) weight; /* of a predicate: its nodes */
  tp_term_load load;    /* what the query at hand brings to its context */
  /* Of a check that was made apart, in the place of a model: */
  bool is_apart;
  tp_heavy_values values;
  tp_map value_at; /* variable -> place in values */
};

/* ---- terms that nobody needs --------------------------------------------- */

/* Yices has one table of terms for all contexts: what a solver leaves there is
 * collected when it has become much, if others live on. */
static tp_solver *living;
static uint64_t left_behind; /* nodes */

static void collect_terms(void) {
  tp_term_list roots = {0};
  for (const tp_solver *s = living; s; s = s->next)
    tp_terms_list(&s->terms, &roots);
  yices_garbage_collect(roots.at, roots.n, NULL, 0, true);
  VEC_FREE(&roots);
  left_behind = 0;
}

static void leave(const tp_solver *s, uint64_t nodes) {
  tp_solver **at = &living;
  while (*at != s)
    at = &(*at)->next;
  *at = s->next;
  left_behind = living ? left_behind + nodes : 0;
  if (left_behind > TP_LIMIT_SMT_LEFT_BEHIND)
    collect_terms();
}

/* -------------------------------------------------------------------------- */

tp_solver *tp_solver_new(tp_exprs *exprs, const tp_smt_options *options) {
  tp_solver *s = TP_NEW(tp_solver);
  s->next = living;
  living = s;
  tp_terms_init(&s->terms, exprs, options->budget);
  s->budget = options->budget;
  s->seconds = options->query_seconds;
  s->watch = tp_watch_new(options->query_seconds, options->budget);
  s->config = yices_new_config();
  yices_default_config_for_logic(s->config, "QF_BV");
  return s;
}

static void empty_room(room *r) {
  if (r->ctx)
    yices_free_context(r->ctx);
  r->ctx = NULL;
  r->weight = 0;
  tp_map_clear(&r->members);
  tp_map_clear(&r->inside);
}

static void drop_model(tp_solver *s) {
  if (s->model)
    yices_free_model(s->model);
  s->model = NULL;
  s->is_apart = false;
}

void tp_smt_renew_all(void) {
  for (tp_solver *s = living; s; s = s->next)
    tp_watch_renew(s->watch);
}

void tp_solver_limit(tp_solver *s, double seconds) {
  s->seconds = seconds;
  tp_watch_limit(s->watch, seconds);
}

void tp_solver_free(tp_solver *s) {
  if (!s)
    return;
  drop_model(s);
  tp_watch_free(s->watch);
  for (unsigned i = 0; i < TP_LIMIT_SMT_CONTEXTS; i++) {
    empty_room(&s->rooms[i]);
    tp_map_free(&s->rooms[i].members);
    tp_map_free(&s->rooms[i].inside);
  }
  yices_free_config(s->config);
  leave(s, s->terms.translated);
  tp_terms_free(&s->terms);
  VEC_FREE(&s->assumed);
  VEC_FREE(&s->weight);
  VEC_FREE(&s->load.definitions);
  VEC_FREE(&s->values);
  tp_map_free(&s->value_at);
  tp_free(s);
}

/* Translate the predicates. False on an error of Yices. */
static bool translate(tp_solver *s, const tp_expr *es, uint32_t n) {
  VEC_CLEAR(&s->assumed);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t before = s->terms.translated;
    term_t t = tp_terms_of(&s->terms, es[i]);
    if (t < 0)
      return false;
    VEC_PUSH(&s->assumed, t);
    if (s->weight.n <= es[i])
      VEC_RESIZE(&s->weight, es[i] + 1);
    if (!s->weight.at[es[i]])
      s->weight.at[es[i]] = s->terms.translated - before + 1;
  }
  return true;
}

/* The whole query, if there may be something to think about. */
static void weigh_query(tp_solver *s, const tp_expr *es, uint32_t n) {
  uint64_t most = 0;
  tp_terms_load_begin(&s->terms, &s->load);
  for (uint32_t i = 0; i < n; i++)
    most += tp_terms_note(&s->terms, es[i])->most;
  if (most < HEAVY_HARD)
    return;
  for (uint32_t i = 0; i < n; i++)
    tp_terms_load(&s->terms, es[i], NULL, &s->load);
}

/* What the predicates that are new to a context bring: definitions of names. */
static void weigh_news(tp_solver *s, room *r, const tp_expr *es, uint32_t n) {
  tp_terms_load_begin(&s->terms, &s->load);
  for (uint32_t i = 0; i < n; i++)
    if (tp_terms_note(&s->terms, es[i])->uses_names &&
        !tp_map_get(&r->members, es[i]))
      tp_terms_load(&s->terms, es[i], &r->inside, &s->load);
}

static bool is_heavy(const tp_solver *s) {
  return s->load.cost >= HEAVY_COST || s->load.hard >= HEAVY_HARD;
}

static bool define_names(const tp_solver *s, const room *r) {
  for (uint32_t i = 0; i < s->load.definitions.n; i++)
    if (yices_assert_formula(r->ctx, s->load.definitions.at[i]) != 0)
      return false;
  return true;
}

/* The context for a query. */
static room *room_of(tp_solver *s, uint32_t group) {
  return &s->rooms[tp_hash_u64(group) % TP_LIMIT_SMT_CONTEXTS];
}

typedef struct growth {
  uint64_t asked, added; /* the query; what of it its context has not seen */
  bool is_too_much;      /* for that context: it begins anew */
} growth;

static growth growth_of(const tp_solver *s, const room *r, const tp_expr *es,
                        uint32_t n) {
  growth g = {0};
  for (uint32_t i = 0; i < n; i++) {
    uint64_t weight = s->weight.at[es[i]];
    g.asked += weight;
    g.added += tp_map_get(&r->members, es[i]) ? 0 : weight;
  }
  g.is_too_much = r->weight + g.added > GROWTH * g.asked + SLACK;
  return g;
}

/* Turning so much of it into bits, which can't be stopped, takes more time than
 * there is. */
static bool is_too_large(const tp_solver *s, double part) {
  return s->seconds > 0 && (double)s->load.cost * 1e-6 * part > s->seconds;
}

static double new_part(const growth *g) {
  return g->is_too_much || !g->asked ? 1 : (double)g->added / (double)g->asked;
}

/* With what it will hold afterwards. */
static void enter(tp_solver *s, room *r, const tp_expr *es, uint32_t n) {
  weigh_news(s, r, es, n);
  if (!r->ctx)
    r->ctx = yices_new_context(s->config);
  for (uint32_t i = 0; i < n && r->ctx; i++) {
    bool is_new;
    tp_map_put(&r->members, es[i], &is_new);
    r->weight += is_new ? s->weight.at[es[i]] : 0;
  }
}

/* A predicate that Yices itself simplified to false. */
static bool has_false(const tp_solver *s, tp_vec_u32 *core) {
  for (uint32_t i = 0; i < s->assumed.n; i++)
    if (s->assumed.at[i] == yices_false()) {
      VEC_PUSH(core, i);
      return true;
    }
  return false;
}

static tp_smt_answer unknown(const char **reason, const char *why) {
  *reason = why;
  return TP_SMT_UNKNOWN;
}

static tp_smt_answer failed(const char **reason) {
  yices_clear_error();
  return unknown(reason, "solver");
}

static tp_smt_answer read_answer(tp_solver *s, room *r, tp_yices_status status,
                                 tp_vec_u32 *core, const char **reason) {
  if (status == TP_YICES_SAT) {
    s->model = yices_get_model(r->ctx, 1);
    return s->model ? TP_SMT_SAT : failed(reason);
  }
  if (status == TP_YICES_UNSAT &&
      tp_yices_core(r->ctx, s->assumed.at, s->assumed.n, core))
    return TP_SMT_UNSAT;
  return failed(reason);
}

/* In a process of its own. */
static tp_smt_answer check_apart(tp_solver *s, tp_vec_u32 *core,
                                 const char **reason) {
  if (is_too_large(s, 1))
    return unknown(reason, "too large");
  tp_heavy h = {.terms = &s->terms,
                .config = s->config,
                .assumed = s->assumed.at,
                .n = s->assumed.n,
                .load = &s->load,
                .seconds = s->seconds,
                .budget = s->budget};
  VEC_CLEAR(&s->values);
  tp_map_clear(&s->value_at);
  tp_smt_answer answer = tp_heavy_check(&h, &s->values, core, reason);
  for (uint32_t i = 0; i < s->values.n; i++)
    *tp_map_put(&s->value_at, s->values.at[i].var, NULL) = i;
  s->is_apart = answer == TP_SMT_SAT;
  return answer;
}

/* In a context that may be warm. */
static tp_smt_answer check_here(tp_solver *s, const tp_expr *es, uint32_t n,
                                uint32_t group, tp_vec_u32 *core,
                                const char **reason) {
  room *r = room_of(s, group);
  growth g = growth_of(s, r, es, n);
  if (is_too_large(s, new_part(&g)))
    return unknown(reason, "time"); /* half a second would be enough */
  if (g.is_too_much)
    empty_room(r);
  enter(s, r, es, n);
  if (!r->ctx || !define_names(s, r)) {
    empty_room(r);
    return failed(reason);
  }
  tp_watch_begin(s->watch, r->ctx);
  tp_yices_status status =
      yices_check_context_with_assumptions(r->ctx, NULL, n, s->assumed.at);
  const char *stopped = tp_watch_end(s->watch);
  if (status == TP_YICES_INTERRUPTED) {
    empty_room(r);
    return unknown(reason, stopped ? stopped : "interrupted");
  }
  tp_smt_answer answer = read_answer(s, r, status, core, reason);
  if (answer == TP_SMT_UNKNOWN)
    empty_room(r); /* whatever went wrong is not carried on */
  return answer;
}

tp_smt_answer tp_solver_check(tp_solver *s, const tp_expr *es, uint32_t n,
                              uint32_t group, tp_vec_u32 *core,
                              const char **reason) {
  drop_model(s);
  VEC_CLEAR(core);
  if (!translate(s, es, n))
    return tp_budget_over(s->budget) != TP_STOP_NONE
               ? unknown(reason, "interrupted")
               : failed(reason);
  if (has_false(s, core))
    return TP_SMT_UNSAT;
  tp_stage("the solver");
  weigh_query(s, es, n);
  return is_heavy(s) ? check_apart(s, core, reason)
                     : check_here(s, es, n, group, core, reason);
}

static bool value_apart(const tp_solver *s, uint32_t var, uint64_t *bits) {
  const uint32_t *at = tp_map_get(&s->value_at, var);
  if (at)
    *bits = s->values.at[*at].bits;
  return at != NULL;
}

bool tp_solver_value(tp_solver *s, uint32_t var, uint64_t *bits) {
  if (s->is_apart)
    return value_apart(s, var, bits);
  const tp_term_var *v = tp_terms_var(&s->terms, var);
  bool ok = v && s->model && tp_terms_value(v, s->model, bits);
  if (!ok)
    yices_clear_error();
  return ok;
}

const tp_term_var *tp_solver_var(const tp_solver *s, uint32_t var) {
  return tp_terms_var(&s->terms, var);
}
