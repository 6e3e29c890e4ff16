/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts in words: as the source calls what they are about. */
#include "decide/fact.h"

#include <stdlib.h>

/* The variable that an object is; 0: it has no name here. */
static tp_decl_id variable_of(const tp_eval *e, tp_object o) {
  for (tp_decl_id d = 1; d < e->p->decls.n; d++) {
    const uint32_t *slot = tp_map_get(&e->globals, d);
    for (uint32_t i = e->frames.n; i-- > 0 && !slot;)
      slot = tp_map_get(&e->frames.at[i]->locals, d);
    if (slot && *slot == o)
      return d;
  }
  return 0;
}

static void add_name(const tp_eval *e, const tp_eval_head *h, tp_str *out) {
  const tp_object_info *o = &e->memory.objects.at[h->object];
  tp_decl_id d = variable_of(e, h->object);
  tp_cell cell = e->memory.layouts.at[o->layout_first + h->part];
  tp_str_add(out, d ? tp_names_text(e->p->names, e->p->decls.at[d].name)
                    : "what it changes");
  if (d &&
      tp_type_get(&e->p->types, e->p->decls.at[d].type)->kind == TP_T_ARRAY)
    tp_str_addf(out, "[%u]", cell.offset / cell.size);
  else if (cell.size < o->size)
    tp_str_addf(out, " (its bytes from %u on)", cell.offset);
}

/* As a signed number, but for bits. */
static void add_value(const tp_eval *e, const tp_eval_head *h, uint64_t value,
                      bool is_bits, tp_str *out) {
  unsigned unused = 64 - tp_expr_width(e->x, h->any);
  if (is_bits)
    tp_str_addf(out, "%llu", (unsigned long long)value);
  else
    tp_str_addf(out, "%lld", (long long)((int64_t)(value << unused) >> unused));
}

/* Ascending. */
static int by_value(const void *p, const void *q) {
  int64_t a = *(const int64_t *)p, b = *(const int64_t *)q;
  return a < b ? -1 : a > b;
}

/* Each once. */
static void add_values(const tp_eval *e, const tp_eval_head *h,
                       const tp_fact_values *chosen, tp_str *out) {
  VEC(int64_t) values = {0};
  unsigned unused = 64 - tp_expr_width(e->x, h->any);
  for (uint32_t i = 0; i < chosen->n; i++)
    VEC_PUSH(&values, (int64_t)(chosen->at[i] << unused) >> unused);
  if (values.n > 1)
    qsort(values.at, values.n, sizeof *values.at, by_value);
  for (uint32_t i = 0; i < values.n; i++)
    if (i == 0 || values.at[i] != values.at[i - 1])
      tp_str_addf(out, "%s%lld",
                  i == 0                                    ? ""
                  : values.at[i] == values.at[values.n - 1] ? " or "
                                                            : ", ",
                  (long long)values.at[i]);
  VEC_FREE(&values);
}

void tp_fact_words(const tp_eval *e, const tp_eval_heads *heads,
                   const tp_fact *f, const tp_fact_values *chosen,
                   tp_str *out) {
  static const char *const relation[] = {
      [TP_FACT_MOST] = " is at most ",    [TP_FACT_LEAST] = " is at least ",
      [TP_FACT_MOST_BITS] = " is up to ", [TP_FACT_NOT] = " is not ",
      [TP_FACT_UP_TO] = " is at most ",   [TP_FACT_AMONG] = " is "};
  const tp_eval_head *h = &heads->at[f->head];
  if (f->if_head != TP_NO_HEAD) {
    tp_str_add(out, "while ");
    add_name(e, &heads->at[f->if_head], out);
    tp_str_add(out, " is ");
    add_value(e, &heads->at[f->if_head], f->if_value, false, out);
    tp_str_add(out, ": ");
  }
  add_name(e, h, out);
  tp_str_add(out, relation[f->kind]);
  if (f->kind == TP_FACT_UP_TO)
    add_name(e, &heads->at[f->value], out);
  else if (f->kind == TP_FACT_AMONG)
    add_values(e, h, chosen, out);
  else
    add_value(e, h, f->value, f->kind == TP_FACT_MOST_BITS, out);
}
