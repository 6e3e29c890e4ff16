/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input/edits.h"

#include "program/place.h"

#include <stdlib.h>
#include <string.h>

void tp_parents_find(const tp_program *p, tp_parents *out) {
  VEC_RESIZE(out, p->nodes.n);
  for (tp_node_id n = 1; n < p->nodes.n; n++)
    TP_KIDS (p, n, kid)
      out->at[kid] = n;
}

bool tp_parents_is_read(const tp_program *p, const tp_parents *up,
                        tp_node_id n) {
  const tp_node *parent = tp_node_get(p, up->at[n]);
  bool is_place = up->at[n] == 0 || parent->kind == TP_N_ADDR ||
                  parent->kind == TP_N_INCDEC || parent->kind == TP_N_MEMBER ||
                  parent->kind == TP_N_OPAQUE ||
                  (parent->kind == TP_N_ASSIGN && parent->first == n);
  return !is_place;
}

bool tp_input_is_users(const tp_program *p, tp_node_id n) {
  tp_place place = tp_place_of(p, tp_node_unit(p, n), tp_node_get(p, n)->begin);
  const char *file = tp_names_text(p->names, place.file);
  return strncmp(file, "tp2ph: ", 7) != 0 && !place.is_system;
}

void tp_input_add_edit(tp_input_edits *edits, const tp_program *p, tp_node_id n,
                       tp_str *text) {
  const tp_node *node = tp_node_get(p, n);
  tp_unit_id unit = tp_node_unit(p, n);
  if (tp_input_is_users(p, n))
    VEC_PUSH(&edits->list,
             ((tp_input_edit){unit, node->begin, node->end, text->at}));
  else
    tp_str_free(text);
  *text = (tp_str){0};
}

static int by_place(const void *a, const void *b) {
  const tp_input_edit *x = a, *y = b;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return x->begin < y->begin ? -1 : x->begin > y->begin;
}

void tp_input_sort_edits(tp_input_edits *edits) {
  if (edits->list.n)
    qsort(edits->list.at, edits->list.n, sizeof *edits->list.at, by_place);
}

/* How far behind all changes before it an offset has moved. */
static uint32_t moved(const tp_input_edits *edits, tp_unit_id unit,
                      uint32_t offset) {
  uint32_t to = offset;
  for (uint32_t i = 0; i < edits->list.n; i++) {
    const tp_input_edit *e = &edits->list.at[i];
    if (e->unit == unit && e->end <= offset)
      to += (uint32_t)strlen(e->text) - (e->end - e->begin);
  }
  return offset ? to + edits->prototypes.n : 0;
}

static void move_places(const tp_input_edits *edits, tp_unit_id id,
                        tp_unit *unit) {
  for (uint32_t i = 0; i < unit->lines.n; i++)
    unit->lines.at[i].begin = moved(edits, id, unit->lines.at[i].begin);
  for (uint32_t i = 0; i < unit->macros.n; i++)
    unit->macros.at[i].begin = moved(edits, id, unit->macros.at[i].begin);
}

static void note(tp_unit *unit, const tp_input_edit *e, uint32_t begin,
                 uint32_t end) {
  tp_str users = {0};
  tp_str_addn(&users, unit->text + e->begin, e->end - e->begin);
  VEC_PUSH(&unit->insteads, ((tp_instead){begin, end, users.at}));
}

void tp_input_make_edits(const tp_input_edits *edits, tp_unit_id id,
                         tp_unit *unit) {
  tp_str made = {0};
  uint32_t at = 0;
  for (uint32_t i = 0; i < edits->list.n; i++) {
    const tp_input_edit *e = &edits->list.at[i];
    if (e->unit != id || e->begin < at)
      continue; /* of one inside of another the outer one is made */
    tp_str_add(&made, at ? "" : tp_str_text(&edits->prototypes));
    tp_str_addn(&made, unit->text + at, e->begin - at);
    uint32_t begin = made.n;
    tp_str_add(&made, e->text);
    note(unit, e, begin, made.n);
    at = e->end;
  }
  if (at == 0)
    return;
  tp_str_addn(&made, unit->text + at, unit->size - at);
  move_places(edits, id, unit);
  tp_free(unit->text);
  unit->text = made.at;
  unit->size = made.n;
}

void tp_input_edits_free(tp_input_edits *edits) {
  for (uint32_t i = 0; i < edits->list.n; i++)
    tp_free(edits->list.at[i].text);
  VEC_FREE(&edits->list);
  tp_str_free(&edits->prototypes);
}
