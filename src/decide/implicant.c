/* Taking a predicate apart along its own evaluation: of an or the side that is
 * true, of an if-then-else the arm that is chosen, with its condition. */
#include "decide/implicant.h"

#include "expr/node.h"

#define MAX_DEPTH 8000

void tp_implicant_free(tp_implicant *m) {
  VEC_FREE(&m->literals);
  VEC_FREE(&m->work);
  tp_map_free(&m->special);
}

static uint64_t value_of(tp_implicant *m, tp_expr e) {
  return tp_expr_eval(m->exprs, e, m->values, m->state);
}

/* e, or its negation, whichever is true, must be implied, too. */
static void require(tp_implicant *m, tp_expr e) {
  VEC_PUSH(&m->work, value_of(m, e) ? e : tp_expr_not(m->exprs, e));
}

/* The node with other kids. */
static tp_expr rebuild(tp_exprs *x, const tp_expr_node *n, tp_expr a,
                       tp_expr b) {
  tp_sort sort = (tp_sort)n->sort;
  switch (n->op) {
  case TP_E_EQ:
    return tp_expr_eq(x, a, b);
  case TP_E_BV:
    return tp_expr_bv_op(x, (tp_bv_op)n->aux, a, b);
  case TP_E_BV_NOT:
    return tp_expr_bv_not(x, a);
  case TP_E_BV_NEG:
    return tp_expr_bv_neg(x, a);
  case TP_E_ULT:
    return tp_expr_ult(x, a, b);
  case TP_E_SLT:
    return tp_expr_slt(x, a, b);
  case TP_E_EXTRACT:
    return tp_expr_extract(x, a, n->aux, n->width);
  case TP_E_CONCAT:
    return tp_expr_concat(x, a, b);
  case TP_E_ZEXT:
    return tp_expr_zext(x, a, n->width);
  case TP_E_SEXT:
    return tp_expr_sext(x, a, n->width);
  case TP_E_FP:
    return tp_expr_fp_op(x, (tp_fp_op)n->aux, a, b);
  case TP_E_FP_NEG:
    return tp_expr_fp_neg(x, a);
  case TP_E_FP_LT:
    return tp_expr_fp_lt(x, a, b);
  case TP_E_FP_LE:
    return tp_expr_fp_le(x, a, b);
  case TP_E_FP_EQ:
    return tp_expr_fp_eq(x, a, b);
  case TP_E_FP_CONVERT:
    return tp_expr_fp_convert(x, a, sort);
  case TP_E_FP_OF_INT:
    return tp_expr_fp_of_int(x, a, n->aux, sort);
  case TP_E_INT_OF_FP:
    return tp_expr_int_of_fp(x, a, n->aux, n->width);
  case TP_E_FP_BITS:
    return tp_expr_fp_bits(x, a);
  case TP_E_FP_OF_BITS:
    return tp_expr_fp_of_bits(x, a, sort);
  default:
    return 0;
  }
}

/* e as it is for these values, without if-then-else; what that rests on goes
 * to `work`. Very deep terms stay as they are. */
static tp_expr specialise(tp_implicant *m, tp_expr e, unsigned depth) {
  tp_expr_node n = *tp_expr_get(m->exprs, e);
  bool is_new;
  if (n.op == TP_E_CONST || n.op == TP_E_VAR || depth > MAX_DEPTH)
    return e;
  uint32_t *slot = tp_map_put(&m->special, e, &is_new);
  if (!is_new)
    return *slot;
  tp_expr out;
  if (n.op == TP_E_ITE) {
    require(m, n.a);
    out = specialise(m, value_of(m, n.a) ? n.b : n.c, depth + 1);
  } else if (n.op == TP_E_OF_BOOL) {
    require(m, n.a);
    out = tp_expr_bv(m->exprs, n.width, value_of(m, n.a));
  } else {
    tp_expr a = n.a ? specialise(m, n.a, depth + 1) : 0;
    tp_expr b = n.b ? specialise(m, n.b, depth + 1) : 0;
    out = a == n.a && b == n.b ? e : rebuild(m->exprs, &n, a, b);
    out = out ? out : e;
  }
  *tp_map_put(&m->special, e, NULL) = out;
  return out;
}

/* One true predicate: its parts to `work`, or itself to `literals`. */
static void take_apart(tp_implicant *m, tp_expr e) {
  tp_expr_node n = *tp_expr_get(m->exprs, e);
  bool is_not = n.op == TP_E_NOT;
  tp_expr inner = is_not ? n.a : e;
  if (is_not)
    n = *tp_expr_get(m->exprs, inner);
  bool is_and = n.op == TP_E_AND, is_or = n.op == TP_E_OR;
  if ((is_and && !is_not) || (is_or && is_not)) {
    require(m, n.a);
    require(m, n.b);
  } else if (is_and || is_or) { /* one side is enough */
    bool wanted = is_or;
    require(m, (value_of(m, n.a) != 0) == wanted ? n.a : n.b);
  } else if (n.op == TP_E_ITE) {
    require(m, n.a);
    require(m, value_of(m, n.a) ? n.b : n.c);
  } else if (n.op != TP_E_CONST) {
    tp_expr plain = specialise(m, inner, 0);
    uint64_t bits;
    if (!tp_expr_constant(m->exprs, plain, &bits))
      VEC_PUSH(&m->literals, is_not ? tp_expr_not(m->exprs, plain) : plain);
  }
}

void tp_implicant_find(tp_implicant *m, tp_expr e) {
  VEC_CLEAR(&m->literals);
  VEC_CLEAR(&m->work);
  tp_map_clear(&m->special);
  VEC_PUSH(&m->work, e);
  while (m->work.n)
    take_apart(m, VEC_POP(&m->work));
}
