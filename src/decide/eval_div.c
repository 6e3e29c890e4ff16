/* SPDX-License-Identifier: GPL-3.0-or-later */
/* div and its kin: a record of quotient and remainder. */
#include "decide/eval.h"

static void store_member(tp_eval *e, tp_expr record, const tp_field *f,
                         tp_op op, const tp_value *args) {
  tp_value x = {tp_sem_convert(&e->sem, args[0], f->type), f->type};
  tp_value y = {tp_sem_convert(&e->sem, args[1], f->type), f->type};
  tp_eval_store(e, tp_eval_offset(e, record, f->offset), f->type,
                tp_sem_binary(&e->sem, op, x, y));
}

bool tp_eval_div(tp_eval *e, tp_node_id call, const char *name,
                 const tp_value *args, uint32_t n, tp_value *out) {
  const tp_types *types = &e->p->types;
  const tp_type *t = tp_type_get(types, out->type);
  bool is_div = strcmp(name, "div") == 0 || strcmp(name, "ldiv") == 0 ||
                strcmp(name, "lldiv") == 0;
  if (!is_div || n != 2 || t->kind != TP_T_RECORD || t->n != 2)
    return false;
  tp_object o = tp_eval_result_place(e, call, out->type);
  out->e = tp_memory_address(&e->memory, o, 0);
  for (uint32_t i = 0; i < 2; i++) {
    const tp_field *f = &types->fields.at[t->first + i];
    const char *member = tp_names_text(e->p->names, f->name);
    store_member(e, out->e, f,
                 strcmp(member, "quot") == 0 ? TP_OP_DIV : TP_OP_MOD, args);
  }
  return true;
}
