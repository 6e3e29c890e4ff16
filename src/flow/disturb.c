/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "flow/disturb.h"

#include "flow/address.h"

#define MAX_OPERATIONS 8192 /* of a large expression it always shows */

typedef struct use { /* what an expression does */
  tp_vec_u32 reads;  /* objects */
  tp_vec_u32 calls;  /* changers */
  bool is_wild;      /* more than is known */
} use;

static bool is_private(const tp_changes *c, tp_decl_id d) {
  const tp_decl *decl = &c->ir->p->decls.at[d];
  return decl->scope && !decl->is_static && !decl->is_extern &&
         !decl->is_thread && tp_changes_object(c, d) != TP_OBJECT_MEMORY;
}

static void add_read(const tp_changes *c, use *out, uint32_t address) {
  const tp_ir_op *base = tp_ir_at(c->ir, tp_flow_base(c->ir, address));
  tp_decl_id d = tp_flow_root(c->ir, address);
  bool is_made_here = base->kind == TP_IR_TEXT || base->kind == TP_IR_LITERAL ||
                      base->kind == TP_IR_HOLD;
  if (!is_made_here && (!d || !is_private(c, d)))
    VEC_PUSH(&out->reads, tp_changes_object(c, d));
}

static void add_call(const tp_changes *c, use *out, const tp_ir_op *op) {
  uint32_t changer = tp_changes_changer(c, op);
  if (changer == TP_CHANGER_WILD)
    out->is_wild = true;
  if (changer != TP_CHANGER_NONE)
    VEC_PUSH(&out->calls, changer);
}

/* Of an lvalue that is assigned to, only where it is; unless its old value is
 * used, too. */
static void collect(const tp_changes *c, use *out, tp_node_id n,
                    bool is_place) {
  const tp_ir *ir = c->ir;
  tp_ir_span span = ir->spans.at[n];
  bool is_lvalue =
      ir->worth.at[n] == TP_IR_NONE && ir->places.at[n] != TP_IR_NONE;
  out->is_wild = span.to - span.from > MAX_OPERATIONS;
  for (uint32_t i = span.from; i < span.to && !out->is_wild; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (op->kind == TP_IR_LOAD)
      add_read(c, out, tp_ir_arg_of(ir, op, 0));
    add_call(c, out, op);
  }
  if (is_lvalue && !is_place)
    add_read(c, out, ir->places.at[n]);
}

static bool changes_read(tp_changes *c, const use *a, const use *b) {
  for (uint32_t i = 0; i < a->calls.n; i++)
    for (uint32_t k = 0; k < b->reads.n; k++)
      if (tp_changes_may(c, a->calls.at[i], b->reads.at[k]))
        return true;
  return false;
}

/* Stores to what is not one function's own. */
static bool changes_anything(tp_changes *c, const use *a) {
  for (uint32_t i = 0; i < a->calls.n; i++)
    for (uint32_t k = 0; k < c->stores.n; k++) {
      tp_decl_id object = c->stores.at[k].object;
      bool is_shared = object == TP_OBJECT_MEMORY ||
                       object >= c->ir->p->decls.n || !is_private(c, object);
      if (is_shared && tp_changes_may(c, a->calls.at[i], object))
        return true;
    }
  return false;
}

bool tp_flow_disturbs(tp_changes *c, tp_node_id a, tp_node_id b,
                      bool is_place) {
  use of_a = {0}, of_b = {0};
  collect(c, &of_a, a, false);
  collect(c, &of_b, b, is_place);
  bool is_wild = of_a.is_wild || of_b.is_wild;
  bool out = (is_wild && (of_a.calls.n || of_b.calls.n)) ||
             changes_read(c, &of_a, &of_b) || changes_read(c, &of_b, &of_a) ||
             (of_a.calls.n && of_b.calls.n &&
              (changes_anything(c, &of_a) || changes_anything(c, &of_b)));
  VEC_FREE(&of_a.reads);
  VEC_FREE(&of_a.calls);
  VEC_FREE(&of_b.reads);
  VEC_FREE(&of_b.calls);
  return out;
}
