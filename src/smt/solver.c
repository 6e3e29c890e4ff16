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

#include "base/stage.h"
#include "smt/watch.h"

#include <stdlib.h>

#define N_CONTEXTS 64
/* A context may be this much bigger than the query, in translated nodes. */
#define GROWTH 2
#define SLACK 30

typedef struct room {
  context_t *ctx;  /* NULL: not made yet */
  tp_map members;  /* predicates it has seen */
  uint64_t weight; /* of the members */
} room;

struct tp_solver {
  tp_terms terms;
  tp_watch *watch;
  ctx_config_t *config;
  room rooms[N_CONTEXTS];
  model_t *model;
  VEC(term_t) assumed;
  VEC(uint32_t) weight; /* of a predicate: its nodes */
};

tp_solver *tp_solver_new(tp_exprs *exprs, const tp_smt_options *options) {
  tp_solver *s = TP_NEW(tp_solver);
  tp_terms_init(&s->terms, exprs);
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
}

static void drop_model(tp_solver *s) {
  if (s->model)
    yices_free_model(s->model);
  s->model = NULL;
}

void tp_solver_limit(tp_solver *s, double seconds) {
  tp_watch_limit(s->watch, seconds);
}

void tp_solver_free(tp_solver *s) {
  if (!s)
    return;
  drop_model(s);
  tp_watch_free(s->watch);
  for (unsigned i = 0; i < N_CONTEXTS; i++) {
    empty_room(&s->rooms[i]);
    tp_map_free(&s->rooms[i].members);
  }
  yices_free_config(s->config);
  tp_terms_free(&s->terms);
  VEC_FREE(&s->assumed);
  VEC_FREE(&s->weight);
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

/* The context for a query, with what it will hold afterwards. */
static room *enter(tp_solver *s, const tp_expr *es, uint32_t n,
                   uint32_t group) {
  room *r = &s->rooms[tp_hash_u64(group) % N_CONTEXTS];
  uint64_t asked = 0, added = 0;
  for (uint32_t i = 0; i < n; i++) {
    asked += s->weight.at[es[i]];
    added += tp_map_get(&r->members, es[i]) ? 0 : s->weight.at[es[i]];
  }
  if (r->weight + added > GROWTH * asked + SLACK)
    empty_room(r);
  if (!r->ctx)
    r->ctx = yices_new_context(s->config);
  for (uint32_t i = 0; i < n && r->ctx; i++) {
    bool is_new;
    tp_map_put(&r->members, es[i], &is_new);
    r->weight += is_new ? s->weight.at[es[i]] : 0;
  }
  return r;
}

static int by_number(const void *p, const void *q) {
  uint32_t a = *(const uint32_t *)p, b = *(const uint32_t *)q;
  return a < b ? -1 : a > b;
}

/* Yices' core as places in the query. */
static bool read_core(tp_solver *s, context_t *ctx, tp_vec_u32 *core) {
  term_vector_t terms;
  yices_init_term_vector(&terms);
  bool ok = yices_get_unsat_core(ctx, &terms) == 0;
  tp_map place = {0};
  for (uint32_t i = s->assumed.n; i-- > 0;) {
    bool is_new;
    *tp_map_put(&place, (uint64_t)s->assumed.at[i], &is_new) = i;
  }
  for (uint32_t i = 0; i < terms.size && ok; i++) {
    const uint32_t *at = tp_map_get(&place, (uint64_t)terms.data[i]);
    ok = at != NULL;
    if (ok)
      VEC_PUSH(core, *at);
  }
  if (core->n > 1)
    qsort(core->at, core->n, sizeof(uint32_t), by_number);
  tp_map_free(&place);
  yices_delete_term_vector(&terms);
  return ok;
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

static tp_smt_answer failed(const char **reason) {
  yices_clear_error();
  *reason = "solver";
  return TP_SMT_UNKNOWN;
}

static tp_smt_answer read_answer(tp_solver *s, room *r, tp_yices_status status,
                                 tp_vec_u32 *core, const char **reason) {
  if (status == TP_YICES_SAT) {
    s->model = yices_get_model(r->ctx, 1);
    return s->model ? TP_SMT_SAT : failed(reason);
  }
  if (status == TP_YICES_UNSAT && read_core(s, r->ctx, core))
    return TP_SMT_UNSAT;
  return failed(reason);
}

tp_smt_answer tp_solver_check(tp_solver *s, const tp_expr *es, uint32_t n,
                              uint32_t group, tp_vec_u32 *core,
                              const char **reason) {
  drop_model(s);
  VEC_CLEAR(core);
  if (!translate(s, es, n))
    return failed(reason);
  if (has_false(s, core))
    return TP_SMT_UNSAT;
  room *r = enter(s, es, n, group);
  if (!r->ctx)
    return failed(reason);
  tp_stage("the solver");
  tp_watch_begin(s->watch, r->ctx);
  tp_yices_status status =
      yices_check_context_with_assumptions(r->ctx, NULL, n, s->assumed.at);
  const char *stopped = tp_watch_end(s->watch);
  if (status == TP_YICES_INTERRUPTED) {
    empty_room(r);
    *reason = stopped ? stopped : "interrupted";
    return TP_SMT_UNKNOWN;
  }
  tp_smt_answer answer = read_answer(s, r, status, core, reason);
  if (answer == TP_SMT_UNKNOWN)
    empty_room(r); /* whatever went wrong is not carried on */
  return answer;
}

bool tp_solver_value(tp_solver *s, uint32_t var, uint64_t *bits) {
  const tp_term_var *v = tp_terms_var(&s->terms, var);
  bool ok = v && s->model && tp_terms_value(v, s->model, bits);
  if (!ok)
    yices_clear_error();
  return ok;
}

const tp_term_var *tp_solver_var(const tp_solver *s, uint32_t var) {
  return tp_terms_var(&s->terms, var);
}
