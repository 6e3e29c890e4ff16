/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initialisers: what a declaration puts into its object. */
#include "decide/eval.h"

#include <stdlib.h>

void tp_eval_zero(tp_eval *e, tp_object o) {
  tp_object_info info = e->memory.objects.at[o];
  for (uint32_t i = 0; i < info.n_cells; i++) {
    unsigned size = e->memory.layouts.at[info.layout_first + i].size;
    e->s.cells = tp_store_set(e->memory.store, e->s.cells, info.first_cell + i,
                              tp_expr_bv(e->x, 8 * size, 0));
  }
}

/* char s[8] = "abc" */
static void copy_string(tp_eval *e, tp_expr address, tp_type_id type,
                        tp_node_id string) {
  uint64_t size = tp_type_get(&e->p->types, type)->size;
  uint64_t have =
      tp_type_get(&e->p->types, tp_node_get(e->p, string)->type)->size;
  tp_expr from = tp_eval_address(e, string);
  e->s.cells = tp_memory_copy(&e->memory, e->s.cells, address, from,
                              have < size ? have : size);
}

static void store_part(tp_eval *e, tp_object o, tp_node_id init,
                       const tp_value *known) {
  const tp_node *node = tp_node_get(e->p, init);
  tp_node_id value = node->first;
  tp_expr address = tp_memory_address(&e->memory, o, node->ref);
  const tp_node *v = tp_node_get(e->p, value);
  if (node->flags & TP_F_BITFIELD) { /* its neighbours share the bytes */
    e->s.cells = tp_memory_forget(&e->memory, e->s.cells, address,
                                  tp_type_get(&e->p->types, node->type)->size);
    if (!known)
      tp_eval_value(e, value);
  } else if (v->kind == TP_N_STRING &&
             tp_type_get(&e->p->types, node->type)->kind == TP_T_ARRAY) {
    copy_string(e, address, node->type, value);
  } else {
    tp_eval_store(e, address, node->type,
                  known ? *known : tp_eval_value(e, value));
  }
}

/* ---- lists
 * ------------------------------------------------------------------------*/

typedef struct part {
  tp_node_id init;
  uint64_t at; /* in bits */
  uint32_t order;
} part;

typedef VEC(part) part_list;

static int by_place(const void *a, const void *b) {
  const part *x = a, *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Whether the order is that of the members, each given once: what gcc and clang
 * do with a member that is given again, they do not say. */
static bool sort_parts(const tp_program *p, tp_node_id list, part_list *out) {
  TP_KIDS (p, list, kid) {
    const tp_node *node = tp_node_get(p, kid);
    uint32_t bit = node->flags & TP_F_BITFIELD
                       ? p->types.fields.at[node->extra].bit_offset
                       : 0;
    VEC_PUSH(out, (part){kid, UINT64_C(8) * node->ref + bit, out->n});
  }
  if (out->n)
    qsort(out->at, out->n, sizeof *out->at, by_place);
  for (uint32_t i = 0; i < out->n; i++) {
    bool is_again = i > 0 && out->at[i].at == out->at[i - 1].at;
    if (is_again || tp_node_get(p, out->at[i].init)->flags & TP_F_RANGE)
      return false;
  }
  return true;
}

/* The values first, in the order of the members; what lies in the object
 * meanwhile is the compiler's own. */
static void initialise_in_order(tp_eval *e, tp_object o,
                                const part_list *parts) {
  VEC(tp_value) values = {0};
  tp_eval_unset(e, o, TP_FREE_UNSET);
  for (uint32_t i = 0; i < parts->n; i++)
    VEC_PUSH(&values,
             tp_eval_value(e, tp_node_get(e->p, parts->at[i].init)->first));
  if (!tp_eval_is_dead(e)) {
    tp_eval_zero(e, o);
    for (uint32_t i = 0; i < parts->n; i++)
      store_part(e, o, parts->at[i].init, &values.at[i]);
  }
  VEC_FREE(&values);
}

static void initialise_list(tp_eval *e, tp_object o, tp_node_id list) {
  part_list parts = {0};
  bool is_local = e->frames.n > 0; /* statics: nothing happens, in any order */
  if (is_local && sort_parts(e->p, list, &parts)) {
    initialise_in_order(e, o, &parts);
  } else if (tp_eval_acts(e, list)) {
    TP_KIDS (e->p, list, kid)
      tp_eval_value(e, tp_node_get(e->p, kid)->first);
    tp_eval_forget_all(e);
  } else {
    tp_eval_zero(e, o);
    TP_KIDS (e->p, list, kid)
      store_part(e, o, kid, NULL);
  }
  VEC_FREE(&parts);
}

void tp_eval_initialise(tp_eval *e, tp_object o, tp_type_id type,
                        tp_node_id init) {
  const tp_node *node = tp_node_get(e->p, init);
  if (node->kind == TP_N_INIT_LIST) {
    initialise_list(e, o, init);
    return;
  }
  tp_expr address = tp_memory_address(&e->memory, o, 0);
  if (node->kind == TP_N_STRING &&
      tp_type_get(&e->p->types, type)->kind == TP_T_ARRAY) {
    tp_eval_zero(e, o);
    copy_string(e, address, type, init);
    return;
  }
  tp_eval_store(e, address, type, tp_eval_value(e, init));
}
