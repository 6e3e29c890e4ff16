/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of expressions. Each construct pushes what it needs and, below that,
 * the step that takes the results off the stack. */
#include "ir/build.h"

#include "ir/order.h"

static tp_ir_op operation(const tp_ir_builder *b, tp_ir_kind kind,
                          tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  return (tp_ir_op){.kind = (uint8_t)kind,
                    .op = node->op,
                    .node = n,
                    .type = node->type,
                    .ref = node->ref};
}

static void reverse(tp_ir_builder *b, uint32_t from) {
  for (uint32_t to = b->work.n; to > from + 1; from++) {
    tp_ir_item item = b->work.at[from];
    b->work.at[from] = b->work.at[--to];
    b->work.at[to] = item;
  }
}

/* ---- assignments --------------------------------------------------------- */

/* The first parts of the comma expressions on the way from n to `last`. */
static void push_first_parts(tp_ir_builder *b, tp_node_id n, tp_node_id last) {
  uint32_t from = b->work.n;
  while (n != last) {
    const tp_node *node = tp_ir_node(b, n);
    bool is_comma = node->kind == TP_N_COMMA;
    if (is_comma) {
      tp_ir_push(b, TP_IR_DO_VALUE, node->first, 0, 0);
      tp_ir_push(b, TP_IR_DO_DROP, node->first, 0, 0);
    }
    n = is_comma ? tp_ir_node(b, node->first)->next : node->first;
  }
  reverse(b, from);
}

/* The operand of an assignment that is evaluated as its value: right itself, or
 * what is left of it when parts were taken out. */
static tp_node_id last_part(const tp_ir_builder *b, tp_node_id n,
                            bool left_first) {
  const tp_node *node = tp_ir_node(b, n);
  tp_node_id right = tp_ir_node(b, node->first)->next;
  return left_first && b->ir->is_gcc && node->op == TP_OP_ASSIGN
             ? tp_ir_bare_value(b->p, right, node->type)
             : right;
}

static void assign(tp_ir_builder *b, tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  tp_node_id left = node->first, right = tp_ir_node(b, left)->next;
  bool left_first = tp_ir_left_first(b->p, n, b->ir->is_gcc);
  tp_node_id last = last_part(b, n, left_first);
  tp_ir_push(b, TP_IR_DO_FINISH, n, left_first, 0);
  if (left_first) {
    tp_ir_push(b, TP_IR_DO_VALUE, last, 0, 0);
    tp_ir_push(b, TP_IR_DO_ADDRESS, left, 0, 0);
  } else {
    tp_ir_push(b, TP_IR_DO_ADDRESS, left, 0, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, last, 0, 0);
  }
  if (last != right)
    push_first_parts(b, right, last);
}

/* The type in which L op= R computes. */
static tp_type_id computed_type(const tp_ir_builder *b, tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  tp_node_id left = node->first, right = tp_ir_node(b, left)->next;
  const tp_types *types = &b->p->types;
  if (!tp_type_is_integer(types, tp_ir_node(b, left)->type) &&
      !tp_type_is_float(types, tp_ir_node(b, left)->type))
    return node->type;
  if (node->op == TP_OP_SHL || node->op == TP_OP_SHR)
    return tp_node_promoted(b->p, left);
  return tp_type_arithmetic(types, tp_node_promoted(b->p, left),
                            tp_node_promoted(b->p, right));
}

static tp_ir_arg load_left(tp_ir_builder *b, tp_node_id left, tp_ir_arg at) {
  tp_ir_check_access(b, left, at.value);
  uint32_t value = tp_ir_emit(b, operation(b, TP_IR_LOAD, left), &at, 1);
  return (tp_ir_arg){value, value};
}

static void check_divisor(tp_ir_builder *b, tp_node_id n, tp_ir_arg divisor) {
  uint8_t op = tp_ir_node(b, n)->op;
  tp_ir_op check = {.kind = TP_IR_CHECK, .op = TP_IR_MUST_DIVIDE, .node = n};
  uint64_t value;
  bool is_integer = tp_type_is_integer(&b->p->types, tp_ir_node(b, n)->type);
  bool is_fine = tp_node_constant(b->p, tp_ir_kid(b, n, 1), &value) && value;
  if ((op == TP_OP_DIV || op == TP_OP_MOD) && is_integer && !is_fine)
    tp_ir_emit(b, check, &divisor, 1);
}

/* The casts and commas on the way from n to `last` were not evaluated as such:
 * they are worth what it is, and do what it does and what was taken out. */
static void span_outer(tp_ir_builder *b, tp_node_id n, tp_node_id last) {
  tp_vec_u32 outer = {0};
  tp_ir_span span = b->ir->spans.at[last];
  for (; n != last; n = tp_ir_node(b, n)->kind == TP_N_COMMA
                            ? tp_ir_kid(b, n, 1)
                            : tp_ir_node(b, n)->first)
    VEC_PUSH(&outer, n);
  while (outer.n) {
    const tp_node *node = tp_ir_node(b, n = VEC_POP(&outer));
    tp_ir_span first = b->ir->spans.at[node->first];
    if (node->kind == TP_N_COMMA && first.from < span.from)
      span.from = first.from;
    b->ir->spans.at[n] = span;
    b->ir->worth.at[n] = b->ir->worth.at[last];
  }
  VEC_FREE(&outer);
}

static void finish_assign(tp_ir_builder *b, const tp_ir_item *item) {
  const tp_node *node = tp_ir_node(b, item->node);
  span_outer(b, tp_ir_kid(b, item->node, 1), last_part(b, item->node, item->a));
  tp_ir_arg second = tp_ir_pop(b), first = tp_ir_pop(b);
  tp_ir_arg sides[2] = {item->a ? first : second, item->a ? second : first};
  if (node->op != TP_OP_ASSIGN) {
    tp_ir_arg operands[2] = {load_left(b, node->first, sides[0]), sides[1]};
    operands[1].from = operands[0].from; /* its order is the store's */
    check_divisor(b, item->node, operands[1]);
    tp_ir_op compute = operation(b, TP_IR_BINARY, item->node);
    compute.type = computed_type(b, item->node);
    sides[1].value = tp_ir_emit(b, compute, operands, 2);
  }
  if (node->op == TP_OP_ASSIGN)
    tp_ir_check_access(b, node->first, sides[0].value);
  tp_ir_op store = operation(b, TP_IR_STORE, item->node);
  store.type = tp_ir_node(b, node->first)->type;
  tp_ir_give(b, item, store, sides, 2);
}

static void finish_step(tp_ir_builder *b, const tp_ir_item *item) {
  const tp_node *node = tp_ir_node(b, item->node);
  tp_ir_arg at = tp_ir_pop(b), old = load_left(b, node->first, at);
  uint32_t made = tp_ir_emit(b, operation(b, TP_IR_STEP, item->node), &old, 1);
  tp_ir_arg sides[2] = {at, {made, made}};
  tp_ir_op store = operation(b, TP_IR_STORE, item->node);
  store.type = tp_ir_node(b, node->first)->type;
  uint32_t stored = tp_ir_emit(b, store, sides, 2);
  bool is_postfix = node->flags & TP_F_POSTFIX;
  VEC_PUSH(&b->values,
           (tp_ir_arg){is_postfix ? old.value : stored, item->from});
}

/* ---- initialisers -------------------------------------------------------- */

/* C has no word for the type of a list: it is that of what it initialises. */
static void type_list(tp_ir_builder *b, uint32_t value, tp_type_id type) {
  if (value != TP_IR_NONE && b->ir->ops.at[value].kind == TP_IR_LIST)
    b->ir->ops.at[value].type = type;
}

static void push_initialiser(tp_ir_builder *b, tp_node_id n, tp_ir_op place) {
  uint32_t from = b->ir->ops.n;
  tp_ir_push(b, TP_IR_DO_INITIALISE, n, 0, 0);
  tp_ir_push(b, TP_IR_DO_VALUE, tp_ir_node(b, n)->first, 0, 0);
  VEC_PUSH(&b->values, (tp_ir_arg){tp_ir_emit(b, place, NULL, 0), from});
}

void tp_ir_var(tp_ir_builder *b, tp_node_id var) {
  tp_ir_op place = operation(b, TP_IR_PLACE, var);
  place.type = b->p->decls.at[place.ref].type;
  push_initialiser(b, var, place);
}

void tp_ir_literal(tp_ir_builder *b, tp_node_id n) {
  push_initialiser(b, n, operation(b, TP_IR_LITERAL, n));
}

void tp_ir_initialise(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_arg value = tp_ir_pop(b), at = tp_ir_pop(b);
  tp_ir_arg sides[2] = {at, value};
  tp_ir_op store = operation(b, TP_IR_STORE, item->node);
  store.type = tp_ir_at(b->ir, at.value)->type;
  type_list(b, value.value, store.type);
  tp_ir_emit(b, store, sides, 2);
  if (tp_ir_node(b, item->node)->kind == TP_N_COMPOUND)
    VEC_PUSH(&b->values, at);
}

static void list(tp_ir_builder *b, tp_node_id n) {
  tp_vec_u32 order = {0};
  tp_ir_init_order(b->p, n, &order);
  tp_ir_push(b, TP_IR_DO_FINISH, n, 0, 0);
  for (uint32_t i = order.n; i-- > 0;)
    tp_ir_push(b, TP_IR_DO_VALUE, order.at[i], 0, 0);
  VEC_FREE(&order);
}

/* A member that is given again: which one is evaluated, and when, compilers do
 * not say. */
static bool is_given_again(const tp_ir_builder *b, uint32_t part,
                           uint32_t before) {
  const tp_ir_part *x = tp_ir_part_of(b->ir, tp_ir_at(b->ir, part));
  const tp_ir_part *y = tp_ir_part_of(b->ir, tp_ir_at(b->ir, before));
  return x->offset == y->offset && x->field == TP_IR_NONE;
}

static void finish_list(tp_ir_builder *b, const tp_ir_item *item) {
  uint32_t n = tp_node_kid_count(b->p, item->node);
  tp_ir_op op = operation(b, TP_IR_LIST, item->node);
  b->values.n -= n;
  const tp_ir_arg *parts = b->values.at + b->values.n;
  for (uint32_t i = 0; i < n; i++) {
    const tp_ir_op *part = tp_ir_at(b->ir, parts[i].value);
    if (tp_ir_node(b, part->node)->flags & TP_F_RANGE ||
        (i > 0 && is_given_again(b, parts[i].value, parts[i - 1].value)))
      op.flags = TP_IR_OPEN;
  }
  tp_ir_give(b, item, op, parts, n);
}

static void finish_part(tp_ir_builder *b, const tp_ir_item *item) {
  const tp_node *node = tp_ir_node(b, item->node);
  tp_ir_arg value = tp_ir_pop(b);
  tp_ir_op op = operation(b, TP_IR_PART, item->node);
  bool is_bits = node->flags & TP_F_BITFIELD;
  tp_ir_part where = {node->ref, is_bits ? node->extra : TP_IR_NONE};
  op.ref = b->ir->parts.n;
  VEC_PUSH(&b->ir->parts, where);
  type_list(b, value.value, node->type);
  tp_ir_give(b, item, op, &value, 1);
}

/* ---- calls --------------------------------------------------------------- */

static void call(tp_ir_builder *b, tp_node_id n) {
  tp_node_id args = tp_ir_node(b, tp_ir_node(b, n)->first)->next;
  tp_ir_push(b, TP_IR_DO_FINISH, n, 0, 0);
  if (b->ir->is_gcc)
    for (tp_node_id kid = args; kid; kid = tp_ir_node(b, kid)->next)
      tp_ir_push(b, TP_IR_DO_VALUE, kid, 0, 0);
  else
    tp_ir_push_kids(b, TP_IR_DO_VALUE, args);
  tp_ir_push(b, TP_IR_DO_VALUE, tp_ir_node(b, n)->first, 0, 0);
}

static void finish_call(tp_ir_builder *b, const tp_ir_item *item) {
  uint32_t n = tp_node_kid_count(b->p, item->node);
  tp_ir_op op = operation(b, TP_IR_CALL, item->node);
  if (b->p->sites.at[op.ref].is_input)
    op.kind = TP_IR_INPUT;
  b->values.n -= n;
  tp_ir_arg *args = b->values.at + b->values.n;
  for (uint32_t i = 1, j = n - 1; b->ir->is_gcc && i < j; i++, j--) {
    tp_ir_arg swap = args[i];
    args[i] = args[j];
    args[j] = swap;
  }
  tp_ir_give(b, item, op, args, n);
}

/* ---- text that was left alone -------------------------------------------- */

static tp_ir_why why_left_alone(const tp_ir_builder *b, tp_node_id n) {
  uint32_t size;
  const char *text = tp_node_text(b->p, n, &size);
  while (size && *text == '_') {
    text++;
    size--;
  }
  return size > 3 && strncmp(text, "asm", 3) == 0 ? TP_IR_WHY_ASSEMBLER
                                                  : TP_IR_WHY_TEXT;
}

/* Each part that was understood may be met any number of times in any order. */
void tp_ir_left_alone(tp_ir_builder *b, tp_node_id n, bool as_value) {
  uint32_t parts = tp_node_kid_count(b->p, n), i = parts;
  tp_ir_label again = tp_ir_new_label(b), first = b->places.n;
  if (!as_value)
    tp_ir_push(b, TP_IR_DO_DROP, n, 0, 0);
  tp_ir_push(b, TP_IR_DO_OPAQUE, n, why_left_alone(b, n), 0);
  if (!parts)
    return;
  for (uint32_t k = 0; k < parts; k++)
    tp_ir_new_label(b);
  tp_ir_label done = tp_ir_new_label(b);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, done, 0);
  uint32_t from = b->work.n;
  i = 0;
  TP_KIDS (b->p, n, kid) {
    tp_ir_push(b, TP_IR_DO_PLACE, 0, first + i++, 0);
    tp_ir_push(b, TP_IR_DO_STATEMENT, kid, 0, 0);
    tp_ir_push(b, TP_IR_DO_JUMP, n, again, 0);
  }
  reverse(b, from);
  tp_ir_push(b, TP_IR_DO_CHOOSE, n, first, parts);
  tp_ir_push(b, TP_IR_DO_PLACE, 0, again, 0);
}

void tp_ir_choose(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_emit(b, (tp_ir_op){.kind = TP_IR_CHOOSE, .node = item->node}, NULL, 0);
  tp_ir_add_target(b, item->a + item->b, 0);
  for (uint32_t i = 0; i < item->b; i++)
    tp_ir_add_target(b, item->a + i, i + 1);
}

/* ---- all ----------------------------------------------------------------- */

/* ({ ... }): its last statement is its value. */
static void statement_value(tp_ir_builder *b, tp_node_id n) {
  tp_node_id block = tp_ir_node(b, n)->first, last = 0;
  bool is_void =
      tp_type_get(&b->p->types, tp_ir_node(b, n)->type)->kind == TP_T_VOID;
  TP_KIDS (b->p, block, kid)
    last = kid;
  bool has_value = last && tp_ir_node(b, last)->kind == TP_N_EXPR &&
                   tp_ir_node(b, last)->first;
  tp_ir_push(b, TP_IR_DO_BEGIN, 0, b->begin, 0);
  if (has_value)
    tp_ir_push(b, TP_IR_DO_VALUE, tp_ir_node(b, last)->first, 0, 0);
  else if (is_void)
    tp_ir_push(b, TP_IR_DO_GET, n, TP_IR_NONE, 0);
  else
    tp_ir_push(b, TP_IR_DO_OPAQUE, n, TP_IR_WHY_VALUE, 0);
  tp_ir_push(b, TP_IR_DO_BEGIN, 0, TP_IR_NONE, 0);
  uint32_t from = b->work.n;
  TP_KIDS (b->p, block, kid)
    if (kid != last || !has_value)
      tp_ir_push(b, TP_IR_DO_STATEMENT, kid, 0, 0);
  reverse(b, from);
}

void tp_ir_value(tp_ir_builder *b, tp_node_id n) {
  const tp_node *node = tp_ir_node(b, n);
  switch (node->kind) {
  case TP_N_INT:
  case TP_N_FLOAT: {
    tp_ir_item item = {.node = n, .from = b->ir->ops.n};
    tp_ir_give(b, &item, operation(b, TP_IR_CONST, n), NULL, 0);
    break;
  }
  case TP_N_NAME:
  case TP_N_STRING:
  case TP_N_COMPOUND:
  case TP_N_MEMBER:
  case TP_N_INDEX:
  case TP_N_DEREF:
    tp_ir_push(b, TP_IR_DO_LOAD, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_ADDRESS, n, 0, 0);
    break;
  case TP_N_ADDR:
    tp_ir_push(b, TP_IR_DO_FINISH, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_ADDRESS, node->first, 0, 0);
    break;
  case TP_N_GENERIC:
    tp_ir_push(b, TP_IR_DO_VALUE, node->first, 0, 0);
    break;
  case TP_N_LOGICAL:
    tp_ir_logical(b, n);
    break;
  case TP_N_COND:
    tp_ir_select(b, n);
    break;
  case TP_N_ASSIGN:
    assign(b, n);
    break;
  case TP_N_INCDEC:
    tp_ir_push(b, TP_IR_DO_FINISH, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_ADDRESS, node->first, 0, 0);
    break;
  case TP_N_BINARY: {
    bool right_first = tp_ir_right_first(b->p, n, b->ir->is_gcc);
    tp_node_id right = tp_ir_node(b, node->first)->next;
    tp_ir_push(b, TP_IR_DO_FINISH, n, right_first, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, right_first ? node->first : right, 0, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, right_first ? right : node->first, 0, 0);
    break;
  }
  case TP_N_COMMA:
    tp_ir_push(b, TP_IR_DO_VALUE, tp_ir_node(b, node->first)->next, 0, 0);
    tp_ir_push_unused(b, node->first);
    break;
  case TP_N_CALL:
    call(b, n);
    break;
  case TP_N_INIT_LIST:
    list(b, n);
    break;
  case TP_N_STMT_EXPR:
    statement_value(b, n);
    break;
  case TP_N_UNARY:
  case TP_N_CAST:
  case TP_N_INIT:
    tp_ir_push(b, TP_IR_DO_FINISH, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, node->first, 0, 0);
    break;
  case TP_N_OPAQUE:
    if (!tp_node_is_next_arg(b->p, n)) {
      tp_ir_left_alone(b, n, true);
      break;
    }
    tp_ir_push(b, TP_IR_DO_FINISH, n, 0, 0);
    tp_ir_push(b, TP_IR_DO_VALUE, node->first, 0, 0);
    break;
  default:
    tp_ir_push(b, TP_IR_DO_OPAQUE, n, TP_IR_WHY_NODE, 0);
  }
}

static void finish_binary(tp_ir_builder *b, const tp_ir_item *item) {
  tp_ir_arg second = tp_ir_pop(b), first = tp_ir_pop(b);
  tp_ir_arg sides[2] = {item->a ? second : first, item->a ? first : second};
  check_divisor(b, item->node, sides[1]);
  tp_ir_give(b, item, operation(b, TP_IR_BINARY, item->node), sides, 2);
}

static void finish_unary(tp_ir_builder *b, const tp_ir_item *item,
                         tp_ir_kind kind) {
  tp_ir_arg of = tp_ir_pop(b);
  tp_ir_give(b, item, operation(b, kind, item->node), &of, 1);
}

void tp_ir_finish(tp_ir_builder *b, const tp_ir_item *item) {
  switch (tp_ir_node(b, item->node)->kind) {
  case TP_N_ASSIGN:
    finish_assign(b, item);
    break;
  case TP_N_INCDEC:
    finish_step(b, item);
    break;
  case TP_N_BINARY:
    finish_binary(b, item);
    break;
  case TP_N_CALL:
    finish_call(b, item);
    break;
  case TP_N_INIT_LIST:
    finish_list(b, item);
    break;
  case TP_N_INIT:
    finish_part(b, item);
    break;
  case TP_N_UNARY:
    finish_unary(b, item, TP_IR_UNARY);
    break;
  case TP_N_CAST:
  case TP_N_ADDR: /* from now on a pointer to that, and to no part of it */
    finish_unary(b, item, TP_IR_CONVERT);
    break;
  default:
    finish_unary(b, item, TP_IR_NEXT);
  }
}
