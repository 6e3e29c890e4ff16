/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that are read before they have a value: each that may be has a
 * variable beside it that says so. `int x;` becomes `int x; __tp2ph_u7 = 1;`,
 * `x = e` becomes `(x = e, __tp2ph_u7 = 0, x)`, and where x is read that
 * __tp2ph_u7 is 1 is the violation.
 *
 * Scalars that no pointer leads to (of arrays and records: unset_parts.c); one
 * that is surely given a value before anything else is left alone. Where jumps
 * lead into a block the text does not tell what comes first: then all are
 * looked at. */
#include "checks/inside.h"

#define UNSET "__tp2ph_u"

/* ---- which variables ----------------------------------------------------- */

/* Declared in a block without a value. */
static bool may_be_unset(const tp_check_writer *w, tp_node_id var) {
  const tp_node *node = tp_node_get(w->p, var);
  const tp_decl *d = &w->p->decls.at[node->ref];
  tp_node_id declaration = w->spots[var].parent;
  return !node->first && d->name && !d->address_taken && !d->is_static &&
         !d->is_extern && !d->is_thread &&
         tp_type_is_scalar(&w->p->types, d->type) &&
         !tp_type_get(&w->p->types, d->type)->is_volatile &&
         tp_check_is_in_block(w, declaration);
}

static bool is_given(const tp_check_writer *w, tp_node_id name) {
  const tp_node *up = tp_node_get(w->p, w->spots[name].parent);
  return up->kind == TP_N_ASSIGN && up->op == TP_OP_ASSIGN && up->first == name;
}

/* Whether a kid of a statement is evaluated whenever the statement is come to,
 * before its other kids. */
static bool is_always_done(const tp_check_writer *w, tp_node_id kid) {
  tp_node_id up = w->spots[kid].parent;
  const tp_node *node = tp_node_get(w->p, up);
  switch (node->kind) {
  case TP_N_BLOCK:
  case TP_N_EXPR:
  case TP_N_ASSIGN:
  case TP_N_VAR:
  case TP_N_DECL:
  case TP_N_COMMA:
    return true;
  case TP_N_FOR:
  case TP_N_IF:
  case TP_N_SWITCH:
  case TP_N_WHILE:
    return node->first == kid;
  default:
    return false;
  }
}

/* x = x + 1 */
static bool is_read_inside(const tp_check_writer *w, tp_node_id assign,
                           tp_node_id name) {
  const tp_node *whole = tp_node_get(w->p, assign);
  tp_decl_id d = tp_node_get(w->p, name)->ref;
  for (uint32_t i = 0; i < w->order.n; i++) {
    const tp_node *n = tp_node_get(w->p, w->order.at[i]);
    if (n->kind == TP_N_NAME && n->ref == d && w->order.at[i] != name &&
        n->begin >= whole->begin && n->end <= whole->end)
      return true;
  }
  return false;
}

/* The text gives it a value before it comes to anything else of it. */
static bool is_given_first(const tp_check_writer *w, tp_node_id name,
                           tp_node_id var) {
  tp_node_id block = w->spots[w->spots[var].parent].parent;
  tp_node_id n = w->spots[name].parent;
  if (!is_given(w, name) || is_read_inside(w, n, name))
    return false;
  while (n && w->spots[n].parent != block && is_always_done(w, n))
    n = w->spots[n].parent;
  return n && w->spots[n].parent == block;
}

static bool has_jumps(const tp_check_writer *w) {
  for (uint32_t i = 0; i < w->order.n; i++) {
    uint8_t kind = tp_node_get(w->p, w->order.at[i])->kind;
    if (kind == TP_N_LABEL || kind == TP_N_CASE || kind == TP_N_DEFAULT ||
        kind == TP_N_OPAQUE)
      return true;
  }
  return false;
}

/* By decl: its VAR node, if its reads are to be looked at. */
static void find_unset(const tp_check_writer *w, tp_map *out) {
  tp_map first = {0}; /* decl -> its first name in the text */
  bool is_sure = !has_jumps(w);
  for (uint32_t i = 0; i < w->order.n; i++) {
    tp_node_id n = w->order.at[i];
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind == TP_N_VAR && may_be_unset(w, n))
      *tp_map_put(out, node->ref, NULL) = n;
    uint32_t *known =
        node->kind == TP_N_NAME ? tp_map_put(&first, node->ref, NULL) : NULL;
    if (known && (!*known || node->begin < tp_node_get(w->p, *known)->begin))
      *known = n;
  }
  for (tp_decl_id d = 1; d < w->p->decls.n && out->n; d++) {
    const uint32_t *name = tp_map_get(&first, d), *var = tp_map_get(out, d);
    if (var && (!name || (is_sure && is_given_first(w, *name, *var))))
      *tp_map_put(out, d, NULL) = 0;
  }
  tp_map_free(&first);
}

/* ---- edits --------------------------------------------------------------- */

static void insert(tp_check_writer *w, uint32_t at, uint32_t order,
                   tp_str *text) {
  tp_edits_insert(&w->edits, at, order, text->at, text->n);
  VEC_CLEAR(text);
}

static void begin(tp_check_writer *w, tp_node_id var, tp_decl_id d) {
  tp_str text = {0};
  tp_node_id declaration = w->spots[var].parent;
  tp_str_addf(&text, " unsigned char " UNSET "%u = 1;", d);
  insert(w, tp_check_body(w), 2, &text);
  tp_str_addf(&text, " " UNSET "%u = 1;", d);
  insert(w, tp_node_get(w->p, declaration)->end, 2, &text);
  tp_str_free(&text);
}

static void give(tp_check_writer *w, tp_node_id assign, tp_decl_id d) {
  const tp_node *node = tp_node_get(w->p, assign);
  tp_nest at = {w->order.n, w->spots[assign].index, TP_LAYER_VALUE};
  tp_str text = {0};
  tp_str_add(&text, "(");
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_addf(&text, ", " UNSET "%u = 0, %s)", d,
              tp_names_text(w->p->names, w->p->decls.at[d].name));
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

static void look(tp_check_writer *w, tp_node_id name, tp_decl_id d) {
  tp_check_target t = tp_check_at(w, name);
  tp_str when = {0};
  tp_str_addf(&when, UNSET "%u != 0", d);
  tp_check_add(&t, &(tp_condition){.kind = TP_CHECK_UNINITIALISED,
                                   .node = name,
                                   .what = "a variable is read that has no "
                                           "value yet",
                                   .when = when.at});
  tp_str_free(&when);
}

void tp_check_unset(tp_check_writer *w) {
  tp_map unset = {0};
  if (!(w->plan.kinds >> TP_CHECK_UNINITIALISED & 1) || tp_check_has_labels(w))
    return;
  find_unset(w, &unset);
  for (uint32_t i = 0; i < w->order.n && unset.n; i++) {
    tp_node_id n = w->order.at[i];
    const tp_node *node = tp_node_get(w->p, n);
    const uint32_t *var = node->kind == TP_N_NAME || node->kind == TP_N_VAR
                              ? tp_map_get(&unset, node->ref)
                              : NULL;
    if (!var || !*var)
      continue;
    if (node->kind == TP_N_VAR)
      begin(w, n, node->ref);
    else if (is_given(w, n))
      give(w, w->spots[n].parent, node->ref);
    else
      look(w, n, node->ref);
  }
  tp_map_free(&unset);
}
