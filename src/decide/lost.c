/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Back from the place along the ways that control may go, to the nearest sides
 * that were not followed; where a way goes back to the beginning of the
 * function, on from the calls of it. */
#include "decide/lost.h"

#include "ir/region.h"

typedef struct search {
  const tp_ir *ir;
  const tp_program *p;
  const tp_diary *t;
  tp_map pruned;   /* by operation: the first that was not followed, + 1 .. */
  tp_vec_u32 next; /* .. and the next one of the same operation, + 1 */
  tp_bits behind;  /* operations from which the place is come to */
  tp_bits seen;    /* functions of which all calls are looked at */
  tp_vec_u32 work; /* places that were not reached */
  tp_vec_u32 *out;
} search;

static void find_pruned(search *s) {
  for (uint32_t i = 0; i < s->t->pruned.n; i++) {
    uint32_t op = s->t->pruned.at[i].op;
    uint32_t *slot = op == TP_IR_NONE ? NULL : tp_map_put(&s->pruned, op, NULL);
    VEC_PUSH(&s->next, slot ? *slot : 0);
    if (slot)
      *slot = i + 1;
  }
}

/* It is what keeps control from the side; TP_IR_NONE: from all of them. */
static bool cuts(const search *s, const tp_pruned *p, uint32_t side) {
  if (p->branch == UINT32_MAX)
    return p->is_end;
  uint32_t d = s->p->branches.at[p->branch].decision;
  return p->branch - s->p->decisions.at[d].first == side;
}

/* Whether the side of an operation was not followed; then why is added. */
static bool is_cut(search *s, uint32_t op, uint32_t side, bool adds) {
  const uint32_t *slot = tp_map_get(&s->pruned, op);
  bool found = false;
  for (uint32_t i = slot ? *slot : 0; i; i = s->next.at[i - 1]) {
    bool is_this = cuts(s, &s->t->pruned.at[i - 1], side);
    found |= is_this;
    if (is_this && adds)
      VEC_PUSH(s->out, i - 1);
  }
  return found;
}

/* Whether control goes from the operation to one that leads to the place. */
static bool leads_on(search *s, uint32_t i, bool adds) {
  const tp_ir_op *op = tp_ir_at(s->ir, i);
  bool leads = !tp_ir_is_end(op) && tp_bits_has(&s->behind, i + 1) &&
               !is_cut(s, i, TP_IR_NONE, adds);
  for (uint32_t k = 0; k < op->n_to && (adds || !leads); k++)
    leads |= tp_bits_has(&s->behind, s->ir->targets.at[op->to + k].op) &&
             !is_cut(s, i, k, adds);
  return leads;
}

/* Marks what leads to the place; adds the sides that would. True: the function
 * begins with it. */
static bool go_back(search *s, uint32_t place) {
  tp_ir_span body = tp_ir_body(s->ir, tp_ir_function_of(s->ir, place));
  bool is_more = !is_cut(s, place, TP_IR_NONE, true);
  tp_bits_clear_all(&s->behind);
  if (is_more)
    tp_bits_add(&s->behind, place);
  while (is_more) {
    is_more = false;
    for (uint32_t i = body.to; i-- > body.from;) {
      if (tp_bits_has(&s->behind, i) || !leads_on(s, i, false))
        continue;
      tp_bits_add(&s->behind, i);
      is_more = true;
    }
  }
  for (uint32_t i = body.from; i < body.to; i++)
    (void)leads_on(s, i, true);
  return tp_bits_has(&s->behind, body.from);
}

/* By its name; or through a pointer, where the walk did not come: of the calls
 * where it did it knows that they mean others. */
static bool may_call(const search *s, uint32_t call, tp_func_id f) {
  const tp_ir_op *target =
      tp_ir_at(s->ir, tp_ir_arg_of(s->ir, tp_ir_at(s->ir, call), 0));
  bool is_name = target->kind == TP_IR_PLACE &&
                 s->p->decls.at[target->ref].kind == TP_D_FUNCTION;
  if (is_name)
    return tp_decl_function(s->p, target->ref) == f;
  return s->p->decls.at[s->p->funcs.at[f].decl].address_taken &&
         !tp_bits_has(&s->t->called, call);
}

/* All its calls; false: it is called from outside. That it is not, though its
 * address is used, is known: else it would have been walked. */
static bool add_calls(search *s, tp_func_id f) {
  if (!f || f == s->p->entry)
    return false;
  if (tp_bits_has(&s->seen, f))
    return true;
  tp_bits_add(&s->seen, f);
  for (uint32_t i = 0; i < s->ir->ops.n; i++) {
    uint8_t kind = tp_ir_at(s->ir, i)->kind;
    if ((kind == TP_IR_CALL || kind == TP_IR_INPUT) && may_call(s, i, f))
      VEC_PUSH(&s->work, i);
  }
  return true;
}

/* Where control leaves the condition; TP_IR_NONE: nowhere. */
static uint32_t place_of(const tp_ir *ir, tp_node_id n) {
  for (uint32_t i = 0; i < ir->ops.n; i++)
    if (tp_ir_at(ir, i)->node == n && tp_ir_is_end(tp_ir_at(ir, i)))
      return i;
  return TP_IR_NONE;
}

bool tp_lost_find(const tp_ir *ir, const tp_diary *t, tp_node_id n,
                  tp_vec_u32 *out) {
  search s = {.ir = ir, .p = ir->p, .t = t, .out = out};
  uint32_t place = place_of(ir, n);
  bool ok = place != TP_IR_NONE;
  if (!ok)
    return false;
  find_pruned(&s);
  tp_bits_init(&s.behind, ir->ops.n);
  tp_bits_init(&s.seen, ir->p->funcs.n);
  VEC_PUSH(&s.work, place);
  while (s.work.n && ok) {
    place = VEC_POP(&s.work);
    if (go_back(&s, place))
      ok = add_calls(&s, tp_ir_function_of(ir, place));
  }
  tp_map_free(&s.pruned);
  VEC_FREE(&s.next);
  tp_bits_free(&s.behind);
  tp_bits_free(&s.seen);
  VEC_FREE(&s.work);
  return ok;
}
