/* Initialisers: what a declaration puts into its object. */
#include "decide/eval.h"

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

static void store_part(tp_eval *e, tp_object o, tp_node_id init) {
  const tp_node *node = tp_node_get(e->p, init);
  tp_node_id value = node->first;
  tp_expr address = tp_memory_address(&e->memory, o, node->ref);
  const tp_node *v = tp_node_get(e->p, value);
  if (node->flags & TP_F_BITFIELD) { /* its neighbours share the bytes */
    e->s.cells = tp_memory_forget(&e->memory, e->s.cells, address,
                                  tp_type_get(&e->p->types, node->type)->size);
    tp_eval_value(e, value);
  } else if (v->kind == TP_N_STRING &&
             tp_type_get(&e->p->types, node->type)->kind == TP_T_ARRAY) {
    copy_string(e, address, node->type, value);
  } else {
    tp_eval_store(e, address, node->type, tp_eval_value(e, value));
  }
}

void tp_eval_initialise(tp_eval *e, tp_object o, tp_type_id type,
                        tp_node_id init) {
  const tp_node *node = tp_node_get(e->p, init);
  if (node->kind == TP_N_INIT_LIST) {
    tp_eval_zero(e, o);
    TP_KIDS (e->p, init, kid)
      store_part(e, o, kid);
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
