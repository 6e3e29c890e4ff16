/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which test a call of the tester makes: as its argument says, which is a
 * constant in most programs, if only of a table whose rows are walked. */
#include "decide/eval.h"

#define MAX_NAME 128

tp_expr tp_eval_parameter(tp_eval *e, uint32_t number, tp_cscalar *type) {
  const tp_eval_frame *f = tp_eval_top(e);
  const tp_decl *d =
      &e->p->decls.at[e->p->funcs.at[f->func].params.at[number - 1]];
  const uint32_t *o = tp_map_get(&f->locals, d->same);
  if (!o || !tp_sem_scalar(e->p, d->type, type))
    return 0;
  return tp_memory_load(&e->memory, e->s.cells,
                        tp_memory_address(&e->memory, *o, 0), type->size);
}

static bool find_number(tp_eval *e, uint32_t param, int64_t *out) {
  tp_cscalar type;
  uint64_t bits;
  tp_expr value = tp_eval_parameter(e, param, &type);
  if (!value || !tp_expr_known(e->x, value, &bits))
    return false;
  unsigned unused = 64 - 8 * type.size;
  *out = type.is_signed ? (int64_t)(bits << unused) >> unused : (int64_t)bits;
  return true;
}

static bool find_name(tp_eval *e, uint32_t param, tp_name *out) {
  tp_cscalar type;
  char text[MAX_NAME];
  tp_expr address = tp_eval_parameter(e, param, &type);
  if (!address || !tp_eval_text(e, address, text, sizeof text))
    return false;
  *out = tp_names_id(e->p->names, text, strlen(text));
  return true;
}

static bool find(tp_eval *e, tp_model_test *out) {
  const tp_func *f = &e->p->funcs.at[out->func];
  if (f->test_number)
    return find_number(e, f->test_number, &out->number);
  return !f->test_name || find_name(e, f->test_name, &out->name);
}

/* Functions that have numbers, or names, share them. */
static bool is_same(const tp_program *p, const tp_model_test *a,
                    const tp_model_test *b) {
  const tp_func *f = &p->funcs.at[a->func], *g = &p->funcs.at[b->func];
  if (f->test_number || g->test_number)
    return f->test_number && g->test_number && a->number == b->number;
  return a->name == b->name && (a->name || a->func == b->func);
}

static tp_node_id caller_of(const tp_eval *e) {
  const tp_eval_frame *f = e->frames.n > 1 ? e->frames.at[e->frames.n - 2] : 0;
  return f ? tp_ir_at(e->ir, f->calling.op)->node : 0;
}

uint32_t tp_eval_tested(tp_eval *e) {
  tp_model *m = e->model;
  tp_model_test t = {.func = tp_eval_top(e)->func, .node = caller_of(e)};
  if (!e->p->ends.is_set || !e->p->funcs.at[t.func].is_test)
    return 0;
  if (!find(e, &t)) {
    m->untold = m->untold ? m->untold : t.node;
    return 0;
  }
  uint32_t i = 0;
  while (i < m->tests.n && !is_same(e->p, &m->tests.at[i], &t))
    i++;
  if (i == m->tests.n)
    VEC_PUSH(&m->tests, t);
  return i + 1;
}
