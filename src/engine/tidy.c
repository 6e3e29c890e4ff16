/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that people can read: a run that is worth a test is made again with
 * letters where its texts have other bytes. If it goes the same way, that is
 * the test. */
#include "engine/inside.h"

#include "base/limits.h"

#define LETTER 'A'

typedef struct tidying {
  tp_engine *e;
  tp_exec_run *run;
  VEC(tp_event) events; /* of the run as it was */
  VEC(tp_read) reads;
  tp_exec_end end;
  int code;
  bool is_now; /* the run that was decoded last is that of `reads` */
} tidying;

/* A byte of an object of characters, or of one that may have such members. */
static bool is_of_text(const tp_engine *e, const tp_var *v) {
  const tp_program *p = e->parts.ir->p;
  const tp_site *site = &p->sites.at[v->site];
  if (v->type != TP_W_I8 || site->input_kind != TP_INPUT_OBJECT)
    return false;
  const tp_type *t = tp_type_get(&p->types, site->object);
  while (t->kind == TP_T_ARRAY)
    t = tp_type_get(&p->types, t->base);
  return t->is_plain_char || t->kind == TP_T_RECORD;
}

static bool is_odd(const tidying *t, uint32_t i) {
  const tp_read *r = &t->reads.at[i];
  bool is_letter = r->bits >= ' ' && r->bits <= '~';
  return r->bits && !is_letter && is_of_text(t->e, &t->e->vars.at.at[r->var]);
}

/* One to try, and one to have the run again as it was. */
static bool may_try(const tp_engine *e) {
  return !e->max_runs || e->counts.runs + 2 <= e->max_runs;
}

static bool make(tidying *t) {
  tp_engine *e = t->e;
  tp_inputs id = tp_engine_new_inputs(e, 0);
  e->inputs.at[id].is_all = true;
  for (uint32_t i = 0; i < t->reads.n; i++)
    VEC_PUSH(&e->inputs.at[id].values,
             (tp_smt_value){t->reads.at[i].var, t->reads.at[i].bits});
  bool is_made = tp_engine_make_run(e, id, t->run) == 0;
  tp_engine_drop_inputs(e, id);
  e->counts.runs += is_made;
  return is_made && tp_decode(&e->decoder, t->run->trace, t->run->words);
}

static bool is_same_way(const tidying *t) {
  const tp_decoder *d = &t->e->decoder;
  bool is_same = !t->run->is_vain && t->run->end == t->end &&
                 t->run->code == t->code && d->events.n == t->events.n;
  for (uint32_t i = 0; i < t->events.n && is_same; i++)
    is_same = d->events.at[i].decision == t->events.at[i].decision &&
              d->events.at[i].label == t->events.at[i].label;
  return is_same;
}

/* Letters in place of the odd bytes from `from` to `to` - 1, if that makes no
 * difference. */
static bool put_letters(tidying *t, uint32_t from, uint32_t to) {
  VEC(uint64_t) were = {0};
  for (uint32_t i = 0; i < t->reads.n; i++) {
    VEC_PUSH(&were, t->reads.at[i].bits);
    if (i >= from && i < to && is_odd(t, i))
      t->reads.at[i].bits = LETTER;
  }
  t->is_now = make(t) && is_same_way(t);
  for (uint32_t i = 0; i < were.n && !t->is_now; i++)
    t->reads.at[i].bits = were.at[i];
  VEC_FREE(&were);
  return t->is_now;
}

/* All at once, else one by one. */
static void tidy(tidying *t) {
  uint32_t tries = 0;
  if (put_letters(t, 0, t->reads.n))
    return;
  for (uint32_t i = 0; i < t->reads.n && tries < TP_LIMIT_ENGINE_LETTERS; i++)
    if (is_odd(t, i) && may_try(t->e)) {
      put_letters(t, i, i + 1);
      tries++;
    }
}

void tp_engine_tidy(tp_engine *e, tp_exec_run *run) {
  tidying t = {.e = e, .run = run, .end = run->end, .code = run->code};
  bool is_any = false;
  for (uint32_t i = 0; i < e->decoder.reads.n; i++) {
    VEC_PUSH(&t.reads, e->decoder.reads.at[i]);
    is_any |= is_odd(&t, i);
  }
  if (is_any && may_try(e)) {
    for (uint32_t i = 0; i < e->decoder.events.n; i++)
      VEC_PUSH(&t.events, e->decoder.events.at[i]);
    tidy(&t);
    if (!t.is_now)
      make(&t);
  }
  VEC_FREE(&t.reads);
  VEC_FREE(&t.events);
}
