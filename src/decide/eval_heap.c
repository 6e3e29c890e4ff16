/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of the heap. Each call that is walked makes a new one, cut into cells
 * as the pointer that it is given to says; where its size is not a constant
 * nothing of it is known. The place of one that was freed may be given to
 * another: only NULL is known not to be a block's address, and what lies in one
 * that may have been freed is not known any more. */
#include "decide/eval.h"

#include "expr/node.h"

#define MAX_BLOCK 8192 /* bytes that are followed */

/* ---- what blocks hold ---------------------------------------------------- */

static void note(tp_eval *e, tp_node_id value, tp_type_id pointer) {
  const tp_types *types = &e->p->types;
  const tp_node *n = tp_node_get(e->p, value);
  const tp_type *t = tp_type_get(types, pointer);
  if (n->kind == TP_N_CALL && t->kind == TP_T_POINTER &&
      tp_type_get(types, t->base)->kind != TP_T_VOID)
    *tp_map_put(&e->block_types, value, NULL) = t->base;
}

void tp_eval_find_block_types(tp_eval *e) {
  for (tp_node_id n = 1; n < e->p->nodes.n; n++) {
    const tp_node *node = tp_node_get(e->p, n);
    if (node->kind == TP_N_CAST)
      note(e, node->first, node->type);
    else if (node->kind == TP_N_VAR && node->first)
      note(e, node->first, e->p->decls.at[node->ref].type);
    else if (node->kind == TP_N_ASSIGN)
      note(e, tp_node_kid(e->p, n, 1), node->type);
  }
}

/* ---- making them --------------------------------------------------------- */

/* The largest number that it may be: nothing lies behind the end of a smaller
 * block that a program could use. */
static bool find_size(tp_eval *e, tp_expr size, uint64_t *out) {
  *out = 0;
  if (!size)
    return false;
  tp_span span = tp_expr_span(e->x, size);
  *out = (uint64_t)span.high;
  return span.low >= 0 && span.high <= MAX_BLOCK;
}

static tp_object new_block(tp_eval *e, tp_node_id call, bool is_known,
                           uint64_t size) {
  const uint32_t *element = tp_map_get(&e->block_types, call);
  if (!is_known || !size)
    return tp_memory_add_opaque(&e->memory, true);
  tp_object o = tp_memory_add_block(&e->memory, element ? *element : 0, size);
  e->s.cells = tp_memory_forget_object(&e->memory, e->s.cells, o);
  return o;
}

static tp_value block_or_null(tp_eval *e, tp_node_id call, tp_object o) {
  tp_expr fails = tp_eval_fresh_bool(e, TP_FREE_CALL);
  tp_expr address = tp_memory_address(&e->memory, o, 0);
  return (tp_value){tp_expr_ite(e->x, fails, tp_expr_bv(e->x, 64, 0), address),
                    tp_node_get(e->p, call)->type};
}

static tp_value allocate(tp_eval *e, tp_node_id call, tp_value size) {
  uint64_t n;
  bool is_known =
      find_size(e, tp_sem_convert(&e->sem, size, TP_TYPE_ULONG), &n);
  tp_object o = new_block(e, call, is_known, n);
  tp_eval_unset(e, o, TP_FREE_UNSET);
  return block_or_null(e, call, o);
}

static tp_value allocate_zeros(tp_eval *e, tp_node_id call,
                               const tp_value *args) {
  uint64_t n;
  tp_expr count = tp_sem_convert(&e->sem, args[0], TP_TYPE_ULONG);
  tp_expr size = tp_sem_convert(&e->sem, args[1], TP_TYPE_ULONG);
  bool is_known = count && size &&
                  find_size(e, tp_expr_bv_op(e->x, TP_BV_MUL, count, size), &n);
  tp_object o = new_block(e, call, is_known, is_known ? n : 0);
  tp_eval_zero(e, o);
  return block_or_null(e, call, o);
}

/* What was there before is copied; behind it lies anything. If it fails the
 * block stays as it is, and so it does here in any case. */
static tp_value reallocate(tp_eval *e, tp_node_id call, const tp_value *args) {
  uint64_t n;
  bool is_known =
      find_size(e, tp_sem_convert(&e->sem, args[1], TP_TYPE_ULONG), &n);
  tp_object o = new_block(e, call, is_known, n);
  tp_expr from = args[0].e, to = tp_memory_address(&e->memory, o, 0);
  tp_eval_unset(e, o, TP_FREE_UNSET);
  if (is_known && from && from != tp_expr_bv(e->x, 64, 0))
    e->s.cells = tp_memory_copy(&e->memory, e->s.cells, to, from, n);
  tp_memory_release(&e->memory, from);
  return block_or_null(e, call, o);
}

bool tp_eval_heap(tp_eval *e, tp_node_id call, const char *name,
                  const tp_value *args, uint32_t n, tp_value *out) {
  if (n == 1 && (strcmp(name, "free") == 0 || strcmp(name, "cfree") == 0))
    tp_memory_release(&e->memory, args[0].e); /* and what it does as ever */
  bool is_malloc = n == 1 && strcmp(name, "malloc") == 0;
  bool is_calloc = n == 2 && strcmp(name, "calloc") == 0;
  if (!is_malloc && !is_calloc && !(n == 2 && strcmp(name, "realloc") == 0))
    return false;
  tp_eval_run_unseen(e); /* what takes the place of a part of malloc */
  *out = is_malloc   ? allocate(e, call, args[0])
         : is_calloc ? allocate_zeros(e, call, args)
                     : reallocate(e, call, args);
  return true;
}
