/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which operations, and functions, write what is not their own. */
#include "decide/eval.h"

#include "libc/libc.h"

/* A local variable, or a part of one; a literal or a copy. */
static bool is_own(const tp_eval *e, const tp_ir_op *store) {
  bool is_named;
  tp_decl_id id =
      tp_ir_variable(e->ir, tp_ir_arg_of(e->ir, store, 0), &is_named);
  const tp_decl *d = &e->p->decls.at[id];
  return is_named && (!id || (d->scope && !d->is_static && !d->is_extern));
}

static bool is_pointer(const tp_eval *e, uint32_t value) {
  const tp_ir_op *op = tp_ir_at(e->ir, value);
  uint8_t kind = tp_type_get(&e->p->types, op->type)->kind;
  return (kind == TP_T_POINTER || kind == TP_T_ARRAY) && op->kind != TP_IR_TEXT;
}

/* A call of what the program does not define: it may write where a pointer
 * leads. */
static bool writes_outside(const tp_eval *e, const tp_ir_op *call) {
  const tp_program *p = e->p;
  const tp_site *site = &p->sites.at[call->ref];
  const tp_trust *t = &e->trust;
  uint32_t effects = site->callee && t->effects.n
                         ? t->effects.at[p->decls.at[site->callee].same]
                         : TP_OUTSIDE_UNKNOWN;
  bool is_quiet = effects & TP_OUTSIDE_QUIET || site->is_input;
  if (!is_quiet && (t->hands_on || t->is_interposed ||
                    effects & (TP_OUTSIDE_UNKNOWN | TP_OUTSIDE_LATER)))
    return true;
  bool spares = effects & TP_OUTSIDE_SPARES && !site->is_input;
  for (uint32_t i = 1; i < call->n && !spares; i++) {
    uint32_t arg = tp_ir_arg_of(e->ir, call, i);
    if (arg != TP_IR_NONE && is_pointer(e, arg))
      return true;
  }
  return false;
}

static tp_func_id callee(const tp_eval *e, const tp_ir_op *op) {
  bool is_call = op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT;
  tp_decl_id d = is_call && op->ref ? e->p->sites.at[op->ref].callee : 0;
  return d ? tp_decl_function(e->p, d) : 0;
}

/* Whether they write by themselves; the functions called go into `calls`. */
static bool write(const tp_eval *e, uint32_t from, uint32_t to,
                  tp_vec_u32 *calls) {
  for (uint32_t i = from; i < to; i++) {
    const tp_ir_op *op = tp_ir_at(e->ir, i);
    tp_func_id f = callee(e, op);
    if (f)
      VEC_PUSH(calls, f);
    bool is_outside = (op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT) && !f;
    if (op->kind == TP_IR_OPAQUE ||
        (op->kind == TP_IR_STORE && !is_own(e, op)) ||
        (is_outside && writes_outside(e, op)))
      return true;
  }
  return false;
}

bool tp_eval_reaches_out(const tp_eval *e, uint32_t from, uint32_t to,
                         bool *writes) {
  tp_vec_u32 calls = {0};
  tp_map seen = {0};
  *writes = write(e, from, to, &calls);
  bool any = calls.n > 0 || *writes;
  for (uint32_t i = 0; i < calls.n && !*writes; i++) {
    bool is_new;
    tp_func_id f = calls.at[i];
    tp_map_put(&seen, f, &is_new);
    if (is_new)
      *writes = write(e, e->ir->first.at[f], e->ir->first.at[f + 1], &calls);
  }
  tp_map_free(&seen);
  VEC_FREE(&calls);
  return any;
}

bool tp_eval_writes_shared(const tp_eval *e, tp_func_id f) {
  bool writes;
  tp_eval_reaches_out(e, e->ir->first.at[f], e->ir->first.at[f + 1], &writes);
  return writes;
}
