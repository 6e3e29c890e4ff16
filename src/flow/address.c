/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small questions about addresses that several analyses of flow ask. x, x.f and
 * x[i] with x an array are all parts of x; *p and p[i] belong to no name. */
#include "flow/address.h"

/* ---- from an address to its variable ------------------------------------- */

uint32_t tp_flow_base(const tp_ir *ir, uint32_t address) {
  const tp_ir_op *op = tp_ir_at(ir, address);
  while (op->kind == TP_IR_FIELD || op->kind == TP_IR_ELEMENT) {
    address = tp_ir_arg_of(ir, op, 0);
    op = tp_ir_at(ir, address);
  }
  return address;
}

tp_decl_id tp_flow_root(const tp_ir *ir, uint32_t address) {
  const tp_ir_op *op = tp_ir_at(ir, tp_flow_base(ir, address));
  bool is_variable =
      op->kind == TP_IR_PLACE && ir->p->decls.at[op->ref].kind != TP_D_FUNCTION;
  return is_variable ? tp_flow_same(ir->p, op->ref) : 0;
}

uint32_t tp_flow_pointed_at(const tp_ir *ir, uint32_t pointer) {
  if (pointer == TP_IR_NONE)
    return TP_IR_NONE;
  while (tp_ir_at(ir, pointer)->kind == TP_IR_CONVERT)
    pointer = tp_ir_arg_of(ir, tp_ir_at(ir, pointer), 0);
  return tp_flow_is_address(tp_ir_at(ir, pointer)) ? pointer : TP_IR_NONE;
}

tp_decl_id tp_flow_pointee(const tp_ir *ir, uint32_t pointer) {
  uint32_t address = tp_flow_pointed_at(ir, pointer);
  return address == TP_IR_NONE ? 0 : tp_flow_root(ir, address);
}

uint32_t tp_flow_filled(const tp_ir *ir, const tp_ir_op *call) {
  if (call->kind != TP_IR_INPUT)
    return TP_IR_NONE;
  const tp_site *s = &ir->p->sites.at[call->ref];
  bool fills = s->input_kind == TP_INPUT_OBJECT && s->arg + 1u < call->n;
  return fills ? tp_ir_arg_of(ir, call, s->arg + 1u) : TP_IR_NONE;
}

/* Its place is made with it, not named by an expression. */
bool tp_flow_is_initialiser(const tp_ir *ir, const tp_ir_op *store) {
  return tp_ir_at(ir, tp_ir_arg_of(ir, store, 0))->node == store->node;
}

const char *tp_flow_callee_name(const tp_program *p, uint32_t site) {
  tp_decl_id d = p->sites.at[site].callee;
  return d ? tp_names_text(p->names, p->decls.at[d].name) : "";
}

/* ---- uses ---------------------------------------------------------------- */

void tp_flow_uses_find(tp_flow_uses *out, const tp_ir *ir) {
  uint32_t n = ir->ops.n;
  out->first = TP_NEW_ARRAY(uint32_t, n + 2);
  out->at = TP_NEW_ARRAY(tp_flow_use, ir->args.n + 1);
  for (uint32_t i = 0; i < ir->args.n; i++)
    if (ir->args.at[i].value != TP_IR_NONE)
      out->first[ir->args.at[i].value + 2]++;
  for (uint32_t i = 2; i < n + 2; i++)
    out->first[i] += out->first[i - 1];
  for (uint32_t i = 0; i < n; i++) { /* first[v + 1]: where v's next one goes */
    const tp_ir_op *op = tp_ir_at(ir, i);
    for (uint32_t k = 0; k < op->n; k++) {
      uint32_t value = tp_ir_arg_of(ir, op, k);
      if (value != TP_IR_NONE)
        out->at[out->first[value + 1]++] = (tp_flow_use){i, k};
    }
  }
}

void tp_flow_uses_free(tp_flow_uses *u) {
  tp_free(u->first);
  tp_free(u->at);
}

/* ---- text that was left alone -------------------------------------------- */

typedef struct region {
  uint32_t from; /* the CHOOSE that leads into its parts */
  tp_node_id node;
} region;

uint32_t *tp_flow_left_alone(const tp_ir *ir, const tp_flow_uses *uses) {
  uint32_t *out = TP_NEW_ARRAY(uint32_t, ir->ops.n + 1);
  VEC(region) open = {0};
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    if (op->kind == TP_IR_CHOOSE && op->n == 0)
      VEC_PUSH(&open, (region){i, op->node});
    if (op->kind != TP_IR_OPAQUE || !open.n || VEC_LAST(&open).node != op->node)
      continue;
    for (uint32_t k = VEC_POP(&open).from; k < i; k++)
      if (!out[k] && uses->first[k] == uses->first[k + 1])
        out[k] = i;
  }
  VEC_FREE(&open);
  return out;
}

/* ---- what pointers may reach --------------------------------------------- */

/* The pointer is only handed to an input call, which fills what is there. */
static bool feeds_input(const tp_ir *ir, const tp_flow_uses *uses,
                        tp_flow_use use) {
  const tp_ir_op *op = tp_ir_at(ir, use.op);
  while (op->kind == TP_IR_CONVERT &&
         uses->first[use.op + 1] == uses->first[use.op] + 1) {
    use = uses->at[uses->first[use.op]];
    op = tp_ir_at(ir, use.op);
  }
  const tp_site *s = &ir->p->sites.at[op->ref];
  return op->kind == TP_IR_INPUT && s->input_kind == TP_INPUT_OBJECT &&
         use.operand == s->arg + 1u;
}

/* Whether an address is used for more than what lies there. */
static bool use_escapes(const tp_ir *ir, const tp_flow_uses *uses,
                        tp_flow_use use) {
  const tp_ir_op *op = tp_ir_at(ir, use.op);
  switch (op->kind) {
  case TP_IR_FIELD:
  case TP_IR_LOAD:
  case TP_IR_CHECK:
    return false;
  case TP_IR_ELEMENT:
  case TP_IR_STORE:
    return use.operand != 0;
  default:
    return !feeds_input(ir, uses, use);
  }
}

/* va_arg changes its list, whatever a list is. */
static bool is_list(const tp_ir *ir, const tp_flow_uses *uses, uint32_t i) {
  bool out = false;
  for (uint32_t k = uses->first[i]; k < uses->first[i + 1]; k++)
    out = out || tp_ir_at(ir, uses->at[k].op)->kind == TP_IR_NEXT;
  return out;
}

static void find_escapes(tp_bits *out, const tp_ir *ir,
                         const tp_flow_uses *uses, uint32_t i,
                         const uint32_t *left_alone) {
  const tp_ir_op *op = tp_ir_at(ir, i);
  bool escapes = left_alone[i] || is_list(ir, uses, i);
  if (op->kind == TP_IR_LOAD && escapes)
    i = tp_ir_arg_of(ir, op, 0);
  else if (!tp_flow_is_address(op))
    return;
  tp_decl_id d = tp_flow_root(ir, i);
  for (uint32_t k = uses->first[i]; d && k < uses->first[i + 1]; k++)
    escapes = escapes || use_escapes(ir, uses, uses->at[k]);
  if (d && escapes)
    tp_bits_add(out, d);
}

void tp_flow_escaped(tp_bits *out, const tp_ir *ir) {
  const tp_program *p = ir->p;
  tp_flow_uses uses;
  tp_bits_init(out, p->decls.n + 1);
  tp_flow_uses_find(&uses, ir);
  uint32_t *left_alone = tp_flow_left_alone(ir, &uses);
  for (uint32_t i = 0; i < ir->ops.n; i++)
    find_escapes(out, ir, &uses, i, left_alone);
  tp_free(left_alone);
  tp_flow_uses_free(&uses);
  /* A nested function works on the locals of the one around it. */
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    if (!p->funcs.at[f].is_nested || !p->funcs.at[f].outer)
      continue;
    const tp_func *outer = &p->funcs.at[p->funcs.at[f].outer];
    for (uint32_t i = 0; i < outer->locals.n; i++)
      tp_bits_add(out, tp_flow_same(p, outer->locals.at[i]));
    for (uint32_t i = 0; i < outer->params.n; i++)
      tp_bits_add(out, tp_flow_same(p, outer->params.at[i]));
  }
}
