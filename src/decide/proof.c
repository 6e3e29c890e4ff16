/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs are numbered as they are found. */
#include "decide/proof.h"

#include "decide/words.h"

/* ---- questions ----------------------------------------------------------- */

static void begin(tp_question *q, const tp_model *m, const tp_instance *i,
                  uint32_t k) {
  q->instance = i;
  q->branch = m->program->decisions.at[i->decision].first + k;
  VEC_CLEAR(&q->conds);
  VEC_CLEAR(&q->guards);
  VEC_CLEAR(&q->beside);
}

static void add_guard(tp_question *q, const tp_model *m, tp_guard at) {
  VEC_PUSH(&q->conds, m->guards.at.at[at].literal);
  VEC_PUSH(&q->guards, at);
}

void tp_question_build(tp_question *q, const tp_model *m, const tp_instance *i,
                       uint32_t k) {
  begin(q, m, i, k);
  for (tp_guard at = i->guard; at != TP_GUARD_ROOT;
       at = m->guards.at.at[at].above)
    add_guard(q, m, at);
  VEC_PUSH(&q->conds, tp_model_branch(m, i, k));
}

void tp_question_build_loosely(tp_question *q, const tp_model *m,
                               const tp_instance *i, uint32_t k) {
  begin(q, m, i, k);
  for (tp_guard at = i->guard; at != TP_GUARD_ROOT;
       at = tp_guard_loosely_above(&m->guards, at))
    add_guard(q, m, at);
  VEC_PUSH(&q->conds, tp_model_branch(m, i, k));
}

/* That the guard does not hold. */
static tp_expr nobody_at(const tp_model *m, tp_guard guard) {
  return tp_expr_not(m->exprs,
                     tp_guard_below(&m->guards, TP_GUARD_ROOT, guard));
}

/* The guard has it already. */
static bool is_told(const tp_question *q, const tp_model *m,
                    const tp_broken *b) {
  tp_expr literal =
      b->guard == TP_GUARD_ROOT ? 0 : m->guards.at.at[b->guard].literal;
  for (uint32_t i = 0; literal && i < q->guards.n; i++)
    if (q->conds.at[i] == tp_expr_not(m->exprs, literal))
      return true;
  return false;
}

bool tp_model_assumes(const tp_model *m, const tp_instance *i,
                      uint32_t broken) {
  return broken < i->broken || m->broken.at[broken].hazards == i->hazards;
}

bool tp_question_assume(tp_question *q, const tp_model *m) {
  tp_expr pred = VEC_POP(&q->conds);
  uint32_t before = q->beside.n;
  for (uint32_t k = 0; k < m->broken.n; k++) {
    const tp_broken *b = &m->broken.at[k];
    if (!tp_model_assumes(m, q->instance, k) || is_told(q, m, b))
      continue;
    VEC_PUSH(&q->conds, b->holds);
    VEC_PUSH(&q->beside, (tp_beside){.site = b->site});
  }
  VEC_PUSH(&q->conds, pred);
  return q->beside.n > before;
}

/* The violated side of a check. */
static bool is_check(const tp_model *m, const tp_instance *i) {
  return m->program->branches.at[m->program->decisions.at[i->decision].first]
      .is_check;
}

bool tp_question_first(tp_question *q, const tp_model *m) {
  uint32_t before = q->beside.n;
  if (!is_check(m, q->instance))
    return false;
  tp_expr pred = VEC_POP(&q->conds);
  for (const tp_instance *i = m->instances.at; i < q->instance; i++) {
    if (!i->is_single || !is_check(m, i))
      continue;
    tp_expr holds = tp_expr_or(m->exprs, nobody_at(m, i->guard),
                               tp_expr_not(m->exprs, i->value));
    if (tp_expr_constant(m->exprs, holds, &(uint64_t){0}))
      continue;
    VEC_PUSH(&q->conds, holds);
    VEC_PUSH(
        &q->beside,
        (tp_beside){.check = m->program->decisions.at[i->decision].first + 1});
  }
  VEC_PUSH(&q->conds, pred);
  return q->beside.n > before;
}

static uint64_t answered(void *state, uint32_t var) {
  const tp_smt_result *r = state;
  for (uint32_t i = 0; i < r->model.n; i++)
    if (r->model.at[i].var == var)
      return r->model.at[i].bits;
  return 0;
}

static bool is_reached(const tp_model *m, tp_guard guard, tp_smt_result *r) {
  const tp_guard_node *g = &m->guards.at.at[guard];
  for (; g != m->guards.at.at; g = &m->guards.at.at[g->above])
    if (!tp_expr_eval_more(m->exprs, g->literal, answered, r))
      return false;
  return true;
}

bool tp_question_fit(tp_question *q, const tp_model *m, bool *overflows) {
  tp_exprs *x = m->exprs;
  tp_vec_u32 open = {0};
  tp_expr pred = VEC_POP(&q->conds);
  uint32_t before = q->conds.n;
  tp_expr_eval(x, pred, answered, &q->result); /* the walk begins */
  for (uint32_t i = 0; i < m->ariths.n; i++) {
    tp_arith n = m->ariths.at[i].n;
    uint64_t a = tp_expr_eval_more(x, n.a, answered, &q->result);
    uint64_t b = tp_expr_eval_more(x, n.b, answered, &q->result);
    if (tp_arith_misfits(x, n, a, b) &&
        is_reached(m, m->ariths.at[i].guard, &q->result))
      VEC_PUSH(&open, i);
  }
  for (uint32_t i = 0; i < open.n; i++) {
    const tp_model_arith *at = &m->ariths.at[open.at[i]];
    tp_expr fits = tp_arith_fits(x, at->n);
    if (fits)
      VEC_PUSH(&q->conds, fits);
  }
  *overflows = open.n > 0;
  VEC_FREE(&open);
  bool is_added = q->conds.n > before;
  VEC_PUSH(&q->conds, pred);
  return is_added;
}

void tp_question_free(tp_question *q) {
  VEC_FREE(&q->conds);
  VEC_FREE(&q->guards);
  VEC_FREE(&q->beside);
  tp_smt_result_free(&q->result);
}

void tp_proofs_free(tp_proofs *p) {
  for (uint32_t i = 0; i < p->at.n; i++) {
    tp_free(p->at.at[i].text);
    tp_argument_free(&p->at.at[i].core);
  }
  VEC_FREE(&p->at);
  tp_map_free(&p->dead);
}

/* ---- in words ------------------------------------------------------------ */

static uint32_t site_of(const tp_proofs *p, uint32_t var) {
  return tp_engine_vars(p->parts->engine)->at.at[var].site;
}

/* A condition of the question. */
static void add_condition(const tp_proofs *p, const tp_question *q,
                          uint32_t index, tp_str *out) {
  const tp_program *program = p->parts->program;
  if (index + 1 == q->conds.n) {
    tp_words_branch(p->parts->ir, q->branch, out);
  } else if (index >= q->guards.n) {
    const tp_beside *b = &q->beside.at[index - q->guards.n];
    if (b->site)
      tp_words_assumption(program, b->site, out);
    else
      tp_words_branch(p->parts->ir, b->check, out);
  } else {
    const tp_guard_node *g = &p->model->guards.at.at[q->guards.at[index]];
    if (g->branch != UINT32_MAX)
      tp_words_branch(p->parts->ir, g->branch, out);
    else if (g->before_loop)
      tp_words_turns(out);
    else
      tp_words_ways(program, g->func, out);
  }
}

static bool is_part(const tp_str *out, const char *part) {
  size_t n = strlen(part);
  for (const char *at = tp_str_text(out); (at = strstr(at, part)); at += n)
    if ((at == out->at || at[-1] == ' ') && (!at[n] || at[n] == ';'))
      return true;
  return false;
}

/* A loop meets a condition in each turn: it is said once. */
static void add_condition_once(const tp_proofs *p, const tp_question *q,
                               uint32_t index, tp_str *out) {
  tp_str part = {0};
  add_condition(p, q, index, &part);
  if (part.n && !is_part(out, part.at))
    tp_str_addf(out, "%s%s", out->n ? "; " : "", part.at);
  tp_str_free(&part);
}

/* The limits that are needed, each once: elements of an array have the same. */
static void find_limited(const tp_proofs *p, const tp_question *q,
                         tp_vec_u32 *out) {
  const tp_vec_u32 *limited = &q->result.limited;
  for (uint32_t i = 0; i < limited->n; i++) {
    bool is_new = true;
    for (uint32_t k = 0; k < i && is_new; k++)
      is_new = site_of(p, limited->at[k]) != site_of(p, limited->at[i]);
    if (is_new)
      VEC_PUSH(out, site_of(p, limited->at[i]));
  }
}

/* The branches of the core, in the order in which they are met; the branch
 * itself comes last. */
static void describe(const tp_proofs *p, const tp_question *q, tp_str *out) {
  tp_vec_u32 sites = {0};
  for (uint32_t i = q->result.core.n; i-- > 0;)
    if (q->result.core.at[i] + 1 != q->conds.n)
      add_condition_once(p, q, q->result.core.at[i], out);
  tp_words_branch(p->parts->ir, q->branch, out);
  find_limited(p, q, &sites);
  for (uint32_t i = 0; i < sites.n; i++)
    tp_words_limits(p->parts->program, sites.at[i], out);
  tp_words_promises(p->parts->program, true, out);
  VEC_FREE(&sites);
}

/* ---- what is dead -------------------------------------------------------- */

static uint64_t dead_key(tp_guard above, tp_expr literal) {
  return (uint64_t)above << 32 | literal;
}

uint32_t tp_proofs_find(const tp_proofs *p, tp_guard guard, tp_expr pred) {
  const tp_guards *g = &p->model->guards;
  /* A predicate that is false by itself is its own proof. */
  const uint32_t *slot = tp_expr_constant(p->parts->exprs, pred, &(uint64_t){0})
                             ? NULL
                             : tp_map_get(&p->dead, dead_key(guard, pred));
  for (tp_guard at = guard; !slot && at != TP_GUARD_ROOT;
       at = g->at.at[at].above)
    slot = tp_map_get(&p->dead,
                      dead_key(g->at.at[at].above, g->at.at[at].literal));
  return slot ? *slot : 0;
}

static uint32_t add_proof(tp_proofs *p, tp_str *text) {
  VEC_PUSH(&p->at, (tp_proof){.text = tp_strdup(tp_str_text(text))});
  tp_str_free(text);
  return p->at.n;
}

uint32_t tp_proofs_add_unreached(tp_proofs *p) {
  tp_str text = {0};
  tp_str_add(&text, "no path from the entry leads here");
  tp_words_promises(p->parts->program, true, &text);
  return add_proof(p, &text);
}

/* The core is kept, for certificates. */
static void keep_core(tp_proofs *p, const tp_question *q, tp_proof *proof) {
  tp_str text = {0};
  tp_exprs *x = p->parts->exprs;
  for (uint32_t k = q->result.core.n; k-- > 0;) {
    uint32_t index = q->result.core.at[k];
    add_condition(p, q, index, &text);
    tp_argument_add(&proof->core, 0, q->conds.at[index], &text);
  }
  proof->n_conditions = proof->core.at.n;
  for (uint32_t i = 0; i < q->result.limited.n; i++) {
    uint32_t var = q->result.limited.at[i];
    tp_words_limits(p->parts->program, site_of(p, var), &text);
    tp_argument_add(&proof->core, 0, tp_expr_limit_of(x, var), &text);
  }
  tp_str_free(&text);
}

uint32_t tp_proofs_add(tp_proofs *p, const tp_question *q) {
  tp_str text = {0};
  uint32_t deepest = UINT32_MAX;
  bool has_pred = false, has_assumption = false;
  for (uint32_t k = 0; k < q->result.core.n; k++) {
    uint32_t index = q->result.core.at[k];
    has_pred = has_pred || index + 1 == q->conds.n;
    has_assumption =
        has_assumption || (index >= q->guards.n && index + 1 < q->conds.n);
    deepest = index < deepest ? index : deepest;
  }
  describe(p, q, &text);
  uint32_t number = add_proof(p, &text);
  if (p->parts->certify_dir)
    keep_core(p, q, &VEC_LAST(&p->at));
  uint64_t key = dead_key(q->instance->guard, VEC_LAST(&q->conds));
  if (!has_pred && !has_assumption && deepest != UINT32_MAX)
    key = dead_key(p->model->guards.at.at[q->guards.at[deepest]].above,
                   q->conds.at[deepest]);
  if (!has_assumption) /* it comes later: not on every way that gets here */
    *tp_map_put(&p->dead, key, NULL) = number;
  return number;
}

/* ---- for others to check ------------------------------------------------- */

/* A truth value that stands for a condition. */
static tp_expr new_name(tp_proofs *p) {
  /* The key is of no input: the top bits are those of no hash in use. */
  tp_var what = {.key = UINT64_C(0xc0de) << 48 | ++p->n_names,
                 .type = TP_W_BOOL};
  uint32_t var = tp_vars_of(p->model->vars, p->parts->exprs, &what);
  return tp_expr_var(p->parts->exprs, var, TP_X_BOOL, 1);
}

/* That it is what the walk made of it; and the name, into *all. */
static void define(tp_proofs *p, tp_expr is, tp_str *text, tp_argument *out,
                   tp_expr *all) {
  tp_exprs *x = p->parts->exprs;
  tp_expr name = new_name(p);
  tp_argument_add(out, name, is, text);
  *all = tp_expr_and(x, *all, name);
}

/* One way to the branch: all that would have to hold. */
static tp_expr define_way(tp_proofs *p, const tp_proof *proof, tp_sbranch b,
                          tp_argument *out) {
  tp_exprs *x = p->parts->exprs;
  tp_expr all = tp_expr_bool(x, true);
  tp_str text = {0};
  for (uint32_t i = 0; i < proof->core.at.n; i++) {
    tp_str_add(&text, proof->core.at.at[i].text);
    if (i < proof->n_conditions)
      tp_str_add(&text, TP_WORDS_FOLDED);
    if (i < proof->n_conditions)
      define(p, proof->core.at.at[i].e, &text, out, &all);
    else
      tp_argument_add(out, 0, proof->core.at.at[i].e, &text);
  }
  if (!proof->n_conditions) {
    tp_words_branch(p->parts->ir, b, &text);
    tp_str_add(&text, ": the walk did not get here" TP_WORDS_FOLDED);
    define(p, tp_expr_bool(x, false), &text, out, &all);
  }
  tp_str_free(&text);
  return all;
}

bool tp_proofs_certify(tp_proofs *p, tp_sbranch b, const tp_vec_u32 *used) {
  tp_argument a = {0};
  tp_exprs *x = p->parts->exprs;
  tp_expr goal = tp_expr_bool(x, false);
  tp_str text = {0};
  for (uint32_t i = 0; i < used->n && p->parts->certify_dir; i++)
    goal =
        tp_expr_or(x, goal, define_way(p, &p->at.at[used->at[i] - 1], b, &a));
  tp_words_branch(p->parts->ir, b, &text);
  tp_argument_add(&a, 0, goal, &text);
  bool ok =
      tp_argument_write(&a, p->parts, x, b, tp_argument_number(p->parts, b, 0));
  tp_argument_free(&a);
  tp_str_free(&text);
  return ok;
}
