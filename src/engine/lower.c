/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a planned expression and its leaves to one expression: a walk over the
 * syntax tree that stops at the leaves. Bound: TP_LIMIT_LOWER_DEPTH levels of
 * the syntax tree; what is nested deeper is not modelled. */
#include "engine/lower.h"

#include "base/limits.h"

#define MAX_STEP (INT64_C(1) << 60) /* bytes from a pointer to an element */

typedef struct walk {
  const tp_sem *sem;
  const tp_program *p;
  tp_exprs *x;
  tp_tables *tables;
  bool *has_other_objects;
  const tp_leaf *leaves;
  const tp_node_id *leaf_nodes;
  const tp_wire_leaf *wire_leaves;
  uint32_t n_leaves;
  unsigned depth;
} walk;

static tp_expr lower_value(walk *w, tp_node_id n);
static tp_value promoted_value(walk *w, tp_node_id n);

/* ---- leaves -------------------------------------------------------------- */

static bool lower_index(walk *w, tp_node_id n, int64_t first, tp_access *out) {
  tp_type_id t = tp_node_get(w->p, n)->type;
  *out = (tp_access){.at = lower_value(w, n), .first = first, .step = 1};
  return out->at && tp_sem_scalar(w->p, t, &out->scalar);
}

/* A pointer step as pointer and index (0: none). */
static void split_step(const walk *w, tp_node_id n, tp_node_id *pointer,
                       tp_node_id *index, bool *is_minus) {
  const tp_node *node = tp_node_get(w->p, n);
  bool is_deref = node->kind == TP_N_DEREF;
  *pointer = node->first;
  *index = is_deref ? 0 : tp_node_kid(w->p, n, 1);
  *is_minus = false;
  const tp_node *sum = tp_node_get(w->p, *pointer);
  if (!is_deref || sum->kind != TP_N_BINARY ||
      (sum->op != TP_OP_ADD && sum->op != TP_OP_SUB))
    return;
  *is_minus = sum->op == TP_OP_SUB;
  tp_node_id a = sum->first, b = tp_node_kid(w->p, *pointer, 1);
  bool is_swapped =
      tp_type_is_integer(&w->p->types, tp_node_get(w->p, a)->type);
  *pointer = is_swapped ? b : a;
  *index = is_swapped ? a : b;
}

/* The outermost dimension behind a pointer. Where only the index depends on
 * inputs the element is known by it, else by its address. */
static bool lower_step(walk *w, tp_node_id n, const tp_leaf *table,
                       int64_t stride, tp_access *out) {
  tp_node_id pointer, index;
  bool is_minus;
  uint64_t start;
  tp_cscalar address = {.size = 8};
  split_step(w, n, &pointer, &index, &is_minus);
  tp_value p = {lower_value(w, pointer), tp_node_get(w->p, pointer)->type};
  if (!p.e)
    return false;
  int64_t here = (int64_t)table->here + table->first * stride;
  if (index && tp_expr_constant(w->x, p.e, &start)) {
    int64_t bytes = (int64_t)((uint64_t)here - start), sign = is_minus ? -1 : 1;
    if (bytes % stride != 0 || bytes > MAX_STEP || bytes < -MAX_STEP ||
        !lower_index(w, index, sign * (bytes / stride), out))
      return false;
    out->step = sign;
    return true;
  }
  int64_t end = here + (int64_t)table->n_elements * stride;
  if (tp_choice_leaves(w->x, p.e, (uint64_t)here, (uint64_t)end))
    *w->has_other_objects = true;
  if (index)
    p = tp_sem_binary(w->sem, is_minus ? TP_OP_SUB : TP_OP_ADD, p,
                      promoted_value(w, index));
  *out =
      (tp_access){.at = p.e, .scalar = address, .first = here, .step = stride};
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

static bool lower_dim(walk *w, uint32_t leaf, tp_node_id n, uint32_t d,
                      tp_access *out) {
  const tp_node *node = tp_node_get(w->p, n);
  const tp_wire_dim *dim = &w->wire_leaves[leaf].dim[d];
  int64_t first =
      tp_node_is_ctype_table(w->p, node->first) ? TP_CTYPE_FIRST : 0;
  if (node->kind != TP_N_INDEX && node->kind != TP_N_DEREF)
    return false;
  return dim->count == 0 ? lower_step(w, n, &w->leaves[leaf], dim->stride, out)
                         : lower_index(w, tp_node_kid(w->p, n, 1), first, out);
}

static bool lower_indices(walk *w, uint32_t leaf, tp_node_id n,
                          tp_choice *out) {
  const tp_wire_leaf *wire = &w->wire_leaves[leaf];
  uint32_t inner = 1;
  *out = (tp_choice){.n_dims = wire->n_dims};
  for (uint32_t d = wire->n_dims; d > 0; n = tp_node_get(w->p, n)->first) {
    if (tp_node_get(w->p, n)->kind == TP_N_MEMBER)
      continue;
    tp_access *a = &out->dim[--d];
    if (!lower_dim(w, leaf, n, d, a) ||
        !count_elements(&w->leaves[leaf], wire, d, inner, a))
      return false;
    inner *= a->count;
  }
  return inner == w->leaves[leaf].n_elements;
}

static tp_expr select_element(walk *w, uint32_t leaf, tp_node_id n) {
  const tp_leaf *table = &w->leaves[leaf];
  tp_choice c;
  if (!lower_indices(w, leaf, n, &c))
    return 0;
  return table->table ? tp_tables_choose(w->tables, w->x, table->table, &c,
                                         table->element)
                      : tp_choice_of(w->x, &c, table->element);
}

static tp_expr leaf_bits(walk *w, uint32_t leaf, tp_node_id n) {
  return w->leaves[leaf].element ? select_element(w, leaf, n)
                                 : w->leaves[leaf].bits;
}

static tp_expr lower_leaf(walk *w, uint32_t leaf, tp_node_id n) {
  tp_cscalar t;
  tp_field field;
  if (!tp_sem_scalar(w->p, tp_node_get(w->p, n)->type, &t))
    return 0;
  tp_expr bits = leaf_bits(w, leaf, n);
  if (!bits)
    return 0;
  if (tp_sem_bitfield(w->p, n, &field))
    return tp_sem_field_read(w->sem, bits, &field);
  if (tp_expr_width(w->x, bits) != 8u * t.size)
    return 0;
  return tp_cop_of_bits(w->x, t, bits);
}

static bool find_leaf(const walk *w, tp_node_id n, uint32_t *leaf) {
  for (uint32_t i = 0; i < w->n_leaves; i++) {
    if (w->leaf_nodes[i] == n) {
      *leaf = i;
      return true;
    }
  }
  return false;
}

/* ---- operators ----------------------------------------------------------- */

static tp_type_id type_of(const walk *w, tp_node_id n) {
  return tp_node_get(w->p, n)->type;
}

static tp_value typed_value(walk *w, tp_node_id n) {
  return (tp_value){lower_value(w, n), type_of(w, n)};
}

static tp_value promoted_value(walk *w, tp_node_id n) {
  tp_type_id t = tp_sem_promoted(w->p, n);
  return (tp_value){tp_sem_convert(w->sem, typed_value(w, n), t), t};
}

static tp_value lower_binary(walk *w, tp_op op, tp_node_id a, tp_node_id b) {
  return tp_sem_binary(w->sem, op, promoted_value(w, a), promoted_value(w, b));
}

static tp_value lower_unary(walk *w, const tp_node *node) {
  tp_node_id kid = node->first;
  return tp_sem_unary(w->sem, (tp_op)node->op,
                      node->op == TP_OP_NOT ? typed_value(w, kid)
                                            : promoted_value(w, kid));
}

/* What an assignment or ++ stores, in the type of its left side. */
static tp_value lower_stored(walk *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  tp_node_id left = node->first, right = tp_node_kid(w->p, n, 1);
  tp_value out = {0, type_of(w, left)};
  if (node->kind == TP_N_INCDEC)
    out.e = tp_sem_step(w->sem, typed_value(w, left), node->op == TP_OP_SUB);
  else if (node->op == TP_OP_ASSIGN)
    out.e = tp_sem_convert(w->sem, typed_value(w, right), out.type);
  else
    out.e = tp_sem_convert(
        w->sem, lower_binary(w, (tp_op)node->op, left, right), out.type);
  return out;
}

static tp_expr lower_call(walk *w, tp_node_id n) {
  const tp_pure *f = tp_pure_call(w->p, n);
  tp_value args[TP_PURE_MAX_ARGS];
  if (!f)
    return 0;
  for (uint32_t i = 0; i < f->n; i++)
    args[i] = typed_value(w, tp_node_kid(w->p, n, i + 1));
  return tp_sem_convert(w->sem, tp_sem_pure(w->sem, f, args), type_of(w, n));
}

static tp_expr moved(walk *w, tp_expr offset, tp_expr by, uint64_t size) {
  return tp_expr_bv_op(
      w->x, TP_BV_ADD, offset,
      tp_expr_bv_op(w->x, TP_BV_MUL, by, tp_expr_bv(w->x, 64, size)));
}

/* Where an lvalue lies: the sum of its offsets and indices, and its base: an
 * array that is a leaf, or a pointer. */
static tp_expr lower_address(walk *w, tp_node_id n) {
  tp_expr offset = tp_expr_bv(w->x, 64, 0);
  uint32_t leaf;
  for (;;) {
    const tp_node *node = tp_node_get(w->p, n);
    const tp_type *type = tp_type_get(&w->p->types, node->type);
    if (node->kind == TP_N_MEMBER) {
      uint64_t bytes = w->p->types.fields.at[node->ref].offset;
      offset = moved(w, offset, tp_expr_bv(w->x, 64, bytes), 1);
    } else if (node->kind == TP_N_INDEX) {
      tp_value index = promoted_value(w, tp_node_kid(w->p, n, 1));
      tp_expr steps = tp_sem_convert(w->sem, index, TP_TYPE_LONG);
      if (!steps || !type->is_complete || type->is_variable)
        return 0;
      offset = moved(w, offset, steps, type->size);
    } else if (node->kind != TP_N_DEREF) {
      return 0;
    }
    n = node->first;
    const tp_type *base = tp_type_get(&w->p->types, type_of(w, n));
    bool is_pointer = node->kind == TP_N_DEREF || base->kind == TP_T_POINTER;
    if (node->kind != TP_N_MEMBER && (is_pointer || find_leaf(w, n, &leaf))) {
      tp_expr start = lower_value(w, n);
      return start ? tp_expr_bv_op(w->x, TP_BV_ADD, start, offset) : 0;
    }
  }
}

static tp_expr lower_operator(walk *w, tp_node_id n) {
  const tp_node *node = tp_node_get(w->p, n);
  switch (node->kind) {
  case TP_N_INT:
  case TP_N_FLOAT:
    return tp_sem_constant(w->sem, n);
  case TP_N_UNARY:
    return lower_unary(w, node).e;
  case TP_N_BINARY:
    return lower_binary(w, (tp_op)node->op, node->first,
                        tp_node_kid(w->p, n, 1))
        .e;
  case TP_N_CAST:
    return tp_sem_convert(w->sem, typed_value(w, node->first), node->type);
  case TP_N_COMMA:
    return lower_value(w, tp_node_kid(w->p, n, 1));
  case TP_N_GENERIC:
    return lower_value(w, node->first);
  case TP_N_CALL:
    return lower_call(w, n);
  case TP_N_ADDR:
    return lower_address(w, node->first);
  case TP_N_MEMBER:
  case TP_N_INDEX:
  case TP_N_DEREF: /* an array, used as a pointer */
    return tp_type_get(&w->p->types, node->type)->kind == TP_T_ARRAY
               ? lower_address(w, n)
               : 0;
  default:
    return 0;
  }
}

static tp_expr lower_value(walk *w, tp_node_id n) {
  uint32_t leaf;
  if (find_leaf(w, n, &leaf))
    return lower_leaf(w, leaf, n);
  if (w->depth == TP_LIMIT_LOWER_DEPTH)
    return 0;
  w->depth++;
  tp_expr e = lower_operator(w, n);
  w->depth--;
  return e;
}

/* ---- what was planned ---------------------------------------------------- */

static bool stores(const walk *w, tp_node_id n) {
  uint32_t leaf;
  uint8_t kind = tp_node_get(w->p, n)->kind;
  return (kind == TP_N_ASSIGN || kind == TP_N_INCDEC) &&
         !find_leaf(w, n, &leaf);
}

static tp_expr lower_store(walk *w, const tp_plan_expr *plan) {
  tp_cscalar t;
  tp_node_id n = plan->node;
  if (!tp_sem_scalar(w->p, plan->type, &t))
    return 0;
  tp_value v = stores(w, n) ? lower_stored(w, n) : typed_value(w, n);
  tp_expr e = tp_sem_convert(w->sem, v, plan->type);
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
                .p = l->sem.program,
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
      !lower_indices(&w, last, w.leaf_nodes[last], &c))
    return false;
  for (uint32_t i = 0; i < table->n_elements; i++)
    out[i] =
        tp_expr_ite(w.x, tp_choice_is(w.x, &c, i), value, table->element[i]);
  return true;
}

tp_expr tp_lower_plan(const tp_lowering *l, uint32_t plan_number,
                      const tp_leaf *leaves) {
  const tp_plan_expr *plan = &l->plan->exprs.at[plan_number];
  walk w = start(l, plan_number, leaves);
  switch (plan->kind) {
  case TP_PLAN_CONDITION:
    return tp_sem_truth(w.sem, typed_value(&w, plan->node));
  case TP_PLAN_SWITCH:
    return promoted_value(&w, plan->node).e;
  case TP_PLAN_PIECE:
    return leaf_bits(&w, w.n_leaves - 1, plan->node);
  default:
    return lower_store(&w, plan);
  }
}
