/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the operations. What they read and call lies on two stacks, in
 * their order; `start` says where an operation's begins. When an operation is
 * done, what lies above the start of its first operand becomes a set; past
 * TP_LIMIT_FLOW_SET it is "everything". Only what the IR marks open is looked
 * at. */
#include "flow/shows.h"

#include "libc/pure.h"
#include "base/limits.h"
#include "flow/changes.h"

#define EVERYTHING UINT32_MAX

typedef struct part { /* of the two stacks, from here on */
  uint32_t reads, calls;
} part;

typedef struct side { /* what lies between the two */
  part from, to;
} side;

typedef struct finder {
  const tp_ir *ir;
  tp_changes changes;
  tp_shows *out;
  tp_bits open;    /* by operation: the order in the value shows */
  tp_bits fragile; /* by operation: in it is a choice with a call, which gcc may
                      turn into a comma and move */
  VEC(part) start; /* by operation of the function */
  uint32_t first;  /* operation of the function */
  tp_vec_u32 reads, calls;
} finder;

/* ---- sets ---------------------------------------------------------------- */

/* Each member once; too many are everything. */
static void pack(tp_vec_u32 *v, uint32_t from) {
  uint32_t n = from;
  for (uint32_t i = from; i < v->n && n - from <= TP_LIMIT_FLOW_SET; i++) {
    uint32_t k = from;
    while (k < n && v->at[k] != v->at[i])
      k++;
    if (k == n)
      v->at[n++] = v->at[i];
  }
  v->n = n;
  if (n - from > TP_LIMIT_FLOW_SET) {
    v->n = from;
    VEC_PUSH(v, EVERYTHING);
  }
}

static bool may_change(finder *x, uint32_t changer, uint32_t object) {
  if (changer == EVERYTHING || object == EVERYTHING)
    return true;
  return tp_changes_may(&x->changes, changer, object);
}

/* A call in one may change what the other reads. */
static bool disturbs(finder *x, const side *calls, const side *reads) {
  for (uint32_t c = calls->from.calls; c < calls->to.calls; c++)
    for (uint32_t r = reads->from.reads; r < reads->to.reads; r++)
      if (may_change(x, x->calls.at[c], x->reads.at[r]))
        return true;
  return false;
}

static bool has_call(const side *s) {
  return s->to.calls > s->from.calls;
}

static part now(const finder *x) {
  return (part){x->reads.n, x->calls.n};
}

static part start_of(const finder *x, uint32_t op) {
  return x->start.at[op - x->first];
}

/* What the operations of operand i read and call; `at` is the newest. */
static side side_of(const finder *x, uint32_t at, uint32_t i) {
  tp_ir_span s = tp_ir_operand(x->ir, at, i);
  return (side){start_of(x, s.from), s.to == at ? now(x) : start_of(x, s.to)};
}

/* ---- what an operation reads and calls ----------------------------------- */

/* It lies in the variable's frame, and no pointer leads there. */
static bool is_local(const finder *x, tp_decl_id d) {
  const tp_decl *decl = &x->ir->p->decls.at[d];
  return decl->scope && !decl->is_static && !decl->is_extern &&
         !decl->is_thread &&
         tp_changes_object(&x->changes, d) != TP_OBJECT_MEMORY;
}

/* The object at an address: false if no call changes what is there. */
static bool find_object(const finder *x, uint32_t address, uint32_t *object) {
  const tp_ir *ir = x->ir;
  const tp_ir_op *op = tp_ir_at(ir, address);
  while (op->kind == TP_IR_FIELD || op->kind == TP_IR_ELEMENT) {
    op = tp_ir_at(ir, tp_ir_arg_of(ir, op, 0));
    if (op->kind > TP_IR_ELEMENT)
      break;
  }
  *object =
      tp_changes_object(&x->changes, op->kind == TP_IR_PLACE ? op->ref : 0);
  if (op->kind == TP_IR_PLACE)
    return !is_local(x, op->ref);
  return op->kind > TP_IR_ELEMENT;
}

static void add_read(finder *x, const tp_ir_op *op) {
  uint32_t object;
  if (find_object(x, tp_ir_arg_of(x->ir, op, 0), &object))
    VEC_PUSH(&x->reads, object);
}

static void add_call(finder *x, const tp_ir_op *op) {
  uint32_t changer = tp_changes_changer(&x->changes, op);
  if (changer == TP_CHANGER_WILD)
    changer = EVERYTHING;
  if (changer != TP_CHANGER_NONE)
    VEC_PUSH(&x->calls, changer);
}

/* ---- operands ------------------------------------------------------------ */

/* A call of a function that is followed like an operator has operands. */
static bool is_operator_call(const finder *x, const tp_ir_op *op) {
  return op->kind == TP_IR_CALL && tp_pure_call(x->ir->p, op->ref);
}

/* Operand i is no value of its own: what shows in it shows in the operation. */
static bool is_within(const finder *x, uint32_t at, uint32_t i) {
  const tp_ir_op *op = tp_ir_at(x->ir, at);
  switch (op->kind) {
  case TP_IR_HOLD:
  case TP_IR_FIELD:
  case TP_IR_ELEMENT:
  case TP_IR_LOAD:
  case TP_IR_UNARY:
  case TP_IR_STEP:
  case TP_IR_CONVERT:
  case TP_IR_NEXT:
    return true;
  case TP_IR_BINARY:
    return !tp_ir_is_update(x->ir, at);
  case TP_IR_CALL:
    return i == 0 || is_operator_call(x, op);
  case TP_IR_STORE:
    return tp_ir_is_step(x->ir, op);
  default:
    return false;
  }
}

static bool is_fragile(const finder *x, uint32_t at, uint32_t i) {
  uint32_t value = tp_ir_arg_of(x->ir, tp_ir_at(x->ir, at), i);
  if (value == TP_IR_NONE)
    return false;
  side s = side_of(x, at, i);
  return tp_ir_at(x->ir, value)->kind == TP_IR_GET
             ? has_call(&s)
             : tp_bits_has(&x->fragile, value);
}

static void inherit(finder *x, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(x->ir, at);
  for (uint32_t i = 0; i < op->n; i++) {
    uint32_t value = tp_ir_arg_of(x->ir, op, i);
    if (value == TP_IR_NONE || !is_within(x, at, i))
      continue;
    if (tp_bits_has(&x->open, value))
      tp_bits_add(&x->open, at);
    if (is_fragile(x, at, i) &&
        (op->kind != TP_IR_CALL || is_operator_call(x, op)))
      tp_bits_add(&x->fragile, at);
  }
}

static bool order_shows(finder *x, uint32_t at, uint32_t i, uint32_t k) {
  side a = side_of(x, at, i), b = side_of(x, at, k);
  return disturbs(x, &a, &b) || disturbs(x, &b, &a) ||
         (has_call(&a) && is_fragile(x, at, k)) ||
         (has_call(&b) && is_fragile(x, at, i));
}

static void compare_operands(finder *x, uint32_t at) {
  uint32_t n = tp_ir_at(x->ir, at)->n;
  for (uint32_t k = 1; k < n; k++)
    for (uint32_t i = 0; i < k; i++)
      if (order_shows(x, at, i, k))
        tp_bits_add(&x->open, at);
}

/* ---- assignments --------------------------------------------------------- */

/* Of L op= R where R comes last: R's ends where L is read. */
static void leave_out_load(const finder *x, const tp_ir_op *op, side *right) {
  const tp_ir_op *made = tp_ir_at(x->ir, tp_ir_arg_of(x->ir, op, 1));
  if (op->op != TP_OP_ASSIGN && made->kind == TP_IR_BINARY)
    right->to = start_of(x, tp_ir_arg_of(x->ir, made, 0));
}

/* L = R: R's calls may change where L is, L's what R reads; with calls on both
 * sides either may come first. `first`: what gcc takes out of R. */
static void compare_sides(finder *x, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(x->ir, at);
  side left = side_of(x, at, 0), right = side_of(x, at, 1), first = {0};
  if (tp_ir_is_left_first(x->ir, at)) {
    leave_out_load(x, op, &right);
    first = (side){start_of(x, x->ir->spans.at[op->node].from), left.from};
  }
  if (disturbs(x, &right, &left) || disturbs(x, &first, &left))
    tp_bits_add(&x->out->moving, op->node);
  if ((has_call(&left) && (has_call(&right) || has_call(&first))) ||
      disturbs(x, &left, &right) || disturbs(x, &left, &first))
    tp_bits_add(&x->out->open, op->node);
}

/* ---- records as arguments ------------------------------------------------ */

static bool is_record(const finder *x, const tp_ir_op *value) {
  return value->kind == TP_IR_LOAD &&
         tp_type_get(&x->ir->p->types, value->type)->kind == TP_T_RECORD;
}

static void open_record(finder *x, const tp_ir_op *record, part from) {
  uint32_t object;
  if (!find_object(x, tp_ir_arg_of(x->ir, record, 0), &object))
    return;
  for (uint32_t c = from.calls; c < x->calls.n; c++)
    if (may_change(x, x->calls.at[c], object))
      tp_bits_add(&x->out->open, record->node);
}

static void open_records(finder *x, const tp_ir_op *op, part from) {
  for (uint32_t i = 1; i < op->n; i++) {
    uint32_t value = tp_ir_arg_of(x->ir, op, i);
    if (value != TP_IR_NONE && is_record(x, tp_ir_at(x->ir, value)))
      open_record(x, tp_ir_at(x->ir, value), from);
  }
}

/* ---- all ----------------------------------------------------------------- */

static part start_of_operands(const finder *x, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(x->ir, at);
  uint32_t from = at;
  for (uint32_t i = 0; i < op->n; i++)
    if (x->ir->args.at[op->first + i].from < from)
      from = x->ir->args.at[op->first + i].from;
  return start_of(x, from);
}

static void compare(finder *x, uint32_t at, part from) {
  const tp_ir_op *op = tp_ir_at(x->ir, at);
  bool is_open = op->flags & TP_IR_OPEN;
  bool is_assignment = op->kind == TP_IR_STORE && op->op != TP_OP_NONE &&
                       !tp_ir_is_step(x->ir, op);
  if (is_assignment && is_open)
    compare_sides(x, at);
  else if (is_open && (op->kind == TP_IR_ELEMENT || op->kind == TP_IR_BINARY ||
                       is_operator_call(x, op)))
    compare_operands(x, at);
  else if (op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT)
    open_records(x, op, from);
}

static void visit(finder *x, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(x->ir, at);
  VEC_PUSH(&x->start, now(x));
  part from = start_of_operands(x, at);
  compare(x, at, from);
  inherit(x, at);
  if (tp_bits_has(&x->open, at))
    tp_bits_add(&x->out->open, op->node);
  if (op->kind == TP_IR_LOAD)
    add_read(x, op);
  else if (op->kind == TP_IR_CALL || op->kind == TP_IR_INPUT ||
           op->kind == TP_IR_OPAQUE || op->kind == TP_IR_NEXT)
    add_call(x, op);
  pack(&x->reads, from.reads);
  pack(&x->calls, from.calls);
}

void tp_flow_shows(tp_shows *out, const tp_ir *ir) {
  finder x = {.ir = ir, .out = out};
  tp_bits_init(&out->open, ir->p->nodes.n + 1);
  tp_bits_init(&out->moving, ir->p->nodes.n + 1);
  tp_bits_init(&x.open, ir->ops.n + 1);
  tp_bits_init(&x.fragile, ir->ops.n + 1);
  tp_changes_init(&x.changes, ir);
  for (tp_func_id f = 1; f < ir->p->funcs.n; f++) {
    x.first = ir->first.at[f];
    x.start.n = x.reads.n = x.calls.n = 0;
    for (uint32_t i = x.first; i < ir->first.at[f + 1]; i++)
      visit(&x, i);
  }
  tp_changes_free(&x.changes);
  tp_bits_free(&x.open);
  tp_bits_free(&x.fragile);
  VEC_FREE(&x.start);
  VEC_FREE(&x.reads);
  VEC_FREE(&x.calls);
}

void tp_shows_free(tp_shows *s) {
  tp_bits_free(&s->open);
  tp_bits_free(&s->moving);
}
