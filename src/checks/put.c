/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checks that the nodes of a function have, as edits of its unit. */
#include "checks/inside.h"

#include "program/place.h"

#include <ctype.h>

static bool is_line_start(const char *text, uint32_t at, uint32_t begin) {
  return at == begin || text[at - 1] == '\n';
}

void tp_check_text(const tp_program *p, tp_node_id n, tp_str *out) {
  uint32_t size;
  const char *text = tp_node_text(p, n, &size);
  for (uint32_t i = 0; i < size; i++) {
    if (text[i] == '#' && i && is_line_start(text, i, 0))
      while (i + 1 < size && text[i + 1] != '\n')
        i++;
    else
      tp_str_addc(out, text[i] == '\n' ? ' ' : text[i]);
  }
}

uint32_t tp_nest_begins(tp_nest at) {
  return TP_LAYERS * at.n + TP_LAYERS * (at.n - at.index) +
         (TP_LAYERS - 1 - at.layer);
}

uint32_t tp_nest_ends(tp_nest at) {
  return TP_LAYERS * at.index + at.layer;
}

static void insert(tp_check_writer *w, uint32_t at, uint32_t order,
                   tp_str *text) {
  tp_edits_insert(&w->edits, at, order, text->at, text->n);
  VEC_CLEAR(text);
}

static void put_value(tp_check_writer *w, tp_node_id n, tp_nest at) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_spot *spot = &w->spots[n];
  tp_str text = {0};
  tp_str_addf(&text, "({ %s " TP_CHECK_KEPT "%u = (", spot->type, n);
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_addf(&text, "); %s" TP_CHECK_KEPT "%u; })", spot->checks[0].at, n);
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

static void put_before(tp_check_writer *w, tp_node_id n, tp_nest at) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_str text = {0};
  tp_str_addf(&text, "(%s", w->spots[n].checks[1].at);
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_add(&text, ")");
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

/* Where the operator of `l op r` stands: behind the parentheses of l. */
static uint32_t operator_at(const char *text, uint32_t at) {
  for (;; at++) {
    if (text[at] == '#' && is_line_start(text, at, 0))
      while (text[at + 1] != '\n')
        at++;
    else if (!isspace((unsigned char)text[at]) && text[at] != ')')
      return at;
  }
}

static void put_both(tp_check_writer *w, tp_node_id n, tp_nest at) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_node_id l = node->first, r = tp_node_get(w->p, l)->next;
  const char *op = tp_op_text((tp_op)node->op);
  uint32_t place =
      operator_at(w->p->units.at[w->unit].text, tp_node_get(w->p, l)->end);
  tp_str text = {0};
  tp_str_addf(&text, "({ %s " TP_CHECK_KEPT "%u = ", tp_check_type(w->p, l), l);
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_addf(&text, "; %s " TP_CHECK_KEPT "%u = ", tp_check_type(w->p, r), r);
  tp_edits_replace(&w->edits, place, place + (uint32_t)strlen(op), 0, text.at,
                   text.n);
  VEC_CLEAR(&text);
  tp_str_addf(&text, "; %s" TP_CHECK_KEPT "%u %s " TP_CHECK_KEPT "%u; })",
              w->spots[n].checks[1].at, l, op, r);
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

void tp_check_put(tp_check_writer *w) {
  for (uint32_t i = 0; i < w->order.n; i++) {
    tp_node_id n = w->order.at[i];
    tp_spot *spot = &w->spots[n];
    if (spot->put[0] == TP_PUT_VALUE)
      put_value(w, n, (tp_nest){w->order.n, i, TP_LAYER_VALUE});
    if (spot->put[1] == TP_PUT_BEFORE)
      put_before(w, n, (tp_nest){w->order.n, i, TP_LAYER_BEFORE});
    if (spot->put[1] == TP_PUT_BOTH)
      put_both(w, n, (tp_nest){w->order.n, i, TP_LAYER_BEFORE});
    tp_str_free(&spot->checks[0]);
    tp_str_free(&spot->checks[1]);
  }
}
