/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the control flow of all functions: runs the work list of
 * cfg_build.h over each body, then turns labels into operations. Labels that
 * lead through jumps lead on to where the jumps end; jumps that end nowhere are
 * an endless loop, which is an exit. Linear in the size of the program. */
#include "flow/cfg_build.h"

/* A target that is an operation already (otherwise it is a label). */
#define DIRECT UINT32_C(0x80000000)

void tp_cfg_push_kids(tp_cfg_builder *b, tp_cfg_do what, tp_node_id kid) {
  uint32_t from = b->work.n;
  for (; kid; kid = tp_cfg_node(b, kid)->next)
    tp_cfg_push(b, what, kid, 0, 0);
  for (uint32_t i = from, j = b->work.n; i + 1 < j; i++) {
    j--;
    tp_cfg_item swap = b->work.at[i];
    b->work.at[i] = b->work.at[j];
    b->work.at[j] = swap;
  }
}

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

static void emit_two(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                     uint32_t ref, const tp_cfg_item *item) {
  tp_cfg_emit_end(b, kind, node, ref);
  add_target(b, item->a, 0);
  add_target(b, item->b, 1);
}

static void enter(tp_cfg_builder *b, const tp_cfg_item *item) {
  tp_cfg_scope scope = {item->a, item->b, b->cases.n};
  if (!scope.on_continue && b->scopes.n)
    scope.on_continue = VEC_LAST(&b->scopes).on_continue;
  VEC_PUSH(&b->scopes, scope);
}

static void leave(tp_cfg_builder *b) {
  b->cases.n = VEC_LAST(&b->scopes).first_case;
  (void)VEC_POP(&b->scopes);
}

static void step(tp_cfg_builder *b, const tp_cfg_item *item) {
  switch ((tp_cfg_do)item->what) {
  case TP_DO_STATEMENT:
    tp_cfg_statement(b, item->node);
    break;
  case TP_DO_VALUE:
    tp_cfg_value(b, item->node);
    break;
  case TP_DO_CONDITION:
    tp_cfg_condition(b, item->node, item->a, item->b);
    break;
  case TP_DO_PLACE:
    tp_cfg_place(b, item->a);
    break;
  case TP_DO_JUMP:
    tp_cfg_jump(b, item->a);
    break;
  case TP_DO_DECIDE:
    emit_two(b, TP_CFG_DECIDE, item->node, tp_cfg_node(b, item->node)->decision,
             item);
    break;
  case TP_DO_CHOOSE:
    emit_two(b, TP_CFG_CHOICE, 0, 0, item);
    break;
  case TP_DO_CALL:
    tp_cfg_call(b, item->node);
    break;
  case TP_DO_DEFINE:
    tp_cfg_emit(b, TP_CFG_DEFINE, item->node, 0);
    break;
  case TP_DO_RETURN:
    tp_cfg_emit_end(b, TP_CFG_RETURN, item->node, 0);
    break;
  case TP_DO_SWITCH:
    tp_cfg_switch(b, item->node, item->a);
    break;
  case TP_DO_DISPATCH:
    tp_cfg_dispatch(b, item->a);
    break;
  case TP_DO_GOTO_ANY:
    tp_cfg_goto_any(b);
    break;
  case TP_DO_ENTER:
    enter(b, item);
    break;
  case TP_DO_LEAVE:
    leave(b);
    break;
  case TP_DO_BEGIN:
    b->begin = item->a;
    break;
  }
}

static uint32_t place_of(const tp_cfg_builder *b, uint32_t target) {
  if (target & DIRECT)
    return target & ~DIRECT;
  /* A label inside text that was left alone: as the end of the function. */
  uint32_t op = b->places.at[target];
  return op == TP_NO_OP ? b->cfg->ops.n - 2 : op;
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

static void start_function(tp_cfg_builder *b, tp_func_id f) {
  b->func = f;
  VEC_CLEAR(&b->places);
  tp_cfg_new_label(b); /* label 0 is "none" */
  b->begin = b->cfg->ops.n;
  b->cfg->first.at[f] = b->cfg->ops.n;
}

/* Every function ends with the return at its closing brace and, never met in
 * order, the exit that stands for an endless loop. */
static void end_function(tp_cfg_builder *b) {
  while (b->work.n) {
    tp_cfg_item item = VEC_POP(&b->work);
    step(b, &item);
  }
  tp_cfg_emit_end(b, TP_CFG_RETURN, 0, 0);
  tp_cfg_emit_end(b, TP_CFG_EXIT, 0, 0);
  resolve(b, b->cfg->first.at[b->func]);
}

static void build_at_exit(tp_cfg_builder *b) {
  start_function(b, b->p->funcs.n);
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
  tp_cfg_emit_end(b, TP_CFG_EXIT, 0, 0);
  end_function(b);
}

/* Groups p->labels by function. */
static void index_labels(tp_cfg_builder *b) {
  const tp_program *p = b->p;
  b->goto_label = TP_NEW_ARRAY(tp_cfg_label, p->labels.n + 1);
  b->label_first = TP_NEW_ARRAY(uint32_t, p->funcs.n + 2);
  b->labels_by_func = TP_NEW_ARRAY(uint32_t, p->labels.n + 1);
  for (uint32_t i = 1; i < p->labels.n; i++)
    b->label_first[p->labels.at[i].func + 1]++;
  for (uint32_t f = 0; f < p->funcs.n; f++)
    b->label_first[f + 1] += b->label_first[f];
  uint32_t *fill = TP_NEW_ARRAY(uint32_t, p->funcs.n + 1);
  memcpy(fill, b->label_first, (p->funcs.n + 1) * sizeof *fill);
  for (uint32_t i = 1; i < p->labels.n; i++)
    b->labels_by_func[fill[p->labels.at[i].func]++] = i;
  tp_free(fill);
}

static void free_builder(tp_cfg_builder *b) {
  VEC_FREE(&b->work);
  VEC_FREE(&b->places);
  VEC_FREE(&b->scopes);
  VEC_FREE(&b->cases);
  VEC_FREE(&b->taken);
  VEC_FREE(&b->handlers);
  tp_map_free(&b->case_labels);
  tp_free(b->goto_label);
  tp_free(b->label_first);
  tp_free(b->labels_by_func);
}

void tp_cfg_build(tp_cfg *out, const tp_program *p, const tp_cfg_options *opt) {
  *out = (tp_cfg){.p = p};
  tp_cfg_builder b = {.cfg = out, .p = p, .opt = opt};
  VEC_RESIZE(&out->entry, p->funcs.n + 1);
  VEC_RESIZE(&out->first, p->funcs.n + 2);
  index_labels(&b);
  tp_cfg_taken(&b.taken, p);
  tp_cfg_find_handlers(&b);
  out->entry.at[0] = TP_NO_OP;
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    start_function(&b, f);
    out->entry.at[f] = TP_NO_OP;
    if (!p->funcs.at[f].body)
      continue;
    tp_cfg_push(&b, TP_DO_STATEMENT, p->funcs.at[f].body, 0, 0);
    end_function(&b);
  }
  out->first.at[p->funcs.n] = out->ops.n;
  out->entry.at[p->funcs.n] = TP_NO_OP;
  if (b.handlers.n)
    build_at_exit(&b);
  out->first.at[p->funcs.n + 1] = out->ops.n;
  free_builder(&b);
}

void tp_cfg_free(tp_cfg *cfg) {
  VEC_FREE(&cfg->ops);
  VEC_FREE(&cfg->targets);
  VEC_FREE(&cfg->labels);
  VEC_FREE(&cfg->entry);
  VEC_FREE(&cfg->first);
}
