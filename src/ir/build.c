/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads all functions: runs the work list of build.h over each body, then turns
 * labels into operations. Linear in the size of the program. */
#include "ir/build.h"

#include "libc/pure.h"
#include "base/diag.h"

#include <stdlib.h>

tp_node_id tp_ir_kid(const tp_ir_builder *b, tp_node_id n, uint32_t i) {
  return tp_node_kid(b->p, n, i);
}

void tp_ir_push(tp_ir_builder *b, tp_ir_do what, tp_node_id node, uint32_t x,
                uint32_t y) {
  VEC_PUSH(&b->work, (tp_ir_item){what, node, x, y, TP_IR_NONE, b->ir->ops.n});
}

void tp_ir_push_kids(tp_ir_builder *b, tp_ir_do what, tp_node_id kid) {
  uint32_t from = b->work.n;
  for (; kid; kid = tp_ir_node(b, kid)->next)
    tp_ir_push(b, what, kid, 0, 0);
  for (uint32_t i = from, j = b->work.n; i + 1 < j; i++) {
    j--;
    tp_ir_item swap = b->work.at[i];
    b->work.at[i] = b->work.at[j];
    b->work.at[j] = swap;
  }
}

void tp_ir_push_unused(tp_ir_builder *b, tp_node_id n) {
  tp_ir_push(b, TP_IR_DO_DROP, n, 0, 0);
  tp_ir_push(b, TP_IR_DO_VALUE, n, 0, 0);
}

tp_ir_label tp_ir_new_label(tp_ir_builder *b) {
  VEC_PUSH(&b->places, TP_IR_NONE);
  return b->places.n - 1;
}

void tp_ir_place(tp_ir_builder *b, tp_ir_label label) {
  b->places.at[label] = b->ir->ops.n;
}

void tp_ir_place_head(tp_ir_builder *b, tp_node_id node, tp_ir_label label) {
  if (b->head == b->ir->ops.n)
    tp_ir_jump(b, node, label);
  tp_ir_place(b, label);
  b->head = b->ir->ops.n;
}

/* ---- operations ---------------------------------------------------------- */

static bool is_volatile(const tp_ir *ir, const tp_ir_op *op) {
  const tp_type *t = tp_type_get(&ir->p->types, op->type);
  return t->is_volatile || t->is_atomic;
}

bool tp_ir_acts(const tp_ir *ir, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_CALL:
    return tp_ctype_call(ir->p, op->ref) == TP_CTYPE_NONE;
  case TP_IR_INPUT:
  case TP_IR_NEXT:
  case TP_IR_OPAQUE:
    return true;
  case TP_IR_STORE: /* a literal is new each time */
    return op->op != TP_OP_NONE ||
           tp_ir_at(ir, tp_ir_arg_of(ir, op, 0))->kind != TP_IR_LITERAL;
  case TP_IR_LOAD:
    return is_volatile(ir, op);
  default:
    return false;
  }
}

const tp_field *tp_ir_bitfield(const tp_ir *ir, uint32_t address) {
  const tp_ir_op *op = tp_ir_at(ir, address);
  const tp_field *f = &ir->p->types.fields.at[op->ref];
  return op->kind == TP_IR_FIELD && f->is_bitfield ? f : NULL;
}

tp_type_id tp_ir_promoted(const tp_ir *ir, uint32_t value) {
  const tp_ir_op *op = tp_ir_at(ir, value);
  const tp_field *f = op->kind == TP_IR_LOAD
                          ? tp_ir_bitfield(ir, tp_ir_arg_of(ir, op, 0))
                          : NULL;
  return f ? tp_type_promote_bits(&ir->p->types, op->type, f->bit_width)
           : tp_type_promote(&ir->p->types, op->type);
}

tp_type_id tp_ir_moved_type(const tp_ir *ir, const tp_ir_op *op,
                            tp_type_id operand) {
  const tp_types *types = &ir->p->types;
  const tp_type *t = tp_type_get(types, operand);
  bool is_pointer = t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY;
  if (!is_pointer || (op->op != TP_OP_ADD && op->op != TP_OP_SUB))
    return operand;
  if (tp_type_is_pointer(types, op->type))
    return op->type;
  return tp_type_get(types, t->base)->kind == TP_T_ARRAY ? TP_TYPE_UNKNOWN
                                                         : operand;
}

bool tp_ir_constant(const tp_ir *ir, uint32_t value, uint64_t *bits) {
  return value != TP_IR_NONE &&
         tp_node_constant(ir->p, tp_ir_at(ir, value)->node, bits);
}

tp_decl_id tp_ir_variable(const tp_ir *ir, uint32_t address, bool *is_named) {
  const tp_ir_op *op = tp_ir_at(ir, address);
  while (op->kind == TP_IR_FIELD || op->kind == TP_IR_ELEMENT)
    op = tp_ir_at(ir, tp_ir_arg_of(ir, op, 0));
  *is_named = op->kind <= TP_IR_HOLD;
  return op->kind == TP_IR_PLACE ? ir->p->decls.at[op->ref].same : 0;
}

tp_ctype tp_ir_ctype_table(const tp_ir *ir, uint32_t value) {
  const tp_ir_op *op = value == TP_IR_NONE ? NULL : tp_ir_at(ir, value);
  if (!op || op->kind != TP_IR_LOAD)
    return TP_CTYPE_NONE;
  op = tp_ir_at(ir, tp_ir_arg_of(ir, op, 0));
  return op->kind == TP_IR_CALL ? tp_ctype_call(ir->p, op->ref) : TP_CTYPE_NONE;
}

bool tp_ir_is_first_element(const tp_ir *ir, uint32_t address,
                            const tp_ir_op *in, tp_type_id t) {
  const tp_ir_op *op = tp_ir_at(ir, address);
  const tp_type *array = tp_type_get(&ir->p->types, op->type);
  if (!tp_ir_is_address(op) || array->kind != TP_T_ARRAY)
    return false;
  if (in && in->kind == TP_IR_ELEMENT)
    return tp_type_get(&ir->p->types, array->base)->unqualified !=
           tp_type_get(&ir->p->types, t)->unqualified;
  return in || array->unqualified != tp_type_get(&ir->p->types, t)->unqualified;
}

static const tp_ir_op *value_of(const tp_ir *ir, tp_node_id expression) {
  uint32_t value = ir->worth.at[expression];
  return value == TP_IR_NONE ? NULL : tp_ir_at(ir, value);
}

bool tp_ir_is_variable(const tp_ir *ir, tp_node_id expression) {
  const tp_ir_op *op = value_of(ir, expression);
  return op && op->kind == TP_IR_LOAD &&
         tp_ir_at(ir, tp_ir_arg_of(ir, op, 0))->kind == TP_IR_PLACE;
}

const tp_ir_op *tp_ir_call_of(const tp_ir *ir, tp_node_id expression) {
  const tp_ir_op *op = value_of(ir, expression);
  bool is_call = op && op->node == expression &&
                 (op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT);
  return is_call ? op : NULL;
}

tp_ir_span tp_ir_operand(const tp_ir *ir, uint32_t op, uint32_t i) {
  const tp_ir_op *o = tp_ir_at(ir, op);
  const tp_ir_arg *args = ir->args.at + o->first;
  tp_ir_span out = {args[i].from, op};
  for (uint32_t k = 0; k < o->n; k++)
    if (args[k].from > out.from && args[k].from < out.to)
      out.to = args[k].from;
  return out;
}

static bool leaves_open(const tp_ir_op *op) {
  return op->kind == TP_IR_BINARY || op->kind == TP_IR_ELEMENT ||
         op->kind == TP_IR_STORE || op->kind == TP_IR_CALL ||
         op->kind == TP_IR_INPUT;
}

static int by_start(const void *x, const void *y) {
  const tp_ir_arg *a = x, *b = y;
  return a->from < b->from ? -1 : a->from > b->from;
}

/* An operand acts, and another acts or reads. */
static bool shows_order(const tp_ir_builder *b, const tp_ir_arg *args,
                        uint32_t n) {
  uint32_t end = b->ir->ops.n, acting = 0, touching = 0;
  if (n < 2 || (VEC_LAST(&b->ir->acts) == b->ir->acts.at[args[0].from] &&
                VEC_LAST(&b->ir->acts) == b->ir->acts.at[args[n - 1].from]))
    return false; /* the one evaluated first is the first or the last */
  tp_ir_arg *sorted = TP_NEW_ARRAY(tp_ir_arg, n);
  memcpy(sorted, args, n * sizeof *args);
  qsort(sorted, n, sizeof *sorted, by_start);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t from = sorted[i].from, to = i + 1 < n ? sorted[i + 1].from : end;
    acting += b->ir->acts.at[to] > b->ir->acts.at[from];
    touching += b->touches.at[to] > b->touches.at[from];
  }
  tp_free(sorted);
  return acting > 0 && touching > 1;
}

uint32_t tp_ir_emit(tp_ir_builder *b, tp_ir_op op, const tp_ir_arg *args,
                    uint32_t n) {
  tp_ir *ir = b->ir;
  op.begin = b->begin;
  op.first = ir->args.n;
  op.n = n;
  op.to = ir->targets.n;
  if (leaves_open(&op) && shows_order(b, args, n))
    op.flags |= TP_IR_OPEN;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&ir->args, args[i]);
  bool does = tp_ir_acts(ir, &op), touches = does || op.kind == TP_IR_LOAD;
  uint32_t acting = VEC_LAST(&b->ir->acts) + does;
  uint32_t touching = VEC_LAST(&b->touches) + touches;
  VEC_PUSH(&ir->ops, op);
  VEC_PUSH(&ir->acts, acting);
  uint32_t turning = VEC_LAST(&ir->turns) + tp_ir_is_end(&op);
  VEC_PUSH(&ir->turns, turning);
  VEC_PUSH(&b->touches, touching);
  return ir->ops.n - 1;
}

void tp_ir_give(tp_ir_builder *b, const tp_ir_item *item, tp_ir_op op,
                const tp_ir_arg *args, uint32_t n) {
  uint32_t value = tp_ir_emit(b, op, args, n);
  VEC_PUSH(&b->values, (tp_ir_arg){value, item->from});
}

void tp_ir_add_target(tp_ir_builder *b, tp_ir_label to, uint32_t label) {
  VEC_PUSH(&b->ir->targets, (tp_ir_target){to, label});
  VEC_LAST(&b->ir->ops).n_to++;
}

void tp_ir_jump(tp_ir_builder *b, tp_node_id node, tp_ir_label to) {
  tp_ir_emit(b, (tp_ir_op){.kind = TP_IR_JUMP, .node = node}, NULL, 0);
  tp_ir_add_target(b, to, 0);
}

void tp_ir_opaque(tp_ir_builder *b, tp_node_id node, tp_ir_why why) {
  tp_ir_op op = {.kind = TP_IR_OPAQUE, .op = (uint8_t)why, .node = node};
  op.type = tp_ir_node(b, node)->type;
  tp_ir_emit(b, op, NULL, 0);
}

/* ---- the work list ------------------------------------------------------- */

static void enter(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_scope scope = {item->a, item->b};
  if (!scope.on_continue && b->scopes.n)
    scope.on_continue = VEC_LAST(&b->scopes).on_continue;
  VEC_PUSH(&b->scopes, scope);
}

uint32_t tp_ir_temporary(tp_ir_builder *b, tp_type_id type) {
  VEC_PUSH(&b->temporaries, type);
  return b->temporaries.n - 1;
}

void tp_ir_set(tp_ir_builder *b, tp_node_id node, uint32_t temporary,
               tp_ir_arg value) {
  tp_ir_op op = {.kind = TP_IR_SET, .node = node, .ref = temporary};
  op.type = b->temporaries.at[temporary];
  tp_ir_emit(b, op, &value, 1);
}

static void set_truth(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_op truth = {.kind = TP_IR_TRUTH,
                    .node = item->node,
                    .type = TP_TYPE_INT,
                    .ref = item->b};
  tp_ir_give(b, item, truth, NULL, 0);
  tp_ir_set(b, item->node, item->a, tp_ir_pop(b));
}

static void get(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_op op = {.kind = TP_IR_GET, .node = item->node, .ref = item->a};
  op.type = tp_ir_node(b, item->node)->type;
  if (item->a == TP_IR_NONE)
    VEC_PUSH(&b->values, (tp_ir_arg){TP_IR_NONE, item->from});
  else
    tp_ir_give(b, item, op, NULL, 0);
}

static void expression(tp_ir_builder *b, const tp_ir_item *item) {
  bool is_value = item->what == TP_IR_DO_VALUE;
  tp_ir_push(b, TP_IR_DO_SPAN, item->node, true, is_value);
  if (is_value)
    tp_ir_value(b, item->node);
  else
    tp_ir_address(b, item->node);
}

static void end_span(tp_ir_builder *b, const tp_ir_item *item) {
  b->ir->spans.at[item->node] = (tp_ir_span){item->from, b->ir->ops.n};
  if (item->a)
    VEC_LAST(&b->values).from = item->from;
  if (item->a && item->b)
    b->ir->worth.at[item->node] = VEC_LAST(&b->values).value;
  else if (item->a)
    b->ir->places.at[item->node] = VEC_LAST(&b->values).value;
}

static void give_opaque(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_opaque(b, item->node, (tp_ir_why)item->a);
  VEC_PUSH(&b->values, (tp_ir_arg){b->ir->ops.n - 1, item->from});
}

static void statement(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_statement(b, item->node);
}

static void drop(tp_ir_builder *b, const tp_ir_item *item) {
  (void)item;
  (void)tp_ir_pop(b);
}

static void set_temporary(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_set(b, item->node, item->a, tp_ir_pop(b));
}

static void place_label(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_place(b, item->a);
}

static void place_head(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_place_head(b, item->node, item->a);
}

static void jump(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_jump(b, item->node, item->a);
}

static void leave(tp_ir_builder *b, const tp_ir_item *item) {
  (void)item;
  (void)VEC_POP(&b->scopes);
}

static void begin(tp_ir_builder *b, const tp_ir_item *item) {
  b->begin = item->a == TP_IR_NONE ? b->ir->ops.n : item->a;
}

typedef void (*doing)(tp_ir_builder *b, const tp_ir_item *item);

static const doing steps[] = {[TP_IR_DO_STATEMENT] = statement,
                              [TP_IR_DO_VALUE] = expression,
                              [TP_IR_DO_ADDRESS] = expression,
                              [TP_IR_DO_SPAN] = end_span,
                              [TP_IR_DO_FINISH] = tp_ir_finish,
                              [TP_IR_DO_LOAD] = tp_ir_load,
                              [TP_IR_DO_FINISH_ADDRESS] = tp_ir_finish_address,
                              [TP_IR_DO_HOLD] = tp_ir_hold,
                              [TP_IR_DO_DROP] = drop,
                              [TP_IR_DO_SET] = set_temporary,
                              [TP_IR_DO_SET_TRUTH] = set_truth,
                              [TP_IR_DO_GET] = get,
                              [TP_IR_DO_INITIALISE] = tp_ir_initialise,
                              [TP_IR_DO_CONDITION] = tp_ir_condition,
                              [TP_IR_DO_DECIDE] = tp_ir_decide,
                              [TP_IR_DO_PLACE] = place_label,
                              [TP_IR_DO_HEAD] = place_head,
                              [TP_IR_DO_JUMP] = jump,
                              [TP_IR_DO_DECLARE] = tp_ir_declare,
                              [TP_IR_DO_RETURN] = tp_ir_return,
                              [TP_IR_DO_SWITCH] = tp_ir_switch,
                              [TP_IR_DO_CHOOSE] = tp_ir_choose,
                              [TP_IR_DO_GOTO_ANY] = tp_ir_goto_any,
                              [TP_IR_DO_OPAQUE] = give_opaque,
                              [TP_IR_DO_ENTER] = enter,
                              [TP_IR_DO_LEAVE] = leave,
                              [TP_IR_DO_BEGIN] = begin};

static void do_all(tp_ir_builder *b) {
  while (b->work.n) {
    tp_ir_item item = VEC_POP(&b->work);
    steps[item.what](b, &item);
  }
}

/* ---- functions ----------------------------------------------------------- */

static void start_function(tp_ir_builder *b, tp_func_id f) {
  b->func = f;
  b->head = TP_IR_NONE;
  VEC_CLEAR(&b->temporaries);
  VEC_CLEAR(&b->places);
  tp_ir_new_label(b); /* label 0 is "none" */
  b->begin = b->ir->ops.n;
  VEC_PUSH(&b->ir->first, b->ir->ops.n);
}

static void end_body(tp_ir_builder *b) {
  b->begin = b->ir->ops.n;
  tp_ir_emit(b, (tp_ir_op){.kind = TP_IR_RETURN}, NULL, 0);
}

/* Labels in text that was left alone were never met. Where control goes from
 * there is not known: the function may end. */
static void place_the_rest(tp_ir_builder *b, uint32_t first_target) {
  tp_ir *ir = b->ir;
  uint32_t op = TP_IR_NONE;
  for (uint32_t i = ir->first.at[b->func]; i < ir->ops.n; i++) {
    const tp_ir_op *o = &ir->ops.at[i];
    for (uint32_t t = o->to; t < o->to + o->n_to; t++) {
      if (t < first_target || b->places.at[ir->targets.at[t].op] != TP_IR_NONE)
        continue;
      if (op == TP_IR_NONE) {
        op = ir->ops.n;
        tp_ir_opaque(b, o->node, TP_IR_WHY_LABEL);
        end_body(b);
        o = &ir->ops.at[i];
      }
      b->places.at[ir->targets.at[t].op] = op;
    }
  }
}

static void resolve(tp_ir_builder *b, uint32_t first_target) {
  place_the_rest(b, first_target);
  for (uint32_t t = first_target; t < b->ir->targets.n; t++) {
    tp_ir_target *target = &b->ir->targets.at[t];
    target->op = b->places.at[target->op];
  }
}

static void build_function(tp_ir_builder *b, tp_func_id f) {
  uint32_t first_target = b->ir->targets.n;
  tp_node_id body = b->p->funcs.at[f].body;
  start_function(b, f);
  if (!body)
    return;
  tp_ir_find_cases(b, body);
  tp_ir_push(b, TP_IR_DO_STATEMENT, body, 0, 0);
  do_all(b);
  end_body(b);
  resolve(b, first_target);
}

/* File-scope variables, then static locals. */
static void build_statics(tp_ir_builder *b) {
  uint32_t first_target = b->ir->targets.n;
  start_function(b, 0);
  for (tp_decl_id d = 1; d < b->p->decls.n; d++) {
    const tp_decl *decl = &b->p->decls.at[d];
    bool is_static = !decl->scope || decl->is_static;
    if (!is_static || decl->kind != TP_D_VAR || !decl->var ||
        !tp_ir_node(b, decl->var)->first)
      continue;
    b->begin = b->ir->ops.n;
    tp_ir_var(b, decl->var);
    do_all(b);
  }
  end_body(b);
  resolve(b, first_target);
}

tp_ir *tp_ir_new(const tp_program *p, bool is_gcc) {
  tp_ir *ir = TP_NEW(tp_ir);
  *ir = (tp_ir){.p = p, .is_gcc = is_gcc};
  tp_ir_builder b = {.ir = ir, .p = p};
  b.gotos = TP_NEW_ARRAY(struct tp_ir_goto, p->labels.n + 1);
  VEC_PUSH(&ir->acts, 0);
  VEC_PUSH(&ir->turns, 0);
  VEC_RESIZE(&ir->spans, p->nodes.n);
  VEC_RESIZE(&ir->worth, p->nodes.n);
  VEC_RESIZE(&ir->places, p->nodes.n);
  for (tp_node_id n = 0; n < p->nodes.n; n++)
    ir->worth.at[n] = ir->places.at[n] = TP_IR_NONE;
  VEC_PUSH(&b.touches, 0);
  build_statics(&b);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    build_function(&b, f);
  VEC_PUSH(&ir->first, ir->ops.n);
  VEC_FREE(&b.work);
  VEC_FREE(&b.values);
  VEC_FREE(&b.places);
  VEC_FREE(&b.temporaries);
  VEC_FREE(&b.scopes);
  VEC_FREE(&b.cases);
  VEC_FREE(&b.touches);
  tp_map_free(&b.case_labels);
  tp_map_free(&b.switch_cases);
  tp_free(b.gotos);
  TP_CHECKED(tp_ir_check(ir));
  return ir;
}

void tp_ir_free(tp_ir *ir) {
  if (!ir)
    return;
  VEC_FREE(&ir->ops);
  VEC_FREE(&ir->args);
  VEC_FREE(&ir->targets);
  VEC_FREE(&ir->parts);
  VEC_FREE(&ir->first);
  VEC_FREE(&ir->spans);
  VEC_FREE(&ir->worth);
  VEC_FREE(&ir->places);
  VEC_FREE(&ir->acts);
  VEC_FREE(&ir->turns);
  tp_free(ir);
}
