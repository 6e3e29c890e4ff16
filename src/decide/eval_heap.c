/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of the heap. Each call that is walked makes a new one, cut into cells
 * as the pointer that it is given to says; where its size is not a constant
 * nothing of it is known. The place of one that was freed may be given to
 * another: only NULL is known not to be a block's address, and what lies in one
 * that may have been freed is not known any more. */
#include "decide/eval_models.h"

#include "base/limits.h"
#include "decide/access.h"

/* ---- what blocks hold ---------------------------------------------------- */

static bool is_void(const tp_eval *e, const tp_type *pointer) {
  return tp_type_get(&e->p->types, pointer->base)->kind == TP_T_VOID;
}

/* The call that a value is: by itself, or by the variable that it was given to
 * as it is, as in ({ void *p = malloc(n); p; }). NULL: it is none. */
static const tp_ir_op *call_of(const tp_eval *e, const tp_map *given,
                               uint32_t value) {
  const tp_ir_op *op = value == TP_IR_NONE ? NULL : tp_ir_at(e->ir, value);
  if (!op || op->kind == TP_IR_CALL)
    return op;
  const tp_ir_op *from =
      op->kind == TP_IR_LOAD ? tp_ir_at(e->ir, tp_ir_arg_of(e->ir, op, 0)) : op;
  const uint32_t *call = from != op && from->kind == TP_IR_PLACE
                             ? tp_map_get(given, e->p->decls.at[from->ref].same)
                             : NULL;
  return call ? tp_ir_at(e->ir, *call) : NULL;
}

static void note(tp_eval *e, const tp_map *given, uint32_t value,
                 tp_type_id pointer) {
  const tp_ir_op *call = call_of(e, given, value);
  const tp_type *t = tp_type_get(&e->p->types, pointer);
  if (call && t->kind == TP_T_POINTER && !is_void(e, t))
    *tp_map_put(&e->block_types, call->node, NULL) = t->base;
}

/* A void * that is declared as what a call returns. */
static void note_given(tp_eval *e, tp_map *given, const tp_ir_op *store) {
  const tp_ir_op *to = tp_ir_at(e->ir, tp_ir_arg_of(e->ir, store, 0));
  uint32_t value = tp_ir_arg_of(e->ir, store, 1);
  const tp_type *t = tp_type_get(&e->p->types, store->type);
  if (store->op == TP_OP_NONE && to->kind == TP_IR_PLACE &&
      t->kind == TP_T_POINTER && is_void(e, t) && value != TP_IR_NONE &&
      tp_ir_at(e->ir, value)->kind == TP_IR_CALL)
    *tp_map_put(given, e->p->decls.at[to->ref].same, NULL) = value;
}

void tp_eval_find_block_types(tp_eval *e) {
  tp_map given = {0};
  for (uint32_t i = 0; i < e->ir->ops.n; i++)
    if (tp_ir_at(e->ir, i)->kind == TP_IR_STORE)
      note_given(e, &given, tp_ir_at(e->ir, i));
  for (uint32_t i = 0; i < e->ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(e->ir, i);
    if (op->kind == TP_IR_DECLARE && op->n)
      *tp_map_put(&e->block_types, op->node, NULL) =
          tp_type_get(&e->p->types, op->type)->base;
    else if (op->kind == TP_IR_CONVERT)
      note(e, &given, tp_ir_arg_of(e->ir, op, 0), op->type);
    else if (op->kind == TP_IR_STORE)
      note(e, &given, tp_ir_arg_of(e->ir, op, 1), op->type);
  }
  tp_map_free(&given);
}

/* ---- making them --------------------------------------------------------- */

/* A size of which only the way here says how large it may be. */
static uint64_t find_bound(tp_eval *e, tp_expr size) {
  static const uint64_t bounds[] = {TP_LIMIT_DECIDE_BLOCK,
                                    TP_LIMIT_DECIDE_BLOCK / 8,
                                    TP_LIMIT_DECIDE_BLOCK / 128};
  uint64_t out = 0;
  for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
    tp_expr is_larger =
        tp_expr_ult(e->x, tp_expr_bv(e->x, 64, bounds[i]), size);
    if (!tp_eval_excludes(e, is_larger))
      break;
    out = bounds[i];
  }
  return out;
}

uint64_t tp_eval_largest(tp_eval *e, tp_expr size) {
  if (!size)
    return 0;
  tp_interval span = tp_expr_span(e->x, tp_expr_plain(e->x, size));
  bool is_known = span.low >= 0 && span.high <= TP_LIMIT_DECIDE_BLOCK;
  return is_known ? (uint64_t)span.high : find_bound(e, size);
}

tp_object tp_eval_new_block(tp_eval *e, tp_node_id call, tp_expr bytes) {
  const uint32_t *element = tp_map_get(&e->block_types, call);
  tp_memory *m = &e->memory;
  tp_object o =
      tp_memory_add_block(m, element ? *element : 0, tp_eval_largest(e, bytes));
  if (!m->objects.at[o].is_block)
    return o;
  m->objects.at[o].bytes = bytes;
  e->s.cells = tp_memory_forget_object(m, e->s.cells, o);
  e->s.cells = tp_memory_set_life(m, e->s.cells, o, tp_expr_bv(e->x, 8, 1));
  return o;
}

tp_value tp_eval_block_or_null(tp_eval *e, tp_type_id type, tp_object o,
                               tp_expr *fails) {
  *fails = e->opt->given ? tp_expr_bool(e->x, false) /* a run that has memory */
                         : tp_eval_fresh_bool(e, TP_FREE_ROOM);
  tp_expr address = tp_memory_address(&e->memory, o, 0);
  return (tp_value){tp_expr_ite(e->x, *fails, tp_expr_bv(e->x, 64, 0), address),
                    type};
}

static tp_expr bytes_of(tp_eval *e, tp_value size) {
  return tp_sem_convert(&e->sem, size, TP_TYPE_ULONG);
}

bool tp_eval_model_malloc(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  tp_expr fails;
  tp_eval_run_unseen(e); /* what takes the place of a part of malloc */
  tp_object o = tp_eval_new_block(e, c->node, bytes_of(e, c->args[0]));
  tp_eval_unset(e, o, TP_FREE_UNSET);
  *out = tp_eval_block_or_null(e, c->type, o, &fails);
  return true;
}

bool tp_eval_model_calloc(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  tp_expr fails, count = bytes_of(e, c->args[0]),
                 size = bytes_of(e, c->args[1]);
  tp_eval_run_unseen(e);
  tp_object o = tp_eval_new_block(
      e, c->node,
      count && size ? tp_expr_bv_op(e->x, TP_BV_MUL, count, size) : 0);
  tp_eval_zero(e, o);
  *out = tp_eval_block_or_null(e, c->type, o, &fails);
  return true;
}

/* ---- freeing them -------------------------------------------------------- */

/* The blocks that an address may mean, and how they live behind it. */
typedef struct ending {
  tp_object o;
  tp_expr life;
} ending;
typedef VEC(ending) endings;

/* `stays`: truth value under which none is freed; 0: never. */
static void find_endings(tp_eval *e, tp_expr address, tp_expr stays,
                         endings *out) {
  tp_address_parts parts = {0};
  tp_expr plain = address ? tp_expr_plain(e->x, address) : 0;
  bool is_known = plain && tp_access_parts(&e->memory, plain, &parts);
  for (uint32_t i = 0; i < parts.n && is_known; i++) {
    uint64_t bits;
    int64_t offset;
    is_known = tp_expr_constant(e->x, parts.at[i].e, &bits);
    tp_object o = is_known ? tp_memory_object(&e->memory, bits, &offset) : 0;
    if (!o || !e->memory.objects.at[o].is_block)
      continue;
    tp_expr life = tp_memory_life(&e->memory, e->s.cells, o);
    tp_expr lives = tp_expr_not(e->x, parts.at[i].when);
    if (stays)
      lives = tp_expr_or(e->x, lives, stays);
    if (life)
      life = tp_expr_ite(e->x, lives, life, tp_expr_bv(e->x, 8, 0));
    VEC_PUSH(out, (ending){o, life});
  }
  if (!is_known)
    e->s.cells = tp_memory_forget_lives(&e->memory, e->s.cells);
  VEC_FREE(&parts);
}

static void end_lives(tp_eval *e, endings *ends) {
  for (uint32_t i = 0; i < ends->n; i++)
    e->s.cells = tp_memory_set_life(&e->memory, e->s.cells, ends->at[i].o,
                                    ends->at[i].life);
  VEC_FREE(ends);
}

/* What was there before is copied; behind it lies anything. If it fails the
 * block stays as it is, and so it does here in any case. */
bool tp_eval_model_realloc(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  tp_expr fails, from = c->args[0].e, bytes = bytes_of(e, c->args[1]);
  uint64_t n = tp_eval_largest(e, bytes);
  endings ends = {0};
  tp_eval_run_unseen(e);
  tp_object o = tp_eval_new_block(e, c->node, bytes);
  tp_expr to = tp_memory_address(&e->memory, o, 0);
  tp_eval_unset(e, o, TP_FREE_UNSET);
  if (n && from && from != tp_expr_bv(e->x, 64, 0))
    e->s.cells = tp_memory_copy(&e->memory, e->s.cells, to, from, n);
  tp_memory_release(&e->memory, from);
  *out = tp_eval_block_or_null(e, c->type, o, &fails);
  find_endings(e, from, fails, &ends);
  end_lives(e, &ends);
  return true;
}

/* It lasts until the function returns, and there is always room. */
static tp_object new_room(tp_eval *e, tp_node_id node, tp_expr bytes) {
  tp_object o = tp_eval_new_block(e, node, bytes);
  e->memory.objects.at[o].is_room = true;
  tp_eval_unset(e, o, TP_FREE_UNSET);
  VEC_PUSH(&tp_eval_top(e)->rooms, o);
  return o;
}

bool tp_eval_alloca(tp_eval *e, tp_node_id call, const char *name,
                    const tp_value *args, uint32_t n, tp_value *out) {
  if (n != 1 || strcmp(name, "alloca") != 0)
    return false;
  tp_object o = new_room(e, call, bytes_of(e, args[0]));
  out->e = tp_memory_address(&e->memory, o, 0);
  return true;
}

void tp_eval_declare_room(tp_eval *e, const tp_ir_op *declare) {
  const tp_decl *d = &e->p->decls.at[declare->ref];
  const tp_type *pointer = tp_type_get(&e->p->types, d->pointer);
  tp_expr count = bytes_of(e, tp_eval_operand(e, declare, 0));
  tp_expr size =
      tp_expr_bv(e->x, 64, tp_type_get(&e->p->types, pointer->base)->size);
  tp_object o =
      new_room(e, declare->node,
               count ? tp_expr_bv_op(e->x, TP_BV_MUL, count, size) : 0);
  tp_eval_set_room(e, d, o);
}

void tp_eval_end_rooms(tp_eval *e, const tp_eval_frame *f) {
  for (uint32_t i = 0; i < f->rooms.n; i++)
    if (e->memory.objects.at[f->rooms.at[i]].is_block)
      e->s.cells = tp_memory_set_life(&e->memory, e->s.cells, f->rooms.at[i],
                                      tp_expr_bv(e->x, 8, 0));
}

bool tp_eval_free(tp_eval *e, const tp_decl *callee, const char *name,
                  const tp_value *args, uint32_t n, tp_value *out) {
  endings ends = {0};
  if (n != 1 || (strcmp(name, "free") != 0 && strcmp(name, "cfree") != 0))
    return false;
  tp_memory_release(&e->memory, args[0].e);
  find_endings(e, args[0].e, 0, &ends);
  *out = tp_eval_outside(e, callee, TP_TYPE_VOID, args, n);
  end_lives(e, &ends);
  return true;
}
