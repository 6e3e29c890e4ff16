/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of arrays and members of records that are read before they have a
 * value: as unset.c, with a row of flags beside the variable. `int t[8];`
 * becomes `int t[8]; __builtin_memset(__tp2ph_w7, 1, 8);`, `t[i] = e` becomes
 * `(t[i] = e, __tp2ph_w7[i] = 0, t[i])`.
 *
 * Variables of a function of which each part is used by its own name, so that
 * the text tells all that happens to them. */
#include "checks/inside.h"

#include <inttypes.h>

#define UNSET "__tp2ph_w"
#define MAX_PARTS 4096

/* ---- which variables ----------------------------------------------------- */

static const tp_type *type_of(const tp_check_writer *w, tp_decl_id d) {
  return tp_type_get(&w->p->types, w->p->decls.at[d].type);
}

/* How many parts it has, all of them numbers or pointers; 0: others. */
static uint64_t count_parts(const tp_check_writer *w, tp_decl_id d) {
  const tp_types *types = &w->p->types;
  const tp_type *type = type_of(w, d);
  if (!type->is_complete || type->is_variable || type->is_volatile)
    return 0;
  if (type->kind == TP_T_ARRAY)
    return tp_type_is_scalar(types, type->base) && type->count <= MAX_PARTS
               ? type->count
               : 0;
  return type->kind == TP_T_RECORD && !type->is_union ? type->n : 0;
}

static bool may_be_unset(const tp_check_writer *w, tp_node_id var) {
  const tp_node *node = tp_node_get(w->p, var);
  const tp_decl *d = &w->p->decls.at[node->ref];
  return !node->first && d->name && !d->is_static && !d->is_extern &&
         !d->is_thread && count_parts(w, node->ref) > 0 &&
         tp_check_is_in_block(w, w->spots[var].parent);
}

/* The part that a name stands in, t[i] or s.f; 0: none. */
static tp_node_id part_of(const tp_check_writer *w, tp_node_id name) {
  tp_node_id up = w->spots[name].parent;
  const tp_node *node = tp_node_get(w->p, up);
  bool is_part = (node->kind == TP_N_INDEX || node->kind == TP_N_MEMBER) &&
                 node->first == name &&
                 tp_type_is_scalar(&w->p->types, node->type) &&
                 !tp_type_get(&w->p->types, node->type)->is_volatile;
  return is_part ? up : 0;
}

static bool is_given(const tp_check_writer *w, tp_node_id part) {
  const tp_node *up = tp_node_get(w->p, w->spots[part].parent);
  return up->kind == TP_N_ASSIGN && up->op == TP_OP_ASSIGN && up->first == part;
}

/* The index of an element; 0: it is a member. */
static tp_node_id index_of(const tp_check_writer *w, tp_node_id part) {
  const tp_node *node = tp_node_get(w->p, part);
  return node->kind == TP_N_INDEX ? tp_node_get(w->p, node->first)->next : 0;
}

/* Said again behind the assignment it is what it was before. */
static bool stays(const tp_check_writer *w, tp_node_id index,
                  tp_node_id assign) {
  const tp_node *n = tp_node_get(w->p, index);
  tp_node_id value = tp_node_kid(w->p, assign, 1);
  const tp_decl *d = n->kind == TP_N_NAME ? &w->p->decls.at[n->ref] : NULL;
  uint64_t bits;
  return tp_node_constant(w->p, index, &bits) ||
         (w->spots[index].is_pure && w->spots[value].is_pure) ||
         (d && d->scope && !d->address_taken && !d->is_static);
}

/* All that is done with it here can be followed. */
static bool is_followed(const tp_check_writer *w, tp_node_id name) {
  tp_node_id part = part_of(w, name);
  tp_node_id index = part ? index_of(w, part) : 0;
  if (!part || tp_node_get(w->p, w->spots[part].parent)->kind == TP_N_ADDR)
    return false;
  return !index || !is_given(w, part) || stays(w, index, w->spots[part].parent);
}

/* By decl: its VAR node, or 0. */
static void find_unset(const tp_check_writer *w, tp_map *out) {
  tp_map read = {0};
  for (uint32_t i = 0; i < w->order.n; i++) {
    tp_node_id n = w->order.at[i];
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind == TP_N_VAR && may_be_unset(w, n))
      *tp_map_put(out, node->ref, NULL) = n;
  }
  for (uint32_t i = 0; i < w->order.n && out->n; i++) {
    tp_node_id n = w->order.at[i];
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind != TP_N_NAME || !tp_map_get(out, node->ref))
      continue;
    if (!is_followed(w, n))
      *tp_map_put(out, node->ref, NULL) = 0;
    else if (!is_given(w, part_of(w, n)))
      *tp_map_put(&read, node->ref, NULL) = 1;
  }
  for (tp_decl_id d = 1; d < w->p->decls.n && out->n; d++)
    if (tp_map_get(out, d) && !tp_map_get(&read, d))
      *tp_map_put(out, d, NULL) = 0;
  tp_map_free(&read);
}

/* ---- edits --------------------------------------------------------------- */

static void insert(tp_check_writer *w, uint32_t at, uint32_t order,
                   tp_str *text) {
  tp_edits_insert(&w->edits, at, order, text->at, text->n);
  VEC_CLEAR(text);
}

/* Flags are as many as a power of 2, so that any index leads to one. */
static uint64_t count_flags(const tp_check_writer *w, tp_decl_id d) {
  uint64_t n = 1;
  while (n < count_parts(w, d))
    n *= 2;
  return n;
}

static void begin(tp_check_writer *w, tp_node_id var, tp_decl_id d) {
  uint64_t n = count_flags(w, d);
  tp_str text = {0}, fill = {0};
  tp_str_addf(&fill, " __builtin_memset(" UNSET "%u, 1, %" PRIu64 ");", d, n);
  tp_str_addf(&text, " unsigned char " UNSET "%u[%" PRIu64 "];%s", d, n,
              fill.at);
  insert(w, tp_check_body(w), 2, &text);
  insert(w, tp_node_get(w->p, w->spots[var].parent)->end, 2, &fill);
  tp_str_free(&text);
  tp_str_free(&fill);
}

/* The flag of a part. */
static void add_flag(const tp_check_writer *w, tp_node_id part, tp_decl_id d,
                     tp_str *out) {
  const tp_node *node = tp_node_get(w->p, part);
  tp_node_id index = index_of(w, part);
  if (!index) {
    tp_str_addf(out, UNSET "%u[%u]", d, node->ref - type_of(w, d)->first);
    return;
  }
  tp_operand o = tp_check_operand(w, index);
  tp_str_addf(out, UNSET "%u[(unsigned long)%s & %" PRIu64 "UL]", d, o.text.at,
              count_flags(w, d) - 1);
  tp_str_free(&o.text);
}

static void give(tp_check_writer *w, tp_node_id part, tp_decl_id d) {
  tp_node_id assign = w->spots[part].parent;
  const tp_node *node = tp_node_get(w->p, assign);
  tp_nest at = {w->order.n, w->spots[assign].index, TP_LAYER_VALUE};
  tp_str text = {0};
  tp_str_add(&text, "(");
  insert(w, node->begin, tp_nest_begins(at), &text);
  tp_str_add(&text, ", ");
  add_flag(w, part, d, &text);
  tp_str_add(&text, " = 0, ");
  tp_check_text(w->p, part, &text);
  tp_str_add(&text, ")");
  insert(w, node->end, tp_nest_ends(at), &text);
  tp_str_free(&text);
}

/* What lies outside has no flag; another check is about that. */
static void look(tp_check_writer *w, tp_node_id part, tp_decl_id d) {
  tp_node_id index = index_of(w, part);
  tp_check_target t = tp_check_at(w, index ? index : part);
  tp_str when = {0};
  if (index) {
    tp_operand o = tp_check_operand(w, index);
    tp_str_addf(&when, "((unsigned long)%s < %" PRIu64 "UL) & ", o.text.at,
                count_parts(w, d));
    tp_str_free(&o.text);
  }
  tp_str_addc(&when, '(');
  add_flag(w, part, d, &when);
  tp_str_add(&when, " != 0)");
  tp_check_add(&t, &(tp_condition){.kind = TP_CHECK_UNINITIALISED,
                                   .node = part,
                                   .what = index ? "an element is read that "
                                                   "has no value yet"
                                                 : "a member is read that has "
                                                   "no value yet",
                                   .when = when.at});
  tp_str_free(&when);
}

void tp_check_unset_parts(tp_check_writer *w) {
  tp_map unset = {0};
  if (!(w->plan.kinds >> TP_CHECK_UNINITIALISED & 1) || tp_check_has_labels(w))
    return;
  find_unset(w, &unset);
  for (uint32_t i = 0; i < w->order.n && unset.n; i++) {
    tp_node_id n = w->order.at[i];
    const tp_node *node = tp_node_get(w->p, n);
    bool is_name = node->kind == TP_N_NAME;
    const uint32_t *var = is_name || node->kind == TP_N_VAR
                              ? tp_map_get(&unset, node->ref)
                              : NULL;
    if (!var || !*var)
      continue;
    if (!is_name)
      begin(w, n, node->ref);
    else if (is_given(w, part_of(w, n)))
      give(w, part_of(w, n), node->ref);
    else
      look(w, part_of(w, n), node->ref);
  }
  tp_map_free(&unset);
}
