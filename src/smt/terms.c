/* smt/terms.c - translation of expressions into Yices terms.
 *
 * In: a truth-valued expression; it is lowered to bit vectors first. Out: its
 * term. Every node is translated once and remembered by its id; the walk has
 * an explicit stack. A float variable is one Yices variable, its key; its
 * pattern is computed from that where something else than order is asked.
 */
#include "smt/terms.h"

#include "base/diag.h"

void tp_terms_init(tp_terms *t, tp_exprs *exprs) {
  *t = (tp_terms){.exprs = exprs};
}

void tp_terms_free(tp_terms *t) {
  VEC_FREE(&t->of);
  tp_map_free(&t->var_at);
  VEC_FREE(&t->vars);
  VEC_FREE(&t->stack);
}

static term_t known(const tp_terms *t, tp_expr e) {
  return e < t->of.n ? t->of.at[e] - 1 : -1;
}

static void remember(tp_terms *t, tp_expr e, term_t term) {
  if (t->of.n <= e)
    VEC_RESIZE(&t->of, e + 1);
  t->of.at[e] = term + 1;
}

/* The Yices variable of variable node n, made on first use. */
static term_t variable(tp_terms *t, const tp_expr_node *n) {
  bool is_new;
  uint32_t *at = tp_map_put(&t->var_at, n->bits, &is_new);
  if (!is_new)
    return t->vars.at[*at].term;
  *at = t->vars.n;
  type_t type =
      n->sort == TP_X_BOOL ? yices_bool_type() : yices_bv_type(n->width);
  tp_term_var v = {.var = (uint32_t)n->bits,
                   .sort = (tp_sort)n->sort,
                   .width = n->width,
                   .term = yices_new_uninterpreted_term(type)};
  VEC_PUSH(&t->vars, v);
  return v.term;
}

/* A pattern from its key. */
static term_t pattern(term_t key, unsigned width) {
  uint64_t mask = (UINT64_C(1) << (width - 1)) - 1;
  term_t zero = yices_bvconst_uint64(width, 0);
  term_t turned = yices_bvxor2(key, yices_bvconst_uint64(width, mask));
  return yices_ite(yices_bvslt_atom(key, zero), turned, key);
}

/* n is tp_expr_fp_key of a float variable, whose node is returned. */
static const tp_expr_node *keyed_variable(tp_terms *t, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(t->exprs, e);
  if (n->op != TP_E_ITE)
    return NULL;
  tp_expr bits = n->c;
  const tp_expr_node *inner = tp_expr_get(t->exprs, bits);
  if (inner->op != TP_E_FP_BITS || tp_expr_fp_key(t->exprs, bits) != e)
    return NULL;
  inner = tp_expr_get(t->exprs, bits); /* the step above may build nodes */
  inner = tp_expr_get(t->exprs, inner->a);
  return inner->op == TP_E_VAR ? inner : NULL;
}

static term_t binary(tp_bv_op op, term_t a, term_t b) {
  switch (op) {
  case TP_BV_ADD:
    return yices_bvadd(a, b);
  case TP_BV_SUB:
    return yices_bvsub(a, b);
  case TP_BV_MUL:
    return yices_bvmul(a, b);
  case TP_BV_UDIV:
    return yices_bvdiv(a, b);
  case TP_BV_SDIV:
    return yices_bvsdiv(a, b);
  case TP_BV_UREM:
    return yices_bvrem(a, b);
  case TP_BV_SREM:
    return yices_bvsrem(a, b);
  case TP_BV_SHL:
    return yices_bvshl(a, b);
  case TP_BV_LSHR:
    return yices_bvlshr(a, b);
  case TP_BV_ASHR:
    return yices_bvashr(a, b);
  case TP_BV_AND:
    return yices_bvand2(a, b);
  case TP_BV_OR:
    return yices_bvor2(a, b);
  case TP_BV_XOR:
    return yices_bvxor2(a, b);
  }
  return -1;
}

static term_t of_bool(const tp_expr_node *n, term_t a) {
  return yices_ite(a, yices_bvconst_uint64(n->width, 1),
                   yices_bvconst_uint64(n->width, 0));
}

/* Node n over the terms of its kids. */
static term_t translate(const tp_terms *t, const tp_expr_node *n, term_t a,
                        term_t b, term_t c) {
  unsigned below = tp_expr_width(t->exprs, n->a);
  switch ((tp_expr_op)n->op) {
  case TP_E_NOT:
    return yices_not(a);
  case TP_E_AND:
    return yices_and2(a, b);
  case TP_E_OR:
    return yices_or2(a, b);
  case TP_E_ITE:
    return yices_ite(a, b, c);
  case TP_E_EQ:
    return yices_eq(a, b);
  case TP_E_BV:
    return binary((tp_bv_op)n->aux, a, b);
  case TP_E_BV_NOT:
    return yices_bvnot(a);
  case TP_E_BV_NEG:
    return yices_bvneg(a);
  case TP_E_ULT:
    return yices_bvlt_atom(a, b);
  case TP_E_SLT:
    return yices_bvslt_atom(a, b);
  case TP_E_EXTRACT:
    return yices_bvextract(a, n->aux, n->aux + n->width - 1u);
  case TP_E_CONCAT:
    return yices_bvconcat2(a, b);
  case TP_E_ZEXT:
    return yices_zero_extend(a, n->width - below);
  case TP_E_SEXT:
    return yices_sign_extend(a, n->width - below);
  case TP_E_OF_BOOL:
    return of_bool(n, a);
  default:
    tp_bug(__FILE__, __LINE__, "a lowered expression should have no floats");
  }
}

static term_t leaf(tp_terms *t, tp_expr e) {
  const tp_expr_node *n = tp_expr_get(t->exprs, e);
  if (n->op == TP_E_VAR)
    return variable(t, n);
  if (n->op == TP_E_FP_BITS)
    return pattern(variable(t, tp_expr_get(t->exprs, n->a)), n->width);
  if (n->sort == TP_X_BOOL)
    return n->bits ? yices_true() : yices_false();
  return yices_bvconst_uint64(n->width, n->bits);
}

static bool push_kids(tp_terms *t, const tp_expr_node *n) {
  const tp_expr kids[3] = {n->a, n->b, n->c};
  uint32_t before = t->stack.n;
  for (unsigned i = 0; i < 3; i++)
    if (kids[i] && known(t, kids[i]) < 0)
      VEC_PUSH(&t->stack, kids[i]);
  return t->stack.n > before;
}

/* Translate the top of the stack, or push what it waits for. */
static term_t translate_top(tp_terms *t) {
  tp_expr e = VEC_LAST(&t->stack);
  const tp_expr_node *key_of = keyed_variable(t, e);
  tp_expr_node n = *tp_expr_get(t->exprs, e);
  term_t term;
  if (key_of) {
    term = variable(t, key_of);
  } else if (n.op == TP_E_VAR || n.op == TP_E_CONST || n.op == TP_E_FP_BITS) {
    term = leaf(t, e);
  } else {
    if (push_kids(t, &n))
      return 0;
    term = translate(t, &n, known(t, n.a), known(t, n.b), known(t, n.c));
  }
  if (term >= 0)
    remember(t, e, term);
  t->translated++;
  (void)VEC_POP(&t->stack);
  return term;
}

term_t tp_terms_of(tp_terms *t, tp_expr e) {
  if (known(t, e) >= 0)
    return known(t, e);
  tp_expr lowered = tp_expr_lower(t->exprs, e);
  VEC_CLEAR(&t->stack);
  if (known(t, lowered) < 0)
    VEC_PUSH(&t->stack, lowered);
  while (t->stack.n)
    if (known(t, VEC_LAST(&t->stack)) >= 0)
      (void)VEC_POP(&t->stack);
    else if (translate_top(t) < 0)
      return -1;
  remember(t, e, known(t, lowered));
  return known(t, lowered);
}

const tp_term_var *tp_terms_var(const tp_terms *t, uint32_t var) {
  const uint32_t *at = tp_map_get(&t->var_at, var);
  return at ? &t->vars.at[*at] : NULL;
}

bool tp_terms_value(const tp_term_var *v, model_t *model, uint64_t *bits) {
  int32_t bit[64] = {0};
  *bits = 0;
  if (v->sort == TP_X_BOOL) {
    int32_t value = 0;
    int32_t rc = yices_get_bool_value(model, v->term, &value);
    *bits = value != 0;
    return rc == 0;
  }
  if (yices_get_bv_value(model, v->term, bit) != 0)
    return false;
  for (unsigned i = 0; i < v->width; i++)
    *bits |= (uint64_t)(bit[i] != 0) << i;
  bool is_float = v->sort == TP_X_F32 || v->sort == TP_X_F64;
  uint64_t sign = UINT64_C(1) << (v->width - 1);
  if (is_float && (*bits & sign))
    *bits ^= sign - 1;
  return true;
}
