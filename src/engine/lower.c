/* From a planned expression and its leaves to one expression: a walk over the
 * syntax tree that stops at the leaves. Depth is bounded; what is nested
 * deeper is not modelled. */
#include "engine/lower.h"

#define MAX_DEPTH 1000

typedef struct walk {
  const tp_sem *sem;
  const tp_program *p;
  tp_exprs *x;
  const tp_leaf *leaves;
  const tp_node_id *leaf_nodes;
  const tp_wire_leaf *wire_leaves;
  uint32_t n_leaves;
  unsigned depth;
} walk;

static tp_expr lower_value(walk *w, tp_node_id n);

/* ---- leaves ---------------------------------------------------------------
 */

/* The indices of an lvalue, outermost first; false if there are more. */
static bool collect_indices(const walk *w, tp_node_id n, uint32_t n_dims,
                            tp_node_id *index, int64_t *first) {
  while (n_dims > 0) {
    const tp_node *node = tp_node_get(w->p, n);
    if (node->kind == TP_N_INDEX) {
      index[--n_dims] = tp_node_kid(w->p, n, 1);
      first[n_dims] =
          tp_node_is_ctype_table(w->p, node->first) ? TP_CTYPE_FIRST : 0;
    } else if (node->kind != TP_N_MEMBER)
      return false;
    n = node->first;
  }
  return true;
}

/* The indices of a table access, evaluated. */
typedef struct indices {
  const tp_wire_leaf *wire;
  tp_expr at[TP_WIRE_MAX_DIMS];
  tp_cscalar scalar[TP_WIRE_MAX_DIMS];
  int64_t first[TP_WIRE_MAX_DIMS]; /* index of the first element */
} indices;

/* index == k, where k fits the table. */
static tp_expr index_is(walk *w, const indices *ix, uint32_t d, uint32_t k) {
  return tp_expr_eq(
      w->x, ix->at[d],
      tp_expr_bv(w->x, 8u * ix->scalar[d].size, (uint64_t)(ix->first[d] + k)));
}

static bool lower_indices(walk *w, uint32_t leaf, tp_node_id n, indices *out) {
  tp_node_id node[TP_WIRE_MAX_DIMS];
  out->wire = &w->wire_leaves[leaf];
  if (!collect_indices(w, n, out->wire->n_dims, node, out->first))
    return false;
  for (uint32_t d = 0; d < out->wire->n_dims; d++) {
    if (!tp_sem_scalar(w->p, tp_node_get(w->p, node[d])->type, &out->scalar[d]))
      return false;
    out->at[d] = lower_value(w, node[d]);
    if (!out->at[d])
      return false;
  }
  return true;
}

/* The access is to element i (row order). */
static tp_expr is_element(walk *w, const indices *ix, uint32_t i) {
  tp_expr here = tp_expr_bool(w->x, true);
  for (uint32_t d = ix->wire->n_dims; d-- > 0;) {
    uint32_t k = i % ix->wire->dim[d].count;
    i /= ix->wire->dim[d].count;
    here = tp_expr_and(w->x, here, index_is(w, ix, d, k));
  }
  return here;
}

static tp_expr select_element(walk *w, uint32_t leaf, tp_node_id n) {
  const tp_leaf *table = &w->leaves[leaf];
  indices ix;
  if (!lower_indices(w, leaf, n, &ix))
    return 0;
  tp_expr result = table->element[table->n_elements - 1];
  for (uint32_t i = table->n_elements - 1; i-- > 0;)
    result =
        tp_expr_ite(w->x, is_element(w, &ix, i), table->element[i], result);
  return result;
}

static tp_expr lower_leaf(walk *w, uint32_t leaf, tp_node_id n) {
  tp_cscalar t;
  tp_field field;
  if (!tp_sem_scalar(w->p, tp_node_get(w->p, n)->type, &t))
    return 0;
  tp_expr bits = w->leaves[leaf].element ? select_element(w, leaf, n)
                                         : w->leaves[leaf].bits;
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

/* ---- operators ------------------------------------------------------------
 */

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
  tp_value args[2];
  if (!f)
    return 0;
  for (uint32_t i = 0; i < f->n; i++)
    args[i] = typed_value(w, tp_node_kid(w->p, n, i + 1));
  return tp_sem_convert(w->sem, tp_sem_pure(w->sem, f, args), type_of(w, n));
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
  default:
    return 0;
  }
}

static tp_expr lower_value(walk *w, tp_node_id n) {
  uint32_t leaf;
  if (find_leaf(w, n, &leaf))
    return lower_leaf(w, leaf, n);
  if (w->depth == MAX_DEPTH)
    return 0;
  w->depth++;
  tp_expr e = lower_operator(w, n);
  w->depth--;
  return e;
}

/* ---- what was planned ------------------------------------------------------
 */

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
  if (plan->kind == TP_PLAN_FIELD)
    return tp_sem_field_write(w->sem, w->leaves[w->n_leaves - 1].bits, bits,
                              &plan->field);
  return bits;
}

static walk start(const tp_lowering *l, uint32_t plan_number,
                  const tp_leaf *leaves) {
  const tp_wire_expr *wire = &l->plan->wire_exprs.at[plan_number];
  return (walk){.sem = &l->sem,
                .p = l->sem.program,
                .x = l->sem.exprs,
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
  indices ix;
  tp_expr value = lower_store(&w, &l->plan->exprs.at[plan_number]);
  if (!value || !table->element ||
      !lower_indices(&w, last, w.leaf_nodes[last], &ix))
    return false;
  for (uint32_t i = 0; i < table->n_elements; i++)
    out[i] = tp_expr_ite(w.x, is_element(&w, &ix, i), value, table->element[i]);
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
  default:
    return lower_store(&w, plan);
  }
}
