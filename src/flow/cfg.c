/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the control flow of all functions from the IR: what neither decides
 * nor calls (nor, with_data, stores) is left out, then labels are turned into
 * operations. Labels that lead through jumps lead on to where the jumps end;
 * jumps that end nowhere are an endless loop, which is an exit. Linear in the
 * size of the program. */
#include "flow/cfg_build.h"

/* A target that is an operation already (otherwise it is a label). */
#define DIRECT UINT32_C(0x80000000)

tp_cfg_label tp_cfg_new_label(tp_cfg_builder *b) {
  VEC_PUSH(&b->places, TP_NO_OP);
  return b->places.n - 1;
}

void tp_cfg_place(tp_cfg_builder *b, tp_cfg_label label) {
  b->places.at[label] = b->cfg->ops.n;
}

uint32_t tp_cfg_emit_end(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                         uint32_t ref) {
  tp_cfg_op op = {.kind = (uint8_t)kind, .ref = ref, .node = node};
  op.begin = b->begin;
  op.from = b->from;
  op.first = b->cfg->targets.n;
  VEC_PUSH(&b->cfg->ops, op);
  return b->cfg->ops.n - 1;
}

static void add_target(tp_cfg_builder *b, uint32_t to, uint32_t edge_label) {
  VEC_PUSH(&b->cfg->targets, to);
  VEC_PUSH(&b->cfg->labels, edge_label);
  VEC_LAST(&b->cfg->ops).n++;
}

void tp_cfg_add_target(tp_cfg_builder *b, tp_cfg_label to,
                       uint32_t edge_label) {
  add_target(b, to, edge_label);
}

uint32_t tp_cfg_emit(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                     uint32_t ref) {
  uint32_t op = tp_cfg_emit_end(b, kind, node, ref);
  add_target(b, DIRECT | (op + 1), 0);
  return op;
}

void tp_cfg_jump(tp_cfg_builder *b, tp_cfg_label to) {
  tp_cfg_emit_end(b, TP_CFG_JUMP, 0, 0);
  add_target(b, to, 0);
}

static uint32_t place_of(const tp_cfg_builder *b, uint32_t target) {
  return target & DIRECT ? target & ~DIRECT : b->places.at[target];
}

/* The first operation from `op` on that is no jump. Jumps on the way are made
 * to lead there at once; the function's last operation is its endless loop. */
static uint32_t after_jumps(tp_cfg_builder *b, uint32_t op) {
  tp_cfg *cfg = b->cfg;
  uint32_t end = op, steps = 0, limit = cfg->ops.n - cfg->first.at[b->func];
  while (cfg->ops.at[end].kind == TP_CFG_JUMP && steps++ < limit)
    end = place_of(b, cfg->targets.at[cfg->ops.at[end].first]);
  if (cfg->ops.at[end].kind == TP_CFG_JUMP)
    end = cfg->ops.n - 1;
  while (op != end && cfg->ops.at[op].kind == TP_CFG_JUMP) {
    uint32_t *target = &cfg->targets.at[cfg->ops.at[op].first];
    op = place_of(b, *target);
    *target = DIRECT | end;
  }
  return end;
}

static void resolve(tp_cfg_builder *b, uint32_t first_op) {
  tp_cfg *cfg = b->cfg;
  for (uint32_t i = first_op; i < cfg->ops.n; i++)
    for (uint32_t t = 0; t < cfg->ops.at[i].n; t++) {
      uint32_t *target = &cfg->targets.at[cfg->ops.at[i].first + t];
      *target = DIRECT | after_jumps(b, place_of(b, *target));
    }
  cfg->entry.at[b->func] = after_jumps(b, first_op);
  for (uint32_t i = cfg->ops.at[first_op].first; i < cfg->targets.n; i++)
    cfg->targets.at[i] &= ~DIRECT;
}

/* n: operations of the IR, each of which is a label. */
static void start_function(tp_cfg_builder *b, tp_func_id f, uint32_t n) {
  b->func = f;
  VEC_CLEAR(&b->places);
  VEC_RESIZE(&b->places, n);
  b->begin = b->cfg->ops.n;
  b->from = TP_NO_OP;
  b->cfg->first.at[f] = b->cfg->ops.n;
}

/* Every function ends with the exit that stands for an endless loop, never met
 * in order. */
static void end_function(tp_cfg_builder *b) {
  tp_cfg_emit_end(b, TP_CFG_EXIT, 0, 0);
  resolve(b, b->cfg->first.at[b->func]);
}

static void add_targets(tp_cfg_builder *b, const tp_ir_op *op, bool by_number) {
  uint32_t base = b->ir->first.at[b->func];
  for (uint32_t i = 0; i < op->n_to; i++) {
    const tp_ir_target *to = &b->ir->targets.at[op->to + i];
    tp_cfg_add_target(b, to->op - base, by_number ? i : to->label);
  }
}

/* Of the stores those of assignments and declarations. */
static bool is_definition(const tp_cfg_builder *b, const tp_ir_op *op) {
  return op->kind == TP_IR_STORE && b->with_data && tp_ir_acts(b->ir, op);
}

static void add(tp_cfg_builder *b, const tp_ir_op *op) {
  switch ((tp_ir_kind)op->kind) {
  case TP_IR_CALL:
  case TP_IR_INPUT:
    tp_cfg_call(b, op);
    break;
  case TP_IR_DECIDE:
  case TP_IR_SWITCH:
    if (op->ref)
      tp_cfg_emit_end(b, TP_CFG_DECIDE, op->node, op->ref);
    else /* nobody records it */
      tp_cfg_emit_end(b, TP_CFG_CHOICE, 0, 0);
    add_targets(b, op, true);
    break;
  case TP_IR_CHOOSE:
    tp_cfg_emit_end(b, op->n_to ? TP_CFG_CHOICE : TP_CFG_EXIT, 0, 0);
    add_targets(b, op, false);
    break;
  case TP_IR_JUMP:
    tp_cfg_emit_end(b, TP_CFG_JUMP, 0, 0);
    add_targets(b, op, true);
    break;
  case TP_IR_RETURN:
    tp_cfg_emit_end(b, TP_CFG_RETURN, op->node, 0);
    break;
  default:
    if (is_definition(b, op))
      tp_cfg_emit(b, TP_CFG_DEFINE, op->node, 0);
  }
}

static void build_function(tp_cfg_builder *b, tp_func_id f) {
  uint32_t first = b->ir->first.at[f], end = b->ir->first.at[f + 1];
  start_function(b, f, end - first);
  b->cfg->entry.at[f] = TP_NO_OP;
  if (first == end)
    return;
  for (uint32_t i = first; i < end; i++) {
    const tp_ir_op *op = tp_ir_at(b->ir, i);
    tp_cfg_place(b, i - first);
    b->begin = b->places.at[op->begin - first];
    b->from = i;
    add(b, op);
  }
  end_function(b);
}

static void build_at_exit(tp_cfg_builder *b) {
  start_function(b, b->p->funcs.n, 0);
  b->cfg->at_exit = b->p->funcs.n;
  tp_cfg_label again = tp_cfg_new_label(b), done = tp_cfg_new_label(b);
  tp_cfg_label first = b->places.n;
  for (uint32_t i = 0; i < b->handlers.n; i++)
    tp_cfg_new_label(b);
  tp_cfg_place(b, again);
  tp_cfg_emit_end(b, TP_CFG_CHOICE, 0, 0);
  tp_cfg_add_target(b, done, 0);
  for (uint32_t i = 0; i < b->handlers.n; i++)
    tp_cfg_add_target(b, first + i, b->handlers.at[i]);
  for (uint32_t i = 0; i < b->handlers.n; i++) {
    tp_cfg_place(b, first + i);
    uint32_t call = tp_cfg_emit(b, TP_CFG_CALL, 0, 0);
    b->cfg->ops.at[call].callee = b->handlers.at[i];
    tp_cfg_jump(b, again);
  }
  tp_cfg_place(b, done);
  end_function(b);
}

void tp_cfg_build(tp_cfg *out, const tp_ir *ir, bool with_data) {
  const tp_program *p = ir->p;
  *out = (tp_cfg){.p = p, .ir = ir};
  tp_cfg_builder b = {.cfg = out, .ir = ir, .p = p, .with_data = with_data};
  VEC_RESIZE(&out->entry, p->funcs.n + 1);
  VEC_RESIZE(&out->first, p->funcs.n + 2);
  tp_cfg_taken(&b.taken, ir);
  tp_cfg_find_handlers(&b);
  out->entry.at[0] = TP_NO_OP;
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    build_function(&b, f);
  out->first.at[p->funcs.n] = out->ops.n;
  out->entry.at[p->funcs.n] = TP_NO_OP;
  if (b.handlers.n)
    build_at_exit(&b);
  out->first.at[p->funcs.n + 1] = out->ops.n;
  VEC_FREE(&b.places);
  VEC_FREE(&b.taken);
  VEC_FREE(&b.handlers);
}

void tp_cfg_free(tp_cfg *cfg) {
  VEC_FREE(&cfg->ops);
  VEC_FREE(&cfg->targets);
  VEC_FREE(&cfg->labels);
  VEC_FREE(&cfg->entry);
  VEC_FREE(&cfg->first);
}
