/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preconditions, at the beginning of the function that they are about. A run
 * that breaks one goes on: what counts is whether a check is violated then. */
#include "checks/inside.h"

#include "program/place.h"

static const char *name_of(const tp_check_writer *w, tp_func_id f) {
  const tp_program *p = w->p;
  return tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name);
}

/* Static functions of several files may have one name. */
static bool is_only_one(const tp_check_writer *w) {
  const char *name = name_of(w, w->func);
  for (tp_func_id f = 1; f < w->p->funcs.n; f++)
    if (f != w->func && strcmp(name_of(w, f), name) == 0)
      return false;
  return true;
}

static void list(tp_check_writer *w, const tp_hoisted *h) {
  const tp_node *body = tp_node_get(w->p, w->p->funcs.at[w->func].body);
  tp_place at = tp_place_of(w->p, w->unit, body->begin);
  static const char what[] = "precondition";
  tp_program_check goal = {
      .kind = TP_CHECK_HOISTED,
      .text = tp_names_id(w->p->names, h->function, strlen(h->function)),
      .what = tp_names_id(w->p->names, what, sizeof what - 1),
      .file = at.file,
      .line = at.line,
      .column = at.column,
      .unit = w->unit,
      .begin = body->begin,
      .end = body->begin + 1,
      .side = h->number};
  VEC_PUSH(&w->out->checks, goal);
}

void tp_check_hoisted(tp_check_writer *w) {
  tp_str text = {0};
  for (uint32_t i = 0; i < w->plan.n_hoisted; i++) {
    const tp_hoisted *h = &w->plan.hoisted[i];
    if (strcmp(h->function, name_of(w, w->func)) != 0 || !is_only_one(w) ||
        tp_check_has_labels(w))
      continue;
    list(w, h);
    tp_str_addf(&text, " ((%s) == 0) ? %u : 0;", h->condition,
                w->out->checks.n);
  }
  if (text.n)
    tp_edits_insert(&w->edits, tp_check_body(w), 3, text.at, text.n);
  tp_str_free(&text);
}
