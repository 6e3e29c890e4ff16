/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs are numbered as they are found; a certificate has the number of its
 * proof. */
#include "decide/proof.h"

#include "ast/place.h"

/* ---- questions
 * --------------------------------------------------------------------*/

static void begin(tp_question *q, const tp_model *m, const tp_instance *i,
                  uint32_t k) {
  q->instance = i;
  q->branch = m->program->decisions.at[i->decision].first + k;
  VEC_CLEAR(&q->conds);
  VEC_CLEAR(&q->guards);
  VEC_CLEAR(&q->sites);
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

/* That it is not broken. */
static tp_expr assumption(const tp_model *m, tp_guard broken) {
  const tp_guards *g = &m->guards;
  tp_expr all = tp_expr_bool(m->exprs, true);
  for (tp_guard at = broken; at != TP_GUARD_ROOT; at = g->at.at[at].above)
    all = tp_expr_and(m->exprs, all, g->at.at[at].literal);
  return tp_expr_not(m->exprs, all);
}

bool tp_question_assume(tp_question *q, const tp_model *m) {
  tp_expr pred = VEC_POP(&q->conds);
  for (uint32_t k = 0; k < m->broken.n; k++) {
    const tp_broken *b = &m->broken.at[k];
    if (b->hazards != q->instance->hazards)
      continue;
    VEC_PUSH(&q->conds, assumption(m, b->guard));
    VEC_PUSH(&q->sites, b->site);
  }
  VEC_PUSH(&q->conds, pred);
  return q->sites.n > 0;
}

void tp_question_free(tp_question *q) {
  VEC_FREE(&q->conds);
  VEC_FREE(&q->guards);
  VEC_FREE(&q->sites);
  tp_smt_result_free(&q->result);
}

void tp_proofs_free(tp_proofs *p) {
  for (uint32_t i = 0; i < p->at.n; i++)
    tp_free(p->at.at[i].text);
  VEC_FREE(&p->at);
  tp_map_free(&p->dead);
}

/* ---- in words
 * --------------------------------------------------------------------*/

static void add_condition(const tp_proofs *proofs, tp_sbranch b, tp_str *out) {
  const tp_program *p = proofs->parts->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  if (out->n)
    tp_str_add(out, "; ");
  tp_str_addf(out, "%s:%u: %s is ", tp_names_text(p->names, d->file), d->line,
              tp_names_text(p->names, d->text));
  tp_branch_side(p, b, out);
}

/* Several ways meet above the branch, or several calls. */
static void add_ways(const tp_proofs *proofs, tp_func_id f, tp_str *out) {
  const tp_program *p = proofs->parts->program;
  if (out->n)
    tp_str_add(out, "; ");
  if (f)
    tp_str_addf(out, "all calls of %s",
                tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name));
  else
    tp_str_add(out, "the ways that lead here");
}

static uint32_t site_of(const tp_proofs *p, uint32_t var) {
  return tp_engine_vars(p->parts->engine)->at.at[var].site;
}

/* An input that is declared to lie between limits. */
static void add_limits(const tp_proofs *proofs, uint32_t id, tp_str *out) {
  const tp_program *p = proofs->parts->program;
  const tp_site *site = &p->sites.at[id];
  const char *name = tp_site_name(p, site);
  tp_str_addf(out, "; %s:%u: %s in %s", tp_names_text(p->names, site->file),
              site->line, name ? name : "the input",
              tp_names_text(p->names, p->limits.at[site->limits].text));
}

static void add_assumption(const tp_proofs *proofs, uint32_t site,
                           tp_str *out) {
  const tp_program *p = proofs->parts->program;
  const tp_site *s = &p->sites.at[site];
  tp_str_addf(out, "%s%s:%u: the assumption holds", out->n ? "; " : "",
              tp_names_text(p->names, s->file), s->line);
}

/* Declarations that say which functions are called, and which are not. */
static void add_promises(const tp_proofs *proofs, tp_str *out) {
  const tp_program *p = proofs->parts->program;
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    const tp_func *func = &p->funcs.at[f];
    if (!func->is_promised)
      continue;
    tp_place at = tp_place_of(p, func->unit, p->decls.at[func->decl].begin);
    tp_str_addf(out, "; %s:%u: %s as it is declared",
                tp_names_text(p->names, at.file), at.line,
                tp_names_text(p->names, p->decls.at[func->decl].name));
  }
}

/* The branches of the core, in the order in which they are met. */
static void describe(const tp_proofs *p, const tp_question *q, tp_str *out) {
  for (uint32_t i = q->result.core.n; i-- > 0;) {
    uint32_t index = q->result.core.at[i];
    if (index + 1 == q->conds.n)
      continue; /* the branch itself comes last */
    if (index >= q->guards.n) {
      add_assumption(p, q->sites.at[index - q->guards.n], out);
      continue;
    }
    const tp_guard_node *g = &p->model->guards.at.at[q->guards.at[index]];
    if (g->branch != UINT32_MAX)
      add_condition(p, g->branch, out);
    else
      add_ways(p, g->func, out);
  }
  add_condition(p, q->branch, out);
  const tp_vec_u32 *limited = &q->result.limited;
  for (uint32_t i = 0; i < limited->n; i++) {
    bool is_new = true; /* elements of an array have the same limits */
    for (uint32_t k = 0; k < i && is_new; k++)
      is_new = site_of(p, limited->at[k]) != site_of(p, limited->at[i]);
    if (is_new)
      add_limits(p, site_of(p, limited->at[i]), out);
  }
  add_promises(p, out);
}

/* ---- what is dead
 * ----------------------------------------------------------------*/

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

static uint32_t add_proof(tp_proofs *p, const char *text, const tp_expr *core,
                          uint32_t n) {
  VEC_PUSH(&p->at, (tp_proof){.text = tp_strdup(text)});
  if (p->parts->certify_dir &&
      tp_smt_certify(p->parts->smt, core, n, p->parts->certify_dir, p->at.n,
                     p->parts->diag) == 0)
    VEC_LAST(&p->at).certificate = p->at.n;
  return p->at.n;
}

uint32_t tp_proofs_add_unreached(tp_proofs *p) {
  tp_expr no = tp_expr_bool(p->parts->exprs, false);
  tp_str text = {0};
  tp_str_add(&text, "no path from the entry leads here");
  add_promises(p, &text);
  uint32_t number = add_proof(p, tp_str_text(&text), &no, 1);
  tp_str_free(&text);
  return number;
}

uint32_t tp_proofs_add(tp_proofs *p, const tp_question *q) {
  tp_str text = {0};
  VEC(tp_expr) core = {0};
  uint32_t deepest = UINT32_MAX;
  bool has_pred = false, has_assumption = false;
  for (uint32_t k = 0; k < q->result.core.n; k++) {
    uint32_t index = q->result.core.at[k];
    VEC_PUSH(&core, q->conds.at[index]);
    has_pred = has_pred || index + 1 == q->conds.n;
    has_assumption =
        has_assumption || (index >= q->guards.n && index + 1 < q->conds.n);
    deepest = index < deepest ? index : deepest;
  }
  describe(p, q, &text);
  uint32_t number = add_proof(p, tp_str_text(&text), core.at, core.n);
  uint64_t key = dead_key(q->instance->guard, VEC_LAST(&q->conds));
  if (!has_pred && !has_assumption && deepest != UINT32_MAX)
    key = dead_key(p->model->guards.at.at[q->guards.at[deepest]].above,
                   q->conds.at[deepest]);
  if (!has_assumption) /* it comes later: not on every way that gets here */
    *tp_map_put(&p->dead, key, NULL) = number;
  tp_str_free(&text);
  VEC_FREE(&core);
  return number;
}
