/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a planned expression and its leaves to one expression: from operation to
 * operand, down to the leaves. Bound: TP_LIMIT_LOWER_DEPTH operations on a way;
 * what is nested deeper is not modelled. */
#include "engine/lower.h"

#include "base/limits.h"

#define MAX_STEP (INT64_C(1) << 60) /* bytes from a pointer to an element */

typedef struct walk {
  const tp_sem *sem;
  const tp_ir *ir;
  tp_exprs *x;
  tp_tables *tables;
  bool *has_other_objects;
  const tp_leaf *leaves;
  const tp_node_id *leaf_nodes;
  const tp_wire_leaf *wire_leaves;
  uint32_t n_leaves;
  unsigned depth;
} walk;

/* Values are numbers of operations, TP_IR_NONE: none. */
static tp_expr lower_value(walk *w, uint32_t value);
static tp_value promoted_value(walk *w, uint32_t value);

static const tp_ir_op *op_at(const walk *w, uint32_t value) {
  return tp_ir_at(w->ir, value);
}

static uint32_t operand(const walk *w, const tp_ir_op *op, uint32_t i) {
  return tp_ir_arg_of(w->ir, op, i);
}

static tp_value typed_value(walk *w, uint32_t value) {
  if (value == TP_IR_NONE)
    return (tp_value){0, TP_TYPE_UNKNOWN};
  return (tp_value){lower_value(w, value), op_at(w, value)->type};
}

/* ---- elements ------------------------------------------------------------ */

static bool lower_index(walk *w, uint32_t index, int64_t first,
                        tp_access *out) {
  tp_value v = typed_value(w, index);
  *out = (tp_access){.at = v.e, .first = first, .step = 1};
  return v.e && tp_sem_scalar(w->ir->p, v.type, &out->scalar);
}

/* A step from a pointer: an element, or what *p and *(p + i) name. */
typedef struct pointer_step {
  uint32_t pointer, index; /* index TP_IR_NONE: 0 */
  bool is_minus;
} pointer_step;

static pointer_step split_step(const walk *w, uint32_t address, bool is_deref) {
  const tp_ir_op *op = op_at(w, address);
  bool is_sum =
      op->kind == TP_IR_BINARY && (op->op == TP_OP_ADD || op->op == TP_OP_SUB);
  if (!is_sum && (is_deref || op->kind != TP_IR_ELEMENT))
    return (pointer_step){address, TP_IR_NONE, false};
  uint32_t a = operand(w, op, 0), b = operand(w, op, 1);
  bool is_swapped = tp_type_is_integer(&w->ir->p->types, op_at(w, a)->type);
  return (pointer_step){is_swapped ? b : a, is_swapped ? a : b,
                        is_sum && op->op == TP_OP_SUB};
}

/* The outermost dimension behind a pointer. Where only the index depends on
 * inputs the element is known by it, else by its address. */
static bool lower_step(walk *w, uint32_t address, bool is_deref,
                       const tp_leaf *table, int64_t stride, tp_access *out) {
  pointer_step step = split_step(w, address, is_deref);
  uint64_t start;
  tp_cscalar scalar = {.size = 8};
  tp_value p = typed_value(w, step.pointer);
  if (!p.e)
    return false;
  int64_t here = (int64_t)table->here + table->first * stride;
  bool has_index = step.index != TP_IR_NONE;
  if (has_index && tp_expr_constant(w->x, p.e, &start)) {
    int64_t bytes = (int64_t)((uint64_t)here - start);
    int64_t sign = step.is_minus ? -1 : 1;
    if (bytes % stride != 0 || bytes > MAX_STEP || bytes < -MAX_STEP ||
        !lower_index(w, step.index, sign * (bytes / stride), out))
      return false;
    out->step = sign;
    return true;
  }
  int64_t end = here + (int64_t)table->n_elements * stride;
  if (tp_choice_leaves(w->x, p.e, (uint64_t)here, (uint64_t)end))
    *w->has_other_objects = true;
  if (has_index)
    p.type = tp_ir_moved_type(w->ir, op_at(w, address), p.type);
  if (has_index)
    p = tp_sem_binary(w->sem, step.is_minus ? TP_OP_SUB : TP_OP_ADD, p,
                      promoted_value(w, step.index));
  *out =
      (tp_access){.at = p.e, .scalar = scalar, .first = here, .step = stride};
  return p.e;
}

/* How many elements the dimension has, and what is read where none of them
 * fits: of a pointer, which may lead to another object, what it was in this
 * run. */
static bool count_elements(const tp_leaf *table, const tp_wire_leaf *wire,
                           uint32_t d, uint32_t inner, tp_access *out) {
  bool is_behind_pointer = d == 0 && wire->dim[0].count == 0;
  out->count =
      is_behind_pointer ? table->n_elements / inner : wire->dim[d].count;
  out->other = is_behind_pointer && wire->n_dims == 1 ? (uint32_t)-table->first
                                                      : out->count - 1;
  return out->other < out->count;
}

/* Dimension d, of which an element lies at the address; `is_deref`: the first
 * of the array there. */
static bool lower_dim(walk *w, uint32_t leaf, uint32_t address, bool is_deref,
                      uint32_t d, tp_access *out) {
  const tp_ir_op *op = op_at(w, address);
  const tp_wire_dim *dim = &w->wire_leaves[leaf].dim[d];
  if (dim->count == 0)
    return lower_step(w, address, is_deref, &w->leaves[leaf], dim->stride, out);
  if (is_deref || op->kind != TP_IR_ELEMENT)
    return false;
  bool is_ctype = tp_ir_ctype_table(w->ir, operand(w, op, 0)) != TP_CTYPE_NONE;
  return lower_index(w, operand(w, op, 1), is_ctype ? TP_CTYPE_FIRST : 0, out);
}

static bool lower_indices(walk *w, uint32_t leaf, tp_choice *out) {
  const tp_wire_leaf *wire = &w->wire_leaves[leaf];
  const tp_ir_op *in = NULL;
  uint32_t inner = 1, at = w->ir->places.at[w->leaf_nodes[leaf]];
  *out = (tp_choice){.n_dims = wire->n_dims};
  for (uint32_t d = wire->n_dims; d > 0;) {
    if (at == TP_IR_NONE)
      return false;
    const tp_ir_op *op = op_at(w, at);
    bool is_deref =
        tp_ir_is_first_element(w->ir, at, in, in ? in->type : TP_TYPE_VOID);
    if (op->kind != TP_IR_FIELD || is_deref) {
      tp_access *a = &out->dim[--d];
      if (!lower_dim(w, leaf, at, is_deref, d, a) ||
          !count_elements(&w->leaves[leaf], wire, d, inner, a))
        return false;
      inner *= a->count;
    }
    in = op;
    at = tp_ir_is_address(op) && op->n ? operand(w, op, 0) : TP_IR_NONE;
  }
  return inner == w->leaves[leaf].n_elements;
}

static tp_expr select_element(walk *w, uint32_t leaf) {
  const tp_leaf *table = &w->leaves[leaf];
  tp_choice c;
  if (!lower_indices(w, leaf, &c))
    return 0;
  return table->table ? tp_tables_choose(w->tables, w->x, table->table, &c,
                                         table->element)
                      : tp_choice_of(w->x, &c, table->element);
}

/* ---- leaves -------------------------------------------------------------- */

static tp_expr leaf_bits(walk *w, uint32_t leaf) {
  return w->leaves[leaf].element ? select_element(w, leaf)
                                 : w->leaves[leaf].bits;
}

/* `field`: of a bit-field, of which a leaf has the bytes it lies in. */
static tp_expr lower_leaf(walk *w, uint32_t leaf, tp_type_id type,
                          const tp_field *field) {
  tp_cscalar t;
  if (!tp_sem_scalar(w->ir->p, type, &t))
    return 0;
  tp_expr bits = leaf_bits(w, leaf);
  if (!bits)
    return 0;
  if (field)
    return tp_sem_field_read(w->sem, bits, field);
  if (tp_expr_width(w->x, bits) != 8u * t.size)
    return 0;
  return tp_cop_of_bits(w->x, t, bits);
}

/* What another expression than that lvalue is worth is told as a value. */
static tp_expr lower_loaded(walk *w, uint32_t leaf, const tp_ir_op *op) {
  bool is_load = op->kind == TP_IR_LOAD && op->node == w->leaf_nodes[leaf];
  return lower_leaf(w, leaf, op->type,
                    is_load ? tp_ir_bitfield(w->ir, operand(w, op, 0)) : NULL);
}

static bool find_leaf(const walk *w, uint32_t value, uint32_t *leaf) {
  const tp_ir_op *op = op_at(w, value);
  for (*leaf = 0; *leaf < w->n_leaves; ++*leaf) {
    tp_node_id n = w->leaf_nodes[*leaf];
    if (w->ir->worth.at[n] == value ||
        (op->kind == TP_IR_LOAD && op->node == n))
      return true;
  }
  return false;
}

/* ---- operators ----------------------------------------------------------- */

static tp_value promoted_value(walk *w, uint32_t value) {
  tp_type_id t = tp_ir_promoted(w->ir, value);
  return (tp_value){tp_sem_convert(w->sem, typed_value(w, value), t), t};
}

/* An operand of a sum or difference. What *rows points to, as a pointer, has
 * the type of the sum that it is in. */
static tp_value summand(walk *w, const tp_ir_op *op, uint32_t i) {
  tp_value v = promoted_value(w, operand(w, op, i));
  v.type = tp_ir_moved_type(w->ir, op, v.type);
  if (v.type == TP_TYPE_UNKNOWN)
    v.e = 0;
  return v;
}

static tp_expr lower_unary(walk *w, const tp_ir_op *op) {
  uint32_t of = operand(w, op, 0);
  return tp_sem_unary(w->sem, (tp_op)op->op,
                      op->op == TP_OP_NOT ? typed_value(w, of)
                                          : promoted_value(w, of))
      .e;
}

/* &x is where x is. */
static tp_expr lower_convert(walk *w, const tp_ir_op *op) {
  tp_value v = typed_value(w, operand(w, op, 0));
  bool is_place = tp_ir_is_address(op_at(w, operand(w, op, 0)));
  return is_place && tp_type_is_pointer(&w->ir->p->types, op->type)
             ? v.e
             : tp_sem_convert(w->sem, v, op->type);
}

static tp_expr lower_call(walk *w, const tp_ir_op *op) {
  const tp_pure *f = tp_pure_call(w->ir->p, op->ref);
  tp_value args[TP_PURE_MAX_ARGS];
  if (!f)
    return 0;
  for (uint32_t i = 0; i < f->n; i++)
    args[i] = typed_value(w, operand(w, op, i + 1));
  return tp_sem_convert(w->sem, tp_sem_pure(w->sem, f, args), op->type);
}

static tp_expr moved(walk *w, tp_expr from, tp_expr by, uint64_t size) {
  if (!from || !by)
    return 0;
  return tp_expr_bv_op(
      w->x, TP_BV_ADD, from,
      tp_expr_bv_op(w->x, TP_BV_MUL, by, tp_expr_bv(w->x, 64, size)));
}

static tp_expr lower_element(walk *w, const tp_ir_op *op) {
  const tp_type *type = tp_type_get(&w->ir->p->types, op->type);
  tp_value index = promoted_value(w, operand(w, op, 1));
  if (!type->is_complete || type->is_variable)
    return 0;
  return moved(w, lower_value(w, operand(w, op, 0)),
               tp_sem_convert(w->sem, index, TP_TYPE_LONG), type->size);
}

static tp_expr lower_operation(walk *w, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_FIELD:
    return moved(w, lower_value(w, operand(w, op, 0)), tp_expr_bv(w->x, 64, 1),
                 w->ir->p->types.fields.at[op->ref].offset);
  case TP_IR_ELEMENT:
    return lower_element(w, op);
  case TP_IR_CONST:
    return tp_sem_constant(w->sem, op->type, op->ref);
  case TP_IR_UNARY:
    return lower_unary(w, op);
  case TP_IR_BINARY:
    return tp_sem_binary(w->sem, (tp_op)op->op, summand(w, op, 0),
                         summand(w, op, 1))
        .e;
  case TP_IR_STEP:
    return tp_sem_step(w->sem, typed_value(w, operand(w, op, 0)),
                       op->op == TP_OP_SUB);
  case TP_IR_CONVERT:
    return lower_convert(w, op);
  case TP_IR_CALL:
    return lower_call(w, op);
  default:
    return 0;
  }
}

static tp_expr lower_value(walk *w, uint32_t value) {
  uint32_t leaf;
  if (find_leaf(w, value, &leaf))
    return lower_loaded(w, leaf, op_at(w, value));
  if (w->depth == TP_LIMIT_LOWER_DEPTH)
    return 0;
  w->depth++;
  tp_expr e = lower_operation(w, op_at(w, value));
  w->depth--;
  return e;
}

/* ---- what was planned ---------------------------------------------------- */

static bool is_leaf(const walk *w, tp_node_id n, uint32_t *leaf) {
  for (*leaf = 0; *leaf < w->n_leaves; ++*leaf)
    if (w->leaf_nodes[*leaf] == n)
      return true;
  return false;
}

/* The store that an assignment or ++ does last; NULL: n is another expression,
 * or its value was captured. */
static const tp_ir_op *store_of(const walk *w, tp_node_id n) {
  tp_ir_span span = w->ir->spans.at[n];
  uint32_t value = w->ir->worth.at[n], leaf;
  if (span.to == span.from || value == TP_IR_NONE || is_leaf(w, n, &leaf))
    return NULL;
  const tp_ir_op *last = op_at(w, span.to - 1);
  bool is_literal = tp_ir_is_address(op_at(w, value)); /* an array made here */
  return last->kind == TP_IR_STORE && last->node == n && !is_literal ? last
                                                                     : NULL;
}

/* An lvalue that is only a place, read once more: before ++, after =. */
static tp_value place_value(walk *w, tp_node_id n) {
  uint32_t leaf, place = w->ir->places.at[n];
  if (place == TP_IR_NONE || !is_leaf(w, n, &leaf))
    return (tp_value){0, TP_TYPE_UNKNOWN};
  tp_type_id type = op_at(w, place)->type;
  if (!tp_ir_is_address(op_at(w, place)))
    type = tp_type_get(&w->ir->p->types, type)->base;
  return (tp_value){lower_leaf(w, leaf, type, tp_ir_bitfield(w->ir, place)),
                    type};
}

static tp_value planned_value(walk *w, tp_node_id n) {
  const tp_ir_op *store = store_of(w, n);
  if (w->ir->worth.at[n] == TP_IR_NONE)
    return place_value(w, n);
  if (!store)
    return typed_value(w, w->ir->worth.at[n]);
  tp_value v = typed_value(w, operand(w, store, 1));
  return (tp_value){tp_sem_convert(w->sem, v, store->type), store->type};
}

static tp_expr lower_store(walk *w, const tp_plan_expr *plan) {
  tp_cscalar t;
  if (!tp_sem_scalar(w->ir->p, plan->type, &t))
    return 0;
  tp_expr e = tp_sem_convert(w->sem, planned_value(w, plan->node), plan->type);
  if (!e)
    return 0;
  tp_expr bits = tp_cop_to_bits(w->x, t, e);
  if (plan->kind != TP_PLAN_FIELD)
    return bits;
  tp_expr old = w->leaves[w->n_leaves - 1].bits;
  return old ? tp_sem_field_write(w->sem, old, bits, &plan->field) : 0;
}

static walk start(const tp_lowering *l, uint32_t plan_number,
                  const tp_leaf *leaves) {
  const tp_wire_expr *wire = &l->plan->wire_exprs.at[plan_number];
  return (walk){.sem = &l->sem,
                .ir = l->ir,
                .x = l->sem.exprs,
                .tables = l->tables,
                .has_other_objects = l->has_other_objects,
                .leaves = leaves,
                .leaf_nodes = l->plan->leaf_nodes.at + wire->first_leaf,
                .wire_leaves = l->plan->wire_leaves.at + wire->first_leaf,
                .n_leaves = wire->n_leaves};
}

bool tp_lower_table_store(const tp_lowering *l, uint32_t plan_number,
                          const tp_leaf *leaves, tp_expr *out) {
  walk w = start(l, plan_number, leaves);
  uint32_t last = w.n_leaves - 1;
  const tp_leaf *table = &leaves[last];
  tp_choice c;
  tp_expr value = lower_store(&w, &l->plan->exprs.at[plan_number]);
  if (!value || tp_expr_width(w.x, value) != 8u * w.wire_leaves[last].size ||
      !lower_indices(&w, last, &c))
    return false;
  for (uint32_t i = 0; i < table->n_elements; i++)
    out[i] =
        tp_expr_ite(w.x, tp_choice_is(w.x, &c, i), value, table->element[i]);
  return true;
}

static tp_expr lower_plan(const tp_lowering *l, uint32_t plan_number,
                          const tp_leaf *leaves) {
  const tp_plan_expr *plan = &l->plan->exprs.at[plan_number];
  walk w = start(l, plan_number, leaves);
  switch (plan->kind) {
  case TP_PLAN_CONDITION:
    return tp_sem_truth(w.sem, typed_value(&w, w.ir->worth.at[plan->node]));
  case TP_PLAN_SWITCH:
    return w.ir->worth.at[plan->node] == TP_IR_NONE
               ? 0
               : promoted_value(&w, w.ir->worth.at[plan->node]).e;
  case TP_PLAN_PIECE:
    return leaf_bits(&w, w.n_leaves - 1);
  default:
    return lower_store(&w, plan);
  }
}

/* Fills what an entry is known by; false: such ones are not kept. */
static bool name_lowered(const tp_lowering *l, uint32_t plan_number,
                         const tp_leaf *leaves, tp_lowered *out) {
  uint32_t n = l->plan->wire_exprs.at[plan_number].n_leaves;
  *out = (tp_lowered){.plan_number = plan_number};
  for (uint32_t i = 0; i < n; i++) {
    if (i == TP_LOWERED_LEAVES || leaves[i].element)
      return false;
    out->leaf[i] = leaves[i].bits;
  }
  return true;
}

static tp_lowered *lowered_slot(const tp_lowering *l, const tp_lowered *name) {
  uint64_t h = tp_hash_pair((uint64_t)name->plan_number << 32 | name->leaf[0],
                            (uint64_t)name->leaf[1] << 32 | name->leaf[2]);
  return &l->lowered[(h + name->leaf[3]) % TP_LIMIT_LOWER_KEPT];
}

/* Loops, and tests that begin alike, ask for the same again and again. */
tp_expr tp_lower_plan(const tp_lowering *l, uint32_t plan_number,
                      const tp_leaf *leaves) {
  tp_lowered name;
  if (!l->lowered || !name_lowered(l, plan_number, leaves, &name))
    return lower_plan(l, plan_number, leaves);
  tp_lowered *slot = lowered_slot(l, &name);
  if (slot->plan_number != plan_number ||
      memcmp(slot->leaf, name.leaf, sizeof name.leaf) != 0) {
    name.meaning = lower_plan(l, plan_number, leaves);
    *slot = name;
  }
  return slot->meaning;
}
