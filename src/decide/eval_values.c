/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that hold few values: every assignment in the text gives them a
 * constant, as with the state of a machine or a pass/fail flag. What a loop may
 * have done to such a variable is then known well enough for a proof. */
#include "decide/eval.h"

#include "base/limits.h"

/* ---- which they are ------------------------------------------------------ */

typedef struct finder {
  tp_eval *e;
  tp_bits out;  /* by decl: it does not count */
  tp_map index; /* decl -> place in e->few, + 1 */
} finder;

/* A plain variable that only its name leads to. */
static bool is_followed(const tp_eval *e, tp_decl_id id) {
  const tp_decl *d = &e->p->decls.at[id];
  const tp_type *type = tp_type_get(&e->p->types, d->type);
  tp_cscalar t;
  return !d->address_taken && !d->is_thread && !type->is_volatile &&
         type->kind != TP_T_POINTER && tp_sem_scalar(e->p, d->type, &t) &&
         !t.is_float;
}

static bool has_value(const tp_few *f, uint64_t value) {
  for (uint32_t i = 0; i < f->n; i++)
    if (f->at[i] == value)
      return true;
  return false;
}

static void add_value(finder *f, tp_decl_id decl, uint32_t made) {
  bool is_new;
  uint64_t value = 0;
  uint32_t *slot = tp_map_put(&f->index, decl, &is_new);
  if (is_new) {
    VEC_PUSH(&f->e->few, (tp_few){.decl = decl});
    *slot = f->e->few.n;
  }
  tp_few *few = &f->e->few.at[*slot - 1];
  if (tp_bits_has(&f->out, decl))
    return;
  if (!tp_ir_constant(f->e->ir, made, &value) ||
      (few->n == TP_LIMIT_DECIDE_FEW && !has_value(few, value)))
    tp_bits_add(&f->out, decl);
  else if (!has_value(few, value))
    few->at[few->n++] = value;
}

static void look_at(finder *f, const tp_ir_op *store) {
  const tp_ir *ir = f->e->ir;
  const tp_ir_op *to = tp_ir_at(ir, tp_ir_arg_of(ir, store, 0));
  if (to->kind == TP_IR_PLACE)
    add_value(f, ir->p->decls.at[to->ref].same, tp_ir_arg_of(ir, store, 1));
}

void tp_eval_find_few(tp_eval *e) {
  finder f = {.e = e};
  if (e->is_blind || e->has_nested || e->memory.is_shared)
    return;
  tp_bits_init(&f.out, e->p->decls.n);
  tp_bits_or(&f.out, &e->opaque);
  for (uint32_t i = 0; i < e->ir->ops.n; i++)
    if (tp_ir_at(e->ir, i)->kind == TP_IR_STORE)
      look_at(&f, tp_ir_at(e->ir, i));
  uint32_t kept = 0;
  for (uint32_t i = 0; i < e->few.n; i++)
    if (!tp_bits_has(&f.out, e->few.at[i].decl) &&
        is_followed(e, e->few.at[i].decl))
      e->few.at[kept++] = e->few.at[i];
  e->few.n = kept;
  tp_bits_free(&f.out);
  tp_map_free(&f.index);
}

/* ---- what they may hold -------------------------------------------------- */

/* Of a variable that is alive here; 0: it is not. */
static tp_object find_object(const tp_eval *e, tp_decl_id decl) {
  const uint32_t *slot = tp_map_get(&e->globals, decl);
  if (!slot && e->frames.n)
    slot = tp_map_get(&VEC_LAST(&e->frames)->locals, decl);
  return slot ? *slot : 0;
}

/* One of the values, or `before`. */
static tp_expr choose(tp_eval *e, const tp_few *few, tp_expr before) {
  tp_cscalar t;
  tp_expr out = before;
  tp_sem_scalar(e->p, e->p->decls.at[few->decl].type, &t);
  for (uint32_t i = 0; i < few->n; i++) {
    uint64_t value = t.is_bool ? few->at[i] != 0 : few->at[i];
    out = tp_expr_ite(e->x, tp_eval_fresh_bool(e, TP_FREE_LOOP),
                      tp_expr_bv(e->x, 8 * t.size, value), out);
  }
  return out;
}

void tp_eval_recall(tp_eval *e, tp_cells before) {
  for (uint32_t i = 0; i < e->few.n; i++) {
    const tp_few *few = &e->few.at[i];
    tp_object o = find_object(e, few->decl);
    if (!o || e->memory.objects.at[o].is_open)
      continue;
    tp_expr address = tp_memory_address(&e->memory, o, 0);
    unsigned size = (unsigned)e->memory.objects.at[o].size;
    tp_expr was = tp_memory_load(&e->memory, before, address, size);
    if (was && !tp_memory_load(&e->memory, e->s.cells, address, size))
      e->s.cells = tp_memory_store(&e->memory, e->s.cells, address, size,
                                   choose(e, few, was));
  }
}
